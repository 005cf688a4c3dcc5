"""How lines, their intervals and their names are drawn, in figures of one set of axes or of several."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from analyzer.report import numbers, style
from analyzer.report.layout import Sheet, block_height, label_lines, line_height, text_width
from analyzer.report.sizes import Size
from analyzer.studies.content import Line

GAP = 0.12
"""Free space between the parts of a figure, in inches."""

_DASHES: tuple[Any, ...] = (
    (0, None),
    (0, (5, 2)),
    (0, (1.5, 1.5)),
    (0, (6, 2, 1.5, 2)),
)
"""So that lines are told apart without colours, too."""

_FEW = 40
"""Up to so many points are each marked with a dot."""

_SAMPLE = 0.34
"""Length of a line's sample beside its name."""

_MOST_LINES = 3
"""Most lines of a line's name."""

_BAND = 0.2
"""How dense the colour of an interval is."""

_PAD = 0.06
_NARROWEST = 1e-6
"""Smallest view, relative to the values."""


@dataclass(frozen=True)
class Legend:
    """The names of lines with samples beside them, row by row.

    Attributes:
        names: The lines of each name, with the line's fixed number.
        spots: Where each stands: from the left edge, and down from the first row.
        height: Height of all rows.
    """

    names: Sequence[tuple[int, str]]
    spots: Sequence[tuple[float, float]]
    height: float

    @classmethod
    def of(cls, lines: Iterable[tuple[int, str]], size: Size) -> "Legend":
        """Sets names in rows.

        Args:
            lines: Number and label of each line.
            size: The figure's size.
        """
        places, labels = zip(*lines, strict=True)
        names = label_lines(labels, size.inside - _SAMPLE - GAP, style.SMALL_SIZE, _MOST_LINES)
        spots = []
        left, down, row_height = 0.0, 0.0, 0.0
        for name in names:
            width = _SAMPLE + GAP + max(text_width(part, style.SMALL_SIZE) for part in name.split("\n"))
            if left and left + width > size.inside:
                left, down, row_height = 0.0, down + row_height, 0.0
            spots.append((size.margin + left, down))
            row_height = max(row_height, block_height(name or " ", style.SMALL_SIZE))
            left += width + 2 * GAP
        return cls(list(zip(places, names, strict=True)), spots, down + row_height)

    def write(self, sheet: Sheet, top: float) -> None:
        """Writes the names, the first row at `top`."""
        for (place, name), (left, down) in zip(self.names, self.spots, strict=True):
            middle = 1 - (top + down + line_height(style.SMALL_SIZE) / 2) / sheet.height
            sheet.figure.add_artist(_sample(place, left, middle, sheet.width))
            sheet.write(name, left + _SAMPLE + GAP, top + down, style.SMALL_SIZE)


def is_whole(line: Line) -> bool:
    """Whether a line has points, a value for each, and intervals for all of them or none."""
    points = len(line.places)
    return points > 0 and len(line.values) == points and len(line.bounds) in (0, points)


def number_of(line: Line, place: int) -> int:
    """The number that decides a line's look: its own among its like, or its place in the figure."""
    return place if line.place is None else line.place


def draw_line(axes: Axes, line: Line, number: int, scale: float) -> None:
    """Draws a line, with the band of its intervals.

    Args:
        axes: Where to.
        line: The line.
        number: What decides its look, see `number_of`.
        scale: Factor from its values to the axes' unit.
    """
    colour = style.series_colour(number)
    if line.bounds:
        low, high = ([end * scale for end in side] for side in zip(*line.bounds, strict=True))
        axes.fill_between(line.places, low, high, color=colour, alpha=_BAND, linewidth=0)
    axes.plot(
        line.places,
        [value * scale for value in line.values],
        color=colour,
        linestyle=_DASHES[number % len(_DASHES)],
        linewidth=1.6,
        marker="o" if len(line.values) <= _FEW else "",
        markersize=3.5,
        clip_on=False,
    )


def set_view(axes: Axes, lines: Sequence[Line], scale: float, reference: float | None, most: int) -> float:
    """Sets the vertical axis, so that it shows all values, their intervals and the reference.

    Args:
        axes: The axes.
        lines: What is drawn.
        scale: Factor from the values to the axes' unit.
        reference: Where the reference line lies, in the values' unit, or None.
        most: About how many ticks there may be.

    Returns:
        Width of the widest tick's label.
    """
    low, high, ticks, labels = _vertical(lines, scale, reference, most)
    axes.set_ylim(low, high)
    axes.set_yticks(ticks, labels)
    axes.grid(axis="y")
    return max((text_width(label, style.SMALL_SIZE) for label in labels), default=0.0)


def ticks_width(lines: Sequence[Line], scale: float, reference: float | None, most: int) -> float:
    """Width of the widest label that `set_view` will give a tick."""
    *_, labels = _vertical(lines, scale, reference, most)
    return max((text_width(label, style.SMALL_SIZE) for label in labels), default=0.0)


def _vertical(
    lines: Sequence[Line], scale: float, reference: float | None, most: int
) -> tuple[float, float, list[float], list[str]]:
    """Lower and upper end of the view, and the ticks with their labels."""
    shown = [
        value for line in lines for value in (*line.values, *(end for ends in line.bounds for end in ends))
    ]
    if reference is not None:
        shown.append(reference)
    low, high = _view([value * scale for value in shown])
    locator = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10])
    places = [float(place) for place in locator.tick_values(low, high) if low <= place <= high]
    digits = numbers.decimals_for(places[1] - places[0] if len(places) > 1 else high - low, 9)
    return low, high, places, [numbers.plotted(place, digits) for place in places]


def _view(values: list[float]) -> tuple[float, float]:
    finite = [value for value in values if isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    least = max(abs(low), abs(high)) * _NARROWEST
    if high - low <= least:
        half = max(abs(low) * 0.1, least, 1e-9) if low or high else 1.0
        low, high = low - half, high + half
    pad = (high - low) * _PAD
    return low - pad, high + pad


def _sample(place: int, left: float, middle: float, width: float) -> Line2D:
    return Line2D(
        [left / width, (left + _SAMPLE) / width],
        [middle, middle],
        color=style.series_colour(place),
        linestyle=_DASHES[place % len(_DASHES)],
        linewidth=1.6,
    )
