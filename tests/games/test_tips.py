"""Tips of the games: they can be tried as they are, and the two who try them differ in what the tip is about."""

import re

import pytest

from analyzer.games import registry
from analyzer.games.names import GAMES
from analyzer.games.policyspec import PolicySpec, parse
from analyzer.games.rulesfile import load
from analyzer.games.tips import HasTips, Tip

FEWEST = {"hollander": 7}
FEWEST_ELSEWHERE = 4


def game_of(name: str) -> HasTips:
    game = registry.find(name)
    assert isinstance(game, HasTips)
    return game


def specs(name: str, tip: Tip) -> tuple[PolicySpec, PolicySpec]:
    game = registry.find(name)
    follow, ignore = (parse(text, game.policies, game.title) for text in (tip.follow, tip.ignore))
    return follow, ignore


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_tips_with_names_of_their_own(name: str) -> None:
    tips = game_of(name).tips
    assert len(tips) >= FEWEST.get(name, FEWEST_ELSEWHERE)
    assert len({tip.name for tip in tips}) == len({tip.text for tip in tips}) == len(tips)
    for tip in tips:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", tip.name)
        for text in filter(None, (tip.text, tip.note)):
            assert text[0].isupper() and text.endswith(".") and text.isprintable()


@pytest.mark.parametrize("name", GAMES)
def test_who_follows_a_tip_and_who_ignores_it_are_not_the_same(name: str) -> None:
    for tip in game_of(name).tips:
        follow, ignore = specs(name, tip)
        assert follow != ignore, tip.name
        # As they are always shown: what is read in a report is what stands here.
        assert (follow.canonical, ignore.canonical) == (tip.follow, tip.ignore)


@pytest.mark.parametrize("name", GAMES)
def test_the_fields_go_from_weak_over_ordinary_to_strong(name: str) -> None:
    game, tried = registry.find(name), game_of(name)
    assert [strength for strength, _ in tried.fields] == ["weak", "ordinary", "strong"]
    policies = [parse(policy, game.policies, game.title).canonical for _, policy in tried.fields]
    assert policies == ["random", game.default_policy, "expert"]


@pytest.mark.parametrize("name", GAMES)
def test_tips_are_tried_with_numbers_of_players_that_the_game_can_be_played_by(name: str) -> None:
    game, tried = registry.find(name), game_of(name)
    assert len(set(tried.tip_players)) == len(tried.tip_players) >= 3
    for players in tried.tip_players:
        game.check(load("standard", game.rules), players)


ABOUT_THE_SWAP = {"high-and-specials", "high-and-specials-by-experts", "specials-only", "crew-only"}


def test_in_hollander_the_swap_differs_only_where_the_tip_is_about_it() -> None:
    for tip in game_of("hollander").tips:
        follow, ignore = specs("hollander", tip)
        about = tip.name in ABOUT_THE_SWAP
        assert (follow.values[0] != ignore.values[0]) == about, tip.name
        if about:  # and then nothing else does
            assert follow.name == ignore.name and follow.values[1:] == ignore.values[1:]


def test_hollander_has_the_tips_that_were_asked_for() -> None:
    swaps = {tip.follow: tip.ignore for tip in game_of("hollander").tips if tip.name in ABOUT_THE_SWAP}
    assert {text.partition("swap=")[2] for text in swaps} == {"high", "specials", "crew"}
    assert set(swaps.values()) == {"lowest", "expert:swap=keep"}  # `lowest` leaves its cards as dealt
    names = {tip.name for tip in game_of("hollander").tips}
    assert names >= ABOUT_THE_SWAP | {
        "never-break-a-pair",
        "keep-a-kraken",
        "low-first",
        "all-copies-at-once",
    }
