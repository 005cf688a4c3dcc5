"""Which rows of several runs are the same thing, and how much they differ from run to run."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from analyzer.stats.difference import independent, p_value
from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL
from analyzer.stats.multiple import holm
from analyzer.studies.content import Content, IntervalFigure, Table

_MOST_DIGITS = 4

_SAME_REFERENCE = 0.01
"""References that differ by a smaller part of themselves are taken for the same: unfinished games shift them a little.
"""


@dataclass(frozen=True)
class Measured:
    """What one run measured, row by row, as a figure or a table of its page shows it.

    Attributes:
        name: Name of the figure or table.
        axis: What is measured, with its unit.
        scale: Factor from the estimates to the axis' unit.
        keys: What each row is in every run.
        labels: What the page calls it.
        estimates: The estimate of each row.
        relative_to: What the values are measured from, and
        among: what that is in this run, see `IntervalFigure`.
        reference: What the values are seen against, or None.
        reference_name: What that is in every run.
        figure: The figure; None if it is a table.
    """

    name: str
    axis: str
    scale: float
    keys: Sequence[str]
    labels: Sequence[str]
    estimates: Sequence[Estimate]
    relative_to: str = ""
    among: Sequence[str] = ()
    reference: float | None = None
    reference_name: str = ""
    figure: IntervalFigure | None = None


@dataclass(frozen=True)
class Shared:
    """Something that several runs measured.

    Attributes:
        runs: The runs that did, by their numbers.
        measured: What each of them measured.
        rows: The names of the rows; in each, the estimate of every run that has the row, by the run's number.
    """

    runs: Sequence[int]
    measured: Sequence[Measured]
    rows: Sequence[tuple[str, dict[int, Estimate]]]

    @property
    def first(self) -> Measured:
        """What the first run measured, whose name, axis and unit all have."""
        return self.measured[0]

    @property
    def quantity(self) -> str:
        """What is measured, without its unit."""
        return quantity_of(self.first.axis)

    @property
    def reference_name(self) -> str:
        """What the values are seen against, to stand behind "own"."""
        return self.first.reference_name or "reference"

    @property
    def against_own(self) -> bool:
        """Whether each run is held against its own reference, as these are not the same."""
        references = [each.reference for each in self.measured if each.reference is not None]
        if len(references) < len(self.measured):
            return False
        largest = max(abs(each) for each in references)
        return max(references) - min(references) > _SAME_REFERENCE * largest

    @property
    def of_rates(self) -> bool:
        """Whether rates, or differences of rates, are measured."""
        return self.first.scale == 100 and self.first.axis.endswith(("%", "points"))

    @property
    def factor(self) -> float:
        """What estimates are multiplied with so that a table shows them in the axis' unit; 1 where its form does."""
        return 1.0 if self.of_rates else self.first.scale

    @property
    def form(self) -> str:
        """How a table writes the estimates, see `Column.form`."""
        if not self.of_rates:
            return "number"
        return "rate" if self.first.axis.endswith("%") else "difference"

    @property
    def form_of_differences(self) -> str:
        """How a table writes differences of estimates."""
        return "difference" if self.of_rates else "change"

    @property
    def unit(self) -> str:
        """The unit behind a number in a sentence, with a space before it; "" where the axis names none."""
        if self.of_rates:
            return " %" if self.form == "rate" else " points"
        _, _, unit = self.first.axis.partition(", ")
        return f" {unit}" if unit else ""

    def reference_of(self, run: int) -> float:
        """What a run's values are seen against; 0 where nothing is."""
        return self.measured[self.runs.index(run)].reference or 0.0

    def held(self, run: int, estimate: Estimate) -> Estimate:
        """A run's estimate as it is compared: less its own reference where these are not the same."""
        if not self.against_own:
            return estimate
        zero = self.reference_of(run)
        return Estimate(estimate.mean - zero, estimate.low - zero, estimate.high - zero)


@dataclass(frozen=True)
class Difference:
    """A run's row less the same row of the first run that has it measured.

    Attributes:
        row: The row.
        run: The run, by its number.
        base: The first run that measured it.
        one: The run's estimate.
        other: That of the first run.
        difference: How much larger it is; where each run is held against its own reference, how much further above it.
        certain: Whether it is certain at 95 % that there is a difference, all of this table's differences considered.
    """

    row: str
    run: int
    base: int
    one: Estimate
    other: Estimate
    difference: Estimate
    certain: bool


def quantity_of(axis: str, capital: bool = False) -> str:
    """What an axis measures, without its unit, to stand in a sentence or, with a capital letter, to begin one."""
    quantity = re.split("[,:]", axis)[0]
    return capitalised(quantity) if capital else quantity


def capitalised(text: str) -> str:
    """A text that may begin a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def measured_in(content: Content) -> list[Measured]:
    """All that a run measured and that may be compared: the main figure first, then the tables, then other figures."""
    figures = [_of_figure(figure) for figure in content.figures if isinstance(figure, IntervalFigure)]
    tables = [_of_table(table) for table in content.tables if table.quantity]
    return [*figures[:1], *(each for each in tables if each.estimates), *figures[1:]]


def share(runs: Sequence[int], measured: Sequence[Measured]) -> Shared:
    """Puts the same rows of several runs together.

    Args:
        runs: The runs that measured the same, by their numbers.
        measured: What each measured.

    Returns:
        The rows in the order in which they come up.
    """
    rows: dict[str, dict[int, Estimate]] = {}
    labels: dict[str, set[str]] = {}
    for run, each in zip(runs, measured, strict=True):
        for key, label, estimate in zip(each.keys, each.labels, each.estimates, strict=True):
            rows.setdefault(key, {})[run] = estimate
            labels.setdefault(key, set()).add(label)
    # What all runs say alike is the row's name.
    names = {key: said.pop() if len(said) == 1 else key for key, said in labels.items()}
    if len(set(names.values())) < len(names):
        names = {key: key for key in names}
    return Shared(runs, measured, [(names[key], found) for key, found in rows.items()])


def differences(shared: Shared, copies: Collection[int] = ()) -> list[Difference]:
    """Every run against the first one, in every row that both have.

    Args:
        shared: What several runs measured.
        copies: Runs that are the same games as an earlier one: between those there is nothing to be compared.

    Returns:
        The differences, row by row, in the estimates' unit; certain are those that Holm's correction leaves.
    """
    base = shared.runs[0]
    pairs = [
        (row, run, found[run], found[base])
        for row, found in shared.rows
        for run in shared.runs[1:]
        if run not in copies and run in found and base in found
    ]
    found_ones = [
        independent(shared.held(run, one), shared.held(base, other)) for _, run, one, other in pairs
    ]
    adjusted = holm([p_value(found) for found in found_ones])
    return [
        Difference(row, run, base, one, other, found, p <= 1 - LEVEL)
        for (row, run, one, other), found, p in zip(pairs, found_ones, adjusted, strict=True)
    ]


def digits_of(estimates: Sequence[Estimate], factor: float) -> int:
    """Decimals that show the narrowest interval's half width with one or two digits."""
    halves = [factor * abs(each.high - each.low) / 2 for each in estimates]
    half = min((half for half in halves if isfinite(half) and half > 0), default=0.0)
    return 2 if half <= 0 else min(_MOST_DIGITS, max(0, -floor(log10(half / 2))))


def _of_figure(figure: IntervalFigure) -> Measured:
    return Measured(
        figure.name,
        figure.axis,
        figure.scale,
        figure.keys or _told_apart(figure.labels),
        figure.labels,
        figure.estimates,
        figure.relative_to,
        figure.among,
        figure.reference,
        figure.reference_name,
        figure,
    )


def _of_table(table: Table) -> Measured:
    """The estimates of a table: the first in each row."""
    labels = [str(row[0]) for row in table.rows]
    keys = table.keys or _told_apart(labels)
    place = next(
        (at for at in range(len(table.columns)) if any(isinstance(row[at], Estimate) for row in table.rows)),
        0,
    )
    found = [
        (key, label if not table.keys else key, value)
        for key, label, row in zip(keys, labels, table.rows, strict=True)
        if isinstance(value := row[place], Estimate)
    ]
    form = table.columns[place].form
    unit = {"rate": ", %", "difference": ", points"}.get(form, "")
    return Measured(
        table.name,
        table.quantity + (unit if not table.quantity.endswith(unit) else ""),
        100 if unit else 1,
        [key for key, _, _ in found],
        [label for _, label, _ in found],
        [estimate for _, _, estimate in found],
        reference=table.columns[place].reference,
    )


def _told_apart(labels: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    told = []
    for label in labels:
        seen[label] += 1
        told.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return told
