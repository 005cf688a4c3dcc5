"""Pescado Novo as the rest of the program sees it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from analyzer.games.pescado.cards import ITEMS, MOST_PLAYERS
from analyzer.games.pescado.kernel import results as at
from analyzer.games.pescado.kernel.results import SPECIALS_BY_BIT
from analyzer.games.pescado.policy_list import EVERY_POLICY
from analyzer.games.pescado.rules import SCHEMA, check_deck
from analyzer.games.protocol import SHARES, Conditions, Event, Integers, Measure, Records, Scene, Setup
from analyzer.games.rulesfile import Rules

_SOURCES = "Where the points come from: points per game, of all seats together"
_DECIDERS = "What decides games: games that others would have won if this had brought no points"
_ITEM_LABELS = {
    "seven_of_tuna": "7 of tuna",
    "most_tuna": "most tuna",
    "most_cards": "most cards",
    "most_sevens": "most sevens",
    "zero": "0",
    "pescados": "pescados",
    "j": "J",
}


class Pescado:
    """A capturing game: make 15 with cards from the table, and score what was captured.

    The methods are those of `protocol.Game`.
    """

    name = "pescado"
    title = "Pescado Novo"
    default_players = 2
    default_policy = "greedy-points"
    length_unit = "rounds"
    step = "play"
    measures = (
        Measure("plays", "plays"),
        Measure("pescados", "pescados"),
        Measure("points", "points", per_seat=True),
        *(Measure(f"points_from_{item}", label, group=_SOURCES) for item, label in _ITEM_LABELS.items()),
        *(
            Measure(f"decided_by_{item}", label, group=_DECIDERS, is_rate=True)
            for item, label in _ITEM_LABELS.items()
        ),
    )
    conditions = (
        Conditions(
            "first_round",
            "What a special card in the first round does to the length of the game",
            SPECIALS_BY_BIT,
            "special card",
            note="The special cards of the first round are drawn before anything else is known.",
        ),
        Conditions(
            "any_round",
            "How many games have a special card in any of their rounds",
            SPECIALS_BY_BIT,
            "special card",
            by_chance=False,
            note="Long games have more rounds, and so more special cards: that is no effect of these.",
        ),
    )
    how_to_read = (
        "Seat 0 starts the first round, the next seat the second, and so on clockwise.",
        "A round is played until the deck is out; a game ends after the round in which somebody reaches the target.",
        "Each round draws its special cards anew.",
        "A shared win counts as equal parts.",
        "A game that reaches the round limit is unfinished: it counts, and nobody wins it.",
    )
    rules = SCHEMA
    policies = EVERY_POLICY

    def check(self, rules: Rules, players: int) -> None:
        """See `protocol.Game.check`."""
        check_deck(rules, players)

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        """See `protocol.Game.play`."""
        from analyzer.games.pescado import faults
        from analyzer.games.pescado.kernel.block import play_block  # compiles or loads the kernel
        from analyzer.games.pescado.setup import kernel_input

        given = kernel_input(setup)
        results = np.zeros((count, at.COLUMNS), np.int32)
        error = None
        try:
            play_block(
                given.tables,
                given.hiddens,
                given.policies,
                given.plugins,
                np.uint64(seed),
                np.int64(first),
                results,
                stop,
            )
        except Exception as raised:  # by a policy of the user's own
            error = raised
        played = int(np.count_nonzero(results[:, at.ROUNDS]))  # no game is over without a round
        fault = faults.found(given, setup, seed, first + played, error)
        if fault is not None:
            raise fault from error
        return _records(results[:played], setup.players)

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        """See `protocol.Game.trace`."""
        from analyzer.games.pescado.trace import trace

        return trace(setup, seed, game)

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        """See `protocol.Game.scenes`."""
        from analyzer.games.pescado.watching import scenes

        return scenes(events, seat)

    def example_policy(self) -> str:
        """See `protocol.Game.example_policy`."""
        return Path(__file__).with_name("policies").joinpath("example.py").read_text(encoding="utf-8")


def _records(results: npt.NDArray[np.int32], players: int) -> Records:
    """What came of games, from the kernel's rows."""
    won = (results[:, at.WINNERS] >> np.arange(players)[:, np.newaxis] & 1).astype(np.int8)
    items = results[:, at.POINTS :].reshape(-1, len(ITEMS), MOST_PLAYERS)[:, :, :players].transpose(1, 2, 0)
    points = items.sum(axis=0, dtype=np.int32)
    measures = {
        "plays": results[:, at.PLAYS],
        "pescados": items[ITEMS.index("pescados")].sum(axis=0, dtype=np.int32),
        "points": points,
    }
    for item, brought in zip(ITEMS, items, strict=True):
        measures[f"points_from_{item}"] = brought.sum(axis=0, dtype=np.int32)
        measures[f"decided_by_{item}"] = _decided(points, brought, won)
    return Records(
        shares=won * (SHARES // np.maximum(won.sum(axis=0, dtype=np.int8), 1)).astype(np.int8),
        finished=results[:, at.WINNERS] != 0,
        lengths=results[:, at.ROUNDS],
        steps=results[:, at.PLAYS],
        measures=measures,
        conditions={
            "first_round": results[:, at.FIRST_SPECIALS],
            "any_round": results[:, at.ALL_SPECIALS],
        },
    )


def _decided(
    points: npt.NDArray[np.int32], brought: npt.NDArray[np.int32], won: npt.NDArray[np.int8]
) -> npt.NDArray[np.int8]:
    """Whether a finished game would have other winners without the points of an item."""
    without = points - brought
    would_win = without == without.max(axis=0)
    changed: npt.NDArray[np.int8] = np.max(would_win != won, axis=0) & np.max(won, axis=0)
    return changed
