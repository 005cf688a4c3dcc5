"""Where each figure of a game stands in its row of results."""

from analyzer.games.pescado.cards import ITEMS, MOST_PLAYERS

WINNERS, ROUNDS, PLAYS, FIRST_SPECIALS, ALL_SPECIALS, POINTS = range(6)
"""The first column of each figure; points stand one column per item and seat, item by item."""

COLUMNS = POINTS + len(ITEMS) * MOST_PLAYERS

SPECIALS_BY_BIT = ("-2", "-1", "0", "*", "1/10", "11", "12", "13", "J", "B")
"""The specials by their bits in the columns that hold a set of them."""

LEADS, BEHIND, OPTIONS, FORCED = range(4)
"""Columns of what is counted besides in games that are watched closely, in rows of their own; see `watch`."""

WATCHED_COLUMNS = 4
