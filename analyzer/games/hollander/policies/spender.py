"""`spender`: a special is for use, so lay it at once.

Lays the greatest special that it has, and crew from the lowest up only when it has none. Several copies have their
effect only once (H21), so it lays them one by one. Its wormhole passes over as many players as it can, its pirate
always hopes for something better than its lowest card. Good at slowing the others down early; at the end it has nothing
left.
"""

import numpy as np

from analyzer.core.cardset import count_of, highest_kind, lowest_kind
from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.reading import is_special, next_seat, unseen_cards
from analyzer.games.hollander.kernel.state import NOBODY
from analyzer.games.hollander.policies.trading import battle_exchange, hand_exchange

_COPIES = 0


@helper
def play(observation, parameters):
    """The greatest special, at most `copies` of it; without one the lowest crew, all its copies.

    Args:
        observation: What the player sees; `playable` is not empty.
        parameters: float64, see `policy_list`.

    Returns:
        Kind and count, int64.
    """
    kind = highest_kind(observation.playable)
    if is_special(kind):
        return kind, min(count_of(observation.playable, kind), np.int64(parameters[_COPIES]))
    kind = lowest_kind(observation.playable)
    return kind, count_of(observation.playable, kind)


@helper
def wormhole(observation):
    """The player on the other side, so that the next turn but one is the own.

    Args:
        observation: What the player sees.

    Returns:
        Seat, int64.
    """
    return next_seat(observation, observation.players - 1)


@helper
def pirate(observation):
    """The own lowest hand card for one that should be better; without a hand, the same with battle cards.

    Args:
        observation: What the player sees; an exchange is possible.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    other, zone, gives, gets = hand_exchange(observation, unseen_cards(observation))
    if other != NOBODY:
        return other, zone, gives, gets
    return battle_exchange(observation)
