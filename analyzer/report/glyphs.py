"""Intervals drawn in a line of text: each row of a table on one scale, with the reference marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeGuard

from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Value

CELLS = 13
"""Characters of a drawing where there is room: odd, so that it has a middle."""


@dataclass(frozen=True)
class Marks:
    """The characters that intervals are drawn with, one column wide each.

    Attributes:
        reference: Where the reference is.
        mean: Where the estimate is.
        low: The interval's lower end.
        high: Its upper end.
        line: Between them.
        crossing: Where the interval lies across the reference.
    """

    reference: str
    mean: str
    low: str
    high: str
    line: str
    crossing: str


DRAWN = Marks("┊", "●", "├", "┤", "─", "┼")
TYPED = Marks("|", "o", "[", "]", "-", "+")
"""For places that know no other characters than ASCII."""


def marks_for(encoding: str) -> Marks:
    """The marks that an output of this encoding can show."""
    return DRAWN if shows("".join(vars(DRAWN).values()), encoding) else TYPED


def shows(text: str, encoding: str) -> bool:
    """Whether an output of this encoding can show all characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def drawings(
    values: Sequence[Value], reference: float, marks: Marks = DRAWN, cells: int = CELLS
) -> list[str]:
    """Draws the intervals of a column below each other, on a scale that holds all of them and the reference.

    What lies wholly on one side of the reference is drawn on that side, however close it is, and what holds the
    reference is drawn across it. An interval that is narrower than a character is only a dot.

    Args:
        values: The column's values; what is no estimate with finite ends is left out.
        reference: What the intervals are seen against.
        marks: What to draw with.
        cells: Characters of each drawing, an odd number.

    Returns:
        One drawing of so many characters per value, or empty texts if there is nothing to draw.
    """
    scale = _Scale.of([value for value in values if _is_drawn(value)], reference, cells)
    if scale is None:
        return [""] * len(values)
    return [scale.drawing(value if _is_drawn(value) else None, marks) for value in values]


def _is_drawn(value: Value) -> TypeGuard[Estimate]:
    return isinstance(value, Estimate) and all(isfinite(end) for end in (value.mean, value.low, value.high))


@dataclass(frozen=True)
class _Scale:
    """From values to characters.

    Attributes:
        low: The value of the first character.
        span: From there to the value of the last one.
        reference: What intervals are seen against.
        middle: The reference's character.
        cells: Characters of a drawing.
    """

    low: float
    span: float
    reference: float
    middle: int
    cells: int

    @classmethod
    def of(cls, values: Sequence[Estimate], reference: float, cells: int) -> "_Scale | None":
        ends = [end for value in values for end in (value.low, value.high)]
        if not ends or not isfinite(reference):
            return None
        low, high = min(*ends, reference), max(*ends, reference)
        if not isfinite(high - low):
            return None
        if high == low:
            return cls(low, 0.0, reference, cells // 2, cells)
        # Whatever lies beside the reference has room beside it.
        first, last = int(low < reference), cells - 1 - int(high > reference)
        middle = round((reference - low) / (high - low) * (cells - 1))
        return cls(low, high - low, reference, min(max(middle, first), last), cells)

    def drawing(self, value: Estimate | None, marks: Marks) -> str:
        cells = [" "] * self.cells
        cells[self.middle] = marks.reference
        if value is not None:
            first, last = self._cell(value.low), self._cell(value.high)
            if value.low > self.reference:
                first = max(first, self.middle + 1)
                last = max(last, first)
            elif value.high < self.reference:
                last = min(last, self.middle - 1)
                first = min(first, last)
            else:
                first, last = min(first, self.middle), max(last, self.middle)
            cells[first : last + 1] = marks.line * (last - first + 1)
            cells[first], cells[last] = marks.low, marks.high
            if first <= self.middle <= last:
                cells[self.middle] = marks.crossing
            cells[min(max(self._cell(value.mean), first), last)] = marks.mean
        return "".join(cells)

    def _cell(self, value: float) -> int:
        return round((value - self.low) / self.span * (self.cells - 1)) if self.span else self.middle
