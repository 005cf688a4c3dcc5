"""Asks a policy of the user's own, and lets none of its answers pass that the rules forbid.

Such a policy is one function for all decisions, `decide(phase, observation, parameters, stream)`, called through a
pointer; it returns four numbers, of which a phase uses the first ones. It is shown a copy of the table: whatever it
writes there is lost.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.cardset import count_of, less, size
from analyzer.core.jit import entry, helper
from analyzer.games.hollander.cards import LAID, MOST_PLAYERS
from analyzer.games.hollander.kernel.reading import shared_zones
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    FINAL,
    HAND,
    NOBODY,
    PLAY,
    SWAP,
    TABLE,
    WORMHOLE_CHOICE,
)

ANSWER = types.UniTuple(types.int64, 4)
SIGNATURE = ANSWER(types.int64, numba.from_dtype(TABLE), types.float64[::1], types.uint64[::1])
"""Signature of `decide`."""

POINTERS = types.UniTuple(types.FunctionType(SIGNATURE), MOST_PLAYERS)
"""One function per seat; seats that do not need one have `nothing`."""


@entry(SIGNATURE)
def nothing(phase, observation, parameters, stream):
    """Stands where no policy of the user's own sits; never called."""
    return np.int64(0), np.int64(0), np.int64(0), np.int64(0)


@helper
def is_allowed(table, hidden, first, second, third, fourth):
    """Whether the rules allow an answer to the decision at which the game stands.

    Args:
        table: TABLE record.
        hidden: HIDDEN record.
        first: int64, as are the others: the answer.
        second: See `decide`.
        third: See `decide`.
        fourth: See `decide`.

    Returns:
        bool.
    """
    if table.phase == PLAY:  # H7, H9
        return 0 <= first < 16 and 1 <= second <= count_of(table.playable, first)
    if table.phase == SWAP:  # H5
        own = table.battle[table.seat] + hidden.hands[table.seat]
        laid = np.uint64(first)
        return size(laid) == LAID and less(laid, own) == 0
    if table.phase == WORMHOLE_CHOICE:  # H23
        return 0 <= first < table.players and first != table.seat
    return _may_exchange(table, hidden, first, second, third, fourth)


@helper
def _may_exchange(table, hidden, other, zone, gives, gets):
    if other == NOBODY:
        return True  # H24: declining is allowed
    if not (0 <= other < table.players and other != table.seat and HAND <= zone <= FINAL):
        return False
    if (shared_zones(table, other) >> zone) & 1 == 0:
        return False
    if zone == HAND:
        return 0 <= gives < 16 and count_of(hidden.hands[table.seat], gives) > 0
    if zone == BATTLE:
        return (
            0 <= gives < 16
            and 0 <= gets < 16
            and count_of(table.battle[table.seat], gives) > 0
            and count_of(table.battle[other], gets) > 0
        )
    return True
