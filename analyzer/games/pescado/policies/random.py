"""`random`: every legal play is equally likely (P16)."""

from analyzer.core.apart import apart, never_inline
from analyzer.games.pescado.kernel.counting import random_play


@apart
def play(observation, stream):
    """One of all pairs of a hand card and a set that it captures, or of a hand card and nothing if it captures none.

    Args:
        observation: What the player sees.
        stream: The seat's random stream.

    Returns:
        Card, int64, and captured set, uint64.
    """
    never_inline()
    return random_play(observation.table, observation.hand, stream)
