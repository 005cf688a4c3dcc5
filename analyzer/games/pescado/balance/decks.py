"""Decks that the source would allow: it names the specials and not how many there are of each (P1)."""

from collections.abc import Sequence

from analyzer.games.balance import PlausibleDecks
from analyzer.games.pescado.balance.rounds import listing
from analyzer.games.pescado.cards import SPECIALS

_SPECIALS_IN = (1, 4)
_TARGET = (10, 15)


def plausible_decks() -> PlausibleDecks:
    """See `balance.HasDoubts.plausible_decks`."""
    return PlausibleDecks(
        [
            ("special cards in a round (as far as the deck has them)", *_SPECIALS_IN),
            ("points that end the game", *_TARGET),
            *((f"copies of {name}", 0, 1) for name in SPECIALS),
        ]
    )


def plausible_deck(point: Sequence[int]) -> list[str]:
    """See `balance.HasDoubts.plausible_deck`."""
    wanted, target, *copies = point
    specials = [name for name, count in zip(SPECIALS, copies, strict=True) if count]
    specials_in = min(wanted, len(specials))
    # As many cards as in the source's rounds, which divide for every number of players (P2, P3).
    return [
        listing(specials),
        f"options.specials_in={specials_in}",
        f"options.left_out={specials_in}",
        f"options.target={target}",
    ]
