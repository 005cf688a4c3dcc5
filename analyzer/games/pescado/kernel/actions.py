"""What a player may do at a decision, all of it in a list.

An action is a card and what it captures, as in `decide`. Number cards of one number that are not tuna differ in nothing
that the rules know of: of plays that differ only in which of them are played or captured, one is listed.
"""

import numpy as np

from analyzer.core.jit import helper, step
from analyzer.games.pescado.cards import NUMBER_CARDS, SUITS, set_of
from analyzer.games.pescado.kernel.plays import list_plays
from analyzer.games.pescado.kernel.sums import bit, lowest, without_lowest
from analyzer.games.pescado.policies.greedy_points import WORTHS

_SUITS = len(SUITS)
_NOT_TUNA = np.uint64(set_of([card for card in NUMBER_CARDS if card % _SUITS != 0]))
_OTHER_SUITS = np.uint64(set_of(range(1, _SUITS)))
"""Of a number 0, if there were such cards."""


@step
def list_actions(observation, cards, sets):
    """Writes down everything that the deciding player may do (P16).

    In the order of `plays.list_plays`, which lists 64 captures of a card at most: if there are more, those that do
    without the higher table cards, and the one worth most.

    Args:
        observation: TABLE record as the deciding player sees it, in PLAY.
        cards: uint64, shape (plays.MOST_PLAYS,), its beginning overwritten: the card of each action.
        sets: uint64, of the same shape, likewise: what it captures, without a J that comes along.

    Returns:
        Number of actions, int64, at least 1.
    """
    plays = list_plays(observation, WORTHS, cards, sets)
    listed = np.int64(0)
    for index in range(plays):
        played = bit(np.int64(cards[index]))
        chosen = sets[index]
        is_first = lowest_alike(observation.hand, played) == played
        if is_first and lowest_alike(observation.table, chosen) == chosen:
            cards[listed] = cards[index]
            sets[listed] = chosen
            listed += 1
    return listed


@helper
def lowest_alike(available, chosen):
    """The lowest cards that differ in nothing from those chosen.

    Args:
        available: Card set, uint64: what can be chosen from.
        chosen: Card set, uint64: some of it.

    Returns:
        Card set, uint64: as many cards of each number, tuna and other.
    """
    alike = chosen & ~_NOT_TUNA
    rest = chosen & _NOT_TUNA
    while rest != 0:
        number = lowest(rest) // _SUITS
        rest = without_lowest(rest)
        of_number = available & ~alike & (_OTHER_SUITS << np.uint64(_SUITS * number))
        alike |= bit(lowest(of_number))
    return alike


@helper
def place_among(observation, cards, sets, actions, card, chosen):
    """Where a play, or one that comes to the same, stands in the list.

    Args:
        observation: TABLE record.
        cards: As `list_actions` wrote them.
        sets: Likewise.
        actions: int64, how many they are.
        card: int64, the card played.
        chosen: Card set, uint64: what it captures.

    Returns:
        int64; 0 if it is not listed, see `list_actions`.
    """
    played = lowest_alike(observation.hand, bit(card))
    taken = lowest_alike(observation.table, chosen)
    for action in range(actions):
        if bit(np.int64(cards[action])) == played and sets[action] == taken:
            return np.int64(action)
    return np.int64(0)
