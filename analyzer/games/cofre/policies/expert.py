"""`expert`: weigh every card by what it gains on the others, in a field that does not all do the same.

Of the others, a part is expected to go for the richest type and the rest for the other types, by the stars expected
there. A type is worth the part of its stars that one can expect to win, and what the others lose by that. The treasure
card is worth the best of the three cards, less the competition: for the face-up card by all who follow it, for a card
that lies face down by other treasure cards alone; a hook card is what it may cost. It is used when it beats the best
pirate card by a hurdle that falls from round to round. Some noise keeps several experts out of each other's way.
"""

import numpy as np

from analyzer.core.apart import apart, never_inline
from analyzer.core.jit import helper
from analyzer.games.cofre.cards import TREASURE
from analyzer.games.cofre.kernel.chance import fraction
from analyzer.games.cofre.kernel.reading import (
    chance_all_below,
    expected_most,
    expected_stars,
    holds_treasure,
    richest_type,
)

# The weights, in the order in which `policy_list` declares and explains them.
FOLLOW, DENY, NOISE, RIVALS, HOOK, HURDLE, LATE = range(7)


@apart
def choose(observation, weights, stream):
    """The card of most worth; of equals the first type in the order of the deck, and a type before the treasure card.

    Args:
        observation: What the player sees.
        weights: float64, see `policy_list`.
        stream: The seat's random stream.

    Returns:
        Number of a type, or TREASURE, int64.
    """
    never_inline()
    speed = speed_of_others(observation)
    richest = richest_type(observation)
    together = 0.0
    for kind in range(observation.types):
        if kind != richest:
            together += expected_stars(observation, kind)
    best = np.int64(0)
    most = -1e300
    for kind in range(observation.types):
        stars = expected_stars(observation, kind)
        part = weights[FOLLOW]
        if kind != richest:
            part = (1.0 - part) * stars / together if together > 0.0 else 0.0
        worth = worth_of_type(observation, weights, stars, part, speed)
        if weights[NOISE] > 0.0:
            worth += weights[NOISE] * fraction(stream)
        if worth > most:
            best = np.int64(kind)
            most = worth
    if holds_treasure(observation):
        hurdle = weights[HURDLE] + (weights[LATE] - weights[HURDLE]) * time_passed(observation)
        if worth_of_treasure(observation, weights, richest, speed) > most + hurdle:
            return np.int64(TREASURE)
    return best


@helper
def speed_of_others(observation):
    """How fast all others are together."""
    speed = -observation.speed[observation.seat]
    for seat in range(observation.players):
        speed += observation.speed[seat]
    return speed


@helper
def time_passed(observation):
    """How much of the game is over: 0 in the first round, 1 in the last one."""
    return observation.round_number / max(np.int64(observation.rounds) - 1, np.int64(1))


@helper
def worth_of_type(observation, weights, stars, part, speed):
    """What a type is worth that a part of the others is expected to choose.

    Args:
        observation: What the player sees.
        weights: float64, see `policy_list`.
        stars: float64, the expected stars of the type.
        part: float64, 0 to 1: how likely each of the others is to choose it.
        speed: float64, how fast all others are together.

    Returns:
        float64, in stars.
    """
    own = observation.speed[observation.seat]
    nobody = 1.0
    for _ in range(observation.players - 1):
        nobody *= 1.0 - part
    lost_by_others = weights[DENY] * (1.0 - nobody) / (observation.players - 1)
    return stars * own / (own + part * speed) * (1.0 + lost_by_others)


@helper
def worth_of_treasure(observation, weights, richest, speed):
    """What the treasure card is worth now.

    Args:
        observation: What the player sees.
        weights: float64, see `policy_list`.
        richest: int64, the richest type.
        speed: float64, how fast all others are together.

    Returns:
        float64, in stars.
    """
    own = observation.speed[observation.seat]
    treasures = 0.0
    for seat in range(observation.players):
        if seat != observation.seat and observation.has_treasure[seat] != 0:
            treasures += weights[RIVALS] * observation.speed[seat]
    following = weights[FOLLOW] * speed if richest == observation.shown_type else 0.0
    by_shown = chance_all_below(observation, observation.shown_stars)
    of_shown = own / (own + treasures + following)
    of_hidden = own / (own + treasures)
    stars_shown = by_shown * observation.shown_stars
    won = stars_shown * of_shown + (expected_most(observation) - stars_shown) * of_hidden
    chance = by_shown * of_shown + (1.0 - by_shown) * of_hidden
    return won - weights[HOOK] * (1.0 - chance)
