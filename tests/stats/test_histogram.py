"""Histogram summaries against numpy on the values written out."""

import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.stats.histogram import Summary, quantile, summarise

HISTOGRAMS = st.lists(st.integers(0, 30), min_size=1, max_size=40).filter(any)


def written_out(counts: list[int]) -> list[int]:
    return [value for value, count in enumerate(counts) for _ in range(count)]


@given(HISTOGRAMS)
def test_mean_spread_and_largest_equal_numpy(counts: list[int]) -> None:
    found, values = summarise(counts), written_out(counts)
    assert found.n == len(values)
    assert found.mean == pytest.approx(np.mean(values))
    assert found.max == max(values)
    if len(values) > 1:
        assert found.sd == pytest.approx(statistics.stdev(values))
        assert found.sd == pytest.approx(np.std(values, ddof=1))


@given(HISTOGRAMS, st.integers(0, 1000))
def test_quantiles_equal_the_definition(counts: list[int], per_mille: int) -> None:
    values = written_out(counts)
    level = Fraction(per_mille, 1000)
    expected = next(v for v in sorted(values) if sum(w <= v for w in values) >= level * len(values))
    assert quantile(counts, per_mille / 1000) == expected


@given(HISTOGRAMS, st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95, 0.999]))
def test_quantiles_equal_numpy(counts: list[int], level: float) -> None:
    expected = np.quantile(written_out(counts), level, method="inverted_cdf")
    assert quantile(counts, level) == expected


@given(HISTOGRAMS)
def test_the_summary_holds_the_quantiles(counts: list[int]) -> None:
    found, values = summarise(counts), written_out(counts)
    levels = [0.05, 0.25, 0.5, 0.75, 0.95]
    expected = np.quantile(values, levels, method="inverted_cdf").tolist()
    assert [found.p5, found.p25, found.p50, found.p75, found.p95] == expected


def test_a_level_is_read_as_written() -> None:
    """0.07 * 100 is 7.000000000000001 in floating point, which would ask for the eighth value."""
    assert quantile([1] * 100, 0.07) == 6


@pytest.mark.parametrize("counts", [[], [0], [0, 0, 0]])
def test_no_values(counts: list[int]) -> None:
    assert summarise(counts) == Summary(0, None, None, None, None, None, None, None, None)
    assert quantile(counts, 0.5) is None


def test_one_value_has_no_spread() -> None:
    found = summarise([0, 0, 0, 1])
    assert (found.n, found.mean, found.sd, found.p5, found.max) == (1, 3.0, None, 3, 3)


def test_large_counts_are_exact() -> None:
    n = 3 * 10**18
    found = summarise(np.array([n, n, 0, n], dtype=np.int64))
    assert found.mean == pytest.approx(4 / 3, rel=1e-15)
    assert found.sd == pytest.approx((14 / 9) ** 0.5, rel=1e-15)
    assert found.n == 3 * n


def test_as_dict_has_the_public_keys() -> None:
    assert list(summarise([1, 2]).as_dict()) == ["mean", "sd", "p5", "p25", "p50", "p75", "p95", "max"]


@pytest.mark.parametrize("level", [-0.1, 1.1])
def test_refuses_a_level_that_is_none(level: float) -> None:
    with pytest.raises(ValueError, match="level lies between"):
        quantile([1], level)


def test_refuses_negative_counts() -> None:
    with pytest.raises(ValueError, match="negative"):
        summarise([1, -1])


@given(HISTOGRAMS, st.sampled_from([(10, 60), (7.3, 60), (1, 1), (2, 1)]))
def test_a_scaled_summary_is_that_of_the_scaled_values(counts: list[int], scale: tuple[float, float]) -> None:
    factor, divisor = scale
    values = np.array(written_out(counts)) * factor / divisor
    found = summarise(counts).scaled(factor, divisor)
    assert found.n == len(values)
    assert found.mean == pytest.approx(values.mean())
    assert found.sd == (pytest.approx(values.std(ddof=1)) if len(values) > 1 else None)
    quantiles = [np.quantile(values, level, method="inverted_cdf") for level in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert [found.p5, found.p25, found.p50, found.p75, found.p95] == quantiles
    assert found.max == values.max()


def test_of_no_values_there_is_nothing_to_scale() -> None:
    assert summarise([]).scaled(10, 60) == summarise([])
