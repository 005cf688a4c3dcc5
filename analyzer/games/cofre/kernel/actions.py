"""What a player may choose, and games that stand where that choice has been made.

All choose at the same time, so a choice is not carried out by itself: it is put into a script, and the others choose
by their policies, in the world where it is tried as in any other game.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.jit import entry, helper
from analyzer.core.records import copy_record
from analyzer.games.cofre.cards import MOST_TYPES, TREASURE
from analyzer.games.cofre.kernel.game import SCRIPTED_CHOICE, SCRIPTED_SEAT
from analyzer.games.cofre.kernel.plugin import is_allowed
from analyzer.games.cofre.kernel.state import HIDDEN, TABLE
from analyzer.games.cofre.kernel.worlds import fill_world

MOST_CHOICES = MOST_TYPES + 1
"""The pirate cards and the treasure card (C1)."""

_SIGNATURE = types.void(
    numba.from_dtype(TABLE)[::1],
    types.int64,
    types.int64[::1],
    types.uint64,
    types.int64,
    numba.from_dtype(TABLE)[::1],
    numba.from_dtype(HIDDEN)[::1],
    types.int64[:, ::1],
)


@helper
def list_choices(observation, choices):
    """Lists what the deciding player may choose (C3): the types in the order of the deck, then the treasure card.

    Args:
        observation: TABLE record.
        choices: int64, shape (MOST_CHOICES,), overwritten.

    Returns:
        How many there are, int64.
    """
    for kind in range(observation.types):
        choices[kind] = kind
    count = np.int64(observation.types)
    if is_allowed(observation, TREASURE):
        choices[count] = TREASURE
        count += 1
    return count


@helper
def carry_out(script, seat, choice):
    """Puts a choice into a script, for `game.play_out`.

    Args:
        script: int64, shape (2,), overwritten.
        seat: int64, who makes it.
        choice: int64, number of a type, or TREASURE.
    """
    script[SCRIPTED_SEAT] = seat
    script[SCRIPTED_CHOICE] = choice


@entry(_SIGNATURE)
def prepare_worlds(observations, forgotten, choices, seed, first, tables, hiddens, scripts):
    """Makes the games to be played on from a position: each choice in every world, one world after the other.

    Args:
        observations: TABLE, shape (1,): what the deciding player knows.
        forgotten: int64, see `worlds.fill_world`.
        choices: int64, shape (choices,): the choices to try.
        seed: uint64.
        first: int64, number of the first world.
        tables: TABLE, shape (worlds * choices,), overwritten.
        hiddens: HIDDEN, of the same shape, overwritten but for what only the start of a game needs.
        scripts: int64, shape (worlds * choices, 2), overwritten.
    """
    tried = choices.size
    seat = np.int64(observations[0].seat)
    for game in range(tables.shape[0]):
        begun = game - game % tried
        if game == begun:
            world = np.uint64(first + game // tried)
            fill_world(tables[game], hiddens[game], observations[0], forgotten, seed, world)
        else:
            copy_record(tables[game], tables[begun])
            copy_record(hiddens[game], hiddens[begun])
        carry_out(scripts[game], seat, choices[game - begun])
