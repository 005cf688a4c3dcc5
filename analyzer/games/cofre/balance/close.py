"""Games that are watched closely: how the lead changes hands, and how much there is to decide."""

from dataclasses import replace

import numpy as np

from analyzer.games.balance import CloseMeasure, later_seed
from analyzer.games.cofre.kernel import results as at
from analyzer.games.cofre.records import plain_records
from analyzer.games.protocol import Integers, Records, Setup

CLOSE_MEASURES = (
    CloseMeasure(
        "lead_changes",
        "changes of the lead",
        counted="lead_changes",
        of="",
        is_rate=False,
        meaning="Changes of the lead: how often in a game the lead goes from one player to another; who has a higher "
        "score than all others after a round leads, until somebody else has.",
    ),
    CloseMeasure(
        "behind",
        "winner still behind, share of the game",
        counted="behind",
        of="rounds",
        is_rate=True,
        meaning="Winner still behind: up to which part of a game its winner began rounds without the lead, which "
        "nobody has in the first one; of several winners, the one who was without it for longest.",
        finished_only=True,
    ),
    CloseMeasure(
        "legal_choices",
        "cards to choose from",
        counted="legal_choices",
        of="decisions",
        is_rate=False,
        meaning="Cards to choose from: a pirate card of each type, and the treasure card until it is used.",
    ),
    CloseMeasure(
        "forced",
        "forced choices",
        counted="forced",
        of="decisions",
        is_rate=True,
        meaning="Forced choices: how often a player has a single card to choose.",
    ),
)
"""What is counted besides."""


def play_closely(setup: Setup, seed: int, first: int, count: int, stop: Integers, again: int = 0) -> Records:
    """See `balance.CanBeBalanced.play_closely`."""
    from analyzer.games.cofre import faults
    from analyzer.games.cofre.kernel.watch import WATCH
    from analyzer.games.cofre.kernel.watched import watch_block  # compiles or loads the kernel
    from analyzer.games.cofre.setup import kernel_input

    given = kernel_input(setup)
    results = np.zeros((count, at.COLUMNS), np.int32)
    watched = np.zeros((count, at.WATCHED_COLUMNS), np.int64)
    error = None
    try:
        watch_block(
            given.tables,
            given.hiddens,
            given.policies,
            given.plugins,
            np.zeros(1, WATCH),
            np.uint64(seed),
            later_seed(seed, again),
            np.int64(first),
            results,
            watched,
            stop,
        )
    except Exception as raised:  # by a policy of the user's own
        error = raised
    played = int(np.count_nonzero(results[:, at.ROUNDS]))  # no game is over without a round
    if again == 0:
        fault = faults.found(given, setup, seed, first + played, error)
    else:
        where = f"game {first + played}, its deal played again"
        fault = faults.found_elsewhere(given, setup, where, error)
    if fault is not None:
        raise fault from error
    records = plain_records(results[:played], setup.players)
    close = {
        "rounds": records.lengths,
        "lead_changes": watched[:played, at.LEADS],
        "behind": watched[:played, at.BEHIND],
        "decisions": watched[:played, at.DECISIONS],
        "legal_choices": watched[:played, at.OPTIONS],
        "forced": watched[:played, at.FORCED],
    }
    return replace(records, measures={**records.measures, **close})
