"""Plays blocks of games that are watched closely. Importing it compiles the kernel, or loads it from the cache."""

import numba
import numpy as np
from numba import types

from analyzer.core.cardset import KINDS
from analyzer.core.jit import entry, helper, step
from analyzer.games.hollander.cards import LAID
from analyzer.games.hollander.kernel.engine import deal_out, key_chances, shuffle_cards
from analyzer.games.hollander.kernel.game import play_out
from analyzer.games.hollander.kernel.plugin import POINTERS
from analyzer.games.hollander.kernel.results import BEHIND, DECISIONS, FORCED, LEADS, OPTIONS, write_down
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    FAULT,
    FINAL,
    HAND,
    HIDDEN,
    NOBODY,
    POLICIES,
    TABLE,
)
from analyzer.games.hollander.kernel.watch import WATCH, begin_watch, see_drawn

DRAWN, PLAYED = FINAL + 1, FINAL + 2
"""Rows of a game in `had`; those of what was dealt are the zones."""

HAD_ROWS = 5

_MOST_COUNTED = 255
"""As far as a byte goes; a card that is taken with the pile can be played any number of times."""

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    POINTERS,
    numba.from_dtype(WATCH)[::1],
    types.int8[::1],
    types.uint64,
    types.uint64,
    types.int64,
    types.int32[:, ::1],
    types.uint8[:, :, :, ::1],
    types.int64[::1],
)


@helper
def _count_kinds(sequence, first, count, counts):
    """Writes down how many of so many cards of a sequence are of each kind."""
    counts[:] = 0
    for place in range(first, first + count):
        counts[sequence[place]] += 1


@step
def _write_had(had, table, hidden, watch):
    """Writes down which cards each seat had in a game that is over."""
    first = np.int64(0)
    for seat in range(table.players):  # H3, as `engine.deal_out` does
        _count_kinds(hidden.deck, first, LAID, had[FINAL, seat])
        _count_kinds(hidden.deck, first + LAID, LAID, had[BATTLE, seat])
        _count_kinds(hidden.deck, first + 2 * LAID, table.hand_goal, had[HAND, seat])
        first += 2 * LAID + table.hand_goal
        for kind in range(KINDS):
            had[DRAWN, seat, kind] = watch.drawn[seat, kind]
            had[PLAYED, seat, kind] = min(watch.played[seat, kind], _MOST_COUNTED)


@helper
def _write_watched(results, column, hidden, watch):
    """Writes down what was counted in a game that is over."""
    results[LEADS, column] = watch.leads
    results[BEHIND, column] = 0 if hidden.winner == NOBODY else watch.behind[hidden.winner]
    results[DECISIONS, column] = watch.decisions
    results[OPTIONS, column] = watch.options
    results[FORCED, column] = watch.forced


@entry(_SIGNATURE)
def watch_block(
    tables, hiddens, policies, plugins, watches, deck, seed, later_seed, first, results, had, stop
):
    """Plays one game for each column of `results`, or as many of them as it gets to before it is stopped.

    Args:
        tables: TABLE, shape (2,), with the rules filled in; overwritten. The second is what plug-ins are shown.
        hiddens: HIDDEN, shape (1,), overwritten.
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `plugin`.
        watches: WATCH, shape (1,), overwritten.
        deck: int8, shape (table.deck_size,): the deck's kinds before shuffling.
        seed: uint64, the run's seed.
        later_seed: uint64, the seed of all that is not the deal; as `seed` for the games of `block.play_block`.
        first: int64, number of the first game.
        results: int32, shape (results.WATCHED_ROWS, games), overwritten.
        had: uint8, shape (games, HAD_ROWS, players, KINDS), overwritten: how many cards of each kind each seat was
            dealt in each zone, drew and played, up to 255; of shape (0, …) if nobody wants to know.
        stop: int64, shape (1,): not 0 when no further game is to be begun.

    Returns:
        Games played to the end.
    """
    table = tables[0]
    hidden = hiddens[0]
    watch = watches[0]
    for played in range(results.shape[1]):
        if stop[0] != 0:
            return np.int64(played)
        shuffle_cards(table, hidden, deck, seed, np.uint64(first + played))
        key_chances(table, hidden, later_seed, np.uint64(first + played))
        deal_out(table, hidden)
        begin_watch(watch, hidden)
        play_out(table, hidden, policies[0], plugins, tables[1], None, watch)
        if table.phase == FAULT:
            return np.int64(played)
        see_drawn(watch, hidden)
        write_down(results, played, table, hidden)
        _write_watched(results, played, hidden, watch)
        if had.shape[0] > 0:
            _write_had(had[played], table, hidden, watch)
    return np.int64(results.shape[1])
