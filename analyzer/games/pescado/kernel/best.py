"""Finds the capture of most cards, and the one worth most, without going through all of them."""

import numpy as np

from analyzer.core.bits import trailing_zeros
from analyzer.core.jit import helper, step
from analyzer.core.scratch import scratch_floats, scratch_words
from analyzer.games.pescado.cards import ONE, ONE_OR_TEN, TEN
from analyzer.games.pescado.kernel.sums import (
    LANE_NUMBERS,
    MARGIN,
    NO_SUM,
    ONE_BIT,
    ROWS,
    STRIDE,
    VALUED,
    bit,
    highest,
    lowest,
    makes,
    sums_of,
    targets,
    value,
    without_lowest,
)

_LAYERS = 16
"""Sizes of sets, 0 to 15. What a card captures has at most 13 cards: -1 0 * 1/10, four 1s, four 2s and a 5 make 17."""

_ALL_LAYERS = ROWS * _LAYERS
_NEVER = -1e300

# The set of most cards


@helper
def most_cards(table, hand):
    """The play that captures most cards by a sum, its own J aside.

    Args:
        table: Card set, uint64.
        hand: Card set, uint64.

    Returns:
        Card, int64, and captured set, uint64: of equals the lowest card, and the set that does without the higher
        table cards; -1 and nothing if no card of the hand captures by a sum.
    """
    wanted = np.uint64(0)
    rest = hand
    while rest != 0:
        wanted |= targets(lowest(rest))
        rest = without_lowest(rest)
    if (wanted & sums_of(table)) == 0:
        return np.int64(-1), np.uint64(0)
    return _most_cards(table, hand, wanted)


@step
def _most_cards(table, hand, wanted):
    layers = scratch_words(_ALL_LAYERS)
    last = _sums_by_size(table, layers)
    size = np.int64(_LAYERS - 1)
    while (layers[last + size] & wanted) == 0:
        size -= 1
    sums = layers[last + size]
    rest = hand
    while (targets(lowest(rest)) & sums) == 0:
        rest = without_lowest(rest)
    card = lowest(rest)
    lane = trailing_zeros(targets(card) & sums)
    return card, _set_of_size(table, layers, last, size, lane)


@helper
def _sums_by_size(card_set, layers):
    """Fills a row of layers for each card: the sums that so many of the cards up to it make; returns the last row."""
    for size in range(_LAYERS):
        layers[size] = np.uint64(0)
    layers[0] = ONE_BIT << np.uint64(NO_SUM)
    base = np.int64(0)
    rest = card_set & VALUED
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        counts = value(card)
        here = base + _LAYERS
        layers[here] = layers[base]
        right = np.uint64(max(-counts, 0))
        left = np.uint64(max(counts, 0))
        for size in range(1, _LAYERS):
            layers[here + size] = layers[base + size] | ((layers[base + size - 1] >> right) << left)
        if card == ONE_OR_TEN:
            for size in range(1, _LAYERS):
                layers[here + size] |= layers[base + size - 1] << np.uint64(ONE)
        base = here
    return base


@helper
def _set_of_size(card_set, layers, last, size, lane):
    """The set of so many cards that makes the sum of a lane."""
    chosen = np.uint64(0)
    left = card_set & VALUED
    here = last
    while size > 0:
        card = highest(left)
        left ^= bit(card)
        here -= _LAYERS
        if (layers[here + size] >> np.uint64(lane)) & ONE_BIT != 0:
            continue
        chosen |= bit(card)
        size -= 1
        counts = value(card)
        if card == ONE_OR_TEN and not makes(layers[here + size], lane - counts):
            counts = np.int64(ONE)
        lane -= counts
    return chosen


# The set worth most


@step
def best_capture(table, card, worths):
    """The set worth most among those that a card captures by a sum, its worth being that of its cards together.

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49: it captures something, see `can_capture`.
        worths: float64, shape (50,): the worth of each card.

    Returns:
        Card set, uint64, and its worth; of sets worth the same the one that does without the higher cards.
    """
    rows = scratch_floats(LANE_NUMBERS)
    last = best_sums(table, worths, rows)
    wanted = targets(card)
    lane = best_lane(rows, last, wanted)
    return best_set(table, worths, rows, last, lane), rows[last + lane]


@helper
def best_sums(card_set, worths, rows):
    """Fills a row for each card with the most that cards up to it are worth that make each sum.

    Args:
        card_set: Card set, uint64.
        worths: float64, shape (50,): the worth of each card.
        rows: float64, shape (LANE_NUMBERS,), overwritten. Margins hold what can never be best, so that every lane takes
            the same steps.

    Returns:
        int64, where lane 0 of the last row is.
    """
    for place in range(STRIDE):
        rows[place] = _NEVER
    rows[MARGIN + NO_SUM] = 0.0
    base = np.int64(MARGIN)
    rest = card_set & VALUED
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        worth = worths[card]
        counts = value(card)
        here = base + STRIDE
        for place in range(here - MARGIN, here):
            rows[place] = _NEVER
        for lane in range(STRIDE - MARGIN):
            rows[here + lane] = max(rows[base + lane], rows[base + lane - counts] + worth)
        if card == ONE_OR_TEN:
            for lane in range(STRIDE - MARGIN):
                rows[here + lane] = max(rows[here + lane], rows[base + lane - ONE] + worth)
        base = here
    return base


@helper
def best_lane(rows, last, wanted):
    """Of the wanted sums the one worth most, the least of equals."""
    best = trailing_zeros(wanted)
    rest = without_lowest(wanted)
    while rest != 0:
        lane = trailing_zeros(rest)
        rest = without_lowest(rest)
        if rows[last + lane] > rows[last + best]:
            best = lane
    return best


@helper
def best_set(card_set, worths, rows, last, lane):
    """The set worth most that makes the sum of a lane."""
    chosen = np.uint64(0)
    left = card_set & VALUED
    here = last
    while left != 0:
        card = highest(left)
        left ^= bit(card)
        most = rows[here + lane]
        here -= STRIDE
        if rows[here + lane] == most:
            continue
        chosen |= bit(card)
        counts = value(card)
        if card == ONE_OR_TEN and not (lane >= TEN and rows[here + lane - TEN] + worths[card] == most):
            counts = np.int64(ONE)
        lane -= counts
    return chosen
