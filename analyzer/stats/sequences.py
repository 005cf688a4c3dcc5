"""Confidence sequences: intervals for a mean that stay valid however often they are looked at.

An interval for a fixed number of deals misses the truth once in twenty runs when it is computed once. A run that stops
when the interval says what it hopes for looks many times, and misses far more often. A confidence sequence of level
95 % misses in at most one run of twenty **at any look**, so a run may stop for any reason, and look as often as it
likes. The price is a wider interval: 3.0 to 3.3 standard errors instead of 1.96 where it is tuned to be tightest, 3.3
to 3.5 at ten times and 3.5 to 3.8 at a tenth as many deals.

There are two. `mean` is for scores that have a largest possible value, such as wins: its guarantee is a theorem for
every number of deals and every distribution, and it costs some 8 % of width against the other one. `asymptotic_mean` is
for values without a bound, such as the length of a game: its guarantee sets in with many deals. How many depends on
the distribution, and no count is enough for all: in 4,000 simulated runs of up to 100,000 deals that first look at
1,000 deals, it missed a symmetric difference (-1, 0, 1) in 1 to 3 %, but a win that comes once in 1,000 deals in 6 to
13 %, because its variance is too small as long as too few wins came up. So wins and their differences go to `mean`.

Like the other intervals they need no more than whole-number sums, and load scipy only when called.

Source:
    H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41
    (1970), 1397-1409, on mixtures; the others are named where they are used.
"""

from collections.abc import Callable
from functools import lru_cache
from math import e, inf, log, sqrt
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import LEVEL

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = TypeVar("Numbers", float, npt.NDArray[np.float64])
else:
    Numbers = TypeVar("Numbers")

Interval: TypeAlias = Callable[[int, int, int], Estimate]
"""What turns (total, total of squares, count) into an estimate: `intervals.mean`, or one of these with its settings."""

TIGHTEST_AT = 10_000
"""Deals at which a sequence is tightest where nothing else is asked for."""

FIRST_LOOK = 1_000
"""Fewer values than this say nothing in `asymptotic_mean`."""

_MOST = 10**15
"""`needed` gives up beyond so many values."""


def mean(
    total: int,
    total_of_squares: int,
    count: int,
    reach: int,
    level: float = LEVEL,
    *,
    tightest_at: int = TIGHTEST_AT,
    spread: float | None = None,
) -> Estimate:
    """The mean of bounded whole-number values, with an empirical Bernstein confidence sequence.

    For a supposed mean m, each value x and each bet b between 0 and 1, exp(b y - y² f(b)) with y = (x - m) / scale and
    f(b) = -log(1 - b) - b is at most 1 on average if m is true and no y lies below -1. So the product over all values,
    averaged over bets, is a fortune that exceeds 2/α ever, at whatever look, with a probability of at most α/2 (Ville).
    Betting against m from both sides, the interval holds every m against which no bet ever made that much. The fortune
    depends on the values only through their sum and sum of squares about m, so three whole numbers are enough to
    compute it. Bets are weighted by a gamma density, for which it has a closed form.

    Nothing here is approximate in the number of values. Where all of them are 0 the interval is not [0, 0] but about
    ±13 x reach / count, as what never came up may still exist; who knows a difference to be exactly 0, because the two
    sides are the same, need not ask.

    Args:
        total: Sum of the values.
        total_of_squares: Sum of their squares.
        count: How many values, at least 1; independent ones, so deals rather than games on the same deal.
        reach: The largest absolute value that one of them can have.
        level: Confidence that the interval holds the truth at all looks together, between 0 and 1.
        tightest_at: At this count it is about as tight as can be. To be fixed before the first look, like `spread`.
        spread: Root mean square of a value to expect; an eighth of `reach` if not given, on the low side for paired
            differences of wins, because expecting too much costs more than too little. At `tightest_at` the interval
            is 3.3 standard errors wide to each side if the truth is one to three times that, 3.7 if it is half.

    Returns:
        The mean with its interval, which lies within ±`reach`.

    Raises:
        ValueError: No values, sums that no values within `reach` can have, or a setting that makes no sense.

    Source:
        S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence
        sequences", Annals of Statistics 49 (2021), 1055-1080: theorem 4 (the bound from X. Fan, I. Grama, Q. Liu,
        "Exponential inequalities for martingales with applications", Electronic Journal of Probability 20 (2015)) and
        proposition 9 (the mixture). They centre the squares on a running guess; here it is the supposed mean itself.
    """
    centre, variance = _moments(total, total_of_squares, count)
    if reach < 1 or total_of_squares > count * reach * reach:
        raise ValueError(f"{count} values within ±{reach} have no sum of squares of {total_of_squares}")
    rho = _rho(reach / 8 if spread is None else spread, level, tightest_at)
    limit = log(2 / (1 - level))

    def refuted(supposed: float) -> bool:
        off = centre - supposed
        squares = count * (variance + off * off)
        return _log_fortune(count * abs(off), squares, rho, reach + abs(supposed)) >= limit

    return Estimate(centre, _edge(refuted, centre, -float(reach)), _edge(refuted, centre, float(reach)))


def lies_above(
    supposed: float,
    totals: "npt.NDArray[np.int64]",
    totals_of_squares: "npt.NDArray[np.int64]",
    count: int,
    reach: int,
    level: float = LEVEL,
    *,
    tightest_at: int = TIGHTEST_AT,
    spread: float | None = None,
) -> "npt.NDArray[np.bool_]":
    """Of many means at once, which are certainly larger than a number: the interval of `mean` lies above it.

    This is one side of the interval only: of a mean that is not larger it says so, at any look, in at most
    (1 - `level`) / 2 of the runs. It takes microseconds a mean, where an interval takes a millisecond.

    Args:
        supposed: The number.
        totals: Sums of the values, of any shape.
        totals_of_squares: Sums of their squares, of the same shape.
        count: How many values each sum has, at least 1.
        reach: As for `mean`, like all that follows.
        level: The level of the intervals.
        tightest_at: At this count they are about as tight as can be.
        spread: Root mean square of a value to expect.

    Returns:
        True or false for every mean, of the same shape.

    Raises:
        ValueError: A setting makes no sense.
    """
    import numpy as np

    rho = _rho(reach / 8 if spread is None else spread, level, tightest_at)
    excess = totals - count * supposed
    squares = totals_of_squares - 2 * supposed * totals + count * supposed * supposed
    fortunes = _log_fortune(np.maximum(excess, 0.0), squares, rho, np.float64(reach + abs(supposed)))
    above: npt.NDArray[np.bool_] = (excess > 0) & (fortunes >= log(2 / (1 - level)))
    return above


def asymptotic_mean(
    total: int, total_of_squares: int, count: int, level: float = LEVEL, *, tightest_at: int = TIGHTEST_AT
) -> Estimate:
    """The mean of whole-number values without a bound, with an asymptotic confidence sequence in closed form.

    It is Robbins' normal mixture with the variance seen so far: the sequence that would be exact if sums were a
    Brownian motion, which they become as values add up. See the head of this file for where that is too late.

    Args:
        total: Sum of the values.
        total_of_squares: Sum of their squares.
        count: How many values, at least 1; independent ones.
        level: Confidence that the interval holds the truth at all looks together, between 0 and 1.
        tightest_at: The count at which it is as tight as can be. To be fixed before the first look.

    Returns:
        The mean and its interval, which is infinite before `FIRST_LOOK` values, and as long as they are all the same.

    Raises:
        ValueError: No values, sums that no values can have, or a setting that makes no sense.

    Source:
        I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and
        asymptotic confidence sequences", Annals of Statistics 52 (2024), 2613-2640: theorem 2.2, and appendix B.2
        for the best rho.
    """
    centre, variance = _moments(total, total_of_squares, count)
    factor = _normal_mixture(count, level, tightest_at)
    if count < FIRST_LOOK or variance == 0:
        return Estimate(centre, -inf, inf)
    half = sqrt(variance) * factor
    return Estimate(centre, centre - half, centre + half)


def asymptotic_errors(count: int, level: float = LEVEL, *, tightest_at: int = TIGHTEST_AT) -> float:
    """How many standard errors `asymptotic_mean` reaches to either side, for other figures that become normal too.

    Args:
        count: How many values there are.
        level: As for `asymptotic_mean`, like the next one.
        tightest_at: The count at which it is as tight as can be.

    Returns:
        Standard errors of a figure of so many values; endless before `FIRST_LOOK` of them.
    """
    return inf if count < FIRST_LOOK else sqrt(count) * _normal_mixture(count, level, tightest_at)


def decides_sign(estimate: Estimate) -> int:
    """Which side of 0 the interval lies on.

    With a confidence sequence, a run may stop at the first look that decides: if the truth is 0, a run that ever
    decides is as rare as the level says, once in twenty at 95 %.

    Returns:
        1 if the truth is above 0, -1 if it is below, 0 if that is still open.
    """
    if estimate.low > 0:
        return 1
    return -1 if estimate.high < 0 else 0


def needed(
    total: int, total_of_squares: int, count: int, half_width: float, interval: Interval
) -> int | None:
    """How many values an interval of the asked precision will take, going by a pilot.

    Args:
        total: Sum of the pilot's values.
        total_of_squares: Sum of their squares.
        count: How many values the pilot had, at least 2.
        half_width: Half of the interval's width that is asked for, above 0.
        interval: The interval that will be computed: `intervals.mean`, or `mean` or `asymptotic_mean` of this module
            with settings bound by `functools.partial`.

    Returns:
        The smallest number of values like the pilot's for which the interval is narrow enough, at least 2. It is as
        certain as the pilot's variance. None if more than 10^15 would be needed, or no number is enough.

    Raises:
        ValueError: The half-width is not above 0, or the pilot has fewer than two values.
    """
    if half_width <= 0 or count < 2:
        raise ValueError(
            f"precision needs a half-width above 0 and a pilot, not {half_width} and {count} values"
        )

    def enough(number: int) -> bool:
        # Rounded so that the variance never gets smaller than the pilot's, nor below 0.
        scaled = abs(total) * number // count * (1 if total > 0 else -1)
        found = interval(scaled, -(-total_of_squares * number // count), number)
        return found.high - found.low <= 2 * half_width

    above = 2
    while not enough(above):
        above *= 2
        if above > _MOST:
            return None
    below = above // 2
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if enough(middle) else (middle, above)
    return above


def _moments(total: int, total_of_squares: int, count: int) -> tuple[float, float]:
    """Mean and variance (divided by `count`), from a difference of squares taken in whole numbers."""
    spread = count * total_of_squares - total * total
    if count < 1 or spread < 0:
        raise ValueError(f"no {count} values have the sum {total} and the sum of squares {total_of_squares}")
    return total / count, spread / (count * count)


def _rho(spread: float, level: float, tightest_at: int) -> float:
    """Where the mixture puts its weight so that it is tightest at a count of values that spread so much."""
    if spread <= 0:
        raise ValueError(f"values are expected to spread by more than 0, not by {spread}")
    return tightest_at * spread * spread / _rho_factor(level, tightest_at)


@lru_cache(maxsize=64)
def _rho_factor(level: float, tightest_at: int) -> float:
    """rho² times the count at which Robbins' normal mixture is then tightest: -W(-α²/e) - 1, W on its lower branch."""
    from scipy.special import lambertw

    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not at {level}")
    if tightest_at < 1:
        raise ValueError(f"a sequence is tightest at 1 value or more, not at {tightest_at}")
    miss = 1 - level
    return float(-lambertw(-miss * miss / e, -1).real) - 1


def _normal_mixture(count: int, level: float, tightest_at: int) -> float:
    """Half-width of the asymptotic sequence in standard deviations of one value."""
    square = _rho_factor(level, tightest_at) / tightest_at
    grown = count * square + 1
    return sqrt(2 * grown / (count * count * square) * log(sqrt(grown) / (1 - level)))


def _log_fortune(excess: Numbers, squares: Numbers, rho: float, scale: Numbers) -> Numbers:
    """Logarithm of the gamma-exponential mixture: what bets on a larger mean have made. Takes arrays as well.

    Args:
        excess: Sum of the values' differences from the supposed mean.
        squares: Sum of the squares of these differences.
        rho: Where the mixture puts its weight; tightest when `squares` is rho times `_rho_factor`.
        scale: No difference lies below minus this.
    """
    import numpy as np
    from scipy.special import gammainc, gammaln

    prior = rho / (scale * scale)
    shape = squares / (scale * scale) + prior
    end = excess / scale + shape
    before = prior * np.log(prior) - prior - gammaln(prior) - np.log(gammainc(prior, prior))
    after = shape * np.log(end) - end - gammaln(shape) - np.log(gammainc(shape, end))
    return before - after  # type: ignore[no-any-return]


def _edge(refuted: Callable[[float], bool], inside: float, bound: float) -> float:
    """Where the values that are not refuted end, between `inside`, which is not, and `bound`."""
    if not refuted(bound):
        return bound
    outside = bound
    while True:
        middle = (inside + outside) / 2
        # Halved until it cannot be halved any more, or the rest is a millionth of a millionth of the range.
        if middle in (inside, outside) or abs(outside - inside) <= 1e-12 * abs(bound):
            return outside
        if refuted(middle):
            outside = middle
        else:
            inside = middle
