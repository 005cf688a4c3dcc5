"""How strong competitors are, from games of which only the winner is known, at tables of two and more.

The model is Luce's choice rule: every seat has a strength above 0, that of the competitor who sits there, and the
chance that a seat wins is its strength over the sum of all strengths at the table. With two at a table it is the model
of Bradley and Terry, with more it is the first place of Plackett and Luce's. What is reported is the logarithm, so that
a difference of log 2 means winning twice as often as the other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.stats.intervals import LEVEL
from analyzer.stats.multiple import holm, two_sided

Vector: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

_IMAGINED = 0.5
"""Wins, and as many losses, that each competitor gets against an imagined one where games alone do not do."""

_STEPS = 200
"""Newton's method takes about ten."""


@dataclass(frozen=True, slots=True)
class Table:
    """Games that the same competitors played in the same seats.

    Attributes:
        competitors: Who sits at each seat, counted from 0; the same one may sit at several.
        shares: What each seat won, in parts of a win; a win that k players share counts 1/k for each.
        games: How many games. Those that nobody won say nothing of strengths.
    """

    competitors: Sequence[int]
    shares: Sequence[int]
    games: int


@dataclass(frozen=True, slots=True)
class Strengths:
    """Fitted strengths.

    Attributes:
        log: Logarithms of the strengths, one for each competitor, with a mean of 0.
        covariance: Their covariances. Each row adds up to 0, as the logarithms do.
        finite: Whether the games alone gave these strengths. If not, some competitors won nothing, or everything,
            against all others, or never met them: the likeliest strengths would be infinite or are not determined,
            and imagined games (see `fit`) have made them finite.
    """

    log: Vector
    covariance: Vector
    finite: bool

    @property
    def standard_errors(self) -> Vector:
        """Standard error of each logarithm, as a difference from the mean of all."""
        errors: Vector = np.sqrt(np.diagonal(self.covariance).clip(min=0))
        return errors


def fit(tables: Iterable[Table], competitors: int, unit: int) -> Strengths:
    """Fits strengths by maximum likelihood.

    The likelihood has one finite maximum exactly if, however competitors are parted into two groups, each group has won
    something at a table with the other (Ford's condition). Where that fails, every competitor is given half a win and
    half a loss against an imagined one of strength 1: the least that makes all strengths finite and that favours none.

    Standard errors come from the observed information and take games as independent. A shared win is a fraction of a
    win for each, which varies less than the model supposes, so it makes them slightly too large.

    Args:
        tables: All games.
        competitors: How many competitors there are, at least 1.
        unit: Parts of one whole win.

    Returns:
        The strengths, with their covariances.

    Raises:
        ValueError: A table's lists do not match, a competitor does not exist, or more was won than games were played.

    Source:
        R. D. Luce, "Individual choice behavior" (1959); L. R. Ford, "Solution of a ranking problem from binary
        comparisons", American Mathematical Monthly 64 (1957), 28-33; D. R. Hunter, "MM algorithms for generalized
        Bradley-Terry models", Annals of Statistics 32 (2004), 384-406; H. L. Turner, J. van Etten, D. Firth, I.
        Kosmidis, "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35 (2020), 1027-1057,
        on the imagined competitor.
    """
    seats, won = _by_competitor(tables, competitors, unit)
    finite = _determined(seats, won)
    imagined = 0.0 if finite else _IMAGINED
    log = np.zeros(competitors)
    value, slope, information = _likelihood(log, seats, won, imagined)
    for _ in range(_STEPS):
        step: Vector = _inverse(information, finite) @ slope
        if float(slope @ step) < 1e-20 * (1 + won.sum()):
            break
        # The likelihood is concave, so a step that is short enough makes it rise: Newton's, halved until it does.
        size = 1.0
        while size > 1e-10 and _likelihood(log + size * step, seats, won, imagined)[0] < value:
            size /= 2
        if size <= 1e-10:
            break  # What is left to gain is lost in rounding.
        log = log + size * step
        value, slope, information = _likelihood(log, seats, won, imagined)
    centring = np.eye(competitors) - 1 / competitors
    return Strengths(log - log.mean(), centring @ _inverse(information, finite) @ centring, finite)


def groups(strengths: Vector, covariance: Vector, level: float = LEVEL) -> list[int]:
    """Marks with the same number competitors that cannot be told apart.

    All pairs are compared by the difference of their strengths over its standard error, with Holm's correction for the
    number of pairs. Then, from the strongest down, whoever differs significantly from the **first** of the current
    group opens the next one. So members of a group cannot be told apart from its strongest, and the strongest of a
    group is weaker than the strongest of the one before. That does not say that all members of two groups differ: the
    last of one and the first of the next may be too close to tell. The probability that any two who are truly equal
    are told apart is at most 1 - level.

    Args:
        strengths: Logarithms of the strengths.
        covariance: Their covariances.
        level: Confidence that no pair is told apart wrongly, between 0 and 1.

    Returns:
        The group of each competitor, in the order given; the strongest are in group 1.

    Raises:
        ValueError: The level is none.
    """
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not at {level}")
    order = sorted(range(len(strengths)), key=lambda place: -strengths[place])
    pairs = list(combinations(order, 2))
    adjusted = holm([_p_value(strengths, covariance, better, worse) for better, worse in pairs])
    apart = {pair for pair, p in zip(pairs, adjusted, strict=True) if p <= 1 - level}
    found = [0] * len(order)
    group, first = 0, -1
    for place in order:
        if first < 0 or (first, place) in apart:
            group, first = group + 1, place
        found[place] = group
    return found


def _p_value(strengths: Vector, covariance: Vector, one: int, other: int) -> float:
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return two_sided(float(strengths[one] - strengths[other]), float(np.sqrt(max(variance, 0.0))))


def _by_competitor(tables: Iterable[Table], competitors: int, unit: int) -> tuple[Vector, Vector]:
    """Seats and wins of each competitor (columns) at each table that anything was won at (rows)."""
    given = list(tables)
    seats = np.zeros((len(given), competitors))
    won = np.zeros((len(given), competitors))
    for row, table in enumerate(given):
        if len(table.competitors) != len(table.shares):
            raise ValueError(f"a table has a share for each seat, not as in {table}")
        if not all(0 <= one < competitors for one in table.competitors):
            raise ValueError(f"competitors are counted from 0 to {competitors - 1}, not as in {table}")
        if min(table.shares, default=0) < 0 or sum(table.shares) > table.games * unit:
            raise ValueError(f"a game has one win to share, not as in {table}")
        for one, share in zip(table.competitors, table.shares, strict=True):
            seats[row, one] += 1
            won[row, one] += share / unit
    tells = won.any(axis=1)
    return seats[tells], won[tells]


def _determined(seats: Vector, won: Vector) -> bool:
    """Ford's condition: from each competitor a chain of wins leads to each other one."""
    size = won.shape[1]
    chain: Flags = ((won > 0).T @ (seats > 0)) | np.eye(size, dtype=bool)
    for _ in range(size.bit_length()):
        chain = chain @ chain  # Chains of up to twice as many wins.
    return bool(chain.all())


def _likelihood(log: Vector, seats: Vector, won: Vector, imagined: float) -> tuple[float, Vector, Vector]:
    """Logarithm of the likelihood, its slope, and the observed information (minus its second derivatives)."""
    seated = np.where(seats > 0, log, -np.inf)
    top = seated.max(axis=1, keepdims=True)
    weights = seats * np.exp(seated - top)
    together = weights.sum(axis=1, keepdims=True)
    chances = weights / together
    games = won.sum(axis=1)
    # Seats that a competitor holds at once add a constant, which is left out.
    value = float((won * log).sum() - games @ (top + np.log(together))[:, 0])
    slope = won.sum(axis=0) - games @ chances
    information = np.diag(games @ chances) - (chances.T * games) @ chances
    if imagined:
        chance = np.exp(-np.logaddexp(0, -log))
        value += imagined * float((log - 2 * np.logaddexp(0, log)).sum())
        slope = slope + imagined * (1 - 2 * chance)
        information = information + np.diag(2 * imagined * chance * (1 - chance))
    return value, slope, information


def _inverse(information: Vector, free: bool) -> Vector:
    """Inverse of the information; `free` if it says nothing of all strengths growing together, which then stay put."""
    size = len(information)
    pinned = max(float(np.trace(information)), 1.0) / size**2 if free else 0.0
    inverse: Vector = np.linalg.inv(information + np.full((size, size), pinned))
    return inverse
