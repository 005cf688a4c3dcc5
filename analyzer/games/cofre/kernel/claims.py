"""Settles the claims of a round (C4 to C6) by words of places: bit 0 is the fastest seat, bit 1 the next one.

The three chest cards stand by their stars, the most first and equal ones from left to right: so each of a type's
claimants, in the order of speed, takes the first card of the type that is left.
"""

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.jit import helper
from analyzer.games.cofre.cards import STAR_BITS, STAR_VALUES, TREASURE
from analyzer.games.cofre.kernel.chance import seat_at

NOBODY_CLAIMS = np.uint64(0)
_ONE = np.uint64(1)


@helper
def fastest(places):
    """The lowest place of some; none of none.

    Args:
        places: Word of places, uint64.

    Returns:
        Word of places, uint64.
    """
    return places & (~places + _ONE)


@helper
def kind_of(card):
    """A chest card's type: int64."""
    return card >> STAR_BITS


@helper
def stars_on(card):
    """A chest card's stars: int64."""
    return card & (STAR_VALUES - 1)


@helper
def target_kind(first, second, third, on_first, on_second, on_third):
    """The type of the chest card that treasure cards claim (C6).

    Args:
        first: int64, the card of most stars, of equals the leftmost.
        second: int64, the next card by stars.
        third: int64, the last one.
        on_first: Word of places, uint64: pirate cards of the first card's type.
        on_second: Likewise of the second card's.
        on_third: Likewise of the third card's.

    Returns:
        Number of the type, int64.
    """
    most = stars_on(first)
    kind = kind_of(first)
    fewest = popcount(on_first)
    if stars_on(second) == most and popcount(on_second) < fewest:
        kind = kind_of(second)
        fewest = popcount(on_second)
    if stars_on(third) == most and popcount(on_third) < fewest:
        kind = kind_of(third)
    return kind


@helper
def takers(rest, pirates, has_most_stars):
    """Who may take the next card of a type: those who have not had a go, or else its pirates in a further go (C5).

    Args:
        rest: Word of places, uint64: claimants of the type who have not taken in this go.
        pirates: Word of places, uint64: pirate cards of the type.
        has_most_stars: bool: whether it is as good as the card of most stars, which alone a treasure card takes (C6).

    Returns:
        Word of places, uint64, and whether a further go begins, bool.
    """
    able = rest if has_most_stars else rest & pirates
    return (able, False) if able != NOBODY_CLAIMS else (pirates, True)


@helper
def sorted_line(hidden):
    """The three chest cards by their stars, the most first, equal ones from left to right."""
    first, second, third = np.int64(hidden.line[0]), np.int64(hidden.line[1]), np.int64(hidden.line[2])
    if stars_on(second) > stars_on(first):
        first, second = second, first
    if stars_on(third) > stars_on(second):
        second, third = third, second
        if stars_on(second) > stars_on(first):
            first, second = second, first
    return first, second, third


@helper
def claims_on(table, hidden, first, second, third):
    """Who has played the pirate card of each chest card's type (C4), and who the treasure card; words of places."""
    on_first = NOBODY_CLAIMS
    on_second = NOBODY_CLAIMS
    on_third = NOBODY_CLAIMS
    treasures = NOBODY_CLAIMS
    bit = _ONE
    for place in range(table.players):
        choice = hidden.choices[seat_at(hidden.order, place)]
        on_first |= bit if choice == kind_of(first) else NOBODY_CLAIMS
        on_second |= bit if choice == kind_of(second) else NOBODY_CLAIMS
        on_third |= bit if choice == kind_of(third) else NOBODY_CLAIMS
        treasures |= bit if choice == TREASURE else NOBODY_CLAIMS
        bit <<= _ONE
    return on_first, on_second, on_third, treasures


@helper
def settle(first, second, third, on_first, on_second, on_third, all_first, all_second, all_third, playing):
    """Who takes each chest card (C4 to C6), of those who have not slipped.

    Returns:
        Three words of one place each, or none; whether the second and the third card were left for a further go.
    """
    rest_first = all_first & playing
    by_first = fastest(rest_first)
    rest_first ^= by_first
    as_first = kind_of(second) == kind_of(first)
    rest_second = rest_first if as_first else all_second & playing
    able, second_again = takers(rest_second, on_second & playing, stars_on(second) == stars_on(first))
    by_second = fastest(able)
    rest_second = able ^ by_second
    rest_third = all_third & playing
    if kind_of(third) == kind_of(second):
        rest_third = rest_second
    elif kind_of(third) == kind_of(first):
        rest_third = rest_first
    able, third_again = takers(rest_third, on_third & playing, stars_on(third) == stars_on(first))
    return by_first, by_second, fastest(able), second_again, third_again
