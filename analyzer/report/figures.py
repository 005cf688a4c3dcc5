"""Draws a study's figures and says in words what they show."""

from typing import TYPE_CHECKING

from analyzer.report import numbers
from analyzer.stats import histogram
from analyzer.studies.content import DistributionFigure, Figure, IntervalFigure

if TYPE_CHECKING:
    import matplotlib.figure

_ROWS_TOLD = 12
"""Most rows that the alternative text spells out: the table says the rest better."""


def draw(figure: Figure) -> "matplotlib.figure.Figure":
    """Draws a figure.

    Args:
        figure: What is to be shown.

    Returns:
        A matplotlib figure, to be saved with `style.save`.

    Raises:
        ValueError: An interval figure has no estimates or not one label for each.
    """
    # Matplotlib takes half a second to import, and alternative texts do not need it.
    from analyzer.report import style
    from analyzer.report.distributionplot import draw_distribution
    from analyzer.report.intervalplot import draw_intervals

    with style.applied():
        if isinstance(figure, IntervalFigure):
            return draw_intervals(figure)
        return draw_distribution(figure)


def alternative_text(figure: Figure) -> str:
    """What a figure shows, for those who cannot see it.

    Args:
        figure: The figure.

    Returns:
        One paragraph with the figures that the picture shows.
    """
    parts = _of_intervals(figure) if isinstance(figure, IntervalFigure) else _of_distribution(figure)
    return " ".join(" ".join(part.split()) for part in [_sentence(figure.title), *parts])


def _of_intervals(figure: IntervalFigure) -> list[str]:
    half = min((abs(e.high - e.low) / 2 * figure.scale for e in figure.estimates), default=0.0)
    digits = numbers.decimals_of_interval(half)
    rows = []
    for label, estimate in zip(figure.labels, figure.estimates, strict=True):
        mean = numbers.single(estimate.mean * figure.scale, "number", digits)
        low, high = (
            numbers.single(end * figure.scale, "number", digits) for end in (estimate.low, estimate.high)
        )
        rows.append(f"{label} {mean} ({low} to {high})")
    told = "; ".join(rows[:_ROWS_TOLD])
    if len(rows) > _ROWS_TOLD:
        told += f"; and {len(rows) - _ROWS_TOLD} more"
    parts = [f"Dots with {figure.interval}, {figure.axis}: {told}."]
    if figure.reference is not None:
        label = figure.reference_label or numbers.short(figure.reference * figure.scale)
        parts.append(f"A line marks {label}.")
    return parts


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
