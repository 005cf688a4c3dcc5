"""Every tip can be tried: both of its policies play, and they play differently."""

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.game import Cofre
from analyzer.games.cofre.policy_list import EVERY_POLICY
from analyzer.games.policyspec import parse
from analyzer.games.tips import HasTips
from analyzer.studies.request import set_table
from tests.games.cofre.tables import trace

pytestmark = pytest.mark.interpreted

GAME = Cofre()
GAMES = 20 if JIT_IS_ON else 5


def test_there_are_tips_and_players_to_try_them_against():
    assert isinstance(GAME, HasTips)
    assert len(GAME.tips) >= 5
    assert len({tip.name for tip in GAME.tips}) == len({tip.text for tip in GAME.tips}) == len(GAME.tips)
    assert [name for name, _ in GAME.fields] == ["weak", "ordinary", "strong"]
    for players in GAME.tip_players:
        for _, policy in GAME.fields:
            set_table("cofre", players=players, policies=[policy])


@pytest.mark.parametrize("tip", GAME.tips, ids=lambda tip: tip.name)
def test_a_tip_is_a_sentence_and_its_policies_are_written_in_their_one_form(tip):
    assert tip.name.replace("-", "").isalpha() and tip.name.islower()
    assert tip.text.endswith(".") and (not tip.note or tip.note.endswith("."))
    for text in (tip.follow, tip.ignore):
        assert parse(text, EVERY_POLICY, "").canonical == text


@pytest.mark.parametrize("tip", GAME.tips, ids=lambda tip: tip.name)
def test_who_follows_a_tip_plays_differently_from_who_ignores_it(tip):
    assert any(choices(tip.follow, game) != choices(tip.ignore, game) for game in range(GAMES))


def choices(policy, game):
    """What seat 0 chooses in a game among ordinary players."""
    events = trace(4, [], [policy, "stars", "stars", "stars"], 1, game)
    return [event["choices"][0] for event in events if event["event"] == "choose"]


@pytest.mark.parametrize("tip", GAME.tips, ids=lambda tip: tip.name)
def test_the_treasure_card_is_used_alike_where_the_tip_is_not_about_it(tip):
    timing = [
        {
            parameter.name: value
            for parameter, value in zip(EVERY_POLICY[spec.name].parameters, spec.values, strict=True)
            if parameter.name.startswith("treasure")
        }
        for spec in (parse(text, EVERY_POLICY, "") for text in (tip.follow, tip.ignore))
    ]
    assert timing[0] == timing[1] or "treasure" in tip.name
