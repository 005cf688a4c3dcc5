"""Intervals against scipy, statsmodels, closed forms and simulated coverage."""

import math
import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

from analyzer.stats.estimate import Estimate
from analyzer.stats.intervals import mean, rate, share

LEVELS = st.sampled_from([0.5, 0.9, 0.95, 0.99, 0.999])
EXPERIMENTS = 2_000
SHARES = 60


@st.composite
def successes_of_trials(draw: st.DrawFn) -> tuple[int, int]:
    trials = draw(st.integers(1, 10**9))
    return draw(st.integers(0, trials)), trials


def of_values(values: list[int], level: float = 0.95) -> Estimate:
    return mean(sum(values), sum(value * value for value in values), len(values), level)


def of_shares(values: list[int], level: float = 0.95) -> Estimate:
    return share(sum(values), sum(value * value for value in values), len(values), SHARES, level)


def coverage(inside: npt.NDArray[np.bool_]) -> float:
    return float(np.mean(inside))


def allowed(level: float = 0.95, errors: float = 4.0) -> float:
    """So far may simulated coverage lie from the nominal one by chance."""
    return errors * math.sqrt(level * (1 - level) / EXPERIMENTS)


class TestRate:
    @given(successes_of_trials(), LEVELS)
    def test_equals_scipy_and_statsmodels(self, drawn: tuple[int, int], level: float) -> None:
        successes, trials = drawn
        found = rate(successes, trials, level)
        by_scipy = stats.binomtest(successes, trials).proportion_ci(level, method="wilson")
        by_statsmodels = proportion_confint(successes, trials, 1 - level, method="wilson")
        assert found.mean == successes / trials
        assert (found.low, found.high) == pytest.approx((by_scipy.low, by_scipy.high), rel=1e-9, abs=1e-15)
        assert (found.low, found.high) == pytest.approx(by_statsmodels, rel=1e-9, abs=1e-15)

    @given(successes_of_trials(), LEVELS)
    def test_holds_its_estimate_and_stays_a_rate(self, drawn: tuple[int, int], level: float) -> None:
        found = rate(*drawn, level)
        assert 0 <= found.low <= found.mean <= found.high <= 1
        assert found.low < found.high

    @pytest.mark.parametrize("trials", [1, 5, 1000, 10**9])
    def test_none_and_all_have_the_closed_form(self, trials: int) -> None:
        square = stats.norm.ppf(0.975) ** 2
        none, every = rate(0, trials), rate(trials, trials)
        assert (none.low, every.high) == (0.0, 1.0)
        assert none.high == pytest.approx(square / (trials + square), rel=1e-12)
        assert every.low == pytest.approx(trials / (trials + square), rel=1e-12)

    @pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5), (1, -1)])
    def test_refuses_what_cannot_be(self, successes: int, trials: int) -> None:
        with pytest.raises(ValueError, match="a rate needs"):
            rate(successes, trials)

    @pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 95.0, math.nan])
    def test_refuses_a_level_that_is_none(self, level: float) -> None:
        with pytest.raises(ValueError, match="confidence level"):
            rate(1, 2, level)

    @pytest.mark.parametrize("p", [0.05, 0.25, 0.5])
    def test_covers_as_often_as_it_says(self, p: float) -> None:
        drawn = np.random.default_rng(1).binomial(2_000, p, EXPERIMENTS)
        found = [rate(int(successes), 2_000) for successes in drawn]
        inside = np.array([one.low <= p <= one.high for one in found])
        assert coverage(inside) == pytest.approx(0.95, abs=allowed())


class TestMean:
    @given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=50), LEVELS)
    def test_equals_scipy(self, values: list[int], level: float) -> None:
        found = of_values(values, level)
        error = float(stats.sem(values))
        half = float(stats.t.ppf((1 + level) / 2, len(values) - 1)) * error
        assert found.mean == pytest.approx(np.mean(values))
        assert found.high - found.low == pytest.approx(2 * half, rel=1e-6, abs=1e-6)
        assert found.low <= found.mean <= found.high

    def test_nothing_is_lost_by_large_values(self) -> None:
        """Sums of squares near 10^24 in floating point would leave no digit of a variance of 2/3."""
        found = of_values([10**12, 10**12 + 1, 10**12 - 1] * 1000)
        expected = float(stats.t.ppf(0.975, 2999)) * math.sqrt(2000 / 2999 / 3000)
        assert (found.high - found.low) / 2 == pytest.approx(expected, rel=1e-2)
        assert of_values([0, 1, -1] * 1000).high == pytest.approx(expected, rel=1e-12)

    def test_equal_values_are_certain(self) -> None:
        assert of_values([7] * 10) == Estimate(7.0, 7.0, 7.0)

    def test_one_value_says_nothing_of_the_spread(self) -> None:
        assert of_values([7]) == Estimate(7.0, -math.inf, math.inf)

    @pytest.mark.parametrize(("total", "squares", "count"), [(0, 0, 0), (4, 7, 2), (1, 1, -1)])
    def test_refuses_what_cannot_be(self, total: int, squares: int, count: int) -> None:
        with pytest.raises(ValueError, match="values have the sum"):
            mean(total, squares, count)

    def test_covers_as_often_as_it_says(self) -> None:
        drawn = np.random.default_rng(2).poisson(68, (EXPERIMENTS, 12))
        found = [of_values(row.tolist()) for row in drawn]
        inside = np.array([one.low <= 68 <= one.high for one in found])
        assert coverage(inside) == pytest.approx(0.95, abs=allowed())


class TestShare:
    @given(successes_of_trials(), LEVELS)
    def test_whole_wins_give_the_wilson_interval(self, drawn: tuple[int, int], level: float) -> None:
        wins, games = drawn
        assert share(wins * SHARES, wins * SHARES**2, games, SHARES, level) == rate(wins, games, level)

    @given(st.lists(st.sampled_from([0, 10, 12, 15, 20, 30, 60]), min_size=1, max_size=60), LEVELS)
    def test_holds_its_estimate_and_stays_a_rate(self, values: list[int], level: float) -> None:
        found = of_shares(values, level)
        assert found.mean == pytest.approx(sum(values) / SHARES / len(values))
        assert 0 <= found.low <= found.mean <= found.high <= 1
        assert found.low < found.high

    @given(st.lists(st.sampled_from([0, 20, 30, 60]), min_size=1, max_size=60))
    def test_never_wider_than_if_all_wins_were_whole(self, values: list[int]) -> None:
        found = of_shares(values)
        whole = proportion_confint(sum(values) / SHARES, len(values), method="wilson")
        assert whole[0] - 1e-12 <= found.low <= found.high <= whole[1] + 1e-12

    def test_equals_the_mean_interval_in_a_long_run(self) -> None:
        values = [0] * 500_000 + [30] * 300_000 + [60] * 200_000
        found, by_mean = of_shares(values), of_values(values)
        assert (found.low, found.high) == pytest.approx((by_mean.low / 60, by_mean.high / 60), abs=1e-6)

    @pytest.mark.parametrize("games", [1, 2, 1000])
    def test_none_and_all_are_as_wide_as_wilson(self, games: int) -> None:
        assert of_shares([0] * games) == rate(0, games)
        assert of_shares([60] * games) == rate(games, games)

    def test_equal_shares_are_never_certain(self) -> None:
        """The rule of three: what never came up in 1,000 games may still happen in 3 of 1,000."""
        found = of_shares([30] * 1000)
        assert found.high - 0.5 == pytest.approx(0.5 * 3 / 1000, rel=0.5)
        assert of_shares([30, 30]).high > 0.7

    @pytest.mark.parametrize(
        ("total", "squares", "games", "unit"),
        [
            (0, 0, 0, 60),
            (61, 3721, 1, 60),
            (30, 900, 1, 0),
            (30, 1801, 1, 60),
            (60, 1799, 2, 60),
            (-1, 1, 1, 60),
        ],
    )
    def test_refuses_what_cannot_be(self, total: int, squares: int, games: int, unit: int) -> None:
        with pytest.raises(ValueError, match="shares of"):
            share(total, squares, games, unit)

    @pytest.mark.parametrize(
        "chances", [(0.7, 0.1, 0.2), (0.1, 0.8, 0.1), (0.97, 0.02, 0.01), (0.0, 0.5, 0.5)]
    )
    def test_covers_as_often_as_it_says(self, chances: tuple[float, float, float]) -> None:
        true = 0.5 * chances[1] + chances[2]
        drawn = np.random.default_rng(3).multinomial(2_000, chances, EXPERIMENTS)
        found = [share(30 * b + 60 * c, 900 * b + 3600 * c, 2_000, SHARES) for _, b, c in drawn.tolist()]
        inside = np.array([one.low <= true <= one.high for one in found])
        assert coverage(inside) == pytest.approx(0.95, abs=allowed())


def test_importing_loads_no_scipy() -> None:
    code = (
        "import sys, analyzer.stats.intervals; print(any(name.startswith('scipy') for name in sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
