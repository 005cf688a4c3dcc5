"""Decks that the source would allow, which prints no list of the chest cards (C1, C2)."""

from collections.abc import Mapping, Sequence

from analyzer.games.balance import PlausibleDecks
from analyzer.games.cofre.cards import STANDARD_TYPES
from analyzer.games.cofre.rules import types_of
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import toml_key, toml_value

_TYPES = (4, 8)
_CARDS = (3, 9)
_MOST_STARS = (2, 4)

_MORE_TYPES = ("emeralds", "pistols", "sabres", "compasses", "rings", "chalices")
"""Types for decks that have more of them than the ordinary one."""


def plausible_decks() -> PlausibleDecks:
    """See `balance.HasDoubts.plausible_decks`."""
    return PlausibleDecks(
        [
            ("treasure types", *_TYPES),
            ("cards of each type", *_CARDS),
            ("most stars of a card", *_MOST_STARS),
        ]
    )


def plausible_deck(rules: Rules, point: Sequence[int]) -> list[str]:
    """See `balance.HasDoubts.plausible_deck`."""
    types, cards, most = point
    return even_deck(rules, types, cards, most)


def even_deck(rules: Rules, types: int, cards: int, most: int) -> list[str]:
    """The changes to the rules that make a deck of types that are all alike.

    Args:
        rules: The present rules.
        types: How many types there are.
        cards: Cards of each type.
        most: Stars go from 1 to so many, spread evenly.

    Returns:
        "KEY=VALUE" each.
    """
    stars = (*(1 + place * most // cards for place in range(cards - 1)), most)
    whole: dict[str, Sequence[int]] = dict.fromkeys(types_of(rules), ())
    return deck_settings({**whole, **dict.fromkeys(names_of_types(rules, types), stars)})


def names_of_types(rules: Rules, count: int) -> list[str]:
    """Names for so many types: those of the present deck first, and among them the gold coins, which so stay gold."""
    gold = str(rules.options["gold_type"])
    known = [*([gold] if gold else []), *types_of(rules), *STANDARD_TYPES, *_MORE_TYPES]
    return list(dict.fromkeys(known))[:count]


def deck_settings(deck: Mapping[str, Sequence[int]]) -> list[str]:
    """The changes to the rules that give types these cards.

    Args:
        deck: The stars of each card of each type; none to take a type out.

    Returns:
        "KEY=VALUE" each.
    """
    return [f"deck.{toml_key(name)}={toml_value(tuple(stars))}" for name, stars in deck.items()]
