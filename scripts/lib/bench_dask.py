"""Measures what playing on workers costs: a piece of games that does nothing, and whole runs beside threads."""

import argparse
import pickle
import random
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median

import psutil

from analyzer.games.tally import Tally, play_block
from analyzer.runs import playing, running
from analyzer.runs.cluster.executor import DaskExecutor, connected
from analyzer.runs.cluster.local import LocalWorkers
from analyzer.runs.cluster.parcel import pack
from analyzer.runs.cluster.worker import packed
from analyzer.runs.pools import Piece, play_piece
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import Stop, Work, never, work
from analyzer.studies.request import set_table


@dataclass
class Nothing:
    """Some games that nobody played."""

    data: bytes
    games: int

    def add(self, other: "Nothing") -> None:
        """As for any tally."""
        self.games += other.games


def nothing(data: bytes, first: int, count: int, stop: Stop) -> Nothing:
    """Takes no time and brings a result of the usual size."""
    del first, stop
    return Nothing(data, count)


@contextmanager
def cluster(workers: int) -> Iterator[tuple[DaskExecutor, psutil.Process]]:
    """A scheduler in a process of its own, with worker processes, and what it is to be measured by."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [sys.executable, "-P", "-m", "distributed.cli.dask_scheduler", "--no-dashboard"]
    scheduler = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", port, "--dashboard-address", "127.0.0.1:0"],
        stderr=subprocess.DEVNULL,
    )
    processes = LocalWorkers(f"tcp://127.0.0.1:{port}", workers)
    try:
        with connected(f"tcp://127.0.0.1:{port}") as executor:
            while executor.workers < workers:
                time.sleep(0.1)
            yield executor, psutil.Process(scheduler.pid)
    finally:
        processes.close()
        scheduler.kill()
        scheduler.wait()


def measure_pieces(pieces: int, ahead: int, size: int) -> None:
    """Prints how many empty pieces pass in a second, and which process spends how long on each."""
    with cluster(1) as (executor, scheduler):
        # By the name under which the worker can import it.
        play = import_module(Path(__file__).stem).nothing
        pool = executor.pool(work(play, random.Random(1).randbytes(size)), 1, never())
        waiting = {pool.submit(Piece(number, 1, 1)) for number in range(ahead)}
        wait(waiting)
        before = seconds_of(scheduler)
        own = time.process_time()
        started = time.perf_counter()
        counted = 0
        while counted < pieces:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            # One new piece for each that has come back.
            waiting |= {pool.submit(Piece(0, 1, 1)) for _ in done}
            counted += len(done)
        took = time.perf_counter() - started
        own = time.process_time() - own
        spent = seconds_of(scheduler) - before
        pool.close()
    print(f"{counted} empty pieces on one worker, {ahead} ahead: {counted / took:,.0f} a second")
    print(
        f"processor time a piece: scheduler {1e6 * spent / counted:,.0f} us, client {1e6 * own / counted:,.0f} us"
    )


def seconds_of(process: psutil.Process) -> float:
    """Processor time that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def measure_sizes(played: Work[Tally]) -> None:
    """Prints how large a piece is on its way there and back, and what it takes to merge it."""
    piece = play_piece(played, Piece(0, 100_000, 20_000), never())
    back = packed(piece)
    started = time.perf_counter()
    for _ in range(1_000):
        piece.tally.add(piece.tally)
    merging = time.perf_counter() - started
    print(
        f"a piece: {len(pack(played))} bytes there, {len(back)} bytes back "
        f"({len(pickle.dumps(piece, 5))} before they are compressed), {1e3 * merging:.0f} us to merge"
    )


def measure_runs(played: Work[Tally], games: int, runs: int) -> None:
    """Prints how long the same games take on threads and on worker processes, in turns."""

    def seconds(threads: int) -> float:
        started = time.perf_counter()
        playing.play(played, games, threads=threads)
        return time.perf_counter() - started

    def seconds_there(executor: DaskExecutor) -> float:
        with running.using(running.Place(executor)):
            return seconds(1)

    for count in (1, 2):
        with cluster(count) as (executor, _):
            seconds_there(executor)
            pairs = [(seconds(count), seconds_there(executor)) for _ in range(runs)]
        here, there = (median(column) for column in zip(*pairs, strict=True))
        speed = f"{here / there:.2f} of the speed"
        print(f"{games:,} games: {count} threads {here:.2f} s, {count} workers {there:.2f} s ({speed})")


def main() -> None:
    """Reads the options and measures."""
    parser = argparse.ArgumentParser(prog="scripts/bench-dask", description=__doc__)
    parser.add_argument("--game", default="hollander", help="the game (hollander)")
    parser.add_argument("--games", type=int, default=2_000_000, metavar="N", help="games of a run (2000000)")
    parser.add_argument("--pieces", type=int, default=3_000, metavar="N", help="empty pieces (3000)")
    parser.add_argument(
        "--ahead", type=int, default=64, metavar="N", help="how many are handed out ahead (64)"
    )
    parser.add_argument(
        "--size", type=int, default=700, metavar="BYTES", help="what an empty piece brings (700)"
    )
    parser.add_argument(
        "--runs", type=int, default=3, metavar="N", help="runs of which the median counts (3)"
    )
    arguments = parser.parse_args()
    table = set_table(arguments.game)
    played = work(play_block, table.game, table.setup, 1)
    warm_up(played)
    measure_sizes(played)
    measure_pieces(arguments.pieces, arguments.ahead, arguments.size)
    measure_runs(played, arguments.games, arguments.runs)
    print(f"memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent))
    main()
