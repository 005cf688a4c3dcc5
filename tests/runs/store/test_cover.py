"""Of stored blocks that overlap, those are taken that hold most, and none twice."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.runs.keeping import Span
from analyzer.runs.store.cover import best_cover


def spans(*pairs: tuple[int, int]) -> list[Span]:
    """From and until."""
    return [Span(first, end - first) for first, end in pairs]


@pytest.mark.parametrize(
    ("stored", "chosen"),
    [
        ([], []),
        ([(0, 10)], [(0, 10)]),
        ([(10, 20), (0, 10)], [(0, 10), (10, 20)]),
        ([(0, 10), (5, 15), (10, 20)], [(0, 10), (10, 20)]),
        ([(0, 6), (6, 10), (5, 20)], [(5, 20)]),
        ([(0, 10), (10, 20), (0, 20)], [(0, 20)]),
        ([(90, 110), (0, 10)], [(0, 10)]),
        # Two processes began alike, and one of them was killed within a block of the other.
        ([(0, 10), (10, 40), (40, 100), (10, 50), (50, 90)], [(0, 10), (10, 40), (40, 100)]),
    ],
)
def test_the_blocks_that_are_taken(stored: list[tuple[int, int]], chosen: list[tuple[int, int]]) -> None:
    assert best_cover(spans(*stored), 0, 100) == spans(*chosen)


ANY_SPAN = st.builds(Span, st.integers(0, 30), st.integers(1, 12))


@given(st.lists(ANY_SPAN, max_size=9), st.integers(0, 12), st.integers(0, 40))
def test_no_choice_of_blocks_holds_more(stored: list[Span], first: int, end: int) -> None:
    def is_possible(some: tuple[Span, ...]) -> bool:
        inside = all(first <= each.first and each.end <= end for each in some)
        return inside and all(a.end <= b.first or b.end <= a.first for a, b in combinations(some, 2))

    most = max(
        sum(span.count for span in some)
        for size in range(len(stored) + 1)
        for some in combinations(stored, size)
        if is_possible(some)
    )
    chosen = best_cover(stored, first, end)
    assert is_possible(tuple(chosen))
    assert chosen == sorted(chosen, key=lambda span: span.first)
    assert sum(span.count for span in chosen) == most
