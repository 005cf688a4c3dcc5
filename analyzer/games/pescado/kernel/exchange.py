"""Deals first rounds as they are, or with one card exchanged. Importing it compiles this, or loads it from the cache.

What comes of such rounds is `rounds`' to find out.
"""

import numba
import numpy as np
from numba import types

from analyzer.core.bits import popcount, trailing_zeros
from analyzer.core.jit import entry, helper
from analyzer.core.streams import WORDS, below, rekey
from analyzer.games.pescado.cards import HAND, NUMBER_CARDS, set_of
from analyzer.games.pescado.kernel.engine import begin_game, begin_round, deal_round, shuffle_cards
from analyzer.games.pescado.kernel.state import HIDDEN, TABLE, WORLD
from analyzer.games.pescado.kernel.sums import bit, nth_card

EXCHANGED = WORLD + 1
"""Purpose of the random stream that draws which cards change places."""

_NUMBERS = np.uint64(set_of(NUMBER_CARDS))


@helper
def _place_of(hidden, card):
    """Where a card is in the round's deck, or how many cards that has if it is not there.

    Args:
        hidden: HIDDEN record.
        card: Card set of one, uint64.

    Returns:
        int64.
    """
    place = np.int64(0)
    while place < hidden.card_count and bit(hidden.cards[place]) != card:
        place += 1
    return place


@helper
def _make_room(stream, hidden, card):
    """The place of a card that goes out, so that another one can come into the round.

    It is a number card if that is one, else a special, all of them equally likely. So the rounds that come of this are
    as likely as they are among those that have the card anyway (P2).

    Args:
        stream: Random stream.
        hidden: HIDDEN record.
        card: Card set of one, uint64: what comes in.

    Returns:
        int64, where the other one is in the round's deck.
    """
    in_round = np.uint64(0)
    for index in range(hidden.card_count):
        in_round |= bit(hidden.cards[index])
    alike = in_round & (_NUMBERS if (card & _NUMBERS) != 0 else ~_NUMBERS)
    return _place_of(hidden, nth_card(alike, below(stream, popcount(alike))))


@helper
def _exchange(stream, hidden, place, card):
    """Brings a card to a place; what lay there goes where the card came from."""
    other = _place_of(hidden, card)
    if other == hidden.card_count:
        other = _make_room(stream, hidden, card)
        hidden.cards[other] = trailing_zeros(card)
    kept = hidden.cards[place]
    hidden.cards[place] = hidden.cards[other]
    hidden.cards[other] = kept


@entry(
    types.void(
        numba.from_dtype(TABLE)[::1],
        numba.from_dtype(HIDDEN)[::1],
        types.uint64,
        types.int64,
        types.uint64[::1],
    )
)
def deal_exchanged(tables, hiddens, seed, first, kinds):
    """Deals the first rounds of the games `first`, `first` + 1, … once for each kind.

    In deal g a place in the first hand of seat g modulo the number of players is drawn, and of every kind one card. If
    that is not in the round, it first comes in for another one (see `_make_room`); then the two change places. The
    round of deal first + d and kind k is number d * len(kinds) + k.

    Args:
        tables: TABLE, shape (deals * kinds,), with the rules filled in; overwritten.
        hiddens: HIDDEN, of the same shape, with the rules filled in; overwritten.
        seed: uint64, the run's seed.
        first: int64, number of the first deal.
        kinds: uint64, shape (kinds,): the cards of each kind, of which a round may have some.
    """
    stream = np.zeros(WORDS, np.uint64)
    several = kinds.shape[0]
    for made in range(tables.shape[0] // several):
        game = np.uint64(first + made)
        plain = hiddens[made * several]
        begin_game(tables[made * several], plain, seed, game)
        shuffle_cards(tables[made * several], plain)
        rekey(stream, seed, game, np.uint64(EXCHANGED))
        seat = np.int64((first + made) % tables[made * several].players)
        place = HAND * seat + below(stream, HAND)  # P4: seat 0 starts
        # The round that the others are copied from comes last.
        for number in range(several - 1, -1, -1):
            table, hidden = tables[made * several + number], hiddens[made * several + number]
            if number > 0:
                begin_game(table, hidden, seed, game)
                hidden.card_count = plain.card_count
                for index in range(plain.card_count):
                    hidden.cards[index] = plain.cards[index]
            card = nth_card(kinds[number], below(stream, popcount(kinds[number])))
            _exchange(stream, hidden, place, card)
            deal_round(table, hidden, None)


@entry(types.void(numba.from_dtype(TABLE)[::1], numba.from_dtype(HIDDEN)[::1], types.uint64, types.int64))
def deal_first_rounds(tables, hiddens, seed, first):
    """Deals the first rounds of the games `first`, `first` + 1, … as they are.

    Args:
        tables: TABLE, shape (games,), with the rules filled in; overwritten.
        hiddens: HIDDEN, of the same shape, with the rules filled in; overwritten.
        seed: uint64, the run's seed.
        first: int64, number of the first game.
    """
    for index in range(tables.shape[0]):
        begin_game(tables[index], hiddens[index], seed, np.uint64(first + index))
        begin_round(tables[index], hiddens[index], None)
