"""What a player sees is what a player could know: it fits the true cards, and hides all others.

Games are played decision by decision. On the way everything hidden from a player is dealt anew, in a way that the
player could not tell from the truth: the others' hands, the rest of the deck, the number cards that are left out and
the specials that were not drawn. What the engine then shows the player must be the same to the last bit, and so must be
what every policy decides.
"""

import random
from collections import Counter

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON, step
from analyzer.games.pescado.cards import HAND, LAID_OUT, cards_of, set_of
from analyzer.games.pescado.kernel import reading
from analyzer.games.pescado.kernel.state import NOBODY, TABLE
from tests.games.pescado.positions import EVERY_NUMBER, EVERY_SPECIAL, Asked, walk
from tests.games.pescado.tables import EVERYBODY, random_rules, random_table
from tests.reference import pescado as reference

pytestmark = pytest.mark.interpreted

GAMES = 60 if JIT_IS_ON else 5
DEALT_ANEW = 3


@step
def unseen(table):
    return reading.unseen_cards(table)


@step
def unknown_in_play(table):
    return reading.unknown_in_play(table)


@step
def expected_in_play(table, card_set):
    return reading.expected_in_play(table, card_set)


@step
def plays_left(table):
    return reading.plays_left(table)


@step
def cards_of_next(table):
    return reading.cards_of_next(table)


def tables(count):
    pick = random.Random(99)
    for game in range(count):
        players, changes, policies = random_table(pick)
        yield Asked(players, policies, [*changes, "options.round_limit=3"]), game


def deck_left(position):
    hidden = position.hidden
    return [int(card) for card in hidden["cards"][int(hidden["next_card"]) : int(hidden["card_count"])]]


def test_no_card_is_lost_and_nothing_is_claimed_that_is_not_so():
    decisions = 0
    for asked, game in tables(GAMES):
        for position in walk(asked, game):
            table, hidden = position.table, position.hidden
            seats = range(asked.players)
            everything = Counter(deck_left(position)) + Counter(cards_of(table["table"]))
            for seat in seats:
                everything += Counter(cards_of(hidden["hands"][seat])) + Counter(
                    cards_of(table["captured"][seat])
                )
                assert int(table["hand_size"][seat]) == len(cards_of(hidden["hands"][seat]))
            assert everything == Counter(int(card) for card in hidden["cards"][: int(hidden["card_count"])])
            assert table["hand"] == hidden["hands"][position.seat]
            hidden_cards = set(deck_left(position))
            for seat in seats:
                if seat != position.seat:
                    hidden_cards |= set(cards_of(hidden["hands"][seat]))
            assert hidden_cards <= set(cards_of(unseen(table)))
            assert int(unknown_in_play(table)) == len(hidden_cards)
            expected = expected_in_play(table, unseen(table))
            assert expected == pytest.approx(len(hidden_cards))
            assert int(plays_left(table)) == len(deck_left(position)) + sum(
                table["hand_size"][: asked.players]
            )
            after = (position.seat + 1) % asked.players
            more = HAND if deck_left(position) else 0
            assert int(cards_of_next(table)) == (int(table["hand_size"][after]) or more)
            decisions += 1
    assert decisions > 40 * GAMES


def test_how_many_of_some_cards_are_in_play_is_expected_right():
    pick = random.Random(3)
    for players in reference.PLAYER_COUNTS:
        asked = Asked(players, ["random"], ["options.round_limit=1"])
        wanted = set_of(pick.sample(cards_of(EVERY_NUMBER), 12) + pick.sample(cards_of(EVERY_SPECIAL), 4))
        truth, expected, games = 0, 0.0, 400 if JIT_IS_ON else 10
        for game in range(games):
            position = next(iter(walk(asked, game)))
            unseen_wanted = int(unseen(position.table)) & wanted
            in_round = set_of(
                [int(card) for card in position.hidden["cards"][: int(position.hidden["card_count"])]]
            )
            truth += len(cards_of(unseen_wanted & in_round))
            expected += float(expected_in_play(position.table, np.uint64(unseen_wanted)))
        assert abs(truth - expected) < 4 * games**0.5  # the number in play varies by less than 1


# What is hidden stays hidden


def deal_anew(position, watcher, mover, played, pick):
    """Deals all cards again that the watcher could not know, before the mover plays a card that they will see."""
    table, hidden = position.table, position.hidden
    players = int(table["players"])
    kept = set(cards_of(hidden["hands"][watcher])) | {played}
    first, last = int(hidden["next_card"]), int(hidden["card_count"])
    ends_the_deal = (
        int(table["hand_size"][mover]) == 1 and int(table["hand_size"][(mover + 1) % players]) == 0
    )
    if ends_the_deal:  # the watcher's next cards are dealt before they decide
        place = first + HAND * ((watcher - int(table["starter"])) % players)
        kept |= {int(card) for card in hidden["cards"][place : min(place + HAND, last)]}
    hands = [cards_of(hidden["hands"][seat]) for seat in range(players) if seat != watcher]
    old = [
        card
        for card in [*(card for hand in hands for card in hand), *deck_left(position)]
        if card not in kept
    ]
    seen = int(table["table"]) | set_of([*kept])
    for seat in range(players):
        seen |= int(table["captured"][seat])
    specials = cards_of(int(table["deck"]) & EVERY_SPECIAL & ~seen)
    numbers = cards_of(int(table["deck"]) & EVERY_NUMBER & ~seen)
    drawn = sum(EVERY_SPECIAL >> card & 1 for card in old)
    new = pick.sample(specials, drawn) + pick.sample(numbers, len(old) - drawn)
    pick.shuffle(new)
    into = dict(zip(old, new, strict=True))
    for seat in range(players):
        hidden["hands"][seat] = set_of([into.get(card, card) for card in cards_of(hidden["hands"][seat])])
    for place in range(first, last):
        card = int(hidden["cards"][place])
        hidden["cards"][place] = into.get(card, card)


def pairs(asked, game, pick):
    """Positions in which a player decides, each with the same after the hidden cards were dealt anew before it."""
    before = None
    for position in walk(asked, game):
        table = position.table
        if before is not None and before.table["round_number"] == table["round_number"]:
            card, chosen = asked.move(before.copy())
            for _ in range(DEALT_ANEW):
                anew = before.copy()
                deal_anew(anew, position.seat, before.seat, card, pick)
                changed = anew.hidden["hands"].tolist() != before.hidden["hands"].tolist()
                anew.play(card, chosen)
                anew.hidden["streams"][:] = position.hidden["streams"]
                yield position, anew, changed
        before = position.copy()


def everybody():
    """Every policy, the expert also with other weights, at tables of up to four."""
    names = [*EVERYBODY, "expert:flow=3,hold=1,reply=3"]
    return [Asked(len(some), some) for some in (names[:4], names[4:])]


def compare(count, leak=None):
    """Has everybody decide in pairs of positions that look alike to who is to decide."""
    groups = everybody()
    pick = random.Random(5)
    decisions = changes = 0
    for table, game in tables(count):
        for true, anew, changed in pairs(table, game, pick):
            if pick.random() < 0.7:
                continue
            if leak is not None:
                true, anew = true.copy(), anew.copy()
                leak(true)
                leak(anew)
            else:
                assert true.seen() == anew.seen()
            for asked in groups:
                for place in range(asked.players):
                    assert asked.decision(true, place) == asked.decision(anew, place)
            decisions += 1
            changes += changed
    assert decisions > 20 * count
    assert changes > decisions / 2


def test_what_is_hidden_changes_no_observation_and_no_decision():
    compare(GAMES)


def leak_the_next_hand(position):
    table = position.table
    after = (position.seat + 1) % int(table["players"])
    table["captured"][after] = int(table["captured"][after]) | int(position.hidden["hands"][after])


def test_a_leak_would_be_noticed():
    with pytest.raises(AssertionError):
        compare(GAMES, leak_the_next_hand)


# A new round


def test_a_new_round_shows_nothing_of_the_last_one():
    asked = Asked(3, ["greedy-points"], [*random_rules(random.Random(1), 3)[:1], "options.target=50"])
    fresh = ("captured", "pescados", "star_is_zero", "deal")
    starts = 0
    number = -1
    for position in walk(asked, 5):
        if position.table["round_number"] != number:
            number = int(position.table["round_number"])
            starts += 1
            for name in fresh:
                assert not np.any(position.table[name])
            assert position.table["last_capturer"] == NOBODY
            assert position.seat == number % 3 == int(position.table["starter"])
            assert len(cards_of(position.table["table"])) == LAID_OUT
    assert starts > 3
    assert set(TABLE.names) >= set(fresh)
