"""Plays blocks of game numbers on threads, with the interpreter's lock released, and merges their tallies in order.

What a run finds depends on the numbers of its games alone, never on how they were cut into blocks: so blocks are as
long as suits the machine, and a run that is stopped ends with an unbroken run of numbers from the first.
"""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

Stop = npt.NDArray[np.int64]
"""Shape (1,): not 0 when no further game is to be begun."""

_BLOCK_SECONDS = 0.05
_FIRST_BLOCK = 64
_LARGEST_BLOCK = 1 << 16
_BLOCKS_AHEAD = 2
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 0.5


class Enough(Exception):
    """Raised by who is given the blocks: the run ends, with all games until then and those of this block."""


class Additive(Protocol):
    """What a block of games adds up to."""

    games: int

    def add(self, other: Self) -> None:
        """Adds another block's figures."""


T = TypeVar("T", bound=Additive)


@dataclass(frozen=True)
class Run(Generic[T]):
    """What was played.

    Attributes:
        tally: The merged figures, or None if not one game was finished.
        seconds: Time spent playing.
        complete: Whether all games that were asked for are in.
        abandoned: Whether a game that would not end was left behind in its thread.
    """

    tally: T | None
    seconds: float
    complete: bool
    abandoned: bool = False


@dataclass
class _Block:
    count: int
    result: "Future[tuple[Any, float]]"


def never() -> Stop:
    """A flag that nobody sets."""
    return np.zeros(1, np.int64)


def available_threads() -> int:
    """How many threads this process may keep busy."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def play(
    play_block: Callable[[int, int, Stop], T],
    games: int,
    *,
    threads: int,
    on_progress: Callable[[int], None] | None = None,
    on_block: Callable[[int, T], None] | None = None,
    block_seconds: float | None = None,
    first_block: int | None = None,
    least_block: int | None = None,
) -> Run[T]:
    """Plays the games 0 … games - 1.

    Ctrl-C ends it early, within a second, with the games finished so far.

    Args:
        play_block: Plays `count` games from number `first` on, fewer once `stop` is set: play_block(first, count,
            stop). It is called from several threads at once.
        games: Games to play, at least 1.
        threads: Threads to play them on, at least 1.
        on_progress: Called from this thread with the number of games merged so far.
        on_block: Called from this thread with every block, in order, before it is merged: the number of its first game
            and what it adds up to. If it raises `Enough`, the run ends as with Ctrl-C; anything else goes on up.
        block_seconds: How long a block is to take, once it is known how fast they are played; longer for a block that
            calls the kernel many times.
        first_block: Games of the first blocks, if it is known how many are right.
        least_block: Games that a block has at least as long as so many are left, if calls of `play_block` are dear.

    Returns:
        The run.
    """
    return _Runner(
        play_block,
        games,
        threads,
        on_progress,
        on_block,
        _BLOCK_SECONDS if block_seconds is None else block_seconds,
        _FIRST_BLOCK if first_block is None else max(1, min(first_block, _LARGEST_BLOCK)),
        _FIRST_BLOCK if least_block is None else max(1, min(least_block, _LARGEST_BLOCK)),
    ).run()


class _Runner(Generic[T]):
    def __init__(
        self,
        play_block: Callable[[int, int, Stop], T],
        games: int,
        threads: int,
        on_progress: Callable[[int], None] | None,
        on_block: Callable[[int, T], None] | None,
        block_seconds: float,
        first_block: int,
        least_block: int,
    ) -> None:
        self._play_block = play_block
        self._games = games
        self._threads = threads
        self._on_progress = on_progress
        self._on_block = on_block
        self._stop = never()
        self._ahead: deque[_Block] = deque()
        self._handed_out = 0
        self._block_seconds = block_seconds
        self._block_size = first_block
        self._least_block = least_block
        self._tally: T | None = None
        self._merged = 0
        self._is_enough = False

    def run(self) -> Run[T]:
        started = time.perf_counter()
        pool = ThreadPoolExecutor(self._threads, thread_name_prefix="games")
        try:
            with _interrupt_sets(self._stop):
                finished_in_time = self._hand_out_and_merge(pool)
        except BaseException:
            self._stop[0] = 1
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        seconds = time.perf_counter() - started
        return Run(self._tally, seconds, self._merged == self._games, abandoned=not finished_in_time)

    def _hand_out_and_merge(self, pool: ThreadPoolExecutor) -> bool:
        deadline = None
        while self._merged < self._games:
            if self._stop[0] == 0:
                self._hand_out(pool)
            elif deadline is None:
                deadline = time.perf_counter() + _GRACE_SECONDS
            if not self._ahead:
                break
            # For the front only: later blocks that are done already would turn this into a busy loop.
            wait([self._ahead[0].result], timeout=_POLL_SECONDS)
            if not self._merge_finished():
                break
            if deadline is not None and time.perf_counter() > deadline:
                return False
        return True

    def _hand_out(self, pool: ThreadPoolExecutor) -> None:
        while len(self._ahead) < self._threads * _BLOCKS_AHEAD and self._handed_out < self._games:
            left = self._games - self._handed_out
            # Near the end smaller blocks, so that no thread idles while another one plays the last one.
            count = min(self._block_size, max(self._least_block, left // (2 * self._threads)), left)
            result = pool.submit(self._timed, self._handed_out, count)
            self._ahead.append(_Block(count, result))
            self._handed_out += count

    def _timed(self, first: int, count: int) -> tuple[T, float]:
        started = time.perf_counter()
        tally = self._play_block(first, count, self._stop)
        return tally, time.perf_counter() - started

    def _hand_on(self, tally: T) -> None:
        if self._on_block is not None:
            try:
                self._on_block(self._merged, tally)
            except Enough:
                self._is_enough = True
                self._stop[0] = 1

    def _merge_finished(self) -> bool:
        """Merges the blocks at the front that are done; False once the unbroken run of numbers has ended."""
        while self._ahead and self._ahead[0].result.done():
            block = self._ahead.popleft()
            tally, seconds = block.result.result()
            if tally.games > 0:
                self._hand_on(tally)
                if self._tally is None:
                    self._tally = tally
                else:
                    self._tally.add(tally)
            self._merged += tally.games
            if self._on_progress is not None:
                self._on_progress(self._merged)
            if tally.games < block.count or self._is_enough:
                return False
            if seconds > 0:
                fitting = int(block.count * self._block_seconds / seconds)
                self._block_size = min(max(fitting, 1), 4 * self._block_size, _LARGEST_BLOCK)
        return True


@contextmanager
def _interrupt_sets(stop: Stop) -> Iterator[None]:
    """While it lasts, Ctrl-C sets the flag and raises nothing: no merge is torn in the middle."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def set_flag(*_: object) -> None:
        stop[0] = 1

    before = signal.signal(signal.SIGINT, set_flag)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
