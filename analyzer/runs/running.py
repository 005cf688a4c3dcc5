"""Where games are played, and where finished blocks are kept, for all that is played while it is said so."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.runs.keeping import Keeper
from analyzer.runs.pools import Pool, ThreadPool
from analyzer.runs.work import Stop, Work


class Executor(Protocol):
    """Gives the pools in which work is played."""

    def pool(self, work: Work[Any], threads: int, stop: Stop) -> Pool:
        """A pool for one kind of work.

        Args:
            work: What is to be played.
            threads: Threads that were asked for; another kind of pool may have its own number of workers.
            stop: Set once no further game is to be begun.
        """
        ...


class Keeping(Protocol):
    """Gives the keepers of finished blocks."""

    def keeper(self, work: Work[Any]) -> Keeper:
        """The keeper for one kind of work."""
        ...


class Threads:
    """Plays on threads of this process."""

    def pool(self, work: Work[Any], threads: int, stop: Stop) -> Pool:
        """See `Executor`."""
        return ThreadPool(work, threads, stop)


@dataclass(frozen=True)
class Place:
    """Where games are played, and where finished blocks are kept.

    Attributes:
        executor: Where they are played.
        keeping: Where blocks are kept; None to keep none.
    """

    executor: Executor
    keeping: Keeping | None = None

    def pool(self, work: Work[Any], threads: int, stop: Stop) -> Pool:
        """See `Executor`."""
        return self.executor.pool(work, threads, stop)

    def keeper(self, work: Work[Any]) -> Keeper | None:
        """The keeper for one kind of work, if blocks are kept."""
        return None if self.keeping is None else self.keeping.keeper(work)


_HERE = Place(Threads())
_place: ContextVar[Place] = ContextVar("place", default=_HERE)


def current() -> Place:
    """Where games are played now."""
    return _place.get()


@contextmanager
def using(place: Place) -> Iterator[None]:
    """All that is played while it lasts is played there."""
    token = _place.set(place)
    try:
        yield
    finally:
        _place.reset(token)
