"""What designers count besides in games that are watched closely: looks at the table between the rounds."""

import numpy as np

from analyzer.core.jit import step
from analyzer.games.cofre.cards import MOST_PLAYERS
from analyzer.games.cofre.kernel.state import NOBODY

_FIELDS = [
    ("leader", np.int64),  # a seat, or NOBODY until one is ahead of all others
    ("leads", np.int64),  # how often the lead went from one to another
    ("behind", np.int64, (MOST_PLAYERS,)),  # number, from 1, of the last round begun without the lead
    ("decisions", np.int64),  # cards chosen (C3)
    ("options", np.int64),  # cards to choose from, added up over all decisions
    ("forced", np.int64),  # decisions with a single card to choose from
]

WATCH = np.dtype((np.record, np.dtype(_FIELDS, align=True)))
"""What has been seen of a game so far."""


@step
def begin_watch(watch):
    """Forgets the last game."""
    watch.leader = NOBODY
    watch.leads = 0
    watch.decisions = 0
    watch.options = 0
    watch.forced = 0
    for seat in range(MOST_PLAYERS):
        watch.behind[seat] = 0


@step
def see_round(watch, table):
    """Looks at a round before it is played.

    All choose before anything changes: so each player can choose one pirate card per type, and the treasure card
    until it is used (C1, C3, C6).

    Args:
        watch: WATCH record, changed.
        table: TABLE record in a ROUND.
    """
    for seat in range(table.players):
        if seat != watch.leader:
            watch.behind[seat] = table.round_number + 1
        options = np.int64(table.types) + table.has_treasure[seat]
        watch.decisions += 1
        watch.options += options
        if options == 1:
            watch.forced += 1


@step
def see_lead(watch, table):
    """Finds out after a round who has the lead: the highest score (C10); while several have, it stays where it is."""
    most, leader = np.int64(table.stars[0]) - table.hooks[0], np.int64(0)
    for seat in range(1, table.players):
        score = np.int64(table.stars[seat]) - table.hooks[seat]
        if score > most:
            most, leader = score, np.int64(seat)
        elif score == most:
            leader = np.int64(NOBODY)
    if leader not in (NOBODY, watch.leader):
        if watch.leader != NOBODY:
            watch.leads += 1
        watch.leader = leader
