"""`expert`: weigh what a play brings against what it leaves, knowing every card that was seen.

A card is worth what it brings by itself and what it changes in the races for most cards, most tuna and most sevens:
much while a race is open and short, nothing once it is decided. From what a play leaves on the table it expects the
next player's best capture, over all hands that they may hold. Besides it counts what the own hand could still capture
there, and, the nearer the end of the round, who gets what lies there at the end. Each has a weight.
"""

import math

import numpy as np

from analyzer.core.apart import apart, never_inline
from analyzer.core.bits import popcount
from analyzer.core.chances import chance_of_none
from analyzer.core.jit import helper
from analyzer.core.scratch import scratch_floats, scratch_words
from analyzer.games.pescado.cards import CARDS, HIGHEST_NUMBER, NUMBER_CARDS, STAR, ZERO, J
from analyzer.games.pescado.kernel.best import best_lane, best_sums
from analyzer.games.pescado.kernel.engine import SEVEN_OF_TUNA as SEVEN_OF_TUNA_SET
from analyzer.games.pescado.kernel.engine import SEVENS as SEVENS_SET
from analyzer.games.pescado.kernel.engine import TUNA as TUNA_SET
from analyzer.games.pescado.kernel.plays import MOST_PLAYS, list_plays
from analyzer.games.pescado.kernel.reading import (
    SPECIAL_CARDS,
    cards_of_next,
    clearers,
    is_pescado,
    plays_left,
    shares_in_play,
    table_after,
    taken_by,
    unknown_in_play,
    unseen_cards,
)
from analyzer.games.pescado.kernel.sums import (
    LANE_NUMBERS,
    bit,
    lowest,
    sums_of,
    targets,
    without_lowest,
)

# The weights, in the order in which `policy_list` declares and explains them.
(
    CARDS_RACE, TUNA_RACE, SEVENS_RACE, SEVEN_OF_TUNA, A_ZERO, PESCADO, A_J,
    REPLY, FLOW, HOLD, KEEP_STAR,
) = range(11)  # fmt: skip

_NEVER = -1e300
_DENSITY = 0.4
"""Of the normal distribution at its middle: what one step changes in a race of one step, both sides being even."""

_FIRST_NUMBER = NUMBER_CARDS[0]
_SUITS = 4
_MOST_CLASSES = 20
_FOUR_SUITS = np.uint64(15)


@apart
def play(observation, weights):
    """The play of most worth; of equals the first in the order of `plays`.

    Args:
        observation: What the player sees.
        weights: float64, see `policy_list`.

    Returns:
        Card, int64, and captured set, uint64.
    """
    never_inline()
    worths = scratch_floats(CARDS)
    fill_worths(observation, weights, worths)
    cards = scratch_words(MOST_PLAYS)
    sets = scratch_words(MOST_PLAYS)
    plays = list_plays(observation, worths, cards, sets)
    best = np.int64(0)
    if plays > 1:
        kept = 1.0
        for _ in range(plays_left(observation) - 1):
            kept *= weights[HOLD]
        most = _NEVER
        for index in range(plays):
            promise = _promise(observation, weights, worths, kept, np.int64(cards[index]), sets[index])
            if promise > most:
                best = np.int64(index)
                most = promise
    return np.int64(cards[best]), sets[best]


@apart
def fill_worths(observation, weights, worths):
    """Writes what each card is worth to capture now.

    Args:
        observation: What the player sees.
        weights: float64, see `policy_list`.
        worths: float64, shape (50,), overwritten.
    """
    card = weights[CARDS_RACE] * _race(observation, observation.deck)
    tuna = weights[TUNA_RACE] * _race(observation, TUNA_SET)
    seven = weights[SEVENS_RACE] * _race(observation, SEVENS_SET)
    for index in range(CARDS):
        worths[index] = card
    for number in range(HIGHEST_NUMBER):
        worths[_FIRST_NUMBER + _SUITS * number] += tuna
    rest = SEVENS_SET
    while rest != 0:
        worths[lowest(rest)] += seven
        rest = without_lowest(rest)
    worths[lowest(SEVEN_OF_TUNA_SET)] += weights[SEVEN_OF_TUNA]
    worths[ZERO] += weights[A_ZERO]
    worths[J] -= weights[A_J]
    if observation.star_is_zero:
        worths[STAR] += weights[A_ZERO]


@helper
def _race(observation, kind):
    """How much one more card counts in the race for most cards of a kind: 0 once it is decided."""
    seat = np.int64(observation.seat)
    own = popcount(observation.captured[observation.seat] & kind)
    left = popcount(kind) - own
    others = np.int64(0)
    for other in range(observation.players):
        if other != seat:
            count = popcount(observation.captured[other] & kind)
            left -= count
            others = max(others, count)
    lead = own - others
    if left <= 0 or abs(lead) > left:
        return 0.0
    # Shaped like a normal density, of operations that give the same on every machine.
    return _DENSITY / (math.sqrt(left) * (1.0 + 0.5 * lead * lead / left))


@apart
def _promise(observation, weights, worths, kept, card, chosen):
    left = table_after(observation, card, chosen)
    promise = 0.0
    holder = np.int64(observation.last_capturer)
    if chosen != 0:
        holder = np.int64(observation.seat)
        promise += worths[card] + worth_of(worths, taken_by(observation, chosen))
        if is_pescado(observation, chosen):
            promise += weights[PESCADO]
    if card == STAR:
        promise -= weights[KEEP_STAR]
    if left == 0:
        return promise
    rest_of_round = plays_left(observation) - 1
    if holder >= 0:
        held = kept * worth_of(worths, left)
        promise += held if holder == np.int64(observation.seat) else -weights[REPLY] * held
    if rest_of_round == 0:
        return promise
    rows = scratch_floats(LANE_NUMBERS)
    last = best_sums(left, worths, rows)
    promise -= weights[REPLY] * _expected_reply(observation, weights, worths, left, rows, last)
    return promise + weights[FLOW] * _own_next(observation, worths, left, rows, last, card)


@helper
def worth_of(worths, card_set):
    """What the cards of a set are worth together."""
    total = 0.0
    rest = card_set
    while rest != 0:
        total += worths[lowest(rest)]
        rest = without_lowest(rest)
    return total


@helper
def _own_next(observation, worths, table, rows, last, card):
    """The most that the rest of the own hand could capture from a table."""
    sums = sums_of(table)
    most = 0.0
    rest = observation.hand & ~bit(card)
    while rest != 0:
        other = lowest(rest)
        rest = without_lowest(rest)
        wanted = targets(other) & sums
        if wanted != 0:
            most = max(most, worths[other] + rows[last + best_lane(rows, last, wanted)])
    return most


@helper
def _expected_reply(observation, weights, worths, table, rows, last):
    """What the next player's best capture from a table is worth, as expected over their possible hands."""
    sums = sums_of(table)
    clearing = clearers(table)
    swept = worths[J] if (table & bit(J)) != 0 else 0.0
    gains = scratch_floats(_MOST_CLASSES)
    numbers = scratch_floats(_MOST_CLASSES)
    unseen = unseen_cards(observation)
    of_numbers, of_specials = shares_in_play(observation)
    classes = np.int64(0)
    for number in range(1, HIGHEST_NUMBER + 1):
        last_suit = np.int64(_SUITS * number + _SUITS - 1)
        wanted = targets(last_suit) & sums
        cards = unseen & (_FOUR_SUITS << np.uint64(_SUITS * number))
        if wanted != 0 and cards != 0:
            gain = swept + worths[last_suit] + rows[last + best_lane(rows, last, wanted)]
            if (clearing & bit(last_suit)) != 0:
                gain += weights[PESCADO]
            classes = _insert(gains, numbers, classes, gain, popcount(cards) * of_numbers)
    rest = unseen & SPECIAL_CARDS
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        wanted = targets(card) & sums
        if wanted != 0 or card == STAR:
            if card == STAR:
                gain = worths[card] + _best_single(worths, table)
            else:
                gain = swept + worths[card] + rows[last + best_lane(rows, last, wanted)]
            if (clearing & bit(card)) != 0:
                gain += weights[PESCADO]
            classes = _insert(gains, numbers, classes, gain, of_specials)
    total = np.float64(unknown_in_play(observation))
    held = cards_of_next(observation)
    expected = 0.0
    better = 0.0
    chance = 1.0
    for index in range(classes):
        better += numbers[index]
        none = chance_of_none(total, total - better, held)
        expected += (chance - none) * gains[index]
        chance = none
    return expected


@helper
def _best_single(worths, card_set):
    most = _NEVER
    rest = card_set
    while rest != 0:
        most = max(most, worths[lowest(rest)])
        rest = without_lowest(rest)
    return most


@helper
def _insert(gains, numbers, classes, gain, number):
    """Keeps classes of cards in the order of what they gain, most first; those that gain nothing are left out."""
    if gain <= 0.0:
        return classes
    place = classes
    while place > 0 and gains[place - 1] < gain:
        gains[place] = gains[place - 1]
        numbers[place] = numbers[place - 1]
        place -= 1
    gains[place] = gain
    numbers[place] = number
    return classes + 1
