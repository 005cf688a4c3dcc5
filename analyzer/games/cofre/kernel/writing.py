"""Writes down what came of a game."""

from analyzer.core.jit import helper
from analyzer.games.cofre.kernel.results import COUNTED, COUNTS, IN_THIRDS, ROUNDS, SCORES, THIRDS, WINNERS

_COUNTED = len(COUNTED)


@helper
def write_down(row, table, hidden):
    """Writes down a game that is over.

    Args:
        row: int32, shape (results.COLUMNS,), changed: figures of seats that nobody sits in are left as they are.
        table: TABLE record.
        hidden: HIDDEN record.
    """
    row[WINNERS] = hidden.winners
    row[ROUNDS] = table.round_number
    for seat in range(table.players):
        row[SCORES + seat] = table.stars[seat] - table.hooks[seat]
    for third in range(THIRDS):
        row[IN_THIRDS + third] = hidden.stars_in_third[third]
    for count in range(_COUNTED):
        row[COUNTS + count] = hidden.counts[count]
