"""Plays blocks of games and adds up what happened. Importing it compiles the kernel, or loads it from the cache."""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.games.hollander.kernel.engine import deal_cards
from analyzer.games.hollander.kernel.game import play_out
from analyzer.games.hollander.kernel.state import HIDDEN, NOBODY, POLICIES, TABLE
from analyzer.games.hollander.kernel.totals import BURNS, PLAYS, SQUARED, TAKES, UNFINISHED, WINS

_SIGNATURE = types.int64(
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    numba.from_dtype(POLICIES)[::1],
    types.int8[::1],
    types.uint64,
    types.int64,
    types.int64,
    types.int64[::1],
    types.int64[::1],
    types.int64[::1],
)


@entry(_SIGNATURE)
def play_block(tables, hiddens, policies, deck, seed, first, count, totals, lengths, stop):
    """Plays the games first … first + count - 1, or as many of them as it gets to before it is stopped.

    Args:
        tables: TABLE, shape (1,), with the rules filled in; overwritten.
        hiddens: HIDDEN, shape (1,), overwritten.
        policies: POLICIES, shape (1,).
        deck: int8, shape (table.deck_size,): the deck's kinds before shuffling.
        seed: uint64, the run's seed.
        first: int64, number of the first game.
        count: int64, games to play.
        totals: int64, shape (totals.LENGTH,), added to.
        lengths: int64, shape (turn limit + 1,): finished games by turns, added to.
        stop: int64, shape (1,): not 0 when no further game is to be begun.

    Returns:
        Games played.
    """
    table = tables[0]
    hidden = hiddens[0]
    for played in range(count):
        if stop[0] != 0:
            return np.int64(played)
        deal_cards(table, hidden, deck, seed, np.uint64(first + played))
        play_out(table, hidden, policies[0], None)
        totals[PLAYS] += table.plays
        totals[TAKES] += table.takes
        totals[BURNS] += table.burns
        totals[SQUARED + PLAYS] += table.plays * table.plays
        totals[SQUARED + TAKES] += table.takes * table.takes
        totals[SQUARED + BURNS] += table.burns * table.burns
        if table.winner == NOBODY:
            totals[UNFINISHED] += 1
        else:
            totals[WINS + table.winner] += 1
            lengths[min(table.turn, lengths.shape[0] - 1)] += 1
    return count
