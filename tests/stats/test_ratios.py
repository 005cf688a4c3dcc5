"""Means and ratios on common deals: against scipy where they are means, against simulated truth where they are not."""

from functools import partial

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from analyzer.stats import intervals
from analyzer.stats.ratios import Products, Sums, difference, off_squared, ratio

Columns = npt.NDArray[np.int64]
ONES = np.ones(500, np.int64)


def sums(top: Columns, bottom: Columns) -> Sums:
    parts = (top.sum(), bottom.sum(), top @ top, top @ bottom, bottom @ bottom)
    return Sums(len(top), *(int(part) for part in parts))


def products(one: tuple[Columns, Columns], other: tuple[Columns, Columns]) -> Products:
    return Products(*(int(a @ b) for a in one for b in other))


def drawn(seed: int, deals: int) -> tuple[tuple[Columns, Columns], tuple[Columns, Columns]]:
    """Turns and forced turns on two sides that share their deals' length; the shares are 0.3 and 0.4."""
    draw = np.random.default_rng(seed)
    turns = 1 + draw.poisson(4, deals)
    others = turns + draw.integers(0, 3, deals)
    return (draw.binomial(turns, 0.3), turns), (draw.binomial(others, 0.4), others)


def test_over_the_number_of_games_a_ratio_is_a_mean() -> None:
    values = np.random.default_rng(1).integers(0, 90, 500)
    found = ratio(sums(values, ONES), intervals.mean)
    expected = stats.t.interval(0.95, 499, values.mean(), stats.sem(values))
    assert (found.low, found.mean, found.high) == pytest.approx((expected[0], values.mean(), expected[1]))


def test_over_the_number_of_games_a_difference_is_that_of_paired_values() -> None:
    draw = np.random.default_rng(2)
    one = draw.integers(0, 90, 500)
    other = one + draw.integers(-5, 9, 500)
    found = difference(
        sums(one, ONES), sums(other, ONES), products((one, ONES), (other, ONES)), intervals.mean
    )
    expected = stats.ttest_rel(one, other).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_sides_that_are_alike_differ_by_exactly_nothing() -> None:
    (top, bottom), _ = drawn(3, 1000)
    one = sums(top, bottom)
    assert off_squared(one, one, products((top, bottom), (top, bottom))) == 0


def test_one_interval_in_twenty_misses_the_truth() -> None:
    held = [0, 0]
    runs = 1000
    for seed in range(runs):
        one, other = drawn(seed, 200)
        sides = sums(*one), sums(*other)
        share = ratio(sides[0], intervals.mean)
        apart = difference(*sides, products(one, other), intervals.mean)
        held[0] += share.low <= 0.3 <= share.high
        held[1] += apart.low <= -0.1 <= apart.high
    # 0.95 give or take 3.5 standard errors.
    assert all(0.926 <= each / runs <= 0.974 for each in held)


def test_large_sums_lose_no_digit() -> None:
    # Two sides of 10^11 games that differ in a single game.
    games = 10**11
    one = Sums(games, 70 * games, games, 5000 * games, 70 * games, games)
    other = Sums(games, 70 * games + 1, games, 5000 * games + 141, 70 * games + 1, games)
    both = Products(5000 * games + 70, 70 * games, 70 * games + 1, games)
    found = difference(one, other, both, partial(intervals.mean, level=0.95))
    assert found.mean == pytest.approx(-1e-11, rel=1e-4)
    assert found.high - found.low == pytest.approx(2 * 1.96 * 1e-11, rel=1e-3)
