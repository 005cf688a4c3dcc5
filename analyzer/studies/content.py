"""What a study has to say, as data: sentences, tables and figures that a report or a terminal then shows.

A study fills a `Content` and knows nothing of fonts, HTML or terminals; a report draws it and knows nothing of the
study.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from analyzer.stats.estimate import Estimate

Value = str | int | float | Estimate | None


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        key: Its name in CSV files (an estimate takes three columns: key, key_low, key_high).
        label: Its heading on the page.
        form: How its values are written: "text", "count" (1,234), "number" (12.3), "rate" (0.25 as 25.00 %),
            "difference" (of rates: 0.003 as +0.30 points), "change" (of numbers: +1.23). An estimate takes any of the
            last four and shows its interval too.
        digits: Decimals shown.
        reference: For estimates: the value that the interval is to be seen against (fair share, zero), or None.
    """

    key: str
    label: str
    form: str = "text"
    digits: int = 2
    reference: float | None = None


@dataclass(frozen=True)
class Table:
    """A table: one row a thing, estimates kept whole.

    Attributes:
        name: File name without ending.
        title: What it shows.
        columns: Its columns.
        rows: One sequence of values per row, as long as `columns`.
        note: A sentence below it, or "".
        quantity: What its estimates are, with their unit ("mean length, turns"), if they mean the same in every run
            and may be compared from run to run; "" if not.
        keys: What each row is in every run, however it is written; none where the first column says so.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    note: str = ""
    quantity: str = ""
    keys: Sequence[str] = ()


@dataclass(frozen=True)
class IntervalFigure:
    """Estimates side by side, each with its interval, against a reference line.

    Attributes:
        name: File name without ending.
        title: What it shows, as a sentence a reader takes away.
        labels: One label per estimate.
        estimates: One or more estimates.
        axis: What is measured, with its unit ("win rate, %").
        scale: Factor from the estimates to the axis' unit (100 for rates shown in per cent).
        reference: Where the reference line lies, in the estimates' unit, or None.
        reference_label: What the line means ("fair share 25 %").
        caption: What was played, with sample size.
        interval: What the lines beside the dots are; "" where the values are exact, and there are none.
        keys: What each row is in every run, however it is labelled ("seat 0"); none where the labels say so.
        relative_to: What the values are measured from, in words, if that may be another thing in another run ("the mean
            of all competitors"), and
        among: what it is in this run (the competitors): only where both are alike may values of two runs be subtracted.
        reference_name: What the reference is in every run ("fair share"), whatever its value.
        places: A colour for each row, as that of `Line.place`; none where all have the same.
    """

    name: str
    title: str
    labels: Sequence[str]
    estimates: Sequence[Estimate]
    axis: str
    scale: float = 1.0
    reference: float | None = None
    reference_label: str = ""
    caption: str = ""
    interval: str = "95 % interval"
    keys: Sequence[str] = ()
    relative_to: str = ""
    among: Sequence[str] = ()
    reference_name: str = ""
    places: Sequence[int] = ()


@dataclass(frozen=True)
class DistributionFigure:
    """How often each whole-number value came up.

    Attributes:
        name: File name without ending.
        title: What it shows, as a sentence a reader takes away.
        counts: How often each value 0, 1, 2 … came up.
        axis: What the values are, with their unit.
        marks: Label and value of positions to be marked ("median", 63); the value is written beside the label.
        caption: What was played, with sample size.
        things: What was counted, in the plural.
    """

    name: str
    title: str
    counts: Sequence[int]
    axis: str
    marks: Sequence[tuple[str, float]] = ()
    caption: str = ""
    things: str = "games"


@dataclass(frozen=True)
class Line:
    """One line of a line figure.

    Attributes:
        label: What it is.
        places: Where its points lie on the horizontal axis, ascending; whole numbers, unless that is one of ratios.
        values: Their values.
        place: Its fixed number among its like (a seat, a kind), which gives it the same colour in every figure; None
            for its place in this one.
        bounds: The ends of each value's interval; none where the values have none.
    """

    label: str
    places: Sequence[int | float]
    values: Sequence[float]
    place: int | None = None
    bounds: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class LineFigure:
    """How one or more values change from step to step.

    Attributes:
        name: File name without ending.
        title: What it shows, as a sentence a reader takes away.
        lines: One or more lines, each with a point or more.
        horizontal: What the steps are ("generation").
        vertical: What is measured, with its unit ("win rate, %").
        scale: Factor from the values to the axis' unit (100 for rates shown in per cent).
        caption: What was played, with sample size.
        ratios: Whether the steps are ratios (a half, one, twice …), all above 0, and so set at distances of their like.
        reference: Where the reference line lies, in the values' unit, or None.
        reference_label: What the line means ("fair share 25 %").
    """

    name: str
    title: str
    lines: Sequence[Line]
    horizontal: str
    vertical: str
    scale: float = 1.0
    caption: str = ""
    ratios: bool = False
    reference: float | None = None
    reference_label: str = ""


@dataclass(frozen=True)
class HeatFigure:
    """Estimates as coloured cells: of the same things against each other, or of things under several conditions.

    Attributes:
        name: File name without ending.
        title: What it shows, as a sentence a reader takes away.
        labels: One label per row, and per column if these have none of their own.
        estimates: One row after the other, each with as many cells as there are columns; None where there is no value.
        axis: What a cell says, with its unit ("win rate of the row against the column, %").
        scale: Factor from the estimates to the axis' unit (100 for rates shown in per cent).
        even: Where neither is ahead, in the estimates' unit: the middle of the colours.
        caption: What was played, with sample size.
        columns: One label per column; none where the columns are the rows once more.
        groups: Title and number of columns, in their order, of the groups that the columns fall into; none where they
            fall into none.
        signs: What is written below the figure in each cell, a sign or two, row by row; none where nothing is.
        reach: How far from `even` the colours go, in the estimates' unit: cells beyond have the last one. None for as
            far as the cells go.
    """

    name: str
    title: str
    labels: Sequence[str]
    estimates: Sequence[Sequence[Estimate | None]]
    axis: str
    scale: float = 1.0
    even: float = 0.0
    caption: str = ""
    columns: Sequence[str] = ()
    groups: Sequence[tuple[str, int]] = ()
    signs: Sequence[Sequence[str]] = ()
    reach: float | None = None


@dataclass(frozen=True)
class Panel:
    """One of several small figures that share their horizontal axis.

    Attributes:
        title: What is measured, with its unit ("win rate, %").
        lines: One or more lines, each with a point or more.
        scale: Factor from the values to the title's unit (100 for rates shown in per cent).
        reference: Where the reference line lies, in the values' unit, or None.
    """

    title: str
    lines: Sequence[Line]
    scale: float = 1.0
    reference: float | None = None


@dataclass(frozen=True)
class PanelsFigure:
    """How several measures change with the same steps, in small figures side by side.

    Attributes:
        name: File name without ending.
        title: What it shows, as a sentence a reader takes away.
        panels: One or more small figures. Lines of the same label are the same thing in all of them.
        horizontal: What the steps are ("copies").
        caption: What was played, with sample size.
        reference_label: What the reference lines mean ("as in the present rules").
    """

    name: str
    title: str
    panels: Sequence[Panel]
    horizontal: str
    caption: str = ""
    reference_label: str = ""


Figure = IntervalFigure | DistributionFigure | HeatFigure | LineFigure | PanelsFigure


@dataclass(frozen=True)
class Content:
    """A study's result, ready to be shown.

    Attributes:
        question: What was asked, in one sentence.
        answer: The answer in one sentence, with its uncertainty.
        tables: The most important first.
        figures: The one that shows the answer first.
        method: Label and text of what was done: games, seed, rules, policies, version; the same every time.
        how_to_read: Sentences that explain the terms.
        command: The command line that makes it again.
        result: The public JSON object of the study.
        partial: Whether the run was interrupted.
        speed: How fast it was played, in words, or "".
        date: The day on which it was made, as YYYY-MM-DD. Speed and date are all that may differ when the command is
            given again.
        asked: What was asked, by name and in the order of the command line: see `commandline.Asked`.
    """

    question: str
    answer: str
    tables: Sequence[Table]
    figures: Sequence[Figure]
    method: Sequence[tuple[str, str]]
    how_to_read: Sequence[str]
    command: str
    result: dict[str, Any] = field(default_factory=dict)
    partial: bool = False
    speed: str = ""
    date: str = field(default_factory=lambda: date.today().isoformat())
    asked: Sequence[tuple[str, str | int]] = ()
