"""The Flying Hollander as the rest of the program sees it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from analyzer.games.hollander.policy_list import EVERY_POLICY
from analyzer.games.hollander.rules import SCHEMA, check_deck
from analyzer.games.protocol import SHARES, Conditions, Event, Integers, Measure, Records, Scene, Setup
from analyzer.games.rulesfile import Rules


class Hollander:
    """A shedding game: get rid of hand, battle and final cards first.

    The methods are those of `protocol.Game`.
    """

    name = "hollander"
    title = "The Flying Hollander"
    default_players = 4
    default_policy = "lowest"
    length_unit = "turns"
    step = "turn"  # H29
    measures = (
        Measure("takes", "takes of the pile"),
        Measure("burns", "burns of the pile"),
        Measure("plays", "plays"),
    )
    conditions: tuple[Conditions, ...] = ()
    how_to_read = (
        "Seat 0 starts; play runs clockwise.",
        "A turn is one player's go, with everything played again after a burn; taking the pile is a turn too.",
        "A game that reaches the turn limit is unfinished: it counts, and nobody wins it.",
    )
    rules = SCHEMA
    policies = EVERY_POLICY

    def check(self, rules: Rules, players: int) -> None:
        """See `protocol.Game.check`."""
        check_deck(rules, players)

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """See `protocol.Game.play`."""
        from analyzer.games.hollander import faults
        from analyzer.games.hollander.kernel import results as at
        from analyzer.games.hollander.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.hollander.setup import kernel_input

        given = kernel_input(setup)
        results = np.zeros((at.ROWS, count), np.int32)
        error = None
        try:
            play_block(
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
        except Exception as raised:  # by a policy of the user's own
            error = raised
        played = int(np.count_nonzero(results[at.TURNS]))  # no game is over without a turn
        fault = faults.found(given, setup, seed, first + played, error)
        if fault is not None:
            raise fault from error
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

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        """See `protocol.Game.scenes`."""
        from analyzer.games.hollander.watching import scenes

        return scenes(events, seat)

    def example_policy(self) -> str:
        """See `protocol.Game.example_policy`."""
        return Path(__file__).with_name("policies").joinpath("example.py").read_text(encoding="utf-8")
