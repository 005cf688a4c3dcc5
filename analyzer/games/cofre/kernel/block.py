"""Plays blocks of games. Importing it compiles the kernel, or loads it from the cache."""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.games.cofre.kernel.engine import begin_game
from analyzer.games.cofre.kernel.game import play_out
from analyzer.games.cofre.kernel.plugin import POINTERS
from analyzer.games.cofre.kernel.state import FAULT, HIDDEN, POLICIES, TABLE
from analyzer.games.cofre.kernel.writing import write_down

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    types.uint64,
    types.int64,
    types.int32[:, ::1],
    types.int64[::1],
)


@entry(_SIGNATURE)
def play_block(tables, hiddens, policies, plugins, seed, first, results, stop):
    """Plays one game for each row of `results`, or as many of them as it gets to before it is stopped.

    Args:
        tables: TABLE, shape (2,), with the rules filled in; overwritten. The second is what plug-ins are shown.
        hiddens: HIDDEN, shape (1,), with the rules filled in; overwritten.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        seed: uint64, the run's seed.
        first: int64, number of the first game.
        results: int32, shape (games, results.COLUMNS), overwritten.
        stop: int64, shape (1,): not 0 when no further game is to be begun.

    Returns:
        Games played to the end.
    """
    table = tables[0]
    hidden = hiddens[0]
    for played in range(results.shape[0]):
        if stop[0] != 0:
            return np.int64(played)
        begin_game(table, hidden, seed, np.uint64(first + played), None)
        play_out(table, hidden, policies[0], plugins, tables[1], None, None)
        if table.phase == FAULT:
            return np.int64(played)
        write_down(results[played], table, hidden)
    return np.int64(results.shape[0])
