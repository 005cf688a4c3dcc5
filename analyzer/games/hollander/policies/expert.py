"""`expert`: weigh everything that speaks for or against each play, and take the best.

What a card is worth to keep, cards shed, playing again after a burn, the chances that the next two players are stuck
and what they would have to take, how close to winning the player is who comes next, and what the own hand can do
afterwards: each has a weight, found by an optimiser on many deals against many kinds of opponents. Its wormhole goes
where the same weights like it best, its pirate trades by the same worth of cards. The strongest built-in at any table.
"""

import numpy as np

from analyzer.core.apart import apart
from analyzer.core.cardset import cards, count_of, kinds_in, lowest_kind, only, size, without_kind
from analyzer.core.jit import helper
from analyzer.games.hollander.cards import HOLLANDER, WORMHOLE
from analyzer.games.hollander.kernel.reading import (
    burns,
    cards_left,
    chance_stuck,
    is_special,
    laid_from_hand,
    legal_after,
    legal_now,
    next_seat,
    seat_after,
    unseen_cards,
    zone_cards,
)
from analyzer.games.hollander.kernel.state import BATTLE, HAND, NOBODY

# The weights, in the order in which `policy_list` declares and explains them.
(
    RANK, CAPTAIN, SPECIALS, _, _, _, _, _, END, LAST,
    COPIES, SHED, SPLIT, EMPTY, MATCH, AGAIN, BURN, FLOW,
    BLOCK, VICTIM, SECOND, THREAT, SKIP, OPEN, AIM,
) = range(25)  # fmt: skip

_WORST = -1e9
_WON = 1e9
_TEN = 0.1
"""Piles are weighed by the ten cards, so that all weights are of a size."""


@apart
def play(observation, weights):
    """The kind and count of most worth; of equals the lowest and fewest.

    Args:
        observation: What the player sees; `playable` is not empty.
        weights: float64, see `policy_list`.

    Returns:
        Kind and count, int64.
    """
    best_kind = lowest_kind(observation.playable)
    best_count = np.int64(1)
    if size(observation.playable) == 1:
        return best_kind, best_count
    unseen = unseen_cards(observation)
    most = _WORST
    rest = observation.playable
    while rest != 0:
        kind = lowest_kind(rest)
        copies = count_of(rest, kind)
        rest = without_kind(rest, kind)
        for count in range(1, copies + 1):
            worth = _parting(observation, weights, kind, np.int64(count), copies)
            worth += _effect(observation, weights, unseen, kind, np.int64(count))
            if worth > most:
                best_kind = kind
                best_count = np.int64(count)
                most = worth
    return best_kind, best_count


@helper
def card_worth(observation, weights, kind):
    """What it is worth to have a card of a kind."""
    if is_special(kind):
        return weights[SPECIALS + kind - HOLLANDER]
    if kind == observation.captain:
        return weights[RANK] + weights[CAPTAIN]
    return weights[RANK] * kind / observation.captain


@apart
def _parting(observation, weights, kind, count, copies):
    """What it is worth to be rid of the cards of a play, less what they would be worth to keep."""
    worth = -card_worth(observation, weights, kind) * count
    ending = observation.draw_pile_size == 0
    if observation.zone == BATTLE:
        worth *= weights[LAST]
    elif ending:
        worth *= weights[END]
    worth += count * (weights[SHED] if ending else weights[COPIES])
    if count < copies:
        worth -= weights[SPLIT]
    if observation.zone == HAND:
        from_hand = laid_from_hand(observation, kind, count)
        if ending and from_hand == observation.hand_size[observation.seat]:
            worth += weights[EMPTY]
        left_behind = count_of(observation.battle[observation.seat], kind) - (count - from_hand)
        worth -= weights[MATCH] * left_behind
    return worth


@apart
def _effect(observation, weights, unseen, kind, count):
    """What the table is worth after a play."""
    seat = observation.seat
    if count == cards_left(observation, seat):
        return _WON
    pile = size(observation.pile) + count
    if burns(observation, kind, count):
        return weights[AGAIN] + weights[BURN] * _TEN * pile
    kinds = legal_after(observation, kind)
    own = zone_cards(observation)
    own -= cards(kind, min(count, count_of(own, kind)))
    worth = weights[FLOW] * size(only(own, kinds)) / max(size(own), 1)
    if kind == WORMHOLE:
        follower = _best_follower(observation, weights, unseen, kinds, pile)
    else:
        follower = seat_after(observation, kind, count)
    return worth + _turn_worth(observation, weights, unseen, kinds, pile, follower)


@apart
def _turn_worth(observation, weights, unseen, kinds, pile, follower):
    """What it is worth that a player comes next: they may be stuck, or close to winning, and others are skipped."""
    seat = np.int64(observation.seat)
    players = np.int64(observation.players)
    places = follower - seat
    if places <= 0:
        places += players
    worth = weights[SKIP] * (places - 1) / (players - 1)
    if follower == seat:
        return worth
    stuck = chance_stuck(observation, follower, kinds, unseen)
    worth += stuck * (weights[BLOCK] + weights[VICTIM] * _TEN * pile)
    worth -= (1.0 - stuck) * weights[THREAT] / cards_left(observation, follower)
    second = follower + 1 if follower + 1 < players else np.int64(0)
    if second != seat:
        worth += (1.0 - stuck) * weights[SECOND] * chance_stuck(observation, second, kinds, unseen)
    return worth


@apart
def _best_follower(observation, weights, unseen, kinds, pile):
    best = np.int64(next_seat(observation, 1))
    most = _WORST
    for places in range(1, observation.players):
        seat = np.int64(next_seat(observation, places))
        worth = _turn_worth(observation, weights, unseen, kinds, pile, seat)
        if worth > most:
            best = seat
            most = worth
    return best


@apart
def wormhole(observation, weights):
    """The player whose turn is worth most.

    Args:
        observation: What the player sees.
        weights: float64, see `policy_list`.

    Returns:
        Seat, int64.
    """
    unseen = unseen_cards(observation)
    return _best_follower(observation, weights, unseen, legal_now(observation), size(observation.pile))


@helper
def _least(observation, weights, card_set):
    """The kind of a set that is worth least; of equals the lowest."""
    best = lowest_kind(card_set)
    rest = kinds_in(without_kind(card_set, best))
    while rest != 0:
        kind = lowest_kind(rest)
        rest = without_kind(rest, kind)
        if card_worth(observation, weights, kind) < card_worth(observation, weights, best):
            best = kind
    return best


@helper
def _greatest(observation, weights, card_set):
    """The kind of a set that is worth most; of equals the lowest."""
    best = lowest_kind(card_set)
    rest = kinds_in(without_kind(card_set, best))
    while rest != 0:
        kind = lowest_kind(rest)
        rest = without_kind(rest, kind)
        if card_worth(observation, weights, kind) > card_worth(observation, weights, best):
            best = kind
    return best


@helper
def _total_worth(observation, weights, card_set):
    """What all cards of a set are worth together."""
    worth = 0.0
    rest = kinds_in(card_set)
    while rest != 0:
        kind = lowest_kind(rest)
        rest = without_kind(rest, kind)
        worth += card_worth(observation, weights, kind) * count_of(card_set, kind)
    return worth


@apart
def pirate(observation, weights):
    """The exchange that gains most: a hand card for an unknown one, or open battle cards; none, if all would lose.

    Args:
        observation: What the player sees; an exchange is possible.
        weights: float64, see `policy_list`.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    unseen = unseen_cards(observation)
    mean = _total_worth(observation, weights, unseen) / max(size(unseen), 1)
    own = observation.battle[observation.seat]
    most = 0.0
    chosen = np.int64(NOBODY)
    zone = np.int64(HAND)
    gives = np.int64(0)
    gets = np.int64(0)
    for other in range(observation.players):
        if other == observation.seat:
            continue
        aim = 1.0 + weights[AIM] / max(cards_left(observation, other), 1)
        held = np.int64(observation.hand_size[other])
        if held > 0 and observation.hand != 0:
            known = observation.known[other]
            promise = (_total_worth(observation, weights, known) + mean * (held - size(known))) / held
            least = _least(observation, weights, observation.hand)
            gain = (promise - card_worth(observation, weights, least)) * aim
            if gain > most:
                most = gain
                chosen = np.int64(other)
                zone = np.int64(HAND)
                gives = least
                gets = np.int64(0)
        theirs = observation.battle[other]
        if own != 0 and theirs != 0:
            least = _least(observation, weights, own)
            greatest = _greatest(observation, weights, theirs)
            gain = card_worth(observation, weights, greatest) - card_worth(observation, weights, least)
            gain *= weights[OPEN] * aim
            if gain > most:
                most = gain
                chosen = np.int64(other)
                zone = np.int64(BATTLE)
                gives = least
                gets = greatest
    return chosen, zone, gives, gets
