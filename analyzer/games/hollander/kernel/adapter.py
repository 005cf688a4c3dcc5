"""Turns the functions of a user's own policy into the one function that the kernel calls.

`decide` is copied for each such policy with its functions in place of the defaults below, and compiled.
"""

from typing import Any

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.log import word
from analyzer.core.records import read_only
from analyzer.games.hollander.kernel.reading import next_seat
from analyzer.games.hollander.kernel.state import (
    MOST_PARAMETERS,
    NOBODY,
    PIRATE_CHOICE,
    PLAY,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.policies import lowest

_NONE = np.int64(0)

DECLINE = (NOBODY, 0, 0, 0)
"""What a pirate answers to exchange nothing (H24)."""


@helper
def default_play(observation, parameters, stream):
    """What a policy without a `play` lays: as `lowest` does."""
    return lowest.play(observation)


@helper
def default_wormhole(observation, parameters, stream):
    """Whom a policy without a `wormhole` names: the next player clockwise."""
    return next_seat(observation, 1)


@helper
def default_pirate(observation, parameters, stream):
    """What a policy without a `pirate` exchanges: nothing."""
    return DECLINE


@helper
def default_swap(observation, parameters, stream):
    """Not called: the swap of a policy without a `swap` is that of a rule."""
    return observation.battle[observation.seat]


play: Any = default_play
wormhole: Any = default_wormhole
pirate: Any = default_pirate
swap: Any = default_swap
parameter_count = MOST_PARAMETERS


def decide(phase, observation, parameters, stream):
    """See `plugin`."""
    given = read_only(parameters[:parameter_count])
    if phase == PLAY:
        kind, count = play(observation, given, stream)
        return np.int64(kind), np.int64(count), _NONE, _NONE
    if phase == WORMHOLE_CHOICE:
        return np.int64(wormhole(observation, given, stream)), _NONE, _NONE, _NONE
    if phase == PIRATE_CHOICE:
        other, zone, gives, gets = pirate(observation, given, stream)
        return np.int64(other), np.int64(zone), np.int64(gives), np.int64(gets)
    return word(swap(observation, given, stream)), _NONE, _NONE, _NONE
