"""Which sets of table cards a card captures (P5, P6), without going through all subsets.

Sums of values run from -3 (of -1 and -2) to 17 (what -2 captures); a *lane* is a sum plus 3, so lanes are 0 to 20.
A *sums mask* has bit l set for lane l. Table cards are taken in the order of their numbers, which begins with the
negative ones: from then on sums only grow, so that no lane above 20 ever counts.

However many cards lie there, at most 48 with a value: whether a card captures anything takes a shift for each of them;
counting the sets, drawing one of them (`counting`), or finding the one worth most (`best`) takes 21 steps for each of
them, and at most 8 kB of stack. Only listing them (`listing`) takes longer the more there are; it stops at a limit.

A set of two values of 1/10 (P16) cannot come up: the two differ by 9, and there is only one 1/10.
"""

import numpy as np

from analyzer.core.bits import leading_zeros, trailing_zeros
from analyzer.core.jit import helper
from analyzer.games.pescado.cards import (
    CAPTURE_SUM,
    CARDS,
    MINUS_ONE,
    MINUS_TWO,
    ONE,
    ONE_OR_TEN,
    STAR,
    TEN,
    VALUES,
    B,
    J,
    set_of,
)

NO_SUM = 3
"""Lane of the sum 0."""

LANES = 21
MOST_VALUED = 48
"""Cards that have a value."""

ROWS = MOST_VALUED + 1
"""One row for each of them, and one for none."""

MARGIN = 16
"""Lanes before lane 0 in a row of lanes, for sums that cannot be; the greatest value leads so far."""

STRIDE = MARGIN + LANES + 3
"""Numbers in a row of lanes: the negative cards lead from up to three lanes beyond the last one."""

LANE_NUMBERS = ROWS * STRIDE
"""Numbers in a row of lanes for each card."""

ONE_BIT = np.uint64(1)
VALUED = np.uint64(set_of(range(CARDS)) & ~set_of([J, B]))
"""Card set: the cards that have a value."""

_NOT_SIMPLE = np.uint64(set_of([MINUS_TWO, MINUS_ONE, ONE_OR_TEN]))
_ZEROS = np.uint64(set_of([2, 3]))
_MINUS_ONE = np.uint64(set_of([MINUS_ONE]))
_MINUS_TWO = np.uint64(set_of([MINUS_TWO]))
_ONE_OR_TEN = np.uint64(set_of([ONE_OR_TEN]))


def _targets(card: int) -> int:
    if card in (J, B, STAR):
        return 0
    values = (ONE, TEN) if card == ONE_OR_TEN else (VALUES[card],)
    return sum(1 << CAPTURE_SUM - value + NO_SUM for value in values)


_VALUES = np.array(VALUES, np.int64)
_TARGETS = np.array([_targets(card) for card in range(CARDS)], np.uint64)


@helper
def bit(card):
    """The set of one card.

    Args:
        card: int64, 0 to 49.

    Returns:
        Card set, uint64.
    """
    return ONE_BIT << (np.uint64(card) & np.uint64(63))


@helper
def lowest(card_set):
    """The card of the lowest number in a set that is not empty.

    Args:
        card_set: Card set, uint64.

    Returns:
        int64.
    """
    return trailing_zeros(card_set)


@helper
def highest(card_set):
    """The card of the highest number in a set that is not empty.

    Args:
        card_set: Card set, uint64.

    Returns:
        int64.
    """
    return np.int64(63) - leading_zeros(card_set)


@helper
def without_lowest(card_set):
    """A set that is not empty without its card of the lowest number.

    Args:
        card_set: Card set, uint64.

    Returns:
        Card set, uint64.
    """
    return card_set & (card_set - ONE_BIT)


@helper
def value(card):
    """What a card counts; 1/10 as 10, cards without a value as 0 (P6).

    Args:
        card: int64, 0 to 49.

    Returns:
        int64, -2 to 13.
    """
    return _VALUES[np.uint64(card)]


@helper
def targets(card):
    """The sums of table cards that a card captures (P5).

    Args:
        card: int64, 0 to 49.

    Returns:
        Sums mask, uint64; empty for *, J and B.
    """
    return _TARGETS[np.uint64(card)]


@helper
def sums_of(card_set):
    """The sums of all subsets of a set of cards, as far as they can matter.

    Args:
        card_set: Card set, uint64.

    Returns:
        Sums mask, uint64; bits above lane 20 mean nothing.
    """
    sums = ONE_BIT << np.uint64(NO_SUM)
    if card_set & _NOT_SIMPLE:
        if card_set & _MINUS_TWO:
            sums |= sums >> np.uint64(2)
        if card_set & _MINUS_ONE:
            sums |= sums >> np.uint64(1)
        if card_set & _ONE_OR_TEN:
            sums |= (sums << np.uint64(ONE)) | (sums << np.uint64(TEN))
    rest = card_set & VALUED & ~(_NOT_SIMPLE | _ZEROS)
    while rest != 0:
        sums |= sums << np.uint64(value(lowest(rest)))
        rest = without_lowest(rest)
    return sums


@helper
def whole_sums(card_set):
    """What all cards of a set make together: one sum, or with 1/10 two.

    Args:
        card_set: Card set, uint64, of cards that have a value.

    Returns:
        Sums mask, uint64; a sum that no card captures is left out.
    """
    lane = np.int64(NO_SUM)
    rest = card_set
    while rest != 0:
        lane += value(lowest(rest))
        rest = without_lowest(rest)
    lanes = _lane_bit(lane)
    if (card_set & _ONE_OR_TEN) != 0:
        lanes |= _lane_bit(lane - (TEN - ONE))
    return lanes


@helper
def can_capture(table, card):
    """Whether a card captures something from the table by a sum (P5); never for *, J and B.

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49.

    Returns:
        bool.
    """
    return (sums_of(table) & targets(card)) != 0


@helper
def is_capture(card, chosen):
    """Whether a card captures just this set (P5, P6).

    Args:
        card: int64, 0 to 49.
        chosen: Card set, uint64: not empty.

    Returns:
        bool.
    """
    if (chosen & ~VALUED) != 0:
        return False
    return (whole_sums(chosen) & targets(card)) != 0


@helper
def _lane_bit(lane):
    return ONE_BIT << np.uint64(lane) if 0 <= lane < LANES else np.uint64(0)


@helper
def makes(sums, lane):
    """Whether a sum is among those of a sums mask; False for a lane out of range."""
    return 0 <= lane < LANES and (sums >> np.uint64(lane)) & ONE_BIT != 0


@helper
def nth_card(card_set, position):
    """The set of one card of a set, counting from the lowest; empty past the end.

    Args:
        card_set: Card set, uint64.
        position: int64, from 0.

    Returns:
        Card set, uint64.
    """
    rest = card_set
    for _ in range(position):
        rest = without_lowest(rest)
    return rest & (~rest + ONE_BIT)
