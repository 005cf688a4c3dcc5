"""`search` takes what wins most in worlds that fit what it sees, and knows no more than that."""

import numpy as np
import pytest

from analyzer import compare
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.core.streams import draw64
from analyzer.games.cofre.kernel.state import CHOOSE
from analyzer.games.cofre.policy_list import INSIDE, POLICIES
from tests.games.cofre.advised import choices_of, deck, play_on, position
from tests.games.cofre.positions import Asked, walk
from tests.games.cofre.tables import trace
from tests.reference import cofre as reference

SMALL = deck(gold=[1, 3], rubies=[1, 2], pearls=[2], maps=[1])
RUBIES = 1

compiled_only = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


@step
def next_draw(stream):
    return draw64(stream)


def test_it_plays_on_by_every_policy_but_the_one_that_needs_a_table():
    assert set(INSIDE) == set(POLICIES) - {"search", "equilibrium"}
    assert POLICIES["search"].slow.endswith(".")
    assert not any(policy.slow for name, policy in POLICIES.items() if name != "search")


@pytest.mark.interpreted
@pytest.mark.parametrize("inside", ["stars", "expert"])
def test_it_takes_the_first_of_the_choices_that_win_most_in_the_worlds_of_its_draw(inside):
    playouts = 20 if JIT_IS_ON else 4
    asked = Asked(3, [f"search:playouts={playouts},inside={inside}"], SMALL)
    decisions = 0
    for game in range(10 if JIT_IS_ON else 2):
        for decision in walk(asked, game):
            seed = int(next_draw(decision.hidden["streams"][decision.seat].copy()))
            at = position([inside] * 3, decision.seat, SMALL, shown="gold-1")  # for its rules and policies
            at.state.observations[0] = decision.table
            holds = decision.table["has_treasure"][decision.seat]
            choices = [*range(4), 16] if holds else [*range(4)]
            won = play_on(at, range(len(choices)), seed=seed, count=playouts).sum(axis=1)
            assert asked.decision(decision, decision.seat) == choices[int(np.argmax(won))]
            decisions += 1
    assert decisions > 5


@pytest.mark.interpreted
def test_a_decision_takes_one_draw_of_its_seats_stream_and_no_other():
    asked = Asked(2, ["search:playouts=3"], SMALL)
    decision = next(iter(walk(asked, 1)))
    before = decision.hidden["streams"].copy()
    expected = before.copy()
    next_draw(expected[0])
    asked.move(decision)
    assert np.array_equal(decision.hidden["streams"], expected)


@pytest.mark.interpreted
def test_it_decides_alike_whenever_it_is_asked():
    asked = Asked(3, ["search:playouts=3"], SMALL)
    for decision in walk(asked, 2):
        seen = decision.seen()
        assert len({asked.decision(decision, 0) for _ in range(3)}) == 1
        assert decision.seen() == seen


@pytest.mark.interpreted
@pytest.mark.parametrize("seat", [0, 1])
def test_it_takes_a_win_that_is_certain_in_the_last_round(seat):
    # Both cards that lie face down are rubies, of five stars together; whoever plays `shown` leaves them.
    settings = deck(gold=[3], rubies=[2, 3], pearls=[1, 1, 1])
    seen = {"seen": "pearls 1 1 1", "stars_of": {1 - seat: 1}, "treasure_of": {1 - seat: "no"}}
    at = position(["shown"] * 2, seat, settings, shown="gold-3", **seen)
    won = dict(zip(choices_of(at), play_on(at).mean(axis=1), strict=True))
    # With 5 stars it beats 1 + 3. Gold it has half of the time; the treasure card takes three stars at most.
    assert won["rubies"] == 60
    assert max(rate for choice, rate in won.items() if choice != "rubies") < 60
    asked = Asked(2, ["search:playouts=20,inside=shown"], settings)
    function, parameters = asked.given.plugins[seat], asked.rows["parameters"][seat]
    for draw in range(1, 6):
        stream = np.array([draw, 2, 3, 0], np.uint64)
        assert function(CHOOSE, at.state.observations[0], parameters, stream) == RUBIES


@pytest.mark.interpreted
def test_games_with_it_replay_through_the_reference():
    settings = [*SMALL, "options.slip=0.2"]
    for game in range(20 if JIT_IS_ON else 2):
        reference.check(
            trace(3, settings, ["search:playouts=2", "stars", "search:playouts=1,inside=random"], 1, game)
        )


@compiled_only
def test_it_beats_the_strongest_of_the_others():
    found = compare(
        "cofre", "search:playouts=30,inside=counter", "expert", field="expert", players=6, deals=40
    )
    assert found.difference.low > 0
