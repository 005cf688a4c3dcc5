"""With every index checked, the kernels do the same and never leave an array (they are compiled without checks)."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.request import set_table
from analyzer.studies.simulate import play_table
from tests.games.hollander.positions import play, read, table

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")

ROOT = Path(__file__).parents[3]
SPECIALS = ("hollander", "kraken", "mutiny", "wormhole", "island", "pirate")
CREW = tuple(str(rank) for rank in range(1, 11))
SWAPS = ("keep", "high", "low", "specials", "crew", "random")

LARGEST = [f"deck.{kind}=15" for kind in CREW + SPECIALS]
SMALLEST = [
    *(f"deck.{rank}={4 if int(rank) <= 4 else 0}" for rank in CREW),
    *(f"deck.{special}=0" for special in SPECIALS),
    "options.hand_size=2",
]
FEW_CREW = [
    *(f"deck.{rank}={1 if int(rank) <= 4 else 0}" for rank in CREW),
    *(f"deck.{s}=15" for s in SPECIALS),
]
WIDE = ["options.hand_size=5", "options.poker_size=6", "options.mutiny_first_max=5"]
OTHERWISE = [
    "options.refill_mid_turn=false",
    "options.wormhole_clears_reference=true",
    "options.pirate_clears_reference=true",
    "options.hollander_on_hollander_skips=true",
    "options.poker_of_specials=false",
    "options.poker_size=3",
    "options.mutiny_first_max=1",
]
EVERYBODY = [f"{policy}:swap={swap}" for policy in ("lowest", "random") for swap in SWAPS]
MIXED = [f"{'random' if seat % 2 else 'lowest'}:swap={swap}" for seat, swap in enumerate(SWAPS)]

TABLES: list[tuple[int, list[str], list[str], int]] = [
    *((6, [policy], LARGEST + WIDE, 100) for policy in EVERYBODY),
    *((players, ["random"], LARGEST + OTHERWISE, 100) for players in range(2, 7)),
    (6, MIXED, [*LARGEST, *WIDE, "options.turn_limit=1"], 2_000),
    (6, MIXED, FEW_CREW + WIDE, 300),
    (6, MIXED, FEW_CREW + OTHERWISE, 300),
    (2, ["random"], [*SMALLEST, "options.turn_limit=10000"], 300),
    (2, ["lowest"], [*SMALLEST, "options.turn_limit=10000"], 300),
    (2, ["lowest", "random"], [*FEW_CREW, "options.turn_limit=10000"], 20),
    (4, ["random"], [], 2_000),
    (6, ["search:playouts=1,inside=random"], [*LARGEST, *WIDE, "options.turn_limit=100"], 5),
    (2, ["search:playouts=2,inside=lowest"], SMALLEST, 20),
    (3, ["search:playouts=1"], [*FEW_CREW, *OTHERWISE, "options.turn_limit=100"], 5),
]
"""Players, policies, changes of the rules, and games."""


def figures() -> list[Any]:
    """What the games of all tables add up to, and the traces of some."""
    found = []
    for players, policies, changes, games in TABLES:
        table = set_table("hollander", players=players, policies=policies, settings=changes)
        tally = play_table(table, games=games, seed=2**63 - 1, threads=1).tally
        traces = [table.game.trace(table.setup, 2**63 - 1, game) for game in range(5)]
        sums = [int(values[0]) for values in (*tally.sums.values(), *tally.squares.values())]
        text = json.dumps([tally.lengths.tolist(), traces])
        found.append([tally.wins.tolist(), tally.unfinished, sums, hashlib.sha256(text.encode()).hexdigest()])
    return found


EVERY_KIND = CREW + SPECIALS
POSITIONS: list[tuple[str, int, int, list[str], dict[str, Any]]] = [
    ("swap", 6, 5, LARGEST + WIDE, {"hand": "1 2 3 4 5", "battle": "hollander kraken 10"}),
    ("play", 6, 5, LARGEST + WIDE, {"hand": [f"11x{kind}" for kind in EVERY_KIND], "battle": "9 8 7"}),
    ("play", 2, 1, SMALLEST, {"hand": "1 2", "battle": "3 3 4", "known-of": {0: "4 4"}}),
    (
        "play",
        3,
        2,
        OTHERWISE,
        {
            "hand": [f"{kind}*2" for kind in CREW],
            "battle": "1 2 3",
            "pile": "pirate",
            "decide": "pirate",
            "battle-of": {0: "10 10 9", 1: "kraken kraken island"},
        },
    ),
]
"""Question, players, seat, changes of the rules, and what is said."""


def advised() -> list[Any]:
    """What every action wins in some worlds of some positions."""
    found = []
    for question, players, seat, changes, given in POSITIONS:
        position = read(question, given, seat, table("random", players=players, settings=changes))
        found.append(play(position, 20).tolist())
    return found


def refuses_a_wrong_index() -> bool:
    """Whether indices are checked in what is compiled now."""
    import numpy as np

    from analyzer.core.jit import step

    @step
    def item(array, index):
        return array[index]

    try:
        item(np.zeros(3), 3)
    except IndexError:
        return True
    return False


def checked(code: str) -> Any:
    """What an expression over this module gives in a process that checks every index."""
    result = subprocess.run(
        [sys.executable, "-c", f"import json\nfrom {__name__} import *\nprint(json.dumps({code}))"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_indices_are_checked_where_that_is_asked_for() -> None:
    assert checked("refuses_a_wrong_index()") is True


def test_extreme_tables_stay_within_bounds_and_give_the_same_figures() -> None:
    assert checked("figures()") == figures()


def test_positions_of_extreme_tables_are_played_on_within_bounds() -> None:
    assert checked("advised()") == advised()
