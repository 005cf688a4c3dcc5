"""From what the kernel writes down of games to records of them."""

import numpy as np
import numpy.typing as npt

from analyzer.games.cofre.kernel import results as at
from analyzer.games.protocol import SHARES, Records


def plain_records(results: npt.NDArray[np.int32], players: int) -> Records:
    """What came of games.

    Args:
        results: Shape (games, kernel.results.COLUMNS), all of them over.
        players: Number of seats.

    Returns:
        The records, with the measures that all games have.
    """
    won = (results[:, at.WINNERS] >> np.arange(players)[:, np.newaxis] & 1).astype(np.int8)
    counts = {key: results[:, at.COUNTS + place] for place, key in enumerate(at.COUNTED)}
    return Records(
        shares=won * (SHARES // np.maximum(won.sum(axis=0, dtype=np.int8), 1)).astype(np.int8),
        finished=results[:, at.WINNERS] != 0,
        lengths=results[:, at.ROUNDS],
        steps=results[:, at.ROUNDS],
        measures={
            "scores": results[:, at.SCORES : at.SCORES + players].T,
            "hooks": counts["failed_treasures"] + counts["slips"],
            **{f"stars_in_third_{third + 1}": results[:, at.IN_THIRDS + third] for third in range(at.THIRDS)},
            **counts,
        },
    )
