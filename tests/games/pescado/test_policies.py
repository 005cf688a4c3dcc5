"""Each built-in policy does what its page says, on observations made by hand."""

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.cards import CARD_NAMES, CARD_NUMBERS, names_of
from analyzer.games.pescado.policies import expert
from analyzer.games.pescado.policies.greedy_points import WORTHS
from analyzer.games.pescado.policy_list import EVERY_POLICY, POLICIES, POLICY_NUMBERS
from analyzer.games.pescado.setup import kernel_input
from analyzer.games.policyspec import parse
from analyzer.games.protocol import SHARES
from analyzer.studies.request import set_table
from tests.games.pescado.positions import answer, observation
from tests.games.pescado.tables import EVERYBODY

pytestmark = pytest.mark.interpreted

GAMES = 8_000


def play(policy, seen):
    """What a policy plays: the card, and what it captures, in a line."""
    given = kernel_input(set_table("pescado", players=2, policies=[policy]).setup)
    card, chosen = answer(given, 0, seen, np.array([1, 2, 3, 0], np.uint64))
    return CARD_NAMES[card], " ".join(names_of(chosen))


PLAIN = {
    "cards": 1, "tuna": 1.2, "sevens": 1.5, "tuna-seven": 1, "zero": 1, "pescado": 1, "j": 1, "reply": 0.9,
    "flow": 0.2, "hold": 0.6, "star": 0.3,
}  # fmt: skip
"""Weights of the expert that can be reckoned with."""


def plain_expert(**changes):
    """The expert with these weights, but for some."""
    return "expert:" + ",".join(f"{name}={weight}" for name, weight in {**PLAIN, **changes}.items())


NOT_RANDOM = tuple(name for name in EVERYBODY if name != "random")


# What the rules leave no choice about


@pytest.mark.parametrize("policy", EVERYBODY)
def test_a_card_that_can_capture_does(policy):
    assert play(policy, observation("a-9", "a-6 b-10")) == ("a-9", "a-6")
    assert play(policy, observation("-2", "a-10 b-7")) == ("-2", "b-7 a-10")
    assert play(policy, observation("a-9", "1/10 b-5")) == ("a-9", "b-5 1/10")
    assert play(policy, observation("1/10", "a-5 b-9")) in [("1/10", "a-5"), ("1/10", "a-5 b-9")]
    assert play(policy, observation("*", "B")) == ("*", "B")


@pytest.mark.parametrize("policy", EVERYBODY)
def test_a_card_that_cannot_is_laid(policy):
    assert play(policy, observation("a-9", "b-5 c-10 J B")) == ("a-9", "")
    assert play(policy, observation("J", "b-5 c-10")) == ("J", "")
    assert play(policy, observation("B", "b-5 c-10")) == ("B", "")
    assert play(policy, observation("*", "")) == ("*", "")


@pytest.mark.parametrize("policy", NOT_RANDOM)
def test_equal_positions_are_decided_equally(policy):
    seen = observation("a-9 b-9 c-3", "a-6 b-6 c-6 tuna-6 a-2 b-10")
    assert play(policy, seen) == play(policy, seen.copy())


# greedy-cards


def test_greedy_cards_takes_the_most_cards():
    assert play("greedy-cards", observation("a-7 b-5", "tuna-8 a-1 b-3 c-4 c-10")) == ("a-7", "a-1 b-3 c-4")


def test_greedy_cards_breaks_ties_downwards():
    assert play("greedy-cards", observation("b-9 a-9", "a-6 b-6")) == ("a-9", "a-6")


def test_greedy_cards_spends_a_star_only_where_nothing_else_captures():
    assert play("greedy-cards", observation("* a-9", "a-6 b-2")) == ("a-9", "a-6")
    assert play("greedy-cards", observation("* a-9", "b-7 b-2")) == ("*", "b-2")


def test_greedy_cards_lays_the_lowest_card():
    assert play("greedy-cards", observation("J a-9 b-2", "a-1")) == ("b-2", "")


# greedy-points


def test_the_worths_follow_the_scoring_items():
    worth = {name: float(WORTHS[card]) for name, card in CARD_NUMBERS.items()}
    assert worth["tuna-7"] > worth["0"] > worth["a-7"] > worth["tuna-8"] > worth["a-8"] == worth["12"] > 0
    assert worth["J"] < 0


@pytest.mark.parametrize("policy", ["greedy-points", "careful", "expert"])
def test_points_go_before_cards(policy):
    # The 7 of tuna, or three cards of nothing: a-8 captures either.
    assert play(policy, observation("a-8", "tuna-7 a-1 b-2 c-4 b-10 B")) == ("a-8", "tuna-7")


def test_greedy_points_takes_a_pescado():
    assert play("greedy-points", observation("c-8 c-5", "a-3 b-4")) == ("c-8", "a-3 b-4")
    assert play("greedy-points", observation("a-5 c-4", "tuna-10 b-1")) == ("c-4", "b-1 tuna-10")


def test_a_b_on_the_table_is_in_the_way_of_a_pescado():
    seen = observation("a-5 c-4", "tuna-10 b-1 B")
    assert play("greedy-points", seen)[0] == "c-4"  # tuna and a second card
    assert play("greedy-points", observation("tuna-5 c-4", "a-10 b-1 B")) == ("tuna-5", "a-10")
    assert play("greedy-points", observation("tuna-5 c-4", "a-10 b-1")) == ("c-4", "b-1 a-10")


def test_greedy_points_leaves_the_j_lying():
    assert play("greedy-points", observation("a-9 b-3", "c-6 a-1 J")) == ("b-3", "")
    assert play("greedy-points", observation("a-9", "c-6 a-1 J")) == ("a-9", "c-6")
    assert play("greedy-points", observation("a-9 b-3", "c-6 J")) == ("a-9", "c-6")  # the pescado pays for it


def test_greedy_points_lays_what_is_worth_least():
    assert play("greedy-points", observation("tuna-7 0 a-3", "b-1")) == ("a-3", "")
    assert play("greedy-points", observation("tuna-7 0 J", "b-1")) == ("J", "")


def test_greedy_points_takes_the_best_card_with_a_star():
    assert play("greedy-points", observation("* b-3", "a-2 tuna-7 c-10 B")) == ("*", "tuna-7")
    assert play("greedy-points", observation("* b-3", "a-2 0 c-9 B")) == ("*", "0")


# careful


def test_the_careful_leave_no_pescado():
    # Laying a 2 or a 9 on a 5: with 7 an 8 clears the table, with 14 a 1; two 8s have been seen.
    seen = observation("a-2 b-9", "c-5", captured=("a-8 b-8 c-8", ""))
    assert play("greedy-points", seen) == ("a-2", "")
    assert play("careful:capture=0", seen) == ("a-2", "")
    seen = observation("a-2 b-9", "c-5", captured=("a-1 b-1 c-1 tuna-1", ""))
    assert play("careful:capture=0", seen) == ("b-9", "")


def test_the_careful_leave_no_capture():
    # With 9 on the table a 6 captures it, with 3 only a 12 that is not among the specials of these rules.
    rules = ['deck.specials=["J", "B"]', "options.specials_in=2"]
    assert play("careful:pescado=0", observation("b-3 b-9", "", changes=rules)) == ("b-3", "")
    assert play("careful:pescado=0", observation("b-9 c-6", "", captured=("a-9 c-9 tuna-9", ""))) == (
        "c-6",
        "",
    )


def test_the_careful_weigh_what_they_leave_against_what_they_take():
    # Taking the 4 leaves an 8 that any 7 clears.
    seen = observation("a-2 b-2 a-10", "c-5 c-8", captured=("", ""))
    assert play("careful:capture=0,pescado=0", seen) == ("a-2", "c-5 c-8")
    seen = observation("a-10 c-9", "c-5 c-8")
    assert play("careful:pescado=0,capture=0", seen) == ("a-10", "c-5")
    assert play("careful:pescado=10,capture=0", seen)[0] == "c-9"


# expert


def fill(seen, weights=None):
    values = POLICIES["expert"].spec({**PLAIN, **(weights or {})}).values
    worths = np.zeros(50)
    expert.fill_worths(seen, np.array([*values, *[0.0] * 21]), worths)
    return {name: worths[card] for name, card in CARD_NUMBERS.items()}


def test_the_expert_values_cards_by_the_races():
    nothing = fill(observation("a-1"))
    assert nothing["tuna-7"] > nothing["a-7"] > nothing["tuna-8"] > nothing["a-8"] > 0
    assert nothing["J"] == pytest.approx(nothing["a-8"] - 1)
    assert nothing["0"] == pytest.approx(nothing["a-8"] + 1)
    close = fill(observation("a-1", captured=("tuna-1 tuna-2 tuna-3 tuna-4", "tuna-5 tuna-6 tuna-7 tuna-8")))
    decided = fill(observation("a-1", captured=("tuna-1 tuna-2 tuna-3 tuna-4 tuna-5 tuna-6", "")))
    extra = [worth["tuna-9"] - worth["a-9"] for worth in (nothing, close, decided)]
    assert extra[1] > extra[0] > 0
    assert extra[2] == 0
    done = fill(observation("a-1", captured=("a-7 b-7 c-7", "")))
    assert done["tuna-7"] - done["tuna-8"] == pytest.approx(1)


def test_the_expert_knows_a_star_that_counts_as_zero():
    assert fill(observation("a-1", "*", star=True))["*"] == pytest.approx(
        fill(observation("a-1", "*"))["*"] + 1
    )


def test_the_expert_leaves_little():
    # As `careful` above: the expected reply counts.
    assert play(plain_expert(), observation("a-2 b-9", "c-5", captured=("a-1 b-1 c-1 tuna-1", ""))) == (
        "b-9",
        "",
    )
    seen = observation("a-10 c-9", "c-5 c-8")
    assert play(plain_expert(reply=0, flow=0), seen) == ("a-10", "c-5")
    assert play(plain_expert(reply=10, flow=0), seen)[0] == "c-9"


def test_the_expert_takes_what_is_left_at_the_end():
    # The last play of the round: a capture, however small, brings all that lies there.
    seen = observation("a-9", "a-6 tuna-8 tuna-10 b-10", deal=5, last=1, hands=(1, 0))
    assert play(plain_expert(), seen) == ("a-9", "a-6")
    two = observation("a-9 b-8", "a-6 tuna-4 tuna-10 b-10", deal=5, last=1, hands=(2, 0))
    assert play(plain_expert(), two)[0] == "a-9"


def test_the_expert_keeps_a_star():
    seen = observation("* b-9", "a-2 B")
    assert play(plain_expert(star=0), seen) == ("*", "a-2")
    assert play(plain_expert(star=5), seen) == ("b-9", "")


# All together


def test_every_policy_is_known_by_a_number_and_explained():
    assert set(POLICY_NUMBERS) == set(POLICIES)
    assert len(set(POLICY_NUMBERS.values())) == len(POLICIES)
    for policy in POLICIES.values():
        assert policy.summary
        assert parse(policy.name, EVERY_POLICY, "").canonical == policy.name


def test_the_experts_weights_are_as_many_as_are_read():
    assert len(POLICIES["expert"].parameters) == expert.KEEP_STAR + 1


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("expert", "careful"),
        ("careful", "greedy-points"),
        ("greedy-points", "greedy-cards"),
        ("greedy-cards", "random"),
    ],
)
def test_with_two_players_each_policy_beats_the_next(better, worse):
    wins = 0.0
    for seats in ([better, worse], [worse, better]):
        table = set_table("pescado", policies=seats)
        records = table.game.play(table.setup, 1, 0, GAMES, np.zeros(1, np.int64))
        wins += records.shares[seats.index(better)].sum(dtype=np.int64) / SHARES
    assert wins / (2 * GAMES) > 0.5 + 4 * 0.5 / (2 * GAMES) ** 0.5
