"""Intervals for the quantiles and the standard deviation of whole-number values, from exact counts.

How sure an interval is to be is said in standard errors: 1.96 of them for 95 % of runs of a fixed length, more where
the figures are looked at again and again (see `sequences.asymptotic_errors`), or where there are many of them.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import isfinite, sqrt

from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import quantile as value_at

_FINEST = 1_000_000


def quantile(counts: Sequence[int], level: float, errors: float) -> Estimate | None:
    """A quantile, with the values that it may be.

    The number of values that do not exceed the true quantile of a level p is p of all, give or take its standard
    error, sqrt(n p (1 - p)); so the interval goes from the value at as many fewer to the value at as many more. It
    supposes no shape, and where many values are equal it is sure rather too often.

    Args:
        counts: How often each value 0, 1, 2 … came up.
        level: The quantile's level, above 0 and below 1.
        errors: Standard errors to either side; an endless number of them gives all values that came up.

    Returns:
        The lower empirical quantile and the ends of its interval, values that came up; None where there are none.

    Source:
        W. J. Conover, "Practical nonparametric statistics", 3rd edition (1999), section 3.2.
    """
    n = sum(counts)
    middle = value_at(counts, level)
    if middle is None:
        return None
    part = float(Fraction(level).limit_denominator(_FINEST))
    off = errors * sqrt(n * part * (1 - part)) if isfinite(errors) else float(n)
    return Estimate(middle, _at(counts, n * part - off), _at(counts, n * part + off))


def deviation(counts: Sequence[int], errors: float) -> Estimate | None:
    """The standard deviation, with its interval.

    Args:
        counts: How often each value 0, 1, 2 … came up.
        errors: Standard errors to either side.

    Returns:
        The standard deviation as of a sample, its error from the fourth moment, whatever the values' distribution;
        None where there are fewer than two values.

    Source:
        R. L. Serfling, "Approximation theorems of mathematical statistics" (1980), section 2.2.3 and theorem 3.1.A.
    """
    n = sum(counts)
    if n < 2:
        return None
    total = sum(value * count for value, count in enumerate(counts))
    # Whole numbers all along: each value's distance from the mean, times n.
    squares = sum((n * value - total) ** 2 * count for value, count in enumerate(counts))
    fourths = sum((n * value - total) ** 4 * count for value, count in enumerate(counts))
    variance = squares / (n**2 * (n - 1))
    if variance == 0:
        return Estimate(0.0, 0.0, 0.0)
    sd = sqrt(variance)
    of_squares = max(fourths / n**5 - (squares / n**3) ** 2, 0.0)
    half = errors * sqrt(of_squares / n) / (2 * sd)
    return Estimate(sd, max(sd - half, 0.0), sd + half)


def _at(counts: Sequence[int], place: float) -> int:
    """The value at a place among all of them in order, the first or the last one that came up beyond the ends."""
    last = 0
    for value, below in enumerate(accumulate(counts)):
        if counts[value]:
            last = value
            if below >= place and below > 0:
                return value
    return last
