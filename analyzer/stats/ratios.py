"""Means and ratios of what is counted game by game, and how far two of them differ on the same deals.

A mean has the games themselves below the line, a ratio something else that is counted in them. Sums are whole numbers
and stay so until the last division: where two sides were alike in every game, their difference is exactly 0.

Source:
    W. G. Cochran, "Sampling techniques", 3rd edition (1977), sections 6.3, on the variance of a ratio, and 6.11, on the
    difference of two of them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.stats.estimate import Estimate

Interval = Callable[[int, int, int], Estimate]
"""What turns (total, total of squares, count) into an estimate."""


@dataclass(frozen=True)
class Sums:
    """What one side adds up to over deals, of each of which something was counted above and below the line.

    Attributes:
        count: How many deals.
        top: Sum of what stands above the line.
        bottom: Sum of what stands below it, above 0.
        top_squared: Sum of the squares of what stands above.
        product: Sum of the products of both.
        bottom_squared: Sum of the squares of what stands below.
    """

    count: int
    top: int
    bottom: int
    top_squared: int
    product: int
    bottom_squared: int

    @property
    def ratio(self) -> float:
        """What stands above over what stands below."""
        return self.top / self.bottom

    @property
    def off_squared(self) -> int:
        """Sum over deals of the squares of a = top x Bottom - bottom x Top, capitals being the sums; a adds up to 0."""
        return (
            self.top_squared * self.bottom**2
            - 2 * self.product * self.bottom * self.top
            + self.bottom_squared * self.top**2
        )


@dataclass(frozen=True)
class Products:
    """Sums over common deals of the products of what one side and the other one counted.

    Attributes:
        top_top: Of both above the line.
        top_bottom: Of the one side's above and the other's below.
        bottom_top: Of the one side's below and the other's above.
        bottom_bottom: Of both below.
    """

    top_top: int
    top_bottom: int
    bottom_top: int
    bottom_bottom: int


def ratio(sums: Sums, interval: Interval) -> Estimate:
    """A mean or a ratio with its interval, the deal being the unit of chance.

    Args:
        sums: What the deals add up to.
        interval: How sure it is to be; it is given what adds up to 0.

    Returns:
        The ratio, its error from how far each deal lies from what the others make expect.
    """
    off = interval(0, sums.off_squared, sums.count)
    mean, unit = sums.ratio, sums.bottom**2 / sums.count
    return Estimate(mean, mean + off.low / unit, mean + off.high / unit)


def difference(one: Sums, other: Sums, products: Products, interval: Interval) -> Estimate:
    """By how much the ratio of one side is larger than that of another one on the same deals.

    Args:
        one: The one side.
        other: The other one, of as many deals.
        products: How the two hang together.
        interval: As for `ratio`.

    Returns:
        The difference with its interval.
    """
    off = interval(0, off_squared(one, other, products), one.count)
    mean = one.ratio - other.ratio
    unit = (one.bottom * other.bottom) ** 2 / one.count
    return Estimate(mean, mean + off.low / unit, mean + off.high / unit)


def off_squared(one: Sums, other: Sums, products: Products) -> int:
    """Sum over deals of the squares of a x Bottom'² - a' x Bottom², see `Sums.off_squared`; 0 if all deals agree."""
    together = (
        products.top_top * one.bottom * other.bottom
        - products.top_bottom * one.bottom * other.top
        - products.bottom_top * one.top * other.bottom
        + products.bottom_bottom * one.top * other.top
    )
    return (
        one.off_squared * other.bottom**4
        - 2 * together * (one.bottom * other.bottom) ** 2
        + other.off_squared * one.bottom**4
    )
