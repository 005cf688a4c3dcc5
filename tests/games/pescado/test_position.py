"""Positions are read as they are said: cards, defaults, all that can be wrong, and what the player may do there."""

import json
import random
from collections import Counter

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.pescado.cards import CARD_NAMES, names_of
from analyzer.games.pescado.kernel.state import NOBODY
from analyzer.games.pescado.position.cardtext import in_short, named, read_cards, written
from analyzer.games.positions import GivesAdvice
from analyzer.studies.position_given import as_said
from tests.games.pescado.advised import GAME, play_on, position, said_of
from tests.games.pescado.dealt_out import late
from tests.games.pescado.positions import Asked, walk
from tests.games.pescado.tables import random_table
from tests.reference import pescado as reference

pytestmark = pytest.mark.interpreted

GAMES = 8 if JIT_IS_ON else 2
TWO = ("greedy-cards",) * 2
RICH = 64
"""Captures of a card from which on not all are listed."""


def names(given, place="hand"):
    """Cards as they are read, none twice."""
    return [CARD_NAMES[card] for card in named([(place, read_cards(given, place))])[0]]


# Cards


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("3 7 J", ["a-3", "a-7", "J"]),
        ("3, 3;3", ["a-3", "b-3", "c-3"]),
        ("b-3 3", ["b-3", "a-3"]),
        ("Tuna-7 7TUNA 10", None),
        ("tuna-7 tuna10 7", ["tuna-7", "tuna-10", "a-7"]),
        ("10-thon 9azul bleu-8 Atún-7", ["tuna-10", "tuna-9", "tuna-8", "tuna-7"]),
        ("7 of tuna, 7", ["tuna-7", "a-7"]),
        ("* b j 1/10 −1 -2 0 11", ["*", "B", "J", "1/10", "-1", "-2", "0", "11"]),
        ("• hammerhead", ["*", "0"]),
        ("étoile marteau", ["*", "0"]),
        ([3, "tuna-7", "J"], ["a-3", "tuna-7", "J"]),
        (12, ["12"]),
        ("none", []),
        ("", []),
        ([], []),
    ],
)
def test_cards_are_read_as_people_write_them(given, read):
    if read is None:
        with pytest.raises(UserError, match="tuna-7 is there twice"):
            names(given)
    else:
        assert names(given) == read


def test_every_card_is_read_as_it_is_written():
    every = range(len(CARD_NAMES))
    assert names(written(every)) == [*CARD_NAMES]
    for card in every:
        assert names(written([card])) == [CARD_NAMES[card]]
        assert in_short(names(in_short(card)) and card) == in_short(card)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "3 tunna-7",
            ['no card "tunna-7"', 'Did you mean "tuna-7"?', "1 to 10 for one of any suit but tuna"],
        ),
        ("14", ['no card "14"']),
        ("tuna-11", ['no card "tuna-11"']),
        ("hamerhead", ['Did you mean "hammerhead"?']),
        ([3.5], ["cards are written as a text", "3.5"]),
        (True, ["cards are written as a text"]),
        ("J J", ["J is there twice, in hand"]),
        ("3 3 3 3", ["There are 3 cards 3 besides tuna-3, but 4 are told of: 4 in hand", "written tuna-3"]),
    ],
)
def test_what_is_no_card_is_said(given, said):
    with pytest.raises(UserError) as caught:
        names(given)
    check_message(str(caught.value), said)


def check_message(message, said):
    for part in said:
        assert part in message
    assert len(message.splitlines()) <= 2


# What is taken if nothing is said


def test_hand_and_table_alone_are_a_position():
    at = position(TWO, 0, hand="3 7 J", table="5 8 2")
    assert [action.label for action in at.actions] == [
        "3 stays on the table",
        "7 captures 8",
        "J stays on the table",
    ]
    table = at.state.observations[0]
    assert table["hand_size"][:2].tolist() == [3, 3]
    assert (table["deal"], table["starter"], table["round_number"]) == (0, 0, 0)
    assert not table["scores"].any()
    assert at.reference is None
    assert "uniform" in at.hidden and "choices of the others" in at.hidden
    assert dict(at.told)["not told of"] == "1 captured card"
    assert play_on(at, count=4).shape == (3, 4)


def test_what_the_cards_add_up_to_tells_the_deal():
    start = position(TWO, 0, hand="1 2 3", table="4 5 6 7")
    assert start.state.observations[0]["deal"] == 0
    assert start.state.untold == 0
    assert start.state.observations[0]["last_capturer"] == NOBODY
    later = position(TWO, 0, hand="1 2 3", table="4 5", captured="6 7 8 9", captured_of={1: "10 10 9 9"})
    assert later.state.observations[0]["deal"] == 1
    assert later.state.observations[0]["last_capturer"] == 1
    # 19 are told of, and 22 have been dealt after the third deal: 3 captured cards are missing.
    unknown = position(TWO, 0, hand="1 2 3", table="4 5", captured="1 1 2 2 6 6 7 7 8 8 9")
    assert unknown.state.observations[0]["deal"] == 2
    assert unknown.state.untold == 0b10


@pytest.mark.parametrize(
    ("seat", "starter", "own", "sizes"),
    [
        (0, 0, 3, [3, 3, 3]),
        (1, 0, 3, [2, 3, 3]),
        (2, 0, 2, [1, 1, 2]),
        (0, 1, 3, [3, 2, 2]),
        (1, 1, 1, [1, 1, 1]),
    ],
)
def test_who_started_tells_how_many_cards_the_others_have(seat, starter, own, sizes):
    hand = ["1", "2", "3"][:own]
    at = position(["greedy-cards"] * 3, seat, hand=hand, table="4 5", starter=starter)
    assert at.state.observations[0]["hand_size"][:3].tolist() == sizes
    others = {other: size for other, size in enumerate(sizes) if other != seat}
    again = position(["greedy-cards"] * 3, seat, hand=hand, table="4 5", hand_size_of=others)
    assert again.state.observations[0]["hand_size"][:3].tolist() == sizes
    assert again.state.observations[0]["starter"] == starter


def test_the_round_tells_who_started_it():
    at = position(["greedy-cards"] * 3, 0, hand="1 2 3", table="4 5", round=4)
    assert (at.state.observations[0]["round_number"], at.state.observations[0]["starter"]) == (4, 1)
    at = position(["greedy-cards"] * 3, 0, hand="1 2 3", table="4 5", starter=2)
    assert at.state.observations[0]["round_number"] == 2


# What is said is what the kernel gets, and can be said again


def positions(count):
    pick = random.Random(77)
    for game in range(count):
        players, changes, policies = random_table(pick)
        for place in walk(Asked(players, policies, changes), game):
            if pick.random() < 0.1:
                yield place.table, policies, changes


def test_any_position_of_a_game_can_be_said_and_said_again():
    checked = 0
    for table, policies, changes in positions(GAMES):
        seat = int(table["seat"])
        at = position(policies, seat, changes, **said_of(table))
        json.dumps([action.json for action in at.actions])
        short = {name.replace("-", "_"): value for name, value in as_said(at.given, at.question).items()}
        for read in (at, position(policies, seat, changes, **short)):
            record = read.state.observations[0]
            assert read.given == at.given
            for name in table.dtype.names:
                assert np.array_equal(record[name], table[name]), name
        checked += 1
    assert checked > 2 * GAMES


# What the player may do


def kind(card):
    """A card by what the rules know of it: its suit only if that is tuna."""
    suit, _, number = card.partition("-")
    return number if suit in ("a", "b", "c") and number else card


def play_of(card, captured):
    return kind(card), tuple(sorted(map(kind, captured)))


def told_of_a_play(action):
    event = action.json["action"]
    return play_of(event["card"], event["captured"])


def check_actions(at, hand, table):
    """Whether what may be done is what the reference says, every play once."""
    legal = reference.legal_plays(hand, table)
    listed = Counter(map(told_of_a_play, at.actions))
    sets = Counter(card for card, _ in legal)
    cut = {kind(card) for card in hand if card != "*" and sets[card] > RICH}
    assert max(listed.values()) == 1
    plays = {play_of(*play) for play in legal}
    assert set(listed) <= plays
    assert {play for play in plays if play[0] not in cut} <= set(listed)
    assert at.state.is_cut == bool(cut)
    assert len({action.label for action in at.actions}) == len(at.actions)
    return bool(cut)


def test_what_may_be_done_is_what_the_rules_allow():
    for table, policies, changes in positions(GAMES):
        at = position(policies, int(table["seat"]), changes, **said_of(table))
        check_actions(at, names_of(table["hand"]), names_of(table["table"]))


@pytest.mark.parametrize(("most", "crowded"), [(6, False), (16, True)])
def test_what_may_be_done_at_full_tables(most, crowded):
    pick = random.Random(most)
    settings = ["options.specials_in=10", "options.left_out=4"]
    every = [*reference.NUMBER_CARDS, *reference.SPECIALS]
    cut = 0
    for _ in range(60 if JIT_IS_ON else 4):
        cards = pick.sample(every, pick.randint(3, most) + 3)
        at = position(TWO, 0, settings, hand=cards[:3], table=cards[3:])
        cut += check_actions(at, cards[:3], cards[3:])
    assert (cut > 0) == crowded or not JIT_IS_ON


def test_a_play_is_told_as_in_a_trace():
    at = position(TWO, 0, hand="* 6 7", table="8 J")
    told = {action.label: action.json["action"] for action in at.actions}
    assert told == {
        "* captures 8 and the J: a pescado": event("*", ["a-8", "J"], None, swept=True, pescado=True),
        "* captures J": event("*", ["J"], None),
        "7 captures 8 and the J: a pescado": event("a-7", ["a-8", "J"], 7, swept=True, pescado=True),
        "6 stays on the table": event("a-6", [], None),
    }
    at = position(TWO, 1, hand="1/10", table="tuna-5 5 B")
    told = {action.label: action.json["action"] for action in at.actions}
    assert told == {
        "1/10 as 10 captures tuna-5": event("1/10", ["tuna-5"], 10, seat=1),
        "1/10 as 10 captures 5": event("1/10", ["a-5"], 10, seat=1),
    }


def event(card, captured, value, *, swept=False, pescado=False, seat=0):
    return {
        "event": "play",
        "seat": seat,
        "card": card,
        "captured": captured,
        "value": value,
        "swept": swept,
        "pescado": pescado,
    }


# What cannot be

FULL = late(random.Random(3))


@pytest.mark.parametrize(
    ("settings", "given", "said"),
    [
        ([], {"table": "3"}, ["hand is missing"]),
        ([], {"hand": "3 7 J", "tabel": "3"}, ['"tabel"', 'Did you mean "table"?']),
        ([], {"hand": "none"}, ["hand: you have 0 cards", "1 to 3"]),
        ([], {"hand": "1 2 3 4"}, ["hand: you have 4 cards"]),
        ([], {"hand": "tuna-3 1 2", "table": "tuna-3"}, ["table: tuna-3 is there twice, in hand and in table"]),
        ([], {"hand": "3 3", "table": "3 3"}, ["4 are told of: 2 in hand, 2 in table"]),
        ([], {"hand": "J B *"}, ["3 special cards (* J B), 1 too many: a round has 2"]),
        (
            ['deck.specials=["J","B"]'],
            {"hand": "1 2", "table": "1/10"},
            ["table: this deck has no 1/10; its special cards are J B (P1"],
        ),
        ([], {"hand": "1 2 3", "table": "5", "starter": 2}, ["starter must be a whole number from 0 to 1, not 2"]),
        ([], {"hand": "1 2 3", "deal": 6}, ["deal must be a whole number from 0 to 5, not 6"]),
        ([], {"hand": "1 2 3", "score": 12}, ["score must be", "to 11, not 12"]),
        ([], {"hand": "1 2 3", "score_of": {0: 5}}, ["score-of 0: this is your seat; say score"]),
        ([], {"hand": "1 2 3", "captured_of": {2: "5"}}, ["captured-of: the seat", "from 0 to 1, not 2"]),
        ([], {"hand": "1 2 3", "captured_of": "5 6"}, ["for each seat apart"]),
        ([], {"hand": "1 2 3", "round": 1, "starter": 0}, ["starter: seat 0 does not start round 1, but seat 1 does"]),
        (["options.round_limit=1"], {"hand": "1 2", "starter": 1}, ["starter: seat 1", "at most 1 round"]),
        ([], {"hand": "1 2 3", "hand_size_of": {1: 1}}, ["hand-size-of", "leaves you 3 cards and seat 1 1"]),
        (
            [],
            {"hand": "1 2 3", "starter": 0, "hand_size_of": {1: 2}},
            ["hand-size-of 1: seat 1 has 3 cards when you have 3 and seat 0 started the round (P4), not 2"],
        ),
        (
            [],
            {"hand": "1 2 3", "table": "4 5 6 7", "captured": "8 9", "captured_of": {1: "none"}},
            [
                "6 in hands, 4 on the table and 2 captured are 12", "after deal 1 16 have been dealt",
                "4 are missing", "after deal 0, 2 too many",
            ],
        ),
        (
            [],
            {"hand": "1 2 3", "table": "4 5 6 7", "captured": "8 9", "captured_of": {1: "none"}, "deal": 0},
            ["after deal 0 10 have been dealt", "2 too many"],
        ),
        (
            [],
            {"hand": "1 2 3", "table": "4 5 6 7 8", "captured": "none", "captured_of": {1: "none"}, "deal": 0},
            ["1 too many"],
        ),
        ([], {"hand": "1 2 3", "table": "4 5 6 7", "pescados": 1}, ["pescados: 1 cannot be with 0 captured cards"]),
        ([], {"hand": "1 2 3", "table": "4 5 6 7", "last": 1}, ["last: seat 1 has not captured anything"]),
        ([], {**FULL, "last": "none"}, ["last: somebody has captured last"]),
        ([], {**FULL, "last": "nobdy"}, ["last must be a whole number from 0 to 1"]),
        ([], {"hand": "* 2 3", "table": "4 5 6 7", "star_is_zero": "yes"}, ["star-is-zero"]),
        ([], {"hand": "1 2 3", "table": "*", "star_is_zero": "maybe"}, ["star-is-zero must be yes or no"]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(settings, given, said):
    with pytest.raises(UserError) as caught:
        position(TWO, 0, settings, **given)
    check_message(str(caught.value), said)


def test_too_many_number_cards_are_counted():
    cards = [f"{suit}-{number}" for suit in ("tuna", "a", "b", "c") for number in range(1, 11)]
    with pytest.raises(UserError, match="39 number cards, 1 too many: a round has 38"):
        position(
            TWO, 0, hand=cards[:1], table=cards[1:5], captured=cards[5:30], captured_of={1: cards[30:39]}
        )


def test_there_is_no_seat_beyond_the_table():
    with pytest.raises(UserError, match="There is no seat 2"):
        position(TWO, 2, hand="1 2 3")


def test_the_game_gives_advice():
    assert isinstance(GAME, GivesAdvice)
    assert [*GAME.questions] == ["play"]
    fields = {field.name: field for field in GAME.questions["play"].fields}
    assert fields["hand"].required and all(field.required or field.default for field in fields.values())
