"""How often each value came up, as bars, with quantiles marked and the long tail cut and counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from analyzer.report import numbers, style
from analyzer.report.layout import Frame, Sheet, block_height, broken, line_height, set_ticks, text_width
from analyzer.report.sizes import Size
from analyzer.stats import histogram
from analyzer.studies.content import DistributionFigure

_HEIGHT = 2.4
"""Height of the axes in inches."""

_TAIL = 0.999
"""Part of the values that must be in view on either side."""

_WORTH = 1.15
"""How many times wider the view must be with the tail for the tail to be cut."""

_FROM_ZERO = 0.2
"""The view begins at 0 when the smallest value is less than this part of the largest."""

_MOST_BARS = 240
_APART = 40
"""Up to so many bars stand apart."""

_FEWEST = 8
"""The view is at least so many bars wide: one bar alone would look like a wall."""

_FLAG = 0.05
"""Distance of a mark's label from its line."""

_TICK_LABELS = 0.42
"""Width of the vertical axis' labels."""


@dataclass(frozen=True)
class _View:
    """The values in view, from `first` on, and what lies beyond.

    Attributes:
        first: Smallest value in view.
        step: Values that share a bar.
        bars: How many of them fall into each bar.
        below: Values cut off on the left.
        above: Values cut off on the right.
    """

    first: int
    step: int
    bars: list[int]
    below: int
    above: int

    @property
    def last(self) -> int:
        """Largest value in view."""
        return self.first + self.step * len(self.bars) - 1


@dataclass(frozen=True)
class _Mark:
    """A position in view, its label a flag to the right of its line.

    Attributes:
        text: What the label says.
        value: Where the line stands.
        lane: Row of labels, counted upwards from the axes.
    """

    text: str
    value: float
    lane: int


def draw_distribution(figure: DistributionFigure, size: Size) -> Figure:
    """Draws the figure; see `figures.draw`."""
    view = _view(histogram.whole(figure.counts))
    left = size.margin + _TICK_LABELS
    inside = size.plot_right - left
    flags = _flags(figure, view, inside)
    limits = _limits(view, flags, inside)
    marks = _in_lanes(flags, limits, inside)
    lane_height = line_height(style.SMALL_SIZE) + 0.02
    frame = Frame.of(size, figure.title, figure.axis, caption(figure))
    name = _name(figure, view, size.inside)
    top = frame.top + block_height(name, style.SMALL_SIZE) + 0.1
    top += lane_height * max((mark.lane + 1 for mark in marks), default=0)

    sheet = Sheet.of(size, top + _HEIGHT + frame.bottom)
    frame.write(sheet, left, size.plot_right)
    sheet.write(name, size.margin, frame.top, style.SMALL_SIZE, style.QUIET)
    axes = sheet.axes(left, top, inside, _HEIGHT)
    axes.set_xlim(*limits)
    if any(view.bars):
        set_ticks(axes, inside, whole=True)
        _draw_bars(axes, view, sum(figure.counts))
    else:
        axes.set_xticks([])
        axes.set_yticks([])
        nothing = broken(f"no {figure.things}", size.inside, style.LABEL_SIZE, most=1)
        sheet.write(nothing, size.width / 2, top + _HEIGHT / 2, color=style.QUIET, side="center")
    for mark in marks:
        place = left + (mark.value - limits[0]) / (limits[1] - limits[0]) * inside
        _draw_mark(sheet, axes, mark, place, top, lane_height)
    return sheet.figure


def caption(figure: DistributionFigure) -> str:
    """The figure's caption, with a sentence on what the view leaves out."""
    counts = histogram.whole(figure.counts)
    return ". ".join(filter(None, [figure.caption.rstrip("."), _beyond(figure, counts, _view(counts))]))


def _view(counts: Sequence[int]) -> _View:
    first, last = histogram.quantile(counts, 0.0), histogram.quantile(counts, 1.0)
    if first is None or last is None:
        return _View(0, 1, [0], 0, 0)
    low, high = histogram.quantile(counts, 1 - _TAIL), histogram.quantile(counts, _TAIL)
    assert low is not None
    assert high is not None
    start = first if high - first + 1 < (high - low + 1) * _WORTH else low
    end = last if last - start + 1 < (high - start + 1) * _WORTH else high
    if start < end * _FROM_ZERO and start == first:
        start = 0
    step = _bar_step(end - start + 1)
    start -= start % step
    edges = range(start, end + step + 1, step)
    bars = [sum(counts[left:right]) for left, right in pairwise(edges) if left <= end]
    return _View(start, step, bars, sum(counts[:start]), sum(counts[start + step * len(bars) :]))


def _bar_step(values: int) -> int:
    """The smallest round number of values a bar that needs no more than the most bars."""
    ten = 1
    while True:
        for step in (ten, 2 * ten, 5 * ten):
            if values <= step * _MOST_BARS:
                return step
        ten *= 10


def _flags(figure: DistributionFigure, view: _View, inside: float) -> list[tuple[str, float]]:
    """Text and place of the marks in view, from left to right; those in the same place share a text."""
    labels: dict[float, list[str]] = {}
    for label, value in sorted(figure.marks, key=lambda mark: mark[1]):
        if view.first <= value <= view.last and any(view.bars):
            labels.setdefault(value, []).append(label)
    flags = []
    for value, names in labels.items():
        text = broken(", ".join(names), inside * 0.4, style.SMALL_SIZE, most=1)
        flags.append((f"{text}: {numbers.short(value)}", value))
    return flags


def _limits(view: _View, flags: Sequence[tuple[str, float]], inside: float) -> tuple[float, float]:
    """The axis from the first bar's edge to where the last bar ends and all labels find room."""
    low = view.first - 0.5
    high = view.last + 0.5
    missing = _FEWEST * view.step - (high - low)
    if missing > 0:
        low = max(-0.5, low - missing / 2)  # there are no values below 0
        high = low + _FEWEST * view.step
    for text, value in flags:
        room = inside - text_width(text, style.SMALL_SIZE) - _FLAG
        high = max(high, low + (value - low) * inside / room)
    return low, high


def _in_lanes(flags: Sequence[tuple[str, float]], limits: tuple[float, float], inside: float) -> list[_Mark]:
    """Gives each label the lowest lane in which it meets no label and no line.

    Labels lie to the right of their lines. So from right to left, a label must lie higher than all those whose lines
    it reaches over: their lines then end below it, and its own line meets only labels that begin further right.
    """
    inches = inside / (limits[1] - limits[0])
    marks: list[_Mark] = []
    for text, value in reversed(flags):
        end = value + (text_width(text, style.SMALL_SIZE) + 3 * _FLAG) / inches
        lane = 1 + max((mark.lane for mark in marks if mark.value <= end), default=-1)
        marks.append(_Mark(text, value, lane))
    return marks


def _beyond(figure: DistributionFigure, counts: Sequence[int], view: _View) -> str:
    """A sentence on what the view leaves out, or ""."""
    n = sum(counts)
    parts = []
    if view.above:
        largest = histogram.quantile(counts, 1.0)
        parts.append(f"{_part(view.above, n)} lie above {view.last:,}, up to {largest:,}")
    if view.below:
        smallest = histogram.quantile(counts, 0.0)
        parts.append(f"{_part(view.below, n)} lie below {view.first:,}, down to {smallest:,}")
    if not parts:
        return ""
    return f"Not shown, of {n:,} {figure.things}: {'; '.join(parts)}."


def _part(count: int, n: int) -> str:
    return f"{count:,} ({100 * count / n:.2g} %)"


def _name(figure: DistributionFigure, view: _View, width: float) -> str:
    per = f" (each bar holds {view.step:,} values)" if view.step > 1 else ""
    return broken(f"share of {figure.things}, %{per}", width, style.SMALL_SIZE, most=2)


def _draw_bars(axes: Axes, view: _View, n: int) -> None:
    heights = [100 * count / n for count in view.bars]
    edges = [view.first - 0.5 + view.step * place for place in range(len(heights) + 1)]
    if len(heights) <= _APART:
        middles = [(left + right) / 2 for left, right in pairwise(edges)]
        axes.bar(middles, heights, width=0.8 * view.step, color=style.MAIN)
    else:
        axes.stairs(heights, edges, fill=True, color=style.MAIN, linewidth=0)
    axes.set_ylim(0, max(heights) * 1.04)
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    places = [float(place) for place in axes.get_yticks() if place <= max(heights) * 1.04]
    digits = numbers.decimals_for(places[1] - places[0]) if len(places) > 1 else 0
    axes.set_yticks(places, [f"{place:.{digits}f}" for place in places])
    axes.grid(axis="y")


def _draw_mark(sheet: Sheet, axes: Axes, mark: _Mark, place: float, top: float, lane_height: float) -> None:
    label_top = top - (mark.lane + 1) * lane_height
    sheet.write(mark.text, place + _FLAG, label_top, style.SMALL_SIZE)
    axes.plot(
        [mark.value, mark.value],
        [0, 1 + (top - label_top - 0.02) / _HEIGHT],
        transform=axes.get_xaxis_transform(),
        clip_on=False,
        color=style.INK,
        linewidth=0.9,
    )
