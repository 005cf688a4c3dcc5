"""Intervals for quantiles and standard deviations: exact against order statistics, and as sure as they say."""

import numpy as np
import pytest
from scipy import stats

from analyzer.stats import sequences, spread
from analyzer.stats.estimate import Estimate

Z = 1.959963984540054


def test_a_quantiles_interval_ends_at_order_statistics() -> None:
    values = np.sort(np.random.default_rng(1).integers(0, 1000, 2001))
    counts = np.bincount(values).tolist()
    for level in (0.05, 0.25, 0.5, 0.75, 0.95):
        found = spread.quantile(counts, level, Z)
        off = Z * (2001 * level * (1 - level)) ** 0.5
        places = (2001 * level - off, 2001 * level, 2001 * level + off)
        low, mean, high = (values[int(np.ceil(place)) - 1] for place in places)
        assert found == Estimate(mean, low, high)


def test_a_quantile_holds_the_truth_as_often_as_it_says() -> None:
    draw = np.random.default_rng(2)
    truth = stats.poisson(60).ppf(0.75)
    found = [spread.quantile(np.bincount(draw.poisson(60, 400)).tolist(), 0.75, Z) for _ in range(1000)]
    held = sum(each is not None and each.low <= truth <= each.high for each in found)
    assert held >= 935  # Whole-number values make it surer than 95 %.


def test_a_standard_deviation_holds_the_truth_as_often_as_it_says() -> None:
    draw = np.random.default_rng(3)
    truth = stats.nbinom(4, 0.1).std()
    found = [
        spread.deviation(np.bincount(draw.negative_binomial(4, 0.1, 2000)).tolist(), Z) for _ in range(1000)
    ]
    held = sum(each is not None and each.low <= truth <= each.high for each in found)
    assert 920 <= held <= 972


def test_the_standard_deviation_is_that_of_a_sample() -> None:
    values = np.random.default_rng(4).integers(0, 50, 300)
    found = spread.deviation(np.bincount(values).tolist(), Z)
    assert found is not None
    assert found.mean == pytest.approx(values.std(ddof=1))


@pytest.mark.parametrize("counts", [[], [0, 0]])
def test_nothing_has_no_spread(counts: list[int]) -> None:
    assert spread.quantile(counts, 0.5, Z) is None
    assert spread.deviation(counts, Z) is None


def test_ends_stay_among_the_values_that_came_up() -> None:
    assert spread.quantile([0, 0, 1, 0, 2], 0.5, 100.0) == Estimate(4, 2, 4)
    assert spread.quantile([0, 0, 1, 0, 2], 0.5, float("inf")) == Estimate(4, 2, 4)
    assert spread.deviation([0, 5], Z) == Estimate(0.0, 0.0, 0.0)


def test_standard_errors_of_a_sequence_are_those_of_its_mean() -> None:
    values = np.random.default_rng(5).integers(0, 90, 5000)
    total, squares = int(values.sum()), int(values @ values)
    found = sequences.asymptotic_mean(total, squares, 5000, 0.99, tightest_at=3000)
    errors = sequences.asymptotic_errors(5000, 0.99, tightest_at=3000)
    assert (found.high - found.low) / 2 == pytest.approx(errors * values.std() / 5000**0.5)
    assert sequences.asymptotic_errors(999, 0.99) == float("inf")
