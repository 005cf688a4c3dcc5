"""Adds up deals in which a card was exchanged for every kind in turn, and says what each kind is worth there.

The deal is the unit of chance: all kinds are tried in the same one, so what they have in common falls out. A kind's
value is reckoned deal by deal, as what was scored with it less the average over all kinds weighted by their copies, in
whole numbers. So the values, weighted alike, add up to exactly zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.games.balance import Scores
from analyzer.stats.estimate import Estimate
from analyzer.studies.clusters import fixed_mean


@dataclass
class Exchanged:
    """What deals add up to.

    Attributes:
        games: Deals.
        copies: The kinds' copies.
        sums: Sum over deals, for each kind, of its score times all copies less the scores of all copies together.
        squares: Sum of the squares of the same.
        low: The least score, 0 if all are above, and
        high: the greatest one, 0 if all are below.
    """

    games: int
    copies: tuple[int, ...]
    sums: list[int]
    squares: list[int]
    low: int
    high: int

    @classmethod
    def of(cls, scores: Scores, copies: Sequence[int]) -> "Exchanged":
        """Adds up deals.

        Args:
            scores: What the seat scored with each kind, shape (kinds, deals).
            copies: The kinds' copies.
        """
        values, weights = scores.astype(np.int64), np.array(copies, np.int64)
        off = weights.sum() * values - weights @ values
        return cls(
            values.shape[1],
            tuple(copies),
            [int(total) for total in off.sum(axis=1)],
            [int(row @ row) for row in off],
            int(values.min(initial=0)),
            int(values.max(initial=0)),
        )

    def add(self, other: "Exchanged") -> None:
        """Adds further deals."""
        self.games += other.games
        self.sums = [one + more for one, more in zip(self.sums, other.sums, strict=True)]
        self.squares = [one + more for one, more in zip(self.squares, other.squares, strict=True)]
        self.low = min(self.low, other.low)
        self.high = max(self.high, other.high)

    def values(self, unit: int, is_rate: bool, level: float) -> list[Estimate]:
        """What each kind is worth.

        Args:
            unit: Parts of the unit in which scores are counted.
            is_rate: Whether scores lie between 0 and 1 unit.
            level: Confidence level of each interval.
        """
        copies = sum(self.copies)
        reach = copies * (unit if is_rate else max(self.high - self.low, 1))
        found = (
            fixed_mean(total, squares, self.games, reach, level)
            for total, squares in zip(self.sums, self.squares, strict=True)
        )
        scale = copies * unit
        return [Estimate(each.mean / scale, each.low / scale, each.high / scale) for each in found]
