"""Writes down what happens in a round, for a trace; all of it vanishes where nothing is watched."""

import numpy as np

from analyzer.core.jit import helper
from analyzer.core.log import note, word
from analyzer.games.cofre.kernel.chance import seat_at
from analyzer.games.cofre.kernel.claims import kind_of
from analyzer.games.cofre.kernel.log import (
    BITS_OF_CARD,
    BY_SLIP,
    BY_TREASURE,
    NOTE_CHOICE,
    NOTE_GAIN,
    NOTE_HOOK,
    NOTE_ORDER,
    NOTE_SLIP,
    NOTE_UNHOOK,
)
from analyzer.games.cofre.kernel.state import NOBODY

_ONE = np.uint64(1)


@helper
def note_choices(table, hidden, log):
    """Writes down what was chosen, and the order of speed."""
    if log is not None:
        for seat in range(table.players):
            note(log, NOTE_CHOICE, seat, hidden.choices[seat], 0, 0, 0)
        note(log, NOTE_ORDER, NOBODY, word(hidden.order), 0, 0, 0)


@helper
def note_outcome(table, hidden, first, second, third, by_first, by_second, by_third, slipped, failed, log):
    """Writes down who slips, who gains what, who draws and who gives back hook cards; each in the order of speed."""
    if log is not None:
        for place in range(table.players):
            if (slipped >> np.uint64(place)) & _ONE:
                note(log, NOTE_SLIP, seat_at(hidden.order, place), 0, 0, 0, 0)
        for place in range(table.players):
            cards = np.int64(0)
            packed = np.int64(0)
            for card, taker in ((first, by_first), (second, by_second), (third, by_third)):
                if (taker >> np.uint64(place)) & _ONE:
                    packed |= card << (BITS_OF_CARD * cards)
                    cards += 1
            if cards > 0:
                note(log, NOTE_GAIN, seat_at(hidden.order, place), cards, packed, 0, 0)
        for place in range(table.players):
            if (slipped >> np.uint64(place)) & _ONE:
                note(log, NOTE_HOOK, seat_at(hidden.order, place), BY_SLIP, 0, 0, 0)
            elif (failed >> np.uint64(place)) & _ONE:
                note(log, NOTE_HOOK, seat_at(hidden.order, place), BY_TREASURE, 0, 0, 0)
        for place in range(table.players):
            gold = np.int64(0)
            for card, taker in ((first, by_first), (second, by_second), (third, by_third)):
                if kind_of(card) == table.gold_type and (taker >> np.uint64(place)) & _ONE:
                    gold += 1
            # Who has just won cards has drawn no hook card in this round.
            given = min(gold, np.int64(table.hooks[seat_at(hidden.order, place)]))
            if given > 0:
                note(log, NOTE_UNHOOK, seat_at(hidden.order, place), given, 0, 0, 0)
