"""Several comparisons at once: p-values and levels that allow for having looked at all of them."""

from collections.abc import Sequence
from math import inf

from analyzer.stats.intervals import LEVEL


def two_sided(estimate: float, standard_error: float) -> float:
    """Probability of an estimate at least so far from 0 on either side if the truth is 0, for normal estimates.

    Args:
        estimate: What was found.
        standard_error: Its standard error; at 0 every estimate but 0 is impossible.

    Returns:
        The p-value, from 0 to 1.

    Raises:
        ValueError: The standard error is negative.
    """
    from scipy.special import ndtr

    if not standard_error >= 0:
        raise ValueError(f"a standard error is at least 0, not {standard_error}")
    if standard_error == 0:
        return 1.0 if estimate == 0 else 0.0
    return float(2 * ndtr(-abs(estimate) / standard_error))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjusted p-values.

    Calling every comparison different whose adjusted p-value is at most α keeps the probability of one or more wrong
    calls at or below α, whichever of them are truly different and however they hang together (the family-wise error
    rate in the strong sense). It finds all that Bonferroni's correction finds, and more.

    Args:
        p_values: One for each comparison.

    Returns:
        The adjusted ones in the same order, none above 1.

    Raises:
        ValueError: A p-value is not between 0 and 1.

    Source:
        S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979),
        65-70.
    """
    if not all(0 <= p <= 1 for p in p_values):
        raise ValueError(f"p-values lie between 0 and 1, not {list(p_values)}")
    adjusted = [0.0] * len(p_values)
    largest = -inf
    for step, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - step) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def simultaneous_level(comparisons: int, level: float = LEVEL) -> float:
    """The level that each of several intervals needs so that all of them together hold the truth at the asked level.

    It is Bonferroni's: the misses of the single intervals add up to at most the miss that is allowed. That holds
    however the comparisons hang together, and for confidence sequences at all looks. Holm's procedure has no intervals
    of such simple form, so an adjusted p-value may be significant where the simultaneous interval still holds 0.

    Args:
        comparisons: How many intervals, at least 1.
        level: Confidence that all hold, between 0 and 1.

    Returns:
        The level of each.

    Raises:
        ValueError: No comparisons, or a level that is none.

    Source:
        O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961), 52-64.
    """
    if comparisons < 1 or not 0 < level < 1:
        raise ValueError(f"needs a comparison and a level between 0 and 1, not {comparisons} and {level}")
    return 1 - (1 - level) / comparisons
