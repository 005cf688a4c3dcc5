"""Regression from grouped sums of products: the coefficients and errors of statsmodels, and intervals that cover."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from analyzer.stats.regression import Fit, fit, grouped_products, relative_to_mean

COPIES = [4, 4, 4, 2, 2]
KINDS = len(COPIES)
DECK = np.repeat(np.arange(KINDS), COPIES)
KNOWN, LAID = 4, 2
EFFECTS = [0.10, 0.02, -0.05, 0.04, -0.10]
GROUPS = 40


def chance(laid, held, seats, effects, slant):
    """How likely a game is won: `slant` lets effects depend on what else is known, and on the seat."""
    known = laid + held
    own = np.asarray(effects) * (1 + slant * known[:, :1] + slant * seats[:, np.newaxis])
    return 0.4 + 0.05 * seats + 0.01 * known @ np.arange(KINDS) + (laid * own).sum(axis=1)


def experiment(games, draw, effects, slant=0.0):
    """Of four cards two are laid at random.

    Returns:
        Cards laid and held, shape (games, kinds); seats; and wins, in sixtieths.
    """
    cards = DECK[np.argsort(draw.random((games, len(DECK))), axis=1)[:, :KNOWN]]
    counts = np.stack([(cards == kind) for kind in range(KINDS)], axis=2)
    laid, held = counts[:, :LAID].sum(axis=1), counts[:, LAID:].sum(axis=1)
    seats = np.arange(games) % 2
    return laid, held, seats, 60 * (draw.random(games) < chance(laid, held, seats, effects, slant))


def true_effects(effects, slant):
    """The best linear approximation over all ways to be dealt four cards and to lay two of them, in both seats."""
    ways = [
        (hand, laid, seat)
        for hand in combinations(range(len(DECK)), KNOWN)
        for laid in combinations(hand, LAID)
        for seat in (0, 1)
    ]
    known, laid = (
        np.array([np.bincount(DECK[list(way[at])], minlength=KINDS) for way in ways]) for at in (0, 1)
    )
    chances = chance(laid, known - laid, np.array([way[2] for way in ways]), effects, slant)
    found = np.linalg.lstsq(laid - known * LAID / KNOWN, chances, rcond=None)[0]
    return found - np.dot(found, COPIES) / sum(COPIES)


def columns(laid, held, seats, won):
    return np.column_stack([laid, held, seats == 0, seats == 1, won])


def design():
    """Laid cards less those to expect, all but the last kind; cards known, all but the last kind; seats."""
    rows = np.zeros((2 * KINDS, 2 * KINDS + 3), int)
    for kind in range(KINDS - 1):
        rows[kind, [kind, KINDS + kind]] = KNOWN - LAID, -LAID
        rows[KINDS - 1 + kind, [kind, KINDS + kind]] = 1
    rows[-2:, 2 * KINDS : 2 * KINDS + 2] = np.eye(2)
    return rows


def effects_of(data, groups=GROUPS):
    products = grouped_products(columns(*data), 0, groups, together=2)
    found = fit(products, design(), outcome=2 * KINDS + 2, rows=len(data[0]))
    assert found is not None
    head = Fit(found.coefficients[: KINDS - 1], found.covariance[: KINDS - 1, : KINDS - 1], found.degrees)
    return head.combined(relative_to_mean(COPIES) * KNOWN / 60)


def test_products_are_added_up_group_by_group():
    draw = np.random.default_rng(1)
    values = draw.integers(-5, 60, (1003, 4))
    found = grouped_products(values, 777, 7, together=3)
    numbers = (np.arange(777, 777 + 1003) // 3) % 7
    for group in range(7):
        of_group = values[numbers == group]
        assert (found[group] == of_group.T @ of_group).all()
    assert found.dtype == np.int64


def test_parts_of_a_run_add_up_to_the_whole():
    draw = np.random.default_rng(2)
    values = draw.integers(0, 9, (500, 3))
    parts = sum(grouped_products(values[cut : cut + 60], cut, 11, together=4) for cut in range(0, 500, 60))
    assert (parts == grouped_products(values, 0, 11, together=4)).all()


def test_coefficients_and_errors_are_those_of_statsmodels():
    draw = np.random.default_rng(3)
    data = experiment(4_000, draw, EFFECTS, slant=0.2)
    values = columns(*data)
    products = grouped_products(values, 0, GROUPS, together=2)
    found = fit(products, design(), outcome=values.shape[1] - 1, rows=len(values))
    groups = (np.arange(len(values)) // 2) % GROUPS
    theirs = sm.OLS(values[:, -1], values @ design().T).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}, use_t=True
    )
    assert found.coefficients == pytest.approx(theirs.params, rel=1e-9, abs=1e-10)
    assert found.covariance == pytest.approx(theirs.cov_params(), rel=1e-8, abs=1e-12)
    ends = [(each.low, each.high) for each in found.estimates()]
    assert np.array(ends) == pytest.approx(theirs.conf_int(), rel=1e-8, abs=1e-10)


def test_a_combination_has_the_mean_and_spread_of_its_parts():
    draw = np.random.default_rng(4)
    products = grouped_products(columns(*experiment(2_000, draw, [0.1, 0, 0, 0, 0])), 0, GROUPS, together=2)
    found = fit(products, design(), outcome=2 * KINDS + 2, rows=2_000)
    both = found.combined([[1.0, -1.0, *[0.0] * (len(design()) - 2)]])
    variance = found.covariance[0, 0] + found.covariance[1, 1] - 2 * found.covariance[0, 1]
    assert both.coefficients[0] == pytest.approx(found.coefficients[0] - found.coefficients[1])
    assert both.covariance[0, 0] == pytest.approx(variance)
    [estimate] = both.estimates(0.9)
    reach = stats.t.ppf(0.95, GROUPS - 1) * sqrt(variance)
    assert estimate.high - estimate.mean == pytest.approx(reach)


def test_values_relative_to_their_mean_have_none():
    matrix = relative_to_mean(COPIES)
    found = matrix @ np.array([3.0, -1.0, 0.5, 7.0])
    assert np.dot(found, COPIES) == pytest.approx(0)
    assert found[:-1] - found[-1] == pytest.approx([3.0, -1.0, 0.5, 7.0])


def test_effects_that_are_alike_everywhere_are_themselves_the_truth():
    mean = np.dot(EFFECTS, COPIES) / sum(COPIES)
    assert true_effects(EFFECTS, 0.0) == pytest.approx(np.array(EFFECTS) - mean)


@pytest.mark.parametrize("slant", [0.0, 0.3], ids=["alike", "depending on other cards and seats"])
def test_effects_are_covered_as_often_as_the_level_says(slant):
    draw, truth = np.random.default_rng(5), true_effects(EFFECTS, slant)
    assert slant == 0 or np.abs(truth - true_effects(EFFECTS, 0.0)).max() > 0.01
    runs, hits, off = 400, 0, np.zeros(KINDS)
    for _ in range(runs):
        found = effects_of(experiment(1_500, draw, EFFECTS, slant)).estimates(0.9)
        hits += sum(each.low <= true <= each.high for each, true in zip(found, truth, strict=True))
        off += [each.mean - true for each, true in zip(found, truth, strict=True)]
    # Of 2,000 intervals of 90 %; the five of a run hang together, at worst as if they were one.
    assert abs(hits / runs / KINDS - 0.9) < 4 * sqrt(0.9 * 0.1 / runs)
    assert np.abs(off / runs).max() < 4 * 0.03 / sqrt(runs)


def test_what_games_of_a_group_have_in_common_widens_the_intervals():
    draw = np.random.default_rng(7)
    rows = 4_000
    groups = np.arange(rows) % GROUPS
    shift = draw.integers(-20, 21, GROUPS)[groups]
    values = np.column_stack([np.ones(rows, int), draw.integers(-9, 10, rows) + shift])
    found = fit(grouped_products(values, 0, GROUPS), [[1, 0]], outcome=1, rows=rows)
    means = [values[groups == group, 1].mean() for group in range(GROUPS)]
    assert sqrt(found.covariance[0, 0]) == pytest.approx(stats.sem(means), rel=1e-9)


@pytest.mark.parametrize("games", [1, 3, 12, 199])
def test_too_few_games_tell_nothing(games):
    data = experiment(games, np.random.default_rng(8), [0.0] * KINDS)
    products = grouped_products(columns(*data), 0, GROUPS, together=2)
    assert fit(products, design(), outcome=2 * KINDS + 2, rows=games) is None


def test_few_groups_tell_nothing():
    products = grouped_products(
        columns(*experiment(400, np.random.default_rng(8), EFFECTS)), 0, 10, together=2
    )
    assert fit(products, design(), outcome=2 * KINDS + 2, rows=400) is None


def test_dependent_regressors_tell_nothing():
    draw = np.random.default_rng(9)
    products = grouped_products(columns(*experiment(500, draw, [0.0] * KINDS)), 0, GROUPS)
    twice = [*design().tolist(), design()[0].tolist()]
    assert fit(products, twice, outcome=2 * KINDS + 2, rows=500) is None
