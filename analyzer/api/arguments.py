"""What the functions are given, checked and brought into the form that the studies take."""

import json
import operator
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from analyzer.api.limits import MOST_GAMES, MOST_THREADS
from analyzer.errors import UserError
from analyzer.games.settings import shown

LARGEST = 2**63 - 1

_HALF = 0.5
SMALLEST = 1e-9
"""Smallest of the numbers that are above 0, and the largest is as large as it is small."""

Settings = Iterable[str] | Mapping[str, Any]
"""Changes to the rules: "KEY=VALUE", or the values by their keys."""


def whole(name: str, value: object, least: int = 1, most: int = LARGEST) -> int:
    """A whole number of any kind, numpy's and 2e5 too.

    Args:
        name: The argument's name.
        value: What was given.
        least: The smallest that makes sense.
        most: The largest.

    Returns:
        The number.

    Raises:
        UserError: It is none, or out of bounds.
    """
    number = _whole(value)
    if number is None or not least <= number <= most:
        ends = f"from {least}" if most == LARGEST else f"from {least} to {most:,}"
        raise UserError(f"{name} must be a whole number {ends}, not {shown(repr(value))}.")
    return number


def whole_or_none(name: str, value: object, least: int = 1, most: int = LARGEST) -> int | None:
    """The same, where None leaves it open."""
    return None if value is None else whole(name, value, least, most)


def games(value: object) -> int:
    """How many games are to be played."""
    return whole("games", value, 1, MOST_GAMES)


def threads(value: object) -> int | None:
    """On how many threads; None for all cores."""
    return whole_or_none("threads", value, 1, MOST_THREADS)


def deals(value: object, games_in_all: object, games_per_deal: int, usual: int) -> int:
    """How many deals are to be played; a part of a deal is none, but there is at least one.

    Args:
        value: Deals, or None.
        games_in_all: Games instead, or None.
        games_per_deal: What a deal takes.
        usual: Deals if neither is said.

    Returns:
        The number.

    Raises:
        UserError: One of them is none, or both are given.
    """
    if value is not None and games_in_all is not None:
        raise UserError("deals and games: only one of them can say how much is played.")
    if games_in_all is not None:
        return max(1, games(games_in_all) // games_per_deal)
    return whole("deals", usual if value is None else value, 1, MOST_GAMES // games_per_deal)


def part(name: str, value: object) -> float | None:
    """A number between 0 and 1/2, or None."""
    if value is None:
        return None
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0
    if not 0 < number < _HALF:
        raise UserError(
            f"{name} must be a number between 0 and 0.5, such as 0.002 for 0.2 points, not {shown(repr(value))}."
        )
    return float(number)


def positive(name: str, value: object) -> float | None:
    """A number above 0, or None."""
    if value is None:
        return None
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0
    if not SMALLEST <= number <= 1 / SMALLEST:
        raise UserError(f"{name} must be a number above 0, not {shown(repr(value))}.")
    return float(number)


def text(name: str, value: object) -> str:
    """A text, or a path."""
    if not isinstance(value, str | Path):
        raise UserError(f"{name} must be a text, not {shown(repr(value))}.")
    return str(value)


def text_or_none(name: str, value: object) -> str | None:
    """The same, where None leaves it open."""
    return None if value is None else text(name, value)


def texts(name: str, value: object) -> list[str]:
    """Several texts; one alone stands for itself."""
    if isinstance(value, str):
        return [text(name, value)]
    if value is None or isinstance(value, bytes | Mapping) or not isinstance(value, Iterable):
        raise UserError(f"{name} must be a text or a list of texts, not {shown(repr(value))}.")
    return [text(f"each of {name}", each) for each in value]


def settings(value: object) -> list[str]:
    """Changes to the rules as "KEY=VALUE"."""
    if not isinstance(value, Mapping):
        return texts("settings", value)
    try:
        return [f"{text('each key of settings', key)}={json.dumps(each)}" for key, each in value.items()]
    except (TypeError, ValueError):
        raise UserError(
            f"settings must hold numbers, texts, lists and truth values, not {shown(repr(value))}."
        ) from None


def position(value: object) -> Mapping[str, Any] | str | None:
    """What is said of a position, by the names of its fields, or the name of a file that says it."""
    if value is None or isinstance(value, str | Path):
        return None if value is None else str(value)
    if not isinstance(value, Mapping):
        raise UserError(f"position must be a mapping, or a file's name, not {shown(repr(value))}.")
    return {text("each key of position", name): _plain(each) for name, each in value.items()}


def fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a position that are given by their names in Python: with _ for a dash."""
    return {name.replace("_", "-"): _plain(each) for name, each in given.items()}


def table(game: object, players: object, policies: object, rules: object, changes: object) -> dict[str, Any]:
    """The arguments of `set_table`."""
    return {
        "game": text("game", game),
        "players": whole_or_none("players", players, 1, 99),
        "policies": texts("policies", policies),
        "rules": text("rules", rules),
        "settings": settings(changes),
    }


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _plain(value: object) -> object:
    """A value in Python's own types, numpy's numbers and arrays too."""
    if isinstance(value, bool | str | bytes):
        return value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_plain(each) for each in value]
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else value
