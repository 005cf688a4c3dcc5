"""Watched games stay within their arrays, at the most extreme tables."""

import hashlib

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.game import Cofre
from tests.games.cofre.own_policies import table
from tests.games.cofre.test_bounds import FEWEST_CARDS, LARGEST, ONE_TYPE, checked

TABLES = [(6, LARGEST), (6, ONE_TYPE), (6, FEWEST_CARDS), (2, LARGEST)]
"""Players, and changes of the rules."""


def figures() -> list[str]:
    """What comes of the games of all tables."""
    found = []
    for players, settings in TABLES:
        setup = table("random", players=players, settings=tuple(settings)).setup
        for again in range(2):
            records = Cofre().play_closely(setup, 2**63 - 1, 0, 100, np.zeros(1, np.int64), again)
            arrays = [np.ascontiguousarray(records.measures[key]) for key in sorted(records.measures)]
            found += [hashlib.sha256(array.tobytes()).hexdigest() for array in arrays]
    return found


@pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")
def test_extreme_tables_stay_within_bounds_and_give_the_same_figures() -> None:
    code = f"__import__({__name__!r}, fromlist=['figures']).figures()"
    assert checked(code) == figures()
