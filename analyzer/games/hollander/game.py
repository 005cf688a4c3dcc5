"""The Flying Hollander as the rest of the program sees it."""

import numpy as np

from analyzer.games.hollander.policy_list import POLICIES
from analyzer.games.hollander.rules import SCHEMA, check_deck
from analyzer.games.protocol import SHARES, Event, Integers, Measure, Setup, Tally
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

    def play_block(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Tally:
        """See `protocol.Game.play_block`."""
        from analyzer.games.hollander.kernel import totals as at
        from analyzer.games.hollander.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.hollander.setup import kernel_input

        given = kernel_input(setup)
        totals = np.zeros(at.LENGTH, np.int64)
        lengths = np.zeros(setup.rules.options.whole("turn_limit") + 1, np.int64)
        played = play_block(
            given.tables,
            given.hiddens,
            given.policies,
            given.deck,
            np.uint64(seed),
            np.int64(first),
            np.int64(count),
            totals,
            lengths,
            stop,
        )
        wins = totals[at.WINS : at.WINS + setup.players]
        unfinished = int(totals[at.UNFINISHED])
        turns_to_win = int(lengths @ np.arange(len(lengths)))
        places = {"takes": at.TAKES, "burns": at.BURNS, "plays": at.PLAYS}
        return Tally(
            games=int(played),
            wins=wins * SHARES,
            wins_squared=wins * SHARES**2,
            unfinished=unfinished,
            lengths=lengths,
            steps=turns_to_win + unfinished * (len(lengths) - 1),
            sums={key: totals[place : place + 1] for key, place in places.items()},
            squares={
                key: totals[at.SQUARED + place : at.SQUARED + place + 1] for key, place in places.items()
            },
        )

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        """See `protocol.Game.trace`."""
        from analyzer.games.hollander.trace import trace

        return trace(setup, seed, game)
