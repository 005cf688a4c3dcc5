"""Plays on from positions. Importing it compiles the kernel, or loads it from the cache.

The games that it goes on with are prepared by `actions`, which is small and quickly compiled.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.games.cofre.kernel.game import play_out
from analyzer.games.cofre.kernel.plugin import POINTERS
from analyzer.games.cofre.kernel.state import FAULT, HIDDEN, POLICIES, TABLE

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    types.int64[:, ::1],
    numba.from_dtype(TABLE)[::1],
    types.int64[::1],
)


@entry(_SIGNATURE)
def play_on(tables, hiddens, policies, plugins, scripts, seen, stop):
    """Plays each of a number of games on from where it stands, to its end.

    Args:
        tables: TABLE, shape (games,), changed; any phase will do.
        hiddens: HIDDEN, shape (games,), changed.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        scripts: int64, shape (games, 2), used up: the next choice of a seat in each game, see `game.play_out`.
        seen: TABLE, shape (1,), overwritten: what plug-ins are shown.
        stop: int64, shape (1,): not 0 when no further game is to be begun.

    Returns:
        Games played to the end: all, or those before the stop or before a game in FAULT.
    """
    for played in range(tables.shape[0]):
        if stop[0] != 0:
            return np.int64(played)
        play_out(tables[played], hiddens[played], policies[0], plugins, seen[0], scripts[played], None)
        if tables[played].phase == FAULT:
            return np.int64(played)
    return np.int64(tables.shape[0])
