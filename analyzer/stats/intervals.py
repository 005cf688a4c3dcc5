"""Intervals for rates, means and shares, from the whole-number sums that a tally holds.

Differences of squares are taken in exact whole numbers before anything is divided, so a long run loses no digit to
cancellation. `scipy.special` is loaded on first use and `scipy.stats` never: it takes 0.7 s to import, and what is
needed of it are two quantile functions.
"""

from math import inf, sqrt

from analyzer.stats.estimate import Estimate

LEVEL = 0.95
"""Confidence level where none is asked for."""


def rate(successes: int, trials: int, level: float = LEVEL) -> Estimate:
    """How often something happens, with the Wilson score interval.

    Args:
        successes: How often it happened.
        trials: How often it could have happened, at least 1.
        level: Confidence level, between 0 and 1.

    Returns:
        The observed rate and its interval, which lies within [0, 1] and has a width above 0 also at 0 and at `trials`.

    Raises:
        ValueError: No trials, or successes that are not between 0 and `trials`.

    Source:
        E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212;
        L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16
        (2001), 101-133, who recommend it.
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"a rate needs 0 <= successes <= trials and a trial, not {successes} of {trials}")
    return _wilson(successes / trials, trials, _normal_quantile(level))


def mean(total: int, total_of_squares: int, count: int, level: float = LEVEL) -> Estimate:
    """The mean of whole-number values, with Student's t interval.

    Args:
        total: Sum of the values.
        total_of_squares: Sum of their squares.
        count: How many values, at least 1.
        level: Confidence level, between 0 and 1.

    Returns:
        The mean and its interval. A single value says nothing of its spread: the interval is then infinite.

    Raises:
        ValueError: No values, or sums that no values can have.

    Source:
        Student, "The probable error of a mean", Biometrika 6 (1908), 1-25.
    """
    spread = count * total_of_squares - total * total
    if count < 1 or spread < 0:
        raise ValueError(f"no {count} values have the sum {total} and the sum of squares {total_of_squares}")
    centre = total / count
    if count == 1:
        return Estimate(centre, -inf, inf)
    half = student_quantile(count - 1, level) * sqrt(spread / (count * count * (count - 1)))
    return Estimate(centre, centre - half, centre + half)


def share(total: int, total_of_squares: int, games: int, unit: int, level: float = LEVEL) -> Estimate:
    """A player's share of the wins, where a win that k players share counts 1/k for each.

    It is the Wilson interval on an effective number of games. Shared wins vary less than whole ones, so `games` of
    them say as much as a larger number of wins and losses: games x p(1 - p) / variance, the inverse of the design
    effect. When every win was whole the ratio is 1 and the result is Wilson's interval itself; there is no jump when
    the first shared win comes up, the interval stays within [0, 1], and at 0 and 1 it is as wide as Wilson's. A mean
    interval cut off at 0 and 1 has none of these and covers too seldom near the ends.

    The variance is estimated with z² imagined games of whole wins added, as many as Wilson's interval adds itself.
    Without them a short run of equal shares (two games, both drawn) would claim to be certain.

    Args:
        total: Sum over games of the player's share, in parts of `unit`.
        total_of_squares: Sum of the squared shares, in parts of `unit` squared.
        games: Games played, at least 1; those that nobody won count as a share of 0.
        unit: Parts of one whole win.
        level: Confidence level, between 0 and 1.

    Returns:
        The share as a fraction of all games, with its interval.

    Raises:
        ValueError: No games, or sums that no shares between 0 and `unit` can have.

    Source:
        L. Kish, "Survey Sampling" (1965), section 8.2, on the design effect; C. Franco, R. J. A. Little, T. A. Louis,
        E. V. Slud, "Comparative study of confidence intervals for proportions in complex sample surveys", Journal of
        Survey Statistics and Methodology 7 (2019), 334-364, on Wilson's interval with an effective sample size.
    """
    seen = games * total_of_squares - total * total
    whole = total * (games * unit - total)
    if games < 1 or unit < 1 or not 0 <= seen <= whole or not 0 <= total <= games * unit:
        raise ValueError(
            f"no {games} shares of {unit} have the sum {total} and the sum of squares {total_of_squares}"
        )
    z = _normal_quantile(level)
    effective = float(games)
    if seen < whole:
        imagined = z * z
        effective = games * (games + imagined) * whole / (games * seen + imagined * whole)
    return _wilson(total / (games * unit), effective, z)


def student_quantile(degrees: int, level: float) -> float:
    """How many standard errors Student's interval reaches to either side.

    Args:
        degrees: Degrees of freedom, at least 1.
        level: Confidence level, between 0 and 1.

    Returns:
        The quantile of Student's distribution.

    Raises:
        ValueError: The level is none.
    """
    from scipy.special import stdtrit

    return float(stdtrit(degrees, _upper(level)))


def _wilson(p: float, trials: float, z: float) -> Estimate:
    """Wilson's interval; `trials` may be an effective number, so not whole."""
    square = z * z
    centre = (p + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * sqrt(p * (1 - p) / trials + square / (4 * trials * trials))
    # At the ends the bound is exactly 0 or 1, and rounding must not move it, nor push an end past the estimate.
    low = 0.0 if p == 0 else min(p, max(0.0, centre - half))
    high = 1.0 if p == 1 else max(p, min(1.0, centre + half))
    return Estimate(p, low, high)


def _normal_quantile(level: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(_upper(level)))


def _upper(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not at {level}")
    return (1 + level) / 2
