"""Prepares games that `onward` plays on: the worlds of a position, once with each action.

Importing it compiles these small functions, or loads them from the cache; nothing here plays a game out.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry
from analyzer.games.hollander.kernel import actions as listing
from analyzer.games.hollander.kernel.actions import act_in_copy
from analyzer.games.hollander.kernel.plugin import POINTERS
from analyzer.games.hollander.kernel.state import HIDDEN, POLICIES, SWAP, TABLE
from analyzer.games.hollander.kernel.worlds import fill_hidden, swap_before

_TABLES = numba.from_dtype(TABLE)[::1]
_HIDDENS = numba.from_dtype(HIDDEN)[::1]
_ACTIONS = types.int64[:, ::1]


@entry(types.int64(_TABLES, _ACTIONS))
def list_actions(observations, actions):
    """Writes down everything that the deciding player may do, see `actions.list_actions`.

    Args:
        observations: TABLE, shape (1,), as the deciding player sees it.
        actions: int64, shape (actions.MOST_ACTIONS, 4), its first rows overwritten.

    Returns:
        Number of actions.
    """
    return listing.list_actions(observations[0], actions)


@entry(
    types.int64(
        _TABLES,
        types.int64,
        numba.from_dtype(POLICIES)[::1],
        POINTERS,
        _TABLES,
        _ACTIONS,
        types.uint64,
        types.int64,
        _TABLES,
        _HIDDENS,
    )
)
def prepare_worlds(
    observations, unseen_battle, policies, plugins, seen, actions, seed, first, tables, hiddens
):
    """Makes the worlds `first`, `first` + 1, … of a position, with each of the actions carried out in a copy of it.

    The game with world first + w and action a is number w * len(actions) + a: so all games of a world stand together.

    Args:
        observations: TABLE, shape (1,), as the deciding player sees it.
        unseen_battle: int64, see `worlds.fill_hidden`.
        policies: POLICIES, shape (1,): by these, those swap who are to swap before the deciding player.
        plugins: One function per seat, see `plugin`.
        seen: TABLE, shape (1,), overwritten: what plug-ins are shown.
        actions: int64, shape (actions, 4): some of those that `list_actions` gives.
        seed: uint64, the run's seed.
        first: int64, number of the first world.
        tables: TABLE, shape (worlds * actions,), overwritten.
        hiddens: HIDDEN, of the same shape, overwritten.

    Returns:
        Worlds made: all, or those before the one in which a plug-in's swap broke the rules; the first game of that
        world is in FAULT then.
    """
    several = actions.shape[0]
    for made in range(tables.shape[0] // several):
        start = made * several
        table = tables[start]
        hidden = hiddens[start]
        fill_hidden(observations[0], unseen_battle, table, hidden, seed, np.uint64(first + made))
        if table.phase == SWAP and not swap_before(
            table, hidden, unseen_battle, policies[0], plugins, seen[0]
        ):
            return np.int64(made)
        # The game that the others are copied from comes last.
        for place in range(several - 1, -1, -1):
            act_in_copy(tables[start + place], hiddens[start + place], table, hidden, actions[place])
    return np.int64(tables.shape[0] // several)
