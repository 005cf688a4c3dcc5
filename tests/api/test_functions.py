"""The questions as functions: they find what the studies find, and importing them costs nothing."""

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

import analyzer
from analyzer import bench, compare, simulate, tournament, trace, tune
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.protocol import Records
from analyzer.studies import compare as comparing
from analyzer.studies import simulate as simulating
from analyzer.studies import tournament as competing
from analyzer.studies.comparison import Plan
from analyzer.studies.request import set_table
from analyzer.studies.tournament_field import set_field

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

GAME = "hollander"
OF_THE_RUN = {"seconds", "games_per_second", "threads"}


def lasting(result: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in result.items() if key not in OF_THE_RUN}


def test_simulate_finds_what_the_study_finds() -> None:
    asked = {
        "players": 3,
        "policies": ["lowest:swap=high", "random", "lowest"],
        "settings": ["deck.kraken=3"],
    }
    found = simulate(GAME, games=500, seed=9, **asked)  # type: ignore[arg-type]
    study = simulating.play_table(set_table(GAME, **asked), games=500, seed=9)  # type: ignore[arg-type]
    assert lasting(found.as_json()) == lasting(study.as_json())


def test_compare_finds_what_the_study_finds() -> None:
    found = compare(GAME, "lowest:swap=high", "lowest", field="random", players=3, deals=200, seed=4)
    sides = comparing.set_sides(GAME, "lowest:swap=high", "lowest", field="random", players=3)
    assert lasting(found.as_json()) == lasting(comparing.compare(sides, Plan(200, 4)).as_json())


def test_tournament_finds_what_the_study_finds() -> None:
    found = tournament(GAME, ["random", "lowest"], players=2, deals=50, seed=3)
    study = competing.play(set_field(GAME, ["random", "lowest"], players=2, seed=3), deals=50)
    assert lasting(found.as_json()) == lasting(study.as_json())


def test_games_in_all_can_be_given_instead_of_deals() -> None:
    assert compare(GAME, "lowest:swap=high", "lowest", games=999).deals == 199
    assert tournament(GAME, ["random", "lowest"], players=2, games=1).deals == 1


def test_tune_and_bench_play_what_is_asked() -> None:
    told: list[tuple[int, int]] = []
    found = tune(
        GAME, policy="expert", weights=["rank"], deals=2, generations=2, population=4, verdict_deals=2,
        on_progress=lambda done, total: told.append((done, total)),
    )  # fmt: skip
    assert found.evaluations == 8
    assert told[-1][0] == told[-1][1] == found.games
    measured = bench(GAME, players=2, games=100)
    assert measured.games == 100
    assert measured.steps > 100


def test_trace_shows_the_game_that_simulate_plays() -> None:
    won: list[int] = []

    def remember(first: int, games: Records) -> None:
        won.extend(games.shares.argmax(axis=0).tolist())
        assert len(won) == first + games.games

    simulate(GAME, games=30, seed=5, on_records=remember)
    for number in (0, 7, 29):
        events = trace(GAME, number, seed=5)
        assert events[0]["game"] == number
        assert events[-1]["seat"] == won[number]


def test_progress_is_told_with_all_that_is_to_be_played() -> None:
    told: list[tuple[int, int]] = []
    compare(
        GAME,
        "lowest:swap=high",
        "lowest",
        deals=100,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (500, 500)


WRONG: dict[str, Callable[[], object]] = {
    "unknown game": lambda: simulate("holander"),
    "no game": lambda: simulate(None),  # type: ignore[arg-type]
    "no games": lambda: simulate(GAME, games=0),
    "part of a game": lambda: simulate(GAME, games=2.5),  # type: ignore[arg-type]
    "too many games": lambda: simulate(GAME, games=10**13),
    "truth as a number": lambda: simulate(GAME, games=True),
    "large seed": lambda: simulate(GAME, games=1, seed=2**63),
    "many threads": lambda: simulate(GAME, games=1, threads=10**9),
    "players as text": lambda: simulate(GAME, games=1, players="4"),  # type: ignore[arg-type]
    "policies as numbers": lambda: simulate(GAME, games=1, policies=[3]),  # type: ignore[list-item]
    "no policies": lambda: simulate(GAME, games=1, policies=None),  # type: ignore[arg-type]
    "settings as numbers": lambda: simulate(GAME, games=1, settings=[3]),  # type: ignore[list-item]
    "settings as a number": lambda: simulate(GAME, games=1, settings=3),  # type: ignore[arg-type]
    "a setting of no kind": lambda: simulate(GAME, games=1, settings={"deck.kraken": object()}),
    "rules as a number": lambda: simulate(GAME, games=1, rules=3),  # type: ignore[arg-type]
    "no side": lambda: compare(GAME, None, "lowest"),  # type: ignore[arg-type]
    "unknown side": lambda: compare(GAME, "lowest", "lowst"),
    "deals as text": lambda: compare(GAME, "lowest", "random", deals="10"),  # type: ignore[arg-type]
    "no deals": lambda: compare(GAME, "lowest", "random", deals=0),
    "too many deals": lambda: compare(GAME, "lowest", "random", deals=10**11),
    "fewer than no games": lambda: compare(GAME, "lowest", "random", games=-5),
    "part of a game in all": lambda: compare(GAME, "lowest", "random", games=1.5),  # type: ignore[arg-type]
    "both": lambda: compare(GAME, "lowest", "random", games=10, deals=10),
    "no width": lambda: compare(GAME, "lowest", "random", until=0),
    "width as text": lambda: compare(GAME, "lowest", "random", until="0.1"),  # type: ignore[arg-type]
    "one competitor": lambda: tournament(GAME, ["lowest"]),
    "unknown weights": lambda: tune(GAME, policy="expert", weights=["nothing"]),
    "no generation": lambda: tune(GAME, policy="expert", generations=0),
    "generations as text": lambda: tune(GAME, policy="expert", generations="a"),  # type: ignore[arg-type]
    "no step": lambda: tune(GAME, policy="expert", step=0.0),
    "too many players": lambda: trace(GAME, players=9),
    "no such game": lambda: trace(GAME, -1),
    "number as text": lambda: trace(GAME, "1"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_mistakes_are_told_as_such(wrong: Callable[[], object]) -> None:
    with pytest.raises(UserError):
        wrong()


def test_what_notebooks_hold_is_taken() -> None:
    one = simulate(GAME, games=np.int64(200), policies="random", settings={"deck.kraken": 3})
    two = simulate(GAME, games=2e2, policies=["random"], settings=["deck.kraken=3"])  # type: ignore[arg-type]
    assert lasting(one.as_json()) == lasting(two.as_json())


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import analyzer, sys; print(sorted({'numpy', 'numba', 'pandas', 'matplotlib'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


def test_the_package_names_all_its_functions() -> None:
    assert set(analyzer.__all__) == {name for name in dir(analyzer) if not name.startswith("_")}
    assert all(callable(getattr(analyzer, name)) for name in analyzer.__all__)
    with pytest.raises(AttributeError, match="simulat"):
        _ = analyzer.simulat
