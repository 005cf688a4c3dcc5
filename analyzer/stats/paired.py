"""Two sides on the same deals: what it is worth to play one instead of the other.

A deal is the unit of chance. What its seats and games win hangs together, so a deal gives each side one score, the sum
over its seats, and variances are taken over deals (the deal is the cluster). On common deals the two scores are alike,
and their difference varies less than it would on different ones.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from operator import index

from analyzer.stats import intervals
from analyzer.stats.estimate import Estimate


@dataclass(frozen=True, slots=True)
class Sums:
    """What a paired comparison adds up, deal by deal, in whole numbers; numpy's are turned into Python's own.

    With `a` and `b` the scores of the two sides in one deal, from 0 to some whole number of parts:

    Attributes:
        deals: How many deals.
        a: Sum of a.
        a_squared: Sum of a².
        b: Sum of b.
        b_squared: Sum of b².
        product: Sum of a x b, on the same deals; or on deals of their own, brought together by their numbers.
    """

    deals: int
    a: int
    a_squared: int
    b: int
    b_squared: int
    product: int

    def __post_init__(self) -> None:
        for field in fields(self):
            object.__setattr__(self, field.name, index(getattr(self, field.name)))
        if self.deals < 1 or min(self.spread_a, self.spread_b, self.spread) < 0:
            raise ValueError(f"no deals have these sums: {self}")

    @property
    def difference(self) -> int:
        """Sum of a - b."""
        return self.a - self.b

    @property
    def difference_squared(self) -> int:
        """Sum of (a - b)²."""
        return self.a_squared - 2 * self.product + self.b_squared

    @property
    def spread_a(self) -> int:
        """The variance of a, times the square of the number of deals."""
        return self.deals * self.a_squared - self.a**2

    @property
    def spread_b(self) -> int:
        """The variance of b, times the square of the number of deals."""
        return self.deals * self.b_squared - self.b**2

    @property
    def spread(self) -> int:
        """The variance of a - b, times the square of the number of deals."""
        return self.deals * self.difference_squared - self.difference**2


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the sums of a paired comparison say.

    Attributes:
        difference: Score of a less that of b.
        a: Score of a, between 0 and 1.
        b: Score of b.
        variance_ratio: How many times as many deals the same precision would take if each side had deals of its own:
            the variance of the difference if the two were independent, over the one found. About 1 when unpaired. None
            when the difference was the same in all deals.
    """

    difference: Estimate
    a: Estimate
    b: Estimate
    variance_ratio: float | None


def compare(
    sums: Sums,
    unit: int,
    level: float = intervals.LEVEL,
    interval: Callable[[int, int, int], Estimate] | None = None,
) -> Comparison:
    """Summarises a paired comparison.

    Args:
        sums: What the deals added up to.
        unit: Parts that make a score of 1, which is also the largest score of a deal: for win rates 60 times the seats
            that are summed.
        level: Confidence level of each interval.
        interval: What turns total, total of squares and count into the interval of the difference, in parts:
            Student's if not given; `sequences.mean` with its settings if a run may stop early. The two scores have
            intervals for a number of deals that is fixed beforehand: Wilson's, with the effective number of deals.

    Returns:
        The comparison, with everything divided by `unit`.

    Raises:
        ValueError: Scores that do not lie between 0 and `unit`, or no level.
    """
    sought = (sums.difference, sums.difference_squared, sums.deals)
    parts = intervals.mean(*sought, level) if interval is None else interval(*sought)
    ratio = Fraction(sums.spread_a + sums.spread_b, sums.spread) if sums.spread else None
    return Comparison(
        difference=Estimate(parts.mean / unit, parts.low / unit, parts.high / unit),
        a=intervals.share(sums.a, sums.a_squared, sums.deals, unit, level),
        b=intervals.share(sums.b, sums.b_squared, sums.deals, unit, level),
        variance_ratio=None if ratio is None else float(ratio),
    )
