"""A position in words, for people."""

from typing import Any

from analyzer.games.hollander.cardnames import written
from analyzer.games.hollander.cards import KIND_NAMES, LAID
from analyzer.games.hollander.kernel.state import FREE, MUTINIED, NO_REFERENCE
from analyzer.games.hollander.legalwords import next_in_words
from analyzer.games.hollander.position.questions import SWAP
from analyzer.games.hollander.position.situation import Situation
from analyzer.games.hollander.position.start import Start
from analyzer.games.protocol import Setup

_DECIDES = {
    "play": "which cards to play",
    "wormhole": "whom the wormhole names",
    "pirate": "what the pirate exchanges",
}
_DEMAND_WORDS = {MUTINIED: "mutiny", FREE: "island"}


def told(situation: Situation, start: Start, setup: Setup) -> list[tuple[str, str]]:
    """The position as it is shown.

    Args:
        situation: What the player knows.
        start: The same as the kernel takes it.
        setup: Rules and policies.

    Returns:
        Label and text of each line.
    """
    you = f"in seat {situation.seat} of {situation.players}"
    lines = [("your hand", written(situation.hand)), ("your battle cards", written(situation.battle))]
    if situation.question == SWAP:
        lines.insert(0, ("you", f"{you}; you choose your battle cards"))
        return lines + [
            (f"seat {seat}", _before_the_swap(situation, setup, seat)) for seat in situation.others
        ]
    table = start.observations[0]
    lines.insert(0, ("you", f"{you}; you decide {_DECIDES[situation.decision]}"))
    lines.append(("your final cards", str(situation.finals[situation.seat])))
    lines.append(("pile", f"{written(situation.pile)}; {_next(table)}"))
    lines.append(("draw pile", _cards(int(table["draw_pile_size"]))))
    lines.append(("burned", written(situation.burned)))
    return lines + [(f"seat {seat}", _in_a_turn(situation, seat)) for seat in situation.others]


def hidden(situation: Situation, start: Start) -> str:
    """What is filled in, in a sentence.

    Args:
        situation: What the player knows.
        start: The same as the kernel takes it.

    Returns:
        The sentence.
    """
    count = sum(situation.hidden.values()) + int(start.observations[0]["draw_pile_size"])
    return (
        f"The {_cards(count)} that you cannot see are dealt at random to where they may lie, all ways that fit the "
        "position being equally likely, whatever the choices of the others may reveal about their cards."
    )


def _before_the_swap(situation: Situation, setup: Setup, seat: int) -> str:
    battle = situation.battles[seat]
    policy = setup.policies[seat].canonical
    lying = "battle cards not known, dealt at random" if battle is None else f"battle cards {written(battle)}"
    if seat > situation.seat:
        return f"{lying}; swaps after you, as {policy} does"
    return f"{lying}; swaps before you, as {policy} does" if battle is None else f"{lying}; has swapped"


def _in_a_turn(situation: Situation, seat: int) -> str:
    battle, known = situation.battles[seat], situation.known[seat]
    hand = f"{situation.hand_sizes[seat]} in hand" + (f" (among them {written(known)})" if known else "")
    lying = f"{LAID} battle cards not known" if battle is None else f"battle cards {written(battle)}"
    return f"{hand}, {lying}, {_cards(situation.finals[seat], 'final ')}"


def _next(table: Any) -> str:
    reference = int(table["reference"])
    words = next_in_words(
        _DEMAND_WORDS.get(int(table["demand"]), ""),
        None if reference == NO_REFERENCE else KIND_NAMES[reference],
        KIND_NAMES[int(table["captain"])],
        int(table["mutiny_first_max"]),
    )
    return f"next: {words}"


def _cards(count: int, what: str = "") -> str:
    return f"{count} {what}card{'' if count == 1 else 's'}"
