"""The watching seam: `note` writes an event to a log, or is nothing at all.

A kernel is compiled once with `log` of type none, where every `note` vanishes at compile time, and once with an array,
for traces. Row 0 of the array holds the number of events so far; past its end events are counted, not written.
"""

import numpy as np

from analyzer.core.jit import helper

COLUMNS = 6
"""Event, seat, and four more numbers that each game gives a meaning."""


@helper
def note(log, event, seat, first, second, third, fourth):
    """Writes an event.

    Args:
        log: int64, shape (rows, COLUMNS), or None to write nothing.
        event: int64, the game's number for what happens.
        seat: int64.
        first: int64, as are the next three: what the event says besides.
        second: int64.
        third: int64.
        fourth: int64.
    """
    if log is not None:
        row = log[0, 0] + 1
        log[0, 0] = row
        if row < log.shape[0]:
            log[row, 0] = event
            log[row, 1] = seat
            log[row, 2] = first
            log[row, 3] = second
            log[row, 4] = third
            log[row, 5] = fourth


@helper
def word(card_set):
    """A card set as `note` takes it: the same 64 bits, as int64."""
    return np.uint64(card_set).view(np.int64)
