"""Streams are numpy's SFC64; bounded integers and shuffles are uniform."""

import itertools
import math
from collections import Counter

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random.bit_generator import ISeedSequence
from scipy import stats

from analyzer.core import streams
from analyzer.core.jit import JIT_IS_ON

WORDS = st.integers(0, 2**64 - 1)


class GivenWords(ISeedSequence):
    """Seeds numpy's generator with three given words, as a stream is keyed."""

    def __init__(self, *words):
        self._words = np.array(words, np.uint64)

    def generate_state(self, n_words, dtype=np.uint32):
        assert (n_words, np.dtype(dtype)) == (3, np.dtype(np.uint64))
        return self._words


def keyed(seed, game, purpose):
    stream = np.zeros(streams.WORDS, np.uint64)
    streams.rekey(stream, np.uint64(seed), np.uint64(game), np.uint64(purpose))
    return stream


@numba.njit
def many_below(stream, count, draws):
    return np.array([streams.below(stream, count) for _ in range(draws)])


@numba.njit
def many_shuffles(stream, length, draws):
    orders = np.empty((draws, length), np.int8)
    for row in range(draws):
        orders[row] = np.arange(length)
        streams.shuffle(stream, orders[row], length)
    return orders


@pytest.mark.interpreted
@given(WORDS, WORDS, WORDS)
@settings(max_examples=50)
def test_a_stream_is_numpys_sfc64_keyed_by_seed_game_and_purpose(seed, game, purpose):
    stream = keyed(seed, game, purpose)
    expected = np.random.SFC64(GivenWords(seed, game, purpose)).random_raw(20)
    assert [int(streams.draw64(stream)) for _ in range(20)] == expected.tolist()


def test_a_long_stretch_of_a_stream_is_numpys():
    stream = keyed(7, 11, 13)
    below = many_below(stream, 2**31 - 1, 100_000)
    raw = np.random.SFC64(GivenWords(7, 11, 13)).random_raw(100_000)
    assert below.tolist() == [(int(word) >> 32) * (2**31 - 1) >> 32 for word in raw]


@pytest.mark.interpreted
@given(WORDS, st.integers(1, 2**31 - 1))
def test_bounded_integers_stay_within_their_bounds(word, count):
    assert 0 <= streams.scaled(np.uint64(word), np.int64(count)) < count


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 52, 240])
def test_no_outcome_of_a_bounded_integer_is_off_by_more_than_one_in_two_to_the_32(count):
    # Outcome i belongs to the words w of 32 bits with floor(w * count / 2**32) == i: counted exactly here.
    edges = [-(-(outcome << 32) // count) for outcome in range(count + 1)]
    sizes = [high - low for low, high in itertools.pairwise(edges)]
    assert sum(sizes) == 2**32
    assert max(abs(size - 2**32 / count) for size in sizes) <= 1
    for outcome, edge in enumerate(edges[:-1]):
        assert streams.scaled(np.uint64(edge << 32), np.int64(count)) == outcome
        if edge:
            assert streams.scaled(np.uint64((edge - 1) << 32 | 0xFFFF_FFFF), np.int64(count)) == outcome - 1


@pytest.mark.parametrize("count", [2, 5, 13, 52])
def test_bounded_integers_pass_a_chi_square_test(count):
    drawn = Counter(many_below(keyed(1, 2, 3), count, 400_000).tolist())
    assert stats.chisquare([drawn[value] for value in range(count)]).pvalue > 1e-4


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_all_orders_of_a_short_deck_are_equally_likely(length):
    draws = 240_000
    seen = Counter(map(tuple, many_shuffles(keyed(4, 5, length), length, draws).tolist()))
    assert len(seen) == math.factorial(length)
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_every_card_of_a_full_deck_is_equally_likely_in_every_place():
    orders = many_shuffles(keyed(6, 7, 8), 52, 60_000)
    table = np.array([np.bincount(orders[:, place], minlength=52) for place in range(52)])
    # 52 x 52 cells with fixed margins: 51 * 51 degrees of freedom.
    statistic = ((table - 60_000 / 52) ** 2 / (60_000 / 52)).sum()
    assert stats.chi2.sf(statistic, 51 * 51) > 1e-4


@pytest.mark.interpreted
@given(WORDS, st.integers(0, 60))
@settings(max_examples=30)
def test_a_shuffle_keeps_all_items_and_touches_nothing_behind(seed, length):
    sequence = np.arange(64, dtype=np.int8)
    streams.shuffle(keyed(seed, 0, 0), sequence, length)
    assert sorted(sequence[:length].tolist()) == list(range(length))
    assert sequence[length:].tolist() == list(range(length, 64))


def test_decks_that_differ_in_one_card_are_dealt_alike_but_for_that_card():
    deck = np.arange(52, dtype=np.int8)
    other = deck.copy()
    other[17] = 99
    streams.shuffle(keyed(1, 2, 3), deck, 52)
    streams.shuffle(keyed(1, 2, 3), other, 52)
    assert np.flatnonzero(deck != other).tolist() == np.flatnonzero(deck == 17).tolist()


@pytest.mark.skipif(not JIT_IS_ON, reason="compares compiled streams; one of them is enough interpreted")
def test_streams_of_neighbouring_keys_are_not_correlated():
    keys = [(seed, game, purpose) for seed in range(4) for game in range(40) for purpose in range(4)]
    bits = np.array([np.unpackbits(many_below(keyed(*key), 256, 400).astype(np.uint8)) for key in keys])
    correlation = np.corrcoef(bits)
    off_diagonal = np.abs(correlation[np.triu_indices(len(keys), 1)])
    # The largest of n correlations of independent bits over m places is about sqrt(2 ln(2n) / m).
    assert off_diagonal.max() < 1.5 * math.sqrt(2 * math.log(2 * off_diagonal.size) / bits.shape[1])
