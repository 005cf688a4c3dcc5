"""Tests of the oracle for Cofre: rounds made by hand, whole games, self-play, chances, falsified records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from math import factorial, sqrt
from random import Random
from typing import Any

import pytest

from .cofre import (
    CASES,
    LINE,
    TREASURE,
    Broken,
    Event,
    Game,
    RandomPlayer,
    beginning,
    cards_of,
    check,
    claimants_of,
    given_back,
    order_distribution,
    order_probability,
    outcome_distribution,
    play_game,
    score,
    settle,
    slip_distribution,
    standard_rules,
    stars_of,
    treasure_target,
    type_of,
    winners,
)

# ---- what the claims come to


def words(text: str) -> list[str]:
    """The cards of a text; "T" stands for the treasure card."""
    return [TREASURE if word == "T" else word for word in text.split()]


def seats(text: str) -> list[int]:
    """The seats of a text of digits."""
    return [int(digit) for digit in text]


def settled(chests: str, choices: str, order: str, slipped: str = "") -> str:
    """What each seat takes, as "cards of seat 0 | cards of seat 1 | …", with "-" for nothing."""
    won = settle(words(chests), words(choices), seats(order), seats(slipped))
    return " | ".join(" ".join(cards) or "-" for cards in won)


def test_the_standard_deck_holds_six_types_of_six_cards() -> None:
    deck = cards_of(standard_rules()["deck"])
    assert len(deck) == 36
    assert Counter(map(type_of, deck)) == dict.fromkeys(
        ["gold", "rubies", "pearls", "crowns", "swords", "maps"], 6
    )
    assert Counter(map(stars_of, deck)) == {1: 12, 2: 12, 3: 12}
    assert (type_of("sea-shells-12"), stars_of("sea-shells-12")) == ("sea-shells", 12)


@pytest.mark.parametrize(
    ("chests", "choices", "order", "expected"),
    [
        ("g-3 r-1 m-2", "p q", "01", "- | -"),
        ("g-3 r-1 m-2", "g p", "01", "g-3 | -"),
        ("g-3 r-1 m-2", "g p", "10", "g-3 | -"),
        ("g-3 r-1 g-2", "p g", "01", "- | g-3 g-2"),
        ("g-1 g-3 g-1", "g p", "01", "g-3 g-1 g-1 | -"),
        ("g-3 r-1 m-2", "m r g", "120", "m-2 | r-1 | g-3"),
    ],
)
def test_who_claims_alone_takes_all_cards_of_the_type(
    chests: str, choices: str, order: str, expected: str
) -> None:
    assert settled(chests, choices, order) == expected


@pytest.mark.parametrize(
    ("chests", "choices", "order", "expected"),
    [
        ("g-3 r-1 m-2", "g g", "01", "g-3 | -"),
        ("g-3 r-1 m-2", "g g", "10", "- | g-3"),
        ("g-3 r-1 m-2", "g g g g g g", "352014", "- | - | - | g-3 | - | -"),
        ("g-1 r-1 g-2", "g g", "10", "g-1 | g-2"),
        ("g-1 r-1 g-2", "g g g", "201", "g-1 | - | g-2"),
        ("g-1 r-1 g-2", "g p g g", "3120", "- | - | g-1 | g-2"),
        ("g-1 g-2 g-3", "g g", "01", "g-3 g-1 | g-2"),
        ("g-1 g-2 g-3", "g g", "10", "g-2 | g-3 g-1"),
        ("g-1 g-2 g-3", "g g g", "120", "g-1 | g-3 | g-2"),
        ("g-2 g-2 g-3", "g g g g", "1203", "g-2 | g-3 | g-2 | -"),
        ("g-1 r-2 m-3", "g r g r", "3210", "- | - | g-1 | r-2"),
        ("g-1 r-2 g-3", "g r g r", "0132", "g-3 | r-2 | g-1 | -"),
    ],
)
def test_contests_go_by_speed_one_card_each_most_stars_first_then_on_with_what_is_left(
    chests: str, choices: str, order: str, expected: str
) -> None:
    assert settled(chests, choices, order) == expected


@pytest.mark.parametrize(
    ("chests", "choices", "order", "expected"),
    [
        ("g-1 r-2 m-3", "T p", "10", "m-3 | -"),
        ("g-1 r-2 m-3", "T r", "10", "m-3 | r-2"),
        ("g-1 r-2 m-3", "T m", "01", "m-3 | -"),
        ("g-1 r-2 m-3", "T m", "10", "- | m-3"),
        # The pirate behind it takes from what is left, the one before it all that it cannot take.
        ("m-1 r-2 m-3", "T m", "01", "m-3 | m-1"),
        ("m-1 r-2 m-3", "T m", "10", "- | m-3 m-1"),
        ("m-3 m-1 m-2", "T m", "01", "m-3 | m-2 m-1"),
        ("m-3 m-1 m-2", "T m", "10", "- | m-3 m-2 m-1"),
        ("m-3 m-1 m-2", "T m m", "012", "m-3 | m-2 | m-1"),
        ("m-3 m-1 m-2", "T m m", "102", "- | m-3 m-1 | m-2"),
        ("m-3 m-1 m-2", "T m m", "120", "- | m-3 m-1 | m-2"),
        # An equal card will do.
        ("m-3 r-2 m-3", "T m", "10", "m-3 | m-3"),
        ("m-3 r-2 m-3", "T m m", "120", "- | m-3 | m-3"),
        ("m-3 m-2 m-3", "T m m", "102", "m-3 | m-3 | m-2"),
        ("m-3 m-2 m-3", "T m", "10", "m-3 | m-3 m-2"),
        ("m-3 m-2 m-3", "T m m", "120", "- | m-3 m-2 | m-3"),
        ("m-3 m-3 m-3", "T m", "10", "m-3 | m-3 m-3"),
        # Several treasure cards.
        ("g-1 r-2 m-3", "T T", "10", "- | m-3"),
        ("m-3 r-2 m-3", "T T", "10", "m-3 | m-3"),
        ("m-3 r-2 m-2", "T T", "10", "- | m-3"),
        ("m-3 r-2 m-3", "T T m", "201", "m-3 | - | m-3"),
        ("m-3 m-3 m-1", "T T m", "012", "m-3 | m-3 | m-1"),
        ("m-3 m-3 m-3", "T T T", "012", "m-3 | m-3 | m-3"),
        # Without a pirate the rest of the type stays.
        ("m-3 r-2 m-1", "T p", "01", "m-3 | -"),
        ("m-3 m-3 m-3", "T p", "01", "m-3 | -"),
    ],
)
def test_a_treasure_card_competes_for_the_card_with_the_most_stars(
    chests: str, choices: str, order: str, expected: str
) -> None:
    assert settled(chests, choices, order) == expected


@pytest.mark.parametrize(
    ("chests", "choices", "expected"),
    [
        ("g-1 r-2 m-3", "T m m m", "m-3"),
        ("r-3 m-3 g-1", "T p", "r-3"),
        ("m-3 r-3 g-1", "T p", "m-3"),
        ("g-1 m-3 r-3", "T T", "m-3"),
        ("r-3 m-3 g-1", "T r", "m-3"),
        ("r-3 m-3 g-1", "T m", "r-3"),
        ("r-3 m-3 g-1", "T m r", "r-3"),
        ("r-3 m-3 g-1", "T m r r", "m-3"),
        ("r-3 m-3 g-3", "T r m", "g-3"),
        ("r-3 m-3 g-3", "T g r r m m", "g-3"),
        ("r-3 m-3 g-3", "T g m r", "r-3"),
        ("r-3 m-3 r-3", "T r", "m-3"),
        ("r-3 m-3 r-3", "T m r r", "m-3"),
        ("r-3 m-3 r-3", "T m", "r-3"),
        ("r-3 r-1 m-3", "T r", "m-3"),
    ],
)
def test_equal_stars_go_to_the_type_that_the_fewest_pirate_cards_claim_then_to_the_leftmost(
    chests: str, choices: str, expected: str
) -> None:
    assert treasure_target(words(chests), words(choices)) == expected


@pytest.mark.parametrize(
    ("chests", "choices", "order", "slipped", "expected"),
    [
        ("g-3 r-1 m-2", "g g g", "201", "2", "g-3 | - | -"),
        ("g-1 r-1 g-2", "g g g", "201", "2", "g-2 | g-1 | -"),
        ("g-1 r-1 g-2", "g g g", "201", "20", "- | g-2 g-1 | -"),
        ("g-1 r-1 g-2", "g g g", "201", "201", "- | - | -"),
        ("g-1 r-2 m-3", "T m", "10", "1", "m-3 | -"),
        ("g-1 r-2 m-3", "T m", "01", "0", "- | m-3"),
        ("m-1 r-2 m-3", "T m m", "102", "1", "m-3 | - | m-1"),
        # The target stays, though rubies are no longer claimed by anybody.
        ("r-3 m-3 g-1", "T r", "10", "1", "m-3 | -"),
        ("r-3 m-3 g-1", "T r r m", "1230", "12", "- | - | - | m-3"),
    ],
)
def test_who_has_slipped_claims_nothing_and_the_target_stays(
    chests: str, choices: str, order: str, slipped: str, expected: str
) -> None:
    assert settled(chests, choices, order, slipped) == expected


def test_claimants_are_pirates_and_treasures_by_speed() -> None:
    chests, choices = words("m-3 r-3 m-1"), words("m T r T r m")  # two claims each: the leftmost, a map
    assert claimants_of("m", chests, choices, seats("543210")) == [5, 3, 1, 0]
    assert claimants_of("r", chests, choices, seats("543210")) == [4, 2]
    assert claimants_of("m", chests, choices, seats("543210"), {3, 0}) == [5, 1]


@pytest.mark.parametrize(
    ("cards", "hooks", "expected"),
    [
        ("g-1", 0, 0),
        ("g-1", 1, 1),
        ("g-3", 2, 1),
        ("g-1 g-3", 1, 1),
        ("g-1 g-1 g-2", 5, 3),
        ("m-3", 2, 0),
        ("", 2, 0),
    ],
)
def test_each_gold_card_gives_back_one_hook(cards: str, hooks: int, expected: int) -> None:
    assert given_back(words(cards), hooks, "g") == expected
    assert given_back(words(cards), hooks, "") == 0


def test_points_are_stars_less_hooks_and_equal_scores_share_the_win() -> None:
    assert score(words("g-1 m-3 m-3"), 2) == 5 and score([], 3) == -3
    assert winners([4, 7, 7]) == [1, 2] and winners([-1, -2]) == [0]


# ---- single rounds


class Script(RandomPlayer):
    """Decides what the test says, round by round; notes who is tested."""

    def __init__(self, *rounds: tuple[str, str, str]) -> None:
        super().__init__(Random(1))
        self.rounds = rounds  # choices, order, who slips when tested
        self.tested = ""

    def choose(self, game: Game) -> list[str]:
        return words(self.rounds[game.round][0])

    def order(self, game: Game) -> list[int]:
        return seats(self.rounds[game.round][1])

    def slips(self, game: Game, seat: int) -> bool:
        self.tested += str(seat)
        return str(seat) in self.rounds[game.round][2]


def one_round(
    chests: str,
    choices: str,
    order: str,
    slips: str = "",
    hooks: Collection[int] = (),
    **options: Any,
) -> Game:
    """A round on a table with the types g, r, m and p; nothing else is in the deck."""
    deck: dict[str, list[int]] = {"g": [], "r": [], "m": [], "p": []}
    for card in words(chests):
        deck[type_of(card)].append(stars_of(card))
    rules = standard_rules(deck, **{"gold_type": "g", "slip": 0.5} | options)
    game = Game(beginning(rules, len(words(choices)), words(chests)), Script((choices, order, slips)))
    game.hooks = list(hooks) or game.hooks
    game.play_round()
    return game


def told(events: list[Event]) -> str:
    """The events at the end of a round in short."""
    short = []
    for event in events:
        kind, seat = event["event"], event.get("seat")
        if kind in ("slip", "gain", "hook", "unhook"):
            detail = event.get("cards", [event.get("cause", event.get("count", ""))])
            short.append(" ".join(map(str, [kind, seat, *detail])).strip())
    return ", ".join(short)


@pytest.mark.parametrize(
    ("chests", "choices", "order", "slips", "expected", "tested"),
    [
        ("g-3 r-1 m-2", "g r p", "012", "", "gain 0 g-3, gain 1 r-1", "01"),
        ("g-3 r-1 m-2", "g r p", "210", "", "gain 1 r-1, gain 0 g-3", "10"),
        # Who would not win is not tested: neither behind in a contest, nor without a claim.
        ("g-3 r-1 m-2", "g g p", "012", "12", "gain 0 g-3", "0"),
        ("g-3 r-1 m-2", "g p", "01", "0", "slip 0, hook 0 slip", "0"),
        ("g-3 r-1 m-2", "g g g", "012", "0", "slip 0, gain 1 g-3, hook 0 slip", "01"),
        ("g-3 r-1 m-2", "g g g", "012", "01", "slip 0, slip 1, gain 2 g-3, hook 0 slip, hook 1 slip", "012"),
        (
            "g-3 r-1 m-2",
            "g g g",
            "120",
            "012",
            "slip 1, slip 2, slip 0, hook 1 slip, hook 2 slip, hook 0 slip",
            "120",
        ),
        # Two contests at the same time are tested in the one order.
        (
            "g-3 r-1 m-2",
            "r g r g",
            "3210",
            "32",
            "slip 3, slip 2, gain 1 g-3, gain 0 r-1, hook 3 slip, hook 2 slip",
            "3210",
        ),
        ("g-3 r-1 g-2", "g g g", "012", "0", "slip 0, gain 1 g-3, gain 2 g-2, hook 0 slip", "012"),
        ("g-3 r-1 g-2", "g g g", "012", "1", "slip 1, gain 0 g-3, gain 2 g-2, hook 1 slip", "012"),
        ("g-3 r-1 g-2", "g g g", "012", "12", "slip 1, slip 2, gain 0 g-3 g-2, hook 1 slip, hook 2 slip", "012"),
        # Treasure: a hook when it gets none, one in all when it slips.
        ("g-1 r-2 m-3", "T m", "01", "", "gain 0 m-3", "0"),
        ("g-1 r-2 m-3", "T m", "10", "", "gain 1 m-3, hook 0 treasure", "1"),
        ("g-1 r-2 m-3", "T m", "10", "0", "gain 1 m-3, hook 0 treasure", "1"),
        ("g-1 r-2 m-3", "T m", "10", "1", "slip 1, gain 0 m-3, hook 1 slip", "10"),
        ("g-1 r-2 m-3", "T m", "10", "10", "slip 1, slip 0, hook 1 slip, hook 0 slip", "10"),
        ("g-1 r-2 m-3", "T m", "01", "0", "slip 0, gain 1 m-3, hook 0 slip", "01"),
        ("g-1 r-2 m-3", "T T m", "210", "", "gain 2 m-3, hook 1 treasure, hook 0 treasure", "2"),
        ("g-1 r-2 m-3", "T T m", "210", "2", "slip 2, gain 1 m-3, hook 2 slip, hook 0 treasure", "21"),
        ("m-3 m-1 r-2", "T m m", "102", "", "gain 1 m-3, gain 2 m-1, hook 0 treasure", "12"),
        ("m-3 m-1 r-2", "T m m", "102", "1", "slip 1, gain 0 m-3, gain 2 m-1, hook 1 slip", "102"),
        ("m-3 m-1 r-2", "T m m", "102", "2", "slip 2, gain 1 m-3 m-1, hook 0 treasure, hook 2 slip", "12"),
        # The target was the map, as one claimed rubies; that this one slipped changes nothing.
        ("r-3 m-3 g-1", "T r", "10", "1", "slip 1, gain 0 m-3, hook 1 slip", "10"),
    ],
)  # fmt: skip
def test_a_round_tests_who_would_win_and_hands_out_cards_and_hooks(
    chests: str, choices: str, order: str, slips: str, expected: str, tested: str
) -> None:
    game = one_round(chests, choices, order, slips)
    assert told(game.events) == expected
    assert isinstance(game.source, Script) and game.source.tested == tested
    gained = sorted(card for pile in game.piles for card in pile)
    assert sorted(gained + game.discarded) == sorted(words(chests))
    assert game.has_treasure == [choice != TREASURE for choice in words(choices)]


@pytest.mark.parametrize(
    ("chests", "choices", "order", "slips", "hooks", "expected", "left"),
    [
        ("g-3 r-1 m-2", "g r", "01", "", (2, 2), "gain 0 g-3, gain 1 r-1, unhook 0 1", [1, 2]),
        ("g-3 r-1 m-2", "g r", "01", "", (0, 2), "gain 0 g-3, gain 1 r-1", [0, 2]),
        ("g-3 g-1 m-2", "g r", "01", "", (3, 0), "gain 0 g-3 g-1, unhook 0 2", [1, 0]),
        ("g-3 g-1 m-2", "g r", "01", "", (1, 0), "gain 0 g-3 g-1, unhook 0 1", [0, 0]),
        ("g-3 g-1 g-1", "g r", "01", "", (3, 0), "gain 0 g-3 g-1 g-1, unhook 0 3", [0, 0]),
        ("g-3 g-1 g-1", "g g", "10", "", (2, 3), "gain 1 g-3 g-1, gain 0 g-1, unhook 1 2, unhook 0 1", [1, 1]),
        ("g-3 r-1 m-2", "T r", "01", "", (1, 1), "gain 0 g-3, gain 1 r-1, unhook 0 1", [0, 1]),
        # Who draws a hook in this round has won nothing to give it back for.
        ("g-3 r-1 m-2", "T g", "10", "", (1, 1), "gain 1 g-3, hook 0 treasure, unhook 1 1", [2, 0]),
        ("g-3 r-1 m-2", "g g", "10", "1", (0, 1), "slip 1, gain 0 g-3, hook 1 slip", [0, 2]),
    ],
)  # fmt: skip
def test_gold_coins_give_back_hooks(
    chests: str, choices: str, order: str, slips: str, hooks: tuple[int, ...], expected: str, left: list[int]
) -> None:
    game = one_round(chests, choices, order, slips, hooks)
    assert told(game.events) == expected and game.hooks == left
    without = one_round(chests, choices, order, slips, hooks, gold_type="")
    assert "unhook" not in told(without.events)


@pytest.mark.parametrize(
    ("choices", "order", "slips", "options", "rule"),
    [
        ("g whale", "01", "", {}, "C3"),
        ("g g", "00", "", {}, "C11"),
        ("g g", "0", "", {}, "C11"),
        ("g g", "012", "", {}, "C11"),
        ("g g", "01", "0", {"slip": 0}, "C12"),
        ("g g", "10", "1", {"slip": [0.5, 0]}, "C12"),
    ],
)
def test_an_impossible_decision_is_refused_by_its_rule(
    choices: str, order: str, slips: str, options: Event, rule: str
) -> None:
    with pytest.raises(Broken) as caught:
        one_round("g-1 r-2 m-3", choices, order, slips, **options)
    assert caught.value.rule == rule


def test_a_treasure_card_is_used_once_even_by_who_slips() -> None:
    rules = standard_rules({"g": [1, 2], "m": [1, 1, 2, 3]}, gold_type="g", slip=0.5)
    for slips in ("", "0"):
        script = Script(("T g", "01", slips), ("T g", "01", ""))
        game = Game(beginning(rules, 2, words("g-1 m-1 m-3 g-2 m-1 m-2")), script)
        assert game.held(0) == ["g", "m", TREASURE]
        game.play_round()
        assert game.held(0) == ["g", "m"] and game.held(1) == ["g", "m", TREASURE]
        with pytest.raises(Broken, match="breaks C6: round 1: seat 0 has used"):
            game.play_round()


# ---- whole games, written down by hand


def told_round(number: int, chests: str, choices: str, order: str, *ends: tuple[Any, ...]) -> list[Event]:
    """The events of a round; its end in short: ("gain", seat, cards), ("hook", seat, cause), …"""
    *hidden, shown = words(chests)
    events: list[Event] = [
        {"event": "round", "round": number, "hidden": hidden, "shown": shown},
        {"event": "choose", "choices": words(choices)},
        {"event": "order", "order": seats(order)},
    ]
    for kind, seat, *detail in ends:
        event: Event = {"event": kind, "seat": seat}
        if kind == "gain":
            event["cards"] = words(detail[0])
        elif kind != "slip":
            event["cause" if kind == "hook" else "count"] = detail[0]
        events.append(event)
    return events


def won_by(winning: list[int], scores: list[int]) -> Event:
    return {"event": "win", "seats": winning, "scores": scores}


WRITTEN_DECK = {"g": (1, 3), "m": (2, 2, 3), "r": (1, 1, 2)}
WRITTEN_CARDS = "m-3 r-1 g-1 m-2 g-3 r-2 m-2 r-1"


def written_begin(players: int = 2, **options: Any) -> Event:
    rules = standard_rules(WRITTEN_DECK, **{"gold_type": "g", "slip": [0.5] + [0] * (players - 1)} | options)
    return beginning(rules, players, words(WRITTEN_CARDS))


def written_game(**options: Any) -> list[Event]:
    """Two rounds: a treasure card too slow for a hook, which gold coins give back; two cards are left over."""
    return [
        written_begin(**options),
        *told_round(0, "m-3 r-1 g-1", "T m", "10", ("gain", 1, "m-3"), ("hook", 0, TREASURE)),
        *told_round(1, "m-2 g-3 r-2", "g m", "01", ("gain", 0, "g-3"), ("gain", 1, "m-2"), ("unhook", 0, 1)),
        won_by([1], [3, 5]),
    ]


def slipping_game(**options: Any) -> list[Event]:
    """The same, but seat 0 slips in the second round, draws another hook and ends below nothing."""
    return [
        *written_game(**options)[:6],
        *told_round(1, "m-2 g-3 r-2", "g m", "01", ("slip", 0), ("gain", 1, "m-2"), ("hook", 0, "slip")),
        won_by([1], [-2, 5]),
    ]


def contested_game(**options: Any) -> list[Event]:
    """Three players: two treasure cards and a contest; then two contend for one map, and nobody wins rubies."""
    return [
        written_begin(3, **options),
        *told_round(
            0,
            "m-3 r-1 g-1",
            "T T r",
            "201",
            ("gain", 2, "r-1"),
            ("gain", 0, "m-3"),
            ("hook", 1, TREASURE),
        ),
        *told_round(
            1,
            "m-2 g-3 r-2",
            "m g m",
            "210",
            ("gain", 2, "m-2"),
            ("gain", 1, "g-3"),
            ("unhook", 1, 1),
        ),
        won_by([0, 1, 2], [3, 3, 3]),
    ]


def test_written_games_are_accepted() -> None:
    reached = Counter[str]()
    for game in (written_game, slipping_game, contested_game):
        check(json.loads(json.dumps(game())), reached)
    expected = {
        "C6 treasure loses to a pirate": 2,
        "C6 treasure loses to a treasure": 1,
        "C5 1 card for 2 claimants": 1,
        "C7 pirate alone slips": 1,
        "C8 gives back 1": 2,
        "C9 2 cards left at the end": 3,
        "C10 shared win": 1,
        "C10 negative score": 1,
    }
    assert {case: reached[case] for case in expected} == expected


def test_options_decide_a_written_game() -> None:
    no_gold = [event for event in written_game(gold_type="") if event["event"] != "unhook"]
    with pytest.raises(Broken, match="breaks C10"):
        check(no_gold)
    check([*no_gold[:-1], won_by([1], [2, 5])])
    for options in ({"gold_type": "m"}, {"gold_type": ""}):
        with pytest.raises(Broken, match="breaks C8"):
            check(written_game(**options))
    for slip in (0, [0, 0.9]):
        check(written_game(slip=slip))
        with pytest.raises(Broken, match="breaks C12"):
            check(slipping_game(slip=slip))
    check(slipping_game(slip=0.1, speed=[1, 2.5]))


def test_a_game_ends_when_fewer_than_three_cards_are_left() -> None:
    rules = standard_rules({"g": [1, 1], "m": [2]}, gold_type="g")
    first = told_round(0, "m-2 g-1 g-1", "g m", "01", ("gain", 0, "g-1 g-1"), ("gain", 1, "m-2"))
    check([beginning(rules, 2, words("m-2 g-1 g-1")), *first, won_by([0, 1], [2, 2])])
    longer = standard_rules({"g": [1, 1, 3], "m": [2, 2]}, gold_type="g")
    begin = beginning(longer, 2, words("m-2 g-1 g-1 m-2 g-3"))
    check([begin, *first, won_by([0, 1], [2, 2])])
    with pytest.raises(Broken, match="breaks C9"):
        check([begin, *first, *told_round(1, "m-2 g-3", "g m", "01"), won_by([0, 1], [2, 2])])
    longest = standard_rules({"g": [1, 1, 3], "m": [2, 2, 2]}, gold_type="g")
    with pytest.raises(Broken, match="breaks C9"):
        check([beginning(longest, 2, words("m-2 g-1 g-1 m-2 g-3 m-2")), *first, won_by([0, 1], [2, 2])])


# ---- chances


def test_orders_of_equal_speeds_are_equally_likely() -> None:
    for players in range(2, 7):
        distribution = order_distribution([3] * players)
        assert len(distribution) == factorial(players)
        assert set(distribution.values()) == {Fraction(1, factorial(players))}


def test_the_chance_of_an_order_by_hand() -> None:
    assert order_probability((1, 0), (1, 3)) == Fraction(3, 4)
    assert order_probability((1, 0, 2), (1, 2, 1)) == Fraction(2, 4) * Fraction(1, 2)
    assert order_probability((0, 1, 2), (1, 2, 1)) == Fraction(1, 4) * Fraction(2, 3)
    assert order_probability((0, 1), (0.25, 0.75)) == Fraction(1, 4)


@pytest.mark.parametrize(
    "speeds", [(1, 4), (1, 2, 3), (0.25, 1, 1, 4), (5, 1, 2, 2, 0.5), (1, 2, 3, 4, 5, 6)]
)
def test_orders_have_the_properties_of_exponential_times(speeds: tuple[float, ...]) -> None:
    distribution = order_distribution(speeds)
    assert sum(distribution.values()) == 1
    rates = [Fraction(speed) for speed in speeds]
    for seat, other in permutations(range(len(speeds)), 2):
        before = sum(p for order, p in distribution.items() if order.index(seat) < order.index(other))
        assert before == rates[seat] / (rates[seat] + rates[other])
    for seat, rate in enumerate(rates):
        assert sum(p for order, p in distribution.items() if order[0] == seat) == rate / sum(rates)


THIRD, QUARTER = Fraction(1, 3), Fraction(1, 4)


@pytest.mark.parametrize(
    ("chests", "choices", "order", "rates", "expected"),
    [
        (
            "g-3 r-1 m-2",
            "g g g",
            "120",
            [QUARTER] * 3,
            {
                (): Fraction(3, 4),
                (1,): Fraction(3, 16),
                (1, 2): Fraction(3, 64),
                (1, 2, 0): Fraction(1, 64),
            },
        ),
        (
            "g-3 r-1 m-2",
            "g r p",
            "120",
            [QUARTER, THIRD, THIRD],
            {
                (): Fraction(1, 2),
                (1,): Fraction(1, 4),
                (0,): Fraction(1, 6),
                (1, 0): Fraction(1, 12),
            },
        ),
        ("g-1 r-2 m-3", "T m", "10", [THIRD, 0], {(): Fraction(1)}),
        ("g-1 r-2 m-3", "T m", "10", [THIRD, 0.5], {(): 0.5, (1,): THIRD, (1, 0): Fraction(1, 6)}),
        ("g-1 r-2 m-3", "p p", "10", [THIRD, 0.5], {(): Fraction(1)}),
    ],
)  # fmt: skip
def test_the_chance_of_slips_by_hand(
    chests: str,
    choices: str,
    order: str,
    rates: list[Any],
    expected: dict[tuple[int, ...], Fraction],
) -> None:
    found = slip_distribution(words(chests), words(choices), seats(order), rates)
    assert found == expected and sum(found.values()) == 1


def test_the_chance_of_what_a_round_brings_by_hand() -> None:
    chests = words("g-1 r-2 m-3")
    assert outcome_distribution(chests, words("m m"), (1, 3), (0, 0)) == {
        ((3, 0), (0, 0)): Fraction(1, 4),
        ((0, 3), (0, 0)): Fraction(3, 4),
    }
    assert outcome_distribution(chests, words("T m"), (1, 1), (0.5, 0)) == {
        ((3, 0), (0, 0)): Fraction(1, 4),
        ((0, 3), (1, 0)): Fraction(3, 4),  # too slow, or fast and slipping: a hook either way
    }
    assert outcome_distribution(chests, words("T r"), (1, 5), (0, 0.5)) == {
        ((3, 2), (0, 0)): Fraction(1, 2),
        ((3, 0), (0, 1)): Fraction(1, 2),
    }


def z_scores(counts: Counter[Any], chances: dict[Any, Fraction]) -> list[float]:
    """How far counts are from what they should be, in standard deviations; what cannot happen did not."""
    draws = sum(counts.values())
    assert set(counts) <= set(chances)
    return [
        float(counts[what] - draws * p) / sqrt(draws * p * (1 - p)) for what, p in chances.items() if p < 1
    ]


def test_players_draw_orders_by_speed_and_slip_at_their_rate() -> None:
    speeds, rates = (0.5, 1, 3), (0.25, 0.5, 0)
    rules = standard_rules(speed=list(speeds), slip=list(rates))
    game = Game(beginning(rules, 3, cards_of(rules["deck"])), RandomPlayer(Random(5)))
    orders = Counter(tuple(game.source.order(game)) for _ in range(12_000))
    assert all(abs(z) < 4.5 for z in z_scores(orders, order_distribution(speeds)))
    for seat, rate in enumerate(rates):
        slips = sum(game.source.slips(game, seat) for _ in range(4_000))
        assert abs(slips - 4_000 * rate) <= 4.5 * sqrt(4_000 * rate * (1 - rate))


def test_rounds_played_agree_with_the_chances_of_what_they_bring() -> None:
    chests, choices = words("m-3 m-1 r-2"), words("T m m r")
    speeds, rates = (1, 2, 1, 1), (0.25, 0.25, 0.5, 0.125)
    rules = standard_rules({"m": [3, 1], "r": [2]}, gold_type="m", speed=list(speeds), slip=list(rates))

    class Fixed(RandomPlayer):
        def choose(self, game: Game) -> list[str]:
            return choices

    rng = Random(11)
    counts = Counter[Any]()
    for _ in range(4_000):
        game = Game(beginning(rules, 4, chests), Fixed(rng))
        game.play_round()
        stars = tuple(sum(map(stars_of, pile)) for pile in game.piles)
        counts[stars, tuple(game.hooks)] += 1
    assert all(abs(z) < 4.5 for z in z_scores(counts, outcome_distribution(chests, choices, speeds, rates)))


def test_random_picks_every_card_held_equally_often() -> None:
    rules = standard_rules()
    game = Game(beginning(rules, 2, cards_of(rules["deck"])), RandomPlayer(Random(3)))
    game.has_treasure[1] = False
    picked = [Counter[str](), Counter[str]()]
    for _ in range(8_400):
        for seat, choice in enumerate(game.source.choose(game)):
            picked[seat][choice] += 1
    assert len(picked[0]) == 7 and all(abs(count - 1200) < 145 for count in picked[0].values())
    assert len(picked[1]) == 6 and all(abs(count - 1400) < 155 for count in picked[1].values())
    assert TREASURE not in picked[1]


# ---- self-play


def random_rules(rng: Random, players: int) -> Event:
    """Any lawful deck, any options."""
    types = rng.sample(["gold", "rubies", "pearls", "crowns"], rng.randint(1, 4))
    deck = {kind: [rng.randint(1, 3) for _ in range(rng.randint(3, 8))] for kind in types}

    def setting(values: list[float]) -> Any:
        return rng.choice([rng.choice(values), [rng.choice(values) for _ in range(players)]])

    return standard_rules(
        deck,
        gold_type=rng.choice(["", *types[:2], types[0]]),
        speed=setting([0.25, 1, 1, 4]),
        slip=setting([0, 0, 0.2, 0.5, 0.9]),
    )


def watched(rules: Event, players: int, rng: Random, reached: Counter[str]) -> list[Event]:
    """Play a game and look after every round that no card is lost or made, and that hooks add up."""

    def count(event: Event, rule: str) -> None:
        kind, seat = event["event"], event.get("seat")
        if kind in ("hook", "unhook"):
            hooks[seat] += 1 if kind == "hook" else -event["count"]
            assert hooks[seat] >= 0
        if kind in ("round", "win"):
            cards = [*game.stock, *game.discarded, *(card for pile in game.piles for card in pile)]
            assert sorted(cards + (game.chests if kind == "round" else [])) == everything
            assert game.hooks == hooks
        if kind == "slip":
            slips.append((game.round, game.order.index(event["seat"])))

    deck = cards_of(rules["deck"])
    rng.shuffle(deck)
    everything, hooks, slips = sorted(deck), [0] * players, list[tuple[int, int]]()
    game = Game(beginning(rules, players, deck), RandomPlayer(rng), reached, count)
    events = game.run()
    assert len(game.stock) == len(deck) % LINE and game.round + 1 == len(deck) // LINE
    assert all(first < second for first, second in pairwise(slips))  # those ahead are done when one slips
    return events


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_self_play_keeps_all_cards_and_is_accepted(players: int) -> None:
    for seed in range(30):
        rng = Random(1000 * players + seed)
        done, checked = Counter[str](), Counter[str]()
        events = watched(random_rules(rng, players), players, rng, done)
        check(json.loads(json.dumps(events)), checked)
        assert checked == done


def test_every_case_is_reached_in_a_campaign() -> None:
    reached: Counter[str] = Counter()
    for seed in range(1200):
        rng = Random(seed)
        players = rng.randint(2, 6)
        play_game(random_rules(rng, players), players, seed, reached=reached)
    for seed in range(40):  # three hooks in hand and three gold cards at once are rare
        deck = {"gold": [1, 2, 3] * 5, "maps": [1, 1]}
        play_game(standard_rules(deck, slip=0.7), 2, seed, reached=reached)
    assert set(reached) <= set(CASES) and len(set(CASES)) == len(CASES)
    never = [case for case in CASES if not reached[case]]
    assert not never


def test_same_seed_and_game_play_the_same_and_others_another() -> None:
    games = [play_game(standard_rules(), 3, seed, game) for seed, game in ((4, 0), (4, 0), (4, 1), (5, 0))]
    assert games[0] == games[1]
    assert games[0][1:] != games[2][1:] and games[0][1:] != games[3][1:]


# ---- falsified records


@cache
def game_with_everything() -> list[Event]:
    """A game of several rounds with every kind of event and both causes of a hook."""
    deck = {"gold": [1, 1, 2, 3], "rubies": [1, 2, 2, 3], "maps": [1, 2, 3, 3]}
    for seed in range(1000):
        events = play_game(standard_rules(deck, slip=0.3, speed=[1, 2, 1, 0.5]), 4, seed)
        kinds = Counter(event["event"] for event in events)
        causes = {event["cause"] for event in events if event["event"] == "hook"}
        if kinds["unhook"] and kinds["slip"] > 2 and len(causes) == 2:
            return events
    raise AssertionError("no such game")


@cache
def game_without_slips() -> list[Event]:
    return play_game(standard_rules(), 6, 1)


GAMES = {
    "everything": game_with_everything,
    "without slips": game_without_slips,
    "written": cache(written_game),
    "slipping": cache(slipping_game),
    "contested": cache(contested_game),
}


def replaced(events: list[Event], place: int, **fields: Any) -> list[Event]:
    return [*events[:place], events[place] | fields, *events[place + 1 :]]


def without(events: list[Event], place: int) -> list[Event]:
    return [*events[:place], *events[place + 1 :]]


def inserted(events: list[Event], place: int, event: Event) -> list[Event]:
    return [*events[:place], event, *events[place:]]


def places(events: list[Event], kind: str) -> Iterator[tuple[int, Event]]:
    return ((place, event) for place, event in enumerate(events) if event["event"] == kind)


Round = dict[str, Any]
Alterations = Iterator[tuple[str, list[Event]]]  # the rules that may be named ("" for any), and the record


def rounds_of(events: list[Event]) -> Iterator[Round]:
    """Each round's place, chests, choices, order, slips, gains, and the place after its last event."""
    for place, event in places(events, "round"):
        end = next(i for i in range(place + 1, len(events)) if events[i]["event"] in ("round", "win"))
        inside = events[place:end]
        yield {
            "place": place,
            "end": end,
            "chests": [*event["hidden"], event["shown"]],
            "choices": inside[1]["choices"],
            "order": inside[2]["order"],
            "slips": [e["seat"] for e in inside if e["event"] == "slip"],
            "gains": [e["seat"] for e in inside if e["event"] == "gain"],
            "hooks": [e["seat"] for e in inside if e["event"] == "hook"],
        }


def altered_rounds(events: list[Event]) -> Alterations:
    """Other chest cards, choices that are not held, orders that are none."""
    deck, types = events[0]["deck"], list(events[0]["rules"]["deck"])
    used: set[int] = set()
    for found in rounds_of(events):
        place, choices, order = found["place"], found["choices"], found["order"]
        event = events[place]
        hidden, shown = event["hidden"], event["shown"]
        yield "C3", replaced(events, place, round=event["round"] + 1)
        if hidden[0] != hidden[1]:
            yield "C3", replaced(events, place, hidden=hidden[::-1])
        if hidden[0] != shown:
            yield "C3", replaced(events, place, hidden=[shown, hidden[1]], shown=hidden[0])
        yield "C3", replaced(events, place, hidden=hidden[:1])
        yield "C3", replaced(events, place, shown="whales-1")
        yield "C3 C9", [*events[:place], *events[found["end"] :]]
        for seat in range(len(choices)):
            others = [*choices[:seat], "whales", *choices[seat + 1 :]]
            yield "C3", replaced(events, place + 1, choices=others)
            if seat in used:
                yield (
                    "C6",
                    replaced(events, place + 1, choices=[*choices[:seat], TREASURE, *choices[seat + 1 :]]),
                )
        used |= {seat for seat, choice in enumerate(choices) if choice == TREASURE}
        yield "C3", replaced(events, place + 1, choices=choices[1:])
        yield "C3", replaced(events, place + 1, choices=[*choices, types[0]])
        yield "trace", replaced(events, place + 1, choices=None)
        yield "C3", without(events, place + 1)
        yield "C11", replaced(events, place + 2, order=order[1:])
        yield "C11", replaced(events, place + 2, order=[*order[1:], order[1]])
        yield "C11", replaced(events, place + 2, order=[seat + 1 for seat in order])
        yield "trace", replaced(events, place + 2, order=[str(seat) for seat in order])
        yield "C11", without(events, place + 2)
    for place in range(len(deck)):
        yield "C2", replaced(events, 0, deck=[*deck[:place], "whales-1", *deck[place + 1 :]])
        yield "C2", replaced(events, 0, deck=[*deck[:place], *deck[place + 1 :]])
    yield "C2", replaced(events, 0, deck=[*deck, deck[0]])
    if deck[0] != deck[LINE]:
        yield "C3", replaced(events, 0, deck=[deck[LINE], *deck[1:LINE], deck[0], *deck[LINE + 1 :]])


def altered_slips(events: list[Event]) -> Alterations:
    """Slips of seats that cannot have slipped, slips left out."""
    rates = events[0]["rules"]["options"]["slip"]
    for found in rounds_of(events):
        order, slips, gains = found["order"], found["slips"], found["gains"]
        after = found["place"] + 3 + len(slips)
        kinds = {type_of(card) for card in found["chests"]}
        for seat in order:
            choice = found["choices"][seat]
            slip = {"event": "slip", "seat": seat}
            if (choice not in kinds and choice != TREASURE) or seat in slips or not rates:
                yield "C12", inserted(events, after, slip)
            elif seat in gains:
                yield "", inserted(events, after, slip)
            for place in range(after + 1, found["end"] + 1):  # after what it would have changed
                yield "C12", inserted(events, place, slip)
        for place in range(found["place"] + 3, after):
            yield "", without(events, place)
            yield "trace", replaced(events, place, extra=1)
            for seat in range(len(order)):
                if seat != events[place]["seat"]:
                    yield "", replaced(events, place, seat=seat)
            yield "C12", inserted(events, place, events[place])


def altered_gains(events: list[Event]) -> Alterations:
    """Cards given to another, too many or too few; hook cards and their return made up or left out."""
    for found in rounds_of(events):
        order, chests = found["order"], found["chests"]
        for place in range(found["place"] + 3 + len(found["slips"]), found["end"]):
            event = events[place]
            if event["event"] == "gain":
                yield "C4 C5 C6", without(events, place)
                yield "C4 C5 C6", inserted(events, place, event)
                yield "C4 C5 C6", replaced(events, place, cards=event["cards"][1:])
                yield "C4 C5 C6", replaced(events, place, cards=[*event["cards"], chests[0]])
                yield "C4 C5 C6", replaced(events, place, cards=["whales-1"])
                for seat in set(order) - set(found["gains"]):
                    yield "C4 C5 C6 C12", replaced(events, place, seat=seat)
            if event["event"] == "hook":
                rule, other = ("C6", "slip") if event["cause"] == TREASURE else ("C7", TREASURE)
                yield rule, without(events, place)
                yield rule, inserted(events, place, event)
                yield rule, replaced(events, place, cause=other)
            if event["event"] == "unhook":
                yield "C8", without(events, place)
                yield "C8", inserted(events, place, event)
                yield "C8", replaced(events, place, count=event["count"] + 1)
                yield "C8", replaced(events, place, count=event["count"] - 1)
        gained = found["place"] + 3 + len(found["slips"]) + len(found["gains"])
        for seat in set(order) - set(found["gains"]):
            yield (
                "C4 C5 C6 C12",
                inserted(events, gained, {"event": "gain", "seat": seat, "cards": [chests[0]]}),
            )
        for seat in set(order) - set(found["hooks"]):
            for cause, rule in ((TREASURE, "C6"), ("slip", "C7")):
                if not any(order.index(other) < order.index(seat) for other in found["hooks"]):
                    yield rule, inserted(events, gained, {"event": "hook", "seat": seat, "cause": cause})
        yield "C8", inserted(events, found["end"], {"event": "unhook", "seat": order[-1], "count": 1})


def altered_orders(events: list[Event]) -> Alterations:
    """Groups not in the order of speed, and groups exchanged; another order of speed under the same events."""
    for found in rounds_of(events):
        for place in range(found["place"] + 3 + len(found["slips"]), found["end"] - 1):
            first, second = events[place], events[place + 1]
            yield "trace", [*events[:place], second, first, *events[place + 2 :]]
        if max(len(found["slips"]), len(found["gains"]), len(found["hooks"])) > 1:
            yield "", replaced(events, found["place"] + 2, order=found["order"][::-1])


def altered_ends(events: list[Event]) -> Alterations:
    """Other scores and winners, an end too early or too late."""
    end = len(events) - 1
    win, players = events[end], events[0]["players"]
    for seat in range(players):
        for by in (1, -1):
            scores = list(win["scores"])
            scores[seat] += by
            yield "C10", replaced(events, end, scores=scores)
        rest = [other for other in win["seats"] if other != seat]
        yield "C10", replaced(events, end, seats=rest if seat in win["seats"] else [*win["seats"], seat])
    yield "C10", replaced(events, end, seats=[])
    yield "C10", replaced(events, end, scores=win["scores"][1:])
    yield "C10", events[:end]
    yield "C9", [*events, win]
    last = max(place for place, _ in places(events, "round"))
    yield "C9", [*events[:end], *events[last:]]
    yield "C9", [*events[:last], win]


def rearranged(events: list[Event]) -> Alterations:
    """An event dropped, doubled, or exchanged with the one after it; a key missing or too many."""
    for place, event in enumerate(events):
        yield "", without(events, place)
        yield "", inserted(events, place, event)
        yield "trace", replaced(events, place, extra=1)
        for key in event:
            kept = {name: value for name, value in event.items() if name != key}
            yield "", [*events[:place], kept, *events[place + 1 :]]
    for place, (first, second) in enumerate(pairwise(events)):
        yield "", [*events[:place], second, first, *events[place + 2 :]]
    yield "trace", []


KINDS = (altered_rounds, altered_slips, altered_gains, altered_orders, altered_ends, rearranged)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_falsified_records_are_rejected_by_the_rule_they_break(name: str, kind: Any) -> None:
    events = GAMES[name]()
    check(events)
    rng = Random(7)
    alterations = list(kind(events))
    assert len(alterations) >= 2
    for rules, record in alterations if len(alterations) < 250 else rng.sample(alterations, 250):
        with pytest.raises(Broken) as caught:
            check(record)
        assert not rules or caught.value.rule in rules.split(), caught.value
        assert f"event {caught.value.place} breaks {caught.value.rule}: " in str(caught.value)


@pytest.mark.parametrize(
    ("round_", "rule"),
    [
        # One card given to the slower of two, to nobody, to both.
        (("g-3 r-1 m-2", "g g", "01", ("gain", 1, "g-3")), "C5"),
        (("g-3 r-1 m-2", "g g", "01"), "C5"),
        (("g-3 r-1 m-2", "g g", "01", ("gain", 0, "g-3"), ("gain", 1, "g-3")), "C5"),
        (("g-3 r-1 g-2", "g g", "01", ("gain", 0, "g-2"), ("gain", 1, "g-3")), "C5"),
        (("g-3 g-1 g-2", "g g", "01", ("gain", 0, "g-3"), ("gain", 1, "g-2 g-1")), "C5"),
        (("g-3 g-1 g-2", "g g", "01", ("gain", 0, "g-3"), ("gain", 1, "g-2")), "C5"),
        # Alone: not all, or none, or what is not there.
        (("g-3 r-1 g-2", "g r", "01", ("gain", 0, "g-3"), ("gain", 1, "r-1")), "C4"),
        (("g-3 r-1 m-2", "g r", "01", ("gain", 1, "r-1")), "C4"),
        (("g-3 r-1 m-2", "g p", "10", ("gain", 1, "m-2"), ("gain", 0, "g-3")), "C4"),
        # Treasure: another target, a card that is gone, a hook too few, one for a winner.
        (("g-3 r-1 m-2", "T p", "01", ("gain", 0, "m-2")), "C6"),
        (("r-3 m-3 g-1", "T r", "01", ("gain", 0, "r-3"), ("hook", 1, "slip")), "C6"),
        (("m-3 m-1 g-2", "T m", "10", ("gain", 1, "m-3"), ("gain", 0, "m-1")), "C6"),
        (("m-3 m-1 g-2", "T m", "01", ("gain", 0, "m-3")), "C6"),
        (("m-3 m-1 g-2", "T m", "10", ("gain", 1, "m-3 m-1")), "C6"),
        (("m-3 m-1 g-2", "T m", "01", ("gain", 0, "m-3"), ("gain", 1, "m-1"), ("hook", 0, TREASURE)), "C6"),
        (("m-3 r-1 m-3", "T m", "10", ("gain", 1, "m-3 m-3"), ("hook", 0, TREASURE)), "C6"),
        # Slips: of who would not win, twice, with a gain, without a hook, with two.
        (("g-3 r-1 m-2", "g g", "01", ("slip", 1), ("gain", 0, "g-3"), ("hook", 1, "slip")), "C12"),
        (("g-3 r-1 m-2", "g p", "01", ("slip", 1), ("gain", 0, "g-3"), ("hook", 1, "slip")), "C12"),
        (("g-3 r-1 m-2", "g p", "01", ("slip", 0), ("slip", 0), ("hook", 0, "slip")), "C12"),
        (("g-3 r-1 m-2", "g p", "01", ("slip", 0), ("gain", 0, "g-3"), ("hook", 0, "slip")), "C12"),
        (("g-3 r-1 m-2", "g r", "01", ("slip", 1), ("slip", 0), ("hook", 0, "slip"), ("hook", 1, "slip")), "C12"),
        (("g-3 r-1 m-2", "g p", "01", ("slip", 0)), "C7"),
        (("g-3 r-1 m-2", "g p", "01", ("gain", 0, "g-3"), ("hook", 0, "slip")), "C7"),
        (("g-3 r-1 m-2", "T p", "01", ("slip", 0), ("hook", 0, "slip"), ("hook", 0, TREASURE)), "C6"),
        (("g-3 r-1 m-2", "T p", "01", ("slip", 0), ("hook", 0, TREASURE)), "C7"),
        (("g-3 r-1 m-2", "g g", "01", ("slip", 0), ("hook", 0, "slip")), "C4"),
        (("r-3 m-3 g-1", "T r", "10", ("slip", 1), ("gain", 0, "r-3"), ("hook", 1, "slip")), "C6"),
        # Gold: back without having any.
        (("g-3 r-1 m-2", "g p", "01", ("gain", 0, "g-3"), ("unhook", 0, 1)), "C8"),
        # Groups out of order.
        (("g-3 r-1 m-2", "g r", "01", ("gain", 1, "r-1"), ("gain", 0, "g-3")), "trace"),
        (("m-3 m-1 g-2", "T m", "10", ("hook", 0, TREASURE), ("gain", 1, "m-3 m-1")), "trace"),
    ],
)  # fmt: skip
def test_a_round_told_wrongly_is_refused_by_its_rule(round_: tuple[Any, ...], rule: str) -> None:
    chests, choices, order, *ends = round_
    deck: dict[str, list[int]] = {"g": [], "r": [], "m": [], "p": []}
    for card in words(chests):
        deck[type_of(card)].append(stars_of(card))
    begin = beginning(standard_rules(deck, gold_type="g", slip=0.5), 2, words(chests))
    with pytest.raises(Broken) as caught:
        check([begin, *told_round(0, chests, choices, order, *ends), won_by([0, 1], [0, 0])])
    assert caught.value.rule == rule, caught.value
    assert caught.value.place > 3


def test_falsified_beginnings_are_rejected() -> None:
    events = game_with_everything()
    rules = events[0]["rules"]
    options = rules["options"]
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("trace", {"name": "pescado"}),
        ("C1", {"players": 7}),
        ("C1", {"players": 1}),
        ("C1", {"players": "2"}),
        ("trace", {"policies": ["random"] * 7}),
        ("trace", {"policies": "random"}),
        ("trace", {"extra": 1}),
        ("trace", {"game": "0"}),
        ("trace", {"seed": None}),
        ("trace", {"deck": "gold-1"}),
        ("trace", {"rules": rules | {"game": "pescado"}}),
        ("trace", {"rules": {"deck": rules["deck"]}}),
        ("C2", {"rules": rules | {"deck": []}}),
        ("C2", {"rules": rules | {"deck": rules["deck"] | {"gold": 3}}}),
        ("C2", {"rules": rules | {"deck": rules["deck"] | {"gold": ["1"]}}}),
        ("C2", {"rules": rules | {"deck": rules["deck"] | {"gold": [-1]}}}),
        ("C2", {"rules": rules | {"deck": rules["deck"] | {"gold": [1, 1, 2]}}}),
        ("C2", {"rules": rules | {"deck": rules["deck"] | {TREASURE: [1]}}}),
        ("C9", {"rules": rules | {"deck": {"gold": [1, 2]}}}),
        ("trace", {"rules": rules | {"options": {}}}),
        ("trace", {"rules": rules | {"options": options | {"unknown": True}}}),
        ("C1", {"rules": rules | {"options": options | {"gold_type": "whales"}}}),
        ("C11", {"rules": rules | {"options": options | {"speed": 0}}}),
        ("C11", {"rules": rules | {"options": options | {"speed": [1, 1, 1]}}}),
        ("C11", {"rules": rules | {"options": options | {"speed": [1, 1, 1, "2"]}}}),
        ("C12", {"rules": rules | {"options": options | {"slip": 1}}}),
        ("C12", {"rules": rules | {"options": options | {"slip": -0.1}}}),
        ("C12", {"rules": rules | {"options": options | {"slip": [0.1] * 5}}}),
    ]
    for rule, change in wrong:
        with pytest.raises(Broken, match=f"event 0 breaks {rule}:"):
            check(replaced(events, 0, **change))


def test_the_error_says_what_is_wrong_and_where() -> None:
    events = written_game()
    wrong = {
        "event 4 breaks C6: cards of 'gain': expected ['m-3'], got ['r-1']": replaced(
            events, 4, cards=["r-1"]
        ),
        "event 5 breaks C6: expected {'event': 'hook', 'seat': 0, 'cause': 'treasure'}, got": without(
            events, 5
        ),
        "event 7 breaks C6: round 1: seat 0 has used its treasure card before": replaced(
            events, 7, choices=[TREASURE, "m"]
        ),
        "event 8 breaks C11: round 1: [0, 0] does not hold each of 2 seats once": replaced(
            events, 8, order=[0, 0]
        ),
        "event 12 breaks C10: expected {'event': 'win'": events[:12],
    }
    for text, record in wrong.items():
        with pytest.raises(Broken) as caught:
            check(record)
        assert str(caught.value).startswith(text)


def test_order_of_cards_in_a_gain_does_not_matter() -> None:
    events = deepcopy(game_with_everything())
    for _, event in places(events, "gain"):
        event["cards"].reverse()
    check(events)
