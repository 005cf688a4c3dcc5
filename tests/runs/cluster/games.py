"""Games that workers can be sent: they find them by the name of this module."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import UserError
from analyzer.runs.work import Stop


@dataclass
class Numbers:
    """The numbers of some games, in the order in which they were merged."""

    played: list[int]

    @property
    def games(self) -> int:
        return len(self.played)

    def add(self, other: "Numbers") -> None:
        self.played += other.played


def slow(seconds: float, first: int, count: int, stop: Stop) -> Numbers:
    """Games of a given length; the flag is looked at between games, as in a kernel."""
    played = []
    for game in range(first, first + count):
        if stop[0] != 0:
            break
        time.sleep(seconds)
        played.append(game)
    return Numbers(played)


def deadly_once(game: int, mark: str, first: int, count: int, stop: Stop) -> Numbers:
    """One game kills the process that plays it, but only the first time."""
    if first <= game < first + count and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return slow(0.001, first, count, stop)


def deadly(game: int, first: int, count: int, stop: Stop) -> Numbers:
    """One game kills every process that plays it."""
    if first <= game < first + count:
        os.kill(os.getpid(), signal.SIGKILL)
    return slow(0.001, first, count, stop)


def wrong(game: int, first: int, count: int, stop: Stop) -> Numbers:
    """One game goes wrong in a way that the user can put right."""
    if first <= game < first + count:
        raise UserError(f"Game {game} cannot be played.")
    return slow(0.0, first, count, stop)


def failing_twice(folder: str, first: int, count: int, stop: Stop) -> Numbers:
    """The first two calls fail, as on a machine with a passing trouble."""
    for name in ("one", "two"):
        try:
            Path(folder, name).touch(exist_ok=False)
        except FileExistsError:
            continue
        raise OSError("a passing trouble")
    return slow(0.0, first, count, stop)


def processes(seconds: float, first: int, count: int, stop: Stop) -> Numbers:
    """Which process plays each game, in the place of its number."""
    return Numbers([os.getpid()] * slow(seconds, first, count, stop).games)
