"""Chest cards and choices as people write them: "gold-2", "Gold 2", and several cards as "gold 1 1 3, maps-2"."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from analyzer.errors import UserError, did_you_mean
from analyzer.games.cofre.cards import STAR_VALUES, TREASURE, TREASURE_NAME, card
from analyzer.games.cofre.rules import stars_of, types_of
from analyzer.games.rulesfile import Rules
from analyzer.games.settings import shown, shown_value

NO_CARDS = "none"
"""How it is written that there are no cards."""

_BETWEEN = re.compile(r"[\s,;]+")
_WITH_STARS = re.compile(r"(?P<kind>.*?)-?(?P<stars>[0-9]{1,3})")
_STARS = re.compile(r"[0-9]{1,3}")


def read_cards(given: object, rules: Rules, place: str) -> list[int]:
    """Reads chest cards.

    Args:
        given: Text, or a list of texts and numbers: the cards with blanks or commas between them, each as TYPE-STARS,
            or a type and the stars of one or several cards of it ("gold 1 1 3"). Capitals make no difference.
        rules: The effective rules.
        place: What is read, for messages.

    Returns:
        The cards' numbers, in the order in which they are written.

    Raises:
        UserError: Something is no card of the deck.
    """
    types = types_of(rules)
    cards: list[int] = []
    named: int | None = None  # a type whose stars are to follow
    counted = 0  # cards of that type so far
    for word in _words(given, place):
        kind = _type_number(word, types)
        if kind is None and named is not None and _STARS.fullmatch(word):
            cards.append(_card(named, int(word), rules, place))
            counted += 1
            continue
        _check_has_stars(named, counted, rules, place)
        named, counted = kind, 0
        if kind is None:
            cards.append(_card_of_a_word(word, rules, place))
    _check_has_stars(named, counted, rules, place)
    return cards


def read_card(given: object, rules: Rules, place: str) -> int:
    """Reads one chest card, as `read_cards` does.

    Raises:
        UserError: It is no card of the deck, or not one card.
    """
    cards = read_cards(given, rules, place)
    if len(cards) != 1:
        raise UserError(
            f"{place} is one card, as TYPE-STARS, but {shown_value(given)} is {len(cards) or 'no'} cards."
        )
    return cards[0]


def read_choice(given: object, rules: Rules, place: str) -> int:
    """Reads what a player may choose: a type, or the treasure card.

    Args:
        given: The type's name, or "treasure"; capitals make no difference.
        rules: The effective rules.
        place: What is read, for messages.

    Returns:
        Number of the type, or TREASURE.

    Raises:
        UserError: It is neither.
    """
    known = (*types_of(rules), TREASURE_NAME)
    word = given.strip() if isinstance(given, str) else ""
    number = _type_number(word, known)
    if number is None:
        raise UserError(
            f"{place} must be one of {', '.join(known)}, not {shown_value(given)}.{did_you_mean(word, known)}"
        )
    return TREASURE if known[number] == TREASURE_NAME else number


def in_short(cards: Iterable[int], types: Sequence[str]) -> str:
    """Cards in a short form that reads back.

    Args:
        cards: Numbers of cards, in any order.
        types: The names of the deck's types, in order.

    Returns:
        The types in the order of the deck, and the stars of each one's cards from the fewest up: "gold 1 1 3, maps 2".
    """
    parts = []
    for kind, same in groupby(sorted(cards), lambda number: number // STAR_VALUES):
        parts.append(" ".join([types[kind], *(str(number % STAR_VALUES) for number in same)]))
    return ", ".join(parts) or NO_CARDS


def _words(given: object, place: str) -> list[str]:
    """The words of a text, or of all texts and numbers of a list."""
    parts = given if isinstance(given, list | tuple) else [given]
    if not all(
        isinstance(part, str) or (isinstance(part, int) and not isinstance(part, bool)) for part in parts
    ):
        raise UserError(f"{place} must be cards, each as TYPE-STARS, not {shown_value(given)}.")
    text = " ".join(map(str, parts)).strip()
    return [] if text.casefold() == NO_CARDS else [word for word in _BETWEEN.split(text) if word]


def _type_number(word: str, names: Sequence[str]) -> int | None:
    """Which of some names a word is: just so, or but for capitals if that fits one alone."""
    if word in names:
        return names.index(word)
    alike = [number for number, name in enumerate(names) if name.casefold() == word.casefold()]
    return alike[0] if len(alike) == 1 else None


def _card_of_a_word(word: str, rules: Rules, place: str) -> int:
    """The card that is written in one word."""
    types = types_of(rules)
    parts = _WITH_STARS.fullmatch(word)
    kind = _type_number(parts["kind"], types) if parts else None
    if parts is None or kind is None:
        known = [f"{name}-{stars}" for name in types for stars in sorted(set(stars_of(rules, name)))]
        raise UserError(
            f'{place}: "{shown(word)}" is no card of the deck.{did_you_mean(word, [*known, *types])}\n'
            f"A card is written TYPE-STARS; the types are {', '.join(types)}."
        )
    return _card(kind, int(parts["stars"]), rules, place)


def _card(kind: int, stars: int, rules: Rules, place: str) -> int:
    name = types_of(rules)[kind]
    if stars not in stars_of(rules, name):
        raise UserError(f'{place}: the deck has no card "{name}-{stars}". {_stars_there(name, rules)}')
    return card(kind, stars)


def _check_has_stars(kind: int | None, counted: int, rules: Rules, place: str) -> None:
    """Misses the stars of a type that was named without any."""
    if kind is not None and counted == 0:
        name = types_of(rules)[kind]
        raise UserError(f'{place}: write how many stars, as in "{name}-1". {_stars_there(name, rules)}')


def _stars_there(name: str, rules: Rules) -> str:
    *most, last = map(str, sorted(set(stars_of(rules, name))))
    return f"The cards of {name} have {', '.join(most) + ' or ' if most else ''}{last} stars."
