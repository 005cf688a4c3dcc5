"""What chance decides in a round: the order of speed (C11) and who slips (C12).

Only sums and comparisons, in a fixed order, so that every machine draws the same. The order is one word with four bits
a seat, the fastest lowest.
"""

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.streams import draw64, scaled
from analyzer.games.cofre.kernel.state import ORDER, SLIP

BITS_OF_SEAT = 4
_SEAT = np.uint64(15)
_SEATS = np.uint64(0x543210)
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_FRACTION_BITS = np.uint64(11)
_FRACTION = 2.0**-53


@helper
def fraction(stream):
    """A random number from 0 to less than 1, all multiples of 2**-53 equally likely.

    Args:
        stream: uint64, shape (4,), moved on.

    Returns:
        float64.
    """
    return _as_fraction(draw64(stream))


@helper
def _as_fraction(draw):
    return np.float64(np.int64(draw >> _FRACTION_BITS)) * _FRACTION


@helper
def seat_at(order, place):
    """The seat at a place in the order of speed.

    Args:
        order: uint64, see above.
        place: int64, 0 for the fastest.

    Returns:
        Seat, int64.
    """
    return np.int64((order >> _shift(place)) & _SEAT)


@helper
def _shift(place):
    # Never more than the word has bits; the compiler is told so.
    return np.uint64(BITS_OF_SEAT * place) & np.uint64(63)


@helper
def draw_order(table, hidden):
    """Draws the order of speed: the next one is anybody left, with a chance in proportion to their speed (C11).

    Those left stand in the order of their seats. With equal speeds the same draw picks the same one as with nearly
    equal speeds.

    Returns:
        uint64, see above.
    """
    stream = hidden.streams[ORDER]
    left = _SEATS
    order = _NONE
    players = np.int64(table.players)
    for place in range(players - 1):
        draw = draw64(stream)
        if hidden.speeds_differ:
            drawn = _by_speed(table, left, players - place, _as_fraction(draw))
        else:
            drawn = scaled(draw, players - place)
        order |= ((left >> _shift(drawn)) & _SEAT) << _shift(place)
        before = (_ONE << _shift(drawn)) - _ONE
        left = (left & before) | ((left >> np.uint64(BITS_OF_SEAT)) & ~before)
    return order | ((left & _SEAT) << _shift(players - 1))


@helper
def _by_speed(table, left, count, point):
    """Which one of those left a point between 0 and 1 picks: each has a part of that stretch in proportion to speed."""
    together = 0.0
    for index in range(count):
        together += table.speed[seat_at(left, index)]
    rest = point * together
    drawn = np.int64(0)
    rest -= table.speed[seat_at(left, drawn)]
    while rest >= 0.0 and drawn + 1 < count:
        drawn += 1
        rest -= table.speed[seat_at(left, drawn)]
    return drawn


@helper
def draw_slips(table, hidden):
    """Who slips in this round if they are tested (C12): drawn for every seat, whoever will win.

    Returns:
        Word of places, uint64, see `claims`.
    """
    stream = hidden.streams[SLIP]
    seats = _NONE
    for seat in range(table.players):
        if fraction(stream) < table.slip[seat]:
            seats |= _ONE << np.uint64(seat)
    slips = _NONE
    for place in range(table.players):
        slips |= ((seats >> np.uint64(seat_at(hidden.order, place))) & _ONE) << np.uint64(place)
    return slips
