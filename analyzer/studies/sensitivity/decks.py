"""A sample of plausible decks: scrambled Sobol points, several scrambles that are independent of each other.

The points of a scramble lie more evenly in the box of what is plausible than as many that are drawn one by one, and
each of them is uniform in it. So the share of decks with some property is right on average in every scramble, and how
much the scrambles differ tells how sure it is.

Source:
    A. B. Owen, "Randomly permuted (t,m,s)-nets and (t,s)-sequences", in "Monte Carlo and quasi-Monte Carlo methods in
    scientific computing" (1995), 299-317; P. L'Ecuyer, C. Lemieux, "Recent advances in randomized quasi-Monte Carlo
    methods", in "Modeling uncertainty" (2002), 419-474, on independent randomizations.
"""

from collections.abc import Sequence

import numpy as np

from analyzer.games.balance import PlausibleDecks
from analyzer.stats import intervals
from analyzer.stats.estimate import Estimate

SCRAMBLES = 4
"""Scrambles of a sample."""

_PURPOSE = 0xDEC
"""Sets the seeds of the scrambles apart from those of other draws of a run."""

Point = tuple[int, ...]
"""One whole number per dimension."""


def draw_points(plausible: PlausibleDecks, each: int, seed: int) -> list[list[Point]]:
    """Draws the points of a sample.

    Args:
        plausible: The dimensions.
        each: Points of each scramble, a power of two.
        seed: The run's seed.

    Returns:
        The points of each scramble, every whole number of a dimension equally likely.
    """
    from scipy.stats.qmc import Sobol

    lows = np.array([low for _, low, _ in plausible.dimensions])
    sizes = np.array([high - low + 1 for _, low, high in plausible.dimensions])
    scrambles = []
    for scramble in range(SCRAMBLES):
        generator = np.random.default_rng([seed, scramble, _PURPOSE])
        unit = Sobol(len(sizes), rng=generator).random(each)
        points = lows + np.floor(unit * sizes).astype(np.int64)
        scrambles.append([tuple(int(number) for number in point) for point in points])
    return scrambles


def share(certain: Sequence[int], open_ones: Sequence[int], each: int) -> Estimate:
    """The share of plausible decks with some property, with an interval over scrambles.

    Args:
        certain: Decks of each scramble that certainly have it.
        open_ones: Decks of each of which it is open.
        each: Decks of each scramble.

    Returns:
        The share that certainly has it. The lower end takes for granted that no open one has it, and the upper end that
        all have.
    """
    most = [one + other for one, other in zip(certain, open_ones, strict=True)]
    least = _over_scrambles(certain, each)
    return Estimate(least.mean, least.low, _over_scrambles(most, each).high)


def _over_scrambles(counts: Sequence[int], each: int) -> Estimate:
    """The mean share and Student's interval; where all scrambles agree, Wilson's for as many decks drawn one by one."""
    if len(set(counts)) == 1:
        return intervals.rate(sum(counts), each * len(counts))
    found = intervals.mean(sum(counts), sum(count * count for count in counts), len(counts))
    return Estimate(found.mean / each, max(found.low / each, 0.0), min(found.high / each, 1.0))
