"""From what the kernel writes down of games to records of them."""

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import SHARES, Records


def plain_records(results: npt.NDArray[np.int32], players: int) -> Records:
    """What came of games.

    Args:
        results: Shape (at least kernel.results.ROWS, games), all of them over.
        players: Number of seats.

    Returns:
        The records, with the measures that all games have.
    """
    from analyzer.games.hollander.kernel import results as at

    winner = results[at.WINNER].astype(np.int8)
    return Records(
        shares=(winner == np.arange(players, dtype=np.int8)[:, np.newaxis]) * np.int8(SHARES),
        finished=winner >= 0,
        lengths=results[at.TURNS],
        steps=results[at.TURNS],
        measures={"takes": results[at.TAKES], "burns": results[at.BURNS], "plays": results[at.PLAYS]},
    )
