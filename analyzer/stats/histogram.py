"""What a histogram of whole-number values says: mean, spread and quantiles, from exact counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt

_FINEST = 1_000_000
"""A quantile's level is read as the nearest fraction with at most this denominator: 0.05 means 1/20."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How values are spread. Every figure but `n` is None when there are no values, `sd` also when there is one.

    The quantiles and the largest are whole numbers as the values are, unless they were scaled.

    Attributes:
        n: How many values.
        mean: Their mean.
        sd: Their standard deviation, as of a sample (divided by n - 1).
        p5: 5 % quantile; for this and the next ones see `quantile`.
        p25: Lower quartile.
        p50: Median.
        p75: Upper quartile.
        p95: 95 % quantile.
        max: The largest.
    """

    n: int
    mean: float | None
    sd: float | None
    p5: float | None
    p25: float | None
    p50: float | None
    p75: float | None
    p95: float | None
    max: float | None

    def scaled(self, factor: float, divisor: float = 1.0) -> "Summary":
        """The summary of the same values in another unit: each times a factor, and then divided.

        Args:
            factor: A positive number.
            divisor: A positive number.
        """
        figures = {
            key: None if value is None else value * factor / divisor for key, value in self.as_dict().items()
        }
        return Summary(self.n, **figures)

    def as_dict(self) -> dict[str, float | None]:
        """The public JSON object, which leaves out `n`."""
        keys = ("mean", "sd", "p5", "p25", "p50", "p75", "p95", "max")
        return {key: getattr(self, key) for key in keys}


def summarise(counts: Iterable[int]) -> Summary:
    """Summarises a histogram.

    Args:
        counts: How often each value 0, 1, 2 … came up: a list or a one-dimensional array of whole numbers.

    Returns:
        Its summary. Mean and variance are computed in whole numbers and divided once at the end.

    Raises:
        ValueError: A count is negative.
    """
    exact = whole(counts)
    n = sum(exact)
    if n == 0:
        return Summary(0, None, None, None, None, None, None, None, None)
    total = sum(value * count for value, count in enumerate(exact))
    squares = sum(value * value * count for value, count in enumerate(exact))
    sd = sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 else None
    p5, p25, p50, p75, p95 = (quantile(exact, level) for level in (0.05, 0.25, 0.5, 0.75, 0.95))
    return Summary(n, total / n, sd, p5, p25, p50, p75, p95, quantile(exact, 1.0))


def quantile(counts: Iterable[int], level: float | Fraction) -> int | None:
    """The lower empirical quantile: the smallest value that at least this part of all values do not exceed.

    It is always a value that came up. It is Hyndman and Fan's type 1 and numpy's `method="inverted_cdf"`, but decided
    in whole numbers, so that 0.07 of 100 values are 7 and not the 7.000000000000001 of floating point.

    Args:
        counts: How often each value 0, 1, 2 … came up.
        level: From 0 (the smallest value) to 1 (the largest).

    Returns:
        The quantile, or None when there are no values.

    Raises:
        ValueError: The level is not between 0 and 1, or a count is negative.

    Source:
        R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996), 361-365.
    """
    part = Fraction(level).limit_denominator(_FINEST)
    if not 0 <= part <= 1:
        raise ValueError(f"a quantile's level lies between 0 and 1, not at {level}")
    exact = whole(counts)
    n = sum(exact)
    for value, below in enumerate(accumulate(exact)):
        if below > 0 and below * part.denominator >= n * part.numerator:
            return value
    return None


def whole(counts: Iterable[int]) -> list[int]:
    """The counts as Python's own whole numbers, which cannot overflow.

    Raises:
        ValueError: A count is negative.
    """
    exact = [int(count) for count in counts]
    if any(count < 0 for count in exact):
        raise ValueError("a histogram has no negative counts")
    return exact
