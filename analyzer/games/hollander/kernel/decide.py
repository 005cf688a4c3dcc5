"""Who decides what: from a policy's number to its decision, in one place for all built-in policies.

Numbers, not functions: a call through a number costs a predictable branch, and one compiled kernel serves all.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.numbers import RANDOM
from analyzer.games.hollander.kernel.reading import next_seat
from analyzer.games.hollander.kernel.state import NOBODY
from analyzer.games.hollander.policies import lowest, random


@helper
def choose_play(policy, observation, stream):
    """The kind and count that a policy lays."""
    if policy == RANDOM:
        return random.play(observation, stream)
    return lowest.play(observation)


@helper
def choose_follower(policy, observation, stream):
    """The seat that a policy names with a wormhole; if it has no mind of its own, the next one clockwise."""
    if policy == RANDOM:
        return random.wormhole(observation, stream)
    return next_seat(observation, 1)


@helper
def choose_exchange(policy, observation, stream):
    """Opponent, zone, kind given and kind got of a policy's exchange; if it has no mind of its own, it declines."""
    if policy == RANDOM:
        return random.pirate(observation, stream)
    return np.int64(NOBODY), np.int64(0), np.int64(0), np.int64(0)
