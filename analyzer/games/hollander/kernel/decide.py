"""Who decides what: from a policy's number to its answer, in one place for all built-in policies.

Numbers, not functions: a call through a number costs a predictable branch, and one compiled kernel serves all.
"""

import numpy as np

from analyzer.core.apart import apart, never_inline
from analyzer.core.jit import helper
from analyzer.core.log import word
from analyzer.games.hollander.kernel.numbers import (
    BLOCKER,
    COUNTER,
    HIGHEST,
    HOARDER,
    LOWEST,
    ONE_AT_A_TIME,
    RANDOM,
    SPENDER,
)
from analyzer.games.hollander.kernel.reading import next_seat
from analyzer.games.hollander.kernel.state import PLAY, SWAP, WORMHOLE_CHOICE
from analyzer.games.hollander.kernel.swaps import choose_battle
from analyzer.games.hollander.policies import (
    blocker,
    counter,
    expert,
    highest,
    hoarder,
    lowest,
    one_at_a_time,
    random,
    spender,
)
from analyzer.games.hollander.policies.trading import declined

_NONE = np.int64(0)


@helper
def decide(policy, swap, observation, parameters, stream):
    """A built-in policy's answer to the decision at which the game stands.

    Args:
        policy: Number of the policy.
        swap: Number of its swap rule.
        observation: TABLE record.
        parameters: float64, the policy's parameters.
        stream: The seat's random stream.

    Returns:
        Four int64, of which a phase uses the first ones: in a PLAY the kind and the count, in a SWAP the battle cards'
        word, in a WORMHOLE_CHOICE the seat, in a PIRATE_CHOICE the other's seat, zone, kind given and kind got.
    """
    if observation.phase == PLAY:
        kind, count = choose_play(policy, observation, parameters, stream)
        return kind, count, _NONE, _NONE
    if observation.phase == SWAP:
        return word(choose_battle(swap, observation, stream)), _NONE, _NONE, _NONE
    if observation.phase == WORMHOLE_CHOICE:
        return choose_follower(policy, observation, parameters, stream), _NONE, _NONE, _NONE
    return choose_exchange(policy, observation, parameters, stream)


@helper
def choose_play(policy, observation, parameters, stream):
    """The kind and count that a policy lays."""
    if policy == LOWEST:
        return lowest.play(observation)
    if policy == RANDOM:
        return random.play(observation, stream)
    return _play_of_the_others(policy, observation, parameters)


@apart
def _play_of_the_others(policy, observation, parameters):
    """The same for all other policies."""
    never_inline()
    if policy == HIGHEST:
        return highest.play(observation)
    if policy == ONE_AT_A_TIME:
        return one_at_a_time.play(observation)
    if policy == HOARDER:
        return hoarder.play(observation, parameters)
    if policy == SPENDER:
        return spender.play(observation, parameters)
    if policy == BLOCKER:
        return blocker.play(observation, parameters)
    if policy == COUNTER:
        return counter.play(observation, parameters)
    return expert.play(observation, parameters)


@helper
def choose_follower(policy, observation, parameters, stream):
    """The seat that a policy names with a wormhole; if it has no mind of its own, the next one clockwise."""
    if policy == RANDOM:
        return random.wormhole(observation, stream)
    if policy < SPENDER:
        return next_seat(observation, 1)
    return _follower_of_the_others(policy, observation, parameters)


@apart
def _follower_of_the_others(policy, observation, parameters):
    never_inline()
    if policy == SPENDER:
        return np.int64(spender.wormhole(observation))
    if policy == BLOCKER:
        return blocker.wormhole(observation)
    if policy == COUNTER:
        return counter.wormhole(observation, parameters)
    return expert.wormhole(observation, parameters)


@helper
def choose_exchange(policy, observation, parameters, stream):
    """Opponent, zone, kind given and kind got of a policy's exchange; if it has no mind of its own, it declines."""
    if policy == RANDOM:
        return random.pirate(observation, stream)
    if policy < HOARDER:
        return declined()
    return _exchange_of_the_others(policy, observation, parameters)


@apart
def _exchange_of_the_others(policy, observation, parameters):
    never_inline()
    if policy == HOARDER:
        return hoarder.pirate(observation)
    if policy == SPENDER:
        return spender.pirate(observation)
    if policy == BLOCKER:
        return blocker.pirate(observation)
    if policy == COUNTER:
        return counter.pirate(observation)
    return expert.pirate(observation, parameters)
