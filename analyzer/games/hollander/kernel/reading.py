"""Questions about an observation that the rules and the policies ask alike."""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.state import BATTLE, FINAL, HAND


@helper
def next_seat(observation, places):
    """The seat so many places on, clockwise (H4).

    Args:
        observation: The table as the deciding player sees it.
        places: int64, 1 or more.

    Returns:
        Seat, int64.
    """
    seat = observation.seat + places
    while seat >= observation.players:
        seat -= observation.players
    return seat


@helper
def shared_zones(observation, other):
    """In which zones the deciding player and another one both have a card (H24).

    Args:
        observation: The table as the deciding player sees it.
        other: Seat of the other player.

    Returns:
        int64 with bit HAND, bit BATTLE and bit FINAL set for those zones.
    """
    seat = observation.seat
    zones = np.int64(0)
    if observation.hand_size[seat] > 0 and observation.hand_size[other] > 0:
        zones |= np.int64(1 << HAND)
    if observation.battle[seat] != 0 and observation.battle[other] != 0:
        zones |= np.int64(1 << BATTLE)
    if observation.finals[seat] > 0 and observation.finals[other] > 0:
        zones |= np.int64(1 << FINAL)
    return zones


@helper
def exchange_is_possible(observation):
    """Whether the deciding player can exchange a card with anybody (H24)."""
    for other in range(observation.players):
        if other != observation.seat and shared_zones(observation, other) != 0:
            return True
    return False
