"""`blocker`: play so that the next player is stuck.

Looks at what everybody can see: the next player's battle cards when they play from them, the cards of their hand that
they took openly, and the size of their hand; for the rest it takes the deck as it was at the start. Of equally good
plays it takes the lowest. Its wormhole names the player who is most likely stuck, its pirate takes the next player's
best battle card. Good at the end, when battle cards lie open and every take costs the game.
"""

import numpy as np

from analyzer.core.apart import apart
from analyzer.core.cardset import count_of, lowest_kind, without_kind
from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.reading import (
    burns,
    chance_stuck,
    is_special,
    legal_after,
    legal_now,
    next_seat,
    seat_after,
)
from analyzer.games.hollander.policies.trading import battle_exchange_with

_PRICE, _AGAIN = range(2)
_WORST = -1e9


@apart
def play(observation, parameters):
    """All copies of the kind that leaves the next player the least chance, specials at a price.

    Args:
        observation: What the player sees; `playable` is not empty.
        parameters: float64, see `policy_list`.

    Returns:
        Kind and count, int64.
    """
    best = lowest_kind(observation.playable)
    most = _WORST
    rest = observation.playable
    while rest != 0:
        kind = lowest_kind(rest)
        count = count_of(rest, kind)
        rest = without_kind(rest, kind)
        chance = _chance(observation, parameters, kind, count)
        if is_special(kind):
            chance -= parameters[_PRICE]
        if chance > most:
            best = kind
            most = chance
    return best, count_of(observation.playable, best)


@helper
def _chance(observation, parameters, kind, count):
    if burns(observation, kind, count):
        return parameters[_AGAIN]
    follower = seat_after(observation, kind, count)
    if follower == observation.seat:
        return parameters[_AGAIN]
    return chance_stuck(observation, follower, legal_after(observation, kind), observation.deck)


@apart
def wormhole(observation):
    """The player who most likely has nothing to lay; of equals the first clockwise.

    Args:
        observation: What the player sees.

    Returns:
        Seat, int64.
    """
    best = next_seat(observation, 1)
    most = _WORST
    for places in range(1, observation.players):
        seat = next_seat(observation, places)
        chance = chance_stuck(observation, seat, legal_now(observation), observation.deck)
        if chance > most:
            best = seat
            most = chance
    return np.int64(best)


@helper
def pirate(observation):
    """The own lowest battle card for the next player's highest, if that is higher.

    Args:
        observation: What the player sees; an exchange is possible.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    return battle_exchange_with(observation, next_seat(observation, 1))
