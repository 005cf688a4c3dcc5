"""Seatings: everybody sits equally often in every seat, and all meet equally often, or nearly."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from analyzer.studies.seatings import MOST_GAMES, Seating, all_seatings

FIELDS = [(k, n) for n in range(2, 9) for k in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 30)]


def in_seats(seatings: list[Seating]) -> set[int]:
    """How often a competitor sits in a seat: all that come up."""
    counts = Counter((one, seat) for seating in seatings for seat, one in enumerate(seating))
    size, players = 1 + max(map(max, seatings)), len(seatings[0])
    return {counts[one, seat] for one in range(size) for seat in range(players)}


def meetings(seatings: list[Seating]) -> list[int]:
    """How often two competitors sit at the same table, seat by seat, of all pairs."""
    counts = Counter(
        frozenset(pair) for seating in seatings for pair in combinations(seating, 2) if pair[0] != pair[1]
    )
    size = 1 + max(map(max, seatings))
    return [counts[frozenset(pair)] for pair in combinations(range(size), 2)]


@pytest.mark.parametrize(("competitors", "players"), FIELDS)
def test_they_are_balanced(competitors: int, players: int) -> None:
    seatings = all_seatings(competitors, players, 1)
    assert len(set(seatings)) == len(seatings)
    assert all(len(seating) == players for seating in seatings)
    assert {one for seating in seatings for one in seating} == set(range(competitors))
    assert len(in_seats(seatings)) == 1
    met = meetings(seatings)
    assert min(met) > 0
    tables = {tuple(sorted(seating)) for seating in seatings}
    a_table = len(seatings) // len(tables)
    assert max(met) - min(met) <= 2 * a_table
    # More games only where all could not meet otherwise.
    assert players == 2 or len(seatings) <= max(MOST_GAMES, 20 * competitors)


@pytest.mark.parametrize(("competitors", "players"), [(k, n) for k, n in FIELDS if k <= 6 or n == 2])
def test_few_competitors_meet_exactly_equally_often(competitors: int, players: int) -> None:
    assert len(set(meetings(all_seatings(competitors, players, 1)))) == 1


def test_two_players_meet_both_ways_round() -> None:
    assert sorted(all_seatings(4, 2, 1)) == sorted(permutations(range(4), 2))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_competitors_as_seats_sit_in_all_orders(players: int) -> None:
    assert sorted(all_seatings(players, players, 1)) == sorted(permutations(range(players)))


def test_competitors_are_chosen_in_all_ways_if_they_are_few() -> None:
    tables = Counter(tuple(sorted(seating)) for seating in all_seatings(6, 3, 1))
    assert sorted(tables) == sorted(combinations(range(6), 3))
    assert set(tables.values()) == {6}


def test_too_few_competitors_sit_several_times_each() -> None:
    tables = Counter(tuple(sorted(seating)) for seating in all_seatings(2, 3, 1))
    assert tables == {(0, 0, 1): 3, (0, 1, 1): 3}
    tables = Counter(tuple(sorted(seating)) for seating in all_seatings(2, 4, 1))
    assert tables == {(0, 0, 1, 1): 6}


def test_everybody_at_a_table_is_turned_through_its_seats() -> None:
    for competitors, players in [(12, 4), (9, 3), (7, 5)]:
        seatings = set(all_seatings(competitors, players, 3))
        assert all(seating[1:] + seating[:1] in seatings for seating in seatings)


def test_what_is_drawn_comes_from_the_seed() -> None:
    assert all_seatings(12, 4, 1) == all_seatings(12, 4, 1)
    assert all_seatings(12, 4, 1) != all_seatings(12, 4, 2)
    assert all_seatings(5, 2, 1) == all_seatings(5, 2, 2)
