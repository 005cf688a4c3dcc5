"""Has the kernels compiled before the clock starts."""

from collections.abc import Callable
from typing import Any

from analyzer.core.compiling import CompileWatch
from analyzer.runs import interruptible
from analyzer.runs.work import Stop, never


def warm_up(
    play_block: Callable[[int, int, Stop], Any], on_compile: Callable[[], None] | None = None
) -> float:
    """Plays one game, so that everything it needs is compiled or loaded.

    Args:
        play_block: As for `playing.play`.
        on_compile: Called if something is compiled, before it is.

    Returns:
        Seconds spent compiling; 0 if all came from the cache.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed, be it because the game does not end.
    """
    with CompileWatch(on_compile) as watch:
        interruptible.call(lambda: play_block(0, 1, never()))
    return watch.seconds
