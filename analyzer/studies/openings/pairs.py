"""Pairs of cards in games in which one seat's opening was chosen at random: what it wins to lay both.

A pair counts where the seat knew exactly one card of each of two kinds, or exactly two of one kind. Then the chance
that both are laid is the same whatever the other cards are, so games in which they are and games in which they are not
differ by the choice alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.openings import OpeningRecords
from analyzer.games.protocol import SHARES, Integers
from analyzer.stats import intervals
from analyzer.stats.difference import independent
from analyzer.stats.estimate import Estimate
from analyzer.stats.regression import grouped_products

Pair = tuple[int, int]
"""Places of two kinds, the same or different."""

_PARTS = 64
"""Parts in which products are summed up; they are put together at once."""

_FEWEST = 30
"""Games with and without, from which on a pair can be said to gain something."""


@dataclass(frozen=True)
class PairTally:
    """Sums over games by pairs of kinds: how many games, what the seat won, and the squares of that.

    Attributes:
        known: Over the games in which the seat knew the pair, shape (3, kinds, kinds); on the diagonal, two of a kind.
        laid: Over those of them in which it laid both.
    """

    known: Integers
    laid: Integers

    @classmethod
    def of(cls, records: OpeningRecords) -> "PairTally":
        """Adds up games."""
        known = records.laid + records.held
        return cls(
            _sums(known == 1, known == 2, records.shares),
            _sums((known == 1) & (records.laid == 1), (known == 2) & (records.laid == 2), records.shares),
        )

    def __add__(self, other: "PairTally") -> "PairTally":
        return PairTally(self.known + other.known, self.laid + other.laid)

    def gain(self, pair: Pair, chance: float, level: float = intervals.LEVEL) -> Estimate | None:
        """What laying both wins, compared with the average of all ways to choose from the same cards.

        Args:
            pair: The pair.
            chance: How likely it is that both are laid.
            level: Confidence level of the interval.

        Returns:
            The gain in shares of a win; None where the games are too few.
        """
        both = [int(each) for each in self.laid[:, pair[0], pair[1]]]
        other = [int(each) - own for each, own in zip(self.known[:, pair[0], pair[1]], both, strict=True)]
        if min(both[0], other[0]) < _FEWEST:
            return None
        with_both, without = (
            intervals.mean(total, squares, games, level) for games, total, squares in (both, other)
        )
        found = independent(with_both, without)
        # The average holds the games with both, too.
        part = (1 - chance) / SHARES
        return Estimate(part * found.mean, part * found.low, part * found.high)


@dataclass(frozen=True)
class Gain:
    """What laying a pair gains.

    Attributes:
        pair: The pair.
        picked_by: The gain in the games by which it was picked, and
        confirmed: the one in other games.
        games: Games of the latter in which both were laid.
    """

    pair: Pair
    picked_by: Estimate
    confirmed: Estimate
    games: int


def chance_of_both(laid: int, known: int) -> float:
    """How likely it is that two given ones of the cards known are both laid, if all choices are equally likely."""
    return laid * (laid - 1) / (known * (known - 1))


def pick(tally: PairTally, chance: float, several: int) -> tuple[list[Pair], list[Pair]]:
    """Picks the pairs that seem to gain most and least.

    Args:
        tally: Games.
        chance: How likely it is that both of a pair are laid.
        several: How many of either.

    Returns:
        The best ones, the best first, and the worst ones, the worst first: by the end of the interval that speaks least
        for them, so that few games are not taken for a large gain. No pair is among both.
    """
    kinds = range(tally.known.shape[1])
    found = {
        pair: gain
        for pair in combinations_with_replacement(kinds, 2)
        if (gain := tally.gain(pair, chance)) is not None
    }
    best = sorted(found, key=lambda pair: -found[pair].low)
    worst = sorted(found, key=lambda pair: found[pair].high)
    several = min(several, len(found) // 2)
    return best[:several], [pair for pair in worst if pair not in best[:several]][:several]


def confirm(
    pairs: Sequence[Pair], first: PairTally, other: PairTally, chance: float, level: float
) -> list[Gain]:
    """What pairs gain in other games than those by which they were picked; those with too few games are left out."""
    found = []
    for pair in pairs:
        before, after = first.gain(pair, chance), other.gain(pair, chance, level)
        if before is not None and after is not None:
            found.append(Gain(pair, before, after, int(other.laid[0, pair[0], pair[1]])))
    return found


def _sums(
    one: npt.NDArray[np.bool_], two: npt.NDArray[np.bool_], shares: npt.NDArray[np.integer[Any]]
) -> Integers:
    """Sums over games that have one card of each of two kinds; on the diagonal, over those that have two of a kind."""
    kinds = one.shape[1]
    won = np.hstack([one, one * shares.astype(np.int8)[:, np.newaxis]])
    products = grouped_products(won, 0, _PARTS).sum(axis=0)
    sums = np.stack([products[:kinds, :kinds], products[:kinds, kinds:], products[kinds:, kinds:]])
    games, kind = np.nonzero(two)
    for power in range(3):
        of_two = np.bincount(kind, weights=shares[games].astype(np.float64) ** power, minlength=kinds)
        np.fill_diagonal(sums[power], np.rint(of_two))
    return sums
