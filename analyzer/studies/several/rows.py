"""Which rows of several figures are the same thing, and how much they differ from run to run."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from analyzer.stats.difference import independent, p_value
from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL
from analyzer.stats.multiple import holm
from analyzer.studies.content import IntervalFigure

_ASIDE = re.compile(r": | \(")
"""What a label says behind this may be true of one run only: "seat 0: its policy", "policy (its group)"."""

_MOST_DIGITS = 4


@dataclass(frozen=True)
class Shared:
    """A figure that several runs have.

    Attributes:
        runs: The runs that have it, by their numbers.
        figures: The figure of each.
        rows: The names of its rows; in each, the estimate of every run that has the row, by the run's number.
    """

    runs: Sequence[int]
    figures: Sequence[IntervalFigure]
    rows: Sequence[tuple[str, dict[int, Estimate]]]

    @property
    def first(self) -> IntervalFigure:
        """The figure of the first run, whose name, axis and unit all have."""
        return self.figures[0]

    @property
    def quantity(self) -> str:
        """What is measured, without its unit."""
        return quantity_of(self.first.axis)

    @property
    def factor(self) -> float:
        """What estimates are multiplied with so that a table shows them in the axis' unit; 1 where its form does."""
        return 1.0 if self.of_rates else self.first.scale

    @property
    def of_rates(self) -> bool:
        """Whether rates, or differences of rates, are measured."""
        return self.first.scale == 100 and self.first.axis.endswith(("%", "points"))

    @property
    def form(self) -> str:
        """How a table writes the estimates, see `Column.form`."""
        if not self.of_rates:
            return "number"
        return "rate" if self.first.axis.endswith("%") else "difference"


@dataclass(frozen=True)
class Difference:
    """A run's row less the same row of the first run that has the figure.

    Attributes:
        row: The row.
        run: The run, by its number.
        base: The first run that has the figure.
        one: The run's estimate.
        other: That of the first run.
        difference: How much larger it is.
        certain: Whether it is certain at 95 % that there is a difference, all of the figure's differences considered.
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
    return f"{quantity[:1].upper()}{quantity[1:]}" if capital else quantity


def share(runs: Sequence[int], figures: Sequence[IntervalFigure]) -> Shared:
    """Puts the same rows of several figures together.

    Args:
        runs: The runs that have the figure, by their numbers.
        figures: The figure of each.

    Returns:
        The rows in the order in which they come up.
    """
    stems = [[_ASIDE.split(label, maxsplit=1)[0] for label in figure.labels] for figure in figures]
    if any(len(set(each)) < len(each) for each in stems):
        stems = [_told_apart(figure.labels) for figure in figures]
    rows: dict[str, dict[int, Estimate]] = {}
    labels: dict[str, set[str]] = {}
    for run, figure, keys in zip(runs, figures, stems, strict=True):
        for key, label, estimate in zip(keys, figure.labels, figure.estimates, strict=True):
            rows.setdefault(key, {})[run] = estimate
            labels.setdefault(key, set()).add(label)
    # What all runs say alike is part of the row's name.
    names = {key: said.pop() if len(said) == 1 else key for key, said in labels.items()}
    if len(set(names.values())) < len(names):
        names = {key: key for key in names}
    return Shared(runs, figures, [(names[key], found) for key, found in rows.items()])


def differences(shared: Shared) -> list[Difference]:
    """Every run against the first one, in every row that both have.

    Args:
        shared: A figure that several runs have.

    Returns:
        The differences, row by row, in the estimates' unit; certain are those that Holm's correction leaves.
    """
    base = shared.runs[0]
    pairs = [
        (row, run, found[run], found[base])
        for row, found in shared.rows
        for run in shared.runs[1:]
        if run in found and base in found
    ]
    found_ones = [independent(one, other) for _, _, one, other in pairs]
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


def _told_apart(labels: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    told = []
    for label in labels:
        seen[label] += 1
        told.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return told
