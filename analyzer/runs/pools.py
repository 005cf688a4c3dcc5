"""Where blocks of games are played: on threads of this process, or wherever another pool sends them."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.runs.work import Stop

PlayBlock = Callable[[int, int, Stop], Any]


@dataclass(frozen=True)
class Piece:
    """A block of games that is played in one go, and handed on as one tally.

    Attributes:
        first: Number of the first game.
        count: Games.
        chunk: Games that are played in one call, so that what is kept of each of them stays small.
    """

    first: int
    count: int
    chunk: int


@dataclass(frozen=True)
class Played:
    """What came of a piece.

    Attributes:
        tally: What its games add up to: all of them, or the first of them if the pool was stopped.
        seconds: How long it took where it was played; 0 if that says nothing of the next one.
    """

    tally: Any
    seconds: float


class Pool(Protocol):
    """Plays pieces of one kind of work, several at a time.

    Attributes:
        workers: How many pieces are played at the same time.
        piece_seconds: How long a piece should take at least, since handing one out and merging it costs something; 0
            where that costs next to nothing.
    """

    workers: int
    piece_seconds: float

    def submit(self, piece: Piece) -> "Future[Played]":
        """Hands out a piece.

        Returns:
            What will come of it. It raises `UserError` if a policy of the user's own failed or the workers are lost.
        """
        ...

    def stop(self) -> None:
        """No further game is to be begun; pieces end early, or not at all."""
        ...

    def close(self) -> None:
        """Gives up whatever is not finished, without waiting for it."""
        ...


def play_piece(play_block: PlayBlock, piece: Piece, stop: Stop) -> Played:
    """Plays a piece chunk by chunk, or its first games until stopped."""
    started = time.perf_counter()
    total: Any = None
    done = 0
    while done < piece.count:
        asked = min(piece.chunk, piece.count - done)
        tally = play_block(piece.first + done, asked, stop)
        done += tally.games
        if total is None:
            total = tally
        elif tally.games:
            total.add(tally)
        if tally.games < asked:
            break
    return Played(total, time.perf_counter() - started)


class ThreadPool:
    """Threads of this process; the kernels let go of the interpreter's lock.

    Args:
        play_block: Plays a block of games; it is called from several threads at once.
        threads: How many threads.
        stop: Set by `stop`, for the kernels to see.
    """

    piece_seconds = 0.0

    def __init__(self, play_block: PlayBlock, threads: int, stop: Stop) -> None:
        self.workers = threads
        self._play_block = play_block
        self._stop = stop
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="games")

    def submit(self, piece: Piece) -> "Future[Played]":
        """Hands out a piece; see `Pool`."""
        return self._threads.submit(play_piece, self._play_block, piece, self._stop)

    def stop(self) -> None:
        """See `Pool`."""
        self._stop[0] = 1

    def close(self) -> None:
        """See `Pool`."""
        self._stop[0] = 1
        self._threads.shutdown(wait=False, cancel_futures=True)
