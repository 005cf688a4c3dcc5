"""The symmetric equilibrium of a round: exploitable by nobody, as the exact payoffs tell, and right by hand."""

import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from analyzer.games.cofre.cards import MOST_TYPES, STAR_VALUES
from analyzer.games.cofre.equilibrium import equilibrium, mixture
from analyzer.games.cofre.exact.contest import Contests
from analyzer.games.cofre.exact.payoffs import Payoffs
from analyzer.games.cofre.exact.strategy import cards_of
from analyzer.games.cofre.rules import SCHEMA
from analyzer.games.rulesfile import load, with_settings
from tests.games.cofre.test_exact import STANDARD, rules_of

BOUND = 1e-6
"""Most stars that another choice may gain."""


def rows_of(rules, players, card):
    types = 1 + max(kind for kind, _ in cards_of(rules))
    mixed = [Fraction(float(chance)) for chance in equilibrium(rules, players)[card][:types]]
    return [(*mixed, Fraction(0))] * players


def payoffs_of(rules, players):
    slip = Fraction(str(rules.options["slip"]))
    return Payoffs(cards_of(rules), Contests([Fraction(1)] * players, [slip] * players))


def random_rules(pick):
    kinds = sorted(pick.sample(STANDARD, pick.randint(1, 6)), key=STANDARD.index)
    deck = {kind: [pick.randint(0, 5) for _ in range(pick.randint(1, 5))] for kind in kinds}
    deck[kinds[0]] += [pick.randint(0, 5), 1]
    return rules_of(deck, f"options.slip={pick.choice([0, 0, 0.1, 0.6])}")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(6))
def test_no_other_choice_gains_at_any_deck(players, number):
    rules = random_rules(random.Random(number))
    payoffs = payoffs_of(rules, players)
    for card in cards_of(rules):
        assert payoffs.gain(card, rows_of(rules, players, card), 0) < BOUND


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_other_choice_gains_at_the_ordinary_deck(players):
    rules = load("standard", SCHEMA)
    payoffs = payoffs_of(rules, players)
    for stars in (1, 2, 3):
        assert payoffs.gain((2, stars), rows_of(rules, players, (2, stars)), 0) < BOUND


def test_other_mixtures_can_be_exploited():
    rules = load("standard", SCHEMA)
    card = (0, 2)
    rows = rows_of(rules, 4, card)
    moved = list(rows[0])
    moved[0] -= Fraction(1, 20)
    moved[1] += Fraction(1, 20)
    assert payoffs_of(rules, 4).gain(card, [tuple(moved)] * 4, 0) > 1000 * BOUND


@pytest.mark.parametrize("number", range(6))
def test_two_players_get_what_linear_programming_finds(number):
    pick = random.Random(50 + number)
    rules = random_rules(pick)
    payoffs = payoffs_of(rules, 2)
    types = 1 + max(kind for kind, _ in cards_of(rules))
    pure = [tuple(Fraction(kind == other) for other in range(types + 1)) for kind in range(types)]
    for card in cards_of(rules):
        # What the first seat is ahead by, when the second one chooses a type for certain.
        ahead = np.array([payoffs.leads(card, [pure[0], other], 0) for other in pure], float).T
        assert ahead == pytest.approx(-ahead.T)  # one's gain is the other's loss
        game = linprog(
            [*[0] * types, -1],
            A_ub=np.column_stack([-ahead.T, np.ones(types)]),
            b_ub=np.zeros(types),
            A_eq=[[*[1] * types, 0]],
            b_eq=[1],
            bounds=[*[(0, 1)] * types, (None, None)],
        )
        value = -game.fun
        assert value == pytest.approx(0, abs=1e-9)
        mixed = equilibrium(rules, 2)[card][:types]
        assert min(mixed @ ahead) == pytest.approx(value, abs=BOUND)


# By hand


def test_two_players_take_the_type_of_the_most_expected_stars():
    rules = load("standard", SCHEMA)
    assert list(equilibrium(rules, 2)[3, 1][:6]) == [0, 0, 0, 1, 0, 0]
    # gold-0 lies open: of gold nothing is to be had, 3 stars of rubies and 3 of pearls lie among four cards.
    tied = rules_of({"gold": [0, 0, 0], "rubies": [3], "pearls": [3]})
    assert list(equilibrium(tied, 2)[0, 0][:3]) == [0, 0.5, 0.5]


def test_types_that_are_alike_are_chosen_alike():
    for players in (2, 3, 4, 6):
        assert mixture(np.array([2.0, 2.0, 2.0, 2.0]), players) == pytest.approx([0.25] * 4)


def test_three_players_and_two_types_by_hand():
    # With three, a(0) = 1, a(1) = 3/4, a(2) = 1/2: a type of w stars brings w (1 - p / 2). With 4 and 3 stars:
    # 4 - 2 p = 3 - 3 (1 - p) / 2 at p = 5/7; each then brings 18/7.
    assert mixture(np.array([4.0, 3.0]), 3) == pytest.approx([5 / 7, 2 / 7])
    # With 4 and 2 stars the second type is no better even when nobody else takes it.
    assert mixture(np.array([4.0, 2.0]), 3) == pytest.approx([1, 0])


def test_three_players_who_slip_by_hand():
    # One in two slips: a(m) = (1 - 2^-(m+1)) / (m + 1) x 3/2 - 2^-(m+1) / 2 is 1/2, 7/16, 3/8, again in equal steps.
    # 4 (1/2 - p / 8) = 3.5 (1/2 - (1 - p) / 8) at p = 11/15.
    assert mixture(np.array([4.0, 3.5]), 3, 0.5) == pytest.approx([11 / 15, 4 / 15])


def test_a_deck_without_stars_is_mixed_evenly():
    assert list(mixture(np.zeros(4), 3)) == [0.25] * 4


# Its form


def test_the_table_is_of_the_form_that_the_policy_reads():
    rules = with_settings(load("standard", SCHEMA), ["deck.gold=[1,5]", "deck.maps=[0,2,2]"], SCHEMA)
    for players in (2, 4, 6):
        strategy = equilibrium(rules, players)
        assert strategy.shape == (MOST_TYPES, STAR_VALUES, MOST_TYPES)
        assert strategy.min() >= 0 and not strategy.flags.writeable
        cards = cards_of(rules)
        for card in np.ndindex(MOST_TYPES, STAR_VALUES):
            assert strategy[card].sum() == pytest.approx(float(card in cards), abs=1e-12)
        assert not strategy[:, :, 6:].any()
        assert equilibrium(rules, players) is strategy
