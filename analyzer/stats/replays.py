"""How much of what players win is decided before they begin: the same deals, played twice.

Two replays of a deal share the deal and nothing else. So what the deal decides shows as the covariance of a seat's
wins in the two replays, and its share of all that varies is the covariance over the variance: the intraclass
correlation. Of several seats, covariances and variances are added up.

With X and Y what a seat wins in the two replays of a deal, m its mean and E the mean over deals, summed over seats,

    share = (E[X Y] - m²) / (E[X² + Y²] / 2 - m²).

Source:
    R. A. Fisher, "Statistical methods for research workers" (1925), section 38; A. Donner, "A review of inference
    procedures for the intraclass correlation coefficient in the one-way random effects model", International
    Statistical Review 54 (1986), 67-82.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.stats import intervals
from analyzer.stats.estimate import Estimate

Integers = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]

_NOTHING = 1e-12
"""Rounding leaves no more of a variance that is 0."""


@dataclass(frozen=True)
class Replays:
    """What the deals of one side add up to.

    Each deal has some figures, in this order: X Y summed over seats, X² + Y² summed over seats, and X + Y of each seat.

    Attributes:
        deals: How many deals, at least 2.
        sums: Sum over deals of each figure, shape (2 + seats,).
        products: Sum over deals of the products of each two figures, shape (2 + seats, 2 + seats).
        largest: What a seat wins at most in a game, in the same parts.
    """

    deals: int
    sums: Integers
    products: Integers
    largest: int

    @property
    def always_alike(self) -> bool:
        """Whether every deal was won alike both times."""
        return int(2 * self.sums[0]) == int(self.sums[1])

    @property
    def means(self) -> _Floats:
        """Means over deals of the figures."""
        means: _Floats = self.sums / self.deals
        return means

    @property
    def variance(self) -> float:
        """Four times the variance of what a seat wins, summed over seats."""
        return float(2 * self.means[1] - self.means[2:] @ self.means[2:])

    @property
    def share(self) -> float:
        """The part of the variance that the deal decides."""
        return float((4 * self.means[0] - self.means[2:] @ self.means[2:]) / self.variance)

    @property
    def slopes(self) -> _Floats:
        """How the share changes with the mean of each figure."""
        share = self.share
        steps: _Floats = np.array([4.0, -2 * share, *(-2 * (1 - share) * self.means[2:])])
        return steps / self.variance


def share_of_deal(one: Replays, level: float = intervals.LEVEL) -> Estimate | None:
    """The part of the variance of winning that the deal alone decides.

    Args:
        one: The deals.
        level: Confidence level.

    Returns:
        The share with its interval, the deal being the unit of chance; where all deals were won alike both times it is
        1, and the interval allows for deals that would not be. None where the same seat always wins.
    """
    if one.variance <= 0:
        return None
    if one.always_alike:
        return Estimate(1.0, max(1 - _unseen(one, level), -1.0), 1.0)
    share, half = one.share, _half(one, _variance(one.slopes, _covariance(one)), level)
    return Estimate(share, max(share - half, -1.0), min(share + half, 1.0))


def difference(
    one: Replays, other: Replays, products: npt.NDArray[np.integer[Any]], level: float = intervals.LEVEL
) -> Estimate | None:
    """How much more the deal decides on one side than on another one that played the same deals.

    Args:
        one: The one side.
        other: The other one, of as many deals and seats.
        products: Sum over deals of the product of each figure of the one side (rows) with each of the other's.
        level: Confidence level.

    Returns:
        The difference with its interval; None where there is no share on one of the sides.
    """
    if one.variance <= 0 or other.variance <= 0:
        return None
    together = products / one.deals - np.outer(one.means, other.means)
    variance = (
        _variance(one.slopes, _covariance(one))
        + _variance(other.slopes, _covariance(other))
        - 2 * float(one.slopes @ together @ other.slopes)
    )
    middle = one.share - other.share
    half = _half(one, variance, level)
    if variance <= _NOTHING:
        half = max(_unseen(one, level), _unseen(other, level))
    return Estimate(middle, max(middle - half, -2.0), min(middle + half, 2.0))


def _covariance(one: Replays) -> _Floats:
    covariance: _Floats = one.products / one.deals - np.outer(one.means, one.means)
    return covariance


def _variance(slopes: _Floats, covariance: _Floats) -> float:
    """Variance of the share that a single deal gives, to the first order (delta method)."""
    return max(float(slopes @ covariance @ slopes), 0.0)


def _half(one: Replays, variance: float, level: float) -> float:
    errors = intervals.student_quantile(one.deals - 1, level)
    return errors * sqrt(max(variance, 0.0) / (one.deals - 1))


def _unseen(one: Replays, level: float) -> float:
    """How far the share may lie from what is certain where all deals agree: some never came up that would not."""
    rate = intervals.rate(0, one.deals, level).high
    # A deal that one seat wins once and another one the other time adds 2 x largest² to each of two squared sums.
    return 4 * rate * one.largest**2 / one.variance
