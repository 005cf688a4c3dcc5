"""Where each figure of a game stands in its column of results."""

from analyzer.core.jit import helper

WINNER, TURNS, TAKES, BURNS, PLAYS = range(5)
ROWS = 5

LEADS, BEHIND, DECISIONS, OPTIONS, FORCED = range(ROWS, ROWS + 5)
WATCHED_ROWS = ROWS + 5
"""The rows of games that are watched closely, after those of all games; see `watch`."""


@helper
def write_down(results, column, table, hidden):
    """Writes down what came of a game.

    Args:
        results: int32, shape (at least ROWS, games), one column overwritten.
        column: int64.
        table: TABLE record of a game that is over.
        hidden: HIDDEN record.
    """
    results[WINNER, column] = hidden.winner
    results[TURNS, column] = table.turn
    results[TAKES, column] = hidden.takes
    results[BURNS, column] = hidden.burns
    results[PLAYS, column] = hidden.plays
