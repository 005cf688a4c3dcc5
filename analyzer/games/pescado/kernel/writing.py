"""Writes down what came of a game, where `results` says."""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.pescado.cards import ITEMS, MOST_PLAYERS, ONE_OR_TEN
from analyzer.games.pescado.kernel.results import (
    ALL_SPECIALS,
    FIRST_SPECIALS,
    PLAYS,
    POINTS,
    ROUNDS,
    WINNERS,
)

_ITEMS = len(ITEMS)


@helper
def write_down(row, table, hidden):
    """Writes down what came of a game.

    Args:
        row: int32, shape (results.COLUMNS,), overwritten.
        table: TABLE record of a game that is over.
        hidden: HIDDEN record.
    """
    row[WINNERS] = hidden.winners
    row[ROUNDS] = table.round_number
    row[PLAYS] = hidden.plays
    row[FIRST_SPECIALS] = packed_specials(hidden.first_specials)
    row[ALL_SPECIALS] = packed_specials(hidden.all_specials)
    for item in range(_ITEMS):
        for seat in range(table.players):
            row[POINTS + MOST_PLAYERS * item + seat] = hidden.items[item, seat]


@helper
def packed_specials(card_set):
    """A set of specials in ten bits, as `results.SPECIALS_BY_BIT` has them."""
    return np.int64((card_set & np.uint64(15)) | (card_set >> np.uint64(ONE_OR_TEN - 4)))
