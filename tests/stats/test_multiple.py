"""Corrections for several comparisons against statsmodels, and their promise by simulation."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

from analyzer.stats import sequences
from analyzer.stats.intervals import mean
from analyzer.stats.multiple import holm, simultaneous_level, two_sided

EXPERIMENTS = 2_000
ALLOWED = 4 * math.sqrt(0.05 * 0.95 / EXPERIMENTS)


@settings(max_examples=30)  # statsmodels collects garbage at every call
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_holm_equals_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist(), rel=1e-12)


def test_holm_by_hand() -> None:
    assert holm([0.03, 0.01, 0.04]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([]) == []
    assert holm([0.7, 0.6]) == [1.0, 1.0]


@pytest.mark.parametrize("p_values", [[0.5, 1.1], [-0.1], [math.nan]])
def test_holm_refuses_what_is_no_p_value(p_values: list[float]) -> None:
    with pytest.raises(ValueError, match="p-values"):
        holm(p_values)


@given(st.floats(-30, 30), st.floats(0.1, 10))
def test_two_sided_equals_scipy(estimate: float, error: float) -> None:
    assert two_sided(estimate, error) == pytest.approx(2 * stats.norm.sf(abs(estimate) / error), rel=1e-9)


def test_two_sided_without_error() -> None:
    assert (two_sided(0.0, 0.0), two_sided(0.1, 0.0)) == (1.0, 0.0)
    with pytest.raises(ValueError, match="standard error"):
        two_sided(0.0, -1.0)


@pytest.mark.parametrize("true", [0, 2])
def test_holm_rarely_calls_anything_wrong(true: int) -> None:
    """Ten comparisons that share a control, so hang together; some truly differ. Uncorrected, 20 % or more go wrong."""
    rng = np.random.default_rng(1)
    found = rng.normal(size=(EXPERIMENTS, 10)) + rng.normal(size=(EXPERIMENTS, 1))
    found[:, :true] += 7.0
    p_values = [[two_sided(value, math.sqrt(2)) for value in row] for row in found.tolist()]
    called = np.array([holm(row) for row in p_values]) <= 0.05
    assert called[:, true:].any(axis=1).mean() <= 0.05 + ALLOWED
    assert called[:, true:].any(axis=1).mean() > 0.015
    assert true == 0 or called[:, :true].mean() > 0.9
    assert (np.array(p_values)[:, true:] <= 0.05).any(axis=1).mean() > 0.2


def test_intervals_hold_together() -> None:
    """Five intervals at the simultaneous level; independent, where Bonferroni loses next to nothing."""
    rng = np.random.default_rng(2)
    level = simultaneous_level(5)
    misses = 0
    for row in rng.binomial(400, 0.3, (EXPERIMENTS, 5)).tolist():
        every = [mean(wins, wins, 400, level) for wins in row]
        misses += not all(one.low <= 0.3 <= one.high for one in every)
    assert misses / EXPERIMENTS == pytest.approx(0.05, abs=ALLOWED)


def test_the_level_is_bonferronis() -> None:
    assert simultaneous_level(1) == 0.95
    assert simultaneous_level(10, 0.9) == pytest.approx(0.99)
    # And it is a level that a confidence sequence takes too.
    assert (
        sequences.mean(0, 500, 1_000, 1, simultaneous_level(10)).high > sequences.mean(0, 500, 1_000, 1).high
    )


@pytest.mark.parametrize(("comparisons", "level"), [(0, 0.95), (3, 0.0), (3, 1.0), (3, 95.0)])
def test_the_level_refuses_what_cannot_be(comparisons: int, level: float) -> None:
    with pytest.raises(ValueError, match="level between"):
        simultaneous_level(comparisons, level)
