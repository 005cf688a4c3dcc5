"""Asks a policy of the user's own, and lets none of its answers pass that the rules forbid.

Such a policy is one function, `decide(phase, observation, parameters, stream)`, called through a pointer; it returns a
choice. It is shown a copy of the table: whatever it writes there is lost.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry, helper
from analyzer.games.cofre.cards import MOST_PLAYERS, TREASURE
from analyzer.games.cofre.kernel.state import TABLE

SIGNATURE = types.int64(types.int64, numba.from_dtype(TABLE), types.float64[::1], types.uint64[::1])
"""Signature of `decide`."""

POINTERS = types.UniTuple(types.FunctionType(SIGNATURE), MOST_PLAYERS)
"""One function per seat; seats that do not need one have `nothing`."""


@entry(SIGNATURE)
def nothing(phase, observation, parameters, stream):
    """Stands where no policy of the user's own sits; never called."""
    return np.int64(0)


@helper
def is_allowed(table, choice):
    """Whether the rules allow a choice (C3).

    Args:
        table: TABLE record.
        choice: int64, any number.

    Returns:
        bool.
    """
    if choice == TREASURE:
        return table.has_treasure[table.seat] != 0
    return 0 <= choice < table.types
