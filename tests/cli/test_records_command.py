"""`analyzer simulate --records FILE.parquet`: one row for every game, read back with pandas."""

import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.report import records as records_module
from analyzer.studies.request import set_table
from tests.cli.conftest import ROOT, Ended, Run

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TABLE = [
    "simulate", "hollander", "--players=3", "--policy=random:swap=high", "--policy=lowest", "--policy=random",
    "--set=options.turn_limit=150", "--seed=9",
]  # fmt: skip
LEVELS = {"p5": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95, "max": 1.0}


@pytest.fixture(scope="module", autouse=True)
def kernels_are_compiled() -> None:
    """So that a new process starts playing soon."""
    table = set_table("hollander")
    table.game.play(table.setup, 1, 0, 1, np.zeros(1, np.int64))


def of_run(run: Run, *words: str) -> tuple[dict[str, Any], pd.DataFrame]:
    ended = run(*TABLE, "--json", "--records=games.parquet", *words)
    assert ended.status == 0
    return json.loads(ended.output), pd.read_parquet("games.parquet")


def test_the_rows_add_up_to_the_figures_of_the_run(run: Run) -> None:
    figures, games = of_run(run, "--games=200k")
    assert games["game"].tolist() == list(range(200_000))
    assert [games[f"win_{seat}"].sum() for seat in range(3)] == figures["wins"]
    finished = games[games["finished"]]
    assert 1_000 < figures["unfinished"] == len(games) - len(finished)
    for key in ("takes", "burns", "plays"):
        assert games[key].sum() / len(games) == figures[key]
    length = figures["length"]
    assert finished["length"].sum() / len(finished) == length["mean"]
    assert finished["length"].std() == pytest.approx(length["sd"], rel=1e-12)
    for key, level in LEVELS.items():
        assert np.quantile(finished["length"], level, method="inverted_cdf") == length[key]


@pytest.mark.parametrize(("option", "seconds"), [([], 10.0), (["--seconds-per-turn=7.3"], 7.3)])
def test_minutes_are_those_of_the_rows(option: list[str], seconds: float, run: Run) -> None:
    figures, games = of_run(run, "--games=20k", *option)
    minutes = games["length"][games["finished"]].to_numpy() * seconds / 60
    said = figures["minutes"]
    assert said.pop("seconds_per_turn") == seconds
    assert said.pop("mean") == pytest.approx(minutes.mean(), rel=1e-12)
    assert said.pop("sd") == pytest.approx(minutes.std(ddof=1), rel=1e-12)
    assert said == {key: np.quantile(minutes, level, method="inverted_cdf") for key, level in LEVELS.items()}


def test_a_row_is_the_game_that_its_trace_shows(run: Run) -> None:
    _, games = of_run(run, "--games=3k")
    unfinished = 0
    for number in [0, 1, 2, 63, 64, 1_234, 2_999, *games["game"][~games["finished"]][:5]]:
        ended = run("trace", *TABLE[1:], f"--game={number}")
        events = [json.loads(line) for line in ended.output.splitlines()]
        row, last = games.loc[number], events[-1]
        winner = [1.0 if last.get("seat") == seat and last["event"] == "win" else 0.0 for seat in range(3)]
        assert [row["win_0"], row["win_1"], row["win_2"]] == winner
        assert row["finished"] == (last["event"] == "win")
        assert row["length"] == last["turns"]
        for key, event in (("takes", "take"), ("burns", "burn"), ("plays", "play")):
            assert row[key] == sum(each["event"] == event for each in events)
        unfinished += last["event"] == "unfinished"
    assert unfinished >= 5


def test_the_file_is_the_same_to_the_last_byte_on_any_number_of_threads(run: Run) -> None:
    for threads in (1, 2, 5):
        words = ["simulate", "hollander", "--games=300k", "--json", f"--threads={threads}"]
        assert run(*words, f"--records={threads}.parquet").status == 0
    one, two, five = (Path(f"{threads}.parquet").read_bytes() for threads in (1, 2, 5))
    assert one == two == five
    assert pq.read_metadata("1.parquet").num_rows == 300_000
    assert pq.read_metadata("1.parquet").num_row_groups > 1


def test_the_figures_are_the_same_with_and_without(run: Run) -> None:
    words = [*TABLE, "--games=5k", "--json"]
    one, other = (json.loads(run(*words, *more).output) for more in ([], ["--records=games.parquet"]))
    for figures in (one, other):
        del figures["seconds"], figures["games_per_second"]
    assert one == other


def test_a_single_game_is_a_single_row(run: Run) -> None:
    figures, games = of_run(run, "--games=1")
    assert len(games) == 1
    assert games["length"].tolist() == [figures["length"]["max"]]


def test_the_report_names_the_file_in_its_command(run: Run, folder: Path) -> None:
    words = [*TABLE, "--games=500", "--records=my games.parquet", "--seconds-per-turn=7.5", "--out=report"]
    ended = run(*words)
    assert (ended.status, ended.errors) == (0, "")
    line = (folder / "report" / "command.txt").read_text(encoding="utf-8")
    assert line.endswith(" --games 500 --seed 9 --seconds-per-turn 7.5 --records 'my games.parquet'\n")
    before = (folder / "my games.parquet").read_bytes()
    (folder / "my games.parquet").unlink()
    assert run(*shlex.split(line)[1:]).status == 0
    assert (folder / "my games.parquet").read_bytes() == before
    assert sorted(each.name for each in folder.iterdir()) == ["analyzer-runs", "my games.parquet", "report"]


def test_without_records_and_at_the_usual_pace_the_command_is_as_short_as_ever(
    run: Run, folder: Path
) -> None:
    assert run(*TABLE, "--games=500", "--out=report", "--seconds-per-turn=10.0").status == 0
    assert (folder / "report" / "command.txt").read_text(encoding="utf-8").endswith(" --games 500 --seed 9\n")


def test_the_file_may_lie_in_the_folder_of_the_report(run: Run, folder: Path) -> None:
    assert run(*TABLE, "--games=500", "--out=report", "--records=report/games.parquet").status == 0
    assert len(pd.read_parquet("report/games.parquet")) == 500
    assert run(*TABLE, "--games=700", "--out=report", "--records=report/games.parquet").status == 0
    assert len(pd.read_parquet("report/games.parquet")) == 700
    assert (folder / "report" / "result.json").exists()


def test_policies_of_ones_own_are_recorded(run: Run, folder: Path) -> None:
    assert run("policies", "hollander", "--new", "mine.py").status == 0
    name = "mine.py:mine"
    ended = run("simulate", "hollander", "--games=300", "--policy", name, "--json", "--records=games.parquet")
    assert ended.status == 0
    games = pd.read_parquet("games.parquet")
    assert [games[f"win_{seat}"].sum() for seat in range(4)] == json.loads(ended.output)["wins"]
    assert json.loads(pq.read_schema("games.parquet").metadata[b"policies"]) == [name] * 4


# What goes wrong


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--records="], "--records: the name of the file is missing."),
        (["--records=games.csv"], "the name of the file must end in .parquet, as in games.parquet."),
        (["--records=nowhere/games.parquet"], "there is no folder nowhere. Make it, or name another file."),
        (["--records=."], "the name of the file must end in .parquet, as in games.parquet."),
        *(
            (
                [f"--seconds-per-turn={text}"],
                f"--seconds-per-turn {text}: this must be a number above 0 and at",
            )
            for text in ("0", "-1", "abc", "nan", "inf", "3601", "1e9", "0.0", "1,5", "١٠", "1_0")
        ),
    ],
)
def test_mistakes_are_told_before_anything_is_played(
    words: list[str], said: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.studies.simulate.play_table", lambda *_, **__: pytest.fail("it was played"))
    ended = run(*TABLE, *words)
    assert (ended.status, ended.output) == (2, "")
    assert said in ended.errors and len(ended.errors.splitlines()) == 1
    assert not list(folder.iterdir())


def test_an_empty_pace_is_refused(run: Run) -> None:
    assert "--seconds-per-turn ''" in run(*TABLE, "--seconds-per-turn=").errors


def in_its_own_process(folder: Path, code: str, *words: str) -> Ended:
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return Ended(result.returncode, result.stdout, result.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
def test_a_file_that_grows_too_large_ends_the_run_with_one_line(folder: Path) -> None:
    code = """
        import resource, sys
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        from analyzer.cli.main import main
        sys.argv[0] = "analyzer"
        main()
        """
    ended = in_its_own_process(
        folder, code, "simulate", "hollander", "--games=1e10", "--json", "--records=games.parquet"
    )
    assert ended.status == 2
    assert ended.errors == "analyzer: Cannot write the records to games.parquet: file too large.\n"
    figures = json.loads(ended.output)
    assert figures["partial"] and sum(figures["wins"]) + figures["unfinished"] == figures["games"] > 0
    assert not list(folder.iterdir())


def test_a_disk_that_fills_up_costs_no_figures(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, groups = records_module.RecordsFile._write_group, []

    def fill(file: records_module.RecordsFile) -> None:
        groups.append(file)
        if len(groups) == 3:
            raise OSError(28, "No space left on device")
        write(file)

    monkeypatch.setattr(records_module.RecordsFile, "_write_group", fill)
    monkeypatch.setattr(records_module, "_ROWS", 1_000)
    ended = run("simulate", "hollander", "--games=1e10", "--out=report", "--records=games.parquet")
    assert ended.status == 2
    assert "The run was interrupted: all figures are of the games finished until then." in ended.output
    assert "Win rate per seat" in ended.output
    assert ended.errors.splitlines() == [
        "No report was written: the run was interrupted.",
        "analyzer: Cannot write the records to games.parquet: no space left on device.",
    ]
    assert len(groups) == 3 and not list(folder.iterdir())


def test_the_figures_are_there_whatever_happens_at_the_end(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("analyzer.report.records.RecordsFile._write_group", refuse)
    ended = run(*TABLE, "--games=500", "--json", "--records=games.parquet")
    assert json.loads(ended.output)["games"] == 500
    assert ended.status == 2
    assert ended.errors == "analyzer: Cannot write the records to games.parquet: no space left on device.\n"
    assert not list(folder.iterdir())


def test_a_report_that_cannot_be_written_does_not_cost_the_records(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("analyzer.report.tables.write_csv", refuse)
    ended = run(*TABLE, "--games=500", "--out=report", "--records=games.parquet")
    assert ended.status == 2
    assert "Cannot write the report" in ended.errors
    assert len(pd.read_parquet("games.parquet")) == 500
    assert [each.name for each in folder.iterdir()] == ["games.parquet"]


# Ends before the end


Begin = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def begin(folder: Path) -> Iterator[Begin]:
    """Begins a long run, and waits until some of it is written."""
    begun: list[subprocess.Popen[str]] = []

    def begin(*words: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "analyzer", "simulate", "hollander", "--games=1e10", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        deadline = time.monotonic() + 60
        while not any(each.stat().st_size > 100_000 for each in folder.glob(".records-*")):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("json_too", [["--json"], []], ids=["json", "tables"])
def test_of_an_interrupted_run_the_games_so_far_are_in_the_file(
    json_too: list[str], begin: Begin, folder: Path
) -> None:
    process = begin("--records=games.parquet", *json_too)
    assert not (folder / "games.parquet").exists()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    games = pd.read_parquet("games.parquet")
    assert games["game"].tolist() == list(range(len(games)))
    assert f"The records hold the {len(games):,} games finished until then.\n" in errors
    if json_too:
        figures = json.loads(output)
        assert (figures["partial"], figures["games"]) == (True, len(games))
        assert [games[f"win_{seat}"].sum() for seat in range(4)] == figures["wins"]
    assert pq.read_schema("games.parquet").metadata[b"games"] == b"10000000000"
    assert [each.name for each in folder.iterdir()] == ["games.parquet"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_an_interrupted_run_leaves_the_complete_file_of_an_earlier_one(
    run: Run, begin: Begin, folder: Path
) -> None:
    assert run(*TABLE, "--games=500", "--json", "--records=games.parquet").status == 0
    before = (folder / "games.parquet").read_bytes()
    process = begin("--records=games.parquet", "--json")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    games = json.loads(output)["games"]
    assert errors == (
        "games.parquet is of a complete run and was left as it was; "
        f"games-partial.parquet holds the {games:,} games finished until then.\n"
        "analyzer: interrupted\n"
    )
    assert (folder / "games.parquet").read_bytes() == before
    assert len(pd.read_parquet("games-partial.parquet")) == games
    assert len(list(folder.iterdir())) == 2


def test_a_file_of_somebody_else_is_not_replaced(run: Run, folder: Path) -> None:
    (folder / "notes.parquet").write_text("my notes")
    ended = run(*TABLE, "--games=500", "--records=notes.parquet")
    assert (ended.status, ended.output) == (2, "")
    assert ended.errors == (
        "analyzer: Cannot write the records to notes.parquet: it is there already, and no file of records that this "
        "program wrote. Remove it, or name another file.\n"
    )
    assert [each.read_text() for each in folder.iterdir()] == ["my notes"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("out", [["--json"], ["--out=report"]], ids=["json", "report"])
@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_it_and_leaves_nothing(
    name: str, status: int, out: list[str], begin: Begin, folder: Path
) -> None:
    process = begin("--records=games.parquet", *out)
    process.send_signal(getattr(signal, name))
    assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == status
    assert not list(folder.iterdir())
