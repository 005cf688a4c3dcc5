"""A position and its plays in words, for people."""

from collections.abc import Iterable

from analyzer.games.pescado.cards import ONE_OR_TEN, J, cards_of, set_of
from analyzer.games.pescado.kernel.plays import MOST_CAPTURES
from analyzer.games.pescado.kernel.state import NOBODY
from analyzer.games.pescado.position.cardtext import NO_CARDS, in_short
from analyzer.games.pescado.position.situation import Situation
from analyzer.games.pescado.position.start import Start
from analyzer.games.pescado.trace import value_played
from analyzer.wording import counted


def told(situation: Situation, start: Start) -> list[tuple[str, str]]:
    """The position as it is shown.

    Args:
        situation: What the player knows.
        start: The same as the kernel takes it.

    Returns:
        Label and text of each line.
    """
    deal = f"deal {situation.deal} of 0 to {situation.deals - 1}"
    lines = [
        ("you", f"in seat {situation.seat} of {situation.players}; you play a card"),
        ("your hand", _listed(situation.hand)),
        ("table", _listed(situation.table)),
        (
            "round",
            f"seat {situation.starter} started; {deal}, {counted(situation.undealt, 'card')} to be dealt",
        ),
        ("captured last", "nobody" if situation.last == NOBODY else f"seat {situation.last}"),
    ]
    lines += [(f"seat {seat}", _of_seat(situation, seat)) for seat in range(situation.players)]
    if situation.missing:
        lines.append(("not told of", counted(situation.missing, "captured card")))
    if start.is_cut:
        lines.append(("plays", f"{MOST_CAPTURES} captures of a card at most, the one worth most among them"))
    return lines


def hidden(situation: Situation) -> str:
    """What is filled in, in a sentence.

    Args:
        situation: What the player knows.

    Returns:
        The sentence.
    """
    places = ["the others' hands", "the deck"]
    if situation.missing:
        places.append("captured cards that are not told of")
    *most, last = places
    return (
        f"The cards that you cannot see ({', '.join(most)} and {last}), and which cards are not in this round at all, "
        "are taken as uniform over all ways that fit what is known, whatever the choices of the others may reveal."
    )


def label(card: int, chosen: int, table: int) -> str:
    """A play as it stands in a table's row.

    Args:
        card: The card played.
        chosen: Card set: what it captures, a J that comes along left out.
        table: Card set: what lies on the table.

    Returns:
        A few words.
    """
    name = in_short(card)
    if not chosen:
        return f"{name} stays on the table"
    if card == ONE_OR_TEN:
        name += f" as {value_played(card, chosen)}"
    swept = set_of([J]) & table & ~chosen
    text = f"{name} captures {' + '.join(map(in_short, cards_of(chosen)))}"
    text += " and the J" if swept else ""
    return text if table & ~(chosen | swept) else f"{text}: a pescado"


def _of_seat(situation: Situation, seat: int) -> str:
    cards = situation.captured[seat]
    untold = cards is None and situation.missing > 0
    captured = "captured cards not told" if untold else f"captured {_listed(cards or ())}"
    parts = [counted(situation.scores[seat], "point"), f"{situation.hand_sizes[seat]} in hand", captured]
    pescados = situation.pescados[seat]
    return ", ".join(parts) + (f"; {counted(pescados, 'pescado')}" if pescados else "")


def _listed(cards: Iterable[int]) -> str:
    return " ".join(map(in_short, cards)) or NO_CARDS
