"""Selecting the best of several things that are tried on common random numbers, with as little trying as will do.

A race tries all arms on the same numbers (deals, worlds), looks at the figures now and then, and drops the arms that
are certainly not the best: so most of the work goes into the few that are close. It ends when one is left, or when
none that is left can be better than the leader by more than what makes no matter.

The scores that chose an arm flatter it. Who reports how well the chosen one does tries it on numbers of their own.

Source:
    E. Even-Dar, S. Mannor, Y. Mansour, "Action elimination and stopping conditions for the multi-armed bandit and
    reinforcement learning problems", Journal of Machine Learning Research 7 (2006), 1079-1105: successive elimination,
    theorem 8. Here the arms are compared pair by pair on common numbers, by confidence sequences (see `sequences`), and
    fewer comparisons have to be right than there are: see `Rule`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.stats import sequences
from analyzer.stats.intervals import LEVEL

Integers = npt.NDArray[np.int64]

_LIKELY_SPREAD = 0.25
"""Root mean square of the difference of two scores to expect, in units of the largest score."""

_SEQUENCE_ERRORS = 3.5
"""So many standard errors the sequences lie from the mean when a race of close arms ends."""


@dataclass(frozen=True)
class Tally:
    """What some arms scored on the same numbers, in whole parts.

    Attributes:
        arms: Which arms, in ascending order.
        count: How many numbers they were tried on.
        sums: Sum of each arm's scores, int64, shape (arms,).
        products: Sum of the products of each two arms' scores, int64, shape (arms, arms).
    """

    arms: tuple[int, ...]
    count: int
    sums: Integers
    products: Integers

    @classmethod
    def of(cls, arms: Sequence[int], scores: npt.NDArray[np.integer[Any]]) -> "Tally":
        """Adds up scores.

        Args:
            arms: The arms.
            scores: One row an arm, one column a number, in parts.
        """
        wide = scores.astype(np.int64)
        return cls(tuple(arms), wide.shape[1], wide.sum(axis=1), wide @ wide.T)

    def __add__(self, other: "Tally") -> "Tally":
        """The same arms on further numbers."""
        if self.arms != other.arms:
            raise ValueError(f"arms {self.arms} and {other.arms} are not the same")
        return Tally(
            self.arms, self.count + other.count, self.sums + other.sums, self.products + other.products
        )

    def only(self, arms: Sequence[int]) -> "Tally":
        """The same numbers, and only some of the arms."""
        places = [self.arms.index(arm) for arm in arms]
        return Tally(tuple(arms), self.count, self.sums[places], self.products[np.ix_(places, places)])

    @property
    def leader(self) -> int:
        """The arm that scored most; of several, the first."""
        return self.arms[int(self.sums.argmax())]

    def score(self, arm: int) -> tuple[int, int, int]:
        """Sum of an arm's scores, sum of their squares, and how many."""
        place = self.arms.index(arm)
        return int(self.sums[place]), int(self.products[place, place]), self.count

    def difference(self, one: int, other: int) -> tuple[int, int, int]:
        """The same of the differences, one arm's score less the other's on the same number."""
        a, b = self.arms.index(one), self.arms.index(other)
        total = self.sums[a] - self.sums[b]
        squares = self.products[a, a] - 2 * self.products[a, b] + self.products[b, b]
        return int(total), int(squares), self.count


def last_with(tallies: Sequence[Tally], *arms: int) -> Tally:
    """Of tallies of ever fewer arms on ever more numbers, the last one that has some arms."""
    return [tally for tally in tallies if set(arms) <= set(tally.arms)][-1]


@dataclass(frozen=True)
class Look:
    """What a look at a race decides.

    Attributes:
        left: The arms that stay in, in ascending order.
        decided: Whether the race is over: one is left, or none is better than the leader by more than `Rule.within`.
    """

    left: tuple[int, ...]
    decided: bool


@dataclass(frozen=True)
class Rule:
    """Which arms are dropped, and when the race is over.

    For two arms i and j let d(i, j) be the mean difference of their scores, and L(i, j) the lower end of a confidence
    sequence for it, from all numbers on which both were tried. An arm i is dropped once L(j, i) > 0 for an arm j that
    was still in; the race is decided once -L(a, i) <= `within` for the leader a and every other arm i that is left,
    which holds too when none is.

    With probability `level` at least, whatever the scores' distribution, however they hang together and however often
    one looks, the leader a of a decided race has a mean of at most `within` below the best arm's:

    Let b be an arm with the largest mean, the first of them if several have it. The arms j other than b are one fewer
    than all, and for each of them d(j, b) <= 0. Each sequence here has a two-sided level of 1 - 2 (1 - `level`) /
    (arms - 1), so on its lower side alone it fails, L(j, b) > d(j, b) at any look, with probability (1 - `level`) /
    (arms - 1) at most; and that one of these arms - 1 sequences fails, with probability 1 - `level` at most (union
    bound). Where none fails:

    - b is never dropped, as that takes an arm j with L(j, b) > 0 >= d(j, b).
    - So when the race is decided, b is the leader, or among the others that are left. In the second case
      d(b, a) = -d(a, b) <= -L(a, b) <= `within`, where L(a, b) is one of the same sequences.

    Comparisons of two arms neither of which is b may be wrong as often as they like: they can drop only arms that are
    not b. That is why there are arms - 1 sequences to be right, with one side each, and not all pairs with both.

    The sequences must be fixed before the first look: they are tuned to be tightest at the numbers that it takes to
    decide between arms that are close, going by `within` and a spread that differences of wins often have.

    Attributes:
        arms: How many arms the race begins with, at least 1.
        reach: The largest score; the least is 0.
        within: By how much less the choice may score than the best, in the same parts, above 0.
        most: Numbers that will be tried at most.
        level: How certain the result is to be, above 1/2.
    """

    arms: int
    reach: int
    within: float
    most: int
    level: float = LEVEL

    def __post_init__(self) -> None:
        if self.arms < 1 or self.reach < 1 or self.within <= 0 or not 0.5 < self.level < 1:
            raise ValueError(f"no arms can be selected by {self}")

    def look(self, tally: Tally) -> Look:
        """Looks at what the arms that are still in have scored on all numbers so far."""
        if len(tally.arms) == 1:
            return Look(tally.arms, decided=True)
        behind: npt.NDArray[np.bool_] = np.any(self._above(0.0, tally), axis=0)
        left = tuple(arm for arm, is_behind in zip(tally.arms, behind.tolist(), strict=True) if not is_behind)
        # The leader has the largest sum, so nothing is ahead of it.
        leader = tally.arms.index(tally.leader)
        close = self._above(-self.within, tally)[leader]
        others = [place for place, arm in enumerate(tally.arms) if arm in left and place != leader]
        return Look(left, decided=bool(close[others].all()))

    def _above(self, supposed: float, tally: Tally) -> npt.NDArray[np.bool_]:
        """Whether the mean of the row's arm less that of the column's is certainly above a number."""
        squares = np.diag(tally.products)
        return sequences.lies_above(
            supposed,
            tally.sums[:, np.newaxis] - tally.sums,
            squares[:, np.newaxis] - 2 * tally.products + squares,
            tally.count,
            self.reach,
            1 - 2 * (1 - self.level) / (self.arms - 1),
            tightest_at=self._tightest_at,
            spread=_LIKELY_SPREAD * self.reach,
        )

    @property
    def _tightest_at(self) -> int:
        wanted = round((_SEQUENCE_ERRORS * _LIKELY_SPREAD * self.reach / self.within) ** 2)
        return max(min(wanted, self.most), sequences.FIRST_LOOK)
