"""`counter`: remember every card that was seen, and play the odds.

Knows which cards are still unseen and what the others took into their hands, so it knows the chance that the next
player cannot answer, and the one after them. It reckons in cards: those that it gets rid of, those that the others will
have to take, and what its specials and high crew are worth to it. Good from the middle of the game on, when much has
been burned or taken.
"""

import numpy as np

from analyzer.core.apart import apart
from analyzer.core.cardset import count_of, lowest_kind, size, without_kind
from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.reading import (
    burns,
    cards_left,
    chance_stuck,
    is_special,
    legal_after,
    legal_now,
    next_seat,
    seat_after,
    unseen_cards,
)
from analyzer.games.hollander.kernel.state import NOBODY
from analyzer.games.hollander.policies.trading import battle_exchange, hand_exchange

_SHARE, _FADE, _SPECIAL, _HIGH, _AGAIN = range(5)
_WORST = -1e9
_WON = 1e9


@apart
def play(observation, parameters):
    """The kind and count that promise the most cards.

    Args:
        observation: What the player sees; `playable` is not empty.
        parameters: float64, see `policy_list`.

    Returns:
        Kind and count, int64.
    """
    unseen = unseen_cards(observation)
    best_kind = lowest_kind(observation.playable)
    best_count = np.int64(1)
    most = _WORST
    rest = observation.playable
    while rest != 0:
        kind = lowest_kind(rest)
        copies = count_of(rest, kind)
        rest = without_kind(rest, kind)
        for count in range(1, copies + 1):
            promise = _promise(observation, parameters, unseen, kind, count)
            if promise > most:
                best_kind = kind
                best_count = np.int64(count)
                most = promise
    return best_kind, best_count


@helper
def _promise(observation, parameters, unseen, kind, count):
    if count == cards_left(observation, observation.seat):
        return _WON
    worth = parameters[_SPECIAL] if is_special(kind) else parameters[_HIGH] * kind / observation.captain
    promise = count * (1.0 - worth)
    if burns(observation, kind, count):
        return promise + parameters[_AGAIN]
    follower = seat_after(observation, kind, count)
    if follower == observation.seat:
        return promise + parameters[_AGAIN]
    kinds = legal_after(observation, kind)
    taken = _chance_of_take(observation, parameters, unseen, kinds, follower)
    return promise + parameters[_SHARE] * taken * (size(observation.pile) + count)


@helper
def _chance_of_take(observation, parameters, unseen, kinds, follower):
    """The chance that a player or, discounted, the one after them takes the pile.

    What that player may lay is not known yet; it is hardly more than what the first one may.
    """
    chance = chance_stuck(observation, follower, kinds, unseen)
    second = np.int64(follower + 1)
    if second == observation.players:
        second = np.int64(0)
    if second != observation.seat:
        after = chance_stuck(observation, second, kinds, unseen)
        chance += (1.0 - chance) * parameters[_FADE] * after
    return chance


@apart
def wormhole(observation, parameters):
    """The player with whom the pile is most likely taken; of equals the last clockwise, to be next sooner.

    Args:
        observation: What the player sees.
        parameters: float64, see `policy_list`.

    Returns:
        Seat, int64.
    """
    unseen = unseen_cards(observation)
    kinds = legal_now(observation)
    best = np.int64(next_seat(observation, 1))
    most = _WORST
    for places in range(1, observation.players):
        seat = np.int64(next_seat(observation, places))
        chance = _chance_of_take(observation, parameters, unseen, kinds, seat)
        if chance >= most:
            best = seat
            most = chance
    return best


@apart
def pirate(observation):
    """The own lowest battle card for a better one that lies open; without any, a hand card by the odds.

    Args:
        observation: What the player sees; an exchange is possible.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    other, zone, gives, gets = battle_exchange(observation)
    if other != NOBODY and is_special(gets):
        return other, zone, gives, gets
    return hand_exchange(observation, unseen_cards(observation))
