"""`shown`: always the type of the face-up card."""

import numpy as np

from analyzer.core.jit import helper


@helper
def choose(observation):
    """The type of the face-up card.

    Args:
        observation: What the player sees.

    Returns:
        Number of the type, int64.
    """
    return np.int64(observation.shown_type)
