"""Fitted strengths against closed forms, statsmodels, scipy's optimiser and simulated coverage."""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import optimize
from statsmodels.api import GLM, families  # type: ignore[import-untyped]

from analyzer.stats.strength import Strengths, Table, fit, groups

Vector = npt.NDArray[np.float64]

EXPERIMENTS = 2_000


def duel(one: int, other: int, wins: int, losses: int, unfinished: int = 0) -> Table:
    return Table((one, other), (60 * wins, 60 * losses), wins + losses + unfinished)


def drawn(
    truth: Vector, seatings: Sequence[tuple[int, ...]], games: int, rng: np.random.Generator
) -> list[Table]:
    """Tables as the model deals them."""
    found = []
    for seating in seatings:
        weights = np.exp(truth[list(seating)])
        shares = 60 * rng.multinomial(games, weights / weights.sum())
        found.append(Table(seating, shares.tolist(), games))
    return found


def error_of(found: Strengths, one: int, other: int) -> float:
    """Standard error of a difference."""
    c = found.covariance
    return math.sqrt(c[one, one] + c[other, other] - 2 * c[one, other])


def test_two_have_the_closed_form() -> None:
    found = fit([duel(0, 1, 30, 10)], 2, 60)
    assert found.log == pytest.approx([math.log(3) / 2, -math.log(3) / 2], rel=1e-12)
    assert error_of(found, 0, 1) == pytest.approx(math.sqrt(1 / 30 + 1 / 10), rel=1e-9)
    assert found.standard_errors == pytest.approx([math.sqrt(1 / 30 + 1 / 10) / 2] * 2, rel=1e-9)
    assert found.finite


def test_one_table_of_many_has_the_closed_form() -> None:
    """The strengths are as the wins; differences have the variance of a multinomial's log odds."""
    found = fit([Table((0, 1, 2), (600, 1_200, 4_200), 100)], 3, 60)
    assert found.log - found.log[0] == pytest.approx([0, math.log(2), math.log(7)])
    assert error_of(found, 0, 2) == pytest.approx(math.sqrt(1 / 10 + 1 / 70))


def test_duels_equal_statsmodels() -> None:
    """Bradley and Terry's model is a binomial regression without intercept on who plays (+1) whom (-1)."""
    rng = np.random.default_rng(1)
    tables, design, outcomes = [], [], []
    for one, other in combinations(range(5), 2):
        wins = int(rng.integers(5, 45))
        tables.append(duel(one, other, wins, 50 - wins))
        row = np.zeros(5)
        row[one], row[other] = 1, -1
        design.append(row[1:])
        outcomes.append((wins, 50 - wins))
    fitted = GLM(np.array(outcomes), np.array(design), family=families.Binomial()).fit(tol=1e-14)
    found = fit(tables, 5, 60)
    assert found.log[1:] - found.log[0] == pytest.approx(fitted.params, abs=1e-8)
    assert [error_of(found, 0, k) for k in range(1, 5)] == pytest.approx(fitted.bse, rel=1e-6)
    assert found.log.sum() == pytest.approx(0, abs=1e-12)
    assert found.covariance.sum(axis=1) == pytest.approx([0.0] * 5, abs=1e-12)


def test_tables_equal_a_general_optimiser() -> None:
    """Four competitors at tables of two to four seats, one of them twice at a table, with shared wins."""
    tables = [
        Table((0, 1, 2), (600, 1_230, 390), 40),
        Table((3, 2, 1), (800, 420, 1_220), 41),
        Table((0, 0, 3), (300, 360, 900), 26),
        Table((0, 1, 2, 3), (240, 600, 180, 720), 30),
        Table((1, 3), (1_500, 1_200), 45),
    ]

    def loss(free: Vector) -> float:
        log = np.append(free, -free.sum())
        return -sum(
            share / 60 * float(log[one] - np.logaddexp.reduce(log[list(table.competitors)]))
            for table in tables
            for one, share in zip(table.competitors, table.shares, strict=True)
        )

    best = optimize.minimize(loss, np.zeros(3), method="BFGS", options={"gtol": 1e-9})
    found = fit(tables, 4, 60)
    assert found.log == pytest.approx(np.append(best.x, -best.x.sum()), abs=1e-5)
    step, curved = 1e-3, np.empty((3, 3))
    for i, j in np.ndindex(3, 3):
        a, b = np.eye(3)[i] * step, np.eye(3)[j] * step
        x = found.log[:3]
        curved[i, j] = (loss(x + a + b) - loss(x + a - b) - loss(x - a + b) + loss(x - a - b)) / (4 * step**2)
    assert found.covariance[:3, :3] == pytest.approx(np.linalg.inv(curved), rel=1e-4, abs=1e-7)


def test_a_chain_of_wins_is_enough() -> None:
    """Each of fifteen has beaten only the next, and the last the first: chains lead to everyone."""
    circle = [duel(k, (k + 1) % 15, 10, 0) for k in range(15)]
    found = fit(circle, 15, 60)
    assert found.finite and found.log == pytest.approx([0] * 15, abs=1e-9)
    assert not fit(circle[:-1], 15, 60).finite


def test_one_of_many_wins_nearly_all() -> None:
    """Where Newton's method alone would overshoot."""
    found = fit([Table(range(30), [60 * 870] + [60] * 29, 899)], 30, 60)
    assert found.log[0] - found.log[1:] == pytest.approx([math.log(870)] * 29)


def test_unfinished_games_and_tables_of_one_say_nothing() -> None:
    plain = fit([duel(0, 1, 30, 10)], 2, 60)
    empty = [Table((0, 0), (60, 600), 20), Table((0, 1), (0, 0), 9), Table((), (), 7)]
    found = fit([duel(0, 1, 30, 10, unfinished=500), *empty], 2, 60)
    assert found.log == pytest.approx(plain.log)
    assert found.covariance == pytest.approx(plain.covariance)


def test_equal_play_has_equal_strength_wherever_one_sits() -> None:
    """Twice at a table is twice the chances, not twice the strength."""
    found = fit([Table((0, 0, 1), (400, 200, 300), 15)], 2, 60)
    assert found.log == pytest.approx([0, 0], abs=1e-9)


@pytest.mark.parametrize(
    ("tables", "order"),
    [
        ([duel(0, 1, 10, 0)], [0, 1]),
        ([duel(0, 1, 10, 10), duel(1, 2, 10, 0), duel(0, 2, 10, 0)], [0, 2]),
        ([duel(0, 1, 10, 5), duel(2, 3, 5, 10)], [0, 1]),
        ([Table((0, 1, 2), (600, 0, 0), 10)], [0, 2]),
    ],
)
def test_what_games_do_not_determine_is_finite_and_flagged(tables: list[Table], order: list[int]) -> None:
    competitors = 1 + max(one for table in tables for one in table.competitors)
    found = fit(tables, competitors, 60)
    assert not found.finite
    assert np.isfinite(found.log).all() and np.abs(found.log).max() < 10
    assert found.log[order[0]] > found.log[order[1]]
    assert (found.standard_errors > 0.2).all()
    assert found.log.sum() == pytest.approx(0, abs=1e-9)
    assert found.covariance.sum(axis=1) == pytest.approx([0.0] * competitors, abs=1e-9)


def test_the_imagined_games_are_those_of_the_docstring() -> None:
    """Ten to nothing, and half a win and half a loss each against an imagined third of strength 1."""
    found = fit([duel(0, 1, 10, 0)], 2, 60)

    # By symmetry the two are +x and -x: 10 (1 - s(2x)) + 1/2 (1 - 2 s(x)) = 0.
    def slope(x: float) -> float:
        return 10 / (1 + math.exp(2 * x)) + 0.5 * (1 - 2 / (1 + math.exp(-x)))

    assert found.log[0] == pytest.approx(optimize.brentq(slope, 0, 20), rel=1e-9)


def test_many_wins_hardly_feel_imagined_games() -> None:
    """Only what is not determined is moved: the two who play each other stay where their games put them."""
    found = fit([duel(0, 1, 30_000, 10_000), duel(0, 2, 20_000, 0), duel(1, 2, 20_000, 0)], 3, 60)
    assert found.log[0] - found.log[1] == pytest.approx(math.log(3), abs=1e-3)


def test_extremes_are_found() -> None:
    """Strengths a million times apart, in a chain."""
    found = fit([duel(k, k + 1, 1_000_000, 10) for k in range(4)], 5, 60)
    assert np.diff(found.log) == pytest.approx([-math.log(1e5)] * 4, rel=1e-6)
    assert error_of(found, 0, 4) == pytest.approx(math.sqrt(4 * (1e-6 + 0.1)), rel=1e-6)


def test_nothing_played() -> None:
    assert fit([], 1, 60).log.tolist() == [0.0] and fit([], 1, 60).finite
    assert fit([], 1, 60).standard_errors.tolist() == [0.0]
    found = fit([], 3, 60)
    assert not found.finite and found.log == pytest.approx([0, 0, 0])
    assert groups(found.log, found.covariance) == [1, 1, 1]


@pytest.mark.parametrize(
    "table",
    [
        Table((0, 1), (60,), 1),
        Table((0, 2), (60, 0), 1),
        Table((0, -1), (60, 0), 1),
        Table((0, 1), (60, 1), 1),
        Table((0, 1), (61, -1), 1),
    ],
)
def test_refuses_what_cannot_be(table: Table) -> None:
    with pytest.raises(ValueError, match="as in Table"):
        fit([table], 2, 60)


@pytest.mark.parametrize("seats", [2, 3])
def test_covers_as_often_as_it_says(seats: int) -> None:
    """Single strengths and differences, 1.96 standard errors each way."""
    truth, rng = np.array([0.8, 0.1, -0.2, -0.7]), np.random.default_rng(seats)
    seatings: list[tuple[int, ...]] = list(combinations(range(4), seats))
    one, apart = [], []
    for _ in range(EXPERIMENTS):
        found = fit(drawn(truth, seatings, 600 // len(seatings), rng), 4, 60)
        one.append(abs(found.log[0] - truth[0]) <= 1.96 * found.standard_errors[0])
        apart.append(abs(found.log[1] - found.log[3] - 0.8) <= 1.96 * error_of(found, 1, 3))
    allowed = 4 * math.sqrt(0.95 * 0.05 / EXPERIMENTS)
    assert np.mean(one) == pytest.approx(0.95, abs=allowed)
    assert np.mean(apart) == pytest.approx(0.95, abs=allowed)


class TestGroups:
    def test_the_first_of_a_group_is_the_measure(self) -> None:
        """Each is two apart from the next: neighbours cannot be told apart, the next but one can."""
        strengths = np.array([0.0, 6.0, 2.0, 4.0])
        assert groups(strengths, np.eye(4) / 1.2) == [2, 1, 2, 1]

    def test_holm_is_over_all_pairs(self) -> None:
        """2.2 standard errors are significant alone, and not as the largest of three."""
        assert groups(np.array([2.2, 0.0]), np.eye(2) / 2) == [1, 2]
        assert groups(np.array([2.2, 0.0, 1.1]), np.eye(3) / 2) == [1, 1, 1]

    def test_covariances_count(self) -> None:
        """Two whose errors go together are told apart by less."""
        together = np.array([[1.0, 0.99], [0.99, 1.0]])
        assert groups(np.array([1.0, 0.0]), together) == [1, 2]
        assert groups(np.array([1.0, 0.0]), np.eye(2)) == [1, 1]

    def test_the_level_counts(self) -> None:
        assert groups(np.array([2.2, 0.0]), np.eye(2) / 2, 0.99) == [1, 1]
        with pytest.raises(ValueError, match="confidence level"):
            groups(np.zeros(2), np.eye(2), 1.0)

    def test_equals_are_rarely_told_apart(self) -> None:
        rng = np.random.default_rng(5)
        seatings = list(combinations(range(5), 3))
        wrong = 0
        for _ in range(EXPERIMENTS):
            found = fit(drawn(np.zeros(5), seatings, 60, rng), 5, 60)
            wrong += max(groups(found.log, found.covariance)) > 1
        assert wrong / EXPERIMENTS <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / EXPERIMENTS)
        assert wrong > 0
