"""`analyzer exact`: fractions on standard output, and a report in a folder."""

import json
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FILES = {
    "command.txt",
    "figures/chances.png",
    "figures/chances.svg",
    "figures/expected.png",
    "figures/expected.svg",
    "index.html",
    "report.md",
    "result.json",
    "tables/outcomes.csv",
    "tables/scores.csv",
    "tables/seats.csv",
}


def test_json_is_one_object_and_no_report_is_written(run: Run, folder: Path) -> None:
    status, output, errors = run("exact", "cofre", "--shown=maps-2", "--strategy=shown=1/3", "--json")
    assert (status, errors) == (0, "")
    found = json.loads(output)
    assert found["players"] == 4
    assert found["strategies"] == ["shown=1/3"] * 4
    assert sum(Fraction(outcome["probability"]) for outcome in found["outcomes"]) == 1
    assert len(found["expected"]) == 4
    assert not list(folder.iterdir())


def test_without_options_the_usual_table_plays_the_equilibrium(run: Run) -> None:
    found = json.loads(run("exact", "cofre", "--json").output)
    assert (found["shown"], found["strategies"]) == (None, ["equilibrium"] * 4)
    assert max(found["gain"]) < 1e-6


def test_the_report_holds_figures_and_tables_and_is_made_again_by_its_command(run: Run, folder: Path) -> None:
    words = [
        "--players=2",
        "--shown=gold-3",
        "--strategy=shown",
        "--strategy=uniform",
        "--set=deck.maps=[1,5]",
    ]
    ended = run("exact", "cofre", *words, "--out=report")
    assert (ended.status, ended.errors) == (0, "")
    assert ended.output.startswith("In a round with gold-3 face up, ")
    report = folder / "report"
    assert {file.relative_to(report).as_posix() for file in report.rglob("*") if file.is_file()} >= FILES
    page = (report / "report.md").read_text(encoding="utf-8")
    assert "figures/expected.png" in page and "figures/chances.png" in page
    figures = json.loads((report / "result.json").read_text(encoding="utf-8"))
    del figures["page"]
    name, *again = shlex.split((report / "command.txt").read_text(encoding="utf-8"))
    assert name == "analyzer"
    assert json.loads(run(*again, "--json").output) == figures


ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "a game without exact answers": (["hollander"], ["too large for exact answers", "cofre"]),
    "unknown game": (["coffre"], ['"coffre"', 'Did you mean "cofre"?']),
    "no game": ([], ["GAME"]),
    "unknown strategy": (["cofre", "--strategy=shwn"], ['"shwn"', 'Did you mean "shown"?']),
    "unknown choice": (["cofre", "--strategy=gld=1"], ['"gld"', 'Did you mean "gold"?']),
    "too much": (["cofre", "--strategy=gold=0.7,maps=0.7"], ["add up to 7/5"]),
    "wrong number of strategies": (["cofre", "--strategy=shown", "--strategy=uniform"], ["for 4 seats"]),
    "unknown card": (["cofre", "--shown=gold-4"], ['"gold-4"', 'Did you mean "gold-3"?']),
    "too many players": (["cofre", "--players=6"], ["2 to 4 players"]),
    "no players": (["cofre", "--players=x"], ["--players x"]),
    "wrong rule": (["cofre", "--set=options.slip=1"], ["options.slip"]),
    "no folder": (["cofre", "--out="], ["--out"]),
}


@pytest.mark.parametrize(("given", "words"), ERRORS.values(), ids=ERRORS)
def test_what_is_wrong_is_said_in_a_line_or_two(
    given: list[str], words: list[str], run: Run, folder: Path
) -> None:
    status, output, errors = run("exact", *given)
    assert (status, output) == (2, "")
    lines = errors.splitlines()
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("analyzer: ")
    assert all(word in errors for word in words)
    assert not list(folder.iterdir())
