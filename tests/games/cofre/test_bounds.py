"""With every index checked, the kernels do the same and never leave an array (they are compiled without checks)."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.request import set_table
from analyzer.studies.simulate import play_table
from tests.games.cofre.tables import EVERYBODY, QUICK, SEARCH, random_rules, random_table

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")

ROOT = Path(__file__).parents[3]
STANDARD = ("gold", "rubies", "pearls", "crowns", "swords", "maps")
NONE = [f"deck.{kind}=[]" for kind in STANDARD[1:]]
LARGEST = [
    *(f"deck.{kind}={[*range(15, 0, -1)]}" for kind in STANDARD),
    *(f"deck.zz{number}={[*range(1, 16)]}" for number in range(10)),
    "options.gold_type=zz9",
    "options.slip=0.5",
]
"""16 types, 240 cards."""
ONE_TYPE = ["deck.gold=[15,15,15]", *NONE, "options.slip=0.9", "options.speed=1000000"]
FEWEST_CARDS = ["deck.gold=[0]", "deck.rubies=[0,15]", *NONE[1:], "options.gold_type="]

TABLES: list[tuple[int, list[str], list[str], int]] = [
    *((6, [policy], rules, 200) for policy in QUICK for rules in (LARGEST, ONE_TYPE, FEWEST_CARDS)),
    *((6, [SEARCH], rules, 2) for rules in (LARGEST, ONE_TYPE, FEWEST_CARDS)),
    *((players, ["counter"], [], 500) for players in range(2, 7)),
    (6, ["random"], [*LARGEST, f"options.speed={[1e-6, 1e6, 1, 1, 1e-6, 1e6]}"], 200),
    (2, ["random"], [*LARGEST, f"options.speed={[1e-6, 1e6]}"], 200),
]
"""Players, policies, changes of the rules, and games."""


def figures() -> list[Any]:
    """What the games of all tables add up to, and the traces of some."""
    found = []
    for players, policies, changes, games in TABLES:
        table = set_table("cofre", players=players, policies=policies, settings=changes)
        tally = play_table(table, games=games, seed=2**63 - 1, threads=1).tally
        traces = [table.game.trace(table.setup, 2**63 - 1, game) for game in range(3)]
        sums = [int(values[0]) for values in (*tally.sums.values(), *tally.squares.values())]
        text = json.dumps([tally.lengths.tolist(), traces])
        found.append([tally.wins.tolist(), sums, hashlib.sha256(text.encode()).hexdigest()])
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


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_blocks_make_no_difference(threads: int) -> None:
    pick = random.Random(12)
    for _ in range(4):
        players, changes, policies = random_table(pick)
        table = set_table("cofre", players=players, policies=policies, settings=changes)
        whole, split = (play_table(table, games=5_000, seed=3, threads=count).tally for count in (1, threads))
        assert whole.wins.tolist() == split.wins.tolist()
        for key, sums in whole.sums.items():
            assert sums.tolist() == split.sums[key].tolist()
            assert whole.squares[key].tolist() == split.squares[key].tolist()


def test_what_is_counted_is_what_the_traces_tell() -> None:
    pick = random.Random(13)
    for _ in range(25):
        players = pick.randint(2, 6)
        changes, policies = random_rules(pick, players), [pick.choice(EVERYBODY) for _ in range(players)]
        table = set_table("cofre", players=players, policies=policies, settings=changes)
        tally = play_table(table, games=20, seed=9, threads=1).tally
        told = [counted(table.game.trace(table.setup, 9, game)) for game in range(20)]
        for key in told[0]:
            assert int(tally.sums[key][0]) == sum(one[key] for one in told), key
        scores = [sum(one) for one in zip(*(scores_of(table, game) for game in range(20)), strict=True)]
        assert tally.sums["scores"].tolist() == scores


def scores_of(table: Any, game: int) -> list[int]:
    scores: list[int] = table.game.trace(table.setup, 9, game)[-1]["scores"]
    return scores


def counted(events: list[dict[str, Any]]) -> dict[str, int]:
    """The measures of a game, from its trace alone."""
    keys = ("hooks", "failed_treasures", "slips", "hooks_returned", "cards_lost", "stars_lost", "stars_by_treasure",
            "stars_alone", "contests_shown", "contests_hidden", "chose_shown", "chose_hidden", "chose_absent",
            "treasures", "stars_in_third_1", "stars_in_third_2", "stars_in_third_3")  # fmt: skip
    found = dict.fromkeys(keys, 0)
    rounds = [event["round"] for event in events if event["event"] == "round"]
    line: list[str] = []
    choices: list[str] = []
    for event in events:
        match event["event"]:
            case "round":
                line = [*event["hidden"], event["shown"]]
                third = 1 + (3 * event["round"] >= len(rounds)) + (3 * event["round"] >= 2 * len(rounds))
                found["cards_lost"] += 3
                found["stars_lost"] += sum(map(stars_of, line))
                shown = type_of(event["shown"])
            case "choose":
                choices = event["choices"]
                types = set(map(type_of, line))
                found["chose_shown"] += choices.count(shown)
                found["treasures"] += choices.count("treasure")
                found["chose_hidden"] += sum(choice in types - {shown} for choice in choices)
                found["chose_absent"] += sum(choice not in {*types, "treasure"} for choice in choices)
                claims = claims_by_type(line, choices)
                found["contests_shown"] += claims[shown] > 1
                found["contests_hidden"] += any(claims[kind] > 1 for kind in types - {shown})
            case "gain":
                stars = sum(map(stars_of, event["cards"]))
                found["cards_lost"] -= len(event["cards"])
                found["stars_lost"] -= stars
                found[f"stars_in_third_{third}"] += stars
                if choices[event["seat"]] == "treasure":
                    found["stars_by_treasure"] += stars
                elif claims_by_type(line, choices)[choices[event["seat"]]] == 1:
                    found["stars_alone"] += stars
            case "hook":
                found["hooks"] += 1
                found["slips" if event["cause"] == "slip" else "failed_treasures"] += 1
            case "unhook":
                found["hooks_returned"] += event["count"]
    return found


def claims_by_type(line: list[str], choices: list[str]) -> dict[str, int]:
    """Claimants of each type on the table, treasure cards included."""
    from tests.reference.cofre import treasure_target

    target = type_of(treasure_target(line, choices))
    return {
        kind: choices.count(kind) + (choices.count("treasure") if kind == target else 0)
        for kind in map(type_of, line)
    }


def type_of(card: str) -> str:
    return card.rpartition("-")[0]


def stars_of(card: str) -> int:
    return int(card.rpartition("-")[2])
