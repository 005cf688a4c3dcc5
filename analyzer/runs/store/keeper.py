"""Keeps the blocks of one kind of work in a store, and finds those that are there already."""

import time
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.runs import codec
from analyzer.runs.keeping import Span
from analyzer.runs.store.cover import best_cover
from analyzer.runs.store.store import Block
from analyzer.runs.work import Work

_LEAST_PIECE_SECONDS = 1.0
_MOST_PIECE_SECONDS = 10.0
_PIECES = 500


@dataclass(frozen=True)
class Found:
    """A block that was found in a store.

    Attributes:
        work: The kind of work.
        span: Its games.
        tally: What they add up to.
        seconds: How long they once took.
    """

    work: Work[Any]
    span: Span
    tally: Any
    seconds: float


class Source(Protocol):
    """What a run has of a store."""

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        ...

    def use(self, work: Work[Any], first: int, until: int) -> None:
        """Notes that the run plays some games of a kind of work."""
        ...

    def changes(self) -> int:
        """Another number whenever another process has stored something."""
        ...

    def spans(self, work: Work[Any]) -> list[Span]:
        """The blocks that are stored of a kind of work; they may overlap."""
        ...

    def read(self, work: Work[Any], span: Span) -> Found | None:
        """A stored block, or None if it is not to be had."""
        ...

    def loaded(self, found: Found) -> None:
        """Notes that a stored block is part of the run."""
        ...

    def add(self, block: Block) -> None:
        """Keeps a finished block, if it can be kept."""
        ...


class StoreKeeper:
    """Keeps one kind of work; see `keeping.Keeper`.

    Args:
        source: What the run has of a store.
        work: The work.
    """

    def __init__(self, source: Source, work: Work[Any]) -> None:
        self.piece_seconds = _LEAST_PIECE_SECONDS
        self.seconds = 0.0
        self._source = source
        self._work = work
        self._since = time.perf_counter()
        self._cover: list[Span] = []
        self._cover_of: tuple[int, int] | None = None
        self._damaged: set[Span] = set()
        self._found: Found | None = None

    def next(self, first: int, end: int) -> Span | None:
        """See `Keeper`."""
        self._source.use(self._work, first, end)
        while (span := self._next_in_cover(first, end)) is not None:
            # Later ones are only where the games to play end; whether they are sound is seen when their turn comes.
            if span.first > first:
                return span
            self._found = self._source.read(self._work, span)
            if self._found is not None:
                return span
            self._damaged.add(span)
            self._cover_of = None
        return None

    def load(self, span: Span) -> Any:
        """See `Keeper`; the block is the one that `next` gave, and begins at the first game."""
        found, self._found = self._found, None
        assert found is not None and found.span == span
        self.seconds += found.seconds
        self._source.loaded(found)
        return found.tally

    def keep(self, span: Span, tally: Any) -> None:
        """See `Keeper`."""
        now = time.perf_counter()
        block = Block(self._work.key, span, codec.encode(tally), now - self._since)
        self._since = now
        self._source.use(self._work, span.first, span.end)
        self._source.add(block)
        wanted = self._source.elapsed / _PIECES
        self.piece_seconds = min(max(wanted, _LEAST_PIECE_SECONDS), _MOST_PIECE_SECONDS)

    def close(self) -> None:
        """See `Keeper`."""
        self._found = None

    def _next_in_cover(self, first: int, end: int) -> Span | None:
        """The first block from a game on, of those that are best taken."""
        state = (end, self._source.changes())
        if state != self._cover_of:
            self._cover_of = state
            spans = set(self._source.spans(self._work)) - self._damaged
            self._cover = best_cover(spans, first, end)
        place = bisect_left(self._cover, first, key=lambda span: span.first)
        return self._cover[place] if place < len(self._cover) else None
