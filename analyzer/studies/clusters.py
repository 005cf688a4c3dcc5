"""Sums over deals, where the games of one deal hang together, and the intervals that they give."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import Integers
from analyzer.stats import intervals
from analyzer.stats.estimate import Estimate

Lengths = tuple[npt.NDArray[np.integer[Any]], npt.NDArray[np.bool_]]
"""The lengths of games, one for each deal, and whether each of them was finished."""

_BLOCK_SECONDS = 0.03
_MOST_BLOCK_SECONDS = 2.0
"""What a run that is interrupted may lose."""


def block_seconds(games_per_deal: int) -> float:
    """How long a block of deals is to take: each of its tables is a call of the kernel, and calls cost something."""
    return min(_BLOCK_SECONDS * games_per_deal, _MOST_BLOCK_SECONDS)


def fixed_mean(
    total: int, total_of_squares: int, count: int, reach: int, level: float = intervals.LEVEL
) -> Estimate:
    """The mean of values within ±`reach`, for a number of values that is fixed beforehand.

    It is Student's interval, cut off at ±`reach`. Where all values are the same he would be certain; then the interval
    allows for values that have not come up yet, as many of them as Wilson's interval allows at 0 of `count`.

    Args:
        total: Sum of the values.
        total_of_squares: Sum of their squares.
        count: How many values, at least 1.
        reach: The largest absolute value that one of them can have.
        level: Confidence level.

    Returns:
        The mean and its interval.
    """
    if count * total_of_squares > total * total:
        found = intervals.mean(total, total_of_squares, count, level)
        return Estimate(found.mean, max(found.low, -float(reach)), min(found.high, float(reach)))
    same = total / count
    unseen = intervals.rate(0, count, level).high
    return Estimate(same, same - unseen * (reach + same), same + unseen * (reach - same))


def scaled(total: int, total_of_squares: int, count: int, number: int) -> tuple[int, int]:
    """The sums that `number` values would have if they were like the `count` values that have these.

    They are rounded so that the variance does not get smaller.
    """
    sign = 1 if total > 0 else -1
    return sign * (abs(total) * number // count), -(-total_of_squares * number // count)


@dataclass(frozen=True)
class LengthTally:
    """Lengths of the games that the deals of a run gave, those that were not finished left out.

    Attributes:
        counts: Finished games by their length.
        sums: Over deals, of l, l², f, f² and l x f, where l is the sum of a deal's lengths and f is how many of its
            games were finished.
    """

    counts: Integers
    sums: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, tables: Sequence[Lengths], deals: int) -> "LengthTally":
        """Adds up games: one table after the other, each with one game in every deal."""
        counts = np.zeros(1, np.int64)
        length, finished = np.zeros(deals, np.int64), np.zeros(deals, np.int64)
        for lengths, done in tables:
            lengths, done = lengths[:deals], done[:deals]
            counts = _added(counts, np.bincount(lengths[done], minlength=1))
            length += np.where(done, lengths, 0)
            finished += done
        sums = (
            int(length.sum()),
            int(length @ length),
            int(finished.sum()),
            int(finished @ finished),
            int(length @ finished),
        )
        return cls(counts, sums)

    def __add__(self, other: "LengthTally") -> "LengthTally":
        a, b = self.sums, other.sums
        sums = (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])
        return LengthTally(_added(self.counts, other.counts), sums)

    def mean(self, deals: int) -> Estimate | None:
        """Mean length of a finished game, with a 95 % interval that takes the deal as the unit of chance.

        Args:
            deals: How many deals there were.

        Returns:
            The ratio of the two sums, its error from how far each deal's lengths lie from what its finished games make
            expect; None if no game was finished.

        Source:
            W. G. Cochran, "Sampling techniques", 3rd edition (1977), section 6.3, on the variance of a ratio.
        """
        length, length_squared, finished, finished_squared, product = self.sums
        if finished == 0:
            return None
        # A deal's l x F - f x L adds up to 0, and is a whole number.
        squares = (
            length_squared * finished**2 - 2 * product * finished * length + finished_squared * length**2
        )
        off = intervals.mean(0, squares, deals)
        mean, unit = length / finished, finished * finished / deals
        return Estimate(mean, mean + off.low / unit, mean + off.high / unit)


def _added(one: Integers, other: Integers) -> Integers:
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total
