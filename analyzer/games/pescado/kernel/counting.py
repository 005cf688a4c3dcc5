"""Counts the sets of table cards that a card captures, and finds one by its rank."""

import numpy as np

from analyzer.core.bits import popcount, trailing_zeros
from analyzer.core.jit import helper, step
from analyzer.core.scratch import scratch_numbers
from analyzer.core.streams import below
from analyzer.games.pescado.cards import ONE, ONE_OR_TEN, STAR
from analyzer.games.pescado.kernel.sums import (
    LANE_NUMBERS,
    MARGIN,
    NO_SUM,
    STRIDE,
    VALUED,
    bit,
    highest,
    lowest,
    nth_card,
    sums_of,
    targets,
    value,
    without_lowest,
)


@helper
def _count(card_set, rows):
    """Fills a row for each card with the number of ways in which cards up to it make each sum.

    Args:
        card_set: Card set, uint64.
        rows: int64, shape (LANE_NUMBERS,), overwritten. Margins hold zeros, so that every lane takes the same steps.

    Returns:
        int64, where lane 0 of the last row is.
    """
    for place in range(STRIDE):
        rows[place] = 0
    rows[MARGIN + NO_SUM] = 1
    base = np.int64(MARGIN)
    rest = card_set & VALUED
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        counts = value(card)
        here = base + STRIDE
        for place in range(here - MARGIN, here):
            rows[place] = 0
        for lane in range(STRIDE - MARGIN):
            rows[here + lane] = rows[base + lane] + rows[base + lane - counts]
        if card == ONE_OR_TEN:
            for lane in range(STRIDE - MARGIN):
                rows[here + lane] += rows[base + lane - ONE]
        base = here
    return base


@helper
def _ways(rows, last, wanted):
    """How many sets make one of the wanted sums."""
    ways = np.int64(0)
    rest = wanted
    while rest != 0:
        ways += rows[last + trailing_zeros(rest)]
        rest = without_lowest(rest)
    return ways


@helper
def _set_of_rank(card_set, rows, last, wanted, rank):
    """The set of a rank among those that make one of the wanted sums."""
    rest = wanted
    lane = trailing_zeros(rest)
    while rank >= rows[last + lane]:
        rank -= rows[last + lane]
        rest = without_lowest(rest)
        lane = trailing_zeros(rest)
    chosen = np.uint64(0)
    left = card_set & VALUED
    here = last
    while left != 0:
        card = highest(left)
        left ^= bit(card)
        here -= STRIDE
        without = rows[here + lane]
        if rank < without:
            continue
        rank -= without
        chosen |= bit(card)
        worth = value(card)
        if card == ONE_OR_TEN:
            as_ten = rows[here + lane - worth]
            if rank >= as_ten:
                rank -= as_ten
                worth = np.int64(ONE)
        lane -= worth
    return chosen


@step
def count_captures(table, card):
    """How many sets of table cards a card captures by a sum (P5); 0 for *, J and B.

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49.

    Returns:
        int64.
    """
    wanted = targets(card) & sums_of(table)
    if wanted == 0:
        return np.int64(0)
    rows = scratch_numbers(LANE_NUMBERS)
    last = _count(table, rows)
    return _ways(rows, last, wanted)


@step
def nth_capture(table, card, rank):
    """One of the sets of table cards that a card captures by a sum.

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49.
        rank: int64, 0 to `count_captures` less one; each rank gives another set.

    Returns:
        Card set, uint64; empty if the card captures nothing or there is no such rank.
    """
    wanted = targets(card) & sums_of(table)
    if wanted == 0 or rank < 0:
        return np.uint64(0)
    rows = scratch_numbers(LANE_NUMBERS)
    last = _count(table, rows)
    if rank >= _ways(rows, last, wanted):
        return np.uint64(0)
    return _set_of_rank(table, rows, last, wanted, rank)


@step
def random_play(table, hand, stream):
    """One of all legal plays, each equally likely (P16).

    Args:
        table: Card set, uint64.
        hand: Card set, uint64: not empty.
        stream: The seat's random stream.

    Returns:
        Card, int64, and the captured set, uint64, without a J that comes along.
    """
    sums = sums_of(table)
    rows = scratch_numbers(LANE_NUMBERS)
    last = np.int64(0)
    counted = False
    plays = np.int64(0)
    rest = hand
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        wanted = sums & targets(card)
        if wanted != 0:
            if not counted:
                last = _count(table, rows)
                counted = True
            plays += _ways(rows, last, wanted)
        elif card == STAR:
            plays += max(popcount(table), np.int64(1))
        else:
            plays += 1
    rank = below(stream, plays)
    rest = hand
    while True:
        card = lowest(rest)
        rest = without_lowest(rest)
        wanted = sums & targets(card)
        if wanted != 0:
            ways = _ways(rows, last, wanted)
            if rank < ways:
                return card, _set_of_rank(table, rows, last, wanted, rank)
        elif card == STAR:
            ways = max(popcount(table), np.int64(1))
            if rank < ways:
                return card, nth_card(table, rank)
        else:
            ways = np.int64(1)
            if rank < ways:
                return card, np.uint64(0)
        rank -= ways
