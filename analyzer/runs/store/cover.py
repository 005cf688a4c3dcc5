"""Chooses among stored blocks, which may overlap: no game is counted twice, and as few as possible are missing."""

from bisect import bisect_right
from collections.abc import Iterable

from analyzer.runs.keeping import Span


def best_cover(spans: Iterable[Span], first: int, end: int) -> list[Span]:
    """The blocks that hold most of some games without holding any of them twice.

    Two processes that play the same work cut it into blocks differently, and so do runs of different lengths.

    Args:
        spans: The games of each block.
        first: Number of the first game.
        end: Number after the last game.

    Returns:
        Blocks that lie wholly between the two, in order; of several choices, one with few blocks.
    """
    inside = sorted({each for each in spans if first <= each.first and each.end <= end}, key=_by_end)
    ends = [each.end for each in inside]
    # Weighted interval scheduling: the best of the first blocks, by their number, as (games, minus the blocks).
    best = [(0, 0)]
    before = []
    for place, each in enumerate(inside):
        before.append(bisect_right(ends, each.first, 0, place))
        games, blocks = best[before[place]]
        best.append(max(best[place], (games + each.count, blocks - 1)))
    chosen = []
    place = len(inside)
    while place > 0:
        if best[place] == best[place - 1]:
            place -= 1
        else:
            chosen.append(inside[place - 1])
            place = before[place - 1]
    return chosen[::-1]


def _by_end(span: Span) -> tuple[int, int]:
    return span.end, span.first
