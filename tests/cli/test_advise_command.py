"""`analyzer advise`: what is said of a position is read, and the advice is printed and written."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from analyzer import advise
from analyzer.core.jit import JIT_IS_ON
from analyzer.games import names
from tests.cli.conftest import ROOT, Run

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TIMES = ("seconds", "games_per_second", "threads")
KEYS = {"ways", "lead", "advice", "certain", "games", "game", "rules", "players", "seat", "policies", "seed"}
FILES = {
    "command.txt",
    "figures/difference.png",
    "figures/difference.svg",
    "index.html",
    "report.md",
    "result.json",
    "tables/position.csv",
    "tables/ways.csv",
}
SWAP = ["advise", "hollander", "swap", "--hand", "1 5 kraken", "--battle", "2 9 10"]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games more: a toy with positions, and one without."""
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy_positions:PositionToy")
    monkeypatch.setitem(names.GAMES, "plain-toy", "tests.studies.toy:Toy")


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


# The advice


def test_json_is_one_object_and_no_report_is_written(run: Run, folder: Path) -> None:
    words = ["--rates", "0.3 0.2 0.4", "--mood-of", "0=blue", "--mood-of=2=red", "--seat=1", "--players=4"]
    status, output, errors = run("advise", "toy", "lay", *words, "--json", "--games=50k", "--within=1%")
    assert (status, errors) == (0, "")
    figures = json.loads(output)
    assert set(figures) >= KEYS
    same = advise(
        "toy",
        "lay",
        {"rates": "0.3 0.2 0.4", "mood-of": {0: "blue"}},
        mood_of={"2": "red"},
        players=4,
        seat=1,
        games=50_000,
        within=0.01,
    )
    assert without_times(figures) == without_times(same.as_json())
    assert not list(folder.iterdir())


def test_the_report_is_made_again_by_its_command(run: Run, folder: Path) -> None:
    words = [
        "--against=plain",
        "--play=aim:x=3",
        "--games=50k",
        "--within=1%",
        "--seed=8",
        "--set=options.rounds=9",
    ]
    status, output, errors = run("advise", "toy", "lay", "--rates=0.3 0.4", *words, "--out", "report")
    assert (status, errors) == (0, "")
    assert "Choose way 1 of 0.4: it wins " in output and "Report: report" in output
    report = folder / "report"
    assert {file.relative_to(report).as_posix() for file in report.rglob("*") if file.is_file()} >= FILES
    figures = json.loads((report / "result.json").read_text("utf-8"))
    del figures["page"]
    name, *again = shlex.split((report / "command.txt").read_text("utf-8"))
    assert name == "analyzer"
    assert without_times(json.loads(run(*again, "--json").output)) == without_times(figures)


def test_a_report_of_a_single_action_has_no_figure(run: Run, folder: Path) -> None:
    status, output, errors = run("advise", "toy", "go", "--rates=0.3", "--out", "report")
    assert (status, errors) == (0, "")
    assert "There is only one turn" in output
    assert not (folder / "report" / "figures").exists()
    assert run("show", "report").status == 0


def test_options_may_stand_anywhere(run: Run) -> None:
    orders = (
        ["toy", "lay", "--rates", "0.3 0.2", "--games", "1000", "--json"],
        ["--rates", "0.3 0.2", "--games", "1000", "toy", "--json", "lay"],
        ["--json", "toy", "--games=1000", "lay", "--rates=0.3 0.2"],
    )
    first, *others = (without_times(json.loads(run("advise", *words).output)) for words in orders)
    assert all(other == first for other in others)


def test_a_file_says_the_position_and_options_change_it(run: Run, folder: Path) -> None:
    place = folder / "position.toml"
    place.write_text('rates = "0.3 0.2"\nplayers = 4\nseat = 2\n[mood-of]\n1 = "blue"\n', "utf-8")
    words = ["advise", "toy", "lay", "--position", "position.toml", "--games=1000", "--json"]
    figures = json.loads(run(*words).output)
    assert figures["position"] == {"rates": "0.3 0.2", "shared": "0.5", "mood-of": {"1": "blue"}}
    assert (figures["players"], figures["seat"]) == (4, 2)
    changed = json.loads(run(*words, "--shared=1", "--mood-of=1=red", "--seat=0", "--players=3").output)
    assert changed["position"] == {"rates": "0.3 0.2", "shared": "1", "mood-of": {"1": "red"}}
    assert (changed["players"], changed["seat"]) == (3, 0)


# What can be asked


def test_a_game_alone_lists_its_questions(run: Run, folder: Path) -> None:
    status, output, errors = run("advise", "toy")
    assert (status, errors) == (0, "")
    assert "lay: which cards to lay" in output and "go: where to go" in output
    assert 'analyzer advise toy lay --rates "0.3 0.2 0.1"' in output
    listed = json.loads(run("advise", "toy", "--json").output)
    assert [question["name"] for question in listed["questions"]] == ["lay", "go"]
    assert not list(folder.iterdir())


def test_help_lists_what_can_be_said_of_the_position(run: Run) -> None:
    status, output, errors = run("advise", "toy", "lay", "--help")
    assert (status, errors) == (0, "")
    assert "--position" in output and "lay: which cards to lay" in output and "go: where to go" not in output
    assert re.search(r"--rates CHANCES +how often .*\(required\)", output)
    assert re.search(r"--shared PART +part of .*\(default: a half\)", output)
    assert re.search(r"--mood-of SEAT=MOOD +another player", output)
    assert 'Example: analyzer advise toy lay --rates "0.3 0.2 0.1"' in output
    for words in (["toy", "-h"], ["--help", "toy"]):
        output = run("advise", *words).output
        assert "lay: which cards to lay" in output and "go: where to go" in output
    assert "--rates" not in run("advise", "--help").output


@pytest.mark.parametrize(
    ("words", "offered"),
    [("toy l", ["lay"]), ("toy ", ["lay", "go"]), ("toi ", []), ("plain-toy ", [])],
)
def test_shells_complete_the_questions(
    words: str, offered: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"analyzer advise {words}"
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    monkeypatch.setenv("_ANALYZER_COMPLETE", "complete_bash")
    status, output, errors = run()
    assert (status, errors) == (0, "")
    assert output.split() == offered


ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "no game": ([], ["Missing argument GAME", "hollander"]),
    "unknown game": (["holander", "swap"], ['"holander"', 'Did you mean "hollander"?']),
    "help on an unknown game": (["holander", "--help"], ['"holander"', 'Did you mean "hollander"?']),
    "a game without advice": (["plain-toy", "lay"], ["gives no advice"]),
    "unknown question": (["toy", "laay"], ['"laay"', 'Did you mean "lay"?']),
    "no question": (["toy", "--rates=0.3"], ["Missing argument QUESTION: one of lay, go"]),
    "no question but a seed": (["toy", "--seed=3"], ["Missing argument QUESTION"]),
    "a word too many": (["toy", "lay", "--rates", "0.3", "0.2"], ['"0.2"', "one word too many", "quotes"]),
    "unknown option": (["toy", "lay", "--rats=0.3"], ['"--rats"', 'Did you mean "--rates"?', "--mood-of"]),
    "unknown common option": (["toy", "lay", "--rates=0.3", "--gams=3"], ['"--gams"', 'Did you mean "--games"?']),
    "short option": (["toy", "lay", "-x"], ['"-x"']),
    "no value": (["toy", "lay", "--rates"], ["--rates", "value is missing"]),
    "no value before an option": (["toy", "lay", "--rates", "--mood-of", "1=x"], ["--rates", "value is missing"]),
    "given twice": (["toy", "lay", "--rates=0.3", "--rates=0.2"], ["--rates is given twice"]),
    "a seat given twice": (["toy", "lay", "--rates=0.3", "--mood-of=1=a", "--mood-of=1=b"], ["seat 1 is given twice"]),
    "no seat": (["toy", "lay", "--rates=0.3", "--mood-of=blue"], ["--mood-of", "SEAT=MOOD"]),
    "missing field": (["toy", "lay"], ["rates", "missing"]),
    "wrong value": (["toy", "lay", "--rates=2"], ['rates: "2" is no number']),
    "no such file": (["toy", "lay", "--position=nothing.toml"], ["nothing.toml"]),
    "too few games": (["toy", "lay", "--rates=0.3 0.2", "--games=3"], ["games: 3 are too few", "4 or more"]),
    "no games": (["toy", "lay", "--rates=0.3 0.2", "--games=0"], ["--games 0"]),
    "no precision": (["toy", "lay", "--rates=0.3 0.2", "--within=0"], ["--within 0", "above 0"]),
    "a seat in words": (["toy", "lay", "--rates=0.3", "--seat=first"], ["--seat first"]),
    "a seat too high": (["toy", "lay", "--rates=0.3", "--seat=3"], ["seat 3: the seats are 0 to 2"]),
    "unknown policy": (["toy", "lay", "--rates=0.3", "--against=plan"], ['"plan"', 'Did you mean "plain"?']),
}  # fmt: skip


@pytest.mark.parametrize(("given", "words"), ERRORS.values(), ids=ERRORS)
def test_what_is_wrong_is_said_in_a_line_or_two(
    given: list[str], words: list[str], run: Run, folder: Path
) -> None:
    status, output, errors = run("advise", *given)
    assert (status, output) == (2, "")
    lines = errors.splitlines()
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("analyzer: ")
    assert all(word in errors for word in words)
    assert not list(folder.iterdir())


# The real games


@needs_speed
@pytest.mark.parametrize("game", ["toy", *names.GAMES])
def test_the_examples_in_the_help_can_be_given(game: str, run: Run) -> None:
    listed = json.loads(run("advise", game, "--json").output)["questions"]
    assert listed
    for question in listed:
        output = run("advise", game, question["name"], "--help").output
        _, *words = shlex.split(output.partition("Example: ")[2].splitlines()[0])
        status, output, _ = run(*words, "--games=2000", "--json")
        assert status == 0
        assert json.loads(output)["question"] == question["name"]


@needs_speed
def test_a_swap_is_advised(run: Run) -> None:
    status, output, errors = run(*SWAP, "--json", "--games=300k", "--no-progress")
    assert status == 0
    assert not [line for line in errors.splitlines() if "ompiling" not in line]
    figures = json.loads(output)
    assert len(figures["ways"]) == 20
    for way in figures["ways"]:
        assert set(way) >= {"battle", "hand", "win_rate", "difference", "games"}
        assert sorted([*way["battle"], *way["hand"]]) == sorted(["1", "5", "kraken", "2", "9", "10"])
    (kept,) = (way for way in figures["ways"] if sorted(way["battle"]) == ["10", "2", "9"])
    assert kept["difference"] == {"mean": 0, "low": 0, "high": 0}
    assert sum(way["games"] for way in figures["ways"]) == figures["games"] <= 300_000
    assert "kraken" in figures["ways"][0]["battle"]


@needs_speed
def test_threads_change_nothing_but_the_times(run: Run) -> None:
    words = [*SWAP, "--games=100k", "--players=3", "--against=random", "--json"]
    one, two = (json.loads(run(*words, f"--threads={threads}").output) for threads in (1, 2))
    assert without_times(one) == without_times(two)
    assert (one["threads"], two["threads"]) == (1, 2)


@needs_speed
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_an_interrupt_gives_the_figures_so_far(folder: Path) -> None:
    code = """
        import sys
        from analyzer.cli.main import main
        from analyzer.studies import advise
        seek = advise._Seeking.run_race
        def tell(self):
            sys.stderr.write("racing\\n")
            sys.stderr.flush()
            seek(self)
        advise._Seeking.run_race = tell
        sys.argv = ["analyzer", *sys.argv[1:]]
        main()
        """
    words = [*SWAP, "--games=1e11", "--within=0.00001", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        while "racing" not in process.stderr.readline():
            assert process.poll() is None
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in errors
    figures = json.loads(output)
    assert figures["partial"] is True and figures["certain"] is False
    assert 0 < figures["games"] < figures["games_asked"] == 10**11
    assert figures["advice"].startswith("The run was interrupted")
