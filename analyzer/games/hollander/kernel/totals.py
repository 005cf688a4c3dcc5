"""Where each figure stands in the array of totals that a block adds up."""

from analyzer.games.hollander.cards import MOST_PLAYERS

PLAYS, TAKES, BURNS = range(3)
SQUARED = 3
"""Added to one of the above: the sum over games of the square."""

UNFINISHED = 6
WINS = 7
"""Seat 0's wins; the other seats' follow."""

LENGTH = WINS + MOST_PLAYERS
