"""Plays rounds that are dealt to their ends. Importing it compiles the kernel, or loads it from the cache."""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.games.pescado.kernel.game import play_round
from analyzer.games.pescado.kernel.plugin import POINTERS
from analyzer.games.pescado.kernel.state import FAULT, HIDDEN, POLICIES, TABLE

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    numba.from_dtype(TABLE)[::1],
    types.int64[::1],
)


@entry(_SIGNATURE)
def play_rounds(tables, hiddens, policies, plugins, seen, stop):
    """Plays each of a number of rounds to its end.

    Args:
        tables: TABLE, shape (rounds,), in PLAY; changed.
        hiddens: HIDDEN, shape (rounds,), changed.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        seen: TABLE, shape (1,), overwritten: what plug-ins are shown.
        stop: int64, shape (1,): not 0 when no further round is to be begun.

    Returns:
        Rounds played to the end: all, or those before the stop or before a game in FAULT.
    """
    for played in range(tables.shape[0]):
        if stop[0] != 0:
            return np.int64(played)
        play_round(tables[played], hiddens[played], policies[0], plugins, seen[0])
        if tables[played].phase == FAULT:
            return np.int64(played)
    return np.int64(tables.shape[0])
