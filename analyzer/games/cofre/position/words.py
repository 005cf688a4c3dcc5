"""A position in words, for people."""

from analyzer.games.cofre.cards import LINE, STAR_VALUES, TREASURE, card_name
from analyzer.games.cofre.position.cardtext import in_short
from analyzer.games.cofre.position.situation import Situation
from analyzer.games.cofre.rules import cards_of, types_of
from analyzer.games.protocol import Setup
from analyzer.wording import counted


def told(situation: Situation, setup: Setup) -> list[tuple[str, str]]:
    """The position as it is shown.

    Args:
        situation: What the player knows.
        setup: Rules and policies.

    Returns:
        Label and text of each line.
    """
    types = types_of(setup.rules)
    rounds = len(cards_of(setup.rules)) // LINE
    seen = in_short(situation.seen, types)
    if situation.forgotten:
        seen += f"; {situation.forgotten} more that are not known"
    return [
        ("you", f"in seat {situation.seat} of {situation.players}; you choose a card"),
        ("round", f"{situation.round_number} of 0 to {rounds - 1}"),
        ("face-up card", card_name(situation.shown, types)),
        ("turned up before", seen),
        *((f"seat {seat}", _of_seat(situation, seat)) for seat in range(situation.players)),
    ]


def hidden(situation: Situation, setup: Setup) -> str:
    """What is filled in, in a sentence.

    Args:
        situation: What the player knows.
        setup: Rules and policies.

    Returns:
        The sentence.
    """
    cards = len(cards_of(setup.rules)) - len(situation.seen) - 1
    places = "the two that lie face down, and the deck"
    if situation.forgotten:
        places = "the two that lie face down, the deck, and those turned up before that are not known"
    return (
        f"The {cards} cards that you have not seen ({places}) are taken to lie in random order, every order being "
        "equally likely, whatever the choices of the others may reveal."
    )


def label(choice: int, situation: Situation, setup: Setup) -> str:
    """A choice as it stands in a table's row.

    Args:
        choice: Number of a type, or TREASURE.
        situation: What the player knows.
        setup: Rules and policies.

    Returns:
        A few words.
    """
    if choice == TREASURE:
        return "the treasure card"
    name = types_of(setup.rules)[choice]
    return f"{name}, which lies face up" if choice == situation.shown // STAR_VALUES else name


def _of_seat(situation: Situation, seat: int) -> str:
    stars, hooks = situation.stars[seat], situation.hooks[seat]
    holds = "holds the treasure card" if situation.treasures[seat] else "has used the treasure card"
    return f"{counted(stars, 'star')}, {counted(hooks, 'hook card')}, {holds}"
