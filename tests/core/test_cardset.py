"""Packed card sets behave as counters of kinds do."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.core import cardset

pytestmark = pytest.mark.interpreted

KINDS = st.integers(0, 15)
COUNTERS = st.dictionaries(KINDS, st.integers(1, 15)).map(Counter)


def pack(counter):
    word = sum(count << (4 * kind) for kind, count in counter.items())
    return np.uint64(word)


def unpack(word):
    unsigned = int(word)
    return Counter({kind: unsigned >> (4 * kind) & 15 for kind in range(16) if unsigned >> (4 * kind) & 15})


@given(COUNTERS)
def test_packed_and_unpacked_are_each_other_s_inverse(counter):
    word = cardset.packed(counter.elements())
    assert unpack(word) == counter
    assert cardset.unpacked(word) == sorted(counter.elements())
    assert cardset.unpacked(int(word.view(np.int64))) == sorted(counter.elements())


@given(KINDS, st.integers(0, 15))
def test_cards_of_one_kind_are_counted_as_that_kind(kind, count):
    assert unpack(cardset.cards(np.int64(kind), np.int64(count))) == +Counter({kind: count})


@given(COUNTERS, KINDS)
def test_count_of_reads_one_kind(counter, kind):
    assert cardset.count_of(pack(counter), np.int64(kind)) == counter[kind]


@given(COUNTERS)
def test_kinds_in_has_one_bit_for_each_kind_that_is_there(counter):
    assert unpack(cardset.kinds_in(pack(counter))) == Counter(dict.fromkeys(counter, 1))


@given(COUNTERS, st.sets(KINDS))
def test_only_keeps_the_given_kinds_whole(counter, kinds):
    mask = pack(dict.fromkeys(kinds, 1))
    expected = Counter({kind: count for kind, count in counter.items() if kind in kinds})
    assert unpack(cardset.only(pack(counter), mask)) == expected


@given(COUNTERS)
def test_size_is_the_number_of_cards(counter):
    assert cardset.size(pack(counter)) == counter.total()


@given(COUNTERS.filter(bool))
def test_lowest_and_highest_kind_are_the_ends_of_the_sorted_kinds(counter):
    assert cardset.lowest_kind(pack(counter)) == min(counter)
    assert cardset.highest_kind(pack(counter)) == max(counter)


def test_an_empty_set_has_no_lowest_and_no_highest_kind():
    assert cardset.lowest_kind(np.uint64(0)) == 16
    assert cardset.highest_kind(np.uint64(0)) == -1


@given(COUNTERS, KINDS)
def test_without_kind_removes_one_kind_whole(counter, kind):
    expected = Counter({other: count for other, count in counter.items() if other != kind})
    assert unpack(cardset.without_kind(pack(counter), np.int64(kind))) == expected


@given(COUNTERS.filter(bool), st.data())
def test_nth_card_counts_the_cards_from_the_lowest_kind_up(counter, data):
    position = data.draw(st.integers(0, counter.total() - 1))
    assert cardset.nth_card(pack(counter), np.int64(position)) == sorted(counter.elements())[position]


@given(COUNTERS, st.integers(0, 300))
def test_nth_card_is_a_kind_even_past_the_end(counter, position):
    assert 0 <= cardset.nth_card(pack(counter), np.int64(position)) <= 15


@given(COUNTERS, COUNTERS)
def test_less_subtracts_kind_by_kind_and_stops_at_none(counter, taken):
    assert unpack(cardset.less(pack(counter), pack(taken))) == counter - taken
