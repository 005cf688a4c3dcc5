"""From what the kernel writes down of games to records of them."""

import numpy as np
import numpy.typing as npt

from analyzer.games.pescado.cards import ITEMS, MOST_PLAYERS
from analyzer.games.pescado.kernel import results as at
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
