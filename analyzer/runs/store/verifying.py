"""Plays stored blocks once more, and says whether the same came of them."""

import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from analyzer.errors import UserError
from analyzer.runs import canonical, codec
from analyzer.runs.keeping import Span
from analyzer.runs.pools import Piece, Played, Pool, ThreadPool, play_piece
from analyzer.runs.running import Place
from analyzer.runs.store.keeper import Found, StoreKeeper
from analyzer.runs.store.store import Block, Damaged, Store
from analyzer.runs.work import Stop, Work, never

_CHUNK = 1 << 16


@dataclass(frozen=True)
class Stored:
    """A stored block.

    Attributes:
        work: The kind of work.
        span: Its games.
    """

    work: Work[Any]
    span: Span


@dataclass(frozen=True)
class Checked:
    """What came of playing blocks once more.

    Attributes:
        blocks: Blocks that were played.
        games: Games in them.
        differing: Those of which something else came than is stored.
    """

    blocks: int
    games: int
    differing: tuple[Stored, ...]


class Verifying:
    """Answers a run's request from its stored blocks alone, and notes which those are.

    Args:
        store: The store.
    """

    elapsed = 0.0

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keys: set[str] = set()
        self._used: dict[tuple[str, Span], Stored] = {}
        self.missing_games = 0
        """Games that no sound block has, at least: an answer ends where they begin."""
        self.damaged: list[Stored] = []
        """Blocks that are not as they were written."""

    @property
    def place(self) -> Place:
        """Where the request is to be answered; see `running.using`."""
        return Place(self, self)

    @property
    def used(self) -> list[Stored]:
        """The blocks that the answer was made from."""
        return list(self._used.values())

    @property
    def is_partial(self) -> bool:
        """Whether blocks were missing."""
        return self.missing_games > 0

    def keeper(self, work: Work[Any]) -> StoreKeeper:
        """See `running.Keeping`."""
        self._keys.add(work.key)
        return StoreKeeper(self, work)

    def pool(self, work: Work[Any], threads: int, stop: Stop) -> Pool:
        """See `running.Executor`; what is never stored is played."""
        return _NoPool(self._miss) if work.key in self._keys else ThreadPool(work, threads, stop)

    def use(self, work: Work[Any], first: int, until: int) -> None:
        """See `keeper.Source`."""

    def changes(self) -> int:
        """See `keeper.Source`."""
        return 0

    def spans(self, work: Work[Any]) -> list[Span]:
        """See `keeper.Source`."""
        return self._store.spans(work.key)

    def read(self, work: Work[Any], span: Span) -> Found | None:
        """See `keeper.Source`."""
        try:
            block = self._store.block(work.key, span)
            return None if block is None else Found(work, span, codec.decode(block.tally), block.seconds)
        except (Damaged, ValueError):
            self.damaged.append(Stored(work, span))
            return None

    def loaded(self, found: Found) -> None:
        """See `keeper.Source`."""
        self._used[found.work.key, found.span] = Stored(found.work, found.span)

    def add(self, block: Block) -> None:
        """See `keeper.Source`."""

    def check(
        self,
        blocks: int,
        seed: int,
        *,
        threads: int = 1,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Checked:
        """Plays a random sample of the blocks that were used, and compares.

        Args:
            blocks: How many blocks, at least 1; all, if there are no more.
            seed: Which ones.
            threads: How many are played at the same time.
            on_progress: Called with the games played and those to play.

        Returns:
            What came of it.

        Raises:
            UserError: There is nothing to check.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        if not self._used:
            raise UserError(
                "No block of this run is stored, so there is nothing to verify; resume the run first."
            )
        sample = random.Random(seed).sample(self.used, min(blocks, len(self._used)))
        games = sum(each.span.count for each in sample)
        differing = []
        done = 0
        stop = never()
        pool = ThreadPoolExecutor(threads, thread_name_prefix="verify")
        try:
            jobs = {pool.submit(self._is_same, each, stop): each for each in sample}
            for job in as_completed(jobs):
                if not job.result():
                    differing.append(jobs[job])
                done += jobs[job].span.count
                if on_progress is not None:
                    on_progress(done, games)
        finally:
            stop[0] = 1
            pool.shutdown(wait=False, cancel_futures=True)
        differing.sort(key=lambda each: (each.work.key, each.span.first))
        return Checked(len(sample), games, tuple(differing))

    def _is_same(self, stored: Stored, stop: Stop) -> bool:
        """Whether the same comes of a block again."""
        span = stored.span
        try:
            block = self._store.block(stored.work.key, span)
        except Damaged:
            return False
        played = play_piece(stored.work, Piece(span.first, span.count, min(span.count, _CHUNK)), stop)
        # The order in which a tally met its keys may differ, and how it was compressed; what it says may not.
        kept = None if block is None else codec.decode(block.tally)
        return canonical.text_of(kept) == canonical.text_of(played.tally)

    def _miss(self, piece: Piece) -> None:
        self.missing_games += piece.count


class _NoPool:
    """Plays nothing: a run ends where its stored blocks do.

    Args:
        on_miss: Called for what it was to play.
    """

    workers = 1
    piece_seconds = 0.0

    def __init__(self, on_miss: Callable[[Piece], None]) -> None:
        self._on_miss = on_miss

    def submit(self, piece: Piece) -> "Future[Played]":
        """See `Pool`."""
        self._on_miss(piece)
        nothing: Future[Played] = Future()
        nothing.cancel()
        nothing.set_running_or_notify_cancel()
        return nothing

    def stop(self) -> None:
        """See `Pool`."""

    def close(self) -> None:
        """See `Pool`."""
