"""Rules on the same deals: win rates and differences against scipy on the games written out."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from analyzer.studies.openings.trial import Rule, play_block
from tests.studies.openings.tables import GAME, place
from tests.studies.openings.toy_openings import COPIES, DECK, KINDS, KNOWN, LAID, VALUES, WORTH

RULES = [Rule("mine", ["bell", "5", "4", "3", "drum", "2", "1"]), Rule("low", "low"), Rule("asis", "asis")]


def shares(rule: Rule, games: int) -> list[int]:
    played = GAME.play_openings(place(4).table.setup, rule.choice, 3, 50, games, np.zeros(1, np.int64))
    return [int(share) for share in played.shares]


def test_rules_are_compared_deal_by_deal() -> None:
    tried = play_block(GAME, place(4).table.setup, RULES, 3, 50, 2_000, np.zeros(1, np.int64))
    won = [shares(rule, 2_000) for rule in RULES]
    for one, other in combinations(range(3), 2):
        found = tried.difference(one, other, 0.99)
        theirs = stats.ttest_rel(won[one], won[other])
        assert found.mean == pytest.approx(np.mean(won[one]) / 60 - np.mean(won[other]) / 60)
        low, high = theirs.confidence_interval(0.99)
        assert (found.low, found.high) == pytest.approx((low / 60, high / 60))
    rate = tried.win_rate(0)
    assert rate.mean == pytest.approx(np.mean(won[0]) / 60) and rate.low < rate.mean < rate.high


def test_blocks_add_up() -> None:
    setup, stop = place(4).table.setup, np.zeros(1, np.int64)
    whole = play_block(GAME, setup, RULES, 3, 0, 500, stop)
    parts = play_block(GAME, setup, RULES, 3, 0, 200, stop)
    parts.add(play_block(GAME, setup, RULES, 3, 200, 300, stop))
    assert parts.games == whole.games
    assert (parts.sums == whole.sums).all() and (parts.products == whole.products).all()


def test_a_block_that_is_stopped_counts_nothing() -> None:
    assert play_block(GAME, place(4).table.setup, RULES, 3, 0, 500, np.ones(1, np.int64)).games == 0


def test_what_a_rule_wins_is_the_truth() -> None:
    tried = play_block(GAME, place(4).table.setup, RULES, 3, 0, 40_000, np.zeros(1, np.int64))
    order = RULES[0].choice
    best = [
        VALUES[sorted(DECK[list(hand)], key=lambda kind: order.index(KINDS[kind]))[:LAID]].sum()
        for hand in combinations(range(len(DECK)), KNOWN)
    ]
    truth = WORTH * (np.mean(best) - LAID * VALUES @ COPIES / sum(COPIES))
    found = tried.difference(0, 2, 0.9999)
    assert found.low < truth < found.high
    assert truth > 0.05
