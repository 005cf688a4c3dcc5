"""The seam for watching games closely: what designers count besides wins and length, and who had which cards.

A kernel is compiled once with `watch` of type none, where every look vanishes at compile time, and once with a record.
"""

import numpy as np

from analyzer.core.cardset import KINDS, size
from analyzer.core.jit import helper, step
from analyzer.games.hollander.cards import MOST_PLAYERS
from analyzer.games.hollander.kernel.state import FINAL, NOBODY

WATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("turn", np.int64),  # the turn that was looked at last, or NOBODY before the first
                ("seat", np.int64),  # whose turn that was
                (
                    "next_card",
                    np.int64,
                ),  # index in the deck of the first card that was not yet seen being drawn
                ("leader", np.int64),  # a seat, or NOBODY until one is ahead of all others
                ("leads", np.int64),  # how often the lead went from one to another
                (
                    "behind",
                    np.int64,
                    (MOST_PLAYERS,),
                ),  # number, from 1, of the last turn begun without the lead
                ("decisions", np.int64),  # plays that were decided on: not those of final cards (H10)
                ("options", np.int64),  # legal plays there (H30), added up
                ("forced", np.int64),  # decisions with a single legal play
                ("drawn", np.int32, (MOST_PLAYERS, KINDS)),  # cards of each kind
                ("played", np.int32, (MOST_PLAYERS, KINDS)),  # cards of each kind
            ],
            align=True,
        ),
    )
)
"""What has been seen of a game so far."""


@step
def begin_watch(watch, hidden):
    """Forgets the last game; the next one has just been dealt."""
    watch.turn = NOBODY
    watch.seat = 0
    watch.next_card = hidden.next_card
    watch.leader = NOBODY
    watch.leads = 0
    watch.decisions = 0
    watch.options = 0
    watch.forced = 0
    for seat in range(MOST_PLAYERS):
        watch.behind[seat] = 0
        for kind in range(KINDS):
            watch.drawn[seat, kind] = 0
            watch.played[seat, kind] = 0


@helper
def look_at_turn(watch, table, hidden):
    """Looks at the table before a player's turn, and in it before they play again.

    Args:
        watch: WATCH record, changed; None to see nothing.
        table: TABLE record in a TURN.
        hidden: HIDDEN record.
    """
    if watch is not None:
        see_drawn(watch, hidden)
        if table.turn != watch.turn:
            watch.turn = table.turn
            watch.seat = np.int64(table.seat)
            see_lead(watch, table)


@helper
def look_at_play(watch, table, kind, count):
    """Looks at a play that was decided on, before it is laid.

    Args:
        watch: WATCH record, changed; None to see nothing.
        table: TABLE record in a PLAY.
        kind: int64, what is played.
        count: int64, how many cards.
    """
    if watch is not None:
        watch.played[table.seat, kind] += count
        if table.zone != FINAL:
            options = size(table.playable)  # H30: of a kind with n cards, 1 to n may be played
            watch.decisions += 1
            watch.options += options
            if options == 1:
                watch.forced += 1


@step
def see_drawn(watch, hidden):
    """Puts the cards that were drawn since the last look down to the player whose turn it was."""
    for index in range(watch.next_card, hidden.next_card):
        watch.drawn[watch.seat, hidden.deck[index]] += 1
    watch.next_card = hidden.next_card


@step
def see_lead(watch, table):
    """Finds out who has the lead: the fewest cards left; while several have, it stays where it is."""
    fewest, leader = np.int64(0), np.int64(NOBODY)
    for seat in range(table.players):
        left = np.int64(table.hand_size[seat]) + table.finals[seat] + size(table.battle[seat])
        if seat == 0 or left < fewest:
            fewest, leader = left, np.int64(seat)
        elif left == fewest:
            leader = np.int64(NOBODY)
    if leader not in (NOBODY, watch.leader):
        if watch.leader != NOBODY:
            watch.leads += 1
        watch.leader = leader
    for seat in range(table.players):
        if seat != watch.leader:
            watch.behind[seat] = table.turn + 1
