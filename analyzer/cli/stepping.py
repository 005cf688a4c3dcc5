"""Where a watcher stands in a game, and where each key leads."""

from collections.abc import Sequence

_NEXT = ("enter", "space", "right", "n")
_BACK = ("b", "left", "backspace")
_LONGEST = 9
_HELPS = (
    "Enter next, b back, t next turn, T turn back, g go to, Home, End, q quit",
    "Enter next, b back, t/T turn, g go to, q quit",
    "n next b back t/T turn g go q quit",
    "n b t/T g q",
)
_SCROLL_HELPS = (
    "Up, Down scroll, Enter next, b back, t next turn, T turn back, g go to, Home, End, q quit",
    "Up, Down scroll, Enter next, b back, t/T turn, g go to, q quit",
    "Up/Down scroll n next b back g go q quit",
    "Up/Down scroll n next q quit",
    "Up/Down scroll q",
    "Up/Down q",
)
"""The same where not all of a scene is seen at once."""


class Steps:
    """A place among the scenes of a game.

    Attributes:
        at: The number of the scene that is shown.
        scroll: Lines that are left out at its top.
        typed: The digits of a number to go to, or None when none is asked for.
    """

    def __init__(self, moments: Sequence[str], at: int = 0) -> None:
        self._moments = moments
        self.at = at
        self.scroll = 0
        self.typed: str | None = None

    @property
    def last(self) -> int:
        """The number of the last scene."""
        return len(self._moments) - 1

    def help(self, width: int, is_cut: bool = False) -> str:
        """What can be pressed now, in a line of at most so many characters (or as few as possible).

        Args:
            width: Characters of the line.
            is_cut: Whether there is more of the scene to scroll to.

        Returns:
            The line.
        """
        if self.typed is None:
            helps = _SCROLL_HELPS if is_cut else _HELPS
            return next((text for text in helps if len(text) <= width), helps[-1])
        return f"go to event (0 to {self.last}): {self.typed}_"

    def press(self, key: str) -> bool:
        """Does what a key says; a key that says nothing is ignored.

        Args:
            key: The key's name or character.

        Returns:
            Whether to go on; False for the keys that quit.
        """
        if self.typed is not None:
            self._type(key, self.typed)
        elif key in ("q", "Q", "escape", "gone"):
            return False
        elif key == "g":
            self.typed = ""
        elif key in ("up", "down"):
            self.scroll = max(0, self.scroll + (1 if key == "down" else -1))
        else:
            self._walk(key)
        return True

    def go(self, number: int) -> None:
        """Goes to a scene, or to the last one if there are not so many."""
        self.at = min(max(number, 0), self.last)
        self.scroll = 0

    def _walk(self, key: str) -> None:
        if key in _NEXT:
            self.go(self.at + 1)
        elif key in _BACK:
            self.go(self.at - 1)
        elif key == "t":
            self.go(self._next_moment())
        elif key in ("T", "B"):
            self.go(self._begin_of_moment(self.at - 1))
        elif key == "home":
            self.go(0)
        elif key == "end":
            self.go(self.last)

    def _type(self, key: str, typed: str) -> None:
        if key == "enter":
            self.typed = None
            if typed:
                self.go(int(typed))
        elif key == "backspace":
            self.typed = typed[:-1]
        elif key in "0123456789" and key and len(typed) < _LONGEST:
            self.typed = typed + key
        elif key in ("escape", "g", "q", "gone"):
            self.typed = None

    def _next_moment(self) -> int:
        here = self._moments[self.at]
        later = range(self.at, self.last + 1)
        return next((number for number in later if self._moments[number] != here), self.last)

    def _begin_of_moment(self, number: int) -> int:
        """The first scene of the moment that a scene belongs to."""
        begin = max(number, 0)
        while begin > 0 and self._moments[begin - 1] == self._moments[begin]:
            begin -= 1
        return begin
