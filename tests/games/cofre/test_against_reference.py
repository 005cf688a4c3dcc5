"""The kernel plays by the rules page: its traces replay through the reference engine, event by event."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.core.jit import JIT_IS_ON
from tests.games.cofre.tables import EVERYBODY, random_table, trace
from tests.reference import cofre as reference

CAMPAIGN_GAMES = 4_000
STANDARD_GAMES = 25 if JIT_IS_ON else 1
EXAMPLES = 300 if JIT_IS_ON else 30


@pytest.mark.interpreted
@given(st.randoms(use_true_random=False), st.integers(0, 2**63 - 1), st.integers(0, 10**12))
@settings(max_examples=EXAMPLES)
def test_any_game_at_any_table_replays_through_the_reference(pick, seed, game):
    reference.check(trace(*random_table(pick), seed, game))


@pytest.mark.interpreted
@pytest.mark.parametrize("players", reference.PLAYER_COUNTS)
def test_the_standard_game_replays_through_the_reference(players):
    for game in range(STANDARD_GAMES):
        for policy in EVERYBODY:
            reference.check(trace(players, [], [policy], 1, game))


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
def test_every_case_of_every_rule_comes_up_in_thousands_of_random_games():
    reached = Counter()
    rounds = Counter()
    pick = random.Random(17)
    for game in range(CAMPAIGN_GAMES):
        players, changes, policies = random_table(pick)
        events = trace(players, changes, policies, 5, game)
        reference.check(events, reached)
        rounds[players] += sum(event["event"] == "round" for event in events)
    assert not [case for case in reference.CASES if reached[case] == 0]
    assert min(rounds[players] for players in reference.PLAYER_COUNTS) > 2_000


@pytest.mark.interpreted
def test_the_reference_notices_a_wrong_trace():
    events = trace(3, [], ["stars"], 1, 0)
    reference.check(events)
    for event in events:
        if event["event"] == "gain":
            event["seat"] = (event["seat"] + 1) % 3
            break
    with pytest.raises(reference.Broken):
        reference.check(events)


@pytest.mark.interpreted
def test_the_cards_won_are_told_as_they_are_taken():
    pick = random.Random(3)
    several = 0
    for game in range(60 if JIT_IS_ON else 10):
        for event in trace(
            2, ["deck.gold=[1,2,3,1,2,3,2]", *only_gold()], [pick.choice(["shown", "stars"])], 1, game
        ):
            if event["event"] == "gain":
                stars = [reference.stars_of(card) for card in event["cards"]]
                assert stars == sorted(stars, reverse=True)
                several += len(set(stars)) > 1
    assert several > 3


def only_gold():
    return [f"deck.{kind}=[]" for kind in ("rubies", "pearls", "crowns", "swords", "maps")]
