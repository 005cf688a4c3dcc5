"""The watched table is that of the events, and a seat sees no card that its player could not see."""

import copy
import random
from collections import Counter

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.watching import scenes
from analyzer.games.protocol import BACK
from tests.games.pescado.tables import random_table, trace

pytestmark = pytest.mark.interpreted

GAMES = 40 if JIT_IS_ON else 4


def games(count, seed):
    pick = random.Random(seed)
    for game in range(count):
        yield trace(*random_table(pick), seed, game)


def shared(scene):
    return {place.label: list(place.cards) for place in scene.shared}


def seat_cards(scene, seat):
    return {place.label: list(place.cards) for place in scene.seats[seat]}


def test_there_is_a_scene_for_every_event_with_the_same_places():
    for events in games(GAMES, 1):
        found = scenes(events)
        assert len(found) == len(events)
        for scene in found:
            assert [place.label for place in scene.shared] == ["table", "deck"]
            assert all([place.label for place in seat] == ["hand", "captured"] for seat in scene.seats)
            assert scene.told.endswith(".")
            assert not any(" " in card for place in scene.shared for card in place.cards)
        assert found[0].moment == "before the first round"
        assert found[-1].to_move == ()


def test_no_card_is_lost_and_none_is_made():
    for events in games(GAMES, 2):
        deck = Counter()
        played = None
        for event, scene in zip(events, scenes(events), strict=True):
            if event["event"] == "round":
                deck, dealt = Counter(event["deck"]), len(event["table"])
                played = False
            if event["event"] == "deal":
                dealt = dealt + sum(map(len, event["hands"]))
                played = True
            if not played:
                continue
            held = [card for seat in scene.seats for place in seat for card in place.cards]
            lying = shared(scene)
            if event["event"] in ("deal", "play", "leftover") and event.get("seat", 0) is not None:
                known = Counter(held + lying["table"])
                assert len(lying["deck"]) == deck.total() - dealt
                assert not known - deck
                assert known.total() + len(lying["deck"]) == deck.total()


def test_the_seat_to_move_is_the_one_that_plays_next():
    for events in games(GAMES, 3):
        found = scenes(events)
        for place, event in enumerate(events):
            if event["event"] == "play":
                assert found[place - 1].to_move == (event["seat"],)


def test_totals_are_told_as_scored():
    for events in games(GAMES, 4):
        for event, scene in zip(events, scenes(events), strict=True):
            if event["event"] == "score":
                for seat, total in enumerate(event["totals"]):
                    assert scene.seats[seat][1].remark.startswith(f"{total} point")
                    assert f"Seat {seat} scores {event['round_points'][seat]}" in scene.told


def test_a_seat_sees_its_hand_and_what_lies_open_and_no_other():
    for events in games(GAMES, 5):
        seats = range(events[0]["players"])
        openly = scenes(events)
        for seat in seats:
            for seen, scene in zip(scenes(events, seat), openly, strict=True):
                assert seen.shared == scene.shared
                assert set(shared(seen)["deck"]) <= {BACK}
                assert seen.told == scene.told
                for other in seats:
                    cards, true = seat_cards(seen, other), seat_cards(scene, other)
                    assert cards["captured"] == true["captured"]
                    assert cards["hand"] == (true["hand"] if other == seat else [BACK] * len(true["hand"]))


def test_other_hidden_cards_make_no_other_scenes():
    pick = random.Random(6)
    changed = 0
    for events in games(GAMES, 6):
        rounds = [place for place, event in enumerate(events) if event["event"] == "round"]
        until = pick.randrange(rounds[0] + 2, len(events) if len(rounds) == 1 else rounds[1])
        told = events[:until]
        watcher = pick.randrange(events[0]["players"])
        # All that was not played yet, of the others' hands and of the deck, changes places.
        played = {event["card"] for event in told if event["event"] == "play"}
        deals = [event for event in told if event["event"] == "deal"]
        kept = (
            {card for event in deals for card in event["hands"][watcher]}
            | played
            | set(told[rounds[0]]["table"])
        )
        hidden = [card for card in told[rounds[0]]["deck"] if card not in kept] + told[rounds[0]]["left_out"]
        anew = dict(zip(hidden, pick.sample(hidden, len(hidden)), strict=True))
        others = copy.deepcopy(told)
        for event in others:
            for key in ("deck", "left_out"):
                if key in event:
                    event[key] = [anew.get(card, card) for card in event[key]]
            if "hands" in event:
                event["hands"] = [[anew.get(card, card) for card in hand] for hand in event["hands"]]
        changed += scenes(others) != scenes(told)
        assert scenes(others, watcher) == scenes(told, watcher)
    assert changed > GAMES / 3


# What is told

BEGIN = trace(2, ['deck.specials=["*", "J", "1/10", "0"]'], ["greedy-cards"], 1, 0)[:3]


def told(event, table=("c-1",), hand=("a-1",)):
    events = copy.deepcopy(BEGIN)
    events[1]["table"] = list(table)
    events[2]["hands"][0] = list(hand)
    return scenes([*events, event])[-1].told


def played(card, captured=(), value=None, *, swept=False, pescado=False):
    return {
        "event": "play", "seat": 0, "card": card, "captured": list(captured),
        "value": value, "swept": swept, "pescado": pescado,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (played("a-3"), "Seat 0 lays a-3 on the table."),
        (played("a-9", ["b-6"], 9), "Seat 0 plays a-9 and captures b-6."),
        (played("a-3", ["b-2", "c-10"], 3), "Seat 0 plays a-3 and captures b-2 and c-10."),
        (played("1/10", ["a-5"], 10), "Seat 0 plays 1/10 as 10 and captures a-5."),
        (
            played("a-9", ["b-6", "J"], 9, swept=True, pescado=True),
            "Seat 0 plays a-9 and captures b-6 and J, all that lies there: a pescado.",
        ),
        (
            {"event": "leftover", "seat": 1, "cards": ["a-4"]},
            "Seat 1 captured last and takes what is left: a-4.",
        ),
        (
            {"event": "leftover", "seat": None, "cards": ["a-4", "b-2"]},
            "Nobody has captured anything, so nobody takes a-4 and b-2.",
        ),
        ({"event": "win", "seats": [1], "rounds": 1}, "Seat 1 wins after 1 round."),
        ({"event": "win", "seats": [0, 1], "rounds": 3}, "Seats 0 and 1 share the win after 3 rounds."),
        ({"event": "unfinished", "rounds": 2}, "The game ends without a winner: 2 rounds are the limit."),
    ],
)
def test_events_are_told_in_plain_words(event, words):
    lying = event.get("captured") or event.get("cards") or ["c-1"]
    assert told(event, lying, [event.get("card", "a-1")]) == words


def test_points_are_told_with_what_brought_them():
    items = dict.fromkeys(
        ("seven_of_tuna", "most_tuna", "most_cards", "most_sevens", "zero", "pescados", "j"), 0
    )
    event = {
        "event": "score",
        "round_points": [6, -1],
        "items": [items | {"seven_of_tuna": 1, "zero": 2, "pescados": 3}, items | {"j": -1}],
        "totals": [6, -1],
    }
    assert told(event) == (
        "Seat 0 scores 6 (7 of tuna, two 0s, 3 pescados) and has 6. Seat 1 scores -1 (less J) and has -1."
    )
