"""When a treasure card is used: the same three parameters in every policy but `random`."""

from analyzer.core.jit import helper
from analyzer.games.cofre.kernel.reading import is_last_round

FROM, STARS, LAST = range(3)
"""Places of the parameters: the first round, the fewest stars shown, whether at the latest in the last round."""

OWN = 3
"""Place of the first parameter of a policy's own."""


@helper
def is_time(observation, first, stars, last):
    """Whether a player with these parameters who still holds the treasure card uses it now.

    Args:
        observation: What the player sees.
        first: Number of the first round in which it may be used.
        stars: The fewest stars of the face-up card.
        last: Not 0 if it is used in the last round at the latest.

    Returns:
        bool.
    """
    if is_last_round(observation) and last != 0:
        return True
    return observation.round_number >= first and observation.shown_stars >= stars


@helper
def uses_treasure(observation, parameters):
    """Whether the deciding player uses the treasure card now.

    Args:
        observation: What the player sees.
        parameters: float64, the policy's parameters.

    Returns:
        bool.
    """
    return observation.has_treasure[observation.seat] != 0 and is_time(
        observation, parameters[FROM], parameters[STARS], parameters[LAST]
    )
