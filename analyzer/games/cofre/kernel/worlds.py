"""Worlds: whole games that fit what one player knows, with everything hidden filled in.

Hidden are the cards that nobody has seen (C3). In a world they lie in random order, every order as likely as any other,
whatever the choices of the others may reveal: the first two lie face down on the table, the rest is the deck.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.records import copy_record
from analyzer.core.streams import rekey, shuffle
from analyzer.games.cofre.cards import STAR_BITS
from analyzer.games.cofre.kernel import results as at
from analyzer.games.cofre.kernel.engine import see
from analyzer.games.cofre.kernel.reading import FACE_DOWN
from analyzer.games.cofre.kernel.state import DEAL, STREAMS

_COUNTS = len(at.COUNTED)


@helper
def fill_world(table, hidden, observation, forgotten, seed, world):
    """Makes a world: the game as it may stand while all are to choose.

    Args:
        table: TABLE record, overwritten.
        hidden: HIDDEN record, overwritten but for what only the start of a game needs.
        observation: TABLE record: what the player knows; of a phase CHOOSE, whoever's choice it is.
        forgotten: int64, how many cards that were turned up before the player does not know: they are still among the
            observation's unseen ones. In the world everybody knows them.
        seed: uint64.
        world: uint64. All that is drawn in a world comes from streams that this number and the seed own.
    """
    copy_record(table, observation)
    table.seat = 0
    hidden.seed = seed
    hidden.game = world
    for purpose in range(STREAMS):
        rekey(hidden.streams[purpose], seed, world, np.uint64(purpose))
    cards = list_unseen(table, hidden)
    shuffle(hidden.streams[DEAL], hidden.cards, cards)
    for index in range(cards - forgotten, cards):
        see(table, np.int64(hidden.cards[index]))
    hidden.card_count = cards - forgotten
    for place in range(FACE_DOWN):
        hidden.line[place] = hidden.cards[place]
    hidden.line[FACE_DOWN] = (table.shown_type << STAR_BITS) | table.shown_stars
    hidden.next_card = FACE_DOWN
    fill_differences(table, hidden)
    for count in range(_COUNTS):
        hidden.counts[count] = 0
    for third in range(at.THIRDS):
        hidden.stars_in_third[third] = 0
    hidden.winners = 0


@helper
def list_unseen(table, hidden):
    """Lists the unseen cards in `hidden.cards`; returns how many they are."""
    cards = np.int64(0)
    for kind in range(table.types):
        for stars in range(table.most_stars + 1):
            for _ in range(table.unseen[kind, stars]):
                hidden.cards[cards] = (kind << STAR_BITS) | stars
                cards += 1
    return cards


@helper
def fill_differences(table, hidden):
    """Fills in what the engine keeps of the rules besides the table: whether players differ in speed, or slip."""
    hidden.speeds_differ = 0
    hidden.can_slip = 0
    for seat in range(table.players):
        hidden.speeds_differ |= table.speed[seat] != table.speed[0]
        hidden.can_slip |= table.slip[seat] > 0.0
