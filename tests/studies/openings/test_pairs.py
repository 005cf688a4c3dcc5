"""Pairs of cards: sums against loops over the games, gains against scipy and against the truth."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from analyzer.games.openings import OpeningRecords
from analyzer.studies.openings.pairs import PairTally, chance_of_both, confirm, pick
from tests.studies.openings.tables import place
from tests.studies.openings.toy_openings import KINDS, KNOWN, LAID, OpeningToy, true_gain

CHANCE = chance_of_both(LAID, KNOWN)
BELL, DRUM = KINDS.index("bell"), KINDS.index("drum")


def played(games: int, first: int = 0, seed: int = 1) -> OpeningRecords:
    return OpeningToy().play_openings(
        place(3).table.setup, "random", seed, first, games, np.zeros(1, np.int64)
    )


def shares_of(records: OpeningRecords, pair: tuple[int, int]) -> tuple[list[int], list[int]]:
    """What was won in games with the pair: those in which both were laid, and the others."""
    wanted = np.bincount(pair, minlength=len(KINDS))
    known = records.laid + records.held
    chosen = [
        game for game in range(records.games) if all(known[game, kind] == wanted[kind] for kind in pair)
    ]
    both = [game for game in chosen if all(records.laid[game, kind] == wanted[kind] for kind in pair)]
    return (
        [int(records.shares[game]) for game in both],
        [int(records.shares[game]) for game in chosen if game not in both],
    )


@pytest.mark.parametrize("pair", [(0, 4), (2, 2), (4, BELL), (BELL, BELL), (BELL, DRUM)])
def test_sums_and_gains_are_those_of_the_games_with_the_pair(pair: tuple[int, int]) -> None:
    records = played(4_000)
    tally = PairTally.of(records)
    both, others = shares_of(records, pair)
    for turned in (pair, pair[::-1]):
        of_pair = tally.laid[:, turned[0], turned[1]].tolist()
        assert of_pair == [len(both), sum(both), sum(share**2 for share in both)]
        known = tally.known[:, turned[0], turned[1]].tolist()
        assert known == [len(both) + len(others), sum(both + others), sum(s**2 for s in both + others)]
    gain = tally.gain(pair, CHANCE)
    if len(both) < 30:
        assert gain is None
        return
    assert gain is not None
    part = (1 - CHANCE) / 60
    assert gain.mean == pytest.approx(part * (np.mean(both) - np.mean(others)))
    halves = [stats.sem(values) * stats.t.ppf(0.975, len(values) - 1) for values in (both, others)]
    assert gain.high - gain.mean == pytest.approx(part * sqrt(halves[0] ** 2 + halves[1] ** 2))


def test_both_of_a_pair_are_laid_as_often_as_the_chance_says() -> None:
    assert chance_of_both(3, 6) == pytest.approx(0.2)
    tally = PairTally.of(played(30_000))
    known, laid = tally.known[0], tally.laid[0]
    off = (laid - CHANCE * known) / np.sqrt(CHANCE * (1 - CHANCE) * known)
    assert np.abs(off).max() < 4.5  # of 28 different ones


@pytest.mark.parametrize("pair", [(0, 1), (4, BELL), (3, 3)])
def test_gains_are_the_true_ones(pair: tuple[int, int]) -> None:
    truth, runs, off = true_gain(pair), 6, 0.0
    for seed in range(1, runs + 1):
        gain = PairTally.of(played(15_000, seed=1_000 * seed)).gain(pair, CHANCE)
        assert gain is not None
        off += (gain.mean - truth) / ((gain.high - gain.low) / 2 / 1.96)
    assert abs(off) < 4 * sqrt(runs)


def test_pairs_are_picked_by_the_end_that_speaks_least_for_them() -> None:
    tally = PairTally.of(played(20_000))
    gains = {
        (one, other): gain
        for one in range(len(KINDS))
        for other in range(one, len(KINDS))
        if (gain := tally.gain((one, other), CHANCE)) is not None
    }
    best, worst = pick(tally, CHANCE, 3)
    lows, highs = (sorted(getattr(gain, end) for gain in gains.values()) for end in ("low", "high"))
    assert [gains[pair].low for pair in best] == lows[:-4:-1]
    assert [gains[pair].high for pair in worst] == highs[:3]
    assert gains[best[0]].low > 0 > gains[worst[0]].high


def test_what_was_picked_is_confirmed_on_other_games() -> None:
    first, other = PairTally.of(played(5_000)), PairTally.of(played(5_000, first=5_000))
    best, _ = pick(first, CHANCE, 3)
    gains = confirm(best, first, other, CHANCE, 0.99)
    assert [gain.pair for gain in gains] == best
    for gain in gains:
        assert gain.picked_by == first.gain(gain.pair, CHANCE)
        assert gain.confirmed == other.gain(gain.pair, CHANCE, 0.99)
        assert gain.games == other.laid[0, gain.pair[0], gain.pair[1]]


def test_few_games_pick_nothing() -> None:
    assert pick(PairTally.of(played(50)), CHANCE, 5) == ([], [])


def test_few_pairs_are_not_picked_twice() -> None:
    tally = PairTally.of(played(4_000))
    told = [pair for pair in np.argwhere(tally.laid[0] >= 30).tolist() if pair[0] <= pair[1]]
    best, worst = pick(tally, CHANCE, 100)
    assert len(best) == len(worst) == len(told) // 2 > 0
    assert not {*best} & {*worst}
