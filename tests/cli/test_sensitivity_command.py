"""`analyzer sensitivity`: its command makes the same again, and mistakes are told in a line or two."""

import json
import shlex
from pathlib import Path

import pytest

from analyzer.games import names
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def sails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "sails", "tests.studies.sensitivity.sails:Sails")
    monkeypatch.setitem(names.GAMES, "calm", "tests.studies.sensitivity.sails:Calm")


@pytest.mark.parametrize(
    "words",
    [
        ["--decks=16"],
        ["--question=tip:be-dull", "--field=sharp", "--decks=0"],
        ["--follow=sharp", "--ignore=dull", "--players=3", "--decks=4"],
        ["--question=first-seat", "--policy=sharp", "--set=options.storms=20", "--decks=8"],
        ["--question=length", "--decks=4"],
    ],
)
def test_the_report_names_the_command_that_makes_it_again(words: list[str], run: Run, folder: Path) -> None:
    status, output, errors = run("sensitivity", "sails", *words, "--deals=500", "--seed=4", "--out=report")
    assert (status, errors) == (0, "")
    assert output.endswith("Report: report\n")
    first = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    command = shlex.split((folder / "report" / "command.txt").read_text(encoding="utf-8"))
    again = json.loads(run(*command[1:], "--json").output)
    for key in ("question", "rules", "players", "policies", "base", "effects", "decks", "unplayable"):
        assert again[key] == first[key], key
    assert (folder / "report" / "figures").is_dir()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["calm"], "Calm does not say what its source leaves open"),
        (["sails", "--question=first"], 'Did you mean "first-seat"?'),
        (["sails", "--follow=sharp"], "ignore is missing"),
        (["sails", "--field=shrp"], 'Did you mean "sharp"?'),
        (["sails", "--decks=10"], "such as 8 or 16"),
        (["sails", "--decks=2000"], "such as 1024 or 2048"),
        (["sails", "--decks=4096"], "from 0 to 2048"),
        (["sails", "--deals=none"], "--deals none"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(
    words: list[str], message: str, run: Run, folder: Path
) -> None:
    status, output, errors = run("sensitivity", *words, "--out=report")
    assert (status, output) == (2, "")
    assert message in errors
    assert len(errors.splitlines()) <= 2
    assert not (folder / "report").exists()
