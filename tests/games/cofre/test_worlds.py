"""What a player cannot see is filled in so that it fits, every way being as likely as any other."""

from collections import Counter
from itertools import permutations
from math import perm

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.kernel.state import CHOOSE, TABLE
from tests.games.cofre.advised import choices_of, deck, ended, play_on, position, worlds
from tests.games.cofre.positions import Asked, walk

WORLDS = 40_000
LEAST_P = 1e-4

compiled_only = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


def orders(at, count):
    """How often the unseen cards lie in each order, those face down first."""
    tables, hiddens = worlds(at, count)
    found = Counter()
    for table, hidden in zip(tables, hiddens, strict=True):
        assert hidden["line"].tolist()[:2] == hidden["cards"].tolist()[:2]
        # What was turned up before lies behind the cards that are still to come.
        found[tuple(hidden["cards"].tolist()[: at.state.observations[0]["unseen_cards"]])] += 1
        assert int(hidden["card_count"]) == int(table["unseen_cards"])
    return found


def chi_square_p(found, expected):
    """The chance of such counts, or less even ones, if each outcome has its expected part of them."""
    assert set(found) <= set(expected)
    total = sum(found.values())
    return chisquare(
        [found[outcome] for outcome in expected], [total * part for part in expected.values()]
    ).pvalue


UNSEEN = {"rubies": [0, 1], "pearls": [0], "crowns": [0, 1]}
CASES = {
    "the first round": ({"gold": [1]}, {}, 0),
    "a later round": ({"gold": [1, 1, 2], "maps": [2]}, {"seen": "gold 1 2, maps 2"}, 0),
    "cards that are not known": ({"gold": [1, 2]}, {"seen": "gold-2", "round": 1}, 2),
}


@compiled_only
@pytest.mark.parametrize(("others", "said", "forgotten"), CASES.values(), ids=CASES)
def test_every_order_of_the_unseen_cards_is_equally_likely(others, said, forgotten):
    at = position(["stars"] * 3, 1, deck(**UNSEEN, **others), shown="gold-1", **said)
    assert at.state.forgotten == forgotten
    even = dict.fromkeys(permutations([16, 17, 32, 48, 49]), 1 / perm(5))
    assert chi_square_p(orders(at, WORLDS), even) > LEAST_P


@compiled_only
def test_cards_that_are_alike_are_as_many_cards():
    at = position(["stars"] * 2, 0, deck(gold=[1, 1, 1, 2], rubies=[1, 1]), shown="gold-1")
    every = Counter(permutations([1, 1, 2, 16 + 1, 16 + 1]))
    even = {order: count / every.total() for order, count in every.items()}
    assert chi_square_p(orders(at, WORLDS), even) > LEAST_P


@compiled_only
def test_an_uneven_filling_would_be_noticed():
    at = position(["stars"] * 2, 0, deck(gold=[1, 1, 1, 2], rubies=[1, 1]), shown="gold-1")
    even = dict.fromkeys(set(permutations([1, 1, 2, 16 + 1, 16 + 1])), 1)
    weights = {order: 1 + (order[0] == 2) / 10 for order in even}
    uneven = {order: weight / sum(weights.values()) for order, weight in weights.items()}
    assert chi_square_p(orders(at, WORLDS), uneven) < LEAST_P


def unseen(table):
    """Every unseen card, by what the table says."""
    kinds, stars = np.nonzero(table["unseen"])
    return Counter(
        {int(k) * 16 + int(s): int(table["unseen"][k, s]) for k, s in zip(kinds, stars, strict=True)}
    )


@pytest.mark.interpreted
def test_in_every_world_all_cards_are_there_and_the_table_is_as_it_was_seen():
    asked = Asked(3, ["random"], ["options.slip=[0,0.2,0]", "options.speed=[1,1,2]"])
    for decision in walk(asked, 3):
        at = position(["stars"] * 3, decision.seat, shown="gold-1")  # for its rules alone
        at.state.observations[0] = decision.table
        tables, hiddens = worlds(at, 5)
        for table, hidden in zip(tables, hiddens, strict=True):
            cards = Counter(hidden["cards"].tolist()[: int(hidden["card_count"])])
            assert cards == unseen(decision.table)
            assert int(hidden["line"][2]) == int(decision.hidden["line"][2])
            assert (int(hidden["can_slip"]), int(hidden["speeds_differ"])) == (1, 1)
            assert (int(table["seat"]), int(table["phase"])) == (0, CHOOSE)
            for name in TABLE.names:
                assert name == "seat" or np.array_equal(table[name], decision.table[name])


@pytest.mark.interpreted
def test_cards_that_the_player_has_forgotten_are_known_to_all_in_a_world():
    at = position(["stars"] * 3, 2, shown="gold-2", round=3, seen="gold 1 3, maps 3")
    assert at.state.forgotten == 6
    for table, hidden in zip(*worlds(at, 10), strict=True):
        left = Counter(hidden["cards"].tolist()[: int(hidden["card_count"])])
        assert left.total() == 36 - 9 - 1
        assert left == unseen(table)
        assert int(table["unseen_cards"]) == left.total()
        for kind in range(6):
            of_kind = {card: count for card, count in left.items() if card // 16 == kind}
            assert int(table["unseen_of"][kind]) == sum(of_kind.values())
            assert int(table["unseen_stars"][kind]) == sum(card % 16 * n for card, n in of_kind.items())


# Playing on


@pytest.mark.interpreted
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_choice_is_the_deciding_seats_and_the_others_choose_by_their_policies(seat):
    last = {
        "round": 11,
        "seen": "gold 1 1 2 2 3, rubies 1 1 2 2 3 3, pearls 1 1 2 2 3 3, crowns 1 1 2 2 3 3, swords 1",
    }
    at = position(["shown"] * 3, seat, shown="gold-3", treasure_of={0: "no", 1: "no", 2: "no"}, **last)
    assert choices_of(at) == [
        "gold",
        "rubies",
        "pearls",
        "crowns",
        "swords",
        "maps",
    ]
    tables, _ = ended(at)
    for choice, table in enumerate(tables):
        expected = [0, 0, 0]
        expected[seat] = choice
        assert table["last_choice"].tolist()[:3] == expected


@pytest.mark.interpreted
def test_after_its_choice_the_deciding_seat_goes_on_by_its_policy():
    at = position(["shown:treasure-last=no,treasure-stars=16"] * 2, 1, shown="gold-3", round=9)
    for world in range(5):
        for table in ended(at, first=world)[0]:
            assert int(table["round_number"]) == 12
            assert table["last_choice"].tolist()[:2] == [int(table["shown_type"])] * 2


@pytest.mark.interpreted
def test_the_others_and_the_cards_are_the_same_whatever_is_tried():
    at = position(["random"] * 4, 2, shown="gold-3", round=11, treasure_of={2: "no"})
    for world in range(5):
        tables, hiddens = ended(at, first=world)
        assert len({tuple(hidden["cards"].tolist()) for hidden in hiddens}) == 1
        assert len({int(hidden["order"]) for hidden in hiddens}) == 1
        others = {tuple(np.delete(table["last_choice"][:4], 2).tolist()) for table in tables}
        assert len(others) == 1


@pytest.mark.interpreted
def test_a_world_comes_out_alike_whatever_else_is_tried_and_however_it_is_divided():
    count = 60 if JIT_IS_ON else 6
    at = position(["random", "expert", "stars"], 1, ["options.slip=0.2"], shown="gold-3", round=8)
    whole = play_on(at, count=count)
    assert whole.shape == (len(at.actions), count)
    assert set(np.unique(whole).tolist()) <= {0, 20, 30, 60}
    for tried in ([3], [6, 0], [2, 4, 5]):
        assert np.array_equal(play_on(at, tried, count=count), whole[tried])
    parts = [play_on(at, first=first, count=count // 3) for first in range(0, count, count // 3)]
    assert np.array_equal(np.concatenate(parts, axis=1), whole)
    assert not np.array_equal(play_on(at, count=count, seed=6), whole)


@pytest.mark.interpreted
def test_nothing_is_played_once_it_is_to_stop():
    at = position(["random"] * 2, 0, shown="gold-3")
    assert play_on(at, stopped=True).shape == (7, 0)
