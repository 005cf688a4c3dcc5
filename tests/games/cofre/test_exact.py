"""Exact answers about a round: against the reference engine, card by card, and against cases worked by hand."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod

import pytest

from analyzer.errors import UserError
from analyzer.games.cofre.exact.answer import answer
from analyzer.games.cofre.exact.contest import Contests, settle
from analyzer.games.cofre.rules import SCHEMA
from analyzer.games.rulesfile import Rules, load, with_settings
from tests.reference import cofre as reference

STANDARD = ("gold", "rubies", "pearls", "crowns", "swords", "maps")
HALF = Fraction(1, 2)


def rules_of(deck: dict[str, list[int]], *settings: str) -> Rules:
    """Rules with exactly these cards."""
    cards = [f"deck.{kind}={deck.get(kind, [])}" for kind in STANDARD]
    first = next(iter(deck))
    return with_settings(load("standard", SCHEMA), [*cards, f"options.gold_type={first}", *settings], SCHEMA)


def with_hooks(found) -> dict:
    """Outcomes as the reference engine writes them."""
    players = len(found.strategies)
    if found.detailed:
        return {(each["stars"], each["hooks"]): chance for each, chance in found.detailed}
    return {(stars, (0,) * players): chance for stars, chance in found.outcomes}


# Against the reference engine


def written(mixture: dict[str, Fraction]) -> str:
    return ",".join(f"{name}={chance}" for name, chance in mixture.items())


def by_brute_force(deck, shown, mixtures, speeds, slips):
    """Lays every card of the deck at every place, lets all choose all, and asks the reference engine."""
    found = Counter()
    cards = reference.cards_of(deck)
    lines = Counter(line for line in permutations(cards, 3) if shown in (None, line[2]))
    total = sum(lines.values())

    @cache
    def outcome(line, choices):
        return reference.outcome_distribution(line, choices, speeds, slips)

    for line, copies in lines.items():
        face_up = reference.type_of(line[2])
        seats = []
        for mixture in mixtures:
            chances = Counter()
            for name, chance in mixture.items():
                chances[face_up if name == "shown" else name] += chance
            seats.append([(name, chance) for name, chance in chances.items() if chance])
        for profile in product(*seats):
            weight = Fraction(copies, total) * prod(chance for _, chance in profile)
            for each, chance in outcome(line, tuple(name for name, _ in profile)).items():
                found[each] += weight * chance
    return {each: chance for each, chance in found.items() if chance}


def random_deck(pick: random.Random) -> dict[str, list[int]]:
    kinds = sorted(pick.sample(STANDARD, pick.randint(1, 3)), key=STANDARD.index)
    deck = {kind: [pick.randint(0, 3) for _ in range(pick.randint(1, 2))] for kind in kinds}
    deck[kinds[0]] += [pick.randint(0, 3) for _ in range(2)]
    return deck


def random_mixture(pick: random.Random, deck) -> dict[str, Fraction]:
    names = pick.sample(["shown", *deck, "treasure"], 2)
    first = Fraction(pick.randint(0, 7), 7)
    return {names[0]: first, names[1]: 1 - first}


@pytest.mark.parametrize("number", range(24))
def test_all_outcomes_are_those_of_the_reference_engine(number):
    pick = random.Random(number)
    players = 2 + number % 3
    deck = random_deck(pick)
    mixtures = [random_mixture(pick, deck) for _ in range(players)]
    speeds = [pick.choice(["1", "0.3", "2.5"]) for _ in range(players)]
    slips = [pick.choice(["0", "0", "0.25", "0.9"]) for _ in range(players)]
    shown = pick.choice([None, *reference.cards_of(deck)])
    rules = rules_of(deck, f"options.speed=[{','.join(speeds)}]", f"options.slip=[{','.join(slips)}]")
    found = answer(rules, players, shown, [written(mixture) for mixture in mixtures])
    expected = by_brute_force(
        deck, shown, mixtures, [Fraction(each) for each in speeds], [Fraction(each) for each in slips]
    )
    assert with_hooks(found) == expected
    assert sum(chance for _, chance in found.outcomes) == 1


@pytest.mark.parametrize("claimants", [1, 2, 3, 4])
@pytest.mark.parametrize("stars", [(3,), (2, 1), (2, 2), (3, 2, 1), (2, 2, 1), (1, 1, 1), (2, 1, 1)])
def test_contests_are_settled_as_by_the_reference_engine(stars, claimants):
    line = [*(f"gold-{each}" for each in stars), *["maps-0"] * (3 - len(stars))]
    for choices in product(("gold", "treasure"), repeat=claimants):
        treasures = [seat for seat in range(claimants) if choices[seat] == "treasure"]
        for order in permutations(range(claimants)):
            for slipped in [(), order[:1], order[-1:], order[1:3]]:
                takers = settle(len(stars), stars.count(stars[0]), order, treasures, slipped)
                won = [[] for _ in range(claimants)]
                for card, seat in zip(stars, takers, strict=True):
                    if seat >= 0:
                        won[seat].append(card)
                right = reference.settle(line, choices, order, slipped)
                assert won == [sorted(map(reference.stars_of, cards), reverse=True) for cards in right]


def test_orders_of_speed_have_the_chances_of_the_reference_engine():
    speeds = [Fraction(1), Fraction(3, 10), Fraction(5, 2), Fraction(2)]
    contests = Contests(speeds, [Fraction(0)] * 4)
    firsts, seconds = Counter(), Counter()
    for order, chance in reference.order_distribution(speeds).items():
        firsts[order[0]] += chance
        seconds[order[1]] += chance
    takes = contests.ways(2, (0, 1, 2, 3)).takes
    assert {seat: takes[0, seat] for seat in range(4)} == firsts
    assert {seat: takes[1, seat] for seat in range(4)} == seconds


# By hand


def test_two_alone_with_one_card_of_a_type():
    # gold-3 lies open; both take it, and each is the faster one half of the time.
    rules = rules_of({"gold": [3], "rubies": [0, 0]})
    found = answer(rules, 2, "gold-3", ["shown"])
    assert found.outcomes == (((0, 3), HALF), ((3, 0), HALF))
    assert found.expected == (Fraction(3, 2), Fraction(3, 2))


def test_the_faster_player_takes_more_in_proportion_to_speed():
    rules = rules_of({"gold": [3], "rubies": [0, 0]}, "options.speed=[3,1]")
    assert dict(answer(rules, 2, "gold-3", ["shown"]).outcomes) == {
        (3, 0): Fraction(3, 4),
        (0, 3): Fraction(1, 4),
    }


def test_a_player_alone_takes_all_cards_of_a_type():
    rules = rules_of({"gold": [1, 2], "rubies": [3]})
    found = answer(rules, 2, "gold-1", ["gold=1", "rubies=1"])
    assert found.outcomes == (((3, 3), Fraction(1)),)


def test_of_three_cards_two_players_take_the_best_and_the_third_goes_to_the_faster():
    rules = rules_of({"gold": [3, 2, 1]})
    found = answer(rules, 2, None, ["shown"])
    assert dict(found.outcomes) == {(4, 2): HALF, (2, 4): HALF}  # 3 and 1, against 2


def test_a_slip_costs_the_stars_and_a_hook_card():
    # The faster one slips one time in four; then the other one is tested.
    rules = rules_of({"gold": [2], "rubies": [0, 0]}, "options.slip=0.25")
    found = answer(rules, 2, "gold-2", ["shown"])
    assert with_hooks(found) == {
        ((2, 0), (0, 0)): Fraction(3, 8),
        ((0, 2), (0, 0)): Fraction(3, 8),
        ((2, 0), (0, 1)): Fraction(3, 32),
        ((0, 2), (1, 0)): Fraction(3, 32),
        ((0, 0), (1, 1)): Fraction(1, 16),
    }
    assert found.measures[0].values == (Fraction(5, 32), Fraction(5, 32))


def test_the_treasure_card_goes_where_fewer_pirates_are_and_else_to_the_left():
    rules = rules_of({"gold": [2], "rubies": [2], "pearls": [2]})
    # pearls lie open and are taken; gold and rubies are free, and the treasure card takes one of them.
    assert answer(rules, 2, "pearls-2", ["pearls=1", "treasure=1"]).outcomes == (((2, 2), Fraction(1)),)
    # gold and pearls are taken, so it takes rubies.
    taken = answer(rules, 3, "pearls-2", ["pearls=1", "gold=1", "treasure=1"])
    assert taken.outcomes == (((2, 2, 2), Fraction(1)),)
    # All three are taken once: the leftmost is gold or rubies, and the faster of two has it.
    full = answer(rules, 4, "pearls-2", ["pearls=1", "gold=1", "rubies=1", "treasure=1"])
    quarter = Fraction(1, 4)
    assert dict(full.outcomes) == {(2, 2, 2, 0): HALF, (2, 0, 2, 2): quarter, (2, 2, 0, 2): quarter}


def test_a_round_and_a_game_of_the_ordinary_deck():
    # Two who follow gold-3: 3 + 2 x 9/35 stars of gold lie there, all are taken, each takes half.
    found = answer(load("standard", SCHEMA), 2, "gold-3", ["shown"])
    assert found.expected == (Fraction(123, 70),) * 2
    # With any card: 2 + 2 x 10/35 for both, in each of 12 rounds.
    assert found.scores == (12 * Fraction(9, 7),) * 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategy", ["shown", "uniform", "equilibrium", "shown=1/3,gold=1/5,treasure=0.1"])
def test_seats_that_play_alike_may_expect_alike(players, strategy):
    found = answer(load("standard", SCHEMA), players, "rubies-2", [strategy])
    chances = dict(found.outcomes)
    assert sum(chances.values()) == 1
    assert len(set(found.expected)) == 1
    for stars, chance in found.outcomes:
        assert chances[stars[::-1]] == chance
        assert chances[stars[1:] + stars[:1]] == chance
    mean = sum((chance * sum(stars) for stars, chance in found.outcomes), Fraction(0)) / players
    assert mean == found.expected[0]


def test_any_card_is_the_mean_of_all_cards():
    rules = rules_of({"gold": [1, 1, 3], "rubies": [2, 2]})
    strategies = ["shown=2/3", "uniform", "gold=1/2,treasure=1/2"]
    found = Counter()
    for name, copies in (("gold-1", 2), ("gold-3", 1), ("rubies-2", 2)):
        for stars, chance in answer(rules, 3, name, strategies).outcomes:
            found[stars] += chance * Fraction(copies, 5)
    assert dict(answer(rules, 3, None, strategies).outcomes) == dict(found)


def test_the_gain_of_the_best_other_choice_by_hand():
    # Three follow gold-3: alone each would take 3, so each has 1 of 3 and is 0 ahead of the mean of the others.
    rules = rules_of({"gold": [3], "rubies": [2, 2]})
    gains = answer(rules, 3, "gold-3", ["shown"]).measures[1]
    # One who takes rubies has 4 stars, and the others 3/2 on average.
    assert (gains.key, gains.values) == ("gain", (Fraction(5, 2),) * 3)


# Strategies


def test_what_is_left_goes_in_equal_parts_to_the_types_that_are_not_named():
    rules = rules_of({"gold": [1], "rubies": [1], "pearls": [1]})
    short = answer(rules, 2, "gold-1", ["shown=1/2,rubies=.25"])
    full = answer(rules, 2, "gold-1", ["gold=0.5,rubies=1/4,pearls=1/4"])
    assert short.outcomes == full.outcomes
    assert short.strategies == ("shown=1/2,rubies=1/4",) * 2
    halved = answer(rules, 2, "gold-1", ["shown=1/2"])
    assert halved.outcomes == answer(rules, 2, "gold-1", ["gold=1/2,rubies=1/4,pearls=1/4"]).outcomes


@pytest.mark.parametrize(
    ("strategies", "words"),
    [
        (["shwn"], ['no strategy "shwn"', 'Did you mean "shown"?', "uniform, equilibrium"]),
        (["gld=1"], ['names "gld"', 'Did you mean "gold"?', "treasure"]),
        (["gold=1/2,gold=1/2"], ["names gold twice"]),
        (["gold=1/2,maps=0.6"], ["add up to 11/10"]),
        (["gold=0.1,rubies=0.1,pearls=0.1,crowns=0.1,swords=0.1,maps=0.1"], ["add up to 3/5", "no type is"]),
        (["gold=x"], ["chance of gold", '"x"', "1/4 or 0.25"]),
        (["gold="], ["chance of gold"]),
        (["gold=1/0"], ["chance of gold"]),
        (["gold=3/2"], ["from 0 to 1"]),
        (["gold=-1/2"], ["from 0 to 1"]),
        (["gold=1e-3"], ["from 0 to 1"]),
        (["shown", "uniform"], ["2 strategies are given for 4 seats"]),
        ([""], ["no strategy"]),
    ],
)
def test_wrong_strategies_are_refused(strategies, words):
    with pytest.raises(UserError) as refused:
        answer(load("standard", SCHEMA), 4, None, strategies)
    assert all(word in str(refused.value) for word in words)


@pytest.mark.parametrize(
    ("players", "shown", "words"),
    [
        (4, "gold-4", ['no card "gold-4"', 'Did you mean "gold-3"?', "gold-1 or maps-3"]),
        (4, "gold", ['no card "gold"']),
        (5, None, ["2 to 4 players, not for 5"]),
        (1, None, ["2 to 6 players"]),
    ],
)
def test_wrong_tables_are_refused(players, shown, words):
    with pytest.raises(UserError) as refused:
        answer(load("standard", SCHEMA), players, shown, [])
    assert all(word in str(refused.value) for word in words)
