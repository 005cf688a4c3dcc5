"""Worlds: whole games that fit what one player sees, the cards that they cannot see dealt anew.

All ways to deal the unseen cards are equally likely, whatever the others' choices so far may tell about their hands.
Everything in a world is decided by its seed and number: the cards of this round and of later ones, and all draws of the
policies.
"""

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.jit import helper, step
from analyzer.core.records import copy_record
from analyzer.core.streams import below, rekey, shuffle
from analyzer.games.pescado.cards import HAND, ITEMS
from analyzer.games.pescado.kernel.engine import EMPTY, key_chances
from analyzer.games.pescado.kernel.reading import NUMBERS, SPECIAL_CARDS, seen_cards, unseen_cards
from analyzer.games.pescado.kernel.state import ROUND_STREAM, WORLD
from analyzer.games.pescado.kernel.sums import bit, lowest, nth_card, without_lowest

_ITEMS = len(ITEMS)


@step
def fill_hidden(observation, untold, table, hidden, seed, world):
    """Makes a whole game of what one player sees, standing at the same decision.

    Of the unseen number cards as many are out of the round as were left out; of the unseen specials as many are in it
    as were drawn and not seen (P2). The cards in the round are shuffled and dealt: to the others' hands, to what they
    captured if that is not known, and to the deck.

    Args:
        observation: TABLE record as the deciding player sees it, in the phase PLAY.
        untold: int64 with a bit for each seat of which it is not known what it captured: the captured cards that are
            missing are dealt to these seats, each to any of them. In a game there are none.
        table: TABLE record, overwritten.
        hidden: HIDDEN record, overwritten.
        seed: uint64.
        world: uint64, the world's number.
    """
    copy_record(table, observation)
    hidden.seed = seed
    hidden.game = world
    key_chances(table, hidden, seed, world)
    for seat in range(table.players):
        for item in range(_ITEMS):
            hidden.items[item, seat] = 0
    hidden.plays = 0
    hidden.first_specials = EMPTY
    hidden.all_specials = EMPTY
    hidden.winners = 0
    hidden.special_count = _spread(table.deck & SPECIAL_CARDS, hidden.specials, np.int64(0))
    stream = hidden.streams[ROUND_STREAM]
    rekey(stream, seed, world, np.uint64(WORLD))
    unknown = _draw_unknown(table, hidden.cards, stream)
    _deal_unknown(table, hidden, unknown, untold, stream)


@helper
def _spread(card_set, sequence, first):
    """Lays the cards of a set out in a sequence from a place on; returns the place after the last one."""
    place = first
    rest = card_set
    while rest != 0:
        sequence[place] = lowest(rest)
        rest = without_lowest(rest)
        place += 1
    return place


@helper
def _draw_unknown(table, cards, stream):
    """Writes the cards of this round that the player has not seen, shuffled; returns how many there are (P2)."""
    unseen = unseen_cards(table)
    size = _spread(unseen & NUMBERS, cards, np.int64(0))
    for _ in range(min(np.int64(table.left_out), size)):
        # The last card takes the place of the one that is left out.
        cards[below(stream, size)] = cards[size - 1]
        size -= 1
    end = _spread(unseen & SPECIAL_CARDS, cards, size)
    drawn = np.int64(table.specials_in) - popcount(seen_cards(table) & SPECIAL_CARDS)
    for _ in range(min(drawn, end - size)):
        other = size + below(stream, end - size)
        special = cards[other]
        cards[other] = cards[size]
        cards[size] = special
        size += 1
    shuffle(stream, cards, size)
    return size


@helper
def _deal_unknown(table, hidden, unknown, untold, stream):
    """Deals so many shuffled cards, from the last one on; what is left is the deck."""
    cards = hidden.cards
    deciding = np.int64(table.seat)
    for seat in range(table.players):
        hand = table.hand
        if seat != deciding:
            hand = EMPTY
            for _ in range(min(np.int64(table.hand_size[seat]), unknown)):
                unknown -= 1
                hand |= bit(cards[unknown])
        hidden.hands[seat] = hand
    deck = np.int64(HAND * table.players * (table.deals - 1 - table.deal))
    forgotten = np.uint64(untold)
    if forgotten != 0:
        while unknown > deck:
            seat = lowest(nth_card(forgotten, below(stream, popcount(forgotten))))
            unknown -= 1
            table.captured[seat] |= bit(cards[unknown])
    hidden.card_count = unknown
    hidden.next_card = 0
