"""Runs on threads: whatever the blocks, the games are an unbroken run of numbers; and every run can be ended."""

import itertools
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from analyzer.runs import playing
from analyzer.runs.playing import Enough, available_threads, play
from analyzer.runs.pools import Piece, Played, ThreadPool
from analyzer.runs.running import Place, using
from analyzer.runs.work import Stop, Work, work

ROOT = Path(__file__).parents[2]


@dataclass
class Numbers:
    """The numbers of the games of some blocks, in the order in which they were merged."""

    played: list[int]

    @property
    def games(self) -> int:
        return len(self.played)

    def add(self, other: "Numbers") -> None:
        self.played += other.played


PlayBlock = Callable[[int, int, Stop], Numbers]


def at_once(first: int, count: int, stop: Stop) -> Numbers:
    return Numbers(list(range(first, first + count)))


def until_stopped(seconds_a_game: float) -> PlayBlock:
    """Games of a given length; the flag is looked at between games, as in a kernel."""

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        played = []
        for game in range(first, first + count):
            if stop[0] != 0:
                break
            time.sleep(seconds_a_game)
            played.append(game)
        return Numbers(played)

    return play_block


def slow(first: int, count: int, stop: Stop) -> Numbers:
    time.sleep(0.03)
    return at_once(first, count, stop)


def every_other_slow(first: int, count: int, stop: Stop) -> Numbers:
    time.sleep(0.03 * (first // 64 % 2))
    return at_once(first, count, stop)


def front_slow(first: int, count: int, stop: Stop) -> Numbers:
    time.sleep(0.2 if first == 0 else 0)
    return at_once(first, count, stop)


def of_random_length(first: int, count: int, stop: Stop) -> Numbers:
    time.sleep(random.Random(first).choice([0.0, 0.001, 0.03]))
    return at_once(first, count, stop)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("play_block", [at_once, slow, every_other_slow, front_slow, of_random_length])
def test_blocks_of_any_length_merge_to_an_unbroken_run(play_block: PlayBlock, threads: int) -> None:
    games = 1_000
    run = play(play_block, games, threads=threads)
    assert run.tally is not None
    assert run.tally.played == list(range(games))
    assert run.complete and not run.abandoned
    assert run.seconds > 0


@pytest.mark.parametrize("games", [1, 2, 63, 64, 65, 129, 10_007, 1_000_003])
def test_exactly_as_many_games_are_played_as_are_asked_for(games: int) -> None:
    run = play(at_once, games, threads=2)
    assert run.tally is not None
    assert run.tally.played == list(range(games))


@pytest.mark.parametrize("largest", [1, 7, 1000])
def test_any_block_size_gives_the_same_run(largest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_FIRST_BLOCK", min(largest, 64))
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", largest)
    sizes = []

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        sizes.append(count)
        return at_once(first, count, stop)

    run = play(play_block, 500, threads=2)
    assert run.tally is not None
    assert run.tally.played == list(range(500))
    assert max(sizes) <= largest


def test_blocks_grow_with_the_speed_and_stay_short_in_time() -> None:
    sizes: dict[int, int] = {}

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        sizes[first] = count
        time.sleep(count * 1e-5)
        return Numbers(list(range(first, first + count)))

    play(play_block, 60_000, threads=1)
    assert 1_000 < max(sizes.values()) < 10_000  # 0.05 s of games of 10 µs are 5,000
    last = sizes[max(sizes)]
    assert last < max(sizes.values())  # short ones at the end, so that no thread idles


def test_a_block_that_is_far_too_long_is_followed_by_short_ones() -> None:
    sizes: list[int] = []

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        sizes.append(count)
        time.sleep(count * 0.01)
        return Numbers(list(range(first, first + count)))

    play(play_block, 150, threads=1)
    assert sizes[0] == 64
    assert min(sizes) <= 10


def test_blocks_may_be_asked_to_begin_otherwise_and_to_take_longer() -> None:
    sizes: list[int] = []

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        sizes.append(count)
        time.sleep(count * 1e-3)
        return at_once(first, count, stop)

    run = play(play_block, 1_000, threads=1, block_seconds=0.2, first_block=5)
    assert run.complete
    assert sizes[0] == 5
    assert 100 < max(sizes) <= 210
    assert play(play_block, 10, threads=1, first_block=0).complete


def test_blocks_may_be_asked_not_to_get_short_towards_the_end() -> None:
    sizes: list[int] = []

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        sizes.append(count)
        return at_once(first, count, stop)

    assert play(play_block, 1_000, threads=2, first_block=300, least_block=300).complete
    assert sorted(sizes) == [100, 300, 300, 300]


def test_all_threads_play_at_the_same_time() -> None:
    together = threading.Barrier(3, timeout=10)

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        if first < 3 * 64:
            together.wait()
        return at_once(first, count, stop)

    assert play(play_block, 1_000, threads=3).complete


def test_waiting_for_a_slow_block_takes_no_processor_time() -> None:
    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        time.sleep(0.8 if first == 0 else 0)
        return at_once(first, count, stop)

    before = time.process_time()
    play(play_block, 1_000, threads=2)
    assert time.process_time() - before < 0.2


def test_progress_rises_to_the_number_of_games_and_is_reported_by_the_calling_thread() -> None:
    reports: list[int] = []
    callers = set()

    def on_progress(done: int) -> None:
        reports.append(done)
        callers.add(threading.current_thread())

    play(of_random_length, 2_000, threads=4, on_progress=on_progress)
    assert reports == sorted(set(reports))
    assert reports[-1] == 2_000
    assert len(reports) > 5
    assert callers == {threading.current_thread()}


@pytest.mark.parametrize("play_block", [every_other_slow, front_slow, of_random_length])
def test_every_block_is_handed_on_in_order_before_it_is_merged(play_block: PlayBlock) -> None:
    handed_on: list[int] = []
    merged: list[int] = []

    def on_block(first: int, block: Numbers) -> None:
        assert threading.current_thread() is threading.main_thread()
        assert block.played[0] == first == len(handed_on)
        assert merged[-1:] in ([], [first])
        handed_on.extend(block.played)

    run = play(play_block, 2_000, threads=3, on_block=on_block, on_progress=merged.append)
    assert handed_on == list(range(2_000))
    assert run.tally is not None and run.tally.played == handed_on


def test_what_the_taker_of_a_block_raises_ends_the_run() -> None:
    stopped = []

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        numbers = until_stopped(0.001)(first, count, stop)
        stopped.append(stop[0])
        return numbers

    def on_block(first: int, block: Numbers) -> None:
        if first >= 100:
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        play(play_block, 100_000, threads=2, on_block=on_block)
    time.sleep(0.2)
    assert stopped[-1] == 1


@pytest.mark.parametrize("last", [0, 1_000, 19_999])
def test_the_taker_of_a_block_can_say_that_it_is_enough(last: int) -> None:
    given: list[int] = []

    def on_block(first: int, block: Numbers) -> None:
        given.extend(block.played)
        if given[-1] >= last:
            raise Enough

    run = play(until_stopped(0.0), 20_000, threads=2, on_block=on_block)
    assert run.tally is not None and run.tally.played == given == list(range(len(given)))
    assert len(given) > last
    assert run.complete == (last == 19_999) and not run.abandoned


# Ends before the end


SOON = 5.0
"""For what takes less than a second, on a machine that may be busy; what goes wrong would take much longer."""


def interrupt_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_an_interrupt_leaves_the_games_so_far_as_an_unbroken_run() -> None:
    interrupt_after(0.3)
    started = time.perf_counter()
    run = play(until_stopped(0.001), 100_000, threads=3)
    assert time.perf_counter() - started < 0.3 + SOON
    assert run.tally is not None
    assert 0 < run.tally.games < 20_000
    assert run.tally.played == list(range(run.tally.games))
    assert not run.complete and not run.abandoned


def test_an_interrupt_keeps_what_was_merged_in_full() -> None:
    merged: list[int] = []
    interrupt_after(0.5)
    handed_on: list[int] = []
    run = play(
        until_stopped(0.001),
        100_000,
        threads=2,
        on_progress=merged.append,
        on_block=lambda _, block: handed_on.extend(block.played),
    )
    assert run.tally is not None
    assert run.tally.games == merged[-1]
    assert run.tally.played == handed_on
    assert merged == sorted(merged)


def test_an_interrupt_before_the_first_game_ends_leaves_nothing() -> None:
    interrupt_after(0.5)

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        while stop[0] == 0:
            time.sleep(0.001)
        return Numbers([])

    run = play(play_block, 10, threads=2)
    assert run.tally is None
    assert not run.complete and not run.abandoned


@pytest.fixture
def release() -> Iterator[threading.Event]:
    """Lets blocks that wait for it end when the test is over."""
    event = threading.Event()
    yield event
    event.set()


@pytest.mark.parametrize("endless", [0, 200])
def test_a_game_that_never_ends_is_abandoned(endless: int, release: threading.Event) -> None:
    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        if first <= endless < first + count:
            release.wait(20)
        return until_stopped(0.001)(first, count, stop)

    interrupt_after(0.4)
    started = time.perf_counter()
    run = play(play_block, 100_000, threads=2)
    seconds = time.perf_counter() - started
    assert 0.3 < seconds < 0.4 + SOON
    assert run.abandoned and not run.complete
    if endless == 0:
        assert run.tally is None
    else:
        assert run.tally is not None
        assert run.tally.played == list(range(run.tally.games))
        assert 0 < run.tally.games <= endless


class Broken(Exception):
    pass


@pytest.mark.parametrize("broken", [0, 640])
def test_an_error_in_a_block_comes_out_and_stops_the_others(broken: int) -> None:
    flags: list[Stop] = []

    def play_block(first: int, count: int, stop: Stop) -> Numbers:
        flags.append(stop)
        if first <= broken < first + count:
            raise Broken(first)
        return until_stopped(0.0001)(first, count, stop)

    started = time.perf_counter()
    with pytest.raises(Broken):
        play(play_block, 10**8, threads=2)
    assert time.perf_counter() - started < SOON
    assert flags[0][0] == 1
    assert all(flag is flags[0] for flag in flags)
    begun = len(flags)
    time.sleep(0.3)
    assert len(flags) <= begun + 2  # nothing more is begun


def test_an_error_in_the_progress_report_comes_out_too() -> None:
    def on_progress(done: int) -> None:
        raise Broken

    with pytest.raises(Broken):
        play(at_once, 1_000, threads=2, on_progress=on_progress)


@pytest.mark.parametrize("play_block", [at_once, lambda *_: [][0]])
def test_the_handler_of_the_interrupt_is_put_back(play_block: PlayBlock) -> None:
    before = signal.getsignal(signal.SIGINT)
    during = []

    def watched(first: int, count: int, stop: Stop) -> Numbers:
        during.append(signal.getsignal(signal.SIGINT))
        return play_block(first, count, stop)

    try:
        play(watched, 100, threads=1)
    except IndexError:
        assert play_block is not at_once
    assert signal.getsignal(signal.SIGINT) is before
    assert before not in during
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_run_can_be_started_off_the_main_thread() -> None:
    runs = []
    thread = threading.Thread(target=lambda: runs.append(play(of_random_length, 500, threads=2)))
    thread.start()
    thread.join(20)
    assert runs[0].tally is not None
    assert runs[0].tally.played == list(range(500))


def test_two_runs_at_the_same_time_do_not_mix() -> None:
    runs = {}

    def start(games: int) -> None:
        runs[games] = play(of_random_length, games, threads=2)

    started = [threading.Thread(target=start, args=(games,)) for games in (300, 700)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(20)
    for games, run in runs.items():
        assert run.tally is not None
        assert run.tally.played == list(range(games))
    assert set(runs) == {300, 700}


CHILD = textwrap.dedent(
    """
    import sys, time
    from tests.runs.test_playing import play, until_stopped
    print("ready", flush=True)
    run = play(until_stopped(0.001), 10**8, threads=2)
    ended = time.time()
    print(run.tally.played == list(range(run.tally.games)), run.tally.games, run.complete, ended, flush=True)
    """
)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_process_that_is_interrupted_ends_within_a_second_with_the_games_so_far() -> None:
    child = subprocess.Popen([sys.executable, "-c", CHILD], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.8)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=10)
    finally:
        child.kill()
    unbroken, games, complete, ended = output.split()
    assert (unbroken, complete) == ("True", "False")
    assert int(games) > 0
    assert float(ended) - sent < SOON
    assert child.returncode == 0


def test_there_is_a_thread_for_every_core_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= available_threads() <= (os.cpu_count() or 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5, 8}, raising=False)
    assert available_threads() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", itertools.repeat(None).__next__)
    assert available_threads() == 1


class Slow:
    """A pool whose blocks are dear, so that they are made of several calls."""

    def __init__(self, work: Work[Any], stop: Stop) -> None:
        self._threads = ThreadPool(work, 2, stop)
        self.workers, self.piece_seconds = 2, 0.2
        self.pieces: list[Piece] = []

    def submit(self, piece: Piece) -> "Future[Played]":
        self.pieces.append(piece)
        return self._threads.submit(piece)

    def stop(self) -> None:
        self._threads.stop()

    def close(self) -> None:
        self._threads.close()


class Everywhere:
    def pool(self, work: Work[Any], threads: int, stop: Stop) -> Slow:
        self.used = Slow(work, stop)
        return self.used


def a_little_slow(first: int, count: int, stop: Stop) -> Numbers:
    time.sleep(count * 2e-6)
    return at_once(first, count, stop)


def test_blocks_of_several_calls_merge_to_the_same_run() -> None:
    place = Everywhere()
    with using(Place(place)):
        run = play(work(a_little_slow), 400_000, threads=2)
    assert run.tally is not None
    assert run.tally.played == list(range(400_000))
    assert any(piece.count > piece.chunk for piece in place.used.pieces)


def test_blocks_that_are_handed_on_are_one_call_each() -> None:
    place = Everywhere()
    handed_on: list[int] = []
    with using(Place(place)):
        run = play(
            work(a_little_slow),
            400_000,
            threads=2,
            on_block=lambda _, tally: handed_on.extend(tally.played),
        )
    assert run.complete
    assert all(piece.count == piece.chunk for piece in place.used.pieces)
    assert handed_on == list(range(400_000))


def test_games_begin_at_any_number() -> None:
    run = play(at_once, 1_000, threads=2, start=5_000)
    assert run.tally is not None
    assert run.tally.played == list(range(5_000, 6_000))
