"""The bit tricks agree with Python's own on every word, compiled and plain."""

import numba
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analyzer.core import bits

pytestmark = pytest.mark.interpreted

WORDS = st.integers(0, 2**64 - 1)


@numba.njit
def call_popcount(word):
    return bits.popcount(word)


@numba.njit
def call_trailing_zeros(word):
    return bits.trailing_zeros(word)


@numba.njit
def call_leading_zeros(word):
    return bits.leading_zeros(word)


@pytest.mark.parametrize("popcount", [call_popcount, bits.popcount_plain])
@given(word=WORDS)
@example(word=0)
@example(word=2**64 - 1)
@example(word=2**63)
def test_popcount_is_the_bit_count_of_the_word(popcount, word):
    assert popcount(np.uint64(word)) == word.bit_count()


@pytest.mark.parametrize("trailing_zeros", [call_trailing_zeros, bits.trailing_zeros_plain])
@given(word=WORDS)
@example(word=0)
@example(word=2**63)
def test_trailing_zeros_are_the_zeros_that_end_the_binary_text(trailing_zeros, word):
    text = f"{word:064b}"
    assert trailing_zeros(np.uint64(word)) == len(text) - len(text.rstrip("0"))


@pytest.mark.parametrize("leading_zeros", [call_leading_zeros, bits.leading_zeros_plain])
@given(word=WORDS)
@example(word=0)
@example(word=2**63)
def test_leading_zeros_are_the_zeros_that_begin_the_binary_text(leading_zeros, word):
    text = f"{word:064b}"
    assert leading_zeros(np.uint64(word)) == len(text) - len(text.lstrip("0"))
