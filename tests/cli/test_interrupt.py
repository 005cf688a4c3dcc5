"""Ctrl-C ends every command within a second, with status 130; simulate tells what it has found so far."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from analyzer import simulate
from analyzer.cli import main
from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.bench import bench
from analyzer.studies.request import set_table
from tests.cli.conftest import ROOT

pytestmark = [
    pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed"),
    pytest.mark.skipif(sys.platform == "win32", reason="no such signals and terminals there"),
]

MOST_SECONDS = 1.0
ATTEMPTS = 3
"""A machine that is busy with other things may take longer now and then, but not each time."""

TIMES = ("seconds", "games_per_second", "threads", "partial", "games_asked")
AT_WORK = re.compile(r"[1-9][0-9,]* of [0-9,]+ games")
"""What the progress bar says once games are finished."""


@pytest.fixture(scope="module", autouse=True)
def kernels_are_compiled() -> None:
    """So that a new process starts playing soon."""
    table = set_table("hollander")
    bench(table, games=1, seed=1)
    table.game.trace(table.setup, 1, 0)


class Child:
    """A command whose standard error is a terminal, and that is interrupted."""

    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        import pty  # not everywhere

        self.terminal, end = pty.openpty()
        self.process = subprocess.Popen(
            words,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120", **environment},
            stdout=subprocess.PIPE,
            stderr=end,
            text=True,
        )
        os.close(end)
        self.said = ""
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        with suppress(OSError):  # how Linux says that nobody is at the other end
            while part := os.read(self.terminal, 65536):
                self.said += part.decode(errors="replace")

    def wait_for(self, sign: Callable[[str], Any]) -> None:
        deadline = time.monotonic() + 60
        while not sign(self.said):
            assert self.process.poll() is None, self.said
            assert time.monotonic() < deadline, self.said
            time.sleep(0.01)

    def interrupt(self) -> tuple[int, str, float]:
        """Status, standard output, and how long it took to end."""
        sent = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        output, _ = self.process.communicate(timeout=20)
        seconds = time.monotonic() - sent
        self._listener.join(5)
        return self.process.returncode, output, seconds

    def hear_all(self) -> None:
        self._listener.join(5)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._listener.join(5)
        os.close(self.terminal)


Begin = Callable[..., Child]


@pytest.fixture
def begin(folder: Path) -> Iterator[Begin]:
    children: list[Child] = []

    def begin(*words: str, **environment: str) -> Child:
        children.append(Child([sys.executable, *words], environment))
        return children[-1]

    yield begin
    for child in children:
        child.close()


def interrupted(begin: Begin, words: list[str], sign: Callable[[str], Any]) -> tuple[int, str]:
    """Status and standard output of a command that is interrupted once it has given a sign."""
    for _ in range(ATTEMPTS):
        child = begin(*words)
        child.wait_for(sign)
        status, output, seconds = child.interrupt()
        assert "Traceback" not in child.said
        if seconds < MOST_SECONDS:
            return status, output
    pytest.fail(f"it took {seconds} s to end")


def test_simulate_gives_the_figures_of_the_games_so_far_as_json(begin: Begin, folder: Path) -> None:
    words = ["-m", "analyzer", "simulate", "hollander", "--games=1e10", "--json", "--out=report/new"]
    status, output = interrupted(begin, words, AT_WORK.search)
    assert status == 130
    figures = json.loads(output)
    assert figures["partial"] is True
    assert 0 < figures["games"] < 10**10
    whole = simulate("hollander", games=figures["games"]).as_json()
    assert {key: value for key, value in figures.items() if key not in TIMES} == {
        key: value for key, value in whole.items() if key not in TIMES
    }
    assert not list(folder.iterdir())  # no report of a part, nor what it was to be built in


def test_simulate_marks_its_tables_as_partial(begin: Begin, folder: Path) -> None:
    words = ["-m", "analyzer", "simulate", "hollander", "--games=1e10"]
    status, output = interrupted(begin, words, AT_WORK.search)
    assert status == 130
    assert "interrupted" in output
    assert "win rate" in output
    assert "Report:" not in output
    assert not list(folder.iterdir())


def test_that_there_is_no_report_is_said(begin: Begin, folder: Path) -> None:
    for more, said in (([], True), (["--json", "--out=report"], True), (["--json"], False)):
        child = begin("-m", "analyzer", "simulate", "hollander", "--games=1e10", *more)
        child.wait_for(AT_WORK.search)
        status, output, _ = child.interrupt()
        assert status == 130
        assert ("No report was written: the run was interrupted." in child.said) is said
        assert "No report" not in output


def test_bench_ends(begin: Begin) -> None:
    words = ["-m", "analyzer", "bench", "hollander", "--games=1e10", "--json"]
    assert interrupted(begin, words, AT_WORK.search) == (130, "")


def test_trace_ends(begin: Begin) -> None:
    code = """
        import sys
        from analyzer.cli.main import main
        sys.stderr.write("ready")
        sys.stderr.flush()
        sys.argv = ["analyzer", "trace", "hollander", "--count=1e10"]
        main()
        """
    status, _ = interrupted(begin, ["-c", textwrap.dedent(code)], lambda said: "ready" in said)
    assert status == 130


def test_an_interrupt_while_things_are_imported_ends_it_too(begin: Begin, folder: Path) -> None:
    code = textwrap.dedent(
        """
        import sys
        from analyzer.cli.main import main
        class Slow:
            def find_spec(self, name, *_):
                if name == "analyzer.studies.simulate":
                    sys.stderr.write("importing")
                    sys.stderr.flush()
                    import time
                    time.sleep(30)
        sys.meta_path.insert(0, Slow())
        sys.argv = ["analyzer", "simulate", "hollander"]
        main()
        """
    )
    assert interrupted(begin, ["-c", code], lambda said: "importing" in said) == (130, "")
    assert not list(folder.iterdir())


@pytest.mark.parametrize("endless", [0, 1000], ids=["the first game", "a later game"])
def test_a_game_that_never_ends_does_not_hold_it_up(endless: int, begin: Begin, folder: Path) -> None:
    code = textwrap.dedent(
        f"""
        import sys, time
        from analyzer.cli.main import main
        from analyzer.runs import pools
        play_piece = pools.play_piece
        def stuck(play_block, piece, stop):
            if piece.first <= {endless} < piece.first + piece.count:
                sys.stderr.write("stuck")
                sys.stderr.flush()
                while True:
                    time.sleep(0.01)
            return play_piece(play_block, piece, stop)
        pools.play_piece = stuck
        sys.argv = ["analyzer", "simulate", "hollander", "--games=1e6", "--json", "--out=report"]
        main()
        """
    )
    status, output = interrupted(begin, ["-c", code], lambda said: "stuck" in said)
    assert status == 130
    if endless == 0:
        assert output == ""
    else:
        figures = json.loads(output)
        assert figures["partial"] is True
        assert 0 < figures["games"] <= endless
    assert not list(folder.iterdir())


# While Python starts, before and after the program's own handlers are in place


@pytest.mark.parametrize(
    "module", ["analyzer.cli.main", "typer", "analyzer.report.folder", "numba", "analyzer.studies.simulate"]
)
def test_an_interrupt_while_the_program_is_imported_ends_it_quietly(
    module: str, begin: Begin, folder: Path
) -> None:
    code = textwrap.dedent(
        f"""
        import sys
        class Slow:
            def find_spec(self, name, *_):
                if name == {module!r}:
                    sys.stderr.write("importing")
                    sys.stderr.flush()
                    import time
                    time.sleep(30)
        sys.meta_path.insert(0, Slow())
        sys.argv = ["analyzer", "simulate", "hollander", "--games=1e10"]
        from analyzer.__main__ import main
        main()
        """
    )
    child = begin("-c", code)
    child.wait_for(lambda said: "importing" in said)
    status, output, _ = child.interrupt()
    assert (status, output) == (130, "")
    assert child.said.replace("analyzer: interrupted", "").strip() == "importing"
    assert not list(folder.iterdir())


# Other signals that end it


@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize("out", [[], ["--out=new/report"]], ids=["usual folder", "named folder"])
def test_a_signal_ends_it_and_leaves_nothing(
    out: list[str], name: str, status: int, begin: Begin, folder: Path
) -> None:
    child = begin("-m", "analyzer", "simulate", "hollander", "--games=1e10", *out)
    child.wait_for(AT_WORK.search)
    assert len(list(folder.iterdir())) == 1  # the folder of the report is claimed
    child.process.send_signal(getattr(signal, name))
    output, _ = child.process.communicate(timeout=20)
    assert (child.process.returncode, output) == (status, "")
    child.hear_all()
    assert "Traceback" not in child.said
    assert not list(folder.iterdir())


def test_a_hang_up_that_is_ignored_stays_so(begin: Begin, folder: Path) -> None:
    """As `nohup` starts it."""
    code = """
        import signal
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        import os, sys
        os.execv(sys.executable, [sys.executable, "-m", "analyzer", "simulate", "hollander", "--games=1e10", "--json"])
        """
    child = begin("-c", textwrap.dedent(code))
    child.wait_for(AT_WORK.search)
    child.process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert child.process.poll() is None
    assert child.interrupt()[0] == 130


def test_a_thread_that_was_about_to_start_keeps_nobody_from_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM may come while a thread is being started: it counts among all threads, and cannot be waited for."""
    about_to_start = threading.Thread(target=time.sleep)
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.current_thread(), about_to_start])
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit) as ended:
            main._leave(143)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.value.code == 143
