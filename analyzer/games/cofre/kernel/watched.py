"""Plays blocks of games that are watched closely. Importing it compiles the kernel, or loads it from the cache.

It looks at the table between one round and the next, so that the kernel of `block` need not know of it.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry, helper
from analyzer.games.cofre.kernel.engine import begin_game, key_chances
from analyzer.games.cofre.kernel.game import play_round
from analyzer.games.cofre.kernel.plugin import POINTERS
from analyzer.games.cofre.kernel.results import BEHIND, DECISIONS, FORCED, LEADS, OPTIONS
from analyzer.games.cofre.kernel.state import FAULT, HIDDEN, OVER, POLICIES, TABLE
from analyzer.games.cofre.kernel.watch import WATCH, begin_watch, see_lead, see_round
from analyzer.games.cofre.kernel.writing import write_down

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    numba.from_dtype(WATCH)[::1],
    types.uint64,
    types.uint64,
    types.int64,
    types.int32[:, ::1],
    types.int64[:, ::1],
    types.int64[::1],
)


@helper
def _write_watched(row, table, hidden, watch):
    """Writes down what was counted in a game that is over."""
    behind = np.int64(0)
    for seat in range(table.players):  # of several winners, the one who was behind for longest
        if (hidden.winners >> np.int64(seat)) & 1 != 0:
            behind = max(behind, watch.behind[seat])
    row[LEADS] = watch.leads
    row[BEHIND] = behind
    row[DECISIONS] = watch.decisions
    row[OPTIONS] = watch.options
    row[FORCED] = watch.forced


@entry(_SIGNATURE)
def watch_block(tables, hiddens, policies, plugins, watches, seed, later_seed, first, results, watched, stop):
    """Plays one game for each row of `results`, or as many of them as it gets to before it is stopped.

    Args:
        tables: TABLE, shape (2,), with the rules filled in; overwritten. The second is what plug-ins are shown.
        hiddens: HIDDEN, shape (1,), with the rules filled in; overwritten.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        watches: WATCH, shape (1,), overwritten.
        seed: uint64, the run's seed.
        later_seed: uint64, the seed of all that is not the deal; as `seed` for the games of `block.play_block`.
        first: int64, number of the first game.
        results: int32, shape (games, results.COLUMNS), overwritten.
        watched: int64, shape (games, results.WATCHED_COLUMNS), overwritten.
        stop: int64, shape (1,): not 0 when no further game is to be begun.

    Returns:
        Games played to the end.
    """
    table = tables[0]
    hidden = hiddens[0]
    watch = watches[0]
    for played in range(results.shape[0]):
        if stop[0] != 0:
            return np.int64(played)
        game = np.uint64(first + played)
        begin_game(table, hidden, seed, game, None)
        key_chances(hidden, later_seed, game)
        begin_watch(watch)
        while table.phase < OVER:
            see_round(watch, table)
            play_round(table, hidden, policies[0], plugins, tables[1], None, None)
            see_lead(watch, table)
        if table.phase == FAULT:
            return np.int64(played)
        write_down(results[played], table, hidden)
        _write_watched(watched[played], table, hidden, watch)
    return np.int64(results.shape[0])
