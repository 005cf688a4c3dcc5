"""The seam for watching games closely: what designers count besides wins and length.

A kernel is compiled once with `watch` of type none, where every look vanishes at compile time, and once with a record.
"""

import numpy as np

from analyzer.core.jit import helper, step
from analyzer.games.pescado.cards import MOST_PLAYERS
from analyzer.games.pescado.kernel.plays import count_plays
from analyzer.games.pescado.kernel.state import NOBODY

_FIELDS = [
    ("leader", np.int64),  # a seat, or NOBODY until one is ahead of all others
    ("leads", np.int64),  # how often the lead went from one to another
    ("behind", np.int64, (MOST_PLAYERS,)),  # number, from 1, of the last round begun without the lead
    ("options", np.int64),  # legal plays (P16), added up over all decisions
    ("forced", np.int64),  # decisions with a single legal play
]

WATCH = np.dtype((np.record, np.dtype(_FIELDS, align=True)))
"""What has been seen of a game so far."""


@step
def begin_watch(watch):
    """Forgets the last game."""
    watch.leader = NOBODY
    watch.leads = 0
    watch.options = 0
    watch.forced = 0
    for seat in range(MOST_PLAYERS):
        watch.behind[seat] = 0


@helper
def look_at_round(watch, table):
    """Looks at the points before a round.

    Args:
        watch: WATCH record, changed; None to see nothing.
        table: TABLE record in a ROUND.
    """
    if watch is not None:
        see_lead(watch, table)
        for seat in range(table.players):
            if seat != watch.leader:
                watch.behind[seat] = table.round_number + 1


@helper
def look_at_play(watch, table):
    """Looks at the table before a card is played.

    Args:
        watch: WATCH record, changed; None to see nothing.
        table: TABLE record in a PLAY.
    """
    if watch is not None:
        options = count_plays(table)
        watch.options += options
        if options == 1:
            watch.forced += 1


@step
def see_lead(watch, table):
    """Finds out who has the lead: the most points; while several have, it stays where it is."""
    most, leader = np.int64(table.scores[0]), np.int64(0)
    for seat in range(1, table.players):
        points = np.int64(table.scores[seat])
        if points > most:
            most, leader = points, np.int64(seat)
        elif points == most:
            leader = np.int64(NOBODY)
    if leader not in (NOBODY, watch.leader):
        if watch.leader != NOBODY:
            watch.leads += 1
        watch.leader = leader
