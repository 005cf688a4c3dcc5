"""Deals games and exchanges one card in each. Importing it compiles this, or loads it from the cache.

What comes of such games is `onward`'s to find out.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.cardset import count_of
from analyzer.core.jit import entry, helper
from analyzer.core.records import copy_record
from analyzer.core.streams import WORDS, below, rekey
from analyzer.games.hollander.cards import LAID, MOST_PLAYERS
from analyzer.games.hollander.kernel.engine import deal_out, key_chances, shuffle_cards
from analyzer.games.hollander.kernel.state import BATTLE, FINAL, HIDDEN, SEATS, TABLE

EXCHANGED = SEATS + MOST_PLAYERS
"""Purpose of the random stream that draws which cards change places."""


@helper
def _place_drawn(stream, zone, seat, hand_size):
    """A place of a seat's zone, as an index in the shuffled deck, all equally likely."""
    first = seat * (2 * LAID + hand_size)  # H3, as `engine.deal_out` does
    if zone == FINAL:
        return first + below(stream, LAID)
    if zone == BATTLE:
        return first + LAID + below(stream, LAID)
    return first + 2 * LAID + below(stream, hand_size)


@helper
def _copy_drawn(stream, kind, copies, deck):
    """The place of a card of a kind in the shuffled deck, all copies equally likely."""
    left = below(stream, copies)
    place = np.int64(0)
    while deck[place] != kind or left > 0:
        if deck[place] == kind:
            left -= 1
        place += 1
    return place


@entry(
    types.void(
        numba.from_dtype(TABLE)[::1],
        numba.from_dtype(HIDDEN)[::1],
        types.int8[::1],
        types.uint64,
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def deal_exchanged(tables, hiddens, deck, seed, first, zone, kinds):
    """Makes the deals `first`, `first` + 1, … once for each kind, so that the swaps come next.

    In deal g a place in the zone of seat g modulo the number of players is drawn, and of every kind one card anywhere
    in the deal: the two change places. The game of deal first + d and kind k is number d * len(kinds) + k.

    Args:
        tables: TABLE, shape (deals * kinds,), with the rules filled in; overwritten.
        hiddens: HIDDEN, of the same shape, overwritten.
        deck: int8, shape (table.deck_size,): the deck's kinds before shuffling.
        seed: uint64, the run's seed.
        first: int64, number of the first deal.
        zone: int64, HAND, BATTLE or FINAL.
        kinds: int64, shape (kinds,): numbers of kinds that the deck has cards of.
    """
    stream = np.zeros(WORDS, np.uint64)
    several = kinds.shape[0]
    for made in range(tables.shape[0] // several):
        game = np.uint64(first + made)
        plain = hiddens[made * several]
        table = tables[made * several]
        shuffle_cards(table, plain, deck, seed, game)
        key_chances(table, plain, seed, game)
        rekey(stream, seed, game, np.uint64(EXCHANGED))
        seat = np.int64((first + made) % table.players)
        place = _place_drawn(stream, zone, seat, np.int64(table.hand_goal))
        # The game that the others are copied from comes last.
        for number in range(several - 1, -1, -1):
            at = made * several + number
            other = _copy_drawn(stream, kinds[number], count_of(table.deck, kinds[number]), plain.deck)
            if number > 0:
                copy_record(hiddens[at], plain)
            kept = hiddens[at].deck[place]
            hiddens[at].deck[place] = hiddens[at].deck[other]
            hiddens[at].deck[other] = kept
            deal_out(tables[at], hiddens[at])
