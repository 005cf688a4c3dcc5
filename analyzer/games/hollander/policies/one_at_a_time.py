"""`one-at-a-time`: never lay more than one card.

The lowest card first, like `lowest`, but copies stay back: there is nearly always another card to lay, at the price of
more turns. It shows what laying copies together is worth.
"""

import numpy as np

from analyzer.core.cardset import lowest_kind
from analyzer.core.jit import helper


@helper
def play(observation):
    """One card of the lowest playable kind, specials last.

    Args:
        observation: What the player sees; `playable` is not empty.

    Returns:
        Kind and count, int64.
    """
    return lowest_kind(observation.playable), np.int64(1)
