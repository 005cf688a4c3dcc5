"""Chance falls as the rules page says (C2, C11, C12, C13), and every chance has a stream of its own.

Counts are compared with exact chances by Pearson's chi-square, with a p-value above 1e-4; means by z below 4.
"""

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2

from analyzer import simulate
from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.request import set_table
from tests.games.cofre.tables import trace
from tests.reference import cofre as reference

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

LEAST_P = 1e-4
MOST_Z = 4.0
LONG = [f"deck.{kind}=[1,1,1,1,1,2,2,2,2,2,3,3,3,3,3,1,1,2,2,3,3,1,2,3,1,2,3,1,2,3,1,2,3,1,2,3,1,2,3,3]" for kind in
        ("gold", "rubies", "pearls", "crowns", "swords", "maps")]  # fmt: skip
"""240 cards, 80 rounds."""


def p_value(counts, chances):
    """How likely counts so far from their chances are."""
    total = sum(counts.values())
    assert min(chances.values()) * total >= 5
    statistic = sum((counts[key] - total * chance) ** 2 / (total * chance) for key, chance in chances.items())
    assert set(counts) <= set(chances)
    return chi2.sf(statistic, len(chances) - 1)


@pytest.mark.parametrize(
    "speeds",
    [
        [1, 1],
        [1, 4],
        [1, 1, 1],
        [2, 2, 2, 2],
        [3, 0.5, 1, 1.5],
        [0.25, 1, 1, 1],
        [1, 2, 3, 4, 5],
        [1e-6, 1, 1e6],
        [1] * 5,
    ],
    ids=str,
)
def test_the_order_of_speed_is_drawn_in_proportion_to_speed(speeds):
    counts = Counter()
    setting = [f"options.speed={speeds}" if len(set(speeds)) > 1 else f"options.speed={speeds[0]}"]
    for game in range(250):
        for event in trace(len(speeds), LONG + setting, ["shown"], 11, game):
            if event["event"] == "order":
                counts[tuple(event["order"])] += 1
    chances = {order: float(chance) for order, chance in reference.order_distribution(speeds).items()}
    rare = {order for order, chance in chances.items() if chance * counts.total() < 5}
    assert sum(counts[order] for order in rare) <= 5
    common = {order: chance for order, chance in chances.items() if order not in rare}
    total = sum(common.values())
    if len(common) > 1:
        seen = Counter({order: count for order, count in counts.items() if order in common})
        assert p_value(seen, {order: chance / total for order, chance in common.items()}) > LEAST_P
    assert counts.total() == 250 * 80


def test_equal_speeds_draw_what_nearly_equal_ones_draw():
    same = different = 0
    for game in range(40):
        equal = trace(4, [*LONG, "options.speed=1"], ["shown"], 2, game)
        nearly = trace(4, [*LONG, "options.speed=[1,1,1,1.000001]"], ["shown"], 2, game)
        for one, other in zip(equal, nearly, strict=False):
            if one["event"] == other["event"] == "order":
                same += one == other
                different += one != other
    assert same > 500
    assert different <= 1


def test_slips_come_up_with_their_chances():
    excess, variance = Counter(), Counter()
    pick = random.Random(4)
    for game in range(400):
        players = pick.randint(2, 6)
        rates = [pick.choice([0.1, 0.5, 0.9, 0]) for _ in range(players)]
        events = trace(players, [*LONG, f"options.slip={rates}"], ["random"], 6, game)
        for place, event in enumerate(events):
            if event["event"] != "order":
                continue
            line = [*events[place - 2]["hidden"], events[place - 2]["shown"]]
            choices = events[place - 1]["choices"]
            slips = tuple(each["seat"] for each in slips_after(events, place))
            chances = reference.slip_distribution(line, choices, event["order"], rates)
            for what, value in (("any", lambda s: float(bool(s))), ("number", len)):
                mean = sum(float(chance) * value(each) for each, chance in chances.items())
                excess[what] += value(slips) - mean
                variance[what] += (
                    sum(float(chance) * value(each) ** 2 for each, chance in chances.items()) - mean**2
                )
    assert variance["number"] > 1000
    for what in variance:
        assert abs(excess[what]) / sqrt(variance[what]) < MOST_Z


def slips_after(events, place):
    found = []
    while events[place + 1]["event"] == "slip":
        place += 1
        found.append(events[place])
    return found


def test_random_picks_every_card_it_holds_as_often():
    with_treasure, without = Counter(), Counter()
    for game in range(200):
        held = [True] * 4
        for event in trace(4, LONG, ["random"], 8, game):
            if event["event"] == "choose":
                for seat, choice in enumerate(event["choices"]):
                    (with_treasure if held[seat] else without)[choice] += 1
                    held[seat] &= choice != "treasure"
    types = ("gold", "rubies", "pearls", "crowns", "swords", "maps")
    assert p_value(with_treasure, dict.fromkeys((*types, "treasure"), 1 / 7)) > LEAST_P
    assert p_value(without, dict.fromkeys(types, 1 / 6)) > LEAST_P


def test_every_card_comes_to_every_place_as_often():
    counts = Counter()
    for game in range(2_000):
        deck = trace(2, [], ["shown"], 9, game)[0]["deck"]
        counts.update((place, deck[place].rpartition("-")[0]) for place in (0, 1, 17, 35))
    for place in (0, 1, 17, 35):
        seen = Counter({kind: count for (at, kind), count in counts.items() if at == place})
        assert (
            p_value(seen, dict.fromkeys(("gold", "rubies", "pearls", "crowns", "swords", "maps"), 1 / 6))
            > LEAST_P
        )


# Streams of their own


def test_another_policy_changes_no_card_no_order_and_no_other_choice():
    settings = ["options.slip=[0.3,0.2,0.3,0.3]", "options.speed=[1,2,1,1]"]
    changed = 0
    for game in range(30):
        one = trace(4, settings, ["counter", "random", "random", "contrarian"], 3, game)
        other = trace(4, settings, ["shown", "random", "random", "contrarian"], 3, game)
        assert one[0]["deck"] == other[0]["deck"]
        assert orders(one) == orders(other)
        for seat in (1, 2, 3):
            assert [choices[seat] for choices in all_choices(one)] == [
                choices[seat] for choices in all_choices(other)
            ]
        changed += all_choices(one) != all_choices(other)
    assert changed > 20


def test_who_slips_if_tested_does_not_depend_on_the_choices():
    """With one player who always wins, and others who never do, the slips are those of that player's draws."""
    deck = ["deck.gold=[2,2,2,2,2,2,2,2,2,2,2,2]", *(f"deck.{kind}=[]" for kind in ("rubies", "pearls", "crowns",
            "swords", "maps"))]  # fmt: skip
    for game in range(10):
        slips = []
        for policies in (["shown"] * 2, ["shown", "random"]):
            events = trace(2, [*deck, "options.slip=[0.5,0]"], policies, 1, game)
            slips.append([any(e["event"] == "slip" and e["seat"] == 0 for e in r) for r in rounds(events)])
        assert slips[0] == slips[1]


def orders(events):
    return [event["order"] for event in events if event["event"] == "order"]


def all_choices(events):
    return [event["choices"] for event in events if event["event"] == "choose"]


def rounds(events):
    found = []
    for event in events:
        if event["event"] == "round":
            found.append([])
        if found:
            found[-1].append(event)
    return found


# Against the reference engine


def test_random_players_score_as_in_the_reference_engine():
    rules = reference.standard_rules(slip=0.2, speed=[1, 2, 1, 1])
    scores, hooks = [], []
    for game in range(1_500):
        events = reference.play_game(rules, 4, seed=5, game=game)
        scores.append(events[-1]["scores"])
        hooks.append(sum(event["event"] == "hook" for event in events))
    games = 200_000
    settings = ["options.slip=0.2", "options.speed=[1,2,1,1]"]
    tally = simulate("cofre", players=4, policies=["random"], games=games, seed=2, settings=settings).tally
    compare(np.array(hooks), tally.sums["hooks"][0], tally.squares["hooks"][0], games)
    for seat in range(4):
        theirs = np.array(scores)[:, seat]
        compare(theirs, tally.sums["scores"][seat], tally.squares["scores"][seat], games)


def compare(theirs, total, squares, games):
    mean = total / games
    error = sqrt((squares / games - mean**2) / games)
    assert abs(theirs.mean() - mean) / sqrt(theirs.var() / len(theirs) + error**2) < MOST_Z
    assert error < theirs.std() / 50


def test_seats_that_are_alike_win_alike():
    result = simulate("cofre", policies=["stars"], games=400_000, seed=4)
    table = set_table("cofre", policies=["stars"])
    assert table.setup.players == 4
    wins = result.tally.wins / 60
    spread = sqrt(float(result.tally.wins_squared.sum()) / 3600 / 4)
    assert np.abs(wins - wins.mean()).max() / spread < MOST_Z
