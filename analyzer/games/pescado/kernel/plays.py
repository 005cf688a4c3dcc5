"""The legal plays of a hand (P5 to P9, P16): listed, counted, or one of them by its rank."""

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.jit import helper, step
from analyzer.games.pescado.cards import STAR
from analyzer.games.pescado.kernel.best import best_capture
from analyzer.games.pescado.kernel.counting import count_captures, nth_capture
from analyzer.games.pescado.kernel.listing import list_captures
from analyzer.games.pescado.kernel.sums import (
    lowest,
    nth_card,
    sums_of,
    targets,
    without_lowest,
)

MOST_CAPTURES = 64
"""Captures of one card that are listed."""

MOST_PLAYS = 256
"""Room for the listed plays of a hand: those of three cards by a sum, and of * for each of 50 table cards."""


@step
def list_plays(observation, worths, cards, sets):
    """Lists the legal plays of the deciding player.

    By the cards of the hand from the lowest up, and for a card first the sets that do without the higher table cards.
    If a card captures more than 64 sets, 64 of them are listed; the one worth most is always among them.

    Args:
        observation: The table as the deciding player sees it.
        worths: float64, shape (50,): the worth of each card.
        cards: uint64, shape (MOST_PLAYS,), overwritten: the card of each play.
        sets: uint64, shape (MOST_PLAYS,), overwritten: what it captures, without a J that comes along.

    Returns:
        Plays listed, int64, at least 1.
    """
    table = observation.table
    sums = sums_of(table)
    plays = np.int64(0)
    rest = observation.hand
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        first = plays
        if (targets(card) & sums) != 0:
            plays += list_captures(table, card, sets, first, np.int64(MOST_CAPTURES))
            if plays - first == MOST_CAPTURES:
                _put_best_among(table, card, worths, sets, first, plays)
        elif card == STAR and table != 0:
            for position in range(popcount(table)):
                sets[plays] = nth_card(table, position)
                plays += 1
        else:
            sets[plays] = np.uint64(0)
            plays += 1
        for index in range(first, plays):
            cards[index] = np.uint64(card)
    return plays


@helper
def _put_best_among(table, card, worths, sets, first, end):
    best, _ = best_capture(table, card, worths)
    for index in range(first, end):
        if sets[index] == best:
            return
    sets[end - 1] = best


@helper
def count_plays(observation):
    """How many legal plays the deciding player has (P16).

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        int64, at least 1.
    """
    plays = np.int64(0)
    rest = observation.hand
    while rest != 0:
        plays += plays_of(observation.table, lowest(rest))
        rest = without_lowest(rest)
    return plays


@helper
def plays_of(table, card):
    """How many legal plays there are with a card.

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49.

    Returns:
        int64, at least 1: the sets that it captures, or 1 if it captures none.
    """
    if card == STAR:
        return max(popcount(table), np.int64(1))
    return max(count_captures(table, card), np.int64(1))


@helper
def nth_play(observation, rank):
    """One of the legal plays of the deciding player.

    Args:
        observation: The table as the deciding player sees it.
        rank: int64, 0 to `count_plays` less one; each rank gives another play.

    Returns:
        Card, int64, and what it captures: card set, uint64, empty if it stays on the table.
    """
    table = observation.table
    rest = observation.hand
    card = lowest(rest)
    while rank >= plays_of(table, card) and without_lowest(rest) != 0:
        rank -= plays_of(table, card)
        rest = without_lowest(rest)
        card = lowest(rest)
    if card == STAR:
        return card, nth_card(table, rank)
    return card, nth_capture(table, card, rank)
