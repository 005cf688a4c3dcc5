"""Plays a game on from wherever it stands, asking the policies at every decision."""

import numpy as np

from analyzer.core.cardset import lowest_kind
from analyzer.core.jit import step
from analyzer.games.hollander.kernel.decide import choose_exchange, choose_follower, choose_play
from analyzer.games.hollander.kernel.engine import exchange, lay, lay_battle, pass_to, start_play
from analyzer.games.hollander.kernel.state import (
    FINAL,
    OVER,
    PIRATE_CHOICE,
    PLAY,
    SEATS,
    SWAP,
    TURN,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.kernel.swaps import choose_battle


@step
def play_out(table, hidden, policies, log):
    """Plays until the game is over (H27, H28).

    Args:
        table: TABLE record, changed; any phase will do.
        hidden: HIDDEN record, changed.
        policies: POLICIES record.
        log: See `log.note`.
    """
    while table.phase != OVER:
        seat = table.seat
        policy = policies.play[seat]
        stream = hidden.streams[SEATS + seat]
        if table.phase == PLAY:
            if table.zone == FINAL:  # H10: blind, nothing to decide
                lay(table, hidden, lowest_kind(table.playable), np.int64(1), log)
            else:
                kind, count = choose_play(policy, table, stream)
                lay(table, hidden, kind, count, log)
        elif table.phase == TURN:
            start_play(table, hidden, log)
        elif table.phase == WORMHOLE_CHOICE:
            pass_to(table, hidden, choose_follower(policy, table, stream), log)
        elif table.phase == PIRATE_CHOICE:
            other, zone, gives, gets = choose_exchange(policy, table, stream)
            exchange(table, hidden, other, zone, gives, gets, log)
        elif table.phase == SWAP:
            lay_battle(table, hidden, choose_battle(policies.swap[seat], table, stream), log)
