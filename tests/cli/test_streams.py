"""Streams that the caller closed, as `>&-` and `2>&-` do: what would be written to them is lost, and nothing fails."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.core.jit import JIT_IS_ON
from tests.cli.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams are not closed so there")

compiled = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


def closed(streams: str, *words: str) -> subprocess.CompletedProcess[str]:
    """How a command ends that a shell starts with streams closed."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-m", "analyzer", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def without_notice(errors: str) -> list[str]:
    return [line for line in errors.splitlines() if "ompiling" not in line]


ALL = "<&- >&- 2>&-"


@pytest.mark.parametrize("streams", [">&-", "2>&-", ">&- 2>&-", "<&-", ALL])
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["rules", "hollander"],
        ["rules", "hollander", "--json"],
        *[
            pytest.param(words, marks=compiled)
            for words in (
                ["trace", "hollander", "--count=3"],
                ["bench", "hollander", "--games=10"],
                ["simulate", "hollander", "--games=10", "--json"],
            )
        ],
    ],
    ids=" ".join,
)
def test_a_closed_stream_is_no_failure(words: list[str], streams: str, folder: Path) -> None:
    ended = closed(streams, *words)
    assert ended.returncode == 0
    assert not without_notice(ended.stderr)
    assert (ended.stdout == "") == (">&-" in streams.split())
    assert not list(folder.iterdir())


@compiled
@pytest.mark.parametrize("streams", [">&-", "2>&-", ">&- 2>&-", "<&-", ALL])
def test_the_report_is_written_nevertheless(streams: str, folder: Path) -> None:
    ended = closed(streams, "simulate", "hollander", "--games=10", "--out=report")
    assert (ended.returncode, without_notice(ended.stderr)) == (0, [])
    assert json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))["games"] == 10
    # Nothing that was meant for a closed stream got into a file that has its number.
    assert (folder / "report" / "command.txt").read_text(encoding="utf-8").startswith("analyzer simulate ")
    assert len((folder / "report" / "command.txt").read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize("streams", [">&-", "2>&-", ">&- 2>&-", ALL])
def test_an_error_keeps_its_status(streams: str, folder: Path) -> None:
    ended = closed(streams, "simulate", "holander")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ('Did you mean "hollander"?' in ended.stderr) == ("2>&-" not in streams)
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_an_error_that_cannot_be_said_keeps_its_status(folder: Path) -> None:
    assert closed("2>/dev/full", "simulate", "holander").returncode == 2
