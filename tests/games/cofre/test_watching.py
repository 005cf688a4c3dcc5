"""Watching a game: the cards are all there after every event, and nothing is shown that a seat cannot see."""

import copy
import random
from collections import Counter

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.watching import scenes
from analyzer.games.protocol import BACK
from tests.games.cofre.tables import random_table, trace
from tests.reference import cofre as reference

pytestmark = pytest.mark.interpreted

GAMES = 60 if JIT_IS_ON else 8


def games(number, seed):
    pick = random.Random(seed)
    return [trace(*random_table(pick), 11, game) for game in range(number)]


def places(scene):
    return {place.label: list(place.cards) for place in scene.shared}


def seat_places(scene, seat):
    return {place.label: place for place in scene.seats[seat]}


def test_the_table_is_the_one_that_the_rules_make_of_the_game():
    """The reference engine plays the recorded game; after each event, its table and the scene are looked at."""
    looked_at = Counter()
    for events in games(GAMES, 1):
        game = beside_the_reference(events, looked_at)
        last = scenes(events)[-1]
        for seat in range(game.players):
            assert list(seat_places(last, seat)["won"].cards) == game.piles[seat]
            points = reference.score(game.piles[seat], game.hooks[seat])
            assert seat_places(last, seat)["won"].remark.startswith(f"{points} point")
    assert set(looked_at) == {"game", "round", "choose", "order", "slip", "gain", "hook", "unhook", "win"}


def beside_the_reference(events, looked_at):
    shown = iter(scenes(events))
    taken = Counter()

    def look(event, rule):
        scene = next(shown)
        if event["event"] == "round":
            taken.clear()
        taken.update(event.get("cards", []))
        if event["event"] not in ("game", "win"):
            assert Counter(places(scene)["chest cards"]) == Counter(game.chests) - taken
            assert len(places(scene)["deck"]) == len(game.stock)
        looked_at[event["event"]] += 1

    game = reference.Game(events[0], reference.Recorded(events), None, look)
    game.run()
    return game


def test_labels_and_their_order_are_the_same_in_all_scenes():
    for events in games(GAMES // 4, 2):
        for scene in scenes(events):
            assert [place.label for place in scene.shared] == ["chest cards", "deck"]
            assert all([place.label for place in seat] == ["choice", "won"] for seat in scene.seats)
            assert not any(" " in card for seat in scene.seats for place in seat for card in place.cards)


def test_a_seat_sees_the_face_up_card_and_its_own_choice_until_all_are_turned():
    for events in games(GAMES // 4, 3):
        for watcher in range(events[0]["players"]):
            turned = True
            for event, scene in zip(events, scenes(events, watcher), strict=True):
                line = places(scene)["chest cards"]
                choices = [
                    list(seat_places(scene, seat)["choice"].cards) for seat in range(events[0]["players"])
                ]
                if event["event"] == "round":
                    turned = False
                    assert line == [BACK, BACK, event["shown"]]
                    assert not any(choices)
                elif event["event"] == "choose":
                    assert line[:2] == [BACK, BACK]
                    for seat, choice in enumerate(choices):
                        assert choice == ([event["choices"][seat]] if seat == watcher else [BACK])
                else:
                    turned = True
                assert turned == (BACK not in line)
                assert set(places(scene)["deck"]) <= {BACK}


def test_other_hidden_cards_make_no_other_scenes():
    pick, changed = random.Random(5), 0
    for events in games(GAMES, 4):
        watcher = pick.randrange(events[0]["players"])
        rounds = [place for place, event in enumerate(events) if event["event"] == "round"]
        place = pick.choice(rounds)
        told = events[: place + 1 + pick.randrange(2)]
        other = copy.deepcopy(told)
        first = 3 * rounds.index(place)
        unseen = [*events[0]["deck"][first : first + 2], *events[0]["deck"][first + 3 :]]
        pick.shuffle(unseen)
        other[0]["deck"][first : first + 2], other[0]["deck"][first + 3 :] = unseen[:2], unseen[2:]
        other[place]["hidden"] = unseen[:2]
        if len(told) > place + 1:
            types = list(events[0]["rules"]["deck"])
            other[-1]["choices"] = [
                choice if seat == watcher else pick.choice(types)
                for seat, choice in enumerate(told[-1]["choices"])
            ]
        changed += other != told
        assert scenes(other, watcher) == scenes(told, watcher)
    assert changed > GAMES / 2


# What is told


def after(*events, watcher=None):
    rules = reference.standard_rules()
    start = reference.beginning(rules, 3, reference.cards_of(rules["deck"]))
    lay = {"event": "round", "round": 4, "hidden": ["gold-3", "maps-1"], "shown": "gold-2"}
    choose = {"event": "choose", "choices": ["gold", "treasure", "swords"]}
    order = {"event": "order", "order": [2, 0, 1]}
    chain = [start, lay, choose, order]
    names = [event["event"] for event in chain]
    wanted = events[0] if isinstance(events[0], str) else None
    told = chain[: names.index(wanted) + 1] if wanted else [*chain, *events]
    return scenes(told, watcher)[-1]


@pytest.mark.parametrize(
    ("scene", "sentence"),
    [
        (after("game"), "A game for 3 players begins."),
        (after("round"), "Round 4: gold-2 lies face up beside two cards that lie face down."),
        (after("choose"), "Seat 0 goes for gold. Seat 1 plays the treasure card. Seat 2 goes for swords."),
        (after("choose", watcher=1), "All have chosen. Seat 1 plays the treasure card."),
        (after("order"), "All cards are turned: gold-3, maps-1 and gold-2 lie there. Seat 2 is fastest, then 0 and 1."),
        (after({"event": "slip", "seat": 0}), "Seat 0 touches a card by mistake and wins nothing."),
        (after({"event": "gain", "seat": 0, "cards": ["gold-3", "gold-2"]}), "Seat 0 wins gold-3 and gold-2: 5 stars."),
        (after({"event": "gain", "seat": 0, "cards": ["maps-1"]}), "Seat 0 wins maps-1: 1 star."),
        (after({"event": "hook", "seat": 1, "cause": "treasure"}),
         "Seat 1 draws a hook card for the treasure card, which won nothing."),
        (after({"event": "hook", "seat": 1, "cause": "slip"}), "Seat 1 draws a hook card for the mistake."),
        (after({"event": "unhook", "seat": 0, "count": 2}), "Seat 0 gives back 2 hook cards for gold coins."),
        (after({"event": "win", "seats": [1], "scores": [3, 4, -1]}),
         "Seat 1 wins: seat 0 has 3 points, seat 1 has 4 points, seat 2 has -1 point."),
        (after({"event": "win", "seats": [0, 1], "scores": [4, 4, 0]}),
         "Seats 0 and 1 share the win: seat 0 has 4 points, seat 1 has 4 points, seat 2 has 0 points."),
    ],
)  # fmt: skip
def test_what_happens_is_told(scene, sentence):
    assert scene.told == sentence


def test_who_is_to_move_and_how_each_stands():
    assert after("game").to_move == ()
    assert (after("round").to_move, after("round").moment) == ((0, 1, 2), "round 4")
    assert after("choose").to_move == ()
    assert seat_places(after("choose"), 1)["won"].remark == "0 points, holds the treasure card"
    assert seat_places(after("order"), 1)["won"].remark == "0 points"
    hooked = after(
        {"event": "gain", "seat": 0, "cards": ["gold-3"]}, {"event": "hook", "seat": 0, "cause": "slip"}
    )
    assert seat_places(hooked, 0)["won"].remark == "2 points, 1 hook card, holds the treasure card"


def test_a_game_may_be_watched_up_to_any_event():
    events = trace(3, [], ["random"], 1, 2)
    whole = scenes(events)
    for end in (1, 3, 17):
        assert scenes(events[:end]) == whole[:end]
