"""A study's result as JSON that can be shown again: the public object, and the page under one more key.

What is written and read follows the classes of `content`: a new kind of figure, or a new part of one, needs nothing
here. A part that an older file lacks is read as its default, so the format's number only goes up when files written
before can no longer be read.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from math import inf, isfinite
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from analyzer.games.settings import shown, shown_value
from analyzer.studies.content import Content, Figure
from analyzer.studies.stored_checks import fault

FORMAT = 1
"""The number of the format that is written, and the only one that is read."""

PAGE = "page"
"""The key that the public object does not have."""

_NUMBER = "number"
"""Numbers that JSON has no word for are objects with this one key: {"number": "inf"}."""

_ENDLESS = ("inf", "-inf", "nan")
_LARGEST = 1e100
_LARGEST_WHOLE = 2**63
"""No result holds larger numbers; figures drawn of them would run out of the numbers that a machine has."""

_DEEPEST = 100
"""Most lists and objects inside each other; Python itself cannot follow many times as many."""

_KINDS: dict[str, type] = {kind.__name__.removesuffix("Figure").lower(): kind for kind in get_args(Figure)}
"""What the key "kind" of a figure says."""


class Unreadable(ValueError):
    """The object is no result that can be shown: what is wrong, to follow the file's name and a colon.

    Attributes:
        command: The command line that makes the result again, or "" where the object does not say.
    """

    def __init__(self, what: str, command: str = "") -> None:
        super().__init__(what)
        self.command = command


def to_json(content: Content) -> dict[str, Any]:
    """A result with all that is needed to show it again.

    Args:
        content: The result.

    Returns:
        The public object with one key more, "page", which holds what JSON can hold: no number that is not finite,
        no estimate. The public part is as the study made it.
    """
    page = {"format": FORMAT}
    for part in fields(content):
        if part.name != "result":
            page[part.name] = _plain(getattr(content, part.name))
    return {**content.result, PAGE: page}


def from_json(found: object) -> Content:
    """Reads what `to_json` made, after a way through a file.

    Args:
        found: The object as JSON's reader gives it.

    Returns:
        The same result, sequences as tuples; `result` is the public object as plain JSON.

    Raises:
        Unreadable: It is something else, or of a format that is not known, or something in it is not as it should be.
    """
    if not isinstance(found, dict):
        raise Unreadable("this is no result of analyzer")
    page = found.get(PAGE)
    if not isinstance(page, dict):
        raise Unreadable(
            'there is no "page" in it to be shown again: it is of an earlier version, or was printed by --json, or is '
            "of another program"
        )
    command = page.get("command")
    known = command if isinstance(command, str) else ""
    if _is_deep(found):
        raise Unreadable(f"its lists and objects are nested more than {_DEEPEST} deep", known)
    if type(page.get("format")) is not int or page["format"] != FORMAT:
        raise Unreadable(
            f"its format is {shown_value(page.get('format'))}, and this version of analyzer reads format {FORMAT} only",
            known,
        )
    parts = {key: value for key, value in page.items() if key != "format"}
    try:
        content: Content = _object(Content, parts, PAGE, skipped=("result",))
    except Unreadable as error:
        raise Unreadable(str(error), known) from None
    wrong = fault(content)
    if wrong:
        raise Unreadable(f"{PAGE}.{wrong}", known)
    content.result.update((key, value) for key, value in found.items() if key != PAGE)
    return content


def _is_deep(found: object) -> bool:
    level = [found]
    for _ in range(_DEEPEST):
        level = [
            part
            for each in level
            if isinstance(each, dict | list)
            for part in (each.values() if isinstance(each, dict) else each)
        ]
    return bool(level)


def _plain(value: Any) -> Any:
    """A part of a result as JSON has it."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return number if isfinite(number) else {_NUMBER: str(number)}
    if is_dataclass(value):
        parts = {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
        return next(({"kind": name} for name, kind in _KINDS.items() if type(value) is kind), {}) | parts
    return [_plain(part) for part in value]


def _read(hint: Any, value: Any, place: str) -> Any:
    """Reads a value that is to be of a type; `place` is where it stands, for the message."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        for each in get_args(hint):
            if _looks_like(each, value):
                return _read(each, value, place)
        raise _wrong(place, " or ".join(_words(each) for each in get_args(hint)), value)
    if not _looks_like(hint, value):
        raise _wrong(place, _words(hint), value)
    if origin is Sequence:
        (inner,) = get_args(hint)
        return tuple(_read(inner, part, f"{place}[{number}]") for number, part in enumerate(value))
    if origin is tuple:
        hints = get_args(hint)
        if len(value) != len(hints):
            raise _wrong(place, f"a list of {len(hints)}", value)
        return tuple(
            _read(inner, part, f"{place}[{number}]")
            for number, (inner, part) in enumerate(zip(hints, value, strict=True))
        )
    if is_dataclass(hint):
        return _object(hint, {key: part for key, part in value.items() if key != "kind"}, place)
    return _PLAIN_READERS[hint](value, place) if hint in _PLAIN_READERS else value


def _object(kind: Any, found: Mapping[str, Any], place: str, skipped: tuple[str, ...] = ()) -> Any:
    hints, parts = _hints(kind), {part.name: part for part in fields(kind) if part.name not in skipped}
    for key in found:
        if key not in parts:
            raise Unreadable(f'{place} has a key "{shown(str(key))}", which is not known')
    for name, part in parts.items():
        if name not in found and _is_needed(part):
            raise Unreadable(f'{place} has no key "{name}"')
    return kind(**{key: _read(hints[key], value, f"{place}.{key}") for key, value in found.items()})


def _is_needed(part: "Field[Any]") -> bool:
    # A default that is made anew, such as today's date, would not be what was stored.
    return part.default is MISSING


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _looks_like(hint: Any, value: Any) -> bool:
    """Whether a value is of a type as far as can be seen without looking inside."""
    if hint is NoneType:
        return value is None
    if hint is float:
        # A whole number will do for one with decimals, and keeps its form.
        return isinstance(value, int | float) or (isinstance(value, dict) and set(value) == {_NUMBER})
    if hint in (str, int, bool):
        return isinstance(value, hint)
    if not is_dataclass(hint):
        return isinstance(value, list)
    if not isinstance(value, dict) or set(value) == {_NUMBER}:
        return False
    return hint not in _KINDS.values() or _KINDS.get(str(value.get("kind"))) is hint


def _words(hint: Any) -> str:
    """What a value must be, in the words of JSON."""
    simple = {
        NoneType: "null",
        str: "a text",
        bool: "true or false",
        int: "a whole number",
        float: "a number",
    }
    if hint in simple:
        return simple[hint]
    if not is_dataclass(hint):
        return "a list"
    kinds = [name for name, kind in _KINDS.items() if kind is hint]
    needed = [f'"{part.name}"' for part in fields(hint) if _is_needed(part)]
    return f'an object of the kind "{kinds[0]}"' if kinds else f"an object with {', '.join(needed)}"


def _wrong(place: str, right: str, value: object) -> Unreadable:
    was = "null" if value is None else "an object" if isinstance(value, dict) else shown_value(value)
    return Unreadable(f"{place} must be {right}, not {was}")


def _text(value: str, place: str) -> str:
    # Such signs would steer the terminal, or cannot be written to a file.
    if any(unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t" for sign in value):
        raise Unreadable(f"{place} holds signs that are no text: {shown(value)}")
    return value


def _number(value: Any, place: str) -> Any:
    if isinstance(value, dict):
        if value[_NUMBER] not in _ENDLESS:
            raise _wrong(place, "a number", value)
        return float(value[_NUMBER])
    largest = _LARGEST_WHOLE if isinstance(value, int) else _LARGEST
    if abs(value) > largest and abs(value) != inf:
        raise _wrong(place, "a number of a result", value)
    return value


_PLAIN_READERS: dict[Any, Callable[[Any, str], Any]] = {str: _text, int: _number, float: _number}
