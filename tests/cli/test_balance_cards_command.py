"""`analyzer balance` with a game whose cards are valued."""

import json
import shlex
from pathlib import Path

import pytest

from analyzer.games import names
from tests.cli.conftest import Run

SMALL = ["--card=gust", "--games=500", "--close-deals=50", "--no-skill", "--no-luck"]


@pytest.fixture(autouse=True)
def dealt_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "kites", "tests.studies.balance.kites:Kites")
    monkeypatch.setitem(names.GAMES, "pouches", "tests.studies.cardvalues.pouches:Pouches")


@pytest.mark.parametrize(("words", "rows"), [(["--value-deals=300"], 8), (["--no-values"], 0)])
def test_the_report_names_the_command_that_makes_it_again(
    words: list[str], rows: int, run: Run, folder: Path
) -> None:
    status, _, errors = run("balance", "pouches", *SMALL, *words, "--seed=4", "--out=report")
    assert (status, errors) == (0, "")
    first = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    command = shlex.split((folder / "report" / "command.txt").read_text(encoding="utf-8"))
    again = json.loads(run(*command[1:], "--json").output)
    assert len(first["cards"]) == rows
    assert again["cards"] == first["cards"]
    assert (folder / "report" / "tables" / "cards.csv").exists() == (rows > 0)
    assert (folder / "report" / "figures" / "card_values.svg").exists() == (rows > 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kites", *SMALL, "--value-deals=3"], "Kites deals no cards that could be valued"),
        (["pouches", *SMALL, "--value-deals=3", "--no-values"], "only one of them"),
        (["pouches", *SMALL, "--value-deals=0"], "--value-deals 0: this must be a whole number from 1"),
        (["pouches", "--target=first_seat<=2", "--no-values"], "--no-values does not go with --target"),
        (["pouches", "--target=first_seat<=2", "--value-deals=3"], "--value-deals does not go with --target"),
    ],
)
def test_mistakes_are_told_in_a_line(words: list[str], message: str, run: Run) -> None:
    status, output, errors = run("balance", *words, "--json")
    assert (status, output) == (2, "")
    assert message in errors
    assert len(errors.splitlines()) == 1
