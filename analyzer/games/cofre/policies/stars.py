"""`stars`: the type with the most stars to be expected on the table, as if one were alone."""

from analyzer.core.jit import helper
from analyzer.games.cofre.kernel.reading import richest_type


@helper
def choose(observation):
    """The type of the most expected stars, the face-up card and the unseen ones counted.

    Of equals the first one in the order of the deck.

    Args:
        observation: What the player sees.

    Returns:
        Number of the type, int64.
    """
    return richest_type(observation)
