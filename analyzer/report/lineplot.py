"""Values that change from step to step, as lines with their names above."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from analyzer.report import numbers, style
from analyzer.report.layout import (
    Frame,
    Sheet,
    block_height,
    broken,
    label_lines,
    line_height,
    set_ticks,
    text_width,
)
from analyzer.report.sizes import Size
from analyzer.studies.content import LineFigure

_HEIGHT = 2.4
"""Height of the axes in inches."""

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

_GAP = 0.12
_PAD = 0.06
_NARROWEST = 1e-6
"""Smallest view, relative to the values."""


def draw_lines(figure: LineFigure, size: Size) -> Figure:
    """Draws the figure; see `figures.draw`."""
    if not figure.lines or not all(
        line.places
        and len(line.places) == len(line.values)
        and len(line.bounds) in (0, len(line.values))
        and (line.places[0] > 0 or not figure.ratios)
        for line in figure.lines
    ):
        raise ValueError(f'figure "{figure.name}" needs lines, and points on each')
    frame = Frame.of(size, figure.title, figure.horizontal, figure.caption)
    labels = [line.label for line in figure.lines]
    names = label_lines(labels, size.inside - _SAMPLE - _GAP, style.SMALL_SIZE, _MOST_LINES)
    spots, names_height = _spots(names, size)
    vertical = broken(figure.vertical, size.inside, style.SMALL_SIZE)
    vertical_top = frame.top + names_height + _GAP
    top = vertical_top + block_height(vertical, style.SMALL_SIZE) + _GAP

    sheet = Sheet.of(size, top + _HEIGHT + frame.bottom)
    bottom, ceiling = _view([value * figure.scale for value in _values(figure)])
    ticks, tick_labels = _ticks(bottom, ceiling)
    widest = max((text_width(label, style.SMALL_SIZE) for label in tick_labels), default=0.0)
    left = size.margin + widest + _GAP
    right = size.plot_right
    frame.write(sheet, left, right)
    sheet.write(vertical, size.margin, vertical_top, style.SMALL_SIZE, style.QUIET)
    axes = sheet.axes(left, top, right - left, _HEIGHT)
    axes.set_ylim(bottom, ceiling)
    axes.set_yticks(ticks, tick_labels)
    axes.grid(axis="y")
    _set_steps(axes, figure, right - left)
    if figure.reference is not None:
        _draw_reference(axes, figure, figure.reference * figure.scale)
    for number, line in enumerate(figure.lines):
        place = number if line.place is None else line.place
        if line.bounds:
            low, high = ([end * figure.scale for end in side] for side in zip(*line.bounds, strict=True))
            colour = style.series_colour(place)
            axes.fill_between(line.places, low, high, color=colour, alpha=_BAND, linewidth=0)
        _draw_line(axes, place, line.places, [value * figure.scale for value in line.values])
        _draw_name(sheet, place, names[number], spots[number], frame.top)
    return sheet.figure


def _values(figure: LineFigure) -> list[float]:
    """All that must be in view."""
    found = [
        value
        for line in figure.lines
        for value in (*line.values, *(end for ends in line.bounds for end in ends))
    ]
    return found if figure.reference is None else [*found, figure.reference]


def _set_steps(axes: Axes, figure: LineFigure, width: float) -> None:
    """Sets the horizontal axis: its ends and its ticks."""
    first = min(line.places[0] for line in figure.lines)
    last = max(line.places[-1] for line in figure.lines)
    if not figure.ratios:
        room = max(0.5, (last - first) * 0.02)
        axes.set_xlim(first - room, last + room)
        set_ticks(axes, width, whole=True)
        return
    axes.set_xscale("log")
    factor = max(1.05, (last / first) ** 0.02)
    axes.set_xlim(first / factor, last * factor)
    shown = sorted({place for line in figure.lines for place in line.places})
    while (
        len(shown) > 2 and sum(text_width(f"{place:g}", style.SMALL_SIZE) + _GAP for place in shown) > width
    ):
        shown = shown[::2]
    axes.set_xticks(shown, [f"{place:g}" for place in shown])
    axes.minorticks_off()


def _draw_reference(axes: Axes, figure: LineFigure, value: float) -> None:
    axes.axhline(value, color=style.REFERENCE, linestyle=(0, (4, 3)), linewidth=1.1)
    axes.annotate(
        figure.reference_label,
        (1, value),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=style.SMALL_SIZE,
        color=style.REFERENCE_INK,
    )


def _spots(names: list[str], size: Size) -> tuple[list[tuple[float, float]], float]:
    """Where the names stand (left, down from the first), row by row, and the height of all rows."""
    spots = []
    left, down, row_height = 0.0, 0.0, 0.0
    for name in names:
        width = _SAMPLE + _GAP + max(text_width(part, style.SMALL_SIZE) for part in name.split("\n"))
        if left and left + width > size.inside:
            left, down, row_height = 0.0, down + row_height, 0.0
        spots.append((size.margin + left, down))
        row_height = max(row_height, block_height(name or " ", style.SMALL_SIZE))
        left += width + 2 * _GAP
    return spots, down + row_height


def _view(values: list[float]) -> tuple[float, float]:
    finite = [value for value in values if isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    least = max(abs(low), abs(high)) * _NARROWEST
    if high - low <= least:
        half = max(abs(low) * 0.1, least, 1e-9) if low or high else 1.0
        low, high = low - half, high + half
    pad = (high - low) * _PAD
    return low - pad, high + pad


def _ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    locator = MaxNLocator(6, steps=[1, 2, 2.5, 5, 10])
    places = [float(place) for place in locator.tick_values(low, high) if low <= place <= high]
    digits = numbers.decimals_for(places[1] - places[0] if len(places) > 1 else high - low, 9)
    return places, [numbers.plotted(place, digits) for place in places]


def _draw_line(axes: Axes, place: int, places: Sequence[float], values: list[float]) -> None:
    axes.plot(
        places,
        values,
        color=style.series_colour(place),
        linestyle=_DASHES[place % len(_DASHES)],
        linewidth=1.6,
        marker="o" if len(values) <= _FEW else "",
        markersize=3.5,
        clip_on=False,
    )


def _draw_name(sheet: Sheet, place: int, name: str, spot: tuple[float, float], top: float) -> None:
    left, down = spot
    middle = 1 - (top + down + line_height(style.SMALL_SIZE) / 2) / sheet.height
    sheet.figure.add_artist(_sample(place, left, middle, sheet.width))
    sheet.write(name, left + _SAMPLE + _GAP, top + down, style.SMALL_SIZE)


def _sample(place: int, left: float, middle: float, width: float) -> Line2D:
    return Line2D(
        [left / width, (left + _SAMPLE) / width],
        [middle, middle],
        color=style.series_colour(place),
        linestyle=_DASHES[place % len(_DASHES)],
        linewidth=1.6,
    )
