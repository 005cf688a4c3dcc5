"""Packed card sets: how many cards of each of up to 16 kinds, in one 64-bit word.

Kind k has the four bits from 4k on, so a set holds up to 15 cards of a kind. Sets that stay within that are added
and subtracted with + and -. A *kinds* mask has bit 4k set for kind k.

Words are uint64, because the arithmetic of numba's signed integers is undefined when it overflows, which sets would do
at the top kind. Kinds, counts and sizes are int64. The two must not meet in one sum: numba makes it an int64, numpy a
float.
"""

from collections.abc import Iterable

import numpy as np

from analyzer.core.bits import leading_zeros, trailing_zeros
from analyzer.core.jit import helper

KINDS = 16
"""Kinds that fit in a word."""

MOST_OF_A_KIND = 15
"""Cards of one kind that fit in a set."""

EMPTY = np.uint64(0)
EVERY_KIND = np.uint64(0x1111_1111_1111_1111)
_PAIRS = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_SUM_OF_BYTES = np.uint64(0x0101_0101_0101_0101)


def packed(kinds: Iterable[int]) -> np.uint64:
    """A set of given cards, for code that is not jitted.

    Args:
        kinds: One kind per card, 0 to 15.

    Returns:
        Card set, uint64.
    """
    return np.uint64(sum(1 << 4 * kind for kind in kinds))


def unpacked(card_set: int) -> list[int]:
    """The cards of a set, for code that is not jitted.

    Args:
        card_set: Card set; a negative number is taken for the same 64 bits.

    Returns:
        One kind per card, from the lowest up.
    """
    return [kind for kind in range(KINDS) for _ in range(int(card_set) >> 4 * kind & MOST_OF_A_KIND)]


@helper
def _place(kind):
    # A shift by 64 or more is undefined; the processor masks the distance anyway, so this costs nothing.
    return np.uint64(4 * kind) & np.uint64(63)


@helper
def cards(kind, count):
    """The set of `count` cards of one kind.

    Args:
        kind: int64, 0 to 15.
        count: int64, 0 to 15.

    Returns:
        Card set, uint64.
    """
    return np.uint64(count) << _place(kind)


@helper
def count_of(card_set, kind):
    """How many cards of a kind are in a set.

    Args:
        card_set: Card set, uint64.
        kind: int64, 0 to 15.

    Returns:
        int64, 0 to 15.
    """
    return np.int64((card_set >> _place(kind)) & np.uint64(15))


@helper
def kinds_in(card_set):
    """Which kinds have a card in a set.

    Args:
        card_set: Card set, uint64.

    Returns:
        Kinds mask, uint64.
    """
    pairs = card_set | (card_set >> np.uint64(1))
    return (pairs | (pairs >> np.uint64(2))) & EVERY_KIND


@helper
def only(card_set, kinds):
    """The cards of a set that are of the given kinds.

    Args:
        card_set: Card set, uint64.
        kinds: Kinds mask, uint64.

    Returns:
        Card set, uint64.
    """
    return card_set & (kinds * np.uint64(15))


@helper
def size(card_set):
    """How many cards a set holds.

    Args:
        card_set: Card set, uint64.

    Returns:
        int64, 0 to 240.
    """
    by_two = (card_set & _PAIRS) + ((card_set >> np.uint64(4)) & _PAIRS)
    return np.int64((by_two * _SUM_OF_BYTES) >> np.uint64(56))


@helper
def lowest_kind(card_set):
    """The lowest kind in a set that is not empty (16 in an empty one).

    Args:
        card_set: Card set or kinds mask, uint64.

    Returns:
        int64, 0 to 16.
    """
    return trailing_zeros(card_set) >> np.int64(2)


@helper
def highest_kind(card_set):
    """The highest kind in a set that is not empty (-1 in an empty one).

    Args:
        card_set: Card set or kinds mask, uint64.

    Returns:
        int64, -1 to 15.
    """
    return (np.int64(63) - leading_zeros(card_set)) >> np.int64(2)


@helper
def without_kind(card_set, kind):
    """A set less all its cards of one kind.

    Args:
        card_set: Card set or kinds mask, uint64.
        kind: int64, 0 to 15.

    Returns:
        Card set or kinds mask, uint64.
    """
    return card_set & ~(np.uint64(15) << _place(kind))


@helper
def nth_card(card_set, position):
    """The kind of a card, counting the cards of a set from the lowest kind up.

    Args:
        card_set: Card set, uint64.
        position: int64, 0 up to the set's size less one; past the end the answer is the highest kind.

    Returns:
        Kind, int64, 0 to 15.
    """
    rest = card_set
    kind = lowest_kind(rest)
    left = position - count_of(rest, kind)
    while left >= 0:
        rest = without_kind(rest, kind)
        if rest == 0:
            break
        kind = lowest_kind(rest)
        left -= count_of(rest, kind)
    return min(kind, np.int64(15))


@helper
def less(card_set, taken):
    """A set less another one, kind by kind, never below zero.

    Args:
        card_set: Card set, uint64.
        taken: Card set, uint64.

    Returns:
        Card set, uint64.
    """
    rest = EMPTY
    kinds = kinds_in(card_set)
    while kinds != 0:
        kind = lowest_kind(kinds)
        kinds &= kinds - np.uint64(1)
        rest += cards(kind, max(count_of(card_set, kind) - count_of(taken, kind), np.int64(0)))
    return rest
