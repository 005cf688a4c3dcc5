"""The values that a rules file may hold: what each of them may be, and how it is written in TOML."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_SHOWN_LENGTH = 120
_SHOWN_BITS = 128


class Kind(Protocol):
    """What a setting may be. Games add kinds of their own by writing a class with these two members."""

    @property
    def right(self) -> str:
        """What a right value is, to follow "must be": "true or false"."""
        ...

    def accept(self, value: object) -> Value | None:
        """Takes a value as TOML gives it.

        Args:
            value: A bool, int, float, str, list, dict, date or time.

        Returns:
            The value as rules keep it (a list as a tuple), or None if it is not a right one.
        """
        ...


@dataclass(frozen=True, slots=True)
class Boolean:
    """True or false."""

    @property
    def right(self) -> str:
        """What a right value is."""
        return "true or false"

    def accept(self, value: object) -> Value | None:
        """Takes a bool, nothing else."""
        return value if isinstance(value, bool) else None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, both included."""

    low: int
    high: int

    @property
    def right(self) -> str:
        """What a right value is."""
        return f"a whole number from {self.low} to {self.high}"

    def accept(self, value: object) -> Value | None:
        """Takes an int within the bounds; a bool is none, although Python says so."""
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        return value if self.low <= value <= self.high else None


@dataclass(frozen=True, slots=True)
class Name:
    """A text that fits on a line of a report."""

    longest: int = 100

    @property
    def right(self) -> str:
        """What a right value is."""
        return f"a text on one line of at most {self.longest} characters"

    def accept(self, value: object) -> Value | None:
        """Takes a printable text that is not blank."""
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            return None
        return value if len(value) <= self.longest else None


@dataclass(frozen=True, slots=True)
class Option:
    """A value that a rules file may set, below [options] or, for the cards, below [deck].

    Attributes:
        key: Its key in the file.
        default: Its value when the file does not set it.
        kind: What it may be.
        rule: The number of the rule that it belongs to ("H12").
        meaning: What it does, to follow the rule's number: "if the hand becomes empty, …".
    """

    key: str
    default: Value
    kind: Kind
    rule: str
    meaning: str


class Table(Mapping[str, Value]):
    """An ordered mapping of settings that cannot change, so that it can be hashed."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Value] | Iterable[tuple[str, Value]] = ()) -> None:
        self._items = dict(items)

    def __getitem__(self, key: str) -> Value:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def whole(self, key: str) -> int:
        """A setting that is a whole number, or true (1) or false (0), for a kernel.

        Args:
            key: Its key.

        Returns:
            The number.

        Raises:
            KeyError: There is no such setting.
            TypeError: It is something else.
        """
        value = self._items[key]
        if not isinstance(value, int):
            raise TypeError(f"{key} is {value!r}, no whole number")
        return int(value)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"Table({self._items!r})"


def toml_value(value: Value) -> str:
    """Writes a value so that TOML reads the same back."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_escaped(character) for character in value) + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(toml_value(part) for part in value) + "]"
    return repr(value)


def toml_key(key: str) -> str:
    """Writes a key, in quotes where TOML wants them."""
    return key if _BARE_KEY.fullmatch(key) else toml_value(key)


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    return character if ord(character) >= 0x20 and ord(character) != 0x7F else f"\\u{ord(character):04x}"


def shown(text: str) -> str:
    """A user's text as it can stand in a message: on one line, printable and not too long."""
    line = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
    if len(line) <= _SHOWN_LENGTH:
        return line
    # The end of a path says more than its middle.
    half = _SHOWN_LENGTH // 2
    return f"{line[: half - 1]}…{line[-half:]}"


def shown_value(value: object) -> str:
    """A value from a rules file as it can stand in a message, near to how the user wrote it."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        # Lists may be nested deeper than Python can follow.
        parts = ("[…]" if isinstance(part, list) else shown_value(part) for part in value[:_SHOWN_LENGTH])
        return shown(f"[{', '.join(parts)}]")
    # Python refuses to print whole numbers of some thousand digits.
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return "a huge number"
    if isinstance(value, bool | int | float | str):
        return shown(toml_value(value))
    return shown(str(value))
