"""Games that are watched closely: how the lead changes hands, and how much there is to decide."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.core.cardset import KINDS
from analyzer.games.balance import CloseMeasure, later_seed
from analyzer.games.hollander.balance.failure import untraceable
from analyzer.games.hollander.records import plain_records
from analyzer.games.protocol import Integers, Records, Setup

CLOSE_MEASURES = (
    CloseMeasure(
        "lead_changes",
        "changes of the lead",
        counted="lead_changes",
        of="",
        is_rate=False,
        meaning="Changes of the lead: how often in a game the lead goes from one player to another; who has fewer "
        "cards left than all others leads, until somebody else has.",
    ),
    CloseMeasure(
        "behind",
        "winner still behind, share of the game",
        counted="behind",
        of="turns",
        is_rate=True,
        meaning="Winner still behind: up to which part of a finished game its winner was not in the lead.",
        finished_only=True,
    ),
    CloseMeasure(
        "legal_plays",
        "legal plays",
        counted="legal_plays",
        of="decisions",
        is_rate=False,
        meaning="Legal plays: how many ways to play a player has on average, of those who can play at all.",
    ),
    CloseMeasure(
        "forced",
        "forced plays",
        counted="forced",
        of="decisions",
        is_rate=True,
        meaning="Forced plays: how often a player who can play has a single way to do so.",
    ),
)
"""What is counted besides."""


@dataclass(frozen=True)
class Watched:
    """What was seen of games.

    Attributes:
        results: int32, shape (kernel.results.WATCHED_ROWS, games).
        had: uint8, shape (games, kernel.watched.HAD_ROWS, players, KINDS): cards dealt in each zone, drawn and played;
            none if nobody wanted to know.
    """

    results: npt.NDArray[np.int32]
    had: npt.NDArray[np.uint8]


def play_closely(setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0) -> Records:
    """See `balance.CanBeBalanced.play_closely`."""
    from analyzer.games.hollander.kernel import results as at

    results = watch(setup, seed, first, count, stop, again=again).results
    records = plain_records(results, setup.players)
    close = {
        "lead_changes": results[at.LEADS],
        "behind": results[at.BEHIND],
        "turns": results[at.TURNS],
        "decisions": results[at.DECISIONS],
        "legal_plays": results[at.OPTIONS],
        "forced": results[at.FORCED],
    }
    return replace(records, measures={**records.measures, **close})


def watch(
    setup: Setup,
    seed: int,
    first: int,
    count: int,
    stop: Integers,
    *,
    again: int = 0,
    cards: bool = False,
) -> Watched:
    """Plays games and watches them closely.

    Args:
        setup: As for `protocol.Game.play`.
        seed: As for `protocol.Game.play`.
        first: As for `protocol.Game.play`.
        count: As for `protocol.Game.play`.
        stop: As for `protocol.Game.play`.
        again: See `balance.CanBeBalanced.play_closely`.
        cards: Whether it is wanted who had which cards.

    Returns:
        The games that were finished.

    Raises:
        PolicyFailed: As for `protocol.Game.play`.
    """
    from analyzer.games.hollander import faults
    from analyzer.games.hollander.kernel import results as at
    from analyzer.games.hollander.kernel.watch import WATCH
    from analyzer.games.hollander.kernel.watched import HAD_ROWS, watch_block  # compiles or loads the kernel
    from analyzer.games.hollander.setup import kernel_input

    given = kernel_input(setup)
    results = np.zeros((at.WATCHED_ROWS, count), np.int32)
    had = np.zeros((count if cards else 0, HAD_ROWS, setup.players, KINDS), np.uint8)
    error: Any = None
    try:
        watch_block(
            given.tables,
            given.hiddens,
            given.policies,
            given.plugins,
            np.zeros(1, WATCH),
            given.deck,
            np.uint64(seed),
            later_seed(seed, again),
            np.int64(first),
            results,
            had,
            stop,
        )
    except Exception as raised:  # by a policy of the user's own
        error = raised
    played = int(np.count_nonzero(results[at.TURNS]))  # no game is over without a turn
    fault = faults.found(given, setup, seed, first + played, error)
    if again:
        fault = untraceable(fault, "the deal was played again with other chances")
    if fault is not None:
        raise fault from error
    return Watched(results[:, :played], had[:played])
