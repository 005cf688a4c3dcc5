"""Swap rules (H32): which three of the cards that a player knows at the start lie as battle cards."""

import numpy as np

from analyzer.core.cardset import EMPTY, cards, count_of, highest_kind, lowest_kind, nth_card, size
from analyzer.core.jit import helper, step
from analyzer.core.streams import below
from analyzer.games.hollander.cards import CREW_RANKS, LAID

KEEP, HIGH, LOW, SPECIALS, CREW, RANDOM = range(6)
SWAP_RULES = ("keep", "high", "low", "specials", "crew", "random")
"""The rules' names, by number."""

_CREW_CARDS = np.uint64((1 << 4 * CREW_RANKS) - 1)


@step
def highest_cards(card_set, count):
    """The `count` highest cards of a set, or all of it if it holds fewer."""
    rest = card_set
    chosen = EMPTY
    while count > 0 and rest != 0:
        kind = highest_kind(rest)
        several = cards(kind, min(count, count_of(rest, kind)))
        chosen += several
        rest -= several
        count -= count_of(several, kind)
    return chosen


@step
def lowest_cards(card_set, count):
    """The `count` lowest cards of a set, or all of it if it holds fewer."""
    rest = card_set
    chosen = EMPTY
    while count > 0 and rest != 0:
        kind = lowest_kind(rest)
        several = cards(kind, min(count, count_of(rest, kind)))
        chosen += several
        rest -= several
        count -= count_of(several, kind)
    return chosen


@step
def random_cards(card_set, count, stream):
    """`count` cards of a set, every choice of single cards equally likely, or all of it if it holds fewer."""
    rest = card_set
    chosen = EMPTY
    for _ in range(min(count, size(card_set))):
        card = cards(nth_card(rest, below(stream, size(rest))), 1)
        chosen += card
        rest -= card
    return chosen


@step
def specials_first(battle, hand):
    """Specials in the order of H32, then the highest crew cards dealt to battle, then the highest of the hand."""
    chosen = highest_cards((battle & ~_CREW_CARDS) + (hand & ~_CREW_CARDS), LAID)
    chosen += highest_cards(battle & _CREW_CARDS, LAID - size(chosen))
    return chosen + highest_cards(hand & _CREW_CARDS, LAID - size(chosen))


@step
def crew_first(both):
    """The highest crew ranks and, for want of crew, specials in the order of H31."""
    chosen = highest_cards(both & _CREW_CARDS, LAID)
    return chosen + lowest_cards(both & ~_CREW_CARDS, LAID - size(chosen))


@helper
def choose_battle(rule, observation, stream):
    """The battle cards that a swap rule lays.

    Args:
        rule: Number of a swap rule.
        observation: What the player sees before their swap (H5).
        stream: The seat's random stream.

    Returns:
        Card set of three of the player's cards.
    """
    battle = observation.battle[observation.seat]
    if rule == KEEP:
        return battle
    both = battle + observation.hand
    if rule == HIGH:
        return highest_cards(both, LAID)
    if rule == LOW:
        return lowest_cards(both, LAID)
    if rule == SPECIALS:
        return specials_first(battle, observation.hand)
    if rule == CREW:
        return crew_first(both)
    return random_cards(both, LAID, stream)
