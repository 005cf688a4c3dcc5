"""What a run keeps of its finished blocks, so that they need never be played again."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Span:
    """Games with an unbroken run of numbers.

    Attributes:
        first: Number of the first game.
        count: Games.
    """

    first: int
    count: int

    @property
    def end(self) -> int:
        """Number after the last game."""
        return self.first + self.count


class Keeper(Protocol):
    """Keeps the blocks of one kind of work.

    Attributes:
        piece_seconds: How long a block should take at least, since keeping one costs something.
        seconds: How long it once took to play the blocks that were loaded.
    """

    piece_seconds: float
    seconds: float

    def next(self, first: int, end: int) -> Span | None:
        """The kept block that comes first among those that lie wholly between two game numbers, the end not included.

        Args:
            first: Number of the first game; it grows from call to call.
            end: Number after the last game.
        """
        ...

    def load(self, span: Span) -> Any:
        """The tally of a kept block, which is the caller's to change."""
        ...

    def keep(self, span: Span, tally: Any) -> None:
        """Keeps a finished block, once and for all when it returns; one that is kept already is let go."""
        ...

    def close(self) -> None:
        """Nothing more will be asked or kept."""
        ...
