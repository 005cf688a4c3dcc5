"""Differences from two intervals: against published figures, statsmodels and simulated coverage."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep

from analyzer.stats import intervals
from analyzer.stats.difference import independent, p_value
from analyzer.stats.estimate import Estimate

EXPERIMENTS = 4_000
INF = math.inf


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        # Newcombe (1998), table II, the rows of method 10.
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_rates_give_newcombes_published_intervals(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    found = independent(intervals.rate(*one), intervals.rate(*other))
    assert found.mean == pytest.approx(one[0] / one[1] - other[0] / other[1])
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


COUNTS = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(COUNTS, COUNTS)
def test_rates_give_what_statsmodels_gives(one: tuple[int, int], other: tuple[int, int]) -> None:
    found = independent(intervals.rate(*one), intervals.rate(*other))
    expected = confint_proportions_2indep(*one, *other, method="newcomb")
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)


@given(st.floats(-1e3, 1e3), st.floats(0, 10), st.floats(-1e3, 1e3), st.floats(0, 10))
def test_normal_estimates_give_the_normal_interval(a: float, error: float, b: float, other: float) -> None:
    z = stats.norm.ppf(0.975)
    found = independent(Estimate(a, a - z * error, a + z * error), Estimate(b, b - z * other, b + z * other))
    half = z * math.hypot(error, other)
    assert (found.mean, found.low, found.high) == pytest.approx((a - b, a - b - half, a - b + half), abs=1e-9)


def test_the_other_way_round_is_the_mirror_image() -> None:
    one, other = Estimate(0.9, 0.7, 0.95), Estimate(0.1, 0.08, 0.4)
    found, mirrored = independent(one, other), independent(other, one)
    assert (mirrored.mean, mirrored.low, mirrored.high) == (-found.mean, -found.high, -found.low)


@pytest.mark.parametrize(
    ("games", "rates"),
    [((200, 300), (0.25, 0.33)), ((50, 40), (0.02, 0.10)), ((100, 1000), (0.5, 0.5))],
    ids=str,
)
def test_it_covers_the_true_difference_of_rates(games: tuple[int, int], rates: tuple[float, float]) -> None:
    random = np.random.default_rng(7)
    wins = [random.binomial(n, p, EXPERIMENTS).tolist() for n, p in zip(games, rates, strict=True)]
    truth = rates[0] - rates[1]
    held = 0
    for one, other in zip(*wins, strict=True):
        found = independent(intervals.rate(one, games[0]), intervals.rate(other, games[1]))
        held += found.low <= truth <= found.high
    # Newcombe finds 93.5 to 97.5 % for groups of 5 to 50; four standard errors of the simulation are 1.4 %.
    assert 0.935 < held / EXPERIMENTS < 0.975


def test_it_covers_the_true_difference_of_means() -> None:
    random = np.random.default_rng(8)
    held = 0
    for _ in range(EXPERIMENTS):
        sides = [random.poisson(mean, count) for mean, count in ((68.0, 40), (3.0, 90))]
        found = independent(
            *(intervals.mean(int(side.sum()), int((side**2).sum()), len(side)) for side in sides)
        )
        held += found.low <= 65.0 <= found.high
    assert held / EXPERIMENTS == pytest.approx(0.95, abs=0.014)


def test_a_figure_without_ends_leaves_the_difference_open() -> None:
    found = independent(Estimate(7.0, -INF, INF), Estimate(2.0, 1.0, 3.0))
    assert (found.mean, found.low, found.high) == (5.0, -INF, INF)
    assert p_value(found) == 1.0


@pytest.mark.parametrize("place", range(3))
def test_what_is_no_number_makes_no_difference(place: int) -> None:
    parts = [0.5, 0.4, 0.6]
    parts[place] = math.nan
    for pair in [(Estimate(*parts), Estimate(1, 0, 2)), (Estimate(1, 0, 2), Estimate(*parts))]:
        found = independent(*pair)
        assert all(math.isnan(end) for end in (found.mean, found.low, found.high))
        assert p_value(found) == 1.0


@given(st.floats(-5, 5), st.floats(0.01, 5), st.floats(0.01, 5))
def test_p_values_are_below_five_per_cent_just_where_the_interval_leaves_out_zero(
    mean: float, below: float, above: float
) -> None:
    found = Estimate(mean, mean - below, mean + above)
    nearest = min(abs(found.low), abs(found.high))
    if nearest > 1e-9:
        assert (p_value(found) < 0.05) == (found.low > 0 or found.high < 0)


def test_the_p_value_is_that_of_the_normal_test() -> None:
    assert p_value(Estimate(3.0, 3.0 - stats.norm.ppf(0.975), 9.0)) == pytest.approx(2 * stats.norm.sf(3.0))
    assert p_value(Estimate(-3.0, -9.0, -3.0 + stats.norm.ppf(0.975))) == pytest.approx(
        2 * stats.norm.sf(3.0)
    )


def test_exactly_the_same_without_any_spread_is_no_difference() -> None:
    assert p_value(independent(Estimate(0.0, 0.0, 0.0), Estimate(0.0, 0.0, 0.0))) == 1.0
    assert p_value(independent(Estimate(1.0, 1.0, 1.0), Estimate(0.0, 0.0, 0.0))) == 0.0
