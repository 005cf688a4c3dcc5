"""Tables as cells of a page: text as people read it, and beside it the value that a script sorts by."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from analyzer.report import tables
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Column, Table, Value

_LONG = 24
"""Texts of more letters get a column in which they need not break at every word."""

_WIDTH = 100.0
_PAD = 5.0
"""Width of an interval's drawing, and the free part on either side of what it shows."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


@dataclass(frozen=True)
class Bar:
    """Where an estimate's interval lies in its column's drawing, from 0 to 100."""

    low: float
    mean: float
    high: float
    reference: float


@dataclass(frozen=True)
class Cell:
    """A cell.

    Attributes:
        text: What it says.
        look: Its classes.
        value: All digits of what it says, "" where there is no value, None where the text itself is the value.
        bar: The interval to be drawn beside the text, or None.
    """

    text: str
    look: str
    value: str | None
    bar: Bar | None


@dataclass(frozen=True)
class PageTable:
    """A table ready for a template.

    Attributes:
        name: File name without ending.
        title: What it shows.
        headings: Text and classes of the columns' headings.
        rows: Its cells, as many in each row as headings.
        named: Whether the first cell of a row says what the row is about.
        note: A sentence below it, or "".
    """

    name: str
    title: str
    headings: list[tuple[str, str]]
    rows: list[list[Cell]]
    named: bool
    note: str


def page_table(table: Table) -> PageTable:
    """A table as a page shows it."""
    texts = tables.cells(table)
    named = _named(table)
    numeric = tables.numeric(table)
    looks = _looks(texts, [False, *numeric[1:]] if named else numeric)
    extras = [
        _extras(column, [row[place] for row in table.rows]) for place, column in enumerate(table.columns)
    ]
    rows = []
    for number, row in enumerate(texts):
        parts = [part for column in extras for part in column[number]]
        rows.append(
            [
                Cell(text, f"{look} {text}" if bar is not None else look, value, bar)
                for text, look, (value, bar) in zip(row, looks, parts, strict=True)
            ]
        )
    headings = list(zip(tables.headings(table), looks, strict=True))
    return PageTable(table.name, table.title, headings, rows, named, table.note)


def _looks(texts: Sequence[Sequence[str]], numeric: Sequence[bool]) -> list[str]:
    looks = []
    for place, right in enumerate(numeric):
        longest = max((len(row[place]) for row in texts), default=0)
        looks.append("number" if right else "text long" if longest > _LONG else "text")
    return looks


def _extras(column: Column, values: Sequence[Value]) -> list[list[tuple[str | None, Bar | None]]]:
    """Value and drawing of the one to three cells that each of a column's values takes, see `tables.cells`."""
    if not any(isinstance(value, Estimate) for value in values):
        return [[(value, None)] for value in _numbers_in_words(values) or map(_digits, values)]
    scale = _Scale.of(column, values)
    cells: list[list[tuple[str | None, Bar | None]]] = []
    for value in values:
        if not isinstance(value, Estimate):
            cells.append([(_digits(value), None), ("", None), ("", None)])
        else:
            bar = scale.bar(value) if scale else None
            side = "" if column.reference is None else str(_side(value, column.reference))
            cells.append([(_digits(value.mean), None), (_digits(value.low), None), (side, bar)])
    return cells if column.reference is not None else [row[:2] for row in cells]


def _numbers_in_words(values: Sequence[Value]) -> list[str | None]:
    """The values of a column of words that are all numbers, such as the settings of a policy; else none."""
    words = [value for value in values if isinstance(value, str)]
    return list(words) if len(words) == len(values) and all(map(_NUMBER.fullmatch, words)) else []


def _side(value: Estimate, reference: float) -> int:
    return int(value.low > reference) - int(value.high < reference)


def _digits(value: Value) -> str | None:
    if isinstance(value, str):
        return None
    if isinstance(value, int | float) and isfinite(value):
        return repr(value)
    return ""


@dataclass(frozen=True)
class _Scale:
    """The common scale of a column's drawings."""

    low: float
    high: float
    reference: float

    @classmethod
    def of(cls, column: Column, values: Sequence[Value]) -> "_Scale | None":
        """From the lowest to the highest end of all intervals; None without a reference or anything to see."""
        if column.reference is None:
            return None
        ends = [
            end
            for value in values
            if isinstance(value, Estimate)
            for end in (value.low, value.high)
            if isfinite(end)
        ]
        low, high = min([*ends, column.reference]), max([*ends, column.reference])
        return cls(low, high, column.reference) if high > low else None

    def bar(self, value: Estimate) -> Bar | None:
        """Where an estimate lies on it."""
        if not all(isfinite(end) for end in (value.low, value.mean, value.high)):
            return None
        return Bar(*(self._place(end) for end in (value.low, value.mean, value.high, self.reference)))

    def _place(self, value: float) -> float:
        inside = _WIDTH - 2 * _PAD
        return round(_PAD + inside * (value - self.low) / (self.high - self.low), 1)


def _named(table: Table) -> bool:
    """Whether the first column names the rows: it holds words, or numbers that are all different."""
    if not table.columns or len({str(row[0]) for row in table.rows}) == 0:
        return False
    if any(isinstance(row[0], Estimate) for row in table.rows):
        return False
    form = table.columns[0].form
    names = [row[0] for row in table.rows]
    return form == "text" or (form == "count" and len(names) > 1 and len(set(names)) == len(names))
