"""Lists the sets of table cards that a card captures."""

import numpy as np

from analyzer.core.bits import trailing_zeros
from analyzer.core.jit import helper, step
from analyzer.core.scratch import scratch_numbers, scratch_words
from analyzer.games.pescado.cards import ONE, ONE_OR_TEN, TEN
from analyzer.games.pescado.kernel.sums import (
    MOST_VALUED,
    NO_SUM,
    ONE_BIT,
    ROWS,
    VALUED,
    bit,
    lowest,
    makes,
    targets,
    value,
    without_lowest,
)

_DEEPEST = 128
"""Room for what is still to be tried: two more for each card, and the first."""


@step
def list_captures(table, card, sets, first, limit):
    """Lists the sets of table cards that a card captures by a sum.

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49.
        sets: uint64, shape (at least first + limit,): overwritten from `first` on.
        first: int64, index of the first set to write.
        limit: int64, the most sets to write.

    Returns:
        Sets written, int64: all there are, or `limit` of them; those without the higher cards come first.
    """
    wanted = targets(card)
    order = scratch_numbers(MOST_VALUED)
    sums = scratch_words(ROWS)
    cards = _sums_by_card(table, order, sums)
    lanes = scratch_numbers(_DEEPEST)
    levels = scratch_numbers(_DEEPEST)
    chosen = scratch_words(_DEEPEST)
    depth = np.int64(0)
    rest = sums[cards] & wanted
    while rest != 0:
        lanes[depth], levels[depth], chosen[depth] = trailing_zeros(rest), cards, np.uint64(0)
        depth += 1
        rest = without_lowest(rest)
    found = np.int64(0)
    while depth > 0 and found < limit:
        depth -= 1
        lane, level, so_far = lanes[depth], levels[depth], chosen[depth]
        if level == 0:
            sets[first + found] = so_far
            found += 1
            continue
        level -= 1
        with_it = so_far | bit(order[level])
        counts = value(order[level])
        if order[level] == ONE_OR_TEN and makes(sums[level], lane - ONE):
            lanes[depth], levels[depth], chosen[depth] = lane - ONE, level, with_it
            depth += 1
        if makes(sums[level], lane - counts):
            lanes[depth], levels[depth], chosen[depth] = lane - counts, level, with_it
            depth += 1
        if makes(sums[level], lane):
            lanes[depth], levels[depth], chosen[depth] = lane, level, so_far
            depth += 1
    return found


@helper
def _sums_by_card(card_set, order, sums):
    """Writes the valued cards in order, and before each the sums that the ones before it make; returns their number."""
    cards = np.int64(0)
    sums[0] = ONE_BIT << np.uint64(NO_SUM)
    rest = card_set & VALUED
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        counts = value(card)
        made = sums[cards]
        order[cards] = card
        if counts < 0:
            sums[cards + 1] = made | (made >> np.uint64(-counts))
        elif card == ONE_OR_TEN:
            sums[cards + 1] = made | (made << np.uint64(ONE)) | (made << np.uint64(TEN))
        else:
            sums[cards + 1] = made | (made << np.uint64(counts))
        cards += 1
    return cards
