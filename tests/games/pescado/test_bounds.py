"""With every index checked, the kernels do the same and never leave an array (they are compiled without checks)."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.cards import CARD_NAMES, CARDS, set_of
from analyzer.games.pescado.kernel import best, counting, listing
from analyzer.games.tally import play_block
from analyzer.studies.request import set_table
from tests.games.pescado.advised import play_on, position
from tests.games.pescado.dealt_out import late
from tests.games.pescado.tables import QUICK, SEARCH

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")

ROOT = Path(__file__).parents[3]
ALL_IN = ["options.left_out=4", "options.specials_in=10"]
FEWEST = ["options.left_out=30", "options.specials_in=0", "options.target=1000", "options.round_limit=300"]
LONGEST = ["options.target=1000", "options.round_limit=10000"]
NO_NUMBERS = ["options.left_out=40", "options.specials_in=10"]

TABLES: list[tuple[int, list[str], list[str], int]] = [
    *((2, [policy], ALL_IN, 150) for policy in QUICK),
    *((6, [policy], [], 150) for policy in QUICK),
    *((2, [policy], NO_NUMBERS, 50) for policy in QUICK),
    *((players, [SEARCH], rules, 10) for players, rules in ((2, ALL_IN), (6, []), (2, NO_NUMBERS))),
    (3, ["random", "expert", "careful"], ["options.left_out=1", "options.specials_in=10"], 100),
    (4, ["random"], ["options.most_needs_one=false", "options.target=1"], 300),
    (2, ["random", "expert"], FEWEST, 20),
    (2, [SEARCH], FEWEST, 1),
    (2, ["greedy-cards"], LONGEST, 3),
]
"""Players, policies, changes of the rules, and games."""


def figures() -> list[Any]:
    """What the games of all tables add up to, and the traces of some."""
    found = []
    for players, policies, changes, games in TABLES:
        table = set_table("pescado", players=players, policies=policies, settings=changes)
        tally = play_block(table.game, table.setup, 2**63 - 1, 0, games, np.zeros(1, np.int64))
        traces = [table.game.trace(table.setup, 2**63 - 1, game) for game in range(min(games, 3))]
        sums = {key: values.tolist() for key, values in tally.sums.items()}
        text = json.dumps([tally.lengths.tolist(), sums, traces])
        found.append([tally.wins.tolist(), tally.unfinished, hashlib.sha256(text.encode()).hexdigest()])
    return found


def searches() -> list[Any]:
    """Captures from tables of all sizes, the largest included."""
    pick = random.Random(1)
    worths = np.arange(CARDS, dtype=np.float64) - 20
    found = []
    for size in [*range(51), *[49] * 20]:
        cards = pick.sample(range(CARDS), size)
        table = np.uint64(set_of(cards))
        for card in set(range(CARDS)) - set(cards):
            count = int(counting.count_captures(table, np.int64(card)))
            sets = np.zeros(40, np.uint64)
            row = [
                card,
                count,
                int(listing.list_captures(table, np.int64(card), sets, np.int64(0), np.int64(40))),
            ]
            if count:
                row += [int(counting.nth_capture(table, np.int64(card), np.int64(pick.randrange(count))))]
                row += [int(best.best_capture(table, np.int64(card), worths)[0])]
                row += [int(best.most_cards(table, np.uint64(1 << card))[1])]
            found.append([*row, int(sets.sum())])
    return found


def advice() -> list[Any]:
    """What comes of positions: late ones, also with captured cards that are not told of, and one with a full table."""
    pick = random.Random(2)
    found = []
    for players, untold in [(2, {}), (2, {1: 15}), (3, {0: 4, 2: 9}), (6, {})]:
        for held in (1, 3):
            said = late(pick, players, held=held, untold=untold, deals_left=bool(untold))
            found.append(_advised(players, [], said))
    cards = pick.sample(CARD_NAMES, 43)
    found.append(_advised(2, ALL_IN, {"hand": cards[:3], "table": cards[3:]}))
    return found


def _advised(players: int, rules: list[str], said: dict[str, Any]) -> list[Any]:
    at = position(["random", "expert", *["greedy-points"] * (players - 2)], 0, rules, **said)
    return [[action.label for action in at.actions], play_on(at, count=30).tolist()]


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


def test_extreme_tables_stay_within_bounds_and_give_the_same_figures() -> None:
    assert checked("figures()") == figures()


def test_positions_are_played_on_within_bounds() -> None:
    assert checked("advice()") == advice()


def test_captures_from_any_table_stay_within_bounds() -> None:
    assert checked("searches()") == searches()
