"""How the first seat's results hang together in a variant and in the base, game by game."""

from math import sqrt
from typing import NamedTuple

from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL, student_quantile


class Side(NamedTuple):
    """What a side's results add up to.

    Attributes:
        total: Sum of the results.
        squares: Sum of their squares.
        wins: Share of the games that are won.
    """

    total: int
    squares: int
    wins: float


def correlation(games: int, one: Side, other: Side, together: int) -> Estimate | None:
    """The correlation of two results of the same games.

    Args:
        games: Games.
        one: The results of one side.
        other: Those of the other side.
        together: Sum over games of the product of both.

    Returns:
        The correlation, from -1 to 1, with an interval that is exact in large numbers where a game is won or not, and a
        little off where wins are shared; None where a side's result never changes.

    Source:
        Y. M. M. Bishop, S. E. Fienberg, P. W. Holland, "Discrete multivariate analysis" (1975), 11.3, on the standard
        error of the correlation in a two-by-two table.
    """
    spreads = [games * side.squares - side.total**2 for side in (one, other)]
    if games < 2 or min(spreads) <= 0:
        return None
    found = (games * together - one.total * other.total) / sqrt(spreads[0] * spreads[1])
    if not all(0 < side.wins < 1 for side in (one, other)):
        return Estimate(found, -1.0, 1.0)
    skews = [(1 - 2 * side.wins) / sqrt(side.wins * (1 - side.wins)) for side in (one, other)]
    variance = (
        1
        - found**2
        + found * (1 + found**2 / 2) * skews[0] * skews[1]
        - 0.75 * found**2 * (skews[0] ** 2 + skews[1] ** 2)
    )
    half = student_quantile(games - 1, LEVEL) * sqrt(max(variance, 0.0) / games)
    return Estimate(found, max(found - half, -1.0), min(found + half, 1.0))
