"""Plays a game on from wherever it stands, asking the policies at every decision."""

import numpy as np

from analyzer.core.jit import helper, step
from analyzer.core.log import word
from analyzer.core.records import copy_record
from analyzer.games.pescado.kernel.decide import choose_play
from analyzer.games.pescado.kernel.engine import begin_round, play_card
from analyzer.games.pescado.kernel.numbers import PLUGIN
from analyzer.games.pescado.kernel.plugin import is_allowed
from analyzer.games.pescado.kernel.state import FAULT, OVER, PLAY, ROUND, SEATS
from analyzer.games.pescado.kernel.watch import look_at_play, look_at_round


@step
def play_out(table, hidden, policies, plugins, seen, log, watch):
    """Plays until the game is over (P14, P15), or a plug-in answers what the rules forbid.

    Args:
        table: TABLE record, changed; any phase will do.
        hidden: HIDDEN record, changed.
        policies: POLICIES record.
        plugins: One function per seat, see `plugin`.
        seen: TABLE record, overwritten: what plug-ins are shown.
        log: See `core.log.note`.
        watch: See `watch`.
    """
    while table.phase < OVER:
        if table.phase == ROUND:
            look_at_round(watch, table)
            begin_round(table, hidden, log)
        else:
            take_turn(table, hidden, policies, plugins, seen, log, watch)


@step
def play_round(table, hidden, policies, plugins, seen):
    """Plays a round that is dealt to its end, or until a plug-in answers what the rules forbid.

    Args:
        table: TABLE record in PLAY, changed.
        hidden: HIDDEN record, changed.
        policies: POLICIES record.
        plugins: One function per seat, see `plugin`.
        seen: TABLE record, overwritten: what plug-ins are shown.
    """
    while table.phase == PLAY:
        take_turn(table, hidden, policies, plugins, seen, None, None)


@helper
def take_turn(table, hidden, policies, plugins, seen, log, watch):
    """Lets the player whose turn it is play a card."""
    seat = table.seat
    if policies.play[seat] != PLUGIN:
        card, chosen = choose_play(
            policies.play[seat], table, policies.parameters[seat], hidden.streams[SEATS + seat]
        )
    else:
        card, chosen = ask_plugin(table, hidden, policies, plugins, seen)
    if table.phase != FAULT:
        look_at_play(watch, table)
        play_card(table, hidden, card, chosen, log)


@helper
def ask_plugin(table, hidden, policies, plugins, seen):
    """Shows a plug-in what its player may see; puts the game into FAULT if the rules forbid the answer."""
    seat = table.seat
    copy_record(seen, table)
    card, chosen_word = plugins[seat](
        np.int64(table.phase), seen, policies.parameters[seat], hidden.streams[SEATS + seat]
    )
    chosen = np.uint64(chosen_word)
    if not is_allowed(table.table, table.hand, card, chosen):
        copy_record(seen, table)  # whatever the plug-in wrote there
        hidden.answer[0], hidden.answer[1] = card, word(chosen)
        table.phase = FAULT
    return card, chosen
