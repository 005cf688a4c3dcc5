"""Which of several competitors in the same games may be the one that wins most."""

from collections.abc import Sequence
from math import sqrt

from analyzer.stats.intervals import LEVEL
from analyzer.stats.multiple import holm, two_sided


def leaders(totals: Sequence[int], squares: Sequence[int], unit: int, level: float = LEVEL) -> list[int]:
    """The competitors that are not certainly behind the one with the most wins.

    Two competitors of the same games are compared by McNemar's test with Edwards' continuity correction: games that
    neither won say nothing. A shared win would make the variance of the difference smaller than is reckoned here: the
    test is on the safe side then.

    Args:
        totals: Sum over games of each one's share of the win.
        squares: Sum over games of each one's squared share.
        unit: The share of a game that one alone has won.
        level: How sure it is that nobody is wrongly said to be behind, all pairs considered (Holm).

    Returns:
        Indices of competitors, the one with the most wins first.

    Source:
        A. L. Edwards, "Note on the correction for continuity in testing the significance of the difference between
        correlated proportions", Psychometrika 13 (1948), 185-187.
    """
    order = sorted(range(len(totals)), key=lambda index: -totals[index])
    pairs = [(one, other) for place, one in enumerate(order) for other in order[place + 1 :]]
    p_values = [
        two_sided(float(max(totals[one] - totals[other] - unit, 0)), sqrt(squares[one] + squares[other]))
        for one, other in pairs
    ]
    adjusted = dict(zip(pairs, holm(p_values), strict=True))
    return [order[0], *(other for other in order[1:] if adjusted[order[0], other] > 1 - level)]
