"""Killed at any moment, out of space, two at the same time: no finished block is lost, and none is counted twice."""

import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from analyzer.runs.keeping import Span
from analyzer.runs.store.store import Store
from tests.runs.store.counting import counting, expected, named

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals and limits there")

ROOT = Path(__file__).parents[3]
KILLS = 50
PAUSE = 20e-6
"""Seconds that a game takes."""

NURSERY = """
    # Plays in processes that are forked from one that has imported all: 50 of them start in no time.
    import os, resource, signal, sys, time
    from pathlib import Path
    from analyzer.runs import playing
    from analyzer.runs.running import Place, Threads, using
    from analyzer.runs.store import keeper
    from analyzer.runs.store.keeping import StoreKeeping
    from analyzer.runs.store.request import Request
    from tests.runs.store import counting

    keeper._LEAST_PIECE_SECONDS = 0.003

    def say(*words):
        os.write(1, (" ".join(map(str, words)) + "\\n").encode())

    class Saying(StoreKeeping):
        def keeper(self, work):
            keeper = super().keeper(work)
            keep = keeper.keep
            def keep_and_say(span, tally):
                keep(span, tally)
                if not self._pending:
                    say("kept", span.first, span.count)
            keeper.keep = keep_and_say
            return keeper

    def run(folder, name, seed, pause, games, limit):
        if int(limit):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
        request = Request(("count", name), "/")
        keeping = Saying(counting.named(Path(folder)), request, lambda text: say("trouble", text), version="here")
        with using(Place(Threads(), keeping)):
            run = playing.play(counting.counting(int(seed), float(pause)), int(games), threads=2)
        keeping.finish("complete" if run.complete else "interrupted")
        say("done", counting.told(run.tally))

    say("ready")
    for line in sys.stdin:
        words = line.split("\\t")
        child = os.fork()
        if child == 0:
            try:
                run(*words)
            except BaseException as error:
                say("error", repr(error))
            os._exit(0)
        say("pid", child)
        os.waitpid(child, 0)
        say("ended")
"""


class Nursery:
    """A process whose children play runs."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(NURSERY)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self._rest = b""
        assert self.next_line(60) == "ready"

    def begin(
        self,
        folder: Path,
        *,
        name: str = "run",
        seed: int = 1,
        pause: float = 0.0,
        games: int,
        limit: int = 0,
    ) -> None:
        assert self.process.stdin is not None
        words = (folder, name, seed, pause, games, limit)
        self.process.stdin.write(("\t".join(map(str, words)) + "\n").encode())
        self.process.stdin.flush()

    def next_line(self, seconds: float) -> str | None:
        """What is said next, or None if it is not said in time."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            part = os.read(self.process.stdout.fileno(), 65536)
            assert part, "it ended"
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def until_it_ends(self) -> list[str]:
        lines = []
        while (line := self.next_line(60)) != "ended":
            assert line is not None
            assert not line.startswith("error"), line
            lines.append(line)
        return lines

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def nurseries() -> Iterator[list[Nursery]]:
    both = [Nursery(), Nursery()]
    yield both
    for each in both:
        each.close()


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    one = Nursery()
    yield one
    one.close()


def spans_said(lines: list[str]) -> set[Span]:
    words = [line.split() for line in lines if line.startswith("kept ")]
    return {Span(int(first), int(count)) for _, first, count in words}


def figures(lines: list[str]) -> str:
    [said] = [line.removeprefix("done ") for line in lines if line.startswith("done ")]
    return said


def stored(folder: Path) -> set[Span]:
    with Store.open(named(folder).path, create=False, version="here") as store:
        return set(store.spans(counting(1, PAUSE).key))


def is_sound(folder: Path) -> bool:
    with closing(sqlite3.connect(named(folder).path)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_run_that_is_killed_fifty_times_ends_with_the_right_figures(
    nursery: Nursery, tmp_path: Path
) -> None:
    games = 400_000
    chance = random.Random(1)
    said: set[Span] = set()
    kills = 0
    while kills < KILLS:
        nursery.begin(tmp_path, games=games, pause=PAUSE)
        pid = nursery.next_line(10)
        assert pid is not None and pid.startswith("pid ")
        # Some die while the store is made or opened, most while blocks are stored.
        time.sleep(chance.choice([0.01, 0.05, 0.1]) * chance.random())
        os.kill(int(pid.removeprefix("pid ")), signal.SIGKILL)
        lines = nursery.until_it_ends()
        assert not any(line.startswith(("done", "trouble")) for line in lines), "it ended by itself"
        said |= spans_said(lines)
        kills += 1
        if kills % 10 == 0:
            assert said <= stored(tmp_path)
    assert is_sound(tmp_path)
    assert said <= stored(tmp_path)
    before = sum(span.count for span in said)
    assert 0 < before < games
    nursery.begin(tmp_path, games=games, pause=PAUSE)
    lines = nursery.until_it_ends()
    assert figures(lines) == str(expected(1, games))
    assert sum(span.count for span in spans_said(lines)) <= games - before
    assert said | spans_said(lines) <= stored(tmp_path)
    with Store.open(named(tmp_path).path, version="here") as store:
        [run] = store.runs()
    assert (run.state, run.games) == ("complete", games)


def test_a_run_on_a_disk_that_is_full_goes_on_and_can_be_resumed(nursery: Nursery, tmp_path: Path) -> None:
    games = 50_000
    nursery.begin(tmp_path, games=games, pause=PAUSE, limit=150_000)
    lines = nursery.until_it_ends()
    trouble, lost = [line for line in lines if line.startswith("trouble ")]
    assert "could not be kept" in lost
    assert "full" in trouble or "no space" in trouble
    assert figures(lines) == str(expected(1, games))
    said = spans_said(lines)
    assert len(said) > 0
    assert is_sound(tmp_path)
    assert said <= stored(tmp_path)
    with Store.open(named(tmp_path).path, version="here") as store:
        assert store.run(1).state == "interrupted"
    nursery.begin(tmp_path, games=games, pause=PAUSE)
    lines = nursery.until_it_ends()
    assert figures(lines) == str(expected(1, games))
    assert sum(span.count for span in spans_said(lines)) <= games - sum(span.count for span in said)


def test_a_store_that_does_not_fit_on_the_disk_at_all_is_refused(nursery: Nursery, tmp_path: Path) -> None:
    nursery.begin(tmp_path, games=1_000, limit=6_000)
    line = nursery.next_line(10)
    while line is not None and line.startswith("pid"):
        line = nursery.next_line(10)
    assert line is not None and line.startswith("error StoreError")
    assert "full" in line or "no space" in line


def test_two_processes_may_play_the_same_work(nurseries: list[Nursery], tmp_path: Path) -> None:
    games = 60_000
    for name, each in zip(("one", "other"), nurseries, strict=True):
        each.begin(tmp_path, name=name, games=games, pause=PAUSE)
    said = [each.until_it_ends() for each in nurseries]
    for lines in said:
        assert figures(lines) == str(expected(1, games))
        assert not any(line.startswith("trouble") for line in lines)
        assert spans_said(lines) <= stored(tmp_path)
    assert is_sound(tmp_path)
    with Store.open(named(tmp_path).path, version="here") as store:
        assert [(run.state, run.games) for run in store.runs()] == [("complete", games)] * 2
    # All was there, whosever blocks it was made from.
    nurseries[1].begin(tmp_path, name="one", games=games, pause=PAUSE)
    lines = nurseries[1].until_it_ends()
    assert figures(lines) == str(expected(1, games))
    assert not spans_said(lines)


def test_two_processes_may_play_different_work(nurseries: list[Nursery], tmp_path: Path) -> None:
    games = 30_000
    for seed, each in enumerate(nurseries):
        each.begin(tmp_path, name=f"seed {seed}", seed=seed, games=games, pause=PAUSE)
    for seed, each in enumerate(nurseries):
        lines = each.until_it_ends()
        assert figures(lines) == str(expected(seed, games))
        said = spans_said(lines)
        assert sum(span.count for span in said) == games
        assert not any(line.startswith("trouble") for line in lines)


def test_many_may_make_the_same_store(nurseries: list[Nursery], tmp_path: Path) -> None:
    for attempt in range(10):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        for name, each in zip(("one", "other"), nurseries, strict=True):
            each.begin(folder, name=name, games=64)
        for each in nurseries:
            assert figures(each.until_it_ends()) == str(expected(1, 64))
        with Store.open(named(folder).path, version="here") as store:
            assert len(store.runs()) == 2
