"""What happens in given games of a run?"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from analyzer.games.protocol import Event
from analyzer.runs import interruptible
from analyzer.runs.playing import available_threads
from analyzer.studies.request import Table

_AHEAD = 4
"""Games that are played ahead of the one that is read, per thread."""


def trace(
    table: Table, *, seed: int, first: int, count: int, threads: int | None = None
) -> Iterator[list[Event]]:
    """Plays games and tells what happens in them.

    Args:
        table: Game, rules and policies.
        seed: The run's seed.
        first: Number of the first game.
        count: Games to play.
        threads: Threads to play on; None for all cores.

    Yields:
        The events of one game after the other, in the order of their numbers.
    """
    used = threads or available_threads()
    ahead: deque[Future[list[Event]]] = deque()
    # The first one alone: it compiles or loads the kernel.
    yield interruptible.call(lambda: table.game.trace(table.setup, seed, first))
    pool = ThreadPoolExecutor(used, thread_name_prefix="traces")
    try:
        for number in range(first + 1, first + count):
            ahead.append(pool.submit(table.game.trace, table.setup, seed, number))
            if len(ahead) >= _AHEAD * used:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
