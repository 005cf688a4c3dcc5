"""Questions about an observation that the policies ask.

An observation is the table as the deciding player sees it, see `state.TABLE`. None of these functions changes it.
"""

import numpy as np

from analyzer.core.apart import apart
from analyzer.core.bits import popcount
from analyzer.core.chances import chance_of_none
from analyzer.core.jit import helper
from analyzer.games.pescado.cards import (
    CARD_NUMBERS,
    HAND,
    HIGHEST_NUMBER,
    LAID_OUT,
    NUMBER_CARDS,
    SPECIALS,
    STAR,
    B,
    J,
    set_of,
)
from analyzer.games.pescado.kernel.sums import (
    VALUED,
    bit,
    is_capture,
    lowest,
    sums_of,
    targets,
    whole_sums,
    without_lowest,
)

NUMBERS = np.uint64(set_of(NUMBER_CARDS))
"""Card set: the number cards."""

SPECIAL_CARDS = np.uint64(set_of([CARD_NUMBERS[name] for name in SPECIALS]))
"""Card set: the specials."""

_J = np.uint64(set_of([J]))
_B = np.uint64(set_of([B]))
_ONE_SUIT = np.uint64(set_of([4]))
_FOUR_SUITS = np.uint64(15)


@helper
def next_seat(observation, places):
    """The seat so many places on, clockwise.

    Args:
        observation: The table as the deciding player sees it.
        places: int64, 0 or more.

    Returns:
        Seat, int64.
    """
    seat = np.int64(observation.seat) + places
    while seat >= observation.players:
        seat -= observation.players
    return seat


@helper
def seen_cards(observation):
    """The cards of which the deciding player knows where they are: own hand, table, and what was captured.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        Card set, uint64.
    """
    seen = observation.hand | observation.table
    for seat in range(observation.players):
        seen |= observation.captured[seat]
    return seen


@helper
def unseen_cards(observation):
    """The cards of which the deciding player cannot know where they are.

    They lie in the others' hands or in the deck, or are not in this round: left out, or specials that were not drawn.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        Card set, uint64.
    """
    return observation.deck & ~seen_cards(observation)


@helper
def unknown_in_play(observation):
    """How many cards of this round the deciding player has not seen: those of the others' hands, and of the deck.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        int64.
    """
    size = LAID_OUT + HAND * observation.players * observation.deals
    return np.int64(size) - popcount(seen_cards(observation))


@helper
def shares_in_play(observation):
    """How likely an unseen card is in this round.

    Of the unseen number cards as many are out of the round as were left out; of the unseen specials as many are in it
    as were drawn and not yet seen.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        Two float64, 0 to 1: of a number card, and of a special.
    """
    seen = seen_cards(observation)
    unseen = observation.deck & ~seen
    numbers = popcount(unseen & NUMBERS)
    specials = popcount(unseen & SPECIAL_CARDS)
    drawn = observation.specials_in - popcount(seen & SPECIAL_CARDS)
    of_numbers = (numbers - observation.left_out) / numbers if numbers > 0 else 0.0
    of_specials = drawn / specials if specials > 0 else 0.0
    return of_numbers, of_specials


@helper
def expected_in_play(observation, card_set):
    """How many cards of a set of unseen ones are in this round, as an expected number; see `shares_in_play`.

    Args:
        observation: The table as the deciding player sees it.
        card_set: Card set, uint64, of unseen cards.

    Returns:
        float64.
    """
    of_numbers, of_specials = shares_in_play(observation)
    return popcount(card_set & NUMBERS) * of_numbers + popcount(card_set & SPECIAL_CARDS) * of_specials


@helper
def cards_of_next(observation):
    """How many hand cards the next player will have in their turn; 0 if the round is over by then.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        int64.
    """
    held = np.int64(observation.hand_size[next_seat(observation, 1)])
    if held == 0 and observation.deal + 1 < observation.deals:
        return np.int64(HAND)
    return held


@helper
def plays_left(observation):
    """How many plays of this round are still to come, the one that is to be decided included.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        int64.
    """
    plays = np.int64(HAND * observation.players * (observation.deals - 1 - observation.deal))
    for seat in range(observation.players):
        plays += observation.hand_size[seat]
    return plays


@helper
def taken_by(observation, chosen):
    """All that a capture takes from the table: the chosen set, and a J that comes along (P8).

    Args:
        observation: The table as the deciding player sees it.
        chosen: Card set, uint64; empty if the card stays on the table.

    Returns:
        Card set, uint64.
    """
    return chosen | (observation.table & _J) if chosen != 0 else chosen


@helper
def table_after(observation, card, chosen):
    """What lies on the table after a play.

    Args:
        observation: The table as the deciding player sees it.
        card: int64, the card played.
        chosen: Card set, uint64: what it captures; empty if the card stays on the table.

    Returns:
        Card set, uint64.
    """
    if chosen == 0:
        return observation.table | bit(card)
    return observation.table & ~taken_by(observation, chosen)


@helper
def is_pescado(observation, chosen):
    """Whether a capture clears the table (P10).

    Args:
        observation: The table as the deciding player sees it.
        chosen: Card set, uint64: what is captured.

    Returns:
        bool.
    """
    return chosen != 0 and (observation.table & ~taken_by(observation, chosen)) == 0


@helper
def pescado_set(table, card):
    """What a card must capture by a sum for a pescado (P10).

    Args:
        table: Card set, uint64.
        card: int64, 0 to 49.

    Returns:
        Card set, uint64: all of the table but a J; empty if the card does not capture all.
    """
    chosen = table & ~_J
    if chosen == 0 or not is_capture(card, chosen):
        return np.uint64(0)
    return chosen


@helper
def capturing_cards(sums):
    """The cards that capture a set of one of some sums.

    Args:
        sums: Sums mask, uint64, see `sums.sums_of` and `sums.whole_sums`.

    Returns:
        Card set, uint64: all such cards there are, wherever they may be.
    """
    found = np.uint64(0)
    for number in range(1, HIGHEST_NUMBER + 1):
        card = np.int64(4 * number)
        if (targets(card) & sums) != 0:
            found |= _FOUR_SUITS << np.uint64(card)
    rest = SPECIAL_CARDS & VALUED
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        if (targets(card) & sums) != 0:
            found |= bit(card)
    return found


@helper
def takers(table):
    """The cards that would capture something from a table; * wherever anything lies.

    Args:
        table: Card set, uint64.

    Returns:
        Card set, uint64.
    """
    found = capturing_cards(sums_of(table))
    return found | bit(STAR) if table != 0 else found


@helper
def clearers(table):
    """The cards that would capture everything on a table.

    Args:
        table: Card set, uint64.

    Returns:
        Card set, uint64.
    """
    found = np.uint64(0)
    rest = table & ~_J
    if rest != 0 and (rest & _B) == 0:
        found = capturing_cards(whole_sums(rest))
    if table != 0 and (without_lowest(rest) == 0):
        found |= bit(STAR)
    return found


@apart
def chance_held(observation, cards):
    """The chance that the next player has one of some cards in hand in their turn, by what is unseen.

    Args:
        observation: The table as the deciding player sees it.
        cards: Card set, uint64: all such cards, the seen ones included.

    Returns:
        float64, 0 to 1.
    """
    total = unknown_in_play(observation)
    likely = expected_in_play(observation, cards & unseen_cards(observation))
    return 1.0 - chance_of_none(total, total - likely, cards_of_next(observation))
