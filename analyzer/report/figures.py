"""Draws a study's figures and says in words what they show."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from analyzer.report import numbers
from analyzer.report.sizes import FILE, Size
from analyzer.stats import histogram
from analyzer.studies.content import (
    DistributionFigure,
    Figure,
    HeatFigure,
    IntervalFigure,
    Line,
    LineFigure,
    Panel,
    PanelsFigure,
)

if TYPE_CHECKING:
    import matplotlib.figure

_EXACT_DECIMALS = 3
"""Decimals of values that have no interval."""

_FLAT = 1e-9
"""A line whose values differ by no more, in parts of them, is flat."""

_ROWS_TOLD = 12
"""Most rows that the alternative text spells out: the table says the rest better."""


def draw(figure: Figure, size: Size = FILE) -> "matplotlib.figure.Figure":
    """Draws a figure.

    Args:
        figure: What is to be shown.
        size: How wide it is, and whether it stands alone with title and caption.

    Returns:
        A matplotlib figure, to be saved with `style.save`.

    Raises:
        ValueError: An interval figure has no estimates or not one label for each, a line has no points, or a heat
            map has not one label for each row, and a cell for each column in it.
    """
    # Matplotlib takes half a second to import, and alternative texts do not need it.
    from analyzer.report import style
    from analyzer.report.distributionplot import draw_distribution
    from analyzer.report.heatplot import draw_heat
    from analyzer.report.intervalplot import draw_intervals
    from analyzer.report.lineplot import draw_lines
    from analyzer.report.panelplot import draw_panels

    with style.applied():
        if isinstance(figure, IntervalFigure):
            return draw_intervals(figure, size)
        if isinstance(figure, LineFigure):
            return draw_lines(figure, size)
        if isinstance(figure, PanelsFigure):
            return draw_panels(figure, size)
        if isinstance(figure, HeatFigure):
            return draw_heat(figure, size)
        return draw_distribution(figure, size)


def caption(figure: Figure) -> str:
    """What stands below a figure: what was played, with sample size, and what is out of its view."""
    if isinstance(figure, DistributionFigure):
        from analyzer.report.distributionplot import caption as of_distribution

        return of_distribution(figure)
    return figure.caption


def alternative_text(figure: Figure) -> str:
    """What a figure shows, for those who cannot see it.

    Args:
        figure: The figure.

    Returns:
        One paragraph with the figures that the picture shows.
    """
    if isinstance(figure, IntervalFigure):
        parts = _of_intervals(figure)
    elif isinstance(figure, LineFigure):
        parts = _of_lines(figure)
    elif isinstance(figure, PanelsFigure):
        parts = _of_panels(figure)
    elif isinstance(figure, HeatFigure):
        parts = _of_heat(figure)
    else:
        parts = _of_distribution(figure)
    return " ".join(" ".join(part.split()) for part in [_sentence(figure.title), *parts])


def _of_intervals(figure: IntervalFigure) -> list[str]:
    half = min((abs(e.high - e.low) / 2 * figure.scale for e in figure.estimates), default=0.0)
    digits = numbers.decimals_of_interval(half) if figure.interval else _EXACT_DECIMALS
    rows = []
    for label, estimate in zip(figure.labels, figure.estimates, strict=True):
        mean = numbers.single(estimate.mean * figure.scale, "number", digits)
        low, high = (
            numbers.single(end * figure.scale, "number", digits) for end in (estimate.low, estimate.high)
        )
        rows.append(f"{label} {mean} ({low} to {high})" if figure.interval else f"{label} {mean}")
    told = "; ".join(rows[:_ROWS_TOLD])
    if len(rows) > _ROWS_TOLD:
        told += f"; and {len(rows) - _ROWS_TOLD} more"
    dots = f"Dots with {figure.interval}" if figure.interval else "Dots"
    parts = [f"{dots}, {figure.axis}: {told}."]
    if figure.reference is not None:
        label = figure.reference_label or numbers.short(figure.reference * figure.scale)
        parts.append(f"A line marks {label}.")
    return parts


def _of_lines(figure: LineFigure) -> list[str]:
    told = [_line_told(line, figure.scale, figure.horizontal) for line in figure.lines]
    parts = [f"Lines: {figure.vertical}, by {figure.horizontal}: {'; '.join(told)}."]
    if figure.reference is not None:
        parts.append(
            f"A line marks {figure.reference_label or numbers.short(figure.reference * figure.scale)}."
        )
    return parts


def _of_panels(figure: PanelsFigure) -> list[str]:
    parts, left = [], _ROWS_TOLD
    for panel in figure.panels:
        told = [_line_told(line, panel.scale, figure.horizontal) for line in panel.lines[: max(left, 0)]]
        left -= len(panel.lines)
        parts.append(f"{panel.title}, by {figure.horizontal}: {'; '.join([*told, *_others(panel, told)])}.")
    if figure.reference_label and any(panel.reference is not None for panel in figure.panels):
        parts.append(f"Lines mark {figure.reference_label}.")
    return parts


def _others(panel: Panel, told: Sequence[str]) -> list[str]:
    """How many lines of a panel the text does not spell out."""
    more = len(panel.lines) - len(told)
    return [f"{more} {'more ' if told else ''}{'line' if more == 1 else 'lines'}"] if more else []


def _line_told(line: Line, scale: float, horizontal: str) -> str:
    """Where a line begins and ends."""
    scaled = [value * scale for value in line.values]
    range_of = max(scaled) - min(scaled)
    if line.bounds and range_of <= _FLAT * max(map(abs, scaled)):
        half = min((high - low) * scale / 2 for low, high in line.bounds)
        digits = numbers.decimals_of_interval(half)
    else:
        digits = numbers.decimals_for(range_of / 100, 4)
    ends = [
        f"{numbers.single(scaled[end], 'number', digits)}{_within(line, end, scale, digits)}"
        for end in (0, -1)
    ]
    return (
        f"{line.label} from {ends[0]} at {horizontal} {line.places[0]:,} to {ends[1]} at {line.places[-1]:,}"
    )


def _within(line: Line, place: int, scale: float, digits: int) -> str:
    """The interval of a point on a line, in brackets, if it has one."""
    if not line.bounds:
        return ""
    low, high = (numbers.single(end * scale, "number", digits) for end in line.bounds[place])
    return f" ({low} to {high})"


def _of_heat(figure: HeatFigure) -> list[str]:
    cells = [
        (where, cell)
        for where, row, column in _places(figure)
        if (cell := figure.estimates[row][column]) is not None
    ]
    half = min((abs(cell.high - cell.low) / 2 * figure.scale for _, cell in cells), default=0.0)
    digits = numbers.decimals_of_interval(half)
    told = []
    for where, cell in cells[:_ROWS_TOLD]:
        ends = [
            numbers.single(end * figure.scale, "number", digits) for end in (cell.mean, cell.low, cell.high)
        ]
        told.append(f"{where} {ends[0]} ({ends[1]} to {ends[2]})")
    if len(cells) > _ROWS_TOLD:
        told.append(f"and {len(cells) - _ROWS_TOLD} more")
    return [f"Cells with 95 % intervals, {figure.axis}: {'; '.join(told) or 'none'}."]


def _places(figure: HeatFigure) -> list[tuple[str, int, int]]:
    """What each cell is of, its row and its column; where things meet each other, each pair once."""
    if not figure.columns:
        pairs = combinations(range(len(figure.labels)), 2)
        return [
            (f"{figure.labels[row]} against {figure.labels[column]}", row, column) for row, column in pairs
        ]
    groups = [f"{title}, " for title, size in figure.groups for _ in range(size)]
    columns = [
        f"{group}{label}"
        for group, label in zip(groups or [""] * len(figure.columns), figure.columns, strict=True)
    ]
    return [
        (f"{label} ({where})", row, column)
        for row, label in enumerate(figure.labels)
        for column, where in enumerate(columns)
    ]


def _of_distribution(figure: DistributionFigure) -> list[str]:
    counts = histogram.whole(figure.counts)
    n = sum(counts)
    if n == 0:
        return [f"No {figure.things} were counted."]
    low, high = histogram.quantile(counts, 0.0), histogram.quantile(counts, 1.0)
    most = max(range(len(counts)), key=counts.__getitem__)
    parts = [f"Bars: {figure.axis}, of {n:,} {figure.things}, from {low:,} to {high:,}, most often {most:,}."]
    if figure.marks:
        marks = ", ".join(f"{label} {numbers.short(value)}" for label, value in figure.marks)
        parts.append(f"Marked: {marks}.")
    return parts


def _sentence(title: str) -> str:
    return title if title.endswith((".", "!", "?")) else f"{title}."
