"""`careful`: take points as `greedy-points` does, and leave nothing easy to the next player.

It knows which cards are still unseen, so it knows the chances that the next player holds a card that captures something
from what it leaves on the table, or all of it. Against them it weighs what a play brings.
"""

import numpy as np

from analyzer.core.apart import apart, never_inline
from analyzer.core.jit import helper
from analyzer.core.scratch import scratch_words
from analyzer.games.pescado.kernel.plays import MOST_PLAYS, list_plays
from analyzer.games.pescado.kernel.reading import chance_held, clearers, table_after, takers
from analyzer.games.pescado.policies.greedy_points import WORTHS, gain_of

CAPTURE, PESCADO = range(2)
_NEVER = -1e300


@apart
def play(observation, parameters):
    """The play that brings most, less what it leaves to the next player; of equals the first in the order of `plays`.

    Args:
        observation: What the player sees.
        parameters: float64, see `policy_list`.

    Returns:
        Card, int64, and captured set, uint64.
    """
    never_inline()
    cards = scratch_words(MOST_PLAYS)
    sets = scratch_words(MOST_PLAYS)
    plays = list_plays(observation, WORTHS, cards, sets)
    best = np.int64(0)
    most = _NEVER
    for index in range(plays):
        promise = _promise(observation, parameters, np.int64(cards[index]), sets[index])
        if promise > most:
            best = np.int64(index)
            most = promise
    return np.int64(cards[best]), sets[best]


@helper
def _promise(observation, parameters, card, chosen):
    promise = gain_of(observation, card, chosen) if chosen != 0 else 0.0
    left = table_after(observation, card, chosen)
    if left == 0:
        return promise
    promise -= parameters[CAPTURE] * chance_held(observation, takers(left))
    return promise - parameters[PESCADO] * chance_held(observation, clearers(left))
