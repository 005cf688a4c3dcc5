"""What is played, game by game, as something that can be sent to another process and found again in a store."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.runs import canonical

Stop = npt.NDArray[np.int64]
"""Shape (1,): not 0 when no further game is to be begun."""

T = TypeVar("T")


def never() -> Stop:
    """A flag that nobody sets."""
    return np.zeros(1, np.int64)


@dataclass(frozen=True)
class Work(Generic[T]):
    """Games that all are played in the same way, each by its number.

    Attributes:
        function: Plays `count` games from number `first` on, fewer once `stop` is set:
            function(*arguments, first, count, stop). A function of a module.
        arguments: All that decides what comes of a game of a given number.
    """

    function: Callable[..., T]
    arguments: tuple[Any, ...]

    def __call__(self, first: int, count: int, stop: Stop) -> T:
        """Plays a block of games."""
        return self.function(*self.arguments, first, count, stop)

    @cached_property
    def text(self) -> str:
        """What is played, in one way on every machine; see `canonical`."""
        return canonical.text_of((self.function, self.arguments))

    @cached_property
    def key(self) -> str:
        """A short name for what is played."""
        return canonical.digest(self.text)


def work(function: Callable[..., T], *arguments: Any) -> Work[T]:
    """Games that all are played in the same way; see `Work`."""
    return Work(function, arguments)
