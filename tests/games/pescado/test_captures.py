"""Captures are found exactly, on any table however large: against all subsets, and against sums kept in a dict."""

import random
import time
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON, step
from analyzer.games.pescado.cards import (
    CARD_NUMBERS,
    CARDS,
    ONE_OR_TEN,
    STAR,
    VALUES,
    B,
    J,
    cards_of,
    names_of,
    set_of,
)
from analyzer.games.pescado.kernel import best, counting, listing, plays, reading, sums
from analyzer.games.pescado.kernel.state import TABLE
from tests.reference import pescado as reference

pytestmark = pytest.mark.interpreted

SMALL_TABLES = 400 if JIT_IS_ON else 25
LARGE_TABLES = 300 if JIT_IS_ON else 4
EVERYTHING = set_of(range(CARDS))
VALUED = EVERYTHING & ~set_of([J, B])


@step
def can_capture(table, card):
    return sums.can_capture(table, card)


@step
def is_capture(card, chosen):
    return sums.is_capture(card, chosen)


@step
def pescado_set(table, card):
    return reading.pescado_set(table, card)


@step
def takers(table):
    return reading.takers(table)


@step
def clearers(table):
    return reading.clearers(table)


@step
def most_cards(table, hand):
    return best.most_cards(table, hand)


@step
def count_plays(observation):
    return plays.count_plays(observation)


@step
def nth_play(observation, rank):
    return plays.nth_play(observation, rank)


def count_captures(table, card):
    return int(counting.count_captures(np.uint64(table), np.int64(card)))


def nth_capture(table, card, rank):
    return int(counting.nth_capture(np.uint64(table), np.int64(card), np.int64(rank)))


def list_captures(table, card, limit):
    sets = np.zeros(limit + 1, np.uint64)
    sets[limit] = 12345
    found = int(listing.list_captures(np.uint64(table), np.int64(card), sets, np.int64(0), np.int64(limit)))
    assert sets[limit] == 12345
    return [int(each) for each in sets[:found]]


def best_capture(table, card, worths):
    chosen, worth = best.best_capture(np.uint64(table), np.int64(card), worths)
    return int(chosen), float(worth)


def as_set(names):
    return set_of([CARD_NUMBERS[name] for name in names])


def by_all_subsets(table, card):
    """The sets that the reference engine finds, the J that comes along left out."""
    if card in (STAR, J, B):
        return set()
    return {
        as_set(found) & ~set_of([J])
        for found in reference.capturing_sets(names_of(1 << card)[0], names_of(table))
    }


def by_sums(table, target):
    """How many subsets of the valued table cards make a sum, by a dict of all sums."""
    ways = Counter({0: 1})
    for card in cards_of(table & VALUED):
        values = (1, 10) if card == ONE_OR_TEN else (VALUES[card],)
        more = Counter(ways)
        for total, count in ways.items():
            for value in values:
                more[total + value] += count
        ways = more
    return ways[target]


def expected_count(table, card):
    if card in (STAR, J, B):
        return 0
    values = (1, 10) if card == ONE_OR_TEN else (VALUES[card],)
    return sum(by_sums(table, 15 - value) for value in values)


def random_tables(count, sizes, seed):
    pick = random.Random(seed)
    for _ in range(count):
        cards = pick.sample(range(CARDS), pick.choice(sizes))
        table = set_of(cards)
        yield table, pick.choice([card for card in range(CARDS) if not table >> card & 1] or [0])


def test_values_are_those_of_the_reference():
    for card in set(range(CARDS)) - {J, B, STAR}:
        values = reference.values(names_of(1 << card)[0])
        assert tuple(values) == ((1, 10) if card == ONE_OR_TEN else (VALUES[card],))


def test_small_tables_have_the_captures_of_all_subsets():
    several = 0
    for table, card in random_tables(SMALL_TABLES, range(13), 1):
        expected = by_all_subsets(table, card)
        several += len(expected) > 1
        assert can_capture(np.uint64(table), np.int64(card)) == bool(expected)
        assert count_captures(table, card) == len(expected)
        assert {nth_capture(table, card, rank) for rank in range(len(expected))} == expected
        found = list_captures(table, card, 4096 if JIT_IS_ON else 512)
        assert len(found) == len(set(found))
        assert set(found) == expected
    assert several > SMALL_TABLES / 10


def test_large_tables_have_as_many_captures_as_a_dict_of_sums_counts():
    most = 0
    for table, card in random_tables(LARGE_TABLES, range(13, 51), 2):
        expected = expected_count(table, card)
        most = max(most, expected)
        assert count_captures(table, card) == expected
    assert most > 5_000


def test_ranks_of_large_tables_give_different_sets_that_all_make_fifteen():
    pick = random.Random(3)
    for table, card in random_tables(LARGE_TABLES, range(13, 51), 3):
        count = count_captures(table, card)
        ranks = {0, count - 1, *(pick.randrange(count) for _ in range(50))} if count else set()
        found = [nth_capture(table, card, rank) for rank in ranks]
        assert len(set(found)) == len(ranks)
        for chosen in found:
            assert chosen & ~table == 0
            assert is_capture(np.int64(card), np.uint64(chosen))
            assert any(
                value in reference.played_values(names_of(1 << card)[0], names_of(chosen))
                for value in reference.values(names_of(1 << card)[0])
            )


def test_a_rank_that_there_is_not_captures_nothing():
    table = as_set(["a-5", "tuna-2"])
    assert nth_capture(table, CARD_NUMBERS["b-10"], 1) == 0
    assert nth_capture(table, CARD_NUMBERS["b-10"], -1) == 0
    assert nth_capture(table, CARD_NUMBERS["b-9"], 0) == 0
    assert nth_capture(table, J, 0) == nth_capture(table, B, 0) == nth_capture(table, STAR, 0) == 0


def test_only_right_sets_are_captures():
    for table, card in random_tables(SMALL_TABLES, range(1, 8), 4):
        expected = by_all_subsets(table, card)
        subsets = [set_of(cards) for size in range(1, 8) for cards in combinations(cards_of(table), size)]
        for chosen in random.Random(table).sample(subsets, min(30, len(subsets))):
            assert is_capture(np.int64(card), np.uint64(chosen)) == (chosen in expected)
        for chosen in expected:
            assert is_capture(np.int64(card), np.uint64(chosen))


def test_the_largest_table_takes_no_time_nor_memory():
    """All cards but the one that is played: thousands of sets, of which one is drawn or found in microseconds."""
    worths = np.arange(CARDS, dtype=np.float64)
    hand = set_of([4, 30, 43])
    for card in (0, 4, 43, ONE_OR_TEN):
        table = EVERYTHING & ~(1 << card)
        count = count_captures(table, card)
        assert count == expected_count(table, card) > 1_000
        chosen, worth = best_capture(table, card, worths)
        assert worth == sum(cards_of(chosen)) > 0
        assert len(list_captures(table, card, 100)) == 100
    seconds = []
    # The first time it may be compiled, and any time the machine may be busy with something else.
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(20):
            most_cards(np.uint64(EVERYTHING & ~hand), np.uint64(hand))
            best_capture(EVERYTHING & ~hand, 4, worths)
            nth_capture(EVERYTHING & ~hand, 4, 5_000)
        seconds.append(time.perf_counter() - started)
    assert min(seconds) < (0.02 if JIT_IS_ON else 20)


# The best


def test_the_capture_worth_most_is_the_best_of_all_subsets():
    pick = np.random.default_rng(5)
    for whole in (False, True):
        for table, card in random_tables(SMALL_TABLES, range(1, 12), 5 + whole):
            expected = by_all_subsets(table, card)
            if not expected:
                continue
            worths = pick.integers(-2, 3, CARDS).astype(float) if whole else pick.normal(size=CARDS)
            chosen, worth = best_capture(table, card, worths)
            totals = {each: sum(worths[of] for of in cards_of(each)) for each in expected}
            assert chosen in expected
            assert worth == pytest.approx(max(totals.values()))
            assert totals[chosen] == pytest.approx(worth)


def test_the_capture_of_most_cards_is_the_largest_of_all_subsets():
    pick = random.Random(6)
    for table, _ in random_tables(SMALL_TABLES, range(12), 6):
        rest = [card for card in range(CARDS) if not table >> card & 1]
        hand = pick.sample(rest, 3)
        sizes = {card: [len(cards_of(each)) for each in by_all_subsets(table, card)] for card in hand}
        card, chosen = most_cards(np.uint64(table), np.uint64(set_of(hand)))
        most = max((size for each in sizes.values() for size in each), default=0)
        if most == 0:
            assert (int(card), int(chosen)) == (-1, 0)
            continue
        assert len(cards_of(int(chosen))) == most
        assert int(chosen) in by_all_subsets(table, int(card))
        assert int(card) == min(each for each in hand if most in sizes[each])


def test_the_capture_of_most_cards_is_found_on_the_largest_tables():
    largest = 0
    for card in set(range(CARDS)) - {J, B, STAR}:
        table = EVERYTHING & ~(1 << card)
        made = {(0, 0)}  # sizes and sums of all subsets
        for other in cards_of(table & VALUED):
            for value in (1, 10) if other == ONE_OR_TEN else (VALUES[other],):
                made |= {(size + 1, total + value) for size, total in made if total + value <= 17}
        values = (1, 10) if card == ONE_OR_TEN else (VALUES[card],)
        most = max(size for size, total in made if total in [15 - value for value in values])
        played, chosen = most_cards(np.uint64(table), np.uint64(1 << card))
        assert int(played) == card
        assert len(cards_of(int(chosen))) == most
        assert is_capture(np.int64(card), chosen)
        largest = max(largest, most)
    assert largest == 13


# What the next player could take


def test_takers_and_clearers_are_those_of_the_reference():
    for table, _ in random_tables(SMALL_TABLES, range(1, 9), 7):
        lying = names_of(table)
        for card in range(CARDS):
            if table >> card & 1:
                continue
            name = names_of(1 << card)[0]
            taken = [found for _, found in reference.legal_plays([name], lying) if found]
            assert bool(int(takers(np.uint64(table))) >> card & 1) == bool(taken)
            clearing = any(len(found) == len(lying) for found in taken)
            assert bool(int(clearers(np.uint64(table))) >> card & 1) == clearing
            if card != STAR:
                chosen = int(pescado_set(np.uint64(table), np.int64(card)))
                assert bool(chosen) == clearing
                assert chosen in (0, table & ~set_of([J]))


# Plays


def test_plays_by_rank_are_all_the_legal_plays():
    pick = random.Random(8)
    for table, _ in random_tables(SMALL_TABLES, range(10), 8):
        rest = [card for card in range(CARDS) if not table >> card & 1]
        hand = pick.sample(rest, pick.randint(1, 3))
        seen = np.zeros(1, TABLE)[0]
        seen["hand"], seen["table"] = set_of(hand), table
        expected = {
            (
                CARD_NUMBERS[card],
                as_set(found) if CARD_NUMBERS[card] == STAR else as_set(found) & ~set_of([J]),
            )
            for card, found in reference.legal_plays(names_of(set_of(hand)), names_of(table))
        }
        # The reference names all that * takes; a J that comes along with another card is not chosen.
        expected = {(card, found & ~set_of([J]) or found) for card, found in expected}
        count = int(count_plays(seen))
        found = [nth_play(seen, np.int64(rank)) for rank in range(count)]
        assert len(found) == len(expected)
        assert {(int(card), int(chosen)) for card, chosen in found} == expected
        cards, sets = np.zeros(plays.MOST_PLAYS, np.uint64), np.zeros(plays.MOST_PLAYS, np.uint64)
        listed = int(plays.list_plays(seen, np.ones(CARDS), cards, sets))
        assert [*map(int, cards[:listed])] == sorted(map(int, cards[:listed]))
        assert {(int(cards[index]), int(sets[index])) for index in range(listed)} == expected


def test_a_long_list_of_plays_is_cut_short_but_keeps_the_best():
    hand = set_of([CARD_NUMBERS["tuna-1"], CARD_NUMBERS["b-2"], STAR])
    seen = np.zeros(1, TABLE)[0]
    seen["hand"], seen["table"] = hand, EVERYTHING & ~hand
    worths = np.random.default_rng(9).normal(size=CARDS)
    cards, sets = np.zeros(plays.MOST_PLAYS, np.uint64), np.zeros(plays.MOST_PLAYS, np.uint64)
    listed = int(plays.list_plays(seen, worths, cards, sets))
    assert listed == 2 * plays.MOST_CAPTURES + CARDS - 3
    pairs = {(int(cards[index]), int(sets[index])) for index in range(listed)}
    assert len(pairs) == listed
    for card in (CARD_NUMBERS["tuna-1"], CARD_NUMBERS["b-2"]):
        assert (card, best_capture(EVERYTHING & ~hand, card, worths)[0]) in pairs
