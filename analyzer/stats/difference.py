"""The difference of two figures that were found apart, from nothing but their intervals."""

from math import isfinite, isnan, nan, sqrt

from analyzer.stats import multiple
from analyzer.stats.estimate import Estimate

_Z = 1.959963984540054
"""Standard errors from a normal estimate to the end of its 95 % interval."""


def independent(one: Estimate, other: Estimate) -> Estimate:
    """How much larger the one figure is than the other, by the method of variance estimates recovery (MOVER).

    The distance from each figure to the end of its interval stands for the spread of the estimate when the truth lies
    near that end: below the one and above the other where the difference is small, the other way round where it is
    large. So the interval keeps the lopsided shape that the two have near 0 and 1, and for rates with Wilson intervals
    it is Newcombe's hybrid score interval.

    Args:
        one: A figure with its interval.
        other: Another one, found independently, with an interval of the same level. If the two hang together
            positively, as two runs on the same deals do, the interval is wider than it need be.

    Returns:
        One less other, with an interval of the level that the two have. An end that is not finite makes the end
        that is reckoned from it infinite; what is no number makes the difference none.

    Source:
        R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven
        methods", Statistics in Medicine 17 (1998), 873-890, method 10; G. Y. Zou, A. Donner, "Construction of
        confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008), 1693-1702.
    """
    middle = one.mean - other.mean
    parts = (one.mean, one.low, one.high, other.mean, other.low, other.high)
    if any(isnan(part) for part in parts) or not isfinite(middle):
        return Estimate(nan, nan, nan)
    below = sqrt((one.mean - one.low) ** 2 + (other.high - other.mean) ** 2)
    above = sqrt((one.high - one.mean) ** 2 + (other.mean - other.low) ** 2)
    return Estimate(middle, middle - below, middle + above)


def p_value(difference: Estimate) -> float:
    """Probability of a difference at least so far from 0 if there is none, read off its 95 % interval.

    The end nearer to 0 is taken to lie 1.96 standard errors away, as it does for normal estimates: the interval holds
    0 just where the p-value is above 0.05.

    Args:
        difference: A difference with a 95 % interval.

    Returns:
        The p-value, from 0 to 1; 1 where nothing is known.
    """
    if not isfinite(difference.mean):
        return 1.0
    nearer = difference.low if difference.mean > 0 else difference.high
    return multiple.two_sided(difference.mean, abs(difference.mean - nearer) / _Z)
