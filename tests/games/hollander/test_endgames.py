"""Games that go on from positions are won as often as an exact enumeration by the slow engine says."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.positions import Position, Shares
from analyzer.games.protocol import SHARES
from tests.games.hollander.dealt_out import OPENINGS, Opening, exact_way
from tests.games.hollander.endgames import ENDGAMES, Endgame, exact, legal_plays
from tests.games.hollander.positions import play, read, table

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="plays a million games")

WORLDS = 100_000
LARGEST_Z = 4
CLEAR = Fraction(2, 100)


def agree(chances: list[Fraction], shares: Shares) -> None:
    """Each action wins as often as it should, and the best one by far most often."""
    assert shares.shape == (len(chances), WORLDS)
    rates = shares.mean(axis=1) / SHARES
    for chance, rate in zip(chances, rates, strict=True):
        spread = sqrt(chance * (1 - chance) / WORLDS)
        assert abs(rate - chance) <= LARGEST_Z * spread, f"{rate:.5f}, should be {float(chance):.5f}"
    best = max(chances)
    if all(chance == best or chance <= best - CLEAR for chance in chances):
        assert chances[int(rates.argmax())] == best


def position_of(endgame: Endgame) -> Position:
    at = table(endgame.spec, players=endgame.players, settings=endgame.settings)
    return read("play", endgame.given(), endgame.seat, at)


@pytest.mark.parametrize("endgame", ENDGAMES, ids=str)
def test_endgames_are_won_as_often_as_they_should_be(endgame: Endgame) -> None:
    position = position_of(endgame)
    actions: list[dict[str, Any]] = [dict(action.json["action"]) for action in position.actions]
    if endgame.decide == "play":
        assert {(action["kind"], action["count"]) for action in actions} == legal_plays(endgame)
    fired: Counter[str] = Counter()
    chances = [exact(endgame, action, fired) for action in actions]
    assert all(fired[rule] for rule in endgame.fires), "the endgame is not about what it says"
    agree(chances, play(position, WORLDS))


def test_most_endgames_have_a_play_that_is_clearly_best() -> None:
    clear = 0
    for endgame in ENDGAMES:
        rates = sorted(play(position_of(endgame), 2_000).mean(axis=1) / SHARES)
        clear += rates[-1] - rates[-2] > CLEAR + 0.03
    assert clear >= 12


@pytest.mark.parametrize("opening", OPENINGS, ids=str)
def test_ways_to_lay_battle_cards_win_as_often_as_they_should(opening: Opening) -> None:
    policies = [f"lowest:swap={swap}" for swap in opening.swaps]
    at = table(*policies, players=len(policies), settings=opening.settings)
    given = {"hand": opening.hand, "battle": opening.battle, "battle-of": opening.battles}
    position = read("swap", given, opening.seat, at)
    chances = [exact_way(opening, action.json["battle"]) for action in position.actions]
    agree(chances, play(position, WORLDS))
