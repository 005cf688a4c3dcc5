"""Noticing compilation: when it happens, and how long it takes."""

import time
from collections.abc import Callable
from typing import Any

from numba.core import event as numba_event


class CompileWatch(numba_event.Listener):
    """Tells when something is compiled, as opposed to loaded from the cache, and for how long.

    Use it as a context manager around whatever imports or calls kernels.

    Attributes:
        seconds: Time spent compiling so far.
    """

    def __init__(self, on_first: Callable[[], None] | None = None) -> None:
        """Prepares the watch.

        Args:
            on_first: Called when the first compilation starts, if one does.
        """
        self.seconds = 0.0
        self._on_first = on_first
        self._depth = 0
        self._since = 0.0

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - numba's interface
        """A compilation starts; those of the functions that it calls nest in it."""
        if self._depth == 0:
            self._since = time.perf_counter()
            if self._on_first is not None:
                self._on_first()
                self._on_first = None
        self._depth += 1

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - numba's interface
        """A compilation ends."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._since

    def __enter__(self) -> "CompileWatch":
        numba_event.register("numba:compile", self)
        return self

    def __exit__(self, *_: object) -> None:
        numba_event.unregister("numba:compile", self)
