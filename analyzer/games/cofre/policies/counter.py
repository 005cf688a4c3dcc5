"""`counter`: count all cards, and reckon with a field that plays `stars`.

It knows what each of the others would do if they played `stars`: all the same type, but those who would use their
treasure card now. It expects the latter to compete for the type of the face-up card. A card that several claim it
expects to win with a chance in proportion to speed; that is exact for one card, and for any number where all are
equally fast.

It wants the most stars of its own, less the mean of the others'. So a card that the others would have if it chose
something else is worth n / (n - 1) of its stars with n players: nobody else has them then.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.cofre.kernel.numbers import ORDINARY_FROM, ORDINARY_LAST, ORDINARY_STARS
from analyzer.games.cofre.kernel.reading import richest_type, scaled_stars
from analyzer.games.cofre.policies.timing import is_time


@helper
def choose(observation):
    """The type by which most is to be gained on the others; of equals the first one in the order of the deck.

    Args:
        observation: What the player sees.

    Returns:
        Number of the type, int64.
    """
    richest = richest_type(observation)
    shown = np.int64(observation.shown_type)
    on_richest, on_shown = speed_of_rivals(observation)
    if richest == shown:
        on_richest += on_shown
    worth_of_richest = worth_of_claim(observation, on_richest)
    worth_of_shown = worth_of_claim(observation, on_shown)
    best = np.int64(0)
    most = -1.0
    for kind in range(observation.types):
        stars = np.float64(scaled_stars(observation, kind))
        if kind == richest:
            stars *= worth_of_richest
        elif kind == shown:
            stars *= worth_of_shown
        if stars > most:
            best = np.int64(kind)
            most = stars
    return best


@helper
def worth_of_claim(observation, rivals):
    """What a star of a type is worth that others claim as well.

    Args:
        observation: What the player sees.
        rivals: float64, how fast these are together; 0 if there are none.

    Returns:
        float64, 1 without rivals.
    """
    if rivals == 0.0:
        return 1.0
    own = observation.speed[observation.seat]
    players = np.float64(observation.players)
    return own * players / ((own + rivals) * (players - 1.0))


@helper
def speed_of_rivals(observation):
    """How fast the others are together who claim a type, if they play `stars`.

    Args:
        observation: What the player sees.

    Returns:
        Two float64: the speeds of those who take the richest type, and of those who use the treasure card.
    """
    is_treasure_time = is_time(observation, ORDINARY_FROM, ORDINARY_STARS, ORDINARY_LAST)
    on_richest = 0.0
    on_shown = 0.0
    for seat in range(observation.players):
        if seat != observation.seat:
            if is_treasure_time and observation.has_treasure[seat] != 0:
                on_shown += observation.speed[seat]
            else:
                on_richest += observation.speed[seat]
    return on_richest, on_shown
