"""Every tip can be tried: both of its policies play by the rules, and they play differently."""

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.policy_list import EVERY_POLICY
from analyzer.games.pescado.tips import TIP_PLAYERS, TIPS
from analyzer.games.policyspec import parse
from tests.games.pescado.tables import trace
from tests.reference import pescado as reference

pytestmark = pytest.mark.interpreted

GAMES = 40 if JIT_IS_ON else 8


@pytest.mark.parametrize("tip", TIPS, ids=lambda tip: tip.name)
def test_who_follows_a_tip_plays_differently_from_who_ignores_it(tip):
    assert any(
        plays(tip.follow, players, game) != plays(tip.ignore, players, game)
        for game in range(GAMES)
        for players in TIP_PLAYERS
    )


def plays(policy, players, game):
    """What seat 0 plays in a game among ordinary players."""
    events = trace(players, [], [policy, *["greedy-points"] * (players - 1)], 1, game)
    reference.check(events)
    return [event for event in events if event["event"] == "play" and event["seat"] == 0]


@pytest.mark.parametrize("tip", TIPS, ids=lambda tip: tip.name)
def test_the_two_differ_in_one_weight_or_the_tip_says_in_what_else(tip):
    follow, ignore = (parse(text, EVERY_POLICY, "") for text in (tip.follow, tip.ignore))
    if follow.name == ignore.name:
        assert sum(one != other for one, other in zip(follow.values, ignore.values, strict=True)) == 1
    else:
        assert tip.note
