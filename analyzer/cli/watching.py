"""What a user sees while games are played: the progress bar and the notice that something is compiled."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from analyzer.errors import UserError


def say(text: str) -> None:
    """Prints a message on standard error."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def announce_compiling() -> None:
    """Tells why nothing seems to happen."""
    from analyzer.core.cache import is_kept

    once = (
        "this happens once" if is_kept() else "no folder for compiled code can be written, so at every start"
    )
    say(f"compiling the game for this machine, half a minute at most ({once}) …")


def announce_slow(game: str, policies: Iterable[str | None]) -> None:
    """Tells what to expect of policies that are slow.

    Args:
        game: The game's name.
        policies: Policies as they were asked for; what is wrong with them is for others to say.
    """
    from analyzer.games import registry
    from analyzer.games.policyspec import parse

    with suppress(UserError):
        found = registry.find(game)
        names = {parse(text, found.policies, found.title).name for text in policies if text is not None}
        for name in sorted(names):
            if slow := found.policies[name].slow:
                say(f"{name}: {slow}")


@contextmanager
def progress(hidden: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error.

    Args:
        hidden: Whether none is wanted; there is none either when standard error is no terminal.

    Yields:
        A function to be called with the number of games done, and of all, or None where nothing is shown.
    """
    if hidden or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)
