"""`contrarian`: keep away from the face-up card, the more so the more players there are.

With n players it follows the face-up card once in n rounds, as if each of them were to have it in turn. Else it takes
any other type, with a chance in proportion to the stars of that type that are still unseen.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.streams import below
from analyzer.games.cofre.kernel.chance import fraction
from analyzer.games.cofre.policies.timing import OWN

FOLLOW = OWN


@helper
def choose(observation, parameters, stream):
    """The type of the face-up card once in so many rounds as there are players, else one of the others by chance.

    If no other type has stars left, it is the type of the face-up card.

    Args:
        observation: What the player sees.
        parameters: float64, see `policy_list`.
        stream: The seat's random stream.

    Returns:
        Number of the type, int64.
    """
    shown = np.int64(observation.shown_type)
    if fraction(stream) * observation.players < parameters[FOLLOW]:
        return shown
    others = np.int64(0)
    for kind in range(observation.types):
        if kind != shown:
            others += observation.unseen_stars[kind]
    if others == 0:
        return shown
    point = below(stream, others)
    chosen = shown
    for kind in range(observation.types):
        if kind != shown and point >= 0:
            chosen = np.int64(kind)
            point -= observation.unseen_stars[kind]
    return chosen
