"""The Flying Hollander as the rest of the program sees it."""

import numpy as np

from analyzer.games.hollander.policy_list import POLICIES
from analyzer.games.hollander.rules import SCHEMA, check_deck
from analyzer.games.protocol import SHARES, Event, Integers, Measure, Records, Setup
from analyzer.games.rulesfile import Rules


class Hollander:
    """A shedding game: get rid of hand, battle and final cards first.

    The methods are those of `protocol.Game`.
    """

    name = "hollander"
    title = "The Flying Hollander"
    player_counts = range(2, 7)  # H2
    default_players = 4
    default_policy = "lowest"
    length_unit = "turns"
    step = "turn"  # H29
    measures = (
        Measure("takes", "takes of the pile"),
        Measure("burns", "burns of the pile"),
        Measure("plays", "plays"),
    )
    rules = SCHEMA
    policies = POLICIES

    def check(self, rules: Rules, players: int) -> None:
        """See `protocol.Game.check`."""
        check_deck(rules, players)

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """See `protocol.Game.play`."""
        from analyzer.games.hollander.kernel import results as at
        from analyzer.games.hollander.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.hollander.setup import kernel_input

        given = kernel_input(setup)
        results = np.empty((at.ROWS, count), np.int32)
        played = play_block(
            given.tables,
            given.hiddens,
            given.policies,
            given.plugins,
            given.deck,
            np.uint64(seed),
            np.int64(first),
            results,
            stop,
        )
        row = results[:, :played]
        winner = row[at.WINNER].astype(np.int8)
        return Records(
            shares=(winner == np.arange(setup.players, dtype=np.int8)[:, np.newaxis]) * np.int8(SHARES),
            finished=winner >= 0,
            lengths=row[at.TURNS],
            steps=row[at.TURNS],
            measures={"takes": row[at.TAKES], "burns": row[at.BURNS], "plays": row[at.PLAYS]},
        )

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        """See `protocol.Game.trace`."""
        from analyzer.games.hollander.trace import trace

        return trace(setup, seed, game)
