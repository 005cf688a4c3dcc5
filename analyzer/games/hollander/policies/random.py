"""`random`: every legal choice is equally likely (H30)."""

import numpy as np

from analyzer.core.bits import popcount, trailing_zeros
from analyzer.core.cardset import count_of, lowest_kind, nth_card, size, without_kind
from analyzer.core.jit import helper, step
from analyzer.core.streams import below
from analyzer.games.hollander.kernel.reading import next_seat, shared_zones
from analyzer.games.hollander.kernel.state import BATTLE, HAND


@helper
def play(observation, stream):
    """One of the pairs (kind, count) that may be laid: there are as many as playable cards.

    Args:
        observation: What the player sees; `playable` is not empty.
        stream: The seat's random stream.

    Returns:
        Kind and count, int64.
    """
    rest = observation.playable
    pick = below(stream, size(rest))
    kind = lowest_kind(rest)
    while pick >= count_of(rest, kind):
        pick -= count_of(rest, kind)
        rest = without_kind(rest, kind)
        kind = lowest_kind(rest)
    return kind, pick + 1


@helper
def wormhole(observation, stream):
    """One of the other players.

    Args:
        observation: What the player sees.
        stream: The seat's random stream.

    Returns:
        Seat, int64.
    """
    return next_seat(observation, 1 + below(stream, observation.players - 1))


@step
def pirate(observation, stream):
    """An exchange: an opponent, then a zone, then a card on each side.

    Args:
        observation: What the player sees; an exchange is possible.
        stream: The seat's random stream.

    Returns:
        Opponent, zone, kind given and kind got, int64; the kinds only count where the rules let the player choose.
    """
    other = _pick_opponent(observation, stream)
    zone = _pick_zone(shared_zones(observation, other), stream)
    gives = np.int64(0)
    gets = np.int64(0)
    if zone == HAND:
        gives = nth_card(observation.hand, below(stream, size(observation.hand)))
    elif zone == BATTLE:
        own = observation.battle[observation.seat]
        theirs = observation.battle[other]
        gives = nth_card(own, below(stream, size(own)))
        gets = nth_card(theirs, below(stream, size(theirs)))
    return other, zone, gives, gets


@helper
def _pick_opponent(observation, stream):
    candidates = np.uint64(0)
    for other in range(observation.players):
        if other != observation.seat and shared_zones(observation, other) != 0:
            candidates |= np.uint64(1) << np.uint64(other)
    return _nth_bit(candidates, below(stream, popcount(candidates)))


@helper
def _pick_zone(zones, stream):
    bits = np.uint64(zones)
    return _nth_bit(bits, below(stream, popcount(bits)))


@helper
def _nth_bit(bits, position):
    rest = bits
    for _ in range(position):
        rest &= rest - np.uint64(1)
    return trailing_zeros(rest)
