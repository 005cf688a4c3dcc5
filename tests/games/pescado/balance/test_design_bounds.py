"""Watched games and exchanged cards stay within their arrays, at the most extreme tables."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.game import Pescado
from tests.games.pescado.own_policies import table
from tests.games.pescado.test_bounds import ALL_IN, FEWEST, NO_NUMBERS, checked

TABLES: list[tuple[int, Sequence[str], Sequence[str]]] = [
    (2, ["random"], ALL_IN),
    (6, ["expert", "random", "careful"] * 2, []),
    (2, ["greedy-points"], NO_NUMBERS),
    (2, ["random", "expert"], FEWEST),
]
"""Players, policies and changes of the rules."""


def figures() -> list[str]:
    """What comes of the games of all tables."""
    return [hashlib.sha256(array.tobytes()).hexdigest() for array in _arrays()]


def _arrays() -> Iterator[Any]:
    game, stop = Pescado(), np.zeros(1, np.int64)
    for players, policies, settings in TABLES:
        setup = table(*policies, players=players, settings=tuple(settings)).setup
        for again in range(2):
            records = game.play_closely(setup, 2**63 - 1, 0, 30, stop, again)
            yield from records.measures.values()
        seen = game.play_seen(setup, 2**63 - 1, 0, 100, stop)
        yield from (seen.scores, seen.dealt, seen.drawn, seen.played)
        yield game.play_exchanged(setup, 0, 2**63 - 1, 0, 40, stop)


@pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")
def test_extreme_tables_stay_within_bounds_and_give_the_same_figures() -> None:
    code = f"__import__({__name__!r}, fromlist=['figures']).figures()"
    assert checked(code) == figures()
