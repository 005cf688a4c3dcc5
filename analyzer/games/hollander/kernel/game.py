"""Plays a game on from wherever it stands, asking the policies at every decision."""

import numpy as np

from analyzer.core.cardset import lowest_kind
from analyzer.core.jit import helper, step
from analyzer.core.records import copy_record
from analyzer.games.hollander.kernel.actions import carry_out_choice
from analyzer.games.hollander.kernel.decide import choose_play, decide
from analyzer.games.hollander.kernel.engine import lay, start_play
from analyzer.games.hollander.kernel.numbers import PLUGIN
from analyzer.games.hollander.kernel.plugin import is_allowed
from analyzer.games.hollander.kernel.state import (
    FAULT,
    FINAL,
    NOBODY,
    OVER,
    PLAY,
    SEATS,
    SWAP,
    TURN,
)
from analyzer.games.hollander.kernel.watch import look_at_play, look_at_turn


@step
def play_out(table, hidden, policies, plugins, seen, log, watch):
    """Plays until the game is over (H27, H28), or a plug-in answers what the rules forbid.

    Args:
        table: TABLE record, changed; any phase will do.
        hidden: HIDDEN record, changed.
        policies: POLICIES record.
        plugins: One function per seat, see `plugin`; None if only built-in policies sit there.
        seen: TABLE record, overwritten: what plug-ins are shown; None if there are none.
        log: See `log.note`.
        watch: See `watch`.
    """
    while table.phase < OVER:
        seat = table.seat
        if table.phase == TURN:
            look_at_turn(watch, table, hidden)
            start_play(table, hidden, log)
        elif table.phase == PLAY:
            if table.zone == FINAL:  # H10: blind, nothing to decide
                kind = lowest_kind(table.playable)
                count = np.int64(1)
            elif policies.play[seat] != PLUGIN:
                # The one decision that comes up all the time: not through four numbers.
                kind, count = choose_play(
                    policies.play[seat], table, policies.parameters[seat], hidden.streams[SEATS + seat]
                )
            else:
                kind, count, _, _ = ask_plugin(table, hidden, policies, plugins, seen)
                if table.phase == FAULT:
                    return
            look_at_play(watch, table, kind, count)
            lay(table, hidden, kind, count, log)
        else:
            choose(table, hidden, policies, plugins, seen, log)


@helper
def ask_plugin(table, hidden, policies, plugins, seen):
    """Shows a plug-in what its player may see; puts the game into FAULT if the rules forbid the answer."""
    if plugins is None:
        return np.int64(NOBODY), np.int64(0), np.int64(0), np.int64(0)
    seat = table.seat
    copy_record(seen, table)
    first, second, third, fourth = plugins[seat](
        np.int64(table.phase), seen, policies.parameters[seat], hidden.streams[SEATS + seat]
    )
    if not is_allowed(table, hidden, first, second, third, fourth):
        copy_record(seen, table)  # whatever the plug-in wrote there
        hidden.answer[0], hidden.answer[1] = first, second
        hidden.answer[2], hidden.answer[3] = third, fourth
        table.phase = FAULT
    return first, second, third, fourth


@helper
def choose(table, hidden, policies, plugins, seen, log):
    """Has a swap or a wormhole's or pirate's choice made, and carries it out."""
    seat = table.seat
    policy = policies.play[seat]
    if policy != PLUGIN or (table.phase == SWAP and policies.swap[seat] != PLUGIN):  # by a swap rule
        first, second, third, fourth = decide(
            policy, policies.swap[seat], table, policies.parameters[seat], hidden.streams[SEATS + seat]
        )
    else:
        first, second, third, fourth = ask_plugin(table, hidden, policies, plugins, seen)
    carry_out_choice(table, hidden, first, second, third, fourth, log)
