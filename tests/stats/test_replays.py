"""The share of winning that the deal decides: right where it is known, and as sure as it says."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from analyzer.stats.replays import Replays, difference, share_of_deal

UNIT = 60
SEATS = 4

Wins = npt.NDArray[np.int64]


def played(draw: np.random.Generator, deals: int, fates: tuple[float, ...]) -> list[list[Wins]]:
    """Winners of two replays for several sides: the deal decides where its lot lies below the side's fate."""
    lots, decided = draw.random(deals), draw.integers(0, SEATS, deals)
    return [
        [np.where(lots < fate, decided, draw.integers(0, SEATS, deals)) for _ in range(2)] for fate in fates
    ]


def columns(replays: list[Wins]) -> Wins:
    one, other = ((UNIT * (each == np.arange(SEATS)[:, np.newaxis])).astype(np.int64) for each in replays)
    return np.stack([(one * other).sum(axis=0), (one * one + other * other).sum(axis=0), *(one + other)])


def added(rows: Wins) -> Replays:
    return Replays(rows.shape[1], rows.sum(axis=1), rows @ rows.T, UNIT)


@pytest.mark.parametrize("fate", [0.0, 0.1, 0.6, 0.97])
def test_one_interval_in_twenty_misses_the_truth(fate: float) -> None:
    draw = np.random.default_rng(round(100 * fate))
    runs = 800
    held = 0
    for _ in range(runs):
        (sides,) = played(draw, 600, (fate,))
        found = share_of_deal(added(columns(sides)))
        assert found is not None
        held += found.low <= fate <= found.high
    assert 0.92 <= held / runs <= 0.977  # 0.95 give or take 3.5 standard errors


def test_differences_on_common_deals_are_as_sure_as_they_say() -> None:
    draw = np.random.default_rng(7)
    runs = 800
    held, widths = 0, []
    for _ in range(runs):
        one, other = (columns(side) for side in played(draw, 600, (0.6, 0.5)))
        found = difference(added(one), added(other), one @ other.T)
        assert found is not None
        held += found.low <= 0.1 <= found.high
        single = share_of_deal(added(one))
        assert single is not None
        widths.append((found.high - found.low) / (single.high - single.low))
    assert 0.92 <= held / runs <= 0.977
    # Two sides apart would make it wider by a factor of 1.41.
    assert np.mean(widths) < 1.25


def test_the_share_does_not_depend_on_who_wins_how_often() -> None:
    draw = np.random.default_rng(8)
    lots = draw.random(200_000)
    decided = draw.choice(SEATS, 200_000, p=[0.7, 0.1, 0.1, 0.1])
    replays = [
        np.where(lots < 0.3, decided, draw.choice(SEATS, 200_000, p=[0.7, 0.1, 0.1, 0.1])) for _ in range(2)
    ]
    found = share_of_deal(added(columns(replays)))
    assert found is not None
    assert found.mean == pytest.approx(0.3, abs=0.01)


@pytest.mark.parametrize("deals", [50, 5000])
def test_where_nothing_is_left_to_chance_the_deal_decides_all(deals: int) -> None:
    winners = np.random.default_rng(9).integers(0, SEATS, deals)
    one = columns([winners, winners])
    found = share_of_deal(added(one))
    assert found is not None
    assert (found.mean, found.high) == (1.0, 1.0)
    # As many deals may come out differently as have not come up yet: 3.8 in 5000 (Wilson), each worth 4/3 of a deal.
    assert 1 - found.low == pytest.approx(3.84 / (deals + 3.84) * 4 / 3, rel=0.1)
    same = difference(added(one), added(one), one @ one.T)
    assert same is not None
    assert same.low < 0 == same.mean < same.high


def test_sides_that_replay_alike_differ_by_nothing_but_are_not_certain_to() -> None:
    (sides,) = played(np.random.default_rng(10), 600, (0.4,))
    rows = columns(sides)
    found = difference(added(rows), added(rows), rows @ rows.T)
    assert found is not None
    assert found.mean == 0
    assert found.low < 0 < found.high


@pytest.mark.parametrize(
    "of", [lambda one: share_of_deal(one), lambda one: difference(one, one, one.products)]
)
def test_where_the_same_seat_always_wins_there_is_no_share(of: Callable[[Replays], object]) -> None:
    winners = np.zeros(100, np.int64)
    assert of(added(columns([winners, winners]))) is None
