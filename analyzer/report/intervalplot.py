"""Estimates with their intervals as a dot plot: one row each, figures written beside them.

Source: W. S. Cleveland, R. McGill, "Graphical perception", JASA 79 (1984), 531-554: positions along a common scale are
read most exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isfinite

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyzer.report import numbers, style
from analyzer.report.layout import (
    Frame,
    Sheet,
    block_height,
    broken,
    clamped,
    label_lines,
    line_height,
    set_ticks,
    text_width,
)
from analyzer.report.sizes import Size
from analyzer.studies.content import IntervalFigure

_MOST_LABEL = 2.5
"""Widest column of labels, in inches."""

_NARROW_LABEL = 0.95
"""Widest column of labels in a narrow figure: longer ones stand above their rows."""

_MOST_LINES = 3
"""Most lines of a label beside its row, and"""

_LINES_ABOVE = 2
"""above it."""

_ABOVE_LABEL = 2.2
"""Widest label above its row."""

_LEAST_LABEL = 0.25
_LEAST_HEADING = 0.9
_GAP = 0.18
_ROW_SPACE = 0.17
_DENSE_SPACE = 0.1
"""Free height between two rows' labels, and where there are many rows."""

_MANY_ROWS = 12
_HEADING_SPACE = 0.06

_EXACT_DECIMALS = 3
"""Decimals of values that have no interval."""

_PAD = 0.06
"""Free part of the view on either side of what it must show."""

_NARROWEST = 1e-6
"""Smallest view, relative to the values: below that, tick labels would be all digits."""


@dataclass(frozen=True)
class _Row:
    """One estimate in the axis' unit, ready to be written."""

    label: str
    mean: float
    low: float
    high: float
    value: str
    interval: str
    colour: str


@dataclass(frozen=True)
class _Columns:
    """Where labels, axes and written figures stand, in inches from the left edge of the figure.

    Attributes:
        margin: Where labels begin.
        left: Left edge of the axes.
        right: Right edge of the axes.
        value_edge: Right edge of the column of means.
        interval_edge: Right edge of the column of intervals.
        heading: The lines above the intervals.
        above: Whether labels stand above their rows, then beside the means.
        stacked: Whether intervals stand below the means.
    """

    margin: float
    left: float
    right: float
    value_edge: float
    interval_edge: float
    heading: str
    above: bool
    stacked: bool

    @classmethod
    def of(cls, rows: list[_Row], heading: str, size: Size, above: bool) -> "_Columns":
        """Gives each column the room that its texts need and the axes the rest."""
        values = max(text_width(row.value, style.LABEL_SIZE, bold=True) for row in rows)
        intervals = max(text_width(row.interval, style.LABEL_SIZE) for row in rows)
        heading = broken(heading, max(intervals, _LEAST_HEADING), style.SMALL_SIZE)
        intervals = max(intervals, _width(heading, style.SMALL_SIZE))
        stacked = size.narrow
        value_edge = size.right if stacked else size.right - intervals - _GAP
        taken = max(values, intervals) if stacked else values
        right = value_edge - taken - _GAP
        left = size.plot_left
        if not above:
            left = size.margin + max(_LEAST_LABEL, *(_width(row.label) for row in rows)) + _GAP
        return cls(size.margin, left, right, value_edge, size.right, heading, above, stacked)

    def height(self, row: _Row, space: float) -> float:
        """Height of a row with the space around it."""
        label, line = block_height(row.label, style.LABEL_SIZE), line_height(style.LABEL_SIZE)
        if self.above:
            return max(label, line) + line + space
        return max(label, 2 * line if self.stacked else line) + space

    def middle(self, height: float, space: float) -> float:
        """Where a row's interval is drawn, downwards from the row's upper edge."""
        return height - (space + line_height(style.LABEL_SIZE)) / 2 if self.above else height / 2


def draw_intervals(figure: IntervalFigure, size: Size) -> Figure:
    """Draws the figure; see `figures.draw`."""
    if not figure.estimates or len(figure.labels) != len(figure.estimates):
        raise ValueError(f'figure "{figure.name}" needs estimates and one label for each')
    labels, above = _labels(figure.labels, size)
    rows = _rows(figure, labels)
    columns = _Columns.of(rows, figure.interval, size, above)
    frame = Frame.of(size, figure.title, figure.axis, figure.caption)
    reference = broken(figure.reference_label, columns.right - columns.margin, style.SMALL_SIZE)
    headings = (reference, columns.heading)
    top = frame.top + max(block_height(text, style.SMALL_SIZE) for text in headings) + _HEADING_SPACE
    space = _DENSE_SPACE if len(rows) > _MANY_ROWS else _ROW_SPACE
    heights = [columns.height(row, space) for row in rows]

    sheet = Sheet.of(size, top + sum(heights) + frame.bottom)
    frame.write(sheet, columns.left, columns.right)
    axes = sheet.axes(columns.left, top, columns.right - columns.left, sum(heights))
    _set_view(axes, figure, rows)
    axes.set_ylim(sum(heights), 0)
    set_ticks(axes, columns.right - columns.left)
    for row, height, below in zip(rows, heights, accumulate(heights), strict=True):
        middle = below - height + columns.middle(height, space)
        _draw_row(axes, row, middle)
        _write_row(sheet, columns, row, top + middle)
    heading_top = top - _HEADING_SPACE - block_height(columns.heading, style.SMALL_SIZE)
    sheet.write(
        columns.heading, columns.interval_edge, heading_top, style.SMALL_SIZE, style.QUIET, side="right"
    )
    if figure.reference is not None:
        _draw_reference(sheet, axes, figure.reference * figure.scale, reference, columns, top)
    return sheet.figure


def _labels(labels: Sequence[str], size: Size) -> tuple[list[str], bool]:
    """The lines of the labels, and whether these stand above their rows."""
    if not size.narrow:
        return label_lines(labels, _MOST_LABEL, style.LABEL_SIZE, _MOST_LINES), False
    if all(text_width(" ".join(label.split()), style.LABEL_SIZE) <= _NARROW_LABEL for label in labels):
        return [broken(label, _NARROW_LABEL, style.LABEL_SIZE) for label in labels], False
    return label_lines(labels, _ABOVE_LABEL, style.LABEL_SIZE, _LINES_ABOVE), True


def _rows(figure: IntervalFigure, labels: list[str]) -> list[_Row]:
    scaled = [(e.mean * figure.scale, e.low * figure.scale, e.high * figure.scale) for e in figure.estimates]
    halves = [abs(high - low) / 2 for _, low, high in scaled if isfinite(high - low) and high > low]
    digits = numbers.decimals_of_interval(min(halves, default=0.0)) if figure.interval else _EXACT_DECIMALS
    rows = []
    colours = [style.series_colour(place) for place in figure.places] or [style.MAIN] * len(scaled)
    for label, colour, (mean, low, high) in zip(labels, colours, scaled, strict=True):
        known = isfinite(low) and isfinite(high)
        ends = f"{numbers.plotted(low, digits)} to {numbers.plotted(high, digits)}"
        rows.append(
            _Row(
                label,
                mean,
                low if known else mean,
                high if known else mean,
                numbers.plotted(mean, digits),
                (ends if known else numbers.MISSING) if figure.interval else "",
                colour,
            )
        )
    return rows


def _width(lines: str, size: float = style.LABEL_SIZE) -> float:
    return max(text_width(line, size) for line in lines.split("\n"))


def _set_view(axes: Axes, figure: IntervalFigure, rows: list[_Row]) -> None:
    """Limits that show every interval and the reference."""
    shown = [end for row in rows for end in (row.low, row.mean, row.high) if isfinite(end)]
    if figure.reference is not None:
        shown.append(figure.reference * figure.scale)
    low, high = min(shown, default=0.0), max(shown, default=1.0)
    least = max(abs(low), abs(high)) * _NARROWEST
    if high - low <= least:
        # One point only: any view does, as long as its ticks are round.
        half = max(abs(low) * 0.1, least, 1e-9) if low or high else 1.0
        low, high = low - half, high + half
    pad = (high - low) * _PAD
    axes.set_xlim(low - pad, high + pad)
    axes.set_yticks([])
    axes.grid(axis="x")


def _draw_row(axes: Axes, row: _Row, middle: float) -> None:
    axes.axhline(middle, color=style.FAINT, linewidth=0.8, zorder=1)
    if not isfinite(row.mean):
        return
    axes.plot([row.low, row.high], [middle, middle], color=row.colour, linewidth=2.2, zorder=3)
    # The white rim keeps the dot apart from its line; the dot is seen however narrow the interval is.
    axes.plot(
        [row.mean],
        [middle],
        "o",
        color=row.colour,
        markersize=6.5,
        markeredgecolor="white",
        markeredgewidth=0.9,
        zorder=4,
        clip_on=False,
    )


def _write_row(sheet: Sheet, columns: _Columns, row: _Row, middle: float) -> None:
    line = line_height(style.LABEL_SIZE)
    interval_top = middle if columns.stacked and not columns.above else middle - line / 2
    value_top = interval_top - line if columns.stacked else interval_top
    label_height = block_height(row.label, style.LABEL_SIZE)
    label_top = interval_top - label_height if columns.above else middle - label_height / 2
    # Grid and reference line pass behind a label above.
    sheet.write(row.label, columns.margin, label_top, ground=style.PAPER if columns.above else None)
    sheet.write(row.value, columns.value_edge, value_top, bold=True, side="right")
    sheet.write(row.interval, columns.interval_edge, interval_top, color=style.QUIET, side="right")


def _draw_reference(
    sheet: Sheet, axes: Axes, place: float, label: str, columns: _Columns, top: float
) -> None:
    axes.axvline(place, color=style.REFERENCE, linewidth=1.2, linestyle=(0, (4, 2.5)), zorder=2)
    if not label:
        return
    low, high = axes.get_xlim()
    wanted = columns.left + (place - low) / (high - low) * (columns.right - columns.left)
    centre = clamped(wanted, _width(label, style.SMALL_SIZE), columns.margin, columns.right)
    label_top = top - _HEADING_SPACE - block_height(label, style.SMALL_SIZE)
    sheet.write(label, centre, label_top, style.SMALL_SIZE, style.REFERENCE_INK, side="center")
