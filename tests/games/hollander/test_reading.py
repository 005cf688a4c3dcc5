"""What a player reads off the table about a play that they think of comes true when they make it."""

from collections import Counter

import numpy as np
import pytest

from analyzer.core.cardset import KINDS
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.games.hollander.cards import HOLLANDER, PIRATE, WORMHOLE
from analyzer.games.hollander.kernel import reading
from analyzer.games.hollander.kernel.state import FINAL, NO_REFERENCE, NOBODY, PIRATE_CHOICE, PLAY
from tests.games.hollander.test_observation import carry_out, tables, walk

pytestmark = pytest.mark.interpreted

GAMES = 150 if JIT_IS_ON else 8
GHOSTS = [count << 4 * HOLLANDER for count in range(1, 16)]
"""Piles of hollanders only."""


@step
def legal_now(observation):
    return reading.legal_now(observation)


@step
def legal_after(observation, kind):
    return reading.legal_after(observation, kind)


@step
def seat_after(observation, kind, count):
    return reading.seat_after(observation, kind, count)


@step
def burns(observation, kind, count):
    return reading.burns(observation, kind, count)


def plays(asked, game):
    """Yields every play that could be made in a game: the table before it, kind and count, and the table after it."""
    for before in walk(asked, game):
        if before.table["phase"] != PLAY or before.table["zone"] == FINAL:
            continue
        for kind in range(KINDS):
            for count in range(1, (int(before.table["playable"]) >> 4 * kind & 15) + 1):
                after = before.copy()
                play = np.int64(kind), np.int64(count)
                carry_out(after.table, after.hidden, *play, np.int64(0), np.int64(0))
                if after.hidden["winner"] == NOBODY:
                    yield before.table, *play, after.table


def test_what_is_foretold_of_a_play_comes_true_under_all_rules():
    seen = Counter()
    for asked, game in tables(GAMES):
        for before, kind, count, after in plays(asked, game):
            burned = after["burned"] != before["burned"]
            assert burns(before, kind, count) == burned
            foretold = seat_after(before, kind, count)
            if kind == WORMHOLE and not burned:
                pass  # whoever it names
            elif after["phase"] == PIRATE_CHOICE:
                assert foretold == (after["seat"] + 1) % after["players"]
            else:
                assert foretold == after["seat"]
            if burned:
                continue
            assert legal_after(before, kind) == legal_now(after)
            cleared = (
                int(before["clearing_kinds"]) >> 4 * int(kind) & 1 and before["reference"] != NO_REFERENCE
            )
            seen["cleared by", int(kind)] += cleared
            if kind == HOLLANDER and int(before["pile"]) in GHOSTS:
                seen["ghost on ghosts", int(before["ghosts_skip_on_ghosts"])] += 1
    if JIT_IS_ON:
        assert seen["cleared by", WORMHOLE] and seen["cleared by", PIRATE]
        assert seen["ghost on ghosts", 0] and seen["ghost on ghosts", 1]
