"""`search` plays what does best in the worlds that it tries, by what it sees and its own stream alone."""

import random

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.cards import CARD_NAMES, names_of
from analyzer.games.pescado.policy_list import INSIDE, POLICIES, POLICY_NUMBERS, SEARCH
from analyzer.games.pescado.setup import kernel_input
from analyzer.games.protocol import SHARES
from analyzer.studies.request import set_table
from tests.games.pescado.advised import position
from tests.games.pescado.dealt_out import late
from tests.games.pescado.endgames import exact
from tests.games.pescado.positions import answer, observation
from tests.games.pescado.tables import trace
from tests.reference import pescado as reference

compiled_only = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
NO_NEXT_ROUND = ["options.round_limit=1"]


def decision(policy, seen, stream=None):
    """What a search plays: the card, and what it captures, in a line."""
    given = kernel_input(set_table("pescado", players=int(seen["players"]), policies=[policy]).setup)
    card, chosen = answer(given, 0, seen, np.array([1, 2, 3, 0], np.uint64) if stream is None else stream)
    return CARD_NAMES[card], " ".join(names_of(chosen))


@pytest.mark.interpreted
def test_it_knows_the_policies_inside_by_their_numbers():
    own = len(POLICIES[SEARCH].parameters)
    for name in INSIDE:
        setup = set_table("pescado", players=2, policies=[f"{SEARCH}:inside={name},playouts=7"]).setup
        row = kernel_input(setup).policies[0]["parameters"][0]
        assert row[:own].tolist() == [7, POLICY_NUMBERS[name], 1]
        values = POLICIES[name].spec().values
        assert tuple(row[own : own + len(values)]) == values
    assert set(INSIDE) == set(POLICIES) - {SEARCH}


@pytest.mark.interpreted
def test_a_player_without_a_choice_draws_nothing():
    stream = np.array([1, 2, 3, 0], np.uint64)
    before = stream.copy()
    assert decision(SEARCH, observation("a-9", "a-6 b-10"), stream) == ("a-9", "a-6")
    # Either 9 and either 6 would come to the same.
    seen = observation("a-9 b-9", "a-6 b-6 b-10")
    assert decision(SEARCH, seen, stream) == ("a-9", "a-6")
    assert np.array_equal(stream, before)


@compiled_only
def test_a_play_is_decided_by_the_stream_which_moves_on_alike_however_many_worlds_are_tried():
    seen = observation("a-9 b-8 c-2", "a-6 b-7 tuna-5")
    streams = [np.array([1, 2, 3, 0], np.uint64) for _ in range(2)]
    played = [decision("search:inside=greedy-points", seen, stream) for stream in streams]
    assert played[0] == played[1]
    assert np.array_equal(*streams)
    fewer = np.array([1, 2, 3, 0], np.uint64)
    decision("search:inside=greedy-points,playouts=3", seen, fewer)
    assert np.array_equal(fewer, streams[0])


OWN = "a-2 a-3 a-4 a-5 a-6 a-9 a-10 b-1 b-3 b-4 b-5 b-6 b-8 b-9"
OTHERS = (
    "tuna-1 tuna-2 tuna-3 tuna-4 tuna-5 tuna-6 tuna-9 tuna-10 a-7 b-7 c-7 b-10 c-1 c-2 c-3 c-5 c-6 c-8 J B"
)


@pytest.mark.interpreted
def test_an_immediate_win_is_taken():
    """The 7 of tuna is the point that wins. To leave it loses to one of the three cards that the other may hold."""
    seen = observation(
        "tuna-8",
        "tuna-7 a-1 b-2 c-4",
        captured=(OWN, OTHERS),
        deal=5,
        scores=(11, 0),
        last=1,
        changes=NO_NEXT_ROUND,
    )
    assert decision("greedy-cards", seen) == ("tuna-8", "a-1 b-2 c-4")
    playouts = 100 if JIT_IS_ON else 20
    assert decision(f"search:inside=greedy-cards,playouts={playouts}", seen) == ("tuna-8", "tuna-7")


@compiled_only
@pytest.mark.parametrize("seed", [1, 10, 22, 32])
def test_in_an_endgame_it_plays_what_wins_most(seed):
    pick = random.Random(seed)
    said = late(pick)
    said = {
        "star_is_zero": False, **said, "score": 10, "score_of": {1: 10}, "pescados": 0, "pescados_of": {1: 0},
        "last": 1,
    }  # fmt: skip
    right = exact(said, 2, {"round_limit": 1}, "greedy-cards")
    at = position(["greedy-cards"] * 2, 0, NO_NEXT_ROUND, **said)
    policy = "search:inside=greedy-cards,playouts=2000,margin=0"
    card, chosen = decision(policy, at.state.observations[0])
    means = sorted({mean for mean, _ in right.values()})
    swept = {"J"} & set(said["table"]) if chosen else set()
    assert len(means) > 1
    assert right[card, frozenset(chosen.split()) | swept][0] == means[-1]


@compiled_only
def test_the_policy_inside_has_its_way_where_nothing_is_surely_better():
    seen = observation("a-9 b-8 c-2", "a-6 b-7 tuna-5 c-1")
    for inside in ("greedy-cards", "greedy-points", "careful", "expert"):
        assert decision(f"search:inside={inside},playouts=5,margin=10", seen) == decision(inside, seen)


@compiled_only
def test_whole_games_of_it_go_by_the_rules():
    for players in reference.PLAYER_COUNTS:
        policies = [f"search:inside={inside},playouts=3" for inside in INSIDE]
        reference.check(trace(players, [], (policies * 2)[:players], 3, players))


@compiled_only
def test_it_beats_the_policy_inside():
    wins, games = 0.0, 150
    pair = ["search:inside=greedy-points,playouts=20", "greedy-points"]
    for seats in (pair, pair[::-1]):
        table = set_table("pescado", policies=seats)
        records = table.game.play(table.setup, 1, 0, games, np.zeros(1, np.int64))
        wins += records.shares[seats.index(pair[0])].sum(dtype=np.int64) / SHARES
    assert wins / (2 * games) > 0.5 + 4 * 0.5 / (2 * games) ** 0.5


@pytest.mark.interpreted
def test_users_are_told_that_it_is_slow():
    assert POLICIES[SEARCH].slow.endswith(".")
    assert not any(policy.slow for name, policy in POLICIES.items() if name != SEARCH)
