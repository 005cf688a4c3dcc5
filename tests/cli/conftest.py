"""The command line, called in this process or started in its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from analyzer.cli import main

ROOT = Path(__file__).parents[2]


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    output: str
    errors: str


Run = Callable[..., Ended]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    folder = tmp_path / "current"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, in the empty folder."""

    def run(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["analyzer", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main.main()
        status = ended.value.code
        assert isinstance(status, int)
        return Ended(status, *capsys.readouterr())

    return run


@pytest.fixture
def start(folder: Path) -> Run:
    """Runs a command in a process of its own, in the empty folder."""

    def start(*words: str, **environment: str) -> Ended:
        result = subprocess.run(
            [sys.executable, "-m", "analyzer", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return Ended(result.returncode, result.stdout, result.stderr)

    return start
