"""`analyzer tune`: the report, resuming, and what is refused."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from analyzer.games import names
from tests.cli.conftest import ROOT, Run

SMALL = [
    "tune", "toy", "--policy=aim", "--weights=x,y", "--field=plain", "--players=2,3", "--deals=200", "--generations=6",
    "--verdict-deals=500",
]  # fmt: skip
TIMES = ("seconds", "threads")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy:Toy")


def figures_of(folder: Path) -> dict[str, Any]:
    figures = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    del figures["page"]["speed"]
    return {key: value for key, value in figures.items() if key not in TIMES}


def files(place: Path) -> set[str]:
    return {file.relative_to(place).as_posix() for file in place.rglob("*") if file.is_file()}


def test_it_prints_the_answer_and_writes_a_report(run: Run, folder: Path) -> None:
    status, output, errors = run(*SMALL, "--out=report")
    assert (status, errors) == (0, "")
    assert output.startswith("Yes: the tuned weights gain aim ")
    assert "As a policy: aim:x=" in output
    assert {
        "tuning.json", "result.json", "report.md", "command.txt", "figures/verdict.png", "figures/training.svg",
        "tables/verdict.csv", "tables/weights.csv",
    } <= files(folder / "report")  # fmt: skip
    assert [each.name for each in folder.iterdir()] == ["report"]


def test_the_command_of_the_report_does_the_same_again(run: Run, folder: Path) -> None:
    import shlex

    asked = [
        *SMALL,
        "--field=aim:style=wild",
        "--set=options.rounds=4",
        "--step=0.7",
        "--seed=3",
        "--population=5",
    ]
    assert run(*asked, "--out=one").status == 0
    command = shlex.split((folder / "one" / "command.txt").read_text(encoding="utf-8"))
    assert run(*command[1:], "--out=two", "--threads=1").status == 0
    assert figures_of(folder / "one") == figures_of(folder / "two")
    assert figures_of(folder / "one")["fields"] == ["plain", "aim:style=wild"]


def test_json_is_one_object_and_nothing_is_written(run: Run, folder: Path) -> None:
    status, output, errors = run(*SMALL, "--json")
    assert (status, errors) == (0, "")
    figures = json.loads(output)
    assert figures["tuned"].startswith("aim:x=")
    assert [each["players"] for each in figures["by_players"]] == [2, 3]
    assert not list(folder.iterdir())


def test_the_verdict_is_what_compare_finds(run: Run) -> None:
    figures = json.loads(run(*SMALL, "--seed=8", "--json").output)
    words = ["--field=plain", "--players=3", "--deals=500", "--seed=8", "--json"]
    compared = json.loads(run("compare", "toy", figures["tuned"], "aim", *words).output)
    assert figures["by_players"][1] == {"players": 3, "difference": compared["difference"]}


def test_the_ordinary_player_is_tuned_against_itself_by_default(run: Run) -> None:
    figures = json.loads(
        run(
            "tune", "toy", "--weights=x", "--deals=10", "--generations=2", "--verdict-deals=20", "--json"
        ).output
    )
    assert (figures["start"], figures["fields"], figures["players"]) == ("aim", ["aim"], [3])
    assert figures["population"] == 8


CHILD = textwrap.dedent(
    """
    import sys
    from analyzer.games import names
    names.GAMES["toy"] = "tests.studies.toy:Toy"
    from tests.studies.toy import Toy
    Toy.pause = 0.002
    from analyzer.cli.main import main
    sys.argv = ["analyzer", *sys.argv[1:]]
    main()
    """
)


def killed(words: list[str], folder: Path, how: signal.Signals, generations: int) -> tuple[int, str, float]:
    """Status, standard error and seconds to end of a search that gets a signal once it has finished generations."""
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    file = folder / "report" / "tuning.json"
    deadline = time.monotonic() + 60
    while not file.exists() or len(json.loads(file.read_text(encoding="utf-8"))["told"]) < generations:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.005)
    sent = time.monotonic()
    process.send_signal(how)
    _, errors = process.communicate(timeout=20)
    return process.returncode, errors, time.monotonic() - sent


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM], ids=lambda how: how.name)
def test_killed_and_resumed_it_ends_as_if_nothing_had_happened(
    how: signal.Signals, run: Run, folder: Path
) -> None:
    asked = [*SMALL, "--generations=12"]
    assert run(*asked, "--out=whole").status == 0
    status, errors, seconds = killed([*asked, "--out=report"], folder, how, 3)
    assert "Traceback" not in errors
    if how == signal.SIGINT:
        assert status == 130
        assert "Go on with: analyzer tune toy --resume report" in errors
        assert seconds < 2
    assert "report.md" not in files(folder / "report")
    begun = json.loads((folder / "report" / "tuning.json").read_text(encoding="utf-8"))
    assert 3 <= len(begun["told"]) < 12

    refused = run(*asked, "--out=report")
    assert refused.status == 2
    assert "a search that is not finished" in refused.errors

    status, output, errors = run("tune", "toy", "--resume=report")
    assert (status, errors) == (0, "")
    assert output.startswith("Yes:")
    assert figures_of(folder / "report") == figures_of(folder / "whole")
    for name in ("command.txt", "tables/weights.csv", "tables/verdict.csv"):
        assert (folder / "report" / name).read_bytes() == (folder / "whole" / name).read_bytes()


def test_a_finished_search_can_be_continued_and_replaced(run: Run, folder: Path) -> None:
    assert run(*SMALL, "--out=report").status == 0
    assert run("tune", "toy", "--resume=report/tuning.json", "--generations=9").status == 0
    assert figures_of(folder / "report")["generations"] == 9
    assert run(*SMALL, "--out=report").status == 0
    assert figures_of(folder / "report")["generations"] == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--weights=style"],
            "analyzer: --weights: style is a word (calm, wild), and only numbers can be tuned.",
        ),
        (["--weights=x,why"], 'analyzer: --weights: aim has no parameter "why".'),
        (["--weights=x,x"], "analyzer: --weights: x is named twice."),
        (["--weights=x,"], "analyzer: --weights x,: a name or number is missing"),
        (["--weights=aimless"], "analyzer: --weights: aimless has no bounds and is 0 by default"),
        (["--step=0"], "analyzer: --step 0: this must be a number above 0"),
        (["--step=nan"], "analyzer: --step nan: this must be a number above 0"),
        (["--players=2,two"], "analyzer: --players two: this must be a whole number"),
        (["--population=3"], "analyzer: --population 3: this must be a whole number from 4"),
        (["--deals=0"], "analyzer: --deals 0:"),
        (["--generations=0"], "analyzer: --generations 0:"),
        (["--resume=nowhere"], "analyzer: --resume goes on with what was asked for then: leave out --policy"),
    ],
)
def test_what_the_user_can_put_right_is_said_in_a_line(
    words: list[str], message: str, run: Run, folder: Path
) -> None:
    asked = [word for word in SMALL if word.split("=")[0] not in {each.split("=")[0] for each in words}]
    status, output, errors = run(*asked, *words)
    assert (status, output) == (2, "")
    assert errors.startswith(message)
    assert errors.count("\n") <= 2
    assert not list(folder.iterdir())


@pytest.mark.parametrize("words", [["--resume=nowhere"], ["--resume="]])
def test_what_cannot_be_resumed_is_said(words: list[str], run: Run) -> None:
    status, _, errors = run("tune", "toy", *words)
    assert status == 2
    assert errors.startswith("analyzer: --resume: ")


def test_the_search_of_another_game_is_not_resumed(run: Run) -> None:
    assert run(*SMALL, "--out=report").status == 0
    status, _, errors = run("tune", "hollander", "--resume=report")
    assert status == 2
    assert "is one of toy, not of hollander" in errors


def test_policies_without_numbers_are_refused(run: Run) -> None:
    status, _, errors = run("tune", "hollander", "--policy=lowest", "--weights=swap")
    assert status == 2
    assert errors == "analyzer: lowest has no numeric parameters, so there is nothing to tune.\n"
