"""`analyzer balance`: its command makes the same again, and mistakes are told in a line or two."""

import json
import shlex
from pathlib import Path

import pytest

from analyzer.games import names
from tests.cli.conftest import Run

SMALL = ["--games=1000", "--close-deals=100", "--skill-deals=20"]


@pytest.fixture(autouse=True)
def kites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "kites", "tests.studies.balance.kites:Kites")


@pytest.mark.parametrize(
    "words",
    [
        ["--card=gust", "--card=lead", "--up-to=3", "--grow", *SMALL, "--until=3%"],
        ["--vary=options.fate=0|70", "--vary=options.fogs_count", "--games=1000", "--no-luck", "--no-skill"],
        ["--vary=deck.gust=1|3,deck.plain=31|29", "--card=ribbon", *SMALL, "--policy=sharp", "--players=3"],
        ["--target=first_seat=+-1%", "--target=length.mean>=12", "--vary=deck.gust=0..4", "--games=3000", "--decks=3"],
        ["--target=forced<=60%", "--target=forced>=5%", "--card=lead", "--up-to=3", "--games=2000"],
    ],
)  # fmt: skip
def test_the_report_names_the_command_that_makes_it_again(words: list[str], run: Run, folder: Path) -> None:
    status, output, errors = run("balance", "kites", *words, "--set=deck.fog=1", "--seed=4", "--out=report")
    assert (status, errors) == (0, "")
    assert output.endswith("Report: report\n")
    first = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    command = shlex.split((folder / "report" / "command.txt").read_text(encoding="utf-8"))
    again = json.loads(run(*command[1:], "--json").output)
    for key in ("rules", "players", "policies", "base", "variants", "unplayable", "cards"):
        assert again[key] == first[key], key
    assert (folder / "report" / "figures").is_dir()


def test_other_rules_are_held_against_the_present_ones(run: Run, folder: Path) -> None:
    (folder / "windy.toml").write_text("[deck]\ngust = 9\nplain = 23\n", encoding="utf-8")
    found = json.loads(run("balance", "kites", "--against=windy.toml", *SMALL, "--json").output)
    (variant,) = found["variants"]
    assert variant["set"] == {"deck.plain": 23, "deck.gust": 9}
    assert variant["changed"]["first_seat"] == "more"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--card=gst"], 'Did you mean "gust"'),
        (["--vary=options.fat"], 'Did you mean "options.fate"'),
        (["--target=first_seat=1..2"], "needs a --target, and a --vary"),
        (["--target=first_set<=2", "--vary=deck.gust=0..2"], 'Did you mean "first_seat"'),
        (["--target=first_seat<=2", "--card=gst"], 'Did you mean "gust"'),
        (["--target=first_seat<=2", "--card=gust", "--grow"], "--grow does not go with --target"),
        (["--target=first_seat<=2", "--vary=deck.gust=0..2", "--up-to=3"], "--up-to needs a --card"),
        (["--target=first_seat<=2", "--until=1%"], "--until does not go with --target"),
        (["--target=first_seat<=2", "--no-luck"], "--no-luck does not go with --target"),
        (["--decks=4"], "--decks needs a --target"),
        (["--vary=options.fogs_count", "--grow"], "--grow needs a --card"),
        (["--no-skill", "--skill-deals=3"], "only one of them"),
        (["--until=0"], "--until 0: this must be above 0"),
        (["--up-to=0"], "--up-to 0: this must be a whole number from 1"),
        (["--vary=deck.plain=3|4"], "No variant can be played"),
        (["--players=9"], "too few for 9 players"),
    ],
)
def test_mistakes_are_told_in_a_line_or_two(words: list[str], message: str, run: Run) -> None:
    status, output, errors = run("balance", "kites", *words, "--json")
    assert (status, output) == (2, "")
    assert message in errors
    assert 1 <= len(errors.splitlines()) <= 2
