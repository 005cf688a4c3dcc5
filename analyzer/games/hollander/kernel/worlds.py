"""Worlds: whole games that fit what one player knows, the cards that they cannot see dealt anew.

All ways to deal the unseen cards are equally likely, whatever the others' choices so far may tell about their hands.
Everything in a world is decided by its seed and number: the cards, all chance events and all draws of the policies.
"""

import numpy as np

from analyzer.core.cardset import EMPTY, cards, count_of, lowest_kind, size, without_kind
from analyzer.core.jit import helper, step
from analyzer.core.records import copy_record
from analyzer.core.streams import rekey, shuffle
from analyzer.games.hollander.cards import LAID
from analyzer.games.hollander.kernel.engine import lay_battle
from analyzer.games.hollander.kernel.game import ask_plugin
from analyzer.games.hollander.kernel.numbers import PLUGIN
from analyzer.games.hollander.kernel.reading import unseen_cards
from analyzer.games.hollander.kernel.state import CHANCE, DEAL, FAULT, NOBODY, SEATS
from analyzer.games.hollander.kernel.swaps import choose_battle


@step
def fill_hidden(observation, unseen_battle, table, hidden, seed, world):
    """Makes a whole game of what one player sees, standing at the same decision.

    The unseen cards are shuffled and dealt: to the battle cards that are not known, to the others' hands besides what
    is known of them, to all final cards (nobody knows their own), and to the draw pile.

    Args:
        observation: TABLE record as the deciding player sees it; there are as many unseen cards as places for them.
        unseen_battle: int64 with a bit for each other seat whose battle cards are not known. Such a seat has no battle
            cards in `observation`, and all three in the world.
        table: TABLE record, overwritten.
        hidden: HIDDEN record, overwritten.
        seed: uint64.
        world: uint64, the world's number.
    """
    copy_record(table, observation)
    rekey(hidden.streams[DEAL], seed, world, np.uint64(DEAL))
    rekey(hidden.streams[CHANCE], seed, world, np.uint64(CHANCE))
    total = _spread(unseen_cards(observation), hidden.deck)
    shuffle(hidden.streams[DEAL], hidden.deck, total)
    dealt = np.int64(0)
    for seat in range(observation.players):
        rekey(hidden.streams[SEATS + seat], seed, world, np.uint64(SEATS + seat))
        if (unseen_battle >> seat) & 1 != 0:
            table.battle[seat] = _dealt(hidden.deck, dealt, LAID)
            dealt += LAID
        if seat == observation.seat:
            hidden.hands[seat] = observation.hand
        else:
            known = observation.known[seat]
            unknown = observation.hand_size[seat] - size(known)
            hidden.hands[seat] = known + _dealt(hidden.deck, dealt, unknown)
            dealt += unknown
        for place in range(observation.finals[seat]):
            hidden.finals[seat, place] = hidden.deck[dealt + place]
        dealt += observation.finals[seat]
    hidden.next_card = dealt  # the rest is the draw pile
    hidden.plays = 0
    hidden.takes = 0
    hidden.burns = 0
    hidden.winner = NOBODY


@helper
def _spread(card_set, sequence):
    """Lays the cards of a set out in the first places of a sequence; returns how many there are."""
    place = np.int64(0)
    rest = card_set
    while rest != 0:
        kind = lowest_kind(rest)
        for _ in range(count_of(rest, kind)):
            sequence[place] = kind
            place += 1
        rest = without_kind(rest, kind)
    return place


@helper
def _dealt(sequence, first, count):
    """The set of so many cards of a sequence."""
    card_set = EMPTY
    for place in range(first, first + count):
        card_set += cards(sequence[place], 1)
    return card_set


@step
def swap_before(table, hidden, unseen_battle, policies, plugins, seen):
    """Lets the players swap who are to swap before the deciding one: those whose battle cards were not known (H5).

    Args:
        table: TABLE record in a SWAP, as `fill_hidden` leaves it; changed, but for whose decision it is.
        hidden: HIDDEN record, changed.
        unseen_battle: See `fill_hidden`; later seats do not matter.
        policies: POLICIES record.
        plugins: One function per seat, see `plugin`.
        seen: TABLE record, overwritten: what plug-ins are shown.

    Returns:
        bool: False if a plug-in answered what the rules forbid; then the game is in FAULT.
    """
    deciding = table.seat
    for seat in range(deciding):
        if (unseen_battle >> seat) & 1 == 0:
            continue
        table.seat = seat
        table.hand = hidden.hands[seat]
        if policies.swap[seat] == PLUGIN:
            laid, _, _, _ = ask_plugin(table, hidden, policies, plugins, seen)
            if table.phase == FAULT:
                return False
            lay_battle(table, hidden, np.uint64(laid), None)
        else:
            battle = choose_battle(policies.swap[seat], table, hidden.streams[SEATS + seat])
            lay_battle(table, hidden, battle, None)
    table.seat = deciding
    table.hand = hidden.hands[deciding]
    return True
