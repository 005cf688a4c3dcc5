"""`analyzer bench`: how fast the kernel is."""

import json
from pathlib import Path

import pytest

from analyzer.core.jit import JIT_IS_ON
from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

PUBLIC = {
    "players", "policy", "threads", "games", "turns", "seconds", "games_per_second", "ns_per_turn", "compile_seconds",
}  # fmt: skip


def test_json_is_one_object_with_the_public_keys(run: Run) -> None:
    status, output, errors = run("bench", "hollander", "--games", "2k", "--threads", "1", "--json")
    assert status == 0
    assert not [line for line in errors.splitlines() if "ompiling" not in line]
    figures = json.loads(output)
    assert set(figures) >= PUBLIC
    assert (figures["players"], figures["policy"], figures["threads"], figures["games"]) == (
        4,
        "lowest",
        1,
        2_000,
    )
    assert figures["turns"] > 2_000
    assert 0 < figures["seconds"] < 60


def test_the_figures_are_said_in_the_first_line(run: Run) -> None:
    status, output, _ = run("bench", "hollander", "--games", "1", "--policy", "random", "--players", "2")
    assert status == 0
    line = output.splitlines()[0]
    assert "games a second" in line and "ns a turn" in line
    assert "random" in line and "2 players" in line


def test_a_report_is_written_where_one_is_asked_for(run: Run, tmp_path: Path) -> None:
    assert run("bench", "hollander", "--games", "1", "--out", str(tmp_path / "speed")).status == 0
    assert json.loads((tmp_path / "speed" / "result.json").read_text())["games"] == 1


def test_turns_depend_on_the_games_alone(run: Run) -> None:
    turns = {
        json.loads(run("bench", "hollander", "--games=500", "--json", f"--threads={threads}").output)["turns"]
        for threads in (1, 2, 3)
    }
    assert len(turns) == 1
