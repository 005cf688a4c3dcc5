"""Decks that the source would allow, which names the kinds of cards and not their copies (H1)."""

from collections.abc import Sequence

from analyzer.games.balance import PlausibleDecks
from analyzer.games.hollander.cards import CREW_RANKS, KIND_NAMES, SPECIALS
from analyzer.games.hollander.rules import cards_dealt
from analyzer.games.rulesfile import Rules

_RANKS = (7, CREW_RANKS)

_CREW_COPIES = (4, 6)
"""The source's example of a poker has four cabin boys (H26)."""

_FEWEST = {"hollander": 2, "mutiny": 2}
"""The source tells of two hollanders played together (H21), and of a mutiny on a mutiny (H19)."""

_MOST = 4

_CREW_NAMES = KIND_NAMES[:CREW_RANKS]


def plausible_decks(rules: Rules, players: int) -> PlausibleDecks:
    """See `balance.HasDoubts.plausible_decks`."""
    specials = [(f"copies of {name}", _FEWEST.get(name, 1), _MOST) for name in SPECIALS]
    fewest_cards = _RANKS[0] * _CREW_COPIES[0] + sum(fewest for _, fewest, _ in specials)
    more = " (more if the players need them)" if fewest_cards < cards_dealt(rules, players) else ""  # H2
    crew = [("crew ranks", *_RANKS), (f"copies of each crew rank{more}", *_CREW_COPIES)]
    return PlausibleDecks([*crew, *specials])


def plausible_deck(rules: Rules, players: int, point: Sequence[int]) -> list[str]:
    """See `balance.HasDoubts.plausible_deck`."""
    ranks, copies, *specials = point
    missing = cards_dealt(rules, players) - ranks * copies - sum(specials)
    if missing > 0:  # H2
        copies += -(-missing // ranks)
    crew = [copies if place < ranks else 0 for place in range(CREW_RANKS)]
    kinds = zip((*_CREW_NAMES, *SPECIALS), (*crew, *specials), strict=True)
    return [f"deck.{name}={count}" for name, count in kinds]
