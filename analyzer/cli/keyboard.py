"""Reads single keys from the terminal, without waiting for Enter, and puts the terminal back as it was."""

import contextlib
import importlib.util
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Read = Callable[[float], str | None]
"""Waits so many seconds at most for a key; gives its name or character, or None if none was pressed."""

GONE = "gone"
"""The key that is read when there is no keyboard any more."""

_NAMES = {
    "\r": "enter",
    "\n": "enter",
    " ": "space",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x03": "q",  # Ctrl-C
    "\x04": "q",  # Ctrl-D
    "\x1b": "escape",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[1~": "home",
    "\x1b[4~": "end",
    "\x1b[7~": "home",
    "\x1b[8~": "end",
}
_WINDOWS_NAMES = {"H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end"}

_KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|\x1b\x1b|\x1b[^\[O]|.", re.DOTALL)
_BEGUN = re.compile(r"\x1b([\[O][0-9;]*)?")
_REST_SECONDS = 0.05
"""The characters of one key come together; what comes later is another key."""

_POLL_SECONDS = 0.02
_LOCAL_MODES = 3
"""Where `termios.tcgetattr` has the flags that say what is done with keys."""


def keys() -> AbstractContextManager[Read] | None:
    """A way to read keys, to be entered; None where the system has none that is known here."""
    if sys.platform == "win32":
        return _windows_keys()
    return _posix_keys() if importlib.util.find_spec("termios") else None


def name_of(characters: str) -> str:
    """The name of a key, from the characters that a terminal sends for it.

    Args:
        characters: One character, or an escape sequence.

    Returns:
        "left", "enter" and so on; a character that stands for itself; "" for a key that is not known.
    """
    known = _NAMES.get(characters.replace("\x1bO", "\x1b["))
    if known is not None:
        return known
    return characters if len(characters) == 1 and characters.isprintable() else ""


if sys.platform == "win32":

    @contextmanager
    def _windows_keys() -> Iterator[Read]:
        import msvcrt

        def read(seconds: float) -> str | None:
            end = time.monotonic() + seconds
            while not msvcrt.kbhit():
                if time.monotonic() >= end:
                    return None
                time.sleep(_POLL_SECONDS)
            character = msvcrt.getwch()
            if character in ("\x00", "\xe0"):
                return _WINDOWS_NAMES.get(msvcrt.getwch(), "")
            return name_of(character)

        yield read

else:

    @contextmanager
    def _posix_keys() -> Iterator[Read]:
        import termios
        import tty

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        try:
            tty.setcbreak(terminal, termios.TCSADRAIN)
            _take_signals_as_keys(terminal)
            yield _Keys(terminal).read
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    def _take_signals_as_keys(terminal: int) -> None:
        """Ctrl-C is a key like others; what would stop or kill the program, and leave the terminal so, is none."""
        import termios

        now = termios.tcgetattr(terminal)
        now[_LOCAL_MODES] &= ~termios.ISIG
        termios.tcsetattr(terminal, termios.TCSADRAIN, now)

    class _Keys:
        """Takes keys apart that came together."""

        def __init__(self, terminal: int) -> None:
            self._terminal = terminal
            self._pending = ""

        def read(self, seconds: float) -> str | None:
            """See `Read`."""
            if not self._pending and not self._receive(seconds):
                return None
            while _BEGUN.fullmatch(self._pending) and self._receive(_REST_SECONDS):
                pass
            if not self._pending:
                return GONE
            key = _KEY.match(self._pending)
            characters = key.group() if key else self._pending
            self._pending = self._pending[len(characters) :]
            return name_of(characters)

        def _receive(self, seconds: float) -> bool:
            """Waits for characters; False if none came in that time."""
            import select

            if not select.select([self._terminal], [], [], seconds)[0]:
                return False
            received = b""
            with contextlib.suppress(OSError):  # the terminal was closed
                received = os.read(self._terminal, 1024)
            self._pending += received.decode("utf-8", errors="ignore")
            return bool(received) or not self._pending
