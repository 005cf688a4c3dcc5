"""The correlation of two results, and how sure it is."""

import numpy as np
import pytest

from analyzer.studies.balance.correlation import Side, correlation

GAMES = 5000
CELLS = (0.17, 0.05, 0.08, 0.70)
"""How likely it is that both are won, only the one, only the other, and neither."""

WON = 3


def results(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The results of both sides, game by game: so much for a game won, and 1 less than nothing for one lost."""
    both, one, other, neither = (int(count) for count in counts)
    wins = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [both, one, other, neither], axis=0)
    values = np.where(wins == 1, WON, -1)
    return values[:, 0], values[:, 1]


def side(values: np.ndarray) -> Side:
    return Side(int(values.sum()), int((values * values).sum()), float((values == WON).mean()))


def test_it_is_pearsons_with_an_interval_as_wide_as_repeated_samples_are_spread() -> None:
    generator = np.random.default_rng(4)
    samples = generator.multinomial(GAMES, CELLS, 1500)
    found, pearson = [], []
    for counts in samples:
        one, other = results(counts)
        estimate = correlation(GAMES, side(one), side(other), int((one * other).sum()))
        assert estimate is not None
        found.append(estimate)
        pearson.append(np.corrcoef(one, other)[0, 1])
    assert [each.mean for each in found] == pytest.approx(pearson)
    half = np.mean([each.high - each.low for each in found]) / 2
    # The spread of so many samples is known to some 2 %.
    assert half == pytest.approx(1.96 * np.std(pearson), rel=0.06)
    truth = (CELLS[0] - (CELLS[0] + CELLS[1]) * (CELLS[0] + CELLS[2])) / np.sqrt(
        np.prod([chance * (1 - chance) for chance in (CELLS[0] + CELLS[1], CELLS[0] + CELLS[2])])
    )
    held = np.mean([each.low <= truth <= each.high for each in found])
    assert 0.93 < held < 0.97


def test_results_that_are_alike_are_certain_and_one_that_never_changes_has_none() -> None:
    one, other = results(np.array([20, 0, 0, 80]))
    assert correlation(100, side(one), side(other), int((one * other).sum())) is not None
    found = correlation(100, side(one), side(other), int((one * other).sum()))
    assert found is not None and (found.mean, found.low, found.high) == pytest.approx((1, 1, 1))
    lost = np.full(100, -1)
    assert correlation(100, side(lost), side(one), int((lost * one).sum())) is None
