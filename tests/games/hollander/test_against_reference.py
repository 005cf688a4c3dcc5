"""The kernel plays by the rules page: its traces replay through the reference engine, event by event."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.hollander.policy_list import POLICIES as BUILT_IN
from analyzer.games.hollander.policy_list import SEARCH, SWAP_WORDS
from analyzer.studies.request import set_table
from tests.reference import hollander as reference

POLICIES = tuple(name for name in BUILT_IN if name != SEARCH)
SEARCHES = (
    f"{SEARCH}:playouts=2,inside=lowest",
    f"{SEARCH}:playouts=3,inside=random,swap=high",
    f"{SEARCH}:playouts=1",
)
SWAPS = SWAP_WORDS
SPECIALS = ("hollander", "kraken", "mutiny", "wormhole", "island", "pirate")
CAMPAIGN_GAMES = 6_000 if JIT_IS_ON else 60
SEARCHED_GAMES = 150
STANDARD_GAMES = 30 if JIT_IS_ON else 1
EXAMPLES = 1_000 if JIT_IS_ON else 20


@st.composite
def tables(draw):
    """Any table: 2 to 6 players, any legal deck that serves them, any options, any built-in policies."""
    players = draw(st.integers(2, 6))
    ranks = draw(st.integers(4, 10))
    copies = {str(rank): draw(st.integers(1, 15)) for rank in range(1, ranks + 1)}
    copies |= {special: draw(st.integers(0, 15)) for special in SPECIALS}
    hand_size = draw(st.integers(2, 5))
    fill_up(copies, players * (6 + hand_size))
    options = {
        "refill_mid_turn": draw(st.booleans()),
        "wormhole_clears_reference": draw(st.booleans()),
        "pirate_clears_reference": draw(st.booleans()),
        "hollander_on_hollander_skips": draw(st.booleans()),
        "poker_of_specials": draw(st.booleans()),
        "turn_limit": draw(st.sampled_from([1, 2, 10, 100, 400])),
        "hand_size": hand_size,
        "poker_size": draw(st.integers(3, 6)),
        "mutiny_first_max": draw(st.integers(1, 5)),
    }
    return players, deck_settings(copies) + option_settings(options), draw(seats(players))


def fill_up(copies, needed):
    """Adds cards, kind by kind, until there are enough."""
    for kind in copies:
        missing = max(needed - sum(copies.values()), 0)
        copies[kind] += min(missing, 15 - copies[kind])


@st.composite
def seats(draw, players):
    one = st.tuples(st.sampled_from(POLICIES), st.sampled_from(SWAPS))
    return [
        f"{policy}:swap={swap}" for policy, swap in draw(st.lists(one, min_size=players, max_size=players))
    ]


def deck_settings(copies):
    absent = {str(rank): 0 for rank in range(1, 11)} | dict.fromkeys(SPECIALS, 0)
    return [f"deck.{kind}={count}" for kind, count in (absent | copies).items()]


def option_settings(options):
    return [f"options.{key}={str(value).lower()}" for key, value in options.items()]


def trace(players, changes, policies, seed, game):
    table = set_table("hollander", players=players, policies=policies, settings=changes)
    return table.game.trace(table.setup, seed, game)


@pytest.mark.interpreted
@given(tables(), st.integers(0, 2**63 - 1), st.integers(0, 10**12))
@settings(max_examples=EXAMPLES)
def test_any_game_at_any_table_replays_through_the_reference(table, seed, game):
    players, changes, policies = table
    reference.check(trace(players, changes, policies, seed, game))


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_standard_game_replays_through_the_reference(players):
    for game in range(STANDARD_GAMES):
        for policy in (*POLICIES, "random:swap=keep"):
            reference.check(trace(players, [], [policy], 1, game))


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
def test_games_of_players_who_search_replay_through_the_reference():
    pick = random.Random(4)
    for game in range(SEARCHED_GAMES):
        players, changes, policies = random_table(pick)
        searching = [pick.choice([policy, *SEARCHES]) for policy in policies]
        reference.check(trace(players, changes, searching, 2, game))


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
def test_every_rule_fires_in_thousands_of_random_games():
    fired = Counter()
    pick = random.Random(17)
    for game in range(CAMPAIGN_GAMES):
        players, changes, policies = random_table(pick)
        reference.check(trace(players, changes, policies, 5, game), fired)
    never = [rule for rule in reference.RULES if fired[rule] == 0]
    assert not never


def random_table(pick):
    """A table near the standard game, where games last and rules meet."""
    players = pick.randint(2, 6)
    ranks = pick.randint(4, 10)
    copies = {str(rank): pick.randint(3, 6) for rank in range(1, ranks + 1)}
    copies |= {special: pick.randint(0, 6) for special in SPECIALS}
    fill_up(copies, players * 11)
    options = {
        key: pick.random() < 0.5
        for key in (
            "refill_mid_turn",
            "wormhole_clears_reference",
            "pirate_clears_reference",
            "hollander_on_hollander_skips",
            "poker_of_specials",
        )
    }
    options |= {
        "turn_limit": pick.choice([50, 2000]),
        "hand_size": pick.randint(2, 5),
        "poker_size": pick.randint(3, 6),
        "mutiny_first_max": pick.randint(1, 5),
    }
    policies = [f"{pick.choice(POLICIES)}:swap={pick.choice(SWAPS)}" for _ in range(players)]
    return players, deck_settings(copies) + option_settings(options), policies
