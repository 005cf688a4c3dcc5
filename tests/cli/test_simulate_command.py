"""`analyzer simulate`: figures on standard output, and a report in a folder."""

import csv
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer import simulate
from analyzer.core.jit import JIT_IS_ON
from tests.cli.conftest import ROOT, Run

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TIMES = ("seconds", "games_per_second", "threads")
FILES = {
    ".report-files",
    "command.txt",
    "figures/length.png",
    "figures/length.svg",
    "figures/win_rate.png",
    "figures/win_rate.svg",
    "index.html",
    "report.md",
    "result.json",
    "tables/length.csv",
    "tables/measures.csv",
    "tables/win_rate.csv",
}


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


def files(place: Path) -> set[str]:
    return {file.relative_to(place).as_posix() for file in place.rglob("*") if file.is_file()}


def test_json_is_one_object_and_no_report_is_written(run: Run, folder: Path) -> None:
    status, output, errors = run("simulate", "hollander", "--games", "2k", "--json")
    assert status == 0
    assert not [line for line in errors.splitlines() if "ompiling" not in line]
    figures = json.loads(output)
    assert without_times(figures) == without_times(simulate("hollander", games=2_000).as_json())
    assert "partial" not in figures
    assert not list(folder.iterdir())


def test_a_million_games_of_the_ordinary_player_are_the_default(run: Run) -> None:
    figures = json.loads(run("simulate", "hollander", "--json").output)
    assert (figures["games"], figures["seed"], figures["players"]) == (1_000_000, 1, 4)
    assert figures["policies"] == ["lowest"] * 4
    assert figures["rules"]["name"] == "standard"
    assert figures["threads"] == len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else True


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_threads_change_nothing_but_the_times(players: int, seed: int, run: Run) -> None:
    words = [
        "simulate", "hollander", "--games=5_000", f"--players={players}", f"--seed={seed}", "--json",
        "--policy=random", "--set=deck.kraken=4",
    ]  # fmt: skip
    one, two = (json.loads(run(*words, f"--threads={threads}").output) for threads in (1, 2))
    assert without_times(one) == without_times(two)
    assert (one["threads"], two["threads"]) == (1, 2)
    assert (one["players"], one["seed"], one["games"]) == (players, seed, 5_000)
    assert sum(one["wins"]) + one["unfinished"] == 5_000


@pytest.mark.parametrize("written", ["2000", "2_000", "2e3", "2k", "0.002M"])
def test_games_are_read_in_every_form(written: str, run: Run) -> None:
    assert json.loads(run("simulate", "hollander", "--json", "--games", written).output)["games"] == 2_000


POLICIES = ["--policy", "lowest:swap=keep", "--policy", "random:swap=keep", "--policy", "random:swap=random"]


def test_policies_are_shown_in_their_shortest_form(run: Run) -> None:
    figures = json.loads(
        run("simulate", "hollander", "--json", "--games=10", "--players=3", *POLICIES).output
    )
    assert figures["policies"] == ["lowest", "random:swap=keep", "random"]
    assert figures["players"] == 3


def test_without_a_number_of_players_there_are_as_many_as_usual(run: Run) -> None:
    ended = run("simulate", "hollander", "--json", "--games=10", *POLICIES)
    assert (ended.status, ended.output) == (2, "")
    assert "3 policies are given for 4 seats" in ended.errors
    figures = json.loads(
        run("simulate", "hollander", "--json", "--games=10", *POLICIES, *POLICIES[:2]).output
    )
    assert figures["players"] == 4


def test_rules_from_a_file_and_settings_are_played(run: Run, folder: Path) -> None:
    Path("short.toml").write_text("[options]\nturn_limit = 1\n")
    words = ["simulate", "hollander", "--json", "--games=10", "--rules", "short.toml"]
    figures = json.loads(run(*words).output)
    assert (figures["rules"]["name"], figures["unfinished"]) == ("short", 10)
    figures = json.loads(run(*words, "--set", "options.turn_limit=5000").output)
    assert (figures["rules"]["name"], figures["unfinished"]) == ("short, changed", 0)


def test_the_answer_and_tables_are_shown_and_the_report_named(run: Run, folder: Path) -> None:
    status, output, errors = run("simulate", "hollander", "--games", "20k")
    assert status == 0
    assert not [line for line in errors.splitlines() if "ompiling" not in line]
    figures = simulate("hollander", games=20_000).as_json()
    best = max(figures["win_rate"], key=lambda rate: rate["mean"])
    assert f"{100 * best['mean']:.2f} %" in output
    assert "25.00 %" in output  # the fair share
    for part in ("win rate", "median", "takes", "burns", "unfinished"):
        assert part in output
    (report,) = (folder / "analyzer-runs").iterdir()
    assert report.name.startswith("hollander-simulate-")
    assert output.endswith(f"\n\nReport: {report.relative_to(folder)}\n")
    assert output.startswith(simulate("hollander", games=20_000).content().answer)
    assert files(report) == FILES


@pytest.fixture
def report(run: Run, folder: Path) -> Path:
    words = [
        "--players=2",
        "--policy=random:swap=high",
        "--policy=lowest",
        "--set=deck.kraken=5",
        "--set=options.turn_limit=300",
    ]
    ended = run("simulate", "hollander", "--games", "3k", "--seed", "8", *words, "--out", "new/report")
    assert ended.status == 0
    assert "Report: new/report" in ended.output
    return folder / "new" / "report"


def test_the_report_holds_figures_tables_and_the_result(report: Path) -> None:
    assert files(report) == FILES
    assert [place.name for place in report.parent.iterdir()] == ["report"]
    figures = json.loads((report / "result.json").read_text(encoding="utf-8"))
    assert (figures["games"], figures["seed"]) == (3_000, 8)
    with (report / "tables" / "win_rate.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["wins"]) for row in rows] == figures["wins"]
    assert [float(row["win_rate"]) for row in rows] == [rate["mean"] for rate in figures["win_rate"]]
    assert [float(row["win_rate_low"]) for row in rows] == [rate["low"] for rate in figures["win_rate"]]
    page = (report / "report.md").read_text(encoding="utf-8")
    assert "random:swap=high" in page and "figures/win_rate.png" in page and "figures/length.png" in page
    assert (report / "figures" / "win_rate.png").read_bytes().startswith(b"\x89PNG")
    assert "</svg>" in (report / "figures" / "length.svg").read_text(encoding="utf-8")


def test_the_command_of_the_report_makes_it_again(report: Path, run: Run) -> None:
    figures = json.loads((report / "result.json").read_text(encoding="utf-8"))
    del figures["page"]
    line = (report / "command.txt").read_text(encoding="utf-8")
    assert line.strip() in (report / "report.md").read_text(encoding="utf-8")
    name, *words = shlex.split(line)
    assert name == "analyzer"
    again = json.loads(run(*words, "--json").output)
    assert without_times(again) == without_times(figures)


def test_an_earlier_report_is_replaced_and_other_files_stay(report: Path, run: Run) -> None:
    (report / "notes.txt").write_text("mine")
    before = (report / "result.json").read_bytes()
    assert run("simulate", "hollander", "--games=500", "--out=new/report").status == 0
    assert files(report) == FILES | {"notes.txt"}
    assert (report / "result.json").read_bytes() != before
    assert json.loads((report / "result.json").read_text(encoding="utf-8"))["games"] == 500
    assert [place.name for place in report.parent.iterdir()] == ["report"]


@pytest.mark.parametrize("json", [[], ["--json"]], ids=["tables", "json"])
def test_the_figures_are_there_whatever_happens_to_the_report(
    json: list[str], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("analyzer.report.tables.write_csv", refuse)
    ended = run("simulate", "hollander", "--games=500", "--out=report", *json)
    assert ended.status == 2
    assert '"win_rate"' in ended.output if json else "win rate" in ended.output
    assert "Report:" not in ended.output
    assert ended.errors == "analyzer: Cannot write the report to report: no space left on device.\n"
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("/".join(["a-long-folder-name"] * 12), "/".join(["a-long-folder-name"] * 12)),
        ("a\nb\x1b[31m", "a\\nb\\x1b[31m"),
        ("[red]x", "[red]x"),
    ],
    ids=["long", "signs", "markup"],
)
def test_the_place_of_the_report_is_on_one_line(name: str, shown: str, run: Run, folder: Path) -> None:
    ended = run("simulate", "hollander", "--games=1", "--out", name)
    assert ended.status == 0
    assert ended.output.splitlines()[-1] == f"Report: {shown}"
    assert files(folder / name) == FILES


def test_with_json_the_place_of_the_report_is_not_printed(run: Run, folder: Path) -> None:
    output, errors = run("simulate", "hollander", "--games=1", "--json", "--out=here")[1:]
    json.loads(output)
    assert "here" not in output + errors


@pytest.mark.parametrize("verb", ["simulate", "bench"])
@pytest.mark.parametrize("json", [[], ["--json"]], ids=["tables", "json"])
def test_a_folder_without_a_name_is_refused(json: list[str], verb: str, run: Run, folder: Path) -> None:
    ended = run(verb, "hollander", "--games=1", "--out=", *json)
    assert ended == (2, "", "analyzer: --out: the name of the folder is missing.\n")
    assert not list(folder.iterdir())


def test_the_users_settings_for_figures_are_not_taken(start: Run, folder: Path) -> None:
    settings = folder / "matplotlibrc"
    settings.write_text("figure.facecolor: red\nsavefig.dpi: 30\n")
    words = ["simulate", "hollander", "--games=500"]
    assert start(*words, "--out=one", MPLBACKEND="foo", MATPLOTLIBRC=str(settings)).status == 0
    settings.unlink()
    assert start(*words, "--out=other", MPLBACKEND="", MATPLOTLIBRC="").status == 0
    for name in ("figures/win_rate.png", "figures/length.svg"):
        assert (folder / "one" / name).read_bytes() == (folder / "other" / name).read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes there")
@pytest.mark.parametrize("json", [[], ["--json"]], ids=["tables", "json"])
def test_a_reader_that_has_enough_does_not_cost_the_report(json: list[str], folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "analyzer", "simulate", "hollander", "--games=500", "--out=report", *json],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert ended.returncode == 0
    assert not [line for line in ended.stderr.splitlines() if "ompiling" not in line]
    assert files(folder / "report") == FILES


def test_json_with_a_folder_gives_both(run: Run, folder: Path) -> None:
    ended = run("simulate", "hollander", "--games=500", "--json", "--out", "report")
    figures = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    assert figures.pop("page")["format"] == 1
    assert figures == json.loads(ended.output)
    assert files(folder / "report") == FILES


def test_a_single_game_and_one_without_an_end_are_reported(run: Run, folder: Path) -> None:
    assert run("simulate", "hollander", "--games=1", "--out=one").status == 0
    ended = run("simulate", "hollander", "--games=3", "--set=options.turn_limit=1", "--out=none")
    assert ended.status == 0
    assert "No game was finished" in ended.output
    assert files(folder / "one") == files(folder / "none") == FILES
    assert json.loads((folder / "none" / "result.json").read_text(encoding="utf-8"))["length"]["mean"] is None


def test_two_reports_of_one_second_do_not_share_a_folder(run: Run, folder: Path) -> None:
    for _ in range(2):
        assert run("simulate", "hollander", "--games=1").status == 0
    assert len(list((folder / "analyzer-runs").iterdir())) == 2


# On a terminal


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")
@pytest.mark.parametrize(("option", "shown"), [([], True), (["--no-progress"], False)], ids=["bar", "no bar"])
def test_progress_is_shown_on_a_terminal_unless_it_is_not_wanted(
    option: list[str], shown: bool, folder: Path
) -> None:
    import pty  # not everywhere

    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "analyzer", "simulate", "hollander", "--games=1M", "--json", *option],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=terminal,
    ) as process:
        os.close(terminal)
        assert process.stdout is not None
        json.loads(process.stdout.read())
    said = b""
    try:
        while part := os.read(controller, 65536):
            said += part
    except OSError:  # how Linux says that nobody is at the other end
        pass
    finally:
        os.close(controller)
    assert (b" of 1,000,000 games" in said) is shown


def test_a_slow_policy_is_announced_on_standard_error_alone(run: Run) -> None:
    result = run("simulate", "cofre", "--policy", "search:playouts=1,inside=stars", "--games", "4", "--json")
    assert result.status == 0
    assert json.loads(result.output)["games"] == 4
    assert "search: " in result.errors


def test_a_policy_that_is_not_slow_is_not_announced(run: Run) -> None:
    assert "lowest:" not in run("simulate", "hollander", "--games", "4", "--json").errors
