"""What the policies' pirates have in common: the higher a kind's number, the better the card (H24)."""

import numpy as np

from analyzer.core.apart import apart
from analyzer.core.cardset import count_of, highest_kind, kinds_in, lowest_kind, size, without_kind
from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.state import BATTLE, HAND, NOBODY

_NONE = np.int64(0)


@helper
def declined():
    """The answer of a pirate that exchanges nothing."""
    return np.int64(NOBODY), _NONE, _NONE, _NONE


@apart
def battle_exchange_with(observation, other):
    """The own lowest battle card for the other's highest, if that is higher.

    Args:
        observation: What the player sees.
        other: Seat of the other player.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    own = observation.battle[observation.seat]
    theirs = observation.battle[other]
    if own == 0 or theirs == 0 or highest_kind(theirs) <= lowest_kind(own):
        return declined()
    return np.int64(other), np.int64(BATTLE), lowest_kind(own), highest_kind(theirs)


@apart
def battle_exchange(observation):
    """The own lowest battle card for the highest of all the others' battle cards, if that is higher.

    Args:
        observation: What the player sees.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    best = np.int64(NOBODY)
    highest = np.int64(-1)
    for other in range(observation.players):
        if other != observation.seat and highest_kind(observation.battle[other]) > highest:
            best = np.int64(other)
            highest = highest_kind(observation.battle[other])
    return battle_exchange_with(observation, best) if best != NOBODY else declined()


@helper
def mean_kind(card_set):
    """The mean number of the kinds of a set's cards; 0 for an empty set."""
    total = np.int64(0)
    rest = kinds_in(card_set)
    while rest != 0:
        kind = lowest_kind(rest)
        total += kind * count_of(card_set, kind)
        rest = without_kind(rest, kind)
    return total / max(size(card_set), 1)


@apart
def hand_exchange(observation, unseen):
    """The own lowest hand card for one of the hand that promises most, if that is more.

    Args:
        observation: What the player sees.
        unseen: Card set, uint64: what the unknown cards may be.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    if observation.hand == 0:
        return declined()
    given = lowest_kind(observation.hand)
    best = np.int64(NOBODY)
    most = np.float64(given)
    unknown_mean = mean_kind(unseen)
    for other in range(observation.players):
        held = np.int64(observation.hand_size[other])
        if other != observation.seat and held > 0:
            known = observation.known[other]
            unknown = held - size(known)
            promise = (mean_kind(known) * size(known) + unknown_mean * unknown) / held
            if promise > most:
                best = np.int64(other)
                most = promise
    return best, np.int64(HAND), given, _NONE
