"""Tables and figures of several runs, put together in one."""

import re
from collections.abc import Mapping, Sequence
from math import ceil

from analyzer.stats.histogram import quantile
from analyzer.studies.content import Column, DistributionFigure, IntervalFigure, Line, LineFigure, Table
from analyzer.studies.several.rows import Shared, quantity_of

MOST_LINES = 6
"""Lines that can be told apart in one figure."""

_MOST_ROWS = 60
_MOST_POINTS = 120
_TAIL = 0.999
"""Part of the values that must be in view."""


_LONGEST_CAPTION = 300
"""Letters of a figure's caption, from where on it says only what holds for all runs."""


def free(name: str, taken: Sequence[str]) -> str:
    """A name that nothing else has: the same one, or with a number behind it."""
    number = 1
    while (found := name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return found


def join_tables(names: Sequence[str], tables: Sequence[Table]) -> Table:
    """One table of several with the same columns.

    Args:
        names: The name of the run that each is of.
        tables: The tables; their columns have the same keys and forms.

    Returns:
        Their rows below each other, the run's name before each.
    """
    first = tables[0]
    run = Column(free("run", [column.key for column in first.columns]), "run")
    columns = [
        _join_columns([table.columns[place] for table in tables]) for place in range(len(first.columns))
    ]
    rows = [(name, *row) for name, table in zip(names, tables, strict=True) for row in table.rows]
    titles = {table.title for table in tables}
    title = first.title if len(titles) == 1 else _in_words(first.name)
    return Table(
        first.name, title, [run, *columns], rows, join_texts(names, [table.note for table in tables])
    )


def join_texts(names: Sequence[str], texts: Sequence[str]) -> str:
    """The sentences that all texts have, once; then those that are true of one run only, behind its name."""
    sentences = [re.split(r"(?<=[.!?]) +", text) if text else [] for text in texts]
    common = [each for each in sentences[0] if all(each in others for others in sentences)]
    own: dict[str, list[str]] = {}
    for name, each in zip(names, sentences, strict=True):
        rest = " ".join(sentence for sentence in each if sentence not in common)
        if rest:
            own.setdefault(rest, []).append(name)
    return " ".join([*common, *(f"{'; '.join(those)}: {text}" for text, those in own.items())])


def join_intervals(names: Sequence[str], shared: Shared, title: str) -> IntervalFigure | None:
    """One figure of what several runs measured alike.

    Args:
        names: The names of all runs.
        shared: The figure that several of them have.
        title: What it shows.

    Returns:
        The figure, row by row and in each row run by run; None where it would be too high to be looked at.
    """
    rows = [
        (names[run], row, found[run]) for row, found in shared.rows for run in shared.runs if run in found
    ]
    if len(rows) > _MOST_ROWS:
        return None
    first, figures = shared.first, shared.figures
    # References that are labelled alike differ in digits that nobody sees.
    same_line = len({(figure.reference is None, figure.reference_label) for figure in figures}) == 1
    intervals = {figure.interval for figure in figures}
    own = [names[run] for run in shared.runs]
    caption = _join_captions(own, [_caption(figure, same_line) for figure in figures])
    return IntervalFigure(
        name=first.name,
        title=title,
        labels=[f"{name}: {row}" for name, row, _ in rows],
        estimates=[estimate for _, _, estimate in rows],
        axis=first.axis,
        scale=first.scale,
        reference=first.reference if same_line else None,
        reference_label=first.reference_label if same_line else "",
        caption=caption,
        interval=first.interval if len(intervals) == 1 else "interval",
    )


def join_distributions(names: Sequence[str], figures: Sequence[DistributionFigure]) -> LineFigure | None:
    """Several distributions as lines over the same values.

    Args:
        names: The name of the run that each is of.
        figures: The distributions.

    Returns:
        The figure; None where too many lines, or none, would have to be drawn.
    """
    counted = [(name, figure) for name, figure in zip(names, figures, strict=True) if any(figure.counts)]
    if not 0 < len(counted) <= MOST_LINES:
        return None
    first = counted[0][1]
    low = min(quantile(figure.counts, 1 - _TAIL) or 0 for _, figure in counted)
    high = max(quantile(figure.counts, _TAIL) or 0 for _, figure in counted)
    step = _round_step((high - low + 1) / _MOST_POINTS)
    low -= low % step
    places = list(range(low, high + 1, step))
    lines = [
        Line(
            name, places, [sum(figure.counts[place : place + step]) / sum(figure.counts) for place in places]
        )
        for name, figure in counted
    ]
    together = f", {step} values together" if step > 1 else ""
    medians = sorted(quantile(figure.counts, 0.5) or 0 for _, figure in counted)
    where = (
        f"is {medians[0]:,}" if medians[0] == medians[-1] else f"lies at {medians[0]:,} to {medians[-1]:,}"
    )
    sizes = {name: f"{sum(figure.counts):,} {first.things}" for name, figure in counted}
    return LineFigure(
        name=first.name,
        title=f"{quantity_of(first.axis, capital=True)} in {len(counted)} runs: the median {where}",
        lines=lines,
        horizontal=first.axis,
        vertical=f"share of {first.things}, %{together}",
        scale=100,
        caption=(f"{_sizes(sizes)}. At either end, up to 1 in 1,000 lie beyond what is shown."),
    )


def _sizes(sizes: Mapping[str, str]) -> str:
    if len(set(sizes.values())) == 1:
        return f"{next(iter(sizes.values()))} in each run"
    return "; ".join(f"{name}: {size}" for name, size in sizes.items())


def _join_captions(names: Sequence[str], captions: Sequence[str]) -> str:
    """All that the captions say, or, if that is a lot, what they say alike."""
    whole = join_texts(names, captions)
    if len(whole) <= _LONGEST_CAPTION:
        return whole
    phrases = [re.split(r"[,;.] +", caption.removesuffix(".")) for caption in captions]
    alike = [each for each in phrases[0] if all(each in others for others in phrases)]
    return "; ".join([*alike, "what else was played in each run: in the table"]) + "."


def _caption(figure: IntervalFigure, has_line: bool) -> str:
    """The figure's caption, with the reference in words where no line can show that of all runs."""
    texts = [figure.caption, "" if has_line else figure.reference_label]
    return " ".join(f"{text[0].upper()}{text[1:].rstrip('.')}." for text in texts if text)


def _join_columns(columns: Sequence[Column]) -> Column:
    first = columns[0]
    labels, references = {column.label for column in columns}, {column.reference for column in columns}
    return Column(
        first.key,
        first.label if len(labels) == 1 else _in_words(first.key),
        first.form,
        max(column.digits for column in columns),
        first.reference if len(references) == 1 else None,
    )


def _round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that is at least so large."""
    ten = 1
    while True:
        for step in (ten, 2 * ten, 5 * ten):
            if step >= ceil(least):
                return step
        ten *= 10


def _in_words(name: str) -> str:
    return re.sub("[_-]+", " ", name)
