"""`analyzer tournament`: figures on standard output, and a report in a folder."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.tournament import play
from analyzer.studies.tournament_field import set_field
from tests.cli.conftest import Run

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TIMES = ("seconds", "games_per_second", "threads")
FILES = {
    "command.txt",
    "figures/ranking.png",
    "figures/ranking.svg",
    "figures/table.png",
    "figures/table.svg",
    "report.md",
    "result.json",
    "tables/ranking.csv",
    "tables/table.csv",
}
POLICIES = ["lowest", "random", "lowest:swap=high"]
WORDS = ["tournament", "hollander", *(f"--policy={policy}" for policy in POLICIES)]


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


@needs_speed
@pytest.mark.parametrize("players", [2, 3, 4])
def test_json_is_one_object_and_no_report_is_written(players: int, run: Run, folder: Path) -> None:
    status, output, errors = run(*WORDS, f"--players={players}", "--deals=300", "--seed=3", "--json")
    assert status == 0
    assert not [line for line in errors.splitlines() if "ompiling" not in line]
    figures = json.loads(output)
    same = play(set_field("hollander", POLICIES, players=players, seed=3), deals=300)
    assert without_times(figures) == without_times(same.as_json())
    assert figures["policies"] == POLICIES
    assert [rank["policy"] for rank in figures["ranking"]] == ["lowest:swap=high", "lowest", "random"]
    assert [rank["group"] for rank in figures["ranking"]] == [1, 2, 3]
    assert not list(folder.iterdir())


@needs_speed
def test_threads_change_nothing_but_the_times(run: Run) -> None:
    words = [*WORDS, "--deals=500", "--set=deck.kraken=4", "--json"]
    one, two = (json.loads(run(*words, f"--threads={threads}").output) for threads in (1, 2))
    assert without_times(one) == without_times(two)
    assert (one["threads"], two["threads"]) == (1, 2)


@needs_speed
def test_the_games_in_all_can_be_given_instead_of_the_deals(run: Run) -> None:
    figures = json.loads(run(*WORDS, "--players=2", "--games=6k", "--json").output)
    assert (figures["deals"], figures["games"]) == (1_000, 6_000)


@needs_speed
def test_the_report_holds_figures_and_tables_and_is_made_again_by_its_command(run: Run, folder: Path) -> None:
    ended = run(*WORDS, "--players=2", "--deals=300", "--seed=8", "--out=report")
    assert ended.status == 0
    assert ended.output.startswith("lowest:swap=high comes first of 3")
    report = folder / "report"
    assert {file.relative_to(report).as_posix() for file in report.rglob("*") if file.is_file()} >= FILES
    page = (report / "report.md").read_text(encoding="utf-8")
    assert "figures/ranking.png" in page and "figures/table.png" in page
    figures = json.loads((report / "result.json").read_text(encoding="utf-8"))
    del figures["page"]
    name, *words = shlex.split((report / "command.txt").read_text(encoding="utf-8"))
    assert name == "analyzer"
    assert without_times(json.loads(run(*words, "--json").output)) == without_times(figures)


ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "no policy": (["hollander"], ["two competitors or more", "none is given"]),
    "one policy": (["hollander", "--policy=lowest"], ["two competitors or more", "only lowest is given"]),
    "the same twice": (["hollander", "--policy=lowest", "--policy=lowest:swap=keep"], ["lowest is given twice"]),
    "unknown policy": (["hollander", "--policy=lowest", "--policy=rndom"], ['"rndom"', 'Did you mean "random"?']),
    "unknown first policy": (["hollander", "--policy=lowst", "--policy=random"], ['"lowst"', 'mean "lowest"?']),
    "unknown game": (["holander", "--policy=lowest", "--policy=random"], ['"holander"', "Did you mean"]),
    "no game": ([], ["GAME"]),
    "no deals": (["hollander", "--policy=lowest", "--policy=random", "--deals=0"], ["--deals 0", "whole number"]),
    "negative games": (["hollander", "--policy=lowest", "--policy=random", "--games", "-1"], ["--games -1"]),
    "one player": (["hollander", "--policy=lowest", "--policy=random", "--players=1"], ["2 to 6 players"]),
    "negative seed": (["hollander", "--policy=lowest", "--policy=random", "--seed=-1"], ["--seed -1"]),
}  # fmt: skip


@pytest.mark.parametrize(("given", "words"), ERRORS.values(), ids=ERRORS)
def test_what_is_wrong_is_said_in_a_line_or_two(
    given: list[str], words: list[str], run: Run, folder: Path
) -> None:
    status, output, errors = run("tournament", *given)
    assert (status, output) == (2, "")
    lines = errors.splitlines()
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("analyzer: ")
    assert all(word in errors for word in words)
    assert not list(folder.iterdir())


def test_the_help_names_the_options(run: Run) -> None:
    status, output, _ = run("tournament", "--help")
    assert status == 0
    for option in ("--policy", "--players", "--deals", "--seed", "--rules", "--set", "--json", "--out"):
        assert option in output
