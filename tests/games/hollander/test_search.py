"""`search` takes what wins most in the worlds that it tries, and leaves everybody else's chance alone."""

from collections import Counter

import numpy as np
import pytest

from analyzer.core.cardset import unpacked
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.core.streams import draw64
from analyzer.games.hollander.cards import KIND_NUMBERS
from analyzer.games.hollander.kernel.actions import MOST_ACTIONS
from analyzer.games.hollander.kernel.numbers import INSIDE_PARAMETERS
from analyzer.games.hollander.kernel.onward import play_on
from analyzer.games.hollander.kernel.prepare import list_actions, prepare_worlds
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    HIDDEN,
    MOST_PARAMETERS,
    PIRATE_CHOICE,
    PLAY,
    SEATS,
    SWAP,
    TABLE,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.policy_list import POLICIES, SEARCH
from analyzer.games.hollander.setup import kernel_input
from analyzer.studies.request import set_table
from tests.games.hollander.own_policies import play, same, table
from tests.games.hollander.test_observation import Asked, is_decision, walk
from tests.games.hollander.test_worlds import position

pytestmark = pytest.mark.interpreted

INSIDE = [name for name in POLICIES if name != SEARCH]
GAMES = 12 if JIT_IS_ON else 1


@step
def next_draw(stream):
    return draw64(stream)


def a_stream():
    return np.array([1, 2, 3, 0], np.uint64)


def ask(observation, policy=SEARCH, stream=None):
    """What a seat's `search` decides."""
    given = kernel_input(set_table("hollander", players=6, policies=[policy], settings=["deck.1=8"]).setup)
    seen = observation[0]
    stream = a_stream() if stream is None else stream
    answer = given.plugins[0](np.int64(seen["phase"]), seen, given.policies[0]["parameters"][0], stream)
    return tuple(int(number) for number in answer)


def named(kind):
    return KIND_NUMBERS[kind]


# What wins at once, or surely


def endgame(phase=PLAY, *, reference=None, **fields):
    """Two or three players with an empty draw pile; seat 0 decides."""
    seen = position("", finals=(0,) * len(fields["hands"]), phase=phase, **fields)
    # Whatever lies somewhere is the whole deck: nothing is unknown.
    seen[0]["deck"] = seen[0]["pile"] + seen[0]["hand"] + seen[0]["battle"].sum()
    seen[0]["deck_size"] = len(unpacked(int(seen[0]["deck"])))
    if reference is not None:
        seen[0]["reference"] = named(reference)
    return seen


@pytest.mark.parametrize("inside", INSIDE)
def test_a_win_at_hand_is_taken(inside):
    # With one card kept back, seat 1 lays its last one.
    seen = endgame(hand="3 3", hands=(2, 0), battle=("", "5"))
    assert ask(seen, f"search:playouts=3,inside={inside}") == (named("3"), 2, 0, 0)


@pytest.mark.parametrize("inside", INSIDE)
def test_who_would_win_is_blocked(inside):
    # On a 4 seat 1 lays its last card, on an 8 it cannot and takes the pile, and the 4 wins.
    seen = endgame(hand="4 8", hands=(2, 0), battle=("", "7"))
    assert ask(seen, f"search:playouts=3,inside={inside}") == (named("8"), 1, 0, 0)


def test_the_wormhole_passes_over_who_would_win():
    seen = endgame(
        WORMHOLE_CHOICE, hand="9", hands=(1, 0, 0), battle=("", "8", "3 3"), pile="7 wormhole", reference="7"
    )
    assert ask(seen)[0] == 2


def test_the_pirate_takes_the_card_that_would_win():
    seen = endgame(PIRATE_CHOICE, hand="", hands=(0, 0), battle=("1", "5"), pile="4 pirate", reference="4")
    assert ask(seen) == (1, BATTLE, named("1"), named("5"))


def test_of_equal_plays_the_first_one_is_taken():
    # Each play wins: seat 1 can lay on nothing, and seat 0 on everything.
    seen = endgame(hand="8 9", hands=(2, 0), battle=("", "1 2 3"))
    assert ask(seen) == (named("8"), 1, 0, 0)


# The worlds


def wins_by_hand(seen, policy, seed):
    """For each action, what a player wins in the worlds of a seed, by the way on which positions are played on."""
    setup = set_table("hollander", players=int(seen[0]["players"]), policies=[policy.inside]).setup
    given = kernel_input(setup)
    rows = np.zeros((MOST_ACTIONS, 4), np.int64)
    rows = np.ascontiguousarray(rows[: list_actions(seen, rows)])
    games = policy.playouts * len(rows)
    tables, hiddens = np.zeros(games, TABLE), np.zeros(games, HIDDEN)
    prepare_worlds(
        seen, np.int64(0), given.policies, given.plugins, given.tables[1:], rows, seed, np.int64(0), tables, hiddens
    )  # fmt: skip
    play_on(tables, hiddens, given.policies, given.plugins, given.tables[1:], np.zeros(1, np.int64))
    won = hiddens["winner"].reshape(policy.playouts, len(rows)) == seen[0]["seat"]
    return rows.tolist(), won.sum(axis=0)


class Searching:
    """A `search` and what it is told."""

    def __init__(self, playouts, inside):
        self.playouts = playouts
        self.inside = inside
        self.spec = f"search:playouts={playouts},inside={inside}"


def test_it_takes_what_wins_most_in_the_worlds_of_one_draw_of_its_stream():
    phases = Counter()
    for game, inside in zip(range(GAMES), ["lowest", "expert", "random"] * GAMES, strict=False):
        policy = Searching(9 if JIT_IS_ON else 2, inside)
        asked = Asked(2 + game % 4, [policy.spec])
        for number, at in enumerate(walk(asked, game)):
            phase = int(at.table["phase"])
            if not is_decision(at) or (not JIT_IS_ON and number > 5):
                continue
            seat = int(at.table["seat"])
            stream = at.hidden["streams"][SEATS + seat].copy()
            found = asked.decision(at, seat)
            rows, won = wins_by_hand(at.tables, policy, next_draw(stream))
            assert found == rows[int(np.argmax(won))]
            phases[phase] += len(rows) > 1 and len(set(won.tolist())) > 1
    assert phases[SWAP] and phases[PLAY]
    if JIT_IS_ON:
        assert phases[WORMHOLE_CHOICE] and phases[PIRATE_CHOICE]


def test_a_decision_costs_one_draw_whatever_is_tried():
    seen = endgame(hand="4 8", hands=(2, 0), battle=("", "7"))
    expected = a_stream()
    next_draw(expected)
    for policy in ("search:playouts=1,inside=random", "search:playouts=40"):
        stream = a_stream()
        ask(seen, policy, stream)
        assert stream.tolist() == expected.tolist()


# In whole games


def searchers():
    return table("search:playouts=3,inside=random", "random", "search:playouts=2,inside=lowest", "random")


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
def test_games_do_not_depend_on_the_blocks_in_which_they_are_played():
    whole = play(searchers(), 30)
    assert same(whole, play(searchers(), 30))
    rest = play(searchers(), 18, first=12)
    assert rest.lengths.tolist() == whole.lengths[12:].tolist()
    assert rest.shares.tolist() == whole.shares[:, 12:].tolist()


def test_its_swap_is_searched_or_goes_by_a_rule():
    def laid(swap):
        at = table(f"search:playouts=2,inside=lowest,swap={swap}", "lowest", "lowest", "lowest")
        found = []
        for game in range(8 if JIT_IS_ON else 1):
            events = at.game.trace(at.setup, 7, game)
            found.append((events[0]["battle"][0], events[0]["hand"][0], events[1]["battle"]))
        return found

    for battle, hand, chosen in laid("high"):
        order = sorted(battle + hand, key=lambda name: -KIND_NUMBERS[name])
        assert sorted(chosen) == sorted(order[:3])
    for battle, _, chosen in laid("keep"):
        assert sorted(chosen) == sorted(battle)
    searched = laid("search")
    assert any(sorted(chosen) != sorted(battle) for battle, _, chosen in searched)


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
def test_more_playouts_win_more_games():
    def won(playouts):
        at = table(f"search:playouts={playouts},inside=lowest", "lowest", "lowest", "lowest")
        return int((play(at, 300).shares[0] > 0).sum())

    # Worth 15 points and more from 2 to 30; four standard errors of the difference are 16 points at most.
    few, many = won(2), won(30)
    assert few > 75 and many > few + 30


# What it is told


def test_there_is_room_for_the_parameters_of_any_policy_inside():
    for name in INSIDE:
        given = kernel_input(set_table("hollander", policies=[f"search:inside={name}"]).setup)
        own = kernel_input(set_table("hollander", policies=[name]).setup)
        told = given.policies[0]["parameters"][0]
        whole = own.policies[0]["parameters"][0]
        room = MOST_PARAMETERS - INSIDE_PARAMETERS
        assert told[INSIDE_PARAMETERS:].tolist() == whole[:room].tolist()
        assert not whole[room:].any()
        assert len(POLICIES[name].parameters) - 1 <= room


def test_all_policies_but_itself_can_be_inside():
    inside = next(each for each in POLICIES[SEARCH].parameters if each.name == "inside")
    assert list(inside.words) == INSIDE
    assert POLICIES[SEARCH].slow
