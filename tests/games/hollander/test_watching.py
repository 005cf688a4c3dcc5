"""Watching a game: the cards are all there after every event, and nothing is shown that a seat cannot see."""

import copy
import random
from collections import Counter

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.hollander.watching import scenes
from analyzer.games.protocol import BACK
from analyzer.studies.request import set_table
from tests.games.hollander.test_against_reference import random_table
from tests.reference import hollander as reference

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

GAMES = 60
ZONES = ("hand", "battle", "final")


def trace(players, changes, policies, game):
    table = set_table("hollander", players=players, policies=policies, settings=changes)
    return table.game.trace(table.setup, 11, game)


def games(number, seed):
    pick = random.Random(seed)
    return [trace(*random_table(pick), game) for game in range(number)]


def places(scene):
    return {place.label: list(place.cards) for place in scene.shared}


def seat_cards(scene, seat):
    return {place.label: list(place.cards) for place in scene.seats[seat]}


def all_cards(deal):
    dealt = [card for zone in ZONES for cards in deal[zone] for card in cards]
    return Counter(dealt + deal["draw_pile"])


def beside_the_reference(events, look):
    """The reference engine plays the recorded game; after each event, its table and the scene are looked at."""
    shown = iter(scenes(events))
    recorded = reference.Recorded(events)
    game = reference.Game(events[0], recorded, observer=lambda event: look(event, next(shown), game))
    game.run()


def test_the_table_is_the_one_that_the_rules_make_of_the_game():
    compared = 0

    def look(event, scene, game):
        nonlocal compared
        assert places(scene)["pile"] == game.pile
        assert Counter(places(scene)["burned"]) == Counter(game.burned)
        assert places(scene)["draw pile"] == [BACK] * len(game.draw_pile)
        for seat in range(game.players):
            for zone in ZONES:
                assert Counter(seat_cards(scene, seat)[zone]) == Counter(game.zone_cards(zone, seat))
        compared += 1

    for events in games(GAMES, seed=1):
        beside_the_reference(events, look)
    assert compared > 100 * GAMES


def test_no_card_is_lost_and_none_is_made():
    for events in games(GAMES, seed=2):
        deal = events[0]
        deck = all_cards(deal)
        undrawn = Counter(deal["draw_pile"])
        for event, scene in zip(events, scenes(events), strict=True):
            if event["event"] == "draw":
                undrawn -= Counter(event["cards"])
            lying = [card for label in ("pile", "burned") for card in places(scene)[label]]
            held = [card for seat in scene.seats for place in seat for card in place.cards]
            assert len(places(scene)["draw pile"]) == undrawn.total()
            assert Counter(lying + held) + undrawn == deck


def test_a_seat_sees_its_hand_and_the_battle_cards_and_no_other():
    for events in games(30, seed=3):
        seats = range(events[0]["players"])
        openly = scenes(events)
        for seat in seats:
            for seen, scene in zip(scenes(events, seat), openly, strict=True):
                for other in seats:
                    cards, true = seat_cards(seen, other), seat_cards(scene, other)
                    assert cards["battle"] == true["battle"]
                    assert cards["final"] == [BACK] * len(true["final"])
                    assert cards["hand"] == (true["hand"] if other == seat else [BACK] * len(true["hand"]))
                assert seen.shared == scene.shared


# What is hidden makes no difference


def hidden_cards(events, watcher):
    """Where cards stand in the events that the watcher never sees in the whole of these events.

    Each is a path into the events, as a tuple; all exchanges are left to another test.
    """
    deal = events[0]
    drawn = sum(len(event["cards"]) for event in events if event["event"] == "draw")
    found = [(0, "draw_pile", place) for place in range(drawn, len(deal["draw_pile"]))]
    for seat in range(deal["players"]):
        turned = [
            e["kind"] for e in events if e["event"] == "play" and e["zone"] == "final" and e["seat"] == seat
        ]
        turned += [e["final"] for e in events if e["event"] == "take" and e["final"] and e["seat"] == seat]
        found += [
            (0, "final", seat, place) for place, card in enumerate(deal["final"][seat]) if card not in turned
        ]
        if seat == watcher:
            continue
        # A kind that the player never laid and never took openly is still in the hand, if it was drawn.
        seen = {e["kind"] for e in events if e["event"] == "play" and e["seat"] == seat}
        seen |= {card for e in events if e["event"] == "take" and e["seat"] == seat for card in e["cards"]}
        number = 0
        for place, event in enumerate(events):
            if event["event"] == "draw":
                for card in range(len(event["cards"])):
                    if event["seat"] == seat and event["cards"][card] not in seen:
                        found.append((place, "cards", card, number + card))
                number += len(event["cards"])
    return found


def put(events, path, card):
    if path[1] == "cards":  # a drawn card lay in the draw pile before
        events[path[0]]["cards"][path[2]] = card
        events[0]["draw_pile"][path[3]] = card
    elif path[1] == "draw_pile":
        events[0]["draw_pile"][path[2]] = card
    else:
        events[0]["final"][path[2]][path[3]] = card


def got(events, path):
    if path[1] == "cards":
        return events[path[0]]["cards"][path[2]]
    return events[0]["draw_pile"][path[2]] if path[1] == "draw_pile" else events[0]["final"][path[2]][path[3]]


def test_other_hidden_cards_make_no_other_scenes():
    pick, dealt_anew, changed = random.Random(5), 0, 0
    for events in games(GAMES, seed=4):
        exchanges = [place for place, event in enumerate(events) if event["event"] == "exchange"]
        until = pick.randrange(1, exchanges[0] if exchanges else len(events))
        told = events[: until + 1] if not exchanges else events[:until]
        watcher = pick.randrange(events[0]["players"])
        paths = hidden_cards(told, watcher)
        others = copy.deepcopy(told)
        cards = [got(told, path) for path in paths]
        pick.shuffle(cards)
        for path, card in zip(paths, cards, strict=True):
            put(others, path, card)
        dealt_anew += others != told
        changed += scenes(others) != scenes(told)  # who sees all cards sees the difference
        assert scenes(others, watcher) == scenes(told, watcher)
    assert dealt_anew > GAMES / 2
    assert changed > GAMES / 2


@pytest.mark.parametrize(
    ("zone", "watcher", "seen"),
    [
        ("hand", 0, True), ("hand", 1, True), ("hand", 2, False), ("hand", None, True),
        ("battle", 0, True), ("battle", 2, True), ("final", 0, False), ("final", 1, False), ("final", None, True),
    ],
)  # fmt: skip
def test_an_exchange_is_told_to_those_who_see_it(zone, watcher, seen):
    deal = trace(3, [], ["lowest"], 0)[0]
    deal = {**deal, zone: [["9"] * 3, ["kraken"] * 3, ["1"] * 3]}
    exchange = {"event": "exchange", "seat": 0, "with": 1, "zone": zone, "gives": "9", "gets": "kraken"}
    told = scenes([deal, exchange], watcher)[-1].told
    assert told.startswith(f"Seat 0 exchanges a {zone} card with seat 1")
    assert ("a 9 for a kraken" in told) == seen
    assert ("9" in told or "kraken" in told) == seen


# What is told


def told(events, watcher=None):
    deal = trace(3, ["options.mutiny_first_max=2"], ["lowest"], 0)[0]
    deal = {
        **deal,
        "hand": [["7", "7", "island"], ["8"] * 3, ["mutiny"] * 3],
        "battle": [["7", "2", "3"]] * 3,
    }
    return scenes([deal, *events], watcher)[-1]


def play(seat, kind, count=1, zone="hand", from_battle=0):
    return {
        "event": "play",
        "seat": seat,
        "zone": zone,
        "kind": kind,
        "count": count,
        "from_battle": from_battle,
    }


@pytest.mark.parametrize(
    ("events", "sentence", "following"),
    [
        ([play(0, "7", 2)], "Seat 0 lays two 7s from the hand.", "next: 7 or higher, or a special"),
        ([play(1, "8")], "Seat 1 lays an 8 from the hand.", "next: 8 or higher, or a special"),
        ([play(0, "7", 3, "hand", 1)], "Seat 0 lays three 7s: two from the hand and one from the battle cards.",
         "next: 7 or higher, or a special"),
        ([play(0, "2", 1, "battle")], "Seat 0 lays a 2 from the battle cards.", "next: 2 or higher, or a special"),
        ([play(2, "mutiny", 2)], "Seat 2 lays two mutinies from the hand.", "next: 2 or lower, or a special (mutiny)"),
        ([play(0, "7"), play(2, "mutiny")], "Seat 2 lays a mutiny from the hand.",
         "next: 7 or lower, or a special (mutiny)"),
        ([play(0, "island")], "Seat 0 lays an island from the hand.", "next: any card (island)"),
        ([play(0, "7"), {"event": "take", "seat": 1, "cards": ["7"], "final": None}],
         "Seat 1 can lay nothing and takes the pile of one card.", "next: any card"),
        ([play(1, "8", 3), {"event": "burn", "seat": 1, "cause": "four"}],
         "Three 8s in a row burn the pile of 3 cards.", "next: any card"),
        ([play(0, "7"), {"event": "burn", "seat": 0, "cause": "kraken"}], "The kraken burns the pile of one card.",
         "next: any card"),
        ([{"event": "next", "seat": 0, "chosen": 2}], "Seat 0 chooses that seat 2 has the next turn.",
         "next: any card"),
        ([{"event": "skip", "seat": 1}], "Seat 1 is skipped.", "next: any card"),
        ([{"event": "draw", "seat": 0, "cards": ["9", "1", "9"]}], "Seat 0 draws a 1 and two 9s.", "next: any card"),
        ([{"event": "turn", "turn": 4, "seat": 2}], "Turn 4: seat 2 is to play.", "next: any card"),
        ([{"event": "swap", "seat": 0, "battle": ["7", "7", "7"], "hand": ["2", "3", "island"]}],
         "Seat 0 lays two 7s as battle cards, and takes a 2 and a 3 into the hand.", "next: any card"),
        ([{"event": "swap", "seat": 0, "battle": ["3", "2", "7"], "hand": ["7", "7", "island"]}],
         "Seat 0 leaves the battle cards as they are.", "next: any card"),
        ([{"event": "win", "seat": 1, "turns": 9}], "Seat 1 has no card left and wins after 9 turns.", ""),
        ([{"event": "unfinished", "turns": 9}], "The game ends without a winner: 9 turns are the limit.", ""),
    ],
)  # fmt: skip
def test_what_happens_is_told(events, sentence, following):
    scene = told(events)
    assert scene.told == sentence
    assert scene.shared[0].remark == following


def test_cards_that_others_draw_are_a_number():
    draw = {"event": "draw", "seat": 0, "cards": ["9", "1"]}
    assert told([draw], 0).told == "Seat 0 draws a 1 and a 9."
    assert told([draw], 1).told == "Seat 0 draws two cards."
    assert told([{**draw, "cards": ["9"]}], 1).told == "Seat 0 draws one card."


def test_who_is_to_move():
    events = trace(4, [], ["lowest"], 17)
    for event, scene in zip(events, scenes(events), strict=True):
        match event["event"]:
            case "deal":
                assert (scene.to_move, scene.moment) == ((0,), "before the first turn")
            case "swap":
                assert scene.to_move == ((event["seat"] + 1) % 4,)
            case "turn":
                assert (scene.to_move, scene.moment) == ((event["seat"],), f"turn {event['turn']}")
            case "play" | "burn" | "next" | "exchange" | "take" | "draw":
                assert scene.to_move == (event["seat"],)
            case "win":
                assert not scene.to_move


def test_a_game_may_be_watched_up_to_any_event():
    events = trace(3, [], ["random"], 2)
    whole = scenes(events)
    for end in (1, 3, 50):
        assert scenes(events[:end]) == whole[:end]


def test_what_may_be_laid_is_said_as_the_rules_have_it():
    said = Counter()

    def look(event, scene, game):
        if event["event"] != "turn":
            return
        crew = [str(rank) for rank in range(1, int(game.captain) + 1)]
        legal = [kind for kind in crew if not game.refusal(kind)]
        refused = [kind for kind in reference.SPECIALS if game.refusal(kind)]
        remark = scene.shared[0].remark
        bound = next((int(word) for word in remark.replace(",", "").split() if word.isdigit()), 0)
        if remark.startswith("next: any card"):
            assert legal == crew
        elif "or lower" in remark:
            assert legal == [kind for kind in crew if int(kind) <= bound]
        else:
            assert legal == [kind for kind in crew if int(kind) >= bound]
        assert refused == (["island", "mutiny"] if "but island and mutiny" in remark else [])
        said[remark.replace(str(bound), "n")] += 1

    for events in games(GAMES, seed=6):
        beside_the_reference(events, look)
    assert len(said) == 5
