"""Who wins most is said only where it is certain."""

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from analyzer.stats import multiple, ranking


@pytest.mark.parametrize(("one", "other"), [(30, 10), (520, 480), (560, 440), (6, 0), (5, 0)])
def test_two_competitors_are_told_apart_as_by_mcnemar(one: int, other: int) -> None:
    p_value = mcnemar([[0, one], [other, 0]], exact=False, correction=True).pvalue
    assert multiple.two_sided(one - other - 1, (one + other) ** 0.5) == pytest.approx(p_value)
    assert (len(ranking.leaders([one, other], [one, other], 1)) == 1) == (p_value < 0.05)


def test_the_one_with_the_most_wins_comes_first() -> None:
    assert ranking.leaders([100, 900, 500], [100, 900, 500], 1) == [1]
    assert ranking.leaders([100, 890, 900], [100, 890, 900], 1) == [2, 1]


def test_the_unit_of_the_shares_does_not_matter() -> None:
    wins = [500, 570, 560]
    assert ranking.leaders([60 * w for w in wins], [3600 * w for w in wins], 60) == ranking.leaders(
        wins, wins, 1
    )


@pytest.mark.parametrize("games", [0, 1, 2, 3])
def test_a_few_games_decide_nothing(games: int) -> None:
    assert sorted(ranking.leaders([games, 0, 0, 0], [games, 0, 0, 0], 1)) == [0, 1, 2, 3]


@pytest.mark.parametrize(("seats", "games"), [(2, 40), (4, 200), (6, 5_000)])
def test_equals_are_told_apart_in_no_more_than_one_run_in_twenty(seats: int, games: int) -> None:
    runs = 2_000
    wins = np.random.default_rng(5).multinomial(games, [1 / seats] * seats, size=runs)
    wrong = sum(len(ranking.leaders(row, row, 1)) < seats for row in wins.tolist())
    assert wrong <= 0.05 * runs + 4 * (runs * 0.05 * 0.95) ** 0.5


def test_a_real_lead_is_found() -> None:
    wins = np.random.default_rng(6).multinomial(20_000, [0.27, 0.25, 0.24, 0.24], size=200).tolist()
    assert sum(ranking.leaders(row, row, 1) == [0] for row in wins) > 150
