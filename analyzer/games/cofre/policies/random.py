"""`random`: every card that the player still holds is equally likely (C13)."""

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.streams import below
from analyzer.games.cofre.cards import TREASURE


@helper
def choose(observation, stream):
    """One of the pirate cards, or the treasure card if it is still there.

    Args:
        observation: What the player sees.
        stream: The seat's random stream.

    Returns:
        Number of a type, or TREASURE, int64.
    """
    types = np.int64(observation.types)
    choice = below(stream, types + observation.has_treasure[observation.seat])
    return choice if choice < types else np.int64(TREASURE)
