"""Swap rules (H32): which three of the cards that a player knows at the start lie as battle cards."""

import numpy as np

from analyzer.core.cardset import EMPTY, KINDS, cards, count_of, highest_kind, lowest_kind, nth_card, size
from analyzer.core.jit import helper, step
from analyzer.core.streams import below
from analyzer.games.hollander.cards import CREW_RANKS, LAID

KEEP, HIGH, LOW, SPECIALS, CREW, RANDOM, BEST = range(7)
SWAP_RULES = ("keep", "high", "low", "specials", "crew", "random", "best")
"""The rules' names, by number."""

LAYING = (
    -0.118, -0.102, -0.099, -0.079, -0.066, -0.040, -0.018, 0.016, 0.050, 0.105,
    0.093, 0.084, -0.041, 0.009, 0.042, 0.164,
)  # fmt: skip
"""What it is worth to lay a card of each kind instead of holding it, in shares of an average player's wins.

Learned from a randomised experiment: at tables of 2 to 5 players, all `expert` or all `lowest`, everybody laid three of
their six cards at random, 60,000 games each. Winning was fitted by least squares on the kinds laid, given the six cards
and the seat, and the eight fits were averaged (standard error of a value: 0.005). A pirate is worth most in the hand.
"""

BEST_FIRST = tuple(sorted(range(KINDS), key=lambda kind: -LAYING[kind]))
"""Kinds in the order in which `best` lays them."""

_BEST_FIRST = np.uint64(sum(kind << 4 * place for place, kind in enumerate(BEST_FIRST)))

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


@step
def best_cards(card_set, count):
    """The `count` cards of a set that come first in the order of `best`, or all of it if it holds fewer."""
    chosen = EMPTY
    for place in range(KINDS):
        kind = count_of(_BEST_FIRST, place)
        several = min(count, count_of(card_set, kind))
        chosen += cards(kind, several)
        count -= several
    return chosen


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
    if rule == BEST:
        return best_cards(both, LAID)
    return random_cards(both, LAID, stream)
