"""Plays a game on from wherever it stands, asking the policies at every decision."""

import numpy as np

from analyzer.core.jit import helper, step
from analyzer.core.records import copy_record
from analyzer.games.cofre.kernel.decide import choose_card
from analyzer.games.cofre.kernel.engine import keep_choice, lay_line, reveal
from analyzer.games.cofre.kernel.numbers import PLUGIN
from analyzer.games.cofre.kernel.plugin import is_allowed
from analyzer.games.cofre.kernel.state import FAULT, NOBODY, NOTHING, OVER, ROUND

SCRIPTED_SEAT, SCRIPTED_CHOICE = range(2)
"""What stands where in a script: whose next choice is not asked for, and what it is."""


@step
def play_out(table, hidden, policies, plugins, seen, script, log):
    """Plays until the game is over (C9), or a plug-in answers what the rules forbid.

    Args:
        table: TABLE record, changed; any phase will do.
        hidden: HIDDEN record, changed.
        policies: POLICIES record.
        plugins: One function per seat, see `plugin`; None if only built-in policies sit there.
        seen: TABLE record, overwritten: what plug-ins are shown; None if there are none.
        script: int64, shape (2,), used up: a seat's next choice, a legal one; None to ask for every choice.
        log: See `core.log.note`.
    """
    while table.phase < OVER:
        play_round(table, hidden, policies, plugins, seen, script, log)


@helper
def play_round(table, hidden, policies, plugins, seen, script, log):
    """Plays the round that is due, or what is left of it; the arguments are those of `play_out`."""
    if table.phase == ROUND:
        lay_line(table, hidden, log)
    while table.seat < table.players:
        seat = table.seat
        choice = scripted_choice(script, seat)
        if choice == NOTHING:
            if policies.policy[seat] != PLUGIN:
                choice = choose_card(
                    policies.policy[seat],
                    table,
                    policies.parameters[seat],
                    policies.strategy,
                    hidden.streams[seat],
                )
            else:
                choice = ask_plugin(table, hidden, policies, plugins, seen)
                if table.phase == FAULT:
                    return
        keep_choice(table, hidden, choice)
    reveal(table, hidden, log)


@helper
def scripted_choice(script, seat):
    """What a script has for a seat, or NOTHING; it says it once."""
    if script is None:
        return np.int64(NOTHING)
    if script[SCRIPTED_SEAT] != np.int64(seat):
        return np.int64(NOTHING)
    script[SCRIPTED_SEAT] = NOBODY
    return np.int64(script[SCRIPTED_CHOICE])


@helper
def ask_plugin(table, hidden, policies, plugins, seen):
    """Shows a plug-in what its player may see; puts the game into FAULT if the rules forbid the answer."""
    if plugins is None:
        return np.int64(NOTHING)
    seat = table.seat
    copy_record(seen, table)
    choice = plugins[seat](np.int64(table.phase), seen, policies.parameters[seat], hidden.streams[seat])
    if not is_allowed(table, choice):
        copy_record(seen, table)  # whatever the plug-in wrote there
        hidden.answer = choice
        table.phase = FAULT
    return choice
