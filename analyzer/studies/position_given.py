"""What is said of a position: in a file, or field by field."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from analyzer.errors import UserError, did_you_mean
from analyzer.games.positions import Given, Question
from analyzer.games.settings import shown, shown_value
from analyzer.games.tomltext import TomlError, line_of, parse, read_text

PLAYERS, SEAT = "players", "seat"
"""What can be said of a position besides the fields of its question."""

_KINDS = (".toml", ".json")
_MOST_PLAYERS = 99


@dataclass(frozen=True)
class Source:
    """Where something is said of a position: the fields by their names, and the players and the seat if it likes.

    Attributes:
        said: What is said.
        name: What it is called in messages.
        text: What the file holds; "" if it is none.
    """

    said: Mapping[str, Any]
    name: str
    text: str = ""

    @classmethod
    def of(cls, position: Mapping[str, Any] | str) -> "Source":
        """What is said in Python, or in a TOML or JSON file of that name.

        Raises:
            UserError: The file is not there or cannot be read.
        """
        if not isinstance(position, str):
            return cls(position, "position")
        name = f'The position file "{shown(position)}"'
        if not position.endswith(_KINDS):
            raise UserError(f"{name}: its name must end in {' or '.join(_KINDS)}.")
        try:
            text = read_text(Path(position))
            return cls(_json(text) if position.endswith(".json") else parse(text), name, text)
        except FileNotFoundError:
            raise UserError(f'There is no position file "{shown(position)}".') from None
        except TomlError as error:
            raise UserError(f"{name} {error}") from None

    def whole(self, key: str, least: int) -> int | None:
        """The number of players or the seat, if it says so."""
        value = self.said.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _MOST_PLAYERS:
            raise UserError(
                f"{self.place(key)}: {key} must be a whole number from {least}, not {shown_value(value)}."
            )
        return value

    def place(self, key: str) -> str:
        """Where a key stands, to be followed by a colon and what is wrong with it."""
        line = line_of(self.text, "", key)
        return self.name + (f", line {line}" if line else "")

    def blamed(self, error: UserError, fields: Mapping[str, Any]) -> UserError:
        """The same error with its place, if it is about something that is said here and not in `fields`."""
        for key in self.said:
            # What is wrong with a field is told with its name first.
            if re.match(rf"{re.escape(key)}(?![\w-])", str(error)) and key not in fields:
                return UserError(f"{self.place(key)}: {error}")
        return error


def checked(source: Source, question: Question, title: str) -> Given:
    """Refuses names that there are not, and what is no value of any field.

    Whether the values are right is the game's to say.

    Args:
        source: Where the fields are said.
        question: What is asked.
        title: What the game is called.

    Returns:
        What is said by the names of fields.

    Raises:
        UserError: A name is unknown, or its value is of no kind that a field can have.
    """
    fields = {field.name: field for field in question.fields}
    said = {name: value for name, value in source.said.items() if name not in (PLAYERS, SEAT)}
    for name, value in said.items():
        place = source.place(str(name))
        if name not in fields:
            known = [*fields, PLAYERS, SEAT]
            raise UserError(
                f'{place}: nothing of the name "{shown(str(name))}" can be said of a position of {title}, '
                f"{question.name}.{did_you_mean(str(name), known)}\nWhat can be said: {', '.join(known)}."
            )
        if fields[name].per_seat:
            _check_seats(value, name, place)
        elif not _is_value(value):
            raise UserError(
                f"{place}: {name} must be a text, a number or a list of them, not {shown_value(value)}."
            )
    return said


def overridden(said: Given, by: Given) -> dict[str, Any]:
    """What is said of a position where some of it is said anew; what is said for each seat, seat by seat."""
    merged = dict(said)
    for name, value in by.items():
        earlier = merged.get(name)
        if isinstance(earlier, Mapping) and isinstance(value, Mapping):
            merged[name] = {**_by_text(earlier), **_by_text(value)}
        else:
            merged[name] = value
    return merged


def as_said(given: Sequence[tuple[str, str]], question: Question) -> dict[str, Any]:
    """A position's canonical form as a file would say it: what is said for each seat apart as an object."""
    apart = {field.name for field in question.fields if field.per_seat}
    said: dict[str, Any] = {}
    for name, text in given:
        if name in apart:
            seat, _, value = text.partition("=")
            said.setdefault(name, {})[seat] = value
        else:
            said[name] = text
    return said


def _by_text(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in values.items()}


def _check_seats(value: object, name: str, place: str) -> None:
    if not isinstance(value, Mapping):
        raise UserError(
            f"{place}: {name} is said for each seat apart, with the seat's number as its key, not as "
            f"{shown_value(value)}."
        )
    for seat, each in value.items():
        if not _is_value(each):
            raise UserError(
                f"{place}: {name}, seat {shown(str(seat))}: this must be a text, a number or a list of them, "
                f"not {shown_value(each)}."
            )


def _is_value(value: object) -> bool:
    parts = value if isinstance(value, list | tuple) else [value]
    return all(isinstance(part, str | int | float) for part in parts)


def _json(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise TomlError(f"is no JSON: {error.msg} (line {error.lineno}).") from None
    except (ValueError, RecursionError) as error:
        reason = "it nests its values too deeply" if isinstance(error, RecursionError) else str(error)
        raise TomlError(f"is no JSON: {reason}.") from None
    if not isinstance(found, dict):
        raise TomlError("holds no object: write {…} around what it says.")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which no key may come twice: Python would take the last one without a word."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'"{shown(key)}" is said twice')
        found[key] = value
    return found


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")
