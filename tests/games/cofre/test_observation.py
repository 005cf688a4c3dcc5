"""What a player sees is what a player could know: it fits the true cards, and hides all others.

Games are played decision by decision. On the way everything hidden is changed in a way that the player could not tell
from the truth: the cards that lie face down and the deck are shuffled, and the choices of this round that others have
made are replaced. What the engine then shows the player must be the same to the last bit, and so must be what every
policy decides.
"""

import random
from collections import Counter

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON, step
from analyzer.games.cofre.cards import LINE, TREASURE, card
from analyzer.games.cofre.kernel import reading
from analyzer.games.cofre.kernel.state import HIDDEN, NOTHING, OVER, ROUND, TABLE
from tests.games.cofre.positions import Asked, keep, lay, observation, turn, walk
from tests.games.cofre.tables import EVERYBODY, random_table

pytestmark = pytest.mark.interpreted

GAMES = 60 if JIT_IS_ON else 10


@step
def chance_all_below(table, stars):
    return reading.chance_all_below(table, stars)


@step
def chance_face_down(table, kind):
    return reading.chance_face_down(table, kind)


@step
def expected_stars(table, kind):
    return reading.expected_stars(table, kind)


@step
def expected_most(table):
    return reading.expected_most(table)


def tables(count):
    pick = random.Random(99)
    for game in range(count):
        players, changes, policies = random_table(pick)
        yield Asked(players, policies, changes), game


def unseen_cards(table):
    """Every unseen card, by what the table says."""
    found = Counter()
    for kind in range(int(table["types"])):
        for stars, count in enumerate(table["unseen"][kind].tolist()):
            found[card(kind, stars)] += count
    return +found


def test_no_card_is_lost_and_what_is_unseen_is_counted_right():
    decisions = 0
    for asked, game in tables(GAMES):
        for position in walk(asked, game):
            table, hidden = position.table, position.hidden
            first, last = int(hidden["next_card"]), int(hidden["card_count"])
            face_down = position.cards(first - LINE, first - 1)
            assert [int(each) for each in hidden["line"]][:2] == face_down
            assert unseen_cards(table) == Counter(face_down + position.cards(first, last))
            assert (
                card(int(table["shown_type"]), int(table["shown_stars"]))
                == position.cards(first - 1, first)[0]
            )
            counted = unseen_cards(table)
            assert int(table["unseen_cards"]) == counted.total()
            for kind in range(int(table["types"])):
                of_kind = {each: count for each, count in counted.items() if each // 16 == kind}
                assert int(table["unseen_of"][kind]) == sum(of_kind.values())
                assert int(table["unseen_stars"][kind]) == sum(each % 16 * n for each, n in of_kind.items())
            assert Counter(position.cards(0, last)) == Counter(int(each) for each in hidden["deck"][:last])
            decisions += 1
    assert decisions > 10 * GAMES


def test_what_players_did_before_is_shown():
    for asked, game in tables(GAMES // 2):
        chosen, shown, followed, used = None, None, Counter(), set()
        for position in walk(asked, game):
            table = position.table
            if position.seat == 0 and int(table["round_number"]) > 0:
                chosen = position.hidden["choices"].tolist()[: asked.players] if chosen is None else chosen
                followed.update(seat for seat, choice in enumerate(chosen) if choice == shown)
                used |= {seat for seat, choice in enumerate(chosen) if choice == TREASURE}
            last = chosen or [NOTHING] * asked.players
            assert table["last_choice"].tolist()[: asked.players] == last
            assert table["followed"].tolist()[: asked.players] == [
                followed[seat] for seat in range(asked.players)
            ]
            assert table["has_treasure"].tolist()[: asked.players] == [
                int(seat not in used) for seat in range(asked.players)
            ]
            if position.seat == asked.players - 1:
                copy = position.copy()
                choice = asked.move(copy)
                chosen = [*position.hidden["choices"].tolist()[: asked.players - 1], choice]
                shown = int(table["shown_type"])


# What is hidden stays hidden


def change_hidden(position, pick):
    """Shuffles all unseen cards, and has those who have chosen in this round choose something else."""
    hidden = position.hidden
    first, last = int(hidden["next_card"]), int(hidden["card_count"])
    places = [first - 3, first - 2, *range(first, last)]
    cards = [int(hidden["cards"][place]) for place in places]
    pick.shuffle(cards)
    for place, each in zip(places, cards, strict=True):
        hidden["cards"][place] = each
    hidden["line"][:2] = cards[:2]
    for seat in range(position.seat):
        hidden["choices"][seat] = pick.randrange(int(position.table["types"]))


def compare(count, leak=None):
    """Has everybody decide in pairs of positions that look alike to who is to choose."""
    pick = random.Random(5)
    decisions = changes = 0
    for asked, game in tables(count):
        policies = [*EVERYBODY, "expert:noise=0,hurdle=-3,rivals=1"]
        groups = [Asked(len(some), some) for some in (policies[:4], policies[4:])]
        for group in groups:
            group.rows["strategy"] = asked.rows["strategy"]
        for position in walk(asked, game):
            other = position.copy()
            change_hidden(other, pick)
            changes += other.hidden["cards"].tolist() != position.hidden["cards"].tolist()
            true = position.copy()
            if leak is None:
                assert true.seen() == other.seen()
            else:
                leak(true)
                leak(other)
            for group in groups:
                for place in range(group.players):
                    assert group.decision(true, place) == group.decision(other, place)
            decisions += 1
    assert decisions > 10 * count
    assert changes > decisions / 2


def test_what_is_hidden_changes_no_observation_and_no_decision():
    compare(GAMES)


def leak_a_face_down_card(position):
    kind = int(position.hidden["line"][0]) // 16
    position.table["unseen_stars"][kind] += 1000


def test_a_leak_would_be_noticed():
    with pytest.raises(AssertionError):
        compare(GAMES, leak_a_face_down_card)


def test_all_choose_on_the_same_table():
    for asked, game in tables(GAMES // 2):
        first = None
        for position in walk(asked, game):
            seen = position.seen()
            seat = seen.pop("seat")
            assert seat == 0 or seen == first
            first = seen


def play_on(asked, position):
    while position.table["phase"] < OVER:
        if position.table["phase"] == ROUND:
            lay(position.table, position.hidden)
        while position.seat < asked.players:
            keep(position.table, position.hidden, np.int64(asked.move(position)))
        turn(position.table, position.hidden)
    return [np.array(position.hidden[name]).tolist() for name in HIDDEN.names] + [position.seen()]


def test_a_game_goes_on_alike_from_a_copy_of_any_decision():
    pick = random.Random(6)
    for asked, game in tables(GAMES // 2):
        end = play_on(asked, asked.position(game))
        copies = [position.copy() for position in walk(asked, game)]
        for copy in pick.sample(copies, min(5, len(copies))):
            assert play_on(asked, copy) == end


# Questions about an observation


def test_chances_are_those_of_two_cards_drawn_from_the_unseen_ones():
    pick = random.Random(8)
    for asked, game in tables(GAMES // 3):
        for position in walk(asked, game):
            if pick.random() < 0.9:
                continue
            table = position.table
            unseen = list(unseen_cards(table).elements())
            pairs = [(a, b) for i, a in enumerate(unseen) for j, b in enumerate(unseen) if i != j]
            shown = card(int(table["shown_type"]), int(table["shown_stars"]))
            bests = [max(shown % 16, a % 16, b % 16) for a, b in pairs]
            assert float(expected_most(table)) == pytest.approx(np.mean(bests))
            for stars in range(5):
                expected = np.mean([max(a % 16, b % 16) < stars for a, b in pairs])
                assert float(chance_all_below(table, np.int64(stars))) == pytest.approx(expected)
            for kind in range(int(table["types"])):
                there = [kind in (a // 16, b // 16) for a, b in pairs]
                assert float(chance_face_down(table, np.int64(kind))) == pytest.approx(np.mean(there))
                stars = [sum(each % 16 for each in (shown, a, b) if each // 16 == kind) for a, b in pairs]
                assert float(expected_stars(table, np.int64(kind))) == pytest.approx(np.mean(stars))


def test_observations_made_by_hand_are_as_the_engine_makes_them():
    asked = Asked(4, ["stars"])
    position = next(iter(walk(asked, 7)))
    names = ("gold", "rubies", "pearls", "crowns", "swords", "maps")
    shown = f"{names[int(position.table['shown_type'])]}-{int(position.table['shown_stars'])}"
    made = observation(shown)
    made["phase"] = position.table["phase"]
    for name in TABLE.names:
        assert np.array_equal(made[name], position.table[name]), name
