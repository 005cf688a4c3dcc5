"""Plays one game and writes down what happens. Importing it compiles the kernel with the log, or loads it."""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.games.cofre.kernel.engine import begin_game
from analyzer.games.cofre.kernel.game import play_out
from analyzer.games.cofre.kernel.plugin import POINTERS
from analyzer.games.cofre.kernel.state import HIDDEN, POLICIES, TABLE

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    types.uint64,
    types.int64,
    types.int64[:, ::1],
)


@entry(_SIGNATURE)
def replay_game(tables, hiddens, policies, plugins, seed, game, log):
    """Plays one game, the same that `play_block` plays under this number.

    Args:
        tables: TABLE, shape (2,), with the rules filled in; overwritten. The second is what plug-ins are shown.
        hiddens: HIDDEN, shape (1,), likewise.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        seed: uint64, the run's seed.
        game: int64, the game's number.
        log: int64, shape (rows, core.log.COLUMNS), overwritten.

    Returns:
        Events that happened: if there are more than rows - 1, the log holds the first of them.
    """
    log[0, 0] = 0
    begin_game(tables[0], hiddens[0], seed, np.uint64(game), log)
    play_out(tables[0], hiddens[0], policies[0], plugins, tables[1], None, log)
    return log[0, 0]
