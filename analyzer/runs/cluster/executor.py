"""Plays work on the workers of a Dask cluster: on many machines, or on processes of this one.

A piece of games is a task, which Dask gives to another worker where one dies. Whoever plays a run hands out a few
pieces a worker and no more, so neither the scheduler nor this process ever holds many.
"""

import asyncio
import contextlib
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.runs.cluster.local import LocalWorkers
from analyzer.runs.cluster.loop import LoopThread
from analyzer.runs.cluster.parcel import pack
from analyzer.runs.cluster.quiet import quiet
from analyzer.runs.cluster.worker import (
    difference,
    environment,
    play_sent,
    stop_run,
    unpacked_result,
)
from analyzer.runs.playing import available_threads
from analyzer.runs.pools import Piece, Played
from analyzer.runs.work import Stop, Work
from analyzer.wording import counted

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_SECONDS = 8
_FIRST_WORKER_SECONDS = 10.0
_LOCAL_START_SECONDS = 120.0
_WATCH_SECONDS = 0.5
_SILENT_SECONDS = 15.0
_NO_WORKER_SECONDS = 30.0
_CLOSE_SECONDS = 1.0
_TRIES_AGAIN = 2
_PIECE_SECONDS = 2.0
_PIECES_A_SECOND = 200
_KEPT = "What is finished is kept if the run has a store: the same command goes on from there."


class DaskExecutor:
    """Plays work on the workers of a cluster; see `running.Executor`. Made by `connected`.

    Attributes:
        address: The scheduler's.
        workers: How many pieces are played at the same time; it follows the cluster.
    """

    def __init__(self, loop: LoopThread, client: "Client", address: str, local: LocalWorkers | None) -> None:
        self.address = address
        self.workers = 1
        self._loop = loop
        self._client = client
        self._local = local
        self._environment = environment()
        self._trouble: UserError | None = None
        self._waiting: set[asyncio.Task[Any]] = set()

    def pool(self, work: Work[Any], threads: int, stop: Stop) -> "DaskPool":  # noqa: ARG002 - as for `Executor`
        """See `running.Executor`; the cluster has its own number of workers.

        Raises:
            UserError: A policy's file cannot be sent.
        """
        return DaskPool(self, pack(work))

    def start(self, parcel: bytes, piece: Piece, run: str) -> "Future[Played]":
        """Hands out a piece of a run; see `worker.play_sent`."""
        return self._loop.start(self._play(parcel, piece, run))

    def stop_run(self, run: str) -> None:
        """Tells all workers that no further game of a run is to be begun, without waiting for them."""
        self._loop.start(self._tell_to_stop(run))

    async def wait_for_workers(self) -> None:
        """Waits for the first workers, for all of them if they are this machine's own.

        Raises:
            UserError: None comes.
        """
        wanted, patience = (
            (1, _FIRST_WORKER_SECONDS) if self._local is None else (self._local.count, _LOCAL_START_SECONDS)
        )
        deadline = time.monotonic() + patience
        while len(threads := await self._client.nthreads()) < wanted:
            if self._local is not None:
                self._local.check_started()
            if time.monotonic() > deadline:
                raise UserError(
                    f"{self.address} has {'no' if not threads else f'{len(threads)} of {wanted}'} workers after "
                    f"{patience:.0f} seconds. Start one with: dask worker {self.address}"
                )
            await asyncio.sleep(0.05)
        self.workers = sum(threads.values())

    async def check_versions(self) -> None:
        """Makes sure that all workers play with what this process has.

        Raises:
            UserError: One does not; names worker and difference.
        """
        found = await self._client.run(environment, on_error="return")
        for worker, there in sorted(found.items()):
            if isinstance(there, Exception):
                raise UserError(f"{_unusable(f'The worker {worker}')} {type(there).__name__}: {there}")
            differing = difference(there, self._environment)
            if differing:
                raise UserError(f"The worker {worker} has other versions: {differing}. {_SAME_VERSION}")

    async def watch(self) -> None:
        """Follows the number of workers, and gives up once the cluster cannot play any more; never returns."""
        last_seen = time.monotonic()
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            if self._local is not None:
                self._local.replace_dead()
            if self._client.status != "running":
                self._lose(self._lost())
                return
            try:
                threads = sum((await asyncio.wait_for(self._client.nthreads(), _SILENT_SECONDS)).values())
            except Exception:  # whatever comes of a broken connection
                self._lose(self._lost())
                return
            self.workers = max(threads, 1)
            if threads:
                last_seen = time.monotonic()
            elif time.monotonic() > last_seen + _NO_WORKER_SECONDS:
                self._lose(
                    UserError(
                        f"{self.address} has had no workers for {counted(round(_NO_WORKER_SECONDS), 'second')}. "
                        f"{_KEPT}"
                    )
                )
                return

    def _lost(self) -> UserError:
        return UserError(f"The connection to the scheduler at {self.address} is lost. {_KEPT}")

    def _lose(self, trouble: UserError) -> None:
        self._trouble = trouble
        for task in self._waiting:
            task.cancel()

    async def _play(self, parcel: bytes, piece: Piece, run: str) -> Played:
        from distributed import CancelledError, KilledWorker

        if self._trouble is None and self._client.status != "running":
            self._trouble = self._lost()
        if self._trouble is not None:
            raise self._trouble
        task = asyncio.current_task()
        assert task is not None
        self._waiting.add(task)
        sent = self._client.submit(
            play_sent, parcel, piece, run, self._environment, pure=False, retries=_TRIES_AGAIN
        )
        # Many results are fetched in one go, which would be lost for all of them with the one that fetches, for good.
        fetching = asyncio.ensure_future(_fetched(sent))
        try:
            answer = await asyncio.shield(fetching)
        except asyncio.CancelledError:
            if fetching.cancelled():
                raise self._lost() from None
            fetching.add_done_callback(_let_go)
            if self._trouble is not None:
                raise self._trouble from None
            raise
        except CancelledError:
            raise self._lost() from None
        except KilledWorker as error:
            raise UserError(
                f"{counted(error.allowed_failures + 1, 'worker')} ended while they played the games {piece.first} to "
                f"{piece.first + piece.count - 1}, the last of them {error.last_worker.address}: a policy of your own "
                f"may end the process, or memory be short; its log says more. {_KEPT}"
            ) from None
        except (ImportError, AttributeError) as error:
            # What was sent is found by name, so a worker with other sources may fail before it can compare them.
            raise UserError(f"{_unusable('A worker')} {type(error).__name__}: {error}") from error
        finally:
            self._waiting.discard(task)
            sent.release()
        if isinstance(answer, UserError):
            raise answer
        return unpacked_result(answer)

    async def _tell_to_stop(self, run: str) -> None:
        with contextlib.suppress(Exception):  # who cannot be told ends later
            await self._client.run(stop_run, run, wait=False)


class DaskPool:
    """The pieces of one run; see `pools.Pool`.

    Attributes:
        workers: How many pieces are played at the same time: all threads of all workers that there were when the last
            piece was handed out.
        piece_seconds: How long a piece should take at least: longer with very many workers, since scheduler and client
            spend two milliseconds each on every piece.
    """

    def __init__(self, executor: DaskExecutor, parcel: bytes) -> None:
        self._executor = executor
        self._follow()
        self._parcel = parcel
        self._run = uuid.uuid4().hex
        self._unfinished: set[Future[Played]] = set()

    def submit(self, piece: Piece) -> "Future[Played]":
        """Hands out a piece; see `pools.Pool`."""
        self._follow()
        future = self._executor.start(self._parcel, piece, self._run)
        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        return future

    def stop(self) -> None:
        """See `pools.Pool`."""
        self._executor.stop_run(self._run)

    def close(self) -> None:
        """See `pools.Pool`."""
        unfinished = list(self._unfinished)
        if unfinished:
            self.stop()
        for future in unfinished:
            future.cancel()

    def _follow(self) -> None:
        self.workers = self._executor.workers
        self.piece_seconds = max(_PIECE_SECONDS, self.workers / _PIECES_A_SECOND)


async def _fetched(sent: Any) -> Any:
    return await sent


def _let_go(fetching: "asyncio.Future[Any]") -> None:
    """Nobody is interested any more, not even in an error."""
    if not fetching.cancelled():
        fetching.exception()


_SAME_VERSION = "Install the same versions everywhere, and start the workers again."


def _unusable(who: str) -> str:
    return f'{who} cannot play; is the same version of analyzer installed there, as "analyzer[dask]"?'


@contextmanager
def connected(scheduler: str | None, workers: int | None = None) -> Iterator[DaskExecutor]:
    """A cluster to play on, as long as it lasts.

    Args:
        scheduler: Address of a scheduler, such as "tcp://192.168.1.2:8786"; None to start worker processes on this
            machine.
        workers: How many of these to start; None for one a core. With a scheduler it has the workers that it has.

    Yields:
        The executor.

    Raises:
        UserError: Dask is not installed, nothing answers at the address, there are no workers, or one of them has
            other versions.
    """
    if find_spec("distributed") is None:
        raise UserError('Dask is not installed here: pip install "analyzer[dask]"')
    with quiet(), contextlib.closing(LoopThread()) as loop, contextlib.ExitStack() as ending:
        address = scheduler or loop.run(_local_scheduler(loop, ending))
        local = None
        if scheduler is None:
            local = LocalWorkers(address, workers or available_threads())
            ending.callback(local.close)
        client = loop.run(_client(address))
        ending.callback(_close, loop, client)
        executor = DaskExecutor(loop, client, address, local)
        loop.run(executor.wait_for_workers())
        loop.run(executor.check_versions())
        watching = loop.start(executor.watch())
        ending.callback(watching.cancel)
        yield executor


async def _client(address: str) -> "Client":
    from distributed import Client

    client = None
    try:
        client = Client(address, asynchronous=True, set_as_default=False, timeout=_CONNECT_SECONDS)
        # Its own time limit ends once somebody has taken the call, even if nothing is ever said.
        return await asyncio.wait_for(client, _CONNECT_SECONDS + 1)
    except Exception as error:  # whatever answers there, or does not
        if client is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(client.close(), _CLOSE_SECONDS)
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UserError(
            f"Nothing that can be used answers at {shown(address)}: {shown(reason)}\n"
            "A scheduler is started with: dask scheduler"
        ) from error


async def _local_scheduler(loop: LoopThread, ending: contextlib.ExitStack) -> str:
    import dask
    from distributed import Scheduler

    with dask.config.set({"distributed.scheduler.http.routes": []}):
        scheduler = await Scheduler(
            host="127.0.0.1", port=0, dashboard=False, dashboard_address="127.0.0.1:0"
        )
    ending.callback(_close, loop, scheduler)
    address: str = scheduler.address
    return address


def _close(loop: LoopThread, part: Any) -> None:
    async def close() -> None:
        await asyncio.wait_for(part.close(), _CLOSE_SECONDS)

    with contextlib.suppress(Exception):
        loop.run(close())
