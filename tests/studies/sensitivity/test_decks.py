"""The sample of plausible decks: even in every dimension, scrambles unlike each other, and a share with its spread."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from analyzer.errors import UserError
from analyzer.games.balance import PlausibleDecks
from analyzer.stats.intervals import rate
from analyzer.studies.sensitivity.decks import draw_points, share
from analyzer.studies.sensitivity.plan import check_decks

BOX = PlausibleDecks([("ranks", 3, 10), ("copies", 0, 1), ("specials", 5, 5)])


def test_every_scramble_is_even_in_every_dimension() -> None:
    scrambles = draw_points(BOX, 16, seed=3)
    for points in scrambles:
        ranks, copies, specials = zip(*points, strict=True)
        assert Counter(ranks) == dict.fromkeys(range(3, 11), 2)
        assert Counter(copies) == {0: 8, 1: 8}
        assert Counter(zip(ranks, copies, strict=True)) == {
            (rank, copy): 1 for rank in range(3, 11) for copy in (0, 1)
        }
        assert set(specials) == {5}
    assert len({tuple(points) for points in scrambles}) == len(scrambles) == 4


def test_the_seed_decides_what_is_drawn() -> None:
    assert draw_points(BOX, 8, seed=3) == draw_points(BOX, 8, seed=3)
    assert draw_points(BOX, 8, seed=3) != draw_points(BOX, 8, seed=4)
    assert draw_points(BOX, 8, seed=2**63 - 1) != draw_points(BOX, 8, seed=0)


def test_the_share_has_students_interval_over_scrambles() -> None:
    shares = np.array([12, 10, 14, 11]) / 16
    low, high = stats.t.interval(0.95, 3, shares.mean(), stats.sem(shares))
    found = share([12, 10, 14, 11], [0, 0, 0, 0], 16)
    assert (found.mean, found.low, found.high) == pytest.approx((shares.mean(), low, high))


def test_open_decks_count_at_the_end_that_is_worse() -> None:
    alone, with_open = share([8, 9, 8, 9], [0] * 4, 16), share([8, 9, 8, 9], [4, 5, 4, 4], 16)
    assert (with_open.mean, with_open.low) == (alone.mean, alone.low)
    assert with_open.high == share([12, 14, 12, 13], [0] * 4, 16).high
    assert share([16, 15, 16, 16], [0] * 4, 16).high == 1


def test_scrambles_that_agree_are_not_taken_to_be_certain() -> None:
    found = share([16] * 4, [0] * 4, 16)
    assert found == rate(64, 64)
    assert found.low < 0.95


@pytest.mark.parametrize("decks", [0, 4, 8, 64, 2048])
def test_a_sample_has_four_times_a_power_of_two(decks: int) -> None:
    check_decks(decks)


@pytest.mark.parametrize(
    ("decks", "right"), [(1, "4 or 8"), (12, "8 or 16"), (63, "32 or 64"), (65, "64 or 128")]
)
def test_any_other_number_is_refused_with_those_that_are_right(decks: int, right: str) -> None:
    with pytest.raises(UserError, match=right):
        check_decks(decks)
