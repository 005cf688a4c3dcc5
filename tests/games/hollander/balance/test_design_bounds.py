"""Watched games and exchanged deals stay within their arrays, at the most extreme tables."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.hollander.game import Hollander
from tests.games.hollander.own_policies import table
from tests.games.hollander.test_bounds import FEW_CREW, LARGEST, OTHERWISE, SMALLEST, WIDE, checked

TABLES: list[tuple[int, Sequence[str], Sequence[str]]] = [
    (6, ["random"], [*LARGEST, *WIDE]),
    (6, ["expert", "random", "lowest"] * 2, [*FEW_CREW, *OTHERWISE]),
    (2, ["random"], [*SMALLEST, "options.turn_limit=10000"]),
    (2, ["lowest"], ["options.turn_limit=1"]),
]
"""Players, policies and changes of the rules."""


def figures() -> list[str]:
    """What comes of the games of all tables."""
    return [hashlib.sha256(array.tobytes()).hexdigest() for array in _arrays()]


def _arrays() -> Iterator[Any]:
    game, stop = Hollander(), np.zeros(1, np.int64)
    for players, policies, settings in TABLES:
        setup = table(*policies, players=players, settings=tuple(settings)).setup
        for again in range(2):
            records = game.play_closely(setup, 2**63 - 1, 0, 100, stop, again)
            yield np.array([*records.measures.values()])
        seen = game.play_seen(setup, 2**63 - 1, 0, 100, stop)
        yield from (seen.scores, seen.dealt, seen.drawn, seen.played)
        for zone in range(3):
            yield game.play_exchanged(setup, zone, 2**63 - 1, 0, 20, stop)


@pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")
def test_extreme_tables_stay_within_bounds_and_give_the_same_figures() -> None:
    code = f"__import__({__name__!r}, fromlist=['figures']).figures()"
    assert checked(code) == figures()
