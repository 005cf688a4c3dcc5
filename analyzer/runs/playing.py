"""Plays games in blocks, several at a time, and merges their tallies in order.

What a run finds depends on the numbers of its games alone, never on how they were cut into blocks, nor where those were
played: so blocks are as long as suits the machine, and a run that is stopped ends with an unbroken run of numbers from
the first.
"""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from analyzer.runs import running
from analyzer.runs.keeping import Keeper, Span
from analyzer.runs.pools import Piece, Played, Pool, ThreadPool
from analyzer.runs.work import Stop, Work, never

_BLOCK_SECONDS = 0.05
_FIRST_BLOCK = 64
_LARGEST_BLOCK = 1 << 16
_SMALLEST_PART = 16
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
        seconds: Time spent playing, that of blocks from a store included.
        complete: Whether all games that were asked for are in.
        abandoned: Whether a game that would not end was left behind in its thread.
    """

    tally: T | None
    seconds: float
    complete: bool
    abandoned: bool = False


@dataclass
class _Block:
    first: int
    count: int
    result: "Future[Played]"
    is_kept: bool


def available_threads() -> int:
    """How many threads this process may keep busy."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def play(
    play_block: Callable[[int, int, Stop], T],
    games: int,
    *,
    threads: int,
    start: int = 0,
    on_progress: Callable[[int], None] | None = None,
    on_block: Callable[[int, T], None] | None = None,
    block_seconds: float | None = None,
    first_block: int | None = None,
    least_block: int | None = None,
) -> Run[T]:
    """Plays the games start … start + games - 1.

    Ctrl-C ends it early, within a second, with the games finished so far. A `Work` is played where `running.using`
    says, and what a store has of it already is not played again; anything else is played on threads here.

    Args:
        play_block: Plays `count` games from number `first` on, fewer once `stop` is set: play_block(first, count,
            stop). It may be called from several threads at once.
        games: Games to play, at least 1.
        threads: Threads to play them on, at least 1.
        start: Number of the first game.
        on_progress: Called from this thread with the number of games merged so far.
        on_block: Called from this thread with every block, in order, before it is merged: the number of its first game
            and what it adds up to. If it raises `Enough`, the run ends as with Ctrl-C; anything else goes on up. What
            blocks hold that are handed on is too much to be stored, so such a run is not.
        block_seconds: How long a block is to take, once it is known how fast they are played; longer for a block that
            calls the kernel many times.
        first_block: Games of the first blocks, if it is known how many are right.
        least_block: Games that a block has at least as long as so many are left, if calls of `play_block` are dear.

    Returns:
        The run.
    """
    stop = never()
    place = running.current()
    keeper: Keeper | None = None
    pool: Pool
    if isinstance(play_block, Work):
        keeper = place.keeper(play_block) if on_block is None else None
        pool = place.pool(play_block, threads, stop)
    else:
        pool = ThreadPool(play_block, threads, stop)
    piece_seconds = max(pool.piece_seconds, 0.0 if keeper is None else keeper.piece_seconds)
    sizes = _Sizes(
        _BLOCK_SECONDS if block_seconds is None else block_seconds,
        # What a block holds besides its sums is lost when another one is added to it.
        piece_seconds if on_block is None else 0.0,
        _FIRST_BLOCK if first_block is None else max(1, min(first_block, _LARGEST_BLOCK)),
        _FIRST_BLOCK if least_block is None else max(1, min(least_block, _LARGEST_BLOCK)),
    )
    return _Runner(pool, keeper, stop, range(start, start + games), sizes, on_progress, on_block).run()


class _Sizes:
    """How many games the next block is to have: so many that it takes as long as it should, going by those before.

    Attributes:
        piece_seconds: How long a block is to take, if that is longer than a call; it is made of several calls then.

    Args:
        chunk_seconds: How long a call of what plays is to take.
        piece_seconds: See above.
        chunk: Games of the first calls.
        least: Games that a block has at least as long as so many are left.
    """

    def __init__(self, chunk_seconds: float, piece_seconds: float, chunk: int, least: int) -> None:
        self._chunk_seconds = chunk_seconds
        self.piece_seconds = piece_seconds
        self._chunk = self._piece = chunk
        self._least = least

    def next(self, first: int, left: int, workers: int) -> Piece:
        """The next block, of the games that are left before the end or the next block that is there already."""
        # Near the end smaller blocks, so that no worker idles while another one plays the last one.
        small = max(self._least, self._piece // _SMALLEST_PART, left // (2 * workers))
        count = min(self._piece, small, left)
        return Piece(first, count, max(1, min(count, self._chunk)))

    def seen(self, count: int, seconds: float) -> None:
        """So many games took so long."""
        if seconds > 0:
            fitting = int(count * self._chunk_seconds / seconds)
            self._chunk = min(max(fitting, 1), 4 * self._chunk, _LARGEST_BLOCK)
            whole = int(count * self.piece_seconds / seconds)
            self._piece = max(min(whole, 4 * self._piece), self._chunk)


class _Runner(Generic[T]):
    def __init__(
        self,
        pool: Pool,
        keeper: Keeper | None,
        stop: Stop,
        games: range,
        sizes: _Sizes,
        on_progress: Callable[[int], None] | None,
        on_block: Callable[[int, T], None] | None,
    ) -> None:
        self._pool = pool
        self._keeper = keeper
        self._stop = stop
        self._games = games
        self._sizes = sizes
        self._on_progress = on_progress
        self._on_block = on_block
        self._ahead: deque[_Block] = deque()
        self._handed_out = games.start
        self._tally: T | None = None
        self._merged = games.start
        self._is_enough = False

    def run(self) -> Run[T]:
        started = time.perf_counter()
        try:
            with _interrupt_sets(self._stop):
                finished_in_time = self._hand_out_and_merge()
        finally:
            self._pool.close()
            self._keep_finished()
            if self._keeper is not None:
                self._keeper.close()
        seconds = time.perf_counter() - started
        if self._keeper is not None:
            seconds += self._keeper.seconds
        complete = self._merged == self._games.stop
        return Run(self._tally, seconds, complete, abandoned=not finished_in_time)

    def _hand_out_and_merge(self) -> bool:
        deadline = None
        while self._merged < self._games.stop:
            if self._stop[0] == 0:
                self._hand_out()
            elif deadline is None:
                self._pool.stop()
                deadline = time.perf_counter() + _GRACE_SECONDS
            if not self._ahead:
                break
            # For the front only: later blocks that are done already would turn this into a busy loop.
            wait([self._ahead[0].result], timeout=_POLL_SECONDS)
            self._keep_finished()
            if not self._merge_finished():
                break
            if deadline is not None and time.perf_counter() > deadline:
                return False
        return True

    def _hand_out(self) -> None:
        workers = self._pool.workers
        while len(self._ahead) < workers * _BLOCKS_AHEAD and self._handed_out < self._games.stop:
            first = self._handed_out
            kept = None if self._keeper is None else self._keeper.next(first, self._games.stop)
            if kept is not None and kept.first == first:
                self._take_from_store(kept)
                continue
            end = self._games.stop if kept is None else kept.first
            piece = self._sizes.next(first, end - first, workers)
            self._ahead.append(_Block(first, piece.count, self._pool.submit(piece), is_kept=False))
            self._handed_out += piece.count

    def _take_from_store(self, kept: Span) -> None:
        assert self._keeper is not None
        result: Future[Played] = Future()
        result.set_result(Played(self._keeper.load(kept), 0.0))
        self._ahead.append(_Block(kept.first, kept.count, result, is_kept=True))
        self._handed_out += kept.count

    def _keep_finished(self) -> None:
        """Stores what is finished, also behind a block that is not."""
        for block in self._ahead:
            if block.result.done() and _has_result(block.result):
                self._keep(block)

    def _keep(self, block: _Block) -> None:
        tally = block.result.result().tally
        if self._keeper is None or block.is_kept or tally.games == 0:
            return
        block.is_kept = True
        self._keeper.keep(Span(block.first, tally.games), tally)
        self._sizes.piece_seconds = max(self._pool.piece_seconds, self._keeper.piece_seconds)

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
            if block.result.cancelled():
                return False
            played = block.result.result()
            # It may have finished since the others were kept, and merging changes the tally of the first one.
            self._keep(block)
            tally: Any = played.tally
            if tally.games > 0:
                self._hand_on(tally)
                if self._tally is None:
                    self._tally = tally
                else:
                    self._tally.add(tally)
            self._merged += tally.games
            if self._on_progress is not None:
                self._on_progress(self._merged - self._games.start)
            if tally.games < block.count or self._is_enough:
                return False
            self._sizes.seen(block.count, played.seconds)
        return True


def _has_result(result: "Future[Played]") -> bool:
    return not result.cancelled() and result.exception() is None


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
