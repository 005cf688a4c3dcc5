"""Tests of the oracle for Pescado Novo: positions made by hand, self-play, falsified records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from . import pescado
from .pescado import (
    BRUTE_FORCE_CARDS,
    CASES,
    HAND,
    ITEMS,
    NUMBER_CARDS,
    SPECIALS,
    TABLE,
    Broken,
    Event,
    Game,
    Options,
    RandomPlayer,
    Shuffle,
    beginning,
    capturing_sets,
    check,
    legal_plays,
    most,
    play_game,
    played_values,
    score,
    standard_rules,
    subsets_by_sum,
    values,
)

# ---- which sets a card captures


def sets(card: str, table: str) -> set[str]:
    """The capturing sets, each as its cards in the order of the table."""
    found = capturing_sets(card, table.split())
    assert len(set(found)) == len(found)
    return {" ".join(other for other in table.split() if other in cards) for cards in found}


def test_the_deck_holds_four_suits_of_ten_and_ten_specials() -> None:
    assert len(set(NUMBER_CARDS)) == 40 and len(set(SPECIALS)) == 10
    assert Counter(pescado.suit(card) for card in NUMBER_CARDS) == dict.fromkeys(("tuna", "a", "b", "c"), 10)
    assert Counter(pescado.number(card) for card in NUMBER_CARDS) == dict.fromkeys(range(1, 11), 4)


def test_values_are_as_printed() -> None:
    printed = {"tuna-7": 7, "a-10": 10, "c-1": 1, "-2": -2, "-1": -1, "0": 0, "11": 11, "12": 12, "13": 13}
    assert {card: values(card) for card in printed} == {card: (value,) for card, value in printed.items()}
    assert values("1/10") == (1, 10) and values("*") == (0,) and values("J") == values("B") == ()


@pytest.mark.parametrize(
    ("card", "table", "expected"),
    [
        ("tuna-7", "tuna-8 a-5 b-3 c-1", {"tuna-8", "a-5 b-3"}),
        ("a-10", "a-1 b-1 c-1 a-2", {"a-1 b-1 c-1 a-2"}),
        ("a-10", "a-1 b-1 c-1 tuna-1", set()),
        ("a-5", "a-10 b-10", {"a-10", "b-10"}),
        ("a-5", "", set()),
        ("-2", "a-10 b-7 tuna-8 c-9", {"a-10 b-7", "tuna-8 c-9"}),
        ("-1", "a-10 b-6 12", {"a-10 b-6"}),
        ("0", "12 a-3 13 -2 b-4", {"12 a-3", "13 -2 b-4"}),
        ("11", "a-4 -1 b-5", {"a-4", "-1 b-5"}),
        ("12", "-1 -2 a-6 b-3", {"-1 -2 a-6", "b-3"}),
        ("13", "a-2 0", {"a-2", "a-2 0"}),
        ("a-2", "13 0", {"13", "13 0"}),
        ("a-7", "b-8 *", {"b-8", "b-8 *"}),
        ("1/10", "a-5 b-10 c-4", {"a-5", "b-10 c-4"}),
        ("1/10", "a-6 b-7", set()),
        ("a-5", "1/10 b-9", {"1/10", "1/10 b-9"}),
        ("a-10", "1/10 b-4", {"1/10 b-4"}),
        ("a-5", "J B b-10", {"b-10"}),
        ("a-5", "J B", set()),
        ("J", "a-10 b-5", set()),
        ("B", "a-10 b-5", set()),
        ("*", "a-10 b-5", set()),
    ],
)
def test_capturing_sets_make_fifteen(card: str, table: str, expected: set[str]) -> None:
    assert sets(card, table) == expected


def subset_values(cards: Sequence[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """All subsets with their sums, by counting through bit masks; `1/10` as 1 first, then as 10."""
    for ten in (1, 10) if "1/10" in cards else (1,):
        worth = {card: values(card)[0] for card in cards} | {"1/10": ten}
        for mask in range(1, 2 ** len(cards)):
            chosen = [card for i, card in enumerate(cards) if mask >> i & 1]
            if ten == 1 or "1/10" in chosen:
                yield sum(worth[card] for card in chosen), frozenset(chosen)


@pytest.mark.parametrize("size", [*range(1, BRUTE_FORCE_CARDS + 1, 2), BRUTE_FORCE_CARDS, 13, 14, 15])
def test_both_ways_find_the_same_sets_on_tables_small_and_large(size: int) -> None:
    useful = [card for card in NUMBER_CARDS + SPECIALS if values(card)]
    rng = Random(size)
    for _ in range(3):
        table = rng.sample(useful, size)
        expected: dict[int, set[frozenset[str]]] = {}
        for total, chosen in subset_values(table):
            if total <= 17:
                expected.setdefault(total, set()).add(chosen)
        found = (subsets_by_sum([*table, "J", "B"]), pescado._subsets_by_adding_cards(table))
        for by_sum in found:
            assert all(len(set(chosen)) == len(chosen) for chosen in by_sum.values())
            assert {total: set(chosen) for total, chosen in by_sum.items() if total <= 17} == expected


# ---- legal plays


def plays(hand: str, table: str) -> Counter[str]:
    """The legal plays, as "card: what it takes in alphabetical order"."""
    found = legal_plays(hand.split(), table.split())
    return Counter(f"{card}: {' '.join(sorted(cards))}".strip() for card, cards in found)


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("a-7 b-6", "a-8 b-2", ["a-7: a-8", "b-6:"]),
        ("a-7", "a-8 b-8 a-5 b-3", ["a-7: a-8", "a-7: b-8", "a-7: a-5 b-3"]),
        ("a-7", "a-8 J", ["a-7: J a-8"]),
        ("a-7", "J B", ["a-7:"]),
        ("J B", "a-8 b-7", ["J:", "B:"]),
        ("*", "", ["*:"]),
        ("*", "a-8", ["*: a-8"]),
        ("*", "a-8 J B", ["*: J a-8", "*: J", "*: B J"]),
        ("*", "J", ["*: J"]),
        ("1/10", "a-5 b-9", ["1/10: a-5", "1/10: a-5 b-9"]),
        ("a-5 b-5", "1/10 c-9", ["a-5: 1/10", "a-5: 1/10 c-9", "b-5: 1/10", "b-5: 1/10 c-9"]),
    ],
)
def test_legal_plays_are_pairs_of_a_card_and_what_it_takes(
    hand: str, table: str, expected: list[str]
) -> None:
    assert plays(hand, table) == Counter(expected)


@pytest.mark.parametrize(
    ("card", "captured", "expected"),
    [
        ("a-7", "a-8", [7]),
        ("a-7", "a-8 J", [7]),
        ("a-7", "", []),
        ("*", "a-8 J", []),
        ("1/10", "a-5", [10]),
        ("1/10", "a-5 b-9", [1]),
        ("a-5", "1/10", [5]),
        ("-2", "a-10 b-7", [-2]),
        ("0", "12 a-3", [0]),
        ("a-7", "a-7", []),
    ],
)
def test_value_of_the_played_card_completes_fifteen(card: str, captured: str, expected: list[int]) -> None:
    assert played_values(card, captured.split()) == expected


# ---- single plays


class Script(RandomPlayer):
    """Decides what the test says, in order."""

    def __init__(self, *decisions: str) -> None:
        super().__init__(Random(1))
        self.decisions = list(decisions)

    def choose(self, game: Game, hand: list[str], table: list[str]) -> tuple[str, Collection[str]]:
        card, _, taken = self.decisions.pop(0).partition(":")
        return card, taken.split()


def position(hand: str, table: str, *decisions: str, **options: Any) -> Game:
    """Two players in the middle of a round; seat 0 is to play."""
    game = Game(beginning(standard_rules(**options), 2), Script(*decisions))
    game.hands[0], game.table = hand.split(), table.split()
    return game


def one_play(game: Game) -> Event:
    """The event of the play that comes next, without what is always the same."""
    game.play()
    event = dict(game.events[-1])
    assert event.pop("event") == "play" and event.pop("seat") == 0
    return event


def played(
    card: str, captured: str = "", value: int | None = None, swept: bool = False, pescado: bool = False
) -> Event:
    return {"card": card, "captured": captured.split(), "value": value, "swept": swept, "pescado": pescado}


def test_a_capture_goes_to_the_pile_with_the_played_card() -> None:
    game = position("tuna-7 a-1", "a-8 b-5 b-3", "tuna-7: b-3 b-5")
    assert one_play(game) == played("tuna-7", "b-5 b-3", 7)
    assert game.table == ["a-8"] and game.hands[0] == ["a-1"] and game.last_capturer == 0
    assert sorted(game.piles[0]) == ["b-3", "b-5", "tuna-7"] and game.pescados == [0, 0]


def test_a_card_that_captures_nothing_stays() -> None:
    game = position("a-7", "b-2", "a-7:")
    assert one_play(game) == played("a-7")
    assert game.table == ["b-2", "a-7"] and game.piles == [[], []] and game.last_capturer is None


def test_taking_everything_is_a_pescado() -> None:
    game = position("a-7", "b-5 b-3", "a-7: b-5 b-3")
    assert one_play(game) == played("a-7", "b-5 b-3", 7, pescado=True)
    assert game.pescados == [1, 0] and not game.table


def test_a_swept_j_belongs_to_the_pescado() -> None:
    game = position("a-7", "J b-8", "a-7: J b-8")
    assert one_play(game) == played("a-7", "J b-8", 7, swept=True, pescado=True)


def test_a_b_stands_in_the_way_of_a_pescado() -> None:
    game = position("a-7", "B b-8 J", "a-7: b-8 J")
    assert one_play(game) == played("a-7", "b-8 J", 7, swept=True)
    assert game.table == ["B"] and game.pescados == [0, 0]


def test_a_star_takes_one_card_and_sweeps_the_j() -> None:
    assert one_play(position("*", "a-8 b-7", "*: b-7")) == played("*", "b-7")
    assert one_play(position("*", "a-8 J", "*: a-8 J")) == played("*", "a-8 J", swept=True, pescado=True)
    assert one_play(position("*", "B", "*: B")) == played("*", "B", pescado=True)


def test_a_star_that_takes_the_j_takes_only_that_and_sweeps_nothing() -> None:
    assert one_play(position("*", "a-8 J", "*: J")) == played("*", "J")
    assert one_play(position("*", "J", "*: J")) == played("*", "J", pescado=True)


def test_a_star_on_an_empty_table_stays_there_as_a_zero() -> None:
    game = position("* a-7", "", "*:", "a-7: * b-8")
    assert one_play(game) == played("*")
    assert game.table == ["*"] and game.star_laid
    game.table.append("b-8")
    assert one_play(game) == played("a-7", "* b-8", 7, pescado=True)


@pytest.mark.parametrize(
    ("hand", "table", "decision", "rule"),
    [
        ("a-7", "b-8", "b-7:", "P4"),
        ("a-7", "b-8", "a-7:", "P5"),
        ("a-7", "b-8 b-2", "a-7: b-2", "P5"),
        ("a-7", "b-8 b-2", "a-7: b-8 b-2", "P5"),
        ("a-7", "b-5", "a-7: b-8", "P5"),
        ("a-7", "b-4", "a-7: b-4 b-4", "P5"),
        ("1/10", "a-4", "1/10: a-4", "P5"),
        ("a-4", "1/10 b-2 c-8", "a-4: 1/10 c-8", "P5"),
        ("*", "b-8", "*:", "P7"),
        ("*", "b-8 b-7", "*: b-8 b-7", "P7"),
        ("*", "b-8 J", "*: b-8", "P8"),
        ("*", "b-8 J b-7", "*: b-8 b-7 J", "P7"),
        ("a-7", "b-8 J", "a-7: b-8", "P8"),
        ("a-7", "J", "a-7: J", "P8"),
        ("J", "b-8", "J: b-8", "P8"),
        ("B", "b-8", "B: b-8", "P9"),
        ("a-7", "b-8 B", "a-7: b-8 B", "P9"),
    ],
)
def test_an_illegal_play_is_refused_by_its_rule(hand: str, table: str, decision: str, rule: str) -> None:
    game = position(hand, table, decision)
    with pytest.raises(Broken) as caught:
        game.play()
    assert caught.value.rule == rule
    assert game.hands[0] == hand.split() and game.table == table.split()


# ---- scoring


def points(
    *piles: str, pescados: Sequence[int] = (0, 0), star_laid: bool = False, **options: Any
) -> list[str]:
    """The items that each seat scores, with their points when these are not 1."""
    found = score([pile.split() for pile in piles], pescados, star_laid, Options(**options))
    assert all(tuple(by_item) == ITEMS for by_item in found)
    return [" ".join(f"{k}{'' if v == 1 else v}" for k, v in by_item.items() if v) for by_item in found]


def test_each_item_scores_for_who_has_it() -> None:
    assert points("tuna-7 a-8", "a-1") == ["seven_of_tuna most_tuna most_cards most_sevens", ""]
    assert points("tuna-3 tuna-4 a-1", "tuna-7 a-7") == ["most_tuna most_cards", "seven_of_tuna most_sevens"]
    assert points("a-6 a-8 b-8", "c-7") == ["most_cards", "most_sevens"]
    assert points("0 a-1", "J B a-3") == ["zero", "most_cards j-1"]
    assert points("a-1 a-2", "a-3", pescados=(0, 2)) == ["most_cards", "pescados2"]


def test_specials_are_neither_tuna_nor_sevens_but_count_as_cards() -> None:
    assert points("1/10 11 12 13", "tuna-1 b-7") == ["most_cards", "most_tuna most_sevens"]


def test_ties_score_for_everyone_and_a_most_of_none_for_nobody() -> None:
    assert points("tuna-1 a-7", "tuna-2 b-7") == ["most_tuna most_cards most_sevens"] * 2
    assert points("", "") == ["", ""]
    assert points("", "", most_needs_one=False) == ["most_tuna most_cards most_sevens"] * 2
    assert points("a-1 a-2", "a-3", most_needs_one=False) == [
        "most_tuna most_cards most_sevens",
        "most_tuna most_sevens",
    ]
    assert most([3, 1, 3], True) == [1, 0, 1] and most([0, 0, 0], False) == [1, 1, 1]


def test_a_star_scores_as_zero_only_when_it_was_laid_and_by_option() -> None:
    pile = "* a-1", "a-3"
    assert points(*pile) == ["most_cards", ""]
    assert points(*pile, star_laid=True) == ["most_cards zero", ""]
    assert points(*pile, star_laid=True, star_scores_as_zero=False) == ["most_cards", ""]
    assert points("* 0", "", star_laid=True) == ["most_cards zero2", ""]


# ---- whole games, written down by hand


def play_event(seat: int, card: str, captured: str = "", value: int | None = None, flags: str = "") -> Event:
    return {"event": "play", "seat": seat} | played(
        card, captured, value, "swept" in flags.split(), "pescado" in flags.split()
    )


def round_events(number: int, deck: str, specials: str) -> list[Event]:
    """The first two events of a round of two players and ten cards, which is dealt once."""
    cards, starter = deck.split(), number % 2
    hands = [cards[:3], cards[3:6]] if starter == 0 else [cards[3:6], cards[:3]]
    return [
        {
            "event": "round",
            "round": number,
            "starter": starter,
            "left_out": [card for card in NUMBER_CARDS if card not in cards],
            "specials": specials.split(),
            "deck": cards,
            "table": cards[6:],
        },
        {"event": "deal", "hands": hands},
    ]


def scored(first: str, second: str, totals: list[int]) -> Event:
    """A score event, of items as "name" or "name=points"."""
    items = []
    for text in (first, second):
        given = {item: int(points or 1) for item, _, points in (word.partition("=") for word in text.split())}
        items.append(dict.fromkeys(ITEMS, 0) | given)
    return {
        "event": "score",
        "round_points": [sum(by_item.values()) for by_item in items],
        "items": items,
        "totals": totals,
    }


def written_game(**options: Any) -> list[Event]:
    """Two rounds: a J swept, a pescado by `*`, a tie; then a pescado, a `*` laid as zero, a B left over."""
    begin = beginning(standard_rules(left_out=32, specials_in=2, **{"target": 5} | options), 2)
    return [
        begin,
        *round_events(0, "tuna-7 a-5 * a-7 J c-2 tuna-8 b-8 c-10 b-1", "* J"),
        play_event(0, "tuna-7", "tuna-8", 7),
        play_event(1, "J"),
        play_event(0, "a-5", "c-10 J", 5, "swept"),
        play_event(1, "a-7", "b-8", 7),
        play_event(0, "*", "b-1", None, "pescado"),
        play_event(1, "c-2"),
        {"event": "leftover", "seat": 0, "cards": ["c-2"]},
        scored("seven_of_tuna most_tuna most_cards most_sevens pescados j=-1", "most_sevens", [4, 1]),
        *round_events(1, "* b-9 a-3 c-9 B a-4 b-5 tuna-5 c-1 a-1", "* B"),
        play_event(1, "b-9", "b-5 c-1", 9),
        play_event(0, "c-9", "tuna-5 a-1", 9, "pescado"),
        play_event(1, "*"),
        play_event(0, "B"),
        play_event(1, "a-3"),
        play_event(0, "a-4"),
        {"event": "leftover", "seat": 0, "cards": ["*", "B", "a-3", "a-4"]},
        scored("most_tuna most_cards zero pescados", "", [8, 1]),
        {"event": "win", "seats": [0], "rounds": 2},
    ]


def fruitless_game(**options: Any) -> list[Event]:
    """One round in which nobody captures anything: tens and nines lack fives and sixes."""
    rules = standard_rules(left_out=32, specials_in=2, **{"round_limit": 1} | options)
    cards = "a-10 b-10 B a-9 b-9 J c-10 tuna-10 c-9 tuna-9"
    laid = ["a-10", "a-9", "b-10", "J", "B", "b-9"]
    return [
        beginning(rules, 2),
        *round_events(0, cards, "J B"),
        *[play_event(i % 2, card) for i, card in enumerate(laid)],
        {"event": "leftover", "seat": None, "cards": ["c-10", "tuna-10", "c-9", "tuna-9", *laid]},
        scored("", "", [0, 0]),
        {"event": "unfinished", "rounds": 1},
    ]


def test_a_written_game_is_accepted() -> None:
    reached = Counter[str]()
    check(json.loads(json.dumps(written_game())), reached)
    for case in (
        "P10 pescado by star",
        "P8 J swept by a sum",
        "P13 tie for most_sevens",
        "P7 star scores as zero",
    ):
        assert reached[case] == 1
    assert reached["P12 nobody has seven_of_tuna"] == 1 and reached["P9 B stays to the end"] == 1


def test_options_decide_the_points_of_a_written_game() -> None:
    second_round = {
        "star_scores_as_zero": ("most_tuna most_cards pescados", "", [7, 1]),
        "most_needs_one": ("most_tuna most_cards most_sevens zero pescados", "most_sevens", [9, 2]),
    }
    for option, expected in second_round.items():
        events = written_game(**{option: False})
        with pytest.raises(Broken) as caught:
            check(events)
        assert caught.value.place == len(events) - 2
        check([*events[:-2], scored(*expected), events[-1]])


def test_the_target_ends_a_game_after_the_round_that_reaches_it() -> None:
    short = [*written_game(target=4)[:11], {"event": "win", "seats": [0], "rounds": 1}]
    check(short)
    for target in (3, 5):
        short[0] = written_game(target=target)[0]
        if target == 3:
            check(short)
        else:
            with pytest.raises(Broken, match="breaks P14"):
                check(short)


def test_the_round_limit_leaves_a_game_unfinished_unless_its_last_round_reaches_the_target() -> None:
    check(written_game(round_limit=2))
    check([*written_game(round_limit=1)[:11], {"event": "unfinished", "rounds": 1}])
    check([*written_game(round_limit=2, target=9)[:-1], {"event": "unfinished", "rounds": 2}])


def test_a_round_without_any_capture_leaves_the_cards_to_nobody() -> None:
    reached = Counter[str]()
    check(fruitless_game(), reached)
    assert reached["P11 nobody captured"] == 1 and reached["P13 most of none does not score"] == 3
    events = fruitless_game(most_needs_one=False, target=3)
    everything = "most_tuna most_cards most_sevens"
    events[-2:] = [scored(everything, everything, [3, 3]), {"event": "win", "seats": [0, 1], "rounds": 1}]
    check(events, reached)
    assert reached["P13 most of none scores"] == 3 and reached["P14 shared win"] == 1


def test_hands_are_dealt_in_threes_from_the_starter_then_the_table_then_more_hands() -> None:
    class Sorted(RandomPlayer):
        def shuffle(self, game: Game) -> Shuffle:
            return Shuffle(["c-9", "c-10"], ["J", "B"], [*NUMBER_CARDS[:38], "J", "B"])

    game = Game(beginning(standard_rules(), 3), Sorted(Random(1)))
    game.round = 1
    game.play_round()
    deals = [event for event in game.events if event["event"] == "deal"]
    assert game.events[0]["starter"] == 1 and game.events[0]["table"] == list(NUMBER_CARDS[9:13])
    n = NUMBER_CARDS
    assert deals[0]["hands"] == [[*n[6:9]], [*n[0:3]], [*n[3:6]]]
    assert deals[1]["hands"] == [[*n[19:22]], [*n[13:16]], [*n[16:19]]]
    assert len(deals) == 4 and deals[3]["hands"][0] == ["c-8", "J", "B"]
    seats = [event["seat"] for event in game.events if event["event"] == "play"]
    assert seats == [1, 2, 0] * 12


# ---- self-play


def random_rules(rng: Random, players: int) -> Event:
    """Any lawful deck that serves the players, any options."""
    specials = rng.sample(SPECIALS, rng.choice([0, 2, 5, 8, 10, 10]))
    specials_in = rng.choice([rng.randint(0, len(specials)), len(specials)])
    deals = rng.randint(1, (36 + specials_in) // (HAND * players))
    return standard_rules(
        specials,
        left_out=40 + specials_in - TABLE - HAND * players * deals,
        specials_in=specials_in,
        target=rng.choice([1, 2, 5, 12]),
        star_scores_as_zero=rng.random() < 0.5,
        most_needs_one=rng.random() < 0.5,
        round_limit=rng.choice([1, 2, 5, 200]),
    )


def watched(begin: Event, rng: Random, reached: Counter[str]) -> list[Event]:
    """Play a game and look after every event that no card is lost or made."""
    deck: list[str] = []

    def count(event: Event) -> None:
        if event["event"] == "round":
            deck[:] = event["deck"]
        held = [*game.hands, game.stock, game.table, *game.piles]
        assert sorted(card for cards in held for card in cards) == sorted(deck)

    game = Game(begin, RandomPlayer(rng), reached, count)
    return game.run()


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_self_play_keeps_all_cards_and_is_accepted(players: int) -> None:
    for seed in range(15):
        rng = Random(1000 * players + seed)
        done, checked = Counter[str](), Counter[str]()
        events = watched(beginning(random_rules(rng, players), players, seed), rng, done)
        check(json.loads(json.dumps(events)), checked)
        assert checked == done


def test_every_case_is_reached_in_a_campaign() -> None:
    reached: Counter[str] = Counter()
    for seed in range(900):
        rng = Random(seed)
        players = rng.choice([2, 2, 2, 3, 4, 6])
        play_game(random_rules(rng, players), players, seed, reached=reached)
    for seed in range(40):  # a laid `*` is rare, and rarer with the 0
        play_game(standard_rules(["*", "0"]), 2, seed, reached=reached)
    assert set(reached) <= set(CASES) and len(set(CASES)) == len(CASES)
    never = [case for case in CASES if not reached[case]]
    assert not never


def test_same_seed_and_game_play_the_same_and_others_another() -> None:
    games = [play_game(standard_rules(), 3, seed, game) for seed, game in ((4, 0), (4, 0), (4, 1), (5, 0))]
    assert games[0] == games[1]
    assert games[0][1:] != games[2][1:] and games[0][1:] != games[3][1:]


def test_random_picks_every_legal_play_equally_often() -> None:
    rng = Random(3)
    table = ["a-8", "b-8", "a-5", "b-3", "J"]
    game = position("a-7 b-6 *", " ".join(table))
    picked = Counter(RandomPlayer(rng).choose(game, game.hands[0], table) for _ in range(9_000))
    assert len(picked) == 9  # a-7 with 8, 8 or 5+3; b-6 stays; the star takes one of five
    assert all(abs(count - 1000) < 150 for count in picked.values())  # five standard deviations


# ---- falsified records


@cache
def game_with_everything() -> list[Event]:
    """A game of several rounds with every kind of event, a swept J and a pescado; it ends with a win."""
    for seed in range(1000):
        events = play_game(standard_rules(), 2 + seed % 3, seed)
        some = [event for event in events if event["event"] == "play"]
        if (
            len(events) < 250
            and {"leftover", "win"} <= {event["event"] for event in events}
            and any(event["swept"] for event in some)
            and any(event["pescado"] for event in some)
        ):
            return events
    raise AssertionError("no such game")


@cache
def unfinished_game() -> list[Event]:
    return play_game(standard_rules(round_limit=3, target=40), 6, 1)


GAMES = {
    "everything": game_with_everything,
    "unfinished": unfinished_game,
    "written": cache(written_game),
    "fruitless": cache(fruitless_game),
}


def replaced(events: list[Event], place: int, **fields: Any) -> list[Event]:
    return [*events[:place], events[place] | fields, *events[place + 1 :]]


def places(events: list[Event], kind: str) -> Iterator[tuple[int, Event]]:
    return ((place, event) for place, event in enumerate(events) if event["event"] == kind)


Alterations = Iterator[tuple[str, list[Event]]]  # the rule that should be named ("" for any), and the record


def altered_rounds(events: list[Event]) -> Alterations:
    """Other numbers, other cards, another order of the deck."""
    players = events[0]["players"]
    blocks = [*range(HAND, HAND * players + 1, HAND), HAND * players + TABLE]
    for place, event in places(events, "round"):
        yield "P14", replaced(events, place, round=event["round"] + 1)
        yield "P3", replaced(events, place, starter=(event["starter"] + 1) % players)
        deck, left_out = event["deck"], event["left_out"]
        yield "P2", replaced(events, place, left_out=left_out[1:])
        yield "P2", replaced(events, place, left_out=[*left_out[:-1], next(c for c in deck if "-" in c[1:])])
        yield "P2", replaced(events, place, left_out=[*left_out[:-1], "B"])
        twice = [*left_out[:-1], left_out[0]]
        yield "P2", replaced(events, place, left_out=twice, deck=[*deck, left_out[-1]])
        first, second = event["specials"]
        doubled = [first if card == second else card for card in deck]
        yield "P2", replaced(events, place, specials=[first, first], deck=doubled)
        yield "P2", replaced(events, place, specials=event["specials"][1:])
        yield "P2", replaced(events, place, specials=[event["specials"][0]] * 2)
        other = next(card for card in SPECIALS if card not in event["specials"])
        yield "P2", replaced(events, place, specials=[event["specials"][0], other])
        yield "P1", replaced(events, place, specials=[event["specials"][0], "a-1"])
        yield "P2", replaced(events, place, deck=deck[:-1])
        yield "P2", replaced(events, place, deck=[*deck[:-1], deck[0]])
        yield "P2", replaced(events, place, deck=[*deck, left_out[0]])
        yield "P2", replaced(events, place, left_out=[*left_out[:-1], "B"], deck=[*deck, left_out[-1]])
        yield "P2", replaced(events, place, deck=[*deck[:-1], left_out[0]])
        for i in blocks:  # the last of a hand or the table, and the first card after it
            if i < len(deck):
                yield (
                    "P4",
                    replaced(events, place, deck=[*deck[: i - 1], deck[i], deck[i - 1], *deck[i + 1 :]]),
                )
        yield "P4", replaced(events, place, deck=deck[::-1])
        yield "P4", replaced(events, place, table=event["table"][1:])
        yield "P4", replaced(events, place, table=[*event["table"][1:], deck[0]])
    for place, event in places(events, "deal"):
        hands = event["hands"]
        yield "P4", replaced(events, place, hands=[*hands[1:], hands[0]])
        yield "P4", replaced(events, place, hands=[hands[0][1:], *hands[1:]])
        yield "P4", replaced(events, place, hands=[[*hands[0][:2], hands[1][0]], *hands[1:]])
        yield "P4", replaced(events, place, hands=hands[1:])


def altered_plays(events: list[Event]) -> Alterations:
    """Another seat, card, capture or flag."""
    for place, event in places(events, "play"):
        card, captured, value = event["card"], event["captured"], event["value"]
        yield "P4", replaced(events, place, seat=(event["seat"] + 1) % events[0]["players"])
        other = next(e["card"] for e in events[1:] if e["event"] == "play" and e["card"] != card)
        yield "", replaced(events, place, card=other)
        yield "P6", replaced(events, place, value=None if value is not None else 0)
        yield "P6", replaced(events, place, value=(value or 0) + 9)
        yield "P8", replaced(events, place, swept=not event["swept"])
        yield "P8", replaced(events, place, swept=int(event["swept"]))
        yield "P10", replaced(events, place, pescado=not event["pescado"])
        yield "", replaced(events, place, captured=[*captured, other])
        if captured:
            rule = "P7" if card == "*" else "P5"
            yield rule, replaced(events, place, captured=[])
            yield "P5", replaced(events, place, captured=[*captured, captured[0]])
            yield "", replaced(events, place, captured=captured[1:])
            yield "P5", replaced(events, place, captured=[*captured[1:], card])
        if event["swept"]:
            yield "P8", replaced(events, place, captured=[c for c in captured if c != "J"], swept=False)


def captured_otherwise(events: list[Event]) -> Alterations:
    """Another lawful play: the cards that lie elsewhere then come out in the end at the latest."""
    record = Game(events[0], Spy(events))
    for place, lawful in Spy.lawful_plays(record):
        event = events[place]
        for card, cards in lawful:
            if (card, cards) != (event["card"], frozenset(event["captured"])):
                yield "", replaced(events, place, card=card, captured=sorted(cards))


class Spy(pescado.Recorded):
    """Remembers which plays were lawful."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__(events)
        self.lawful: list[tuple[int, list[pescado.Play]]] = []

    def choose(self, game: Game, hand: list[str], table: list[str]) -> tuple[str, Collection[str]]:
        self.lawful.append((len(game.events), legal_plays(hand, table)))
        return super().choose(game, hand, table)

    @staticmethod
    def lawful_plays(game: Game) -> list[tuple[int, list[pescado.Play]]]:
        game.run()
        assert isinstance(game.source, Spy)
        return game.source.lawful


def altered_ends(events: list[Event]) -> Alterations:
    """Other leftovers, points and winners."""
    for place, event in places(events, "leftover"):
        seat = event["seat"]
        yield "P11", replaced(events, place, seat=0 if seat is None else (seat + 1) % events[0]["players"])
        yield "P11", replaced(events, place, seat=None if seat is not None else 1)
        yield "P11", replaced(events, place, cards=event["cards"][1:])
        yield "P11", replaced(events, place, cards=[*event["cards"], event["cards"][0]])
        yield "P11", events[:place] + events[place + 1 :]
    for place, event in places(events, "score"):
        for seat in range(events[0]["players"]):
            for item in ITEMS:
                for by in (1, -1):
                    items = deepcopy(event["items"])
                    items[seat][item] += by
                    scorers = sum(by_item[item] for by_item in event["items"])
                    rule = "P13" if item.startswith("most_") and scorers != 1 else "P12"
                    yield rule, replaced(events, place, items=items)
            for field, rule in (("round_points", "P12"), ("totals", "P14")):
                numbers = list(event[field])
                numbers[seat] += 1
                yield rule, replaced(events, place, **{field: numbers})
        yield "P12", replaced(events, place, items=event["items"][1:])
        yield "P12", replaced(events, place, items=None)
    end = len(events) - 1
    if events[end]["event"] == "win":
        seats = events[end]["seats"]
        yield (
            "P14",
            replaced(events, end, seats=[seat for seat in range(events[0]["players"]) if seat not in seats]),
        )
        yield "P14", replaced(events, end, seats=[])
        yield "P14", replaced(events, end, rounds=events[end]["rounds"] + 1)
        yield "P14", [*events[:end], {"event": "unfinished", "rounds": events[end]["rounds"]}]
    else:
        yield "P15", replaced(events, end, rounds=events[end]["rounds"] - 1)
        yield "P15", [*events[:end], {"event": "win", "seats": [0], "rounds": events[end]["rounds"]}]
    yield "P14", [*events, events[end]]


def rearranged(events: list[Event]) -> Alterations:
    """An event dropped, doubled, or exchanged with the one after it; a key missing or too many."""
    for place, event in enumerate(events):
        yield "", events[:place] + events[place + 1 :]
        yield "", events[: place + 1] + events[place:]
        yield "trace", replaced(events, place, extra=1)
        for key in event:
            yield "", replaced_without(events, place, key)
    for place, (first, second) in enumerate(pairwise(events)):
        yield "", [*events[:place], second, first, *events[place + 2 :]]
    yield "trace", []


def replaced_without(events: list[Event], place: int, key: str) -> list[Event]:
    kept = {name: value for name, value in events[place].items() if name != key}
    return [*events[:place], kept, *events[place + 1 :]]


KINDS = (altered_rounds, altered_plays, captured_otherwise, altered_ends, rearranged)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_falsified_records_are_rejected_by_the_rule_they_break(name: str, kind: Any) -> None:
    events = GAMES[name]()
    check(events)
    rng = Random(7)
    alterations = list(kind(events))
    assert len(alterations) >= (0 if name == "fruitless" else 10)
    for rule, record in alterations if len(alterations) < 150 else rng.sample(alterations, 150):
        with pytest.raises(Broken) as caught:
            check(record)
        assert rule in ("", caught.value.rule), caught.value
        assert f"event {caught.value.place} breaks {caught.value.rule}: " in str(caught.value)


def test_other_rules_at_the_beginning_do_not_bear_out_the_record() -> None:
    wrong: list[tuple[str, str, Any]] = [
        ("written", "target", 4),
        ("written", "target", 9),
        ("written", "round_limit", 1),
        ("written", "star_scores_as_zero", False),
        ("written", "most_needs_one", False),
        ("written", "left_out", 38),
        ("written", "specials_in", 1),
        ("unfinished", "round_limit", 4),
        ("unfinished", "target", 1),
    ]
    for name, option, value in wrong:
        events = deepcopy(GAMES[name]())
        events[0]["rules"]["options"][option] = value
        with pytest.raises(Broken):
            check(events)
    events = deepcopy(GAMES["written"]())
    events[0]["rules"]["deck"]["specials"].remove("*")
    with pytest.raises(Broken, match="breaks P1:"):
        check(events)


def test_falsified_beginnings_are_rejected() -> None:
    events = game_with_everything()
    begin = events[0]
    rules = begin["rules"]
    wrong: list[dict[str, Any]] = [
        {"name": "hollander"},
        {"players": 5},
        {"players": 1},
        {"players": "2"},
        {"policies": ["random"] * 7},
        {"policies": "random"},
        {"extra": 1},
        {"game": "0"},
        {"seed": None},
        {"rules": rules | {"game": "cofre"}},
        {"rules": rules | {"deck": {}}},
        {"rules": rules | {"deck": {"specials": ["whale", "J"]}}},
        {"rules": rules | {"deck": {"specials": ["J", "J", "B"]}}},
        {"rules": rules | {"deck": {"specials": ["J"]}}},
        {"rules": {"deck": rules["deck"]}},
        {"rules": rules | {"options": rules["options"] | {"left_out": 3}}},
        {"rules": rules | {"options": rules["options"] | {"most_needs_one": 1}}},
        {"rules": rules | {"options": rules["options"] | {"target": 0}}},
        {"rules": rules | {"options": {}}},
        {"rules": rules | {"options": rules["options"] | {"unknown": True}}},
    ]
    for change in wrong:
        with pytest.raises(Broken, match="event 0 breaks"):
            check(replaced(events, 0, **change))


def test_the_error_says_what_is_wrong_and_where() -> None:
    events = written_game()
    wrong = {
        "event 3 breaks P4: it is the turn of seat 0, not 1": replaced(events, 3, seat=1),
        "event 3 breaks P5: round 0: no sum of 15: 'tuna-7' takes ['b-1'] of the table": replaced(
            events, 3, captured=["b-1"]
        ),
        "event 7 breaks P10: pescado of 'play': expected True, got False": replaced(events, 7, pescado=False),
        "event 9 breaks P11: expected {'event': 'leftover', 'seat': 0, 'cards': ['c-2']}, got": [
            *events[:9],
            *events[10:],
        ],
    }
    for text, record in wrong.items():
        with pytest.raises(Broken) as caught:
            check(record)
        assert str(caught.value).startswith(text)


def test_order_of_cards_in_hands_and_captures_does_not_matter() -> None:
    events = deepcopy(game_with_everything())
    for event in events:
        for key in ("table", "captured", "cards", "left_out", "specials"):
            if key in event:
                event[key].reverse()
        for hand in event.get("hands", []):
            hand.reverse()
    check(events)
