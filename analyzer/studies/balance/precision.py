"""How sure the figures are: the intervals of games that may stop early, and of a number of games fixed beforehand."""

from dataclasses import dataclass
from functools import partial
from typing import Protocol

from analyzer.stats import intervals, multiple, ratios, sequences
from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL
from analyzer.stats.ratios import Products, Sums
from analyzer.studies.balance.measures import Measured
from analyzer.studies.clusters import fixed_mean

_LIKELY_SPREAD = 0.3
"""Root mean square of the difference of two win rates on common deals to expect, on the low side, in wins."""

_NEEDED_SPREAD, _SEQUENCE_ERRORS = 0.45, 4.3
"""The same in the middle, and how many standard errors the sequences reach that are looked at: both decide where the
sequences are tightest."""

_KEPT_FOR_FIRST = 0.5
"""Part of the error allowed that is kept for the first seat, which decides how long is played."""


class Precision(Protocol):
    """Turns sums into intervals."""

    def bounded(self, total: int, squares: int, count: int, reach: int, level: float) -> Estimate:
        """The mean of values within ±`reach`."""
        ...

    def free(self, total: int, squares: int, count: int, level: float) -> Estimate:
        """The mean of values without a bound."""
        ...

    def errors(self, count: int, level: float) -> float:
        """How many standard errors an interval reaches to either side."""
        ...


@dataclass(frozen=True)
class Looked:
    """For runs that are looked at again and again, and may stop: confidence sequences.

    Attributes:
        tightest_at: The number of games at which they are tightest.
    """

    tightest_at: int

    @classmethod
    def until(cls, half_width: float, games: int) -> "Looked":
        """Tightest where a difference of win rates is about to be so narrow; only what is asked decides that."""
        wanted = round((_SEQUENCE_ERRORS * _NEEDED_SPREAD / half_width) ** 2)
        return cls(max(min(wanted, games), sequences.FIRST_LOOK))

    def bounded(self, total: int, squares: int, count: int, reach: int, level: float) -> Estimate:
        """See `Precision.bounded`."""
        spread = _LIKELY_SPREAD * reach
        return sequences.mean(
            total, squares, count, reach, level, tightest_at=self.tightest_at, spread=spread
        )

    def free(self, total: int, squares: int, count: int, level: float) -> Estimate:
        """See `Precision.free`."""
        return sequences.asymptotic_mean(total, squares, count, level, tightest_at=self.tightest_at)

    def errors(self, count: int, level: float) -> float:
        """See `Precision.errors`."""
        return sequences.asymptotic_errors(count, level, tightest_at=self.tightest_at)


@dataclass(frozen=True)
class Fixed:
    """For a number of deals that is fixed beforehand: Student's intervals."""

    def bounded(self, total: int, squares: int, count: int, reach: int, level: float) -> Estimate:
        """See `Precision.bounded`."""
        return fixed_mean(total, squares, count, reach, level)

    def free(self, total: int, squares: int, count: int, level: float) -> Estimate:
        """See `Precision.free`."""
        return intervals.mean(total, squares, count, level)

    def errors(self, count: int, level: float) -> float:
        """See `Precision.errors`."""
        return intervals.student_quantile(max(count - 1, 1), level)


@dataclass(frozen=True)
class Levels:
    """The levels of differences such that all of a report hold together at 95 %.

    Half of the error allowed is kept for the first seat: it decides how long is played, and needs more games the more
    figures it shares its error with. All others share the other half.

    Attributes:
        first: Of the differences in what the first seat wins.
        others: Of all others.
        family: How many differences there are.
    """

    first: float
    others: float
    family: int

    @classmethod
    def of(cls, variants: int, of_first: int, others: int) -> "Levels":
        """The levels for a number of variants.

        Args:
            variants: How many variants there are, at least 1.
            of_first: How many measures of each tell what the first seat wins.
            others: How many others there are, at least 1.
        """
        miss = 1 - LEVEL
        return cls(
            multiple.simultaneous_level(variants * of_first, 1 - _KEPT_FOR_FIRST * miss),
            multiple.simultaneous_level(variants * others, 1 - (1 - _KEPT_FOR_FIRST) * miss),
            variants * (of_first + others),
        )


def value(measure: Measured, sums: Sums, largest: int, precision: Precision, level: float) -> Estimate | None:
    """What one side shows of a measure.

    Args:
        measure: The measure.
        sums: What its games add up to.
        largest: Largest absolute value in the column above the line.
        precision: How the interval is made.
        level: Its level.

    Returns:
        The value with its interval; None where nothing stands below the line, or where one game alone says how large
        values may be.
    """
    if sums.bottom == 0 or (measure.reach is None and sums.count == 1):
        return None
    if measure.reach is not None:
        found = precision.bounded(sums.top, sums.top_squared, sums.count, measure.reach, level)
    elif sums.off_squared == 0:
        found = _always(sums.ratio, sums, largest, precision, level)
    else:
        found = ratios.ratio(sums, partial(precision.free, level=level))
    if not measure.is_gap:
        found = Estimate(found.mean, max(found.low, 0.0), found.high)
    return _divided(found, measure.unit)


def difference(
    measure: Measured,
    sides: tuple[Sums, Sums],
    products: Products,
    largest: int,
    precision: Precision,
    level: float,
) -> Estimate | None:
    """By how much a variant's measure is larger than the base's on the same deals.

    Args:
        measure: The measure.
        sides: What the games of the variant and those of the base add up to.
        products: How they hang together.
        largest: Largest absolute value in the columns above the line.
        precision: How the interval is made.
        level: Its level.

    Returns:
        The difference with its interval; None where one of the sides has no value.
    """
    one, other = sides
    if one.bottom == 0 or other.bottom == 0 or (measure.reach is None and one.count == 1):
        return None
    if measure.reach is not None:
        squares = one.top_squared - 2 * products.top_top + other.top_squared
        found = precision.bounded(one.top - other.top, squares, one.count, measure.farthest, level)
    elif ratios.off_squared(one, other, products) == 0:
        sparser = one if one.bottom < other.bottom else other
        found = _always(one.ratio - other.ratio, sparser, largest, precision, level)
    else:
        found = ratios.difference(one, other, products, partial(precision.free, level=level))
    return _divided(found, measure.unit)


def _always(mean: float, sums: Sums, largest: int, precision: Precision, level: float) -> Estimate:
    """A value that all games agree in: its interval allows for as many others as may not have come up yet."""
    unseen = precision.bounded(0, 0, sums.count, 1, level).high
    half = unseen * max(largest, 1) * sums.count / sums.bottom
    return Estimate(mean, mean - half, mean + half)


def _divided(found: Estimate, unit: int) -> Estimate:
    return Estimate(found.mean / unit, found.low / unit, found.high / unit)
