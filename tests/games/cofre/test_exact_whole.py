"""The exact expected score of a whole game: against every deal of small decks, played by the reference engine."""

import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from analyzer.games.cofre.exact import hooks
from analyzer.games.cofre.exact.answer import answer
from analyzer.games.cofre.rules import SCHEMA
from analyzer.games.rulesfile import load, with_settings
from tests.games.cofre.test_exact import random_mixture, rules_of, written
from tests.reference import cofre as reference


def by_brute_force(deck, gold, mixtures, speeds, slips):
    """The expected score of each seat: every line that can be laid, round by round, with the hook cards then held."""
    players = range(len(mixtures))

    @cache
    def ends(line, choices):
        """What each seat wins in a round, and whether it draws a hook card, with the chance."""
        found = []
        for order, chance in reference.order_distribution(speeds).items():
            for slipped, part in reference.slip_distribution(line, choices, order, slips).items():
                found.append((reference.settle(line, choices, order, slipped), slipped, chance * part))
        return found

    @cache
    def scores(stock, held):
        """Expected points from here on, with the hook cards held now."""
        if len(stock) < 3:
            return [Fraction(-hooks) for hooks in held]
        total = [Fraction(0)] * len(mixtures)
        ways = [(i, j, k) for i, j, k in product(range(len(stock)), repeat=3) if len({i, j, k}) == 3]
        lines = {}
        for places in ways:
            first, second, shown = (stock[place] for place in places)
            line = (*sorted([first, second]), shown)
            lines[line] = lines.get(line, 0) + 1
        for line, copies in lines.items():
            left = list(stock)
            for card in line:
                left.remove(card)
            face_up = reference.type_of(line[2])
            seats = [
                [(face_up if name == "shown" else name, chance) for name, chance in mixture.items() if chance]
                for mixture in mixtures
            ]
            for profile in product(*seats):
                weight = Fraction(copies, len(ways))
                for _, chance in profile:
                    weight *= chance
                for won, slipped, chance in ends(line, tuple(name for name, _ in profile)):
                    now = tuple(
                        held[seat] - reference.given_back(won[seat], held[seat], gold) + (seat in slipped)
                        for seat in players
                    )
                    rest = scores(tuple(left), now)
                    for seat in players:
                        points = sum(map(reference.stars_of, won[seat])) + rest[seat]
                        total[seat] += weight * chance * points
        return total

    return scores(tuple(sorted(reference.cards_of(deck))), (0,) * len(mixtures))


@pytest.mark.parametrize("number", range(10))
def test_scores_are_those_of_all_deals_with_hook_cards_given_back_for_gold(number):
    pick = random.Random(100 + number)
    players = 2 + (number % 5 == 4)
    deck = {
        "gold": [pick.choice([0, 2]) for _ in range(pick.choice([2, 3, 4]))],
        "rubies": [pick.randint(1, 3)] * 2,
        "maps": [1, 3][: 1 + (players == 2)],
    }
    mixtures = [random_mixture(pick, deck) for _ in range(players)]
    for mixture in mixtures:
        if "treasure" in mixture:
            mixture["rubies"] = mixture.get("rubies", 0) + mixture.pop("treasure")
    speeds = [pick.choice(["1", "0.3", "2.5"]) for _ in range(players)]
    slips = [pick.choice(["0", "0.5", "0.75"]) for _ in range(players)]
    gold = pick.choice(["gold", "gold", "rubies", ""])
    settings = [f"options.speed=[{','.join(speeds)}]", f"options.slip=[{','.join(slips)}]"]
    rules = rules_of(deck, *settings, f'options.gold_type="{gold}"')
    found = answer(rules, players, None, [written(mixture) for mixture in mixtures])
    expected = by_brute_force(
        deck, gold, mixtures, [Fraction(each) for each in speeds], [Fraction(each) for each in slips]
    )
    assert list(found.scores) == expected
    assert found.rounds == sum(map(len, deck.values())) // 3


def test_gold_coins_give_hook_cards_back_by_hand():
    # One plays gold, the other maps. Two rounds, each with two gold cards or three; the one slips half of the time, and
    # there are no stars. Slips in both rounds: 2 hook cards; in the last only: 1; in the first only: it is given back.
    rules = rules_of({"gold": [0] * 6, "maps": [0]}, "options.slip=[0.5,0]")
    found = answer(rules, 2, None, ["gold=1", "maps=1"])
    assert found.scores == (Fraction(-3, 4), Fraction(0))


def test_all_hook_cards_are_given_back_for_as_many_gold_coins():
    # Three rounds of three gold cards, for one who slips half of the time: whoever does not gives back all hook cards.
    # So the slips after the last win are left: one or more in 1 of 2 games, two or more in 1 of 4, three in 1 of 8.
    rules = rules_of({"gold": [0] * 9}, "options.slip=[0.5,0]")
    rules = with_settings(rules, ["deck.maps=[0]"], SCHEMA)
    found = answer(rules, 2, "gold-0", ["gold=1", "maps=1"])
    assert found.scores == (Fraction(-7, 8), Fraction(0))


def test_gold_coins_are_told_apart_from_types_that_are_else_alike():
    deck = {"gold": [1, 1], "rubies": [1, 1], "maps": [1, 1]}
    rules = rules_of(deck, "options.slip=0.5")
    half = Fraction(1, 2)
    shares = dict.fromkeys(deck, Fraction(1, 3))
    expected = by_brute_force(deck, "gold", [shares, {"shown": Fraction(1)}], [half * 2] * 2, [half] * 2)
    assert list(answer(rules, 2, None, ["uniform", "shown"]).scores) == expected


def test_interchangeable_types_are_no_worse_than_all_apart(monkeypatch):
    rules = rules_of(
        {"gold": [1, 2, 3], "rubies": [1, 1], "pearls": [2, 2], "maps": [1, 3]}, "options.slip=0.3"
    )
    together = answer(rules, 3, None, ["shown"]).scores
    monkeypatch.setattr(hooks._Course, "_can_change", lambda *_: False)
    assert answer(rules, 3, None, ["shown"]).scores == together


def test_scores_are_the_same_whatever_lies_open_in_the_round_that_is_asked_for():
    rules = with_settings(load("standard", SCHEMA), ["options.slip=0.1", 'options.gold_type=""'], SCHEMA)
    assert answer(rules, 3, "maps-1", ["shown"]).scores == answer(rules, 3, None, ["shown"]).scores


def test_a_slip_costs_one_point_where_there_is_no_gold():
    rules = with_settings(load("standard", SCHEMA), ["options.slip=0.25", 'options.gold_type=""'], SCHEMA)
    found = answer(rules, 2, None, ["shown", "gold=1"])
    drawn = found.measures[0].values
    for seat in range(2):
        assert found.scores[seat] == 12 * (found.expected[seat] - drawn[seat])


def test_why_a_score_is_missing_is_said():
    treasures = answer(load("standard", SCHEMA), 4, None, ["shown=0.9,treasure=0.1"])
    assert treasures.scores == ()
    assert "treasure card is used once" in treasures.scores_missing
    rules = with_settings(load("standard", SCHEMA), ["options.slip=0.1"], SCHEMA)
    many = answer(rules, 4, None, ["equilibrium"])
    assert many.scores == ()
    assert "options.slip=0" in many.scores_missing


def test_the_treasure_card_can_be_used_in_a_game_of_one_round():
    rules = rules_of({"gold": [3], "rubies": [2, 1]})
    found = answer(rules, 2, None, ["treasure=1"])
    assert (found.rounds, found.scores) == (1, (Fraction(1),) * 2)  # 3 stars or a hook card
