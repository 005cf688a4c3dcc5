"""Who decides what: from a policy's number to its answer, in one place for all built-in policies.

Numbers, not functions: a call through a number costs a predictable branch, and one compiled kernel serves all.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.cofre.cards import TREASURE
from analyzer.games.cofre.kernel.numbers import CONTRARIAN, COUNTER, EXPERT, RANDOM, SHOWN, STARS
from analyzer.games.cofre.policies import contrarian, counter, equilibrium, expert, random, shown, stars
from analyzer.games.cofre.policies.timing import uses_treasure


@helper
def choose_card(policy, observation, parameters, strategy, stream):
    """A built-in policy's choice.

    Args:
        policy: Number of the policy.
        observation: TABLE record.
        parameters: float64, the policy's parameters.
        strategy: float64, see `policies.equilibrium`.
        stream: The seat's random stream.

    Returns:
        Number of a type, or TREASURE, int64.
    """
    if policy == RANDOM:
        return random.choose(observation, stream)
    if policy == EXPERT:
        return expert.choose(observation, parameters, stream)
    if uses_treasure(observation, parameters):
        return np.int64(TREASURE)
    if policy == STARS:
        return stars.choose(observation)
    if policy == COUNTER:
        return counter.choose(observation)
    if policy == SHOWN:
        return shown.choose(observation)
    if policy == CONTRARIAN:
        return contrarian.choose(observation, parameters, stream)
    return equilibrium.choose(observation, strategy, stream)
