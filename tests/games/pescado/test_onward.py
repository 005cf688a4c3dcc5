"""Worlds are played on alike whatever is tried in them, also by policies of users' own."""

import random

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.kernel import onward
from analyzer.games.pescado.setup import kernel_input
from analyzer.games.protocol import PolicyFailed
from tests.games.pescado.advised import play_on, position, worlds
from tests.games.pescado.dealt_out import late
from tests.games.pescado.own_policies import write

TWO = ("greedy-cards",) * 2
AT_THE_END = late(random.Random(12), held=1)


@pytest.mark.interpreted
def test_a_world_depends_on_its_number_and_the_seed_alone():
    at = position(["random"] * 2, 0, **late(random.Random(11), held=2, deals_left=1))
    count = 12 if JIT_IS_ON else 4
    whole = play_on(at, count=count)
    assert np.array_equal(play_on(at, first=2, count=count - 2), whole[:, 2:])
    some = [len(at.actions) - 1, 0]
    assert np.array_equal(play_on(at, some, count=count), whole[some])
    if JIT_IS_ON:  # else they are too few to tell seeds apart
        assert not np.array_equal(play_on(at, count=count, seed=6), whole)


@pytest.mark.interpreted
def test_more_worlds_than_are_prepared_at_once_make_no_difference():
    at = position(TWO, 0, **AT_THE_END)
    many = 1_000 if JIT_IS_ON else 20
    parts = [play_on(at, first=first, count=many // 10) for first in range(0, many, many // 10)]
    assert np.array_equal(np.concatenate(parts, axis=1), play_on(at, count=many))


@pytest.mark.interpreted
def test_later_rounds_are_dealt_alike_whatever_is_played_now():
    limit = ["options.round_limit=2", "options.target=100"]
    at = position(["random"] * 2, 0, limit, **late(random.Random(9)))
    decks = set()
    for world in range(5 if JIT_IS_ON else 2):
        dealt = set()
        for action in range(len(at.actions)):
            tables, hiddens = worlds(at, 1, first=world, action=action)
            given = kernel_input(at.setup)
            stop = np.zeros(1, np.int64)
            onward.play_on(tables, hiddens, given.policies, given.plugins, given.tables[1:], stop)
            assert tables[0]["round_number"] == 2
            dealt.add(tuple(hiddens[0]["cards"].tolist()[: int(hiddens[0]["card_count"])]))
        assert len(dealt) == 1
        decks |= dealt
    assert len(at.actions) > 1
    assert len(decks) > 1


@pytest.mark.interpreted
def test_a_stop_ends_before_the_next_world():
    assert play_on(position(TWO, 0, **AT_THE_END), count=10, stopped=True).shape[1] == 0


# Policies of users' own

LOWEST = """
    card = lowest(observation.hand)
    return card, nth_capture(observation.table, card, 0)
"""
AT_THE_START = {"hand": "1 2 3", "table": "4 5 6 7"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.interpreted
def test_policies_of_users_own_play_on(folder):
    write("return nth_play(observation, 0)")
    at = position(["my.py:mine", "random"], 0, **AT_THE_START)
    shares = play_on(at, count=20 if JIT_IS_ON else 2)
    assert shares.any()
    assert np.array_equal(play_on(at, [1], count=2), shares[1:2, :2])


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "return 99, EMPTY",
            "broke the rules in world 3 of the position, round 0, in seat 1: it played card 99",
        ),
        (
            "return observation.hand // (observation.seat - 1), EMPTY",
            "failed in world 3 of the position, round 0, in seat 1",
        ),
    ],
)
def test_what_such_a_policy_does_wrong_is_told_with_its_world(body, said, folder):
    write(body)
    at = position(["random", "my.py:mine"], 0, **AT_THE_START)
    with pytest.raises(PolicyFailed) as caught:
        play_on(at, first=3, count=5)
    assert str(caught.value).startswith(f"Policy my.py:mine {said}")
    assert len(str(caught.value).splitlines()) == 1
