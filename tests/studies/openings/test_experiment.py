"""The randomised experiment: its sums, and effects that are the true ones."""

import numpy as np
import pytest

from analyzer.games.openings import OpeningRecords
from analyzer.stats.multiple import simultaneous_level
from analyzer.studies.openings.experiment import GROUPS, Experiment, effects, fewest_deals
from analyzer.studies.openings.pairs import PairTally
from tests.studies.openings.tables import place
from tests.studies.openings.toy_openings import COPIES, KINDS, KNOWN, LAID, TRUE_EFFECTS, WORTH, OpeningToy


def played(games: int, first: int = 0, seed: int = 1, players: int = 3) -> OpeningRecords:
    setup = place(players).table.setup
    return OpeningToy().play_openings(setup, "random", seed, first, games, np.zeros(1, np.int64))


def test_sums_of_products_are_those_of_the_games_of_a_group() -> None:
    players, first = 4, 13
    records = played(3_000, first, players=players)
    found = Experiment.of(records, first, players)
    seats = np.eye(players, dtype=int)[records.seats]
    rows = np.column_stack([records.laid, records.held, seats, records.shares]).astype(int)
    groups = ((first + np.arange(3_000)) // players) % GROUPS
    for group in (0, 7, GROUPS - 1):
        of_group = rows[groups == group]
        assert (found.products[group] == of_group.T @ of_group).all()
    assert (found.games, found.laid, found.known) == (3_000, LAID, KNOWN)
    assert found.unfinished == (~records.finished).sum() > 0


def test_blocks_add_up_to_the_whole() -> None:
    whole = Experiment.of(played(900), 0, 3)
    parts = Experiment.of(played(100), 0, 3)
    for first in range(100, 900, 200):
        parts.add(Experiment.of(played(200, first), first, 3))
    assert (parts.games, parts.unfinished) == (whole.games, whole.unfinished)
    assert (parts.products == whole.products).all()
    assert (parts.pairs.known == whole.pairs.known).all() and (parts.pairs.laid == whole.pairs.laid).all()


def test_an_empty_block_adds_nothing() -> None:
    nothing = Experiment.of(played(0), 0, 3)
    assert nothing.games == 0 and not nothing.products.any()


def test_openings_in_which_not_all_lay_as_many_are_refused() -> None:
    records = played(10)
    records.laid[3, 0] += 1
    with pytest.raises(ValueError, match="same number"):
        Experiment.of(records, 0, 3)


@pytest.mark.parametrize("players", [2, 5])
def test_effects_are_the_true_ones(players: int) -> None:
    misses, runs = 0, 10
    off = np.zeros(len(KINDS))
    for seed in range(1, runs + 1):
        found = effects(Experiment.of(played(12_000, seed=1_000 * seed, players=players), 0, players), COPIES)
        assert found is not None
        assert found.coefficients @ COPIES == pytest.approx(0, abs=1e-12)
        errors = np.sqrt(np.diag(found.covariance))
        off += (found.coefficients - WORTH * TRUE_EFFECTS) / errors
        estimates = found.estimates(simultaneous_level(len(KINDS)))
        misses += any(
            not each.low <= true <= each.high
            for each, true in zip(estimates, WORTH * TRUE_EFFECTS, strict=True)
        )
    # A sum of standard errors over the runs, and of runs in which any of the intervals misses (1 in 20).
    assert (np.abs(off) < 4 * np.sqrt(runs)).all()
    assert misses <= 4


def test_too_few_deals_have_no_effects() -> None:
    least = fewest_deals(len(KINDS), 3)
    assert effects(Experiment.of(played(least - 1), 0, 3), COPIES) is None
    assert effects(Experiment.of(played(least), 0, 3), COPIES) is not None


def test_pairs_are_tallied_with_the_experiment() -> None:
    records = played(500)
    assert (Experiment.of(records, 0, 3).pairs.known == PairTally.of(records).known).all()
