"""Advice on real hands, held against many more games of each way."""

import math
from functools import cache

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.protocol import SHARES
from analyzer.runs.work import never
from analyzer.studies.advice import Advice, Plan
from analyzer.studies.advise import advise
from analyzer.studies.decision import set_decision

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

HANDS = 4
GAMES = 20_000
WITHIN = 0.01
OTHER_SEED = 77
"""Of the games that the advice is held against."""


@cache
def advice(number: int) -> Advice:
    """Advice on six cards drawn from the deck."""
    rng = np.random.default_rng(number)
    rules = set_decision("hollander", "swap", None, {"hand": "1 2 3", "battle": "4 5 6"}).position.setup.rules
    deck = [name for name, copies in rules.deck.items() for _ in range(int(str(copies)))]
    cards = [deck[place] for place in rng.choice(len(deck), 6, replace=False)]
    decision = set_decision("hollander", "swap", None, {"hand": cards[:3], "battle": cards[3:]})
    return advise(decision, Plan(10_000_000, number, WITHIN))


@cache
def wins(number: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """What every way wins in each of many other worlds."""
    decision = advice(number).decision
    ways = range(len(decision.position.actions))
    shares = decision.adviser.play_on(decision.position, ways, OTHER_SEED, 0, GAMES, never())
    return np.asarray(shares, np.float64) / SHARES


def is_certainly_too_far(number: int, choice: int) -> bool:
    """Whether another way certainly wins more than a way by what is promised."""
    better = wins(number) - wins(number)[choice]
    return bool((better.mean(axis=1) - 4 * better.std(axis=1) / math.sqrt(GAMES)).max() > WITHIN)


@pytest.mark.parametrize("number", range(HANDS))
def test_no_way_is_better_by_more_than_is_promised(number: int) -> None:
    assert advice(number).certain
    assert not is_certainly_too_far(number, advice(number).choice)


def test_a_way_taken_by_chance_would_not_do() -> None:
    """The games above do tell: most ways are worse than the best by more than is promised."""
    wrong = [is_certainly_too_far(number, way) for number in range(HANDS) for way in range(len(wins(number)))]
    assert sum(wrong) > 0.6 * len(wrong)


@pytest.mark.parametrize("number", range(HANDS))
def test_reported_win_rates_are_those_of_other_games(number: int) -> None:
    for way in advice(number).ways:
        won = wins(number)[way.number]
        error = won.std() * math.sqrt(1 / GAMES + 1 / way.fresh)
        assert abs(way.win_rate.mean - won.mean()) < 4 * error
