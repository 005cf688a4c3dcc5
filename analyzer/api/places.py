"""Where games are played and where finished blocks are kept, for all that is asked for while it is said so."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import UserError, did_you_mean
from analyzer.games.settings import shown
from analyzer.runs import running as on_place
from analyzer.runs.running import Executor, Place, Threads
from analyzer.runs.store.keeping import StoreKeeping
from analyzer.runs.store.location import VARIABLE, Location, locate
from analyzer.runs.store.request import Request

EXECUTORS = ("threads", "dask")

Say = Callable[[str], None]

_instead: ContextVar[Place | None] = ContextVar("instead", default=None)


@dataclass
class Ending:
    """How a run ended.

    Attributes:
        complete: Whether all that was asked for was played.
    """

    complete: bool = True


@contextmanager
def running(
    *,
    store: str | Path | None = None,
    executor: str = "threads",
    scheduler: str | None = None,
    workers: int | None = None,
) -> Iterator[None]:
    """All questions that are asked while it lasts are played there, and their finished blocks kept.

        with running(store="runs.sqlite"):
            simulate(game, games=10**9)

    The same question again is answered from the store, and a larger one plays only what is missing.

    Args:
        store: File in which finished blocks are kept; None for none.
        executor: "threads", or "dask" for processes on this machine or on many.
        scheduler: With "dask": address of the scheduler; None for workers of its own on this machine.
        workers: With "dask" and no scheduler: how many workers; None for one a core.

    Raises:
        UserError: The store cannot be opened, or the workers cannot be reached.
    """
    # A path names a file, even one that is called "none".
    path = store.absolute() if isinstance(store, Path) else store
    with place("none" if path is None else str(path), executor, scheduler, workers, request=(), say=_say):
        yield


@contextmanager
def place(
    store: str | None,
    executor: str,
    scheduler: str | None,
    workers: int | None,
    *,
    request: Sequence[str],
    say: Say,
) -> Iterator[Ending]:
    """All that is played while it lasts is played there.

    Args:
        store: The store's file, "none" for none; None for the usual one.
        executor: One of `EXECUTORS`.
        scheduler: Address of the scheduler, or None.
        workers: Workers on this machine; None for one a core.
        request: The words of the command that asks for it; none where it was not a command.
        say: Told what the user should know.

    Yields:
        What is to be told of how it ended; an exception tells by itself that it is not complete.

    Raises:
        UserError: Something of that is unknown or does not fit together, the store cannot be opened, or the workers
            cannot be reached.
    """
    instead = _instead.get()
    if instead is not None:
        with on_place.using(instead):
            yield Ending()
        return
    location = _location(store)
    with _executor(executor, scheduler, workers) as found:
        if location is None:
            with on_place.using(Place(found)):
                yield Ending()
            return
        keeping = StoreKeeping(location, Request.here(tuple(request)), say)
        ending = Ending(complete=False)
        try:
            with on_place.using(Place(found, keeping)):
                yield ending
                ending.complete = True
        finally:
            number = keeping.finish("complete" if ending.complete else "interrupted")
            if request:
                _tell(keeping, number, ending, store, say)


@contextmanager
def from_store(place: Place) -> Iterator[None]:
    """Whatever is asked for while it lasts is answered there, wherever else it would be played."""
    token = _instead.set(place)
    try:
        yield
    finally:
        _instead.reset(token)


def resume_line(number: int, store: str | None) -> str:
    """The command that goes on with a run.

    Args:
        number: The run's number.
        store: The store's file, as the user named it; None for the usual one.
    """
    named = [] if store is None else ["--store", store]
    return shlex.join(["analyzer", "runs", "resume", str(number), *named])


def store_path(store: str | None) -> Path:
    """The file of a store.

    Args:
        store: What the user named; None for the usual one.

    Raises:
        UserError: That is "none", or nothing.
    """
    found = _location(store)
    if found is None:
        raise UserError("There is no store: --store or ANALYZER_STORE says none.")
    return found.path


def _tell(keeping: StoreKeeping, number: int | None, ending: Ending, store: str | None, say: Say) -> None:
    if keeping.loaded_games:
        say(
            f"{keeping.loaded_games:,} of {keeping.games:,} games or deals were played before, and come from the store."
        )
    if number is not None and not ending.complete and keeping.games:
        say(f"What is finished is kept. Go on with: {resume_line(number, store)}")


def _location(store: str | None) -> Location | None:
    said = os.environ.get(VARIABLE) if store is None else store
    if said == "none":
        return None
    if store == "":
        raise UserError("store (--store): the name of the file is missing.")
    return locate(None if store is None else Path(store))


def _executor(executor: str, scheduler: str | None, workers: int | None) -> AbstractContextManager[Executor]:
    if executor not in EXECUTORS:
        raise UserError(
            f'There is no executor "{shown(executor)}".{did_you_mean(executor, EXECUTORS)} '
            f"The executors are {', '.join(EXECUTORS)}."
        )
    if executor == "threads":
        if scheduler is not None:
            raise UserError(
                "scheduler (--scheduler) is for the executor dask (--executor dask); threads have none."
            )
        return nullcontext(Threads())
    from analyzer.runs.cluster.executor import connected

    return connected(scheduler, workers)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
