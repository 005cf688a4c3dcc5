"""Asks a policy of the user's own, and lets none of its answers pass that the rules forbid.

Such a policy is one function, `decide(phase, observation, parameters, stream)`, called through a pointer; it returns a
card and the word of the captured set. It is shown a copy of the table: whatever it writes there is lost.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry, helper
from analyzer.games.pescado.cards import CARDS, MOST_PLAYERS, STAR
from analyzer.games.pescado.kernel.state import TABLE
from analyzer.games.pescado.kernel.sums import bit, can_capture, is_capture, without_lowest

ANSWER = types.UniTuple(types.int64, 2)
SIGNATURE = ANSWER(types.int64, numba.from_dtype(TABLE), types.float64[::1], types.uint64[::1])
"""Signature of `decide`."""

POINTERS = types.UniTuple(types.FunctionType(SIGNATURE), MOST_PLAYERS)
"""One function per seat; seats that do not need one have `nothing`."""


@entry(SIGNATURE)
def nothing(phase, observation, parameters, stream):
    """Stands where no policy of the user's own sits; never called."""
    return np.int64(0), np.int64(0)


@helper
def is_allowed(table, hand, card, chosen):
    """Whether the rules allow a play (P5 to P9).

    Args:
        table: Card set, uint64: what lies on the table.
        hand: Card set, uint64: the player's hand.
        card: int64, any number: the card played.
        chosen: Card set, uint64: what it captures, without a J that comes along.

    Returns:
        bool.
    """
    if not 0 <= card < CARDS or (hand & bit(card)) == 0 or (chosen & ~table) != 0:
        return False
    if card == STAR:  # P7
        if table == 0:
            return chosen == 0
        return chosen != 0 and without_lowest(chosen) == 0
    if chosen == 0:
        return not can_capture(table, card)
    return is_capture(card, chosen)
