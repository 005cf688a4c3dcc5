"""Paired comparisons against scipy on the values written out, and simulated coverage."""

import math
from functools import partial

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analyzer.stats import intervals, sequences
from analyzer.stats.estimate import Estimate
from analyzer.stats.paired import Sums, compare

SHARES = 60
EXPERIMENTS = 2_000

SCORES = st.lists(st.tuples(*[st.sampled_from([0, 20, 30, 60, 90, 120])] * 2), min_size=3, max_size=60)


def of_scores(a: npt.ArrayLike, b: npt.ArrayLike) -> Sums:
    """The sums as numpy adds them up."""
    a, b = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
    return Sums(len(a), a.sum(), (a * a).sum(), b.sum(), (b * b).sum(), (a * b).sum())


@given(SCORES)
def test_the_difference_equals_scipys_paired_test(scores: list[tuple[int, int]]) -> None:
    a, b = np.array(scores).T
    found = compare(of_scores(a, b), 120).difference
    assert found.mean == pytest.approx(np.mean(a - b) / 120)
    if np.ptp(a - b) > 0:
        by_scipy = stats.ttest_rel(a / 120, b / 120).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx((by_scipy.low, by_scipy.high))


@given(SCORES)
def test_the_ratio_equals_that_of_variances(scores: list[tuple[int, int]]) -> None:
    a, b = np.array(scores).T
    found = compare(of_scores(a, b), 120).variance_ratio
    if np.ptp(a - b) == 0:
        assert found is None
    else:
        assert found == pytest.approx((np.var(a) + np.var(b)) / np.var(a - b))


def test_each_side_has_its_share() -> None:
    a, b = np.array([0, 60, 120, 30, 60]), np.array([60, 60, 0, 0, 20])
    found = compare(of_scores(a, b), 120, 0.9)
    assert found.a == intervals.share(270, 22_500, 5, 120, 0.9)
    assert found.b == intervals.share(140, 7_600, 5, 120, 0.9)


def test_the_same_side_twice_differs_by_exactly_nothing() -> None:
    scores = np.random.default_rng(1).integers(0, 120, 1_000)
    found = compare(of_scores(scores, scores), 120)
    assert found.difference == Estimate(0.0, 0.0, 0.0)
    assert found.variance_ratio is None


def test_another_interval_can_be_asked_for() -> None:
    rng = np.random.default_rng(2)
    sums = of_scores(*(60 * rng.integers(0, 3, (2, 5_000))))
    found = compare(sums, 120, interval=partial(sequences.mean, reach=120)).difference
    parts = sequences.mean(sums.difference, sums.difference_squared, 5_000, 120)
    assert (found.mean, found.low, found.high) == (parts.mean / 120, parts.low / 120, parts.high / 120)
    fixed = compare(sums, 120).difference
    assert found.low < fixed.low < fixed.high < found.high


def test_large_sums_are_exact() -> None:
    """Sums near 10^36 in floating point, or 10^19 in 64 bits, would leave nothing of a variance of 1."""
    n = 10**12
    sums = Sums(
        n,
        10**9 * n + n // 2,
        10**18 * n + (2 * 10**9 + 1) * n // 2,
        10**9 * n,
        10**18 * n,
        10**18 * n + 10**9 * n // 2,
    )
    assert sums.spread == n * n // 4
    assert compare(sums, 2 * 10**9).variance_ratio == 1.0


def test_numpy_words_become_whole_numbers() -> None:
    sums = of_scores([0, 60], [60, 60])
    assert all(type(getattr(sums, name)) is int for name in ("deals", "a", "a_squared", "product"))
    with pytest.raises(TypeError):
        Sums(2, 60.0, 3_600, 60, 3_600, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "sums", [(0, 0, 0, 0, 0, 0), (2, 4, 7, 0, 0, 0), (2, 0, 0, 4, 7, 0), (2, 2, 2, 2, 2, 3)]
)
def test_refuses_sums_that_cannot_be(sums: tuple[int, int, int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="no deals have these sums"):
        Sums(*sums)


@pytest.mark.parametrize("pairing", [0.0, 0.8])
def test_covers_as_often_as_it_says(pairing: float) -> None:
    """Four seats a deal whose wins hang together, on common deals and on others: the deal is the cluster.

    A deal has a good seat; side a uses it with a chance of 0.7, side b with 0.6. In one deal all seats fail or win
    alike, so variances over games would be four times too small.
    """
    deals, rng = 400, np.random.default_rng(3)
    inside, ratios = [], []
    for _ in range(EXPERIMENTS):
        luck_a = rng.random(deals)
        luck_b = np.where(rng.random(deals) < pairing, luck_a, rng.random(deals))
        found = compare(of_scores(240 * (luck_a < 0.7), 240 * (luck_b < 0.6)), 240)
        inside.append(found.difference.low <= 0.1 <= found.difference.high)
        ratios.append(found.variance_ratio or math.nan)
    assert np.mean(inside) == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / EXPERIMENTS))
    together = pairing * (0.6 - 0.7 * 0.6)
    assert np.mean(ratios) == pytest.approx(0.45 / (0.45 - 2 * together), rel=0.05)
