"""Calls what may never return in a way that Ctrl-C can end."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def call(function: Callable[[], T]) -> T:
    """Calls a function in a thread of its own and waits for it.

    Python acts on Ctrl-C between two of its own instructions, so compiled code that goes on for ever, as a policy of a
    user's own may, must not run in the main thread.

    Args:
        function: The function.

    Returns:
        What it returns.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the function may still be running.
    """
    pool = ThreadPoolExecutor(1, thread_name_prefix="call")
    try:
        return pool.submit(function).result()
    finally:
        pool.shutdown(wait=False)
