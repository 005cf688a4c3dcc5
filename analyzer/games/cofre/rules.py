"""What can be set in the rules of Cofre (C1, C2 and every choice of the rules page)."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import UserError, did_you_mean
from analyzer.games.cofre.cards import (
    FEWEST_PLAYERS,
    LINE,
    MOST_CARDS,
    MOST_PLAYERS,
    MOST_STARS,
    MOST_TYPES,
    STANDARD_STARS,
    STANDARD_TYPES,
    TREASURE_NAME,
    card,
)
from analyzer.games.rulesfile import Rules, RulesSchema
from analyzer.games.settings import Option, Value, shown, toml_key, toml_value

_TITLE = "Cofre"
_TYPE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_LONGEST_NAME = 20


class _Stars:
    """The stars of a type's cards, one number a card."""

    right = f"a list of whole numbers from 0 to {MOST_STARS}, the stars of each card, or [] for no such cards"

    def accept(self, value: object) -> Value | None:
        """Takes a list of whole numbers within the bounds."""
        if not isinstance(value, list) or len(value) > MOST_CARDS:
            return None
        right = all(
            isinstance(stars, int) and not isinstance(stars, bool) and 0 <= stars <= MOST_STARS
            for stars in value
        )
        return tuple(value) if right else None


class _GoldType:
    """The name of a type, or nothing; whether the deck has it, `_check` tells."""

    right = 'the name of a type of the deck, or "" for none'

    def accept(self, value: object) -> Value | None:
        """Takes a text that can be a type's name, and an empty one."""
        return value if isinstance(value, str) and (not value or _is_name(value)) else None


@dataclass(frozen=True, slots=True)
class _PerSeat:
    """A number for all seats, or a list of one a seat; whether the list fits the seats, `check_table` tells.

    Attributes:
        low: The least such number.
        high: The greatest such number.
        bounds: The bounds in words, to follow "a number".
    """

    low: float
    high: float
    bounds: str

    @property
    def right(self) -> str:
        """What a right value is."""
        return f"a number {self.bounds}, or a list of such numbers, one for each seat"

    def accept(self, value: object) -> Value | None:
        """Takes a number, or a list of up to as many as there can be seats; a whole float becomes an int."""
        if isinstance(value, list):
            numbers = tuple(number for each in value if (number := self._number(each)) is not None)
            return numbers if 0 < len(numbers) == len(value) <= MOST_PLAYERS else None
        return self._number(value)

    def _number(self, value: object) -> int | float | None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not self.low <= value <= self.high:
            return None
        return int(value) if float(value).is_integer() else value


_LEAST_SPEED, _MOST_SPEED = 1e-6, 1e6
_MOST_SLIP = math.nextafter(1, 0)

_CARDS = tuple(
    Option(kind, STANDARD_STARS, _Stars(), "C2", "the stars of each of its chest cards")
    for kind in STANDARD_TYPES
)

_OPTIONS = (
    Option(
        "gold_type",
        STANDARD_TYPES[0],
        _GoldType(),
        "C1, C8",
        "the type of the gold coins: whoever wins one may give back a hook card",
    ),
    Option(
        "speed",
        1,
        _PerSeat(_LEAST_SPEED, _MOST_SPEED, "from 0.000001 to 1000000"),
        "C11",
        "how fast the players are: in each round the chance to be the next fastest is proportional to speed among "
        "those left",
    ),
    Option(
        "slip",
        0,
        _PerSeat(0, _MOST_SLIP, "of at least 0 and less than 1"),
        "C12",
        "the chance that a player who would win cards touches one by mistake, wins nothing and draws a hook card",
    ),
)


def types_of(rules: Rules) -> tuple[str, ...]:
    """The names of the treasure types, in the order of their numbers (C1).

    Args:
        rules: The effective rules.

    Returns:
        One name per type.
    """
    return tuple(rules.deck)


def stars_of(rules: Rules, kind: str) -> tuple[int, ...]:
    """The stars of the cards of a type (C2).

    Args:
        rules: The effective rules.
        kind: The type's name.

    Returns:
        One number per card.
    """
    stars = rules.deck[kind]
    return tuple(int(each) for each in stars) if isinstance(stars, tuple) else ()


def cards_of(rules: Rules) -> tuple[int, ...]:
    """The chest cards of the deck, not shuffled (C2).

    Args:
        rules: The effective rules.

    Returns:
        The number of each card, type after type.
    """
    return tuple(
        card(kind, stars) for kind, name in enumerate(types_of(rules)) for stars in stars_of(rules, name)
    )


def per_seat(rules: Rules, option: str, players: int) -> tuple[float, ...]:
    """An option that may differ from seat to seat (C11, C12).

    Args:
        rules: The effective rules.
        option: Its key.
        players: Number of seats.

    Returns:
        One number per seat.
    """
    value = rules.options[option]
    return tuple(float(each) for each in (value if isinstance(value, tuple) else (value,) * players))


def check_table(rules: Rules, players: int) -> None:
    """Refuses a table that cannot be played (C1, C11, C12).

    Args:
        rules: The effective rules.
        players: Number of players.

    Raises:
        UserError: The game is not for so many players, or an option is a list for another number of them.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise UserError(
            f"{_TITLE} is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not for {players} (C1)."
        )
    for option in _OPTIONS:
        value = rules.options[option.key]
        if isinstance(value, tuple) and len(value) != players:
            listed = f"{len(value)} {'number' if len(value) == 1 else 'numbers'}"
            raise UserError(
                f"options.{option.key} is a list of {listed}, {toml_value(value)}, but {players} play "
                f"({option.rule}).\nGive one number for all seats, or one for each of the {players} seats."
            )


def _complete(given: Mapping[str, Value]) -> dict[str, Value]:
    """The types that a deck table lists, the ordinary ones first; types without cards are left out.

    The order does not depend on how the deck was written, because it decides what is dealt.
    """
    if not given:
        return {option.key: option.default for option in _CARDS}
    names = [*STANDARD_TYPES, *sorted(set(given) - set(STANDARD_TYPES))]
    return {name: given[name] for name in names if given.get(name)}


def _check(rules: Rules) -> None:
    """Refuses a deck that is no deck, and gold coins that are not in it (C1, C2, C9)."""
    types = types_of(rules)
    for name in types:
        if not _is_name(name):
            raise UserError(
                f'deck."{shown(name)}" cannot be a type (C1): its name must begin with a letter and have letters, '
                f"digits, - and _, at most {_LONGEST_NAME}."
            )
        if name == TREASURE_NAME:
            raise UserError(
                f'deck.{name} cannot be a type (C1): "{name}" is what the treasure card is called; choose another name.'
            )
    if len(types) > MOST_TYPES:
        raise UserError(f"the deck has {len(types)} types; it may have at most {MOST_TYPES} (C1).")
    cards = len(cards_of(rules))
    if not LINE <= cards <= MOST_CARDS:
        raise UserError(
            f"the deck has {cards} chest {'card' if cards == 1 else 'cards'}; it must have {LINE} to {MOST_CARDS}: "
            f"each round takes {LINE} (C3, C9)."
        )
    gold = str(rules.options["gold_type"])
    if gold and gold not in types:
        raise UserError(
            f'options.gold_type is "{shown(gold)}", but the deck has no such type (C1).{did_you_mean(gold, types)}\n'
            f'It must be "" for none, or one of {", ".join(map(toml_key, types))}.'
        )


def _is_name(name: str) -> bool:
    return _TYPE_NAME.fullmatch(name) is not None and len(name) <= _LONGEST_NAME


SCHEMA = RulesSchema(
    game="cofre",
    title=_TITLE,
    builtin={"standard": Path(__file__).with_name("standard.toml")},
    deck_rule="C1, C2: the treasure types, and for each the stars of its chest cards. A type that is not listed is not "
    "in the game; types of any name can be added.",
    cards=_CARDS,
    other_cards=_Stars(),
    complete=_complete,
    options=_OPTIONS,
    check=_check,
)
"""What the rules files of this game may say."""
