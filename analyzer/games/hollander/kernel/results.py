"""Where each figure of a game stands in its column of results."""

WINNER, TURNS, TAKES, BURNS, PLAYS = range(5)
ROWS = 5
