"""`greedy-points`: capture what brings points.

Every card has a worth in points: what it brings by itself, and its part of a point for having most. A capture is worth
its cards together, the played one included, a pescado's point, and the loss of a J that comes along; laying a card is
worth nothing. It looks at this play alone.
"""

import numpy as np

from analyzer.core.apart import apart, never_inline
from analyzer.core.jit import helper
from analyzer.core.scratch import scratch_floats
from analyzer.games.pescado.cards import CARDS, NUMBER_CARDS, STAR, ZERO, J
from analyzer.games.pescado.kernel.best import best_lane, best_set, best_sums
from analyzer.games.pescado.kernel.reading import is_pescado, pescado_set, taken_by
from analyzer.games.pescado.kernel.sums import (
    LANE_NUMBERS,
    bit,
    lowest,
    sums_of,
    targets,
    without_lowest,
)

CARD, OF_TUNA, SEVEN, SEVEN_OF_TUNA, A_ZERO, PESCADO, A_J = 0.05, 0.15, 0.35, 1.0, 1.0, 1.0, -1.0
"""Points: those for most cards, most tuna and most sevens are shared out among some twenty, seven and three cards."""

_SEVEN = 7
_NEVER = -1e300


def _worth(card: int) -> float:
    worth = CARD + A_ZERO * (card == ZERO) + A_J * (card == J)
    if card in NUMBER_CARDS:
        number, suit = divmod(card, 4)
        worth += OF_TUNA * (suit == 0) + SEVEN * (number == _SEVEN) + SEVEN_OF_TUNA * (card == 4 * _SEVEN)
    return worth


WORTHS = np.array([_worth(card) for card in range(CARDS)])
"""The worth of each card in points, by number; float64."""


@apart
def play(observation):
    """The capture worth most, or a card laid if every capture would lose.

    Of equals the lowest hand card, and for it the set that does without the higher table cards. Of the cards that can
    be laid that of least worth, the lowest of equals.

    Args:
        observation: What the player sees.

    Returns:
        Card, int64, and captured set, uint64.
    """
    never_inline()
    table = observation.table
    sums = sums_of(table)
    rows = scratch_floats(LANE_NUMBERS)
    last = np.int64(-1)
    best_card = np.int64(-1)
    best_chosen = np.uint64(0)
    most = _NEVER
    laid = np.int64(-1)
    rest = observation.hand
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        wanted = targets(card) & sums
        if wanted != 0:
            if last < 0:
                last = best_sums(table, WORTHS, rows)
            chosen = best_set(table, WORTHS, rows, last, best_lane(rows, last, wanted))
            gain = gain_of(observation, card, chosen)
            everything = pescado_set(table, card)
            if everything != 0 and gain_of(observation, card, everything) > gain:
                chosen = everything
                gain = gain_of(observation, card, everything)
        elif card == STAR and table != 0:
            chosen = best_single(observation)
            gain = gain_of(observation, card, chosen)
        else:
            if laid < 0 or WORTHS[card] < WORTHS[laid]:
                laid = card
            continue
        if gain > most:
            best_card = card
            best_chosen = chosen
            most = gain
    if best_card < 0 or (most < 0.0 and laid >= 0):
        return laid, np.uint64(0)
    return best_card, best_chosen


@helper
def gain_of(observation, card, chosen):
    """What a capture is worth.

    Args:
        observation: What the player sees.
        card: int64, the card played.
        chosen: Card set, uint64, not empty: what it captures.

    Returns:
        Points, float64.
    """
    gain = WORTHS[card]
    rest = taken_by(observation, chosen)
    while rest != 0:
        gain += WORTHS[lowest(rest)]
        rest = without_lowest(rest)
    return gain + PESCADO if is_pescado(observation, chosen) else gain


@helper
def best_single(observation):
    """The table card worth most for *, the lowest of equals."""
    best = bit(lowest(observation.table))
    rest = without_lowest(observation.table)
    while rest != 0:
        other = bit(lowest(rest))
        rest = without_lowest(rest)
        if gain_of(observation, np.int64(STAR), other) > gain_of(observation, np.int64(STAR), best):
            best = other
    return best
