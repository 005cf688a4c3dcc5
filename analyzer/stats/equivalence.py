"""Which side of 0 a difference lies on, and whether it is large enough to matter."""

from dataclasses import dataclass

from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an interval says of a difference.

    Attributes:
        sign: 1 if the difference surely lies above 0, -1 if below; 0 if all that is certain is that it is smaller than
            the smallest that matters; None if nothing is.
        large: Whether it surely matters (True) or surely does not (False); None if that is open.
    """

    sign: int | None
    large: bool | None

    @property
    def settled(self) -> bool:
        """Whether nothing is open."""
        return self.sign is not None and self.large is not None


def judge(estimate: Estimate, smallest: float) -> Judgement:
    """Tells apart differences above 0, differences below 0, and such as do not matter.

    One interval answers all of it, so nothing needs to be corrected: a judgement is wrong only where the interval
    misses the truth, at a level of 95 % in at most one run of twenty; with a confidence sequence, also where a run
    stops as soon as the judgement is settled.

    Args:
        estimate: The difference with its interval.
        smallest: The smallest difference that matters, above 0.

    Returns:
        What is certain.

    Raises:
        ValueError: The smallest difference is not above 0.

    Source:
        J. J. Goeman, A. Solari, T. Stijnen, "Three-sided hypothesis testing: simultaneous testing of superiority,
        equivalence and inferiority", Statistics in Medicine 29 (2010), 2117-2125.
    """
    if not smallest > 0:
        raise ValueError(f"the smallest difference that matters is above 0, not {smallest}")
    small = -smallest < estimate.low and estimate.high < smallest
    large = estimate.low >= smallest or estimate.high <= -smallest
    sign = decides_sign(estimate)
    return Judgement(
        sign=sign if sign != 0 or small else None,
        large=True if large else False if small else None,
    )
