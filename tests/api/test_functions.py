"""The questions as functions: they find what the studies find, and importing them costs nothing."""

import subprocess
import sys

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
    with pytest.raises(UserError, match="only one of them"):
        compare(GAME, "random", "lowest", games=10, deals=10)
    with pytest.raises(UserError, match="too many"):
        compare(GAME, "random", "lowest", deals=10**11)


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


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: simulate("holander"),
        lambda: simulate(GAME, games=0),
        lambda: simulate(GAME, games=2.5),
        lambda: compare(GAME, "lowest", "lowst"),
        lambda: tournament(GAME, ["lowest"]),
        lambda: trace(GAME, players=99),
        lambda: tune(GAME, policy="expert", weights=["nothing"]),
    ],
)
def test_mistakes_are_told_as_such(wrong: "object") -> None:
    with pytest.raises(UserError):
        wrong()  # type: ignore[operator]


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import analyzer, sys; print(sorted({'numpy', 'numba', 'pandas', 'matplotlib'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


def test_the_package_names_all_its_functions() -> None:
    assert set(analyzer.__all__) <= set(dir(analyzer))
    assert all(callable(getattr(analyzer, name)) for name in analyzer.__all__)
    with pytest.raises(AttributeError, match="simulat"):
        _ = analyzer.simulat
