"""`analyzer tips`: verdicts on standard output, a report in a folder, a list of the tips, and mistakes told."""

import json
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.tips import chosen_tips, set_trials, try_tips
from tests.cli.conftest import ROOT, Run

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TIMES = ("seconds", "games_per_second", "threads")
OWN = ["--tip=Lay high cards.", "--follow=lowest:swap=high", "--ignore=lowest"]
SMALL = ["--players=3", "--field=lowest", "--deals=400"]


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


@needs_speed
def test_json_is_one_object_with_a_verdict_for_each_table(run: Run, folder: Path) -> None:
    words = ["--only=low-first,crew-only", "--players=2,4", "--field=lowest", "--field=random"]
    status, output, errors = run(
        "tips", "hollander", *words, "--deals=400", "--seed=3", "--smallest=1%", "--json"
    )
    assert status == 0
    assert all("ompiling" in line for line in errors.splitlines())
    figures = json.loads(output)
    for each in figures["tips"]:
        assert set(each) >= {"tip", "players", "field", "verdict", "difference", "games"}
        assert each["verdict"] in ("true", "false", "no difference", "undecided")
        assert set(each["difference"]) == {"mean", "low", "high"}
    assert [(each["tip"], each["players"], each["field"]) for each in figures["tips"]] == [
        (tip, players, field)
        for tip in ("low-first", "crew-only")
        for players in (2, 4)
        for field in ("lowest", "random")
    ]
    assert {each["verdict"] for each in figures["tips"] if each["tip"] == "low-first"} == {"true"}
    asked = set_trials(
        "hollander", only=["low-first", "crew-only"], players=[2, 4], fields=["lowest", "random"]
    )
    same = try_tips(asked, deals=400, smallest=0.01, seed=3).as_json()
    assert without_times(figures) == without_times(json.loads(json.dumps(same)))
    assert not list(folder.iterdir())


@needs_speed
@pytest.mark.parametrize(
    "words", [[*OWN, *SMALL], ["--only=low-first", "--only=crew-only", *SMALL]], ids=["own", "two"]
)
def test_the_report_names_the_command_that_makes_it_again(words: list[str], run: Run, folder: Path) -> None:
    status, output, _ = run("tips", "hollander", *words, "--set=deck.kraken=3", "--out=report")
    assert status == 0
    report = folder / "report"
    first = json.loads((report / "result.json").read_text(encoding="utf-8"))
    command = shlex.split((report / "command.txt").read_text(encoding="utf-8"))
    again = json.loads(run(*command[1:], "--json").output)
    assert again["tips"] == first["tips"]
    assert again["rules"] == first["rules"] and again["rules"]["deck"]["kraken"] == 3
    assert {file.name for file in (report / "tables").iterdir()} == {
        "verdicts.csv",
        "tips.csv",
        "differences.csv",
    }
    assert (report / "figures" / "differences.png").is_file()
    assert output.strip().endswith("Report: report")
    assert run("show", "report").output.splitlines()[0] == output.splitlines()[0]


def test_the_tips_are_listed_without_playing(run: Run, folder: Path) -> None:
    status, output, errors = run("tips", "hollander", "--list", "--no-progress")
    assert (status, errors) == (0, "")
    told = " ".join(output.split())
    for tip in chosen_tips("hollander"):
        assert f"{tip.name}: {tip.text}" in told
        assert f"{tip.follow} follows it, {tip.ignore} does not" in told
    listed = json.loads(run("tips", "hollander", "--list", "--only=low-first", "--json").output)
    assert [(each["tip"], each["follow"], each["ignore"]) for each in listed["tips"]] == [
        ("low-first", "lowest:swap=best", "highest")
    ]
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hollander", "--only=low-frst"], 'Did you mean "low-first"?'),
        (["hollander", "--list", "--only=low-frst"], 'Did you mean "low-first"?'),
        (["hollander", "--list", "--players=3"], "leave out --players"),
        (["hollander", "--list", "--set=deck.kraken=3"], "leave out --set"),
        (["hollander", *OWN[:2]], "ignore is missing"),
        (["hollander", *OWN[1:]], "tip is missing"),
        (["hollander", *OWN, "--only=low-first"], "a tip of your own is tried instead"),
        (["hollander", "--tip=Be.", "--follow=lowest", "--ignore=lowest:swap=keep"], "play the same policy"),
        (["hollander", "--tip=Be.", "--follow=lowst", "--ignore=lowest"], 'Did you mean "lowest"?'),
        (["hollander", "--field=lowst"], 'Did you mean "lowest"?'),
        (["hollander", "--players=3,3"], "players: 3 is given twice"),
        (["hollander", "--players=2,"], "a name or number is missing"),
        (["hollander", "--players=9"], "9"),
        (["hollander", "--smallest=0"], "--smallest 0: this must be above 0"),
        (["hollander", "--deals=0"], "--deals 0"),
        (["holander"], 'Did you mean "hollander"?'),
    ],
)
def test_mistakes_are_told_in_a_line_or_two(words: list[str], said: str, run: Run, folder: Path) -> None:
    status, output, errors = run("tips", *words)
    assert (status, output) == (2, "")
    assert said in errors
    assert 1 <= len(errors.splitlines()) <= 2
    assert not list(folder.iterdir())


@needs_speed
def test_ctrl_c_keeps_the_verdicts_so_far(folder: Path) -> None:
    code = """
        import sys
        from analyzer.cli.main import main
        from analyzer.studies import tips
        compare, calls = tips.compare, []
        def interrupted(*given, **options):
            calls.append(1)
            if len(calls) > 2:
                raise KeyboardInterrupt
            return compare(*given, **options)
        tips.compare = interrupted
        sys.argv = ["analyzer", "tips", "hollander", "--json", "--out=report", "--deals=300"]
        main()
        """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 130
    figures = json.loads(ended.stdout)
    assert figures["partial"] is True and len(figures["tips"]) == 2
    assert "No report was written: the run was interrupted." in ended.stderr
    assert not list(folder.iterdir())
