"""What is said of a position is read as it is meant, and refused where it cannot be."""

import random

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.cofre.kernel.state import TABLE
from analyzer.games.cofre.position.questions import CHOOSE
from analyzer.games.positions import GivesAdvice
from analyzer.games.protocol import PolicyFailed
from tests.games.cofre.advised import GAME, choices_of, deck, play_on, position
from tests.games.cofre.own_policies import write
from tests.games.cofre.positions import Asked, walk
from tests.games.cofre.tables import random_table, trace

pytestmark = pytest.mark.interpreted

GAMES = 10 if JIT_IS_ON else 4


def said(at):
    """A position's canonical form as it is said."""
    apart = {field.name for field in CHOOSE.fields if field.per_seat}
    given = {}
    for name, text in at.given:
        if name in apart:
            seat, _, value = text.partition("=")
            given.setdefault(name, {})[seat] = value
        else:
            given[name] = text
    return given


def read(given, setup, seat=None):
    return GAME.position("choose", setup, seat, given)


def same(first, second):
    return all(
        np.array_equal(first.state.observations[0][name], second.state.observations[0][name])
        for name in TABLE.names
    ) and (first.state.forgotten, first.seat) == (second.state.forgotten, second.seat)


def test_the_game_gives_advice():
    assert isinstance(GAME, GivesAdvice)
    assert list(GAME.questions) == ["choose"]


def test_the_face_up_card_is_all_that_must_be_said():
    at = position(["stars"] * 4, None, shown="maps-2")
    table = at.state.observations[0]
    assert (at.seat, int(table["seat"]), int(table["round_number"])) == (0, 0, 0)
    assert (int(table["shown_type"]), int(table["shown_stars"])) == (5, 2)
    assert table["has_treasure"].tolist() == [1, 1, 1, 1, 0, 0]
    assert int(table["unseen_cards"]) == 35
    assert int(table["unseen"][5, 2]) == 1
    assert at.given == [("shown", "maps-2")]
    assert [action.label for action in at.actions] == [
        "gold", "rubies", "pearls", "crowns", "swords", "maps, which lies face up", "the treasure card"
    ]  # fmt: skip
    assert [action.json for action in at.actions] == [
        {"action": {"event": "choose", "choices": [name, None, None, None]}}
        for name in ("gold", "rubies", "pearls", "crowns", "swords", "maps", "treasure")
    ]
    assert at.reference is None
    assert "every order being equally likely, whatever the choices of the others may reveal" in at.hidden


def test_who_has_used_the_treasure_card_cannot_choose_it():
    at = position(["stars"] * 3, 1, shown="gold-1", round=2, treasure_of={1: "no"})
    assert "treasure" not in choices_of(at)
    other = position(["stars"] * 3, 1, shown="gold-1", round=2, treasure_of={0: "no", 2: False})
    assert "treasure" in choices_of(other)


def test_a_position_of_a_traced_game_is_what_the_engine_shows_there():
    pick = random.Random(4)
    for game in range(GAMES):
        players, changes, policies = random_table(pick)
        events = trace(players, changes, policies, 3, game)
        asked = Asked(players, policies, changes)
        given = list(positions_of(events))
        for decision in walk(asked, game):
            if pick.random() < 0.7:
                continue
            at = position(policies, decision.seat, changes, **given[int(decision.table["round_number"])])
            for name in TABLE.names:
                assert np.array_equal(at.state.observations[0][name], decision.table[name]), name
            assert same(read(said(at), at.setup, at.seat), at)


def positions_of(events):
    """What can be said before each choice of a game, told from its trace alone."""
    players = events[0]["players"]
    state = {
        "stars": [0] * players,
        "hooks": [0] * players,
        "followed": [0] * players,
        "treasure": [True] * players,
    }
    seen, last, line = [], None, []
    for event in events[1:]:
        match event["event"]:
            case "round":
                line = [*event["hidden"], event["shown"]]
                yield {
                    "shown": event["shown"],
                    "seen": list(seen),
                    "stars_of": dict(enumerate(state["stars"])),
                    "hooks_of": dict(enumerate(state["hooks"])),
                    "followed_of": dict(enumerate(state["followed"])),
                    "treasure_of": dict(enumerate(state["treasure"])),
                    "last_choice_of": dict(enumerate(last or [])),
                }
                seen += line
            case "choose":
                last = event["choices"]
                for seat, choice in enumerate(last):
                    state["followed"][seat] += choice == line[2].rpartition("-")[0]
                    state["treasure"][seat] &= choice != "treasure"
            case "gain":
                state["stars"][event["seat"]] += sum(int(card.rpartition("-")[2]) for card in event["cards"])
            case "hook":
                state["hooks"][event["seat"]] += 1
            case "unhook":
                state["hooks"][event["seat"]] -= event["count"]


# How cards are written


@pytest.mark.parametrize(
    "written",
    [
        "gold 1 1 3, maps-2 rubies-1 rubies-2",
        "MAPS2;gold1 Gold-1 gold 3 rubies 2 1",
        "maps 2 gold 3 1 1 rubies-1,rubies-2",
    ],
)
def test_cards_can_be_written_in_several_ways(written):
    at = position(["stars"] * 3, 0, shown="Gold 2", seen=written)
    assert at.given == [("shown", "gold-2"), ("seen", "gold 1 1 3, rubies 1 2, maps 2")]
    assert int(at.state.observations[0]["round_number"]) == 2


def test_a_list_of_cards_can_be_said_as_a_list():
    at = position(["stars"] * 3, 0, shown=["gold", 2], seen=["gold", 1, 1, "maps-2"])
    assert said(at) == {"shown": "gold-2", "seen": "gold 1 1, maps 2"}


def test_types_may_have_digits_dashes_and_capitals():
    settings = [
        *deck(),
        "options.gold_type=",
        "deck.Rum_2=[1,12]",
        "deck.black-pearls=[3]",
        "deck.BLACK-pearls=[4]",
    ]
    at = position(["stars"] * 2, 0, settings, shown="rum_2-12")
    assert at.given == [("shown", "Rum_2-12")]
    assert position(["stars"] * 2, 0, settings, shown="BLACK-pearls 4").given == [("shown", "BLACK-pearls-4")]
    with pytest.raises(UserError, match="is no card of the deck"):
        position(["stars"] * 2, 0, settings, shown="black-PEARLS 4")


def test_the_round_says_that_cards_are_missing():
    at = position(["stars"] * 3, 0, shown="gold-2", seen="maps 1 2", round=4)
    assert (at.state.forgotten, int(at.state.observations[0]["round_number"])) == (10, 4)
    assert said(at) == {"shown": "gold-2", "seen": "maps 1 2", "round": "4"}
    assert dict(at.told)["turned up before"] == "maps 1 2; 10 more that are not known"
    complete = position(["stars"] * 3, 0, shown="gold-2", seen="maps 1 2 3", round="1")
    assert said(complete) == {"shown": "gold-2", "seen": "maps 1 2 3"}
    assert same(read(said(at), at.setup), at)


def test_the_position_is_told_in_words():
    at = position(
        ["stars"] * 2, 1, shown="gold-2", seen="maps 1 2 3", stars_of={0: 3, 1: 1}, hooks_of={1: 1},
        treasure_of={1: "no"},
    )  # fmt: skip
    assert at.told == [
        ("you", "in seat 1 of 2; you choose a card"),
        ("round", "1 of 0 to 11"),
        ("face-up card", "gold-2"),
        ("turned up before", "maps 1 2 3"),
        ("seat 0", "3 stars, 0 hook cards, holds the treasure card"),
        ("seat 1", "1 star, 1 hook card, has used the treasure card"),
    ]


# What cannot be

REFUSED = {
    "nothing": ({}, ["shown is missing", "--shown gold-2"]),
    "no card": ({"shown": "none"}, ["shown is one card", "no cards"]),
    "two cards": ({"shown": "gold 1 2"}, ["shown is one card", "2 cards"]),
    "a number": ({"shown": 7}, ['shown: "7" is no card', "TYPE-STARS"]),
    "truth": ({"shown": True}, ["shown must be cards", "true"]),
    "a misspelt type": ({"shown": "peals-2"}, ['shown: "peals-2"', 'Did you mean "pearls-2"?', "the types are gold,"]),
    "no stars": ({"shown": "pearls"}, ["shown: write how many stars", '"pearls-1"', "1, 2 or 3 stars"]),
    "too many stars": ({"shown": "pearls-4"}, ['no card "pearls-4"', "1, 2 or 3 stars"]),
    "a type without its stars": ({"shown": "gold-1", "seen": "maps gold-1 2"}, ["seen: write how many", '"maps-1"']),
    "a number without its type": ({"shown": "gold-1", "seen": "3 maps 1 2"}, ['seen: "3" is no card']),
    "more cards than there are": (
        {"shown": "gold-3", "seen": "gold 3 3 maps 1"}, ["seen: the deck has 2 cards gold-3", "3 were turned up"],
    ),
    "a card of a round": ({"shown": "gold-3", "seen": "maps-1"}, ["seen: 1 card was turned up", "0 or 3 cards"]),
    "no whole round": (
        {"shown": "gold-3", "seen": "maps 1 2"}, ["seen: 2 cards were turned up", "0 or 3 cards", "say with round"],
    ),
    "more cards than rounds": (
        {"shown": "gold-3", "seen": "maps 1 2 3 gold 1", "round": 1}, ["seen: 4 cards", "before round 1", "it is 3"],
    ),
    "cards before the first round": (
        {"shown": "gold-3", "seen": "maps 1 2 3", "round": 0}, ["seen: 3 cards", "before round 0 it is none"],
    ),
    "no such round": ({"shown": "gold-3", "round": 12}, ["round must be a whole number from 0 to 11, not 12"]),
    "no number": ({"shown": "gold-3", "round": "two"}, ["round must be a whole number", '"two"']),
    "something unknown": ({"shown": "gold-3", "starsof": {0: 1}}, ['"starsof"', 'Did you mean "stars-of"?']),
    "no seat": ({"shown": "gold-3", "round": 1, "stars-of": {4: 1}}, ["stars-of: the seat", "from 0 to 3, not 4"]),
    "a seat twice": ({"shown": "gold-3", "round": 1, "stars-of": {1: 1, "1": 1}}, ["stars-of is said twice", "seat 1"]),
    "not by seat": ({"shown": "gold-3", "stars-of": "3"}, ["stars-of is said for each seat apart"]),
    "stars in the first round": (
        {"shown": "gold-3", "stars-of": {2: 1}}, ["stars-of 2 cannot be in the first round", "Say with round"],
    ),
    "a used treasure card in the first round": (
        {"shown": "gold-3", "treasure-of": {2: "no"}}, ["treasure-of 2 cannot be in the first round"],
    ),
    "more stars than there were": (
        {"shown": "gold-3", "seen": "maps 1 1 2", "stars-of": {0: 3, 1: 2}},
        ["stars-of: the players have won 5 stars together", "the 3 cards", "have 4."],
    ),
    "more stars than there can have been": (
        {"shown": "gold-3", "round": 1, "seen": "maps-1", "stars-of": {0: 8}},
        ["stars-of: the players have won 8 stars together", "have at most 7."],
    ),
    "too many hook cards": (
        {"shown": "gold-3", "round": 1, "hooks-of": {3: 2}}, ["hooks-of 3 cannot be 2", "only 1 round has been played"],
    ),
    "neither yes nor no": (
        {"shown": "gold-3", "round": 1, "treasure-of": {3: "used"}}, ["treasure-of 3 must be yes or no", '"used"'],
    ),
    "a choice that is none": (
        {"shown": "gold-3", "round": 1, "last-choice-of": {3: "tresure"}},
        ["last-choice-of 3 must be one of gold,", 'Did you mean "treasure"?'],
    ),
    "the treasure card chosen and still held": (
        {"shown": "gold-3", "round": 1, "last-choice-of": {3: "treasure"}}, ["last-choice-of 3", "treasure-of 3=no"],
    ),
    "followed more often than there were rounds": (
        {"shown": "gold-3", "round": 2, "followed-of": {0: 3}}, ["followed-of 0 cannot be 3", "only 2 rounds"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "parts"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_in_words(given, parts):
    setup = position(["stars"] * 4, 0, shown="gold-1").setup
    with pytest.raises(UserError) as caught:
        read(given, setup)
    message = str(caught.value)
    assert all(part in message for part in parts), message
    assert len(message.splitlines()) <= 2


def test_a_game_is_over_when_its_cards_are():
    settings = deck(gold=[1, 2], rubies=[1, 2, 3], maps=[1])
    setup = position(["stars"] * 2, 0, settings, shown="gold-1").setup
    with pytest.raises(UserError, match="all 2 rounds of the game are over"):
        read({"shown": "maps-1", "seen": "gold 1 2 rubies 1 2 3, maps-1"}, setup)


def test_there_must_be_such_a_seat():
    with pytest.raises(UserError, match="There is no seat 4: seats are 0 to 3 of 4 players"):
        position(["stars"] * 4, 4, shown="gold-1")


# Policies of users' own


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_policy_of_ones_own_plays_on_from_a_position(folder):
    write("return observation.shown_type")
    never = "treasure-stars=16,treasure-last=no"
    own, built_in = (
        position([policy] * 3, 1, shown="gold-3", round=9) for policy in ("my.py:mine", f"shown:{never}")
    )
    assert np.array_equal(play_on(own, count=20), play_on(built_in, count=20))


def test_a_policy_of_ones_own_is_shown_what_was_said(folder):
    write("""
        if observation.last_choice[1] != 3 or observation.last_choice[0] != NOTHING or observation.followed[2] != 2:
            return 16
        return 0
    """)
    policies = ["stars", "stars", "my.py:mine"]
    told = {"last_choice_of": {1: "crowns"}, "followed_of": {2: 2}, "treasure_of": {2: "no"}}
    at = position(policies, 0, shown="swords-3", round=11, **told)
    assert play_on(at, count=2).shape == (7, 2)
    with pytest.raises(PolicyFailed, match="it chose the treasure card"):
        play_on(position(policies, 0, shown="swords-3", round=11, treasure_of={2: "no"}), count=2)


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (
            "return 16",
            "broke the rules in world 40 of the position, round 11, in seat 2: it chose the treasure card",
        ),
        (
            "return 1 // (observation.round_number - 11)",
            "failed in world 40 of the position, round 11, in seat 2",
        ),
    ],
)
def test_what_a_policy_of_ones_own_does_wrong_is_told(folder, body, part):
    write(body)
    at = position(["stars", "stars", "my.py:mine"], 1, shown="gold-3", round=11, treasure_of={2: "no"})
    with pytest.raises(PolicyFailed) as caught:
        play_on(at, first=40)
    assert str(caught.value).startswith("Policy my.py:mine ")
    assert part in str(caught.value)
