"""Who decides what: from a policy's number to its answer, in one place for all built-in policies.

Numbers, not functions: a call through a number costs a predictable branch, and one compiled kernel serves all.
"""

from analyzer.core.jit import helper
from analyzer.games.pescado.kernel.numbers import CAREFUL, GREEDY_CARDS, GREEDY_POINTS, RANDOM
from analyzer.games.pescado.policies import careful, expert, greedy_cards, greedy_points, random


@helper
def choose_play(policy, observation, parameters, stream):
    """A built-in policy's play.

    Args:
        policy: Number of the policy.
        observation: TABLE record.
        parameters: float64, the policy's parameters.
        stream: The seat's random stream.

    Returns:
        Card, int64, and the captured set, uint64, without a J that comes along.
    """
    if policy == GREEDY_CARDS:
        return greedy_cards.play(observation)
    if policy == RANDOM:
        return random.play(observation, stream)
    if policy == GREEDY_POINTS:
        return greedy_points.play(observation)
    if policy == CAREFUL:
        return careful.play(observation, parameters)
    return expert.play(observation, parameters)
