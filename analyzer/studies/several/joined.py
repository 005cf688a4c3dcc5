"""Tables and figures of several runs, put together in one."""

import re
from collections.abc import Mapping, Sequence
from math import ceil

from analyzer.stats.histogram import quantile
from analyzer.studies.content import Column, DistributionFigure, IntervalFigure, Line, LineFigure, Table
from analyzer.studies.several.rows import Shared, capitalised, quantity_of

MOST_LINES = 6
"""Lines that can be told apart in one figure."""

_MOST_ROWS = 60
_MOST_POINTS = 120
_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)")
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
    title = first.title if len(titles) == 1 else f"{capitalised(_in_words(first.name))} in each run"
    return Table(
        first.name, title, [run, *columns], rows, join_texts(names, [table.note for table in tables])
    )


def join_texts(names: Sequence[str], texts: Sequence[str]) -> str:
    """Texts as one: sentences that all have, once; those that differ in one number, once with all numbers, run by run.

    Args:
        names: The name of the run that each is of.
        texts: The texts.

    Returns:
        One text; what is true of some runs only comes last, behind their names.
    """
    sentences = [re.split(r"(?<=[.!?]) +", text) if text else [] for text in texts]
    common = [each for each in sentences[0] if all(each in others for others in sentences)]
    rests = [[each for each in those if each not in common] for those in sentences]
    if len({len(rest) for rest in rests}) == 1:
        together = [_with_all_numbers(group) for group in zip(*rests, strict=True)]
        if all(together):
            return " ".join([*common, *filter(None, together)])
    own: dict[str, list[str]] = {}
    for name, rest in zip(names, rests, strict=True):
        if rest:
            own.setdefault(" ".join(rest), []).append(name)
    return " ".join([*common, *(f"{'; '.join(those)}: {text}" for text, those in own.items())])


def _with_all_numbers(sentences: Sequence[str]) -> str | None:
    """A sentence for several that differ in one number: "In all 3, 4 and 5 games." None where they differ in more."""
    parts = [_NUMBER.split(sentence) for sentence in sentences]
    if len(sentences) > MOST_LINES or len({len(each) for each in parts}) > 1:
        return None
    places = [place for place, values in enumerate(zip(*parts, strict=True)) if len(set(values)) > 1]
    if len(places) != 1 or places[0] % 2 == 0:
        return None
    values = [each[places[0]] for each in parts]
    parts[0][places[0]] = f"{', '.join(values[:-1])} and {values[-1]}"
    return f"Run by run: {''.join(parts[0])}"


def join_intervals(names: Sequence[str], shared: Shared, title: str) -> IntervalFigure | None:
    """One figure of what several runs measured alike.

    Args:
        names: The names of all runs.
        shared: What several of them measured, as figures.
        title: What it shows.

    Returns:
        The figure, row by row and in each row run by run; None where it would be too high to be looked at.
    """
    rows = [(row, run, found[run]) for row, found in shared.rows for run in shared.runs if run in found]
    if len(rows) > _MOST_ROWS:
        return None
    figures = [each.figure for each in shared.measured if each.figure is not None]
    first = figures[0]
    # References that are labelled alike differ in digits that nobody sees.
    same_line = len({(figure.reference is None, figure.reference_label) for figure in figures}) == 1
    intervals = {figure.interval for figure in figures}
    axis, reference, reference_label = first.axis, first.reference, first.reference_label
    if shared.against_own:
        unit = "points" if shared.of_rates else shared.unit.strip()
        axis = ", ".join(
            filter(None, [f"{shared.quantity} less the run's own {shared.reference_name}", unit])
        )
        reference, reference_label = 0.0, f"each run's own {shared.reference_name}"
    elif not same_line:
        reference, reference_label = None, ""
    return IntervalFigure(
        name=first.name,
        title=title,
        labels=[f"{row} · {names[run]}" for row, run, _ in rows],
        estimates=[shared.held(run, estimate) for _, run, estimate in rows],
        axis=axis,
        scale=first.scale,
        reference=reference,
        reference_label=reference_label,
        caption=_join_captions(
            [names[run] for run in shared.runs], [_sentence(figure.caption) for figure in figures]
        ),
        interval=first.interval if len(intervals) == 1 else "interval",
        relative_to=first.relative_to,
        among=first.among,
        places=[run for _, run, _ in rows] if len(names) <= MOST_LINES else (),
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


def _sentence(text: str) -> str:
    return f"{capitalised(text).rstrip('.')}." if text else ""


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
