"""`analyzer compare`: figures on standard output, a report in a folder, what to expect on standard error."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.compare import compare, set_sides
from analyzer.studies.comparison import Plan
from tests.cli.conftest import ROOT, Run

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TIMES = ("seconds", "games_per_second", "threads")
KEYS = {
    "a", "b", "field", "players", "deals", "games", "difference", "a_win_rate", "b_win_rate", "by_seat",
    "variance_ratio", "length_a", "length_b", "stopped",
}  # fmt: skip
FILES = {
    "command.txt",
    "figures/difference.png",
    "figures/difference.svg",
    "report.md",
    "result.json",
    "tables/difference.csv",
    "tables/length.csv",
    "tables/win_rate.csv",
}
WORDS = ["compare", "hollander", "lowest:swap=high", "lowest"]


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


def said(errors: str) -> list[str]:
    return [line for line in errors.splitlines() if "ompiling" not in line]


@needs_speed
def test_json_is_one_object_and_no_report_is_written(run: Run, folder: Path) -> None:
    status, output, errors = run(*WORDS, "--field=random", "--deals=2k", "--seed=3", "--json")
    assert (status, said(errors)) == (0, [])
    figures = json.loads(output)
    assert set(figures) >= KEYS
    same = compare(set_sides("hollander", "lowest:swap=high", "lowest", field="random"), Plan(2_000, 3))
    assert without_times(figures) == without_times(same.as_json())
    assert (figures["deals"], figures["games"], figures["field"]) == (2_000, 16_000, "random")
    assert not list(folder.iterdir())


@needs_speed
@pytest.mark.parametrize("options", [[], ["--unpaired"], ["--until=2%"], ["--decide"]], ids=str)
def test_threads_change_nothing_but_the_times(options: list[str], run: Run) -> None:
    words = [*WORDS, "--deals=3000", "--players=3", "--set=deck.kraken=4", "--json", *options]
    one, two = (json.loads(run(*words, f"--threads={threads}").output) for threads in (1, 2))
    assert without_times(one) == without_times(two)
    assert (one["threads"], two["threads"]) == (1, 2)


@needs_speed
def test_the_field_is_b_unless_another_one_is_named(run: Run) -> None:
    figures = json.loads(
        run("compare", "hollander", "random", "lowest:swap=keep", "--deals=10", "--json").output
    )
    assert (figures["b"], figures["field"]) == ("lowest", "lowest")


@needs_speed
@pytest.mark.parametrize("width", ["2%", "0.02", "2 %", "2.0%", ".02"])
def test_a_width_is_read_in_every_form(width: str, run: Run) -> None:
    figures = json.loads(run(*WORDS, "--until", width, "--json").output)
    assert figures["stopped"] == "until"
    assert 0.02 < figures["difference"]["high"] - figures["difference"]["low"] <= 0.04


@needs_speed
def test_deciding_stops_as_soon_as_the_sign_is_certain(run: Run) -> None:
    figures = json.loads(run("compare", "hollander", "lowest", "random", "--decide", "--json").output)
    assert figures["stopped"] == "decide"
    assert figures["difference"]["low"] > 0
    assert figures["deals"] < 2_000


@needs_speed
def test_the_games_in_all_can_be_given_instead_of_the_deals(run: Run) -> None:
    figures = json.loads(run(*WORDS, "--games=5k", "--json").output)
    assert (figures["deals"], figures["games"]) == (1_000, 5_000)
    assert json.loads(run(*WORDS, "--games=1", "--json").output)["deals"] == 1


@needs_speed
def test_a_long_run_says_first_what_to_expect(run: Run, folder: Path) -> None:
    status, output, errors = run(*WORDS, "--deals=21k", "--json", "--no-progress")
    assert status == 0
    (line,) = said(errors)
    assert line.startswith("Going by the first 2,000 deals, expect ±")
    assert "after all 21,000 deals (105,000 games)" in line
    json.loads(output)


@needs_speed
def test_a_policy_against_itself_is_the_same(run: Run, folder: Path) -> None:
    status, output, errors = run("compare", "hollander", "lowest", "lowest", "--deals=1000", "--out=report")
    assert (status, said(errors)) == (0, [])
    assert "the same policy" in output and "exactly 0" in output
    figures = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    assert figures["difference"] == {"mean": 0, "low": 0, "high": 0}


@pytest.fixture
def report(run: Run, folder: Path) -> Path:
    options = [
        "--field=random",
        "--players=3",
        "--deals=2000",
        "--seed=8",
        "--until=3%",
        "--set=deck.kraken=5",
    ]
    ended = run(*WORDS, *options, "--out", "report")
    assert ended.status == 0
    assert "Report: report" in ended.output
    assert "Playing lowest:swap=high instead of lowest" in ended.output
    return folder / "report"


@needs_speed
def test_the_report_holds_figures_tables_and_the_result(report: Path) -> None:
    files = {file.relative_to(report).as_posix() for file in report.rglob("*") if file.is_file()}
    assert files >= FILES
    page = (report / "report.md").read_text(encoding="utf-8")
    assert "figures/difference.png" in page
    assert "same deals" in page


@needs_speed
def test_the_command_of_the_report_makes_it_again(report: Path, run: Run) -> None:
    figures = json.loads((report / "result.json").read_text(encoding="utf-8"))
    del figures["page"]
    assert figures["stopped"] == "until"
    name, *words = shlex.split((report / "command.txt").read_text(encoding="utf-8"))
    assert name == "analyzer"
    assert without_times(json.loads(run(*words, "--json").output)) == without_times(figures)


ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "nothing to compare": (["hollander"], ["A"]),
    "nothing to compare with": (["hollander", "lowest"], ["B"]),
    "no game": ([], ["GAME"]),
    "unknown game": (["holander", "lowest", "random"], ['"holander"', "Did you mean"]),
    "unknown a": (["hollander", "lowst", "random"], ['"lowst"', 'Did you mean "lowest"?']),
    "unknown b": (["hollander", "lowest", "rndom"], ['"rndom"', 'Did you mean "random"?']),
    "unknown field": (["hollander", "lowest", "random", "--field=lowst"], ['"lowst"', 'Did you mean "lowest"?']),
    "empty a": (["hollander", "", "random"], ["policy's name is missing"]),
    "a policy too many": (["hollander", "lowest", "random", "random"], ["random"]),
    "no deals": (["hollander", "lowest", "random", "--deals=0"], ["--deals 0", "whole number from 1"]),
    "negative deals": (["hollander", "lowest", "random", "--deals", "-5"], ["--deals -5", "whole number from 1"]),
    "too many deals": (["hollander", "lowest", "random", "--deals=1e12"], ["--deals 1e12", "whole number from 1"]),
    "no games": (["hollander", "lowest", "random", "--games=0"], ["--games 0", "whole number from 1"]),
    "deals and games": (["hollander", "lowest", "random", "--games=5", "--deals=5"], ["--deals and --games"]),
    "negative width": (["hollander", "lowest", "random", "--until", "-0.2%"], ["--until -0.2%", "above 0", "0.2%"]),
    "no width": (["hollander", "lowest", "random", "--until=0"], ["--until 0", "above 0"]),
    "width in words": (["hollander", "lowest", "random", "--until=narrow"], ["--until narrow", "0.2% or 0.002"]),
    "whole width": (["hollander", "lowest", "random", "--until=60%"], ["--until 60%", "at most 50%"]),
    "infinite width": (["hollander", "lowest", "random", "--until=1e999"], ["--until 1e999", "at most 50%"]),
    "seven players": (["hollander", "lowest", "random", "--players=7"], ["7"]),
    "negative seed": (["hollander", "lowest", "random", "--seed=-1"], ["--seed -1"]),
    "no threads": (["hollander", "lowest", "random", "--threads=0"], ["--threads 0"]),
}  # fmt: skip


@pytest.mark.parametrize(("given", "words"), ERRORS.values(), ids=ERRORS)
def test_what_is_wrong_is_said_in_a_line_or_two(
    given: list[str], words: list[str], run: Run, folder: Path
) -> None:
    status, output, errors = run("compare", *given)
    assert (status, output) == (2, "")
    lines = errors.splitlines()
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("analyzer: ")
    assert all(word in errors for word in words)
    assert not list(folder.iterdir())


def test_the_help_says_what_the_width_is(run: Run) -> None:
    status, output, _ = run("compare", "--help")
    assert status == 0
    assert "±WIDTH" in output
    for option in ("--field", "--deals", "--until", "--decide", "--unpaired", "--json", "--out", "--threads"):
        assert option in output


@needs_speed
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_an_interrupt_gives_the_figures_so_far(folder: Path) -> None:
    command = [sys.executable, "-m", "analyzer", *WORDS, "--deals=1e9", "--json", "--threads=2"]
    with subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        while "Going by" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in errors
    figures = json.loads(output)
    assert figures["partial"] is True
    assert 2_000 <= figures["deals"] < 10**9
    whole = compare(set_sides("hollander", "lowest:swap=high", "lowest"), Plan(figures["deals"], 1)).as_json()
    assert figures["by_seat"] == whole["by_seat"]
