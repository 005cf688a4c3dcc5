"""The watching seam: `note` writes an event to a log, or is nothing at all.

The kernel is compiled once with `log` of type none, where every `note` vanishes at compile time, and once with an
array, for traces. Row 0 of the array holds the number of events so far; past its end events are counted, not written.
"""

import numpy as np

from analyzer.core.jit import helper

(
    NOTE_SWAP,  # seat, battle cards, hand
    NOTE_TURN,  # seat, turn
    NOTE_PLAY,  # seat, zone, kind, count, of which battle cards
    NOTE_BURN,  # seat, whether by four of a kind
    NOTE_NEXT,  # seat, chosen
    NOTE_EXCHANGE,  # seat, other, zone, gives, gets
    NOTE_TAKE,  # seat, pile, failed final card (card sets)
    NOTE_DRAW,  # seat, index in the deck, number of cards
    NOTE_SKIP,  # who is skipped
    NOTE_WIN,  # seat, turns
    NOTE_UNFINISHED,  # turns in the second column, as for a win
) = range(11)

COLUMNS = 6
"""Event, seat, and four more numbers as said beside each event."""


@helper
def note(log, event, seat, first, second, third, fourth):
    """Writes an event.

    Args:
        log: int64, shape (rows, COLUMNS), or None to write nothing.
        event: One of the NOTE_ constants.
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
