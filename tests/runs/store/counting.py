"""Work whose figures are known: what comes of a game is a hash of its number."""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from analyzer.games.protocol import Integers
from analyzer.runs.store.location import Location
from analyzer.runs.store.request import Request
from analyzer.runs.work import Stop, Work, work

REQUEST = Request(("count", "--seed", "1"), "/somewhere")


@dataclass
class Counts:
    """What games add up to."""

    games: int
    sum: int
    digits: Integers
    kinds: dict[str, Integers]

    def add(self, other: "Counts") -> None:
        self.games += other.games
        self.sum += other.sum
        self.digits += other.digits
        for key, values in other.kinds.items():
            self.kinds[key] = self.kinds.get(key, 0) + values


def count(seed: int, pause: float, first: int, games: int, stop: Stop) -> Counts:
    """Games that take some seconds each."""
    played = 0 if stop[0] else games
    if pause:
        time.sleep(pause * played)
    numbers = np.arange(first, first + played, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = ((numbers + np.uint64(seed)) >> np.uint64(40)).astype(np.int64)
    # A tally's keys may be met in any order, and here they are.
    met = np.roll(np.unique(mixed % 3), played).tolist()
    kinds = {f"kind {kind}": np.array([np.count_nonzero(mixed % 3 == kind)]) for kind in met}
    return Counts(played, int(mixed.sum()), np.bincount(mixed % 10, minlength=10), kinds)


def told(counts: Counts) -> tuple[object, ...]:
    """The figures that do not depend on blocks."""
    return counts.games, counts.sum, counts.digits.tolist()


def expected(seed: int, games: int, first: int = 0) -> tuple[object, ...]:
    """What those come to, reckoned game by game."""
    mixed = [((n * 0x9E3779B97F4A7C15 + seed) % 2**64) >> 40 for n in range(first, first + games)]
    return games, sum(mixed), [sum(each % 10 == digit for each in mixed) for digit in range(10)]


def counting(seed: int = 1, pause: float = 0.0) -> Work[Counts]:
    return work(count, seed, pause)


def named(folder: Path) -> Location:
    return Location(folder / "runs.sqlite", is_named=True)


def unnamed(folder: Path) -> Location:
    return Location(folder / "data" / "runs.sqlite", is_named=False)
