"""`equilibrium`: mix the types so that nobody gains by another mixture, as reckoned for one round at the fresh deck.

The mixture is made outside the kernel (`cofre.equilibrium`) for the deck, the number of players and each card that may
lie face up, and handed in as an array:

    strategy[type shown][stars shown][type chosen]

float64, shape (MOST_TYPES, STAR_VALUES, MOST_TYPES): the chance to choose each type when that card is the face-up one.
Each row of a card of the deck adds up to 1; all else is 0. The table is the same for every seat that plays it.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.cofre.kernel.chance import fraction


@helper
def choose(observation, strategy, stream):
    """A type, drawn from the mixture for the face-up card.

    Args:
        observation: What the player sees.
        strategy: float64, see above.
        stream: The seat's random stream.

    Returns:
        Number of the type, int64.
    """
    mixture = strategy[observation.shown_type, observation.shown_stars]
    point = fraction(stream)
    chosen = np.int64(observation.shown_type)  # should the row add up to a little less than 1
    for kind in range(observation.types):
        chance = mixture[kind]
        if point < chance:
            chosen = np.int64(kind)
            break
        point -= chance
    return chosen
