"""An event loop in a thread of its own, for what has to go on while games are handed out and merged."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

_PATIENCE_SECONDS = 2.0


class LoopThread:
    """Runs coroutines in another thread, from when it is made until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._thread.start()

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "Future[T]":
        """Starts a coroutine.

        Args:
            coroutine: The coroutine.

        Returns:
            What will come of it; to cancel that is to cancel the coroutine.
        """
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine and waits for it; Ctrl-C cancels it."""
        future = self.start(coroutine)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """Cancels what is still running, and ends the thread."""
        with contextlib.suppress(TimeoutError):
            self.start(_cancel_others()).result(_PATIENCE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.wait(others, timeout=_PATIENCE_SECONDS / 2) if others else None
