"""Prepares games that `onward` plays on: the worlds of a position, once with each action.

Importing it compiles these small functions, or loads them from the cache; nothing here plays a game out.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.core.records import copy_record
from analyzer.games.pescado.kernel import actions
from analyzer.games.pescado.kernel.counting import count_captures
from analyzer.games.pescado.kernel.engine import play_card
from analyzer.games.pescado.kernel.plays import MOST_CAPTURES
from analyzer.games.pescado.kernel.state import HIDDEN, TABLE
from analyzer.games.pescado.kernel.sums import lowest, without_lowest
from analyzer.games.pescado.kernel.worlds import fill_hidden

_TABLES = numba.from_dtype(TABLE)[::1]
_HIDDENS = numba.from_dtype(HIDDEN)[::1]
_WORDS = types.uint64[::1]


@entry(types.int64(_TABLES, _WORDS, _WORDS))
def list_actions(observations, cards, sets):
    """Writes down everything that the deciding player may do, see `actions.list_actions`.

    Args:
        observations: TABLE, shape (1,), as the deciding player sees it.
        cards: uint64, shape (plays.MOST_PLAYS,), its beginning overwritten: the card of each action.
        sets: uint64, of the same shape, likewise: what it captures, without a J that comes along.

    Returns:
        Number of actions.
    """
    return actions.list_actions(observations[0], cards, sets)


@entry(types.boolean(_TABLES))
def are_cut(observations):
    """Whether a card captures more sets than `list_actions` lists of it.

    Args:
        observations: TABLE, shape (1,), as the deciding player sees it.

    Returns:
        bool.
    """
    rest = observations[0].hand
    while rest != 0:
        if count_captures(observations[0].table, lowest(rest)) > MOST_CAPTURES:
            return True
        rest = without_lowest(rest)
    return False


@entry(types.void(_TABLES, types.int64, _WORDS, _WORDS, types.uint64, types.int64, _TABLES, _HIDDENS))
def prepare_worlds(observations, untold, cards, sets, seed, first, tables, hiddens):
    """Makes the worlds `first`, `first` + 1, … of a position, with each of the actions carried out in a copy of it.

    The game with world first + w and action a is number w * len(cards) + a: so all games of a world stand together.

    Args:
        observations: TABLE, shape (1,), as the deciding player sees it.
        untold: int64, see `worlds.fill_hidden`.
        cards: uint64, shape (actions,): cards of some of the actions that `list_actions` gives, at least one.
        sets: uint64, shape (actions,): what they capture.
        seed: uint64, the run's seed.
        first: int64, number of the first world.
        tables: TABLE, shape (worlds * actions,), overwritten.
        hiddens: HIDDEN, of the same shape, overwritten.
    """
    several = cards.shape[0]
    for world in range(tables.shape[0] // several):
        start = world * several
        fill_hidden(observations[0], untold, tables[start], hiddens[start], seed, np.uint64(first + world))
        for place in range(1, several):
            copy_record(tables[start + place], tables[start])
            copy_record(hiddens[start + place], hiddens[start])
        for place in range(several):
            play_card(
                tables[start + place], hiddens[start + place], np.int64(cards[place]), sets[place], None
            )
