"""Keys as a terminal sends them: alone, several at once, and in pieces."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from analyzer.cli.keyboard import GONE, keys, name_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such terminals there")

AT_ONCE = 5.0


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """What is written here is typed on the terminal that is standard input."""
    import pty

    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8") as terminal:  # noqa: PTH123 - a descriptor
        monkeypatch.setattr(sys, "stdin", terminal)
        yield ours
    os.close(ours)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (b"n", ["n"]),
        (b"\r\n ", ["enter", "enter", "space"]),
        (b"\x7f\x03\x04", ["backspace", "q", "q"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD\x1b[H\x1b[4~", ["up", "left", "home", "end"]),
        (b"ng12", ["n", "g", "1", "2"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1bn", ["", "n"]),
        (b"\x1b[1;5Cn\x1b[15~n\x1bxn\x01n", ["", "n", "", "n", "", "n", "", "n"]),
        ("ñn".encode(), ["ñ", "n"]),
        (b"\xffn", ["n"]),
    ],
)
def test_keys_have_names(typed: bytes, names: list[str], wire: int) -> None:
    context = keys()
    assert context is not None
    with context as read:
        os.write(wire, typed)
        assert [read(AT_ONCE) for _ in names] == names
        assert read(0) is None


def test_a_key_may_come_in_pieces(wire: int) -> None:
    context = keys()
    assert context is not None
    with context as read:
        os.write(wire, b"\x1b")
        later = threading.Timer(0.01, os.write, (wire, b"[C"))
        later.start()
        assert read(AT_ONCE) == "right"
        later.join()


def test_no_key_is_waited_for_longer_than_said(wire: int) -> None:
    context = keys()
    assert context is not None
    with context as read:
        begin = time.monotonic()
        assert read(0.05) is None
        assert time.monotonic() - begin < AT_ONCE


def test_a_terminal_that_is_gone_is_said(wire: int, monkeypatch: pytest.MonkeyPatch) -> None:
    context = keys()
    assert context is not None
    with context as read:
        monkeypatch.setattr(os, "read", lambda *_: b"")
        os.write(wire, b"n")
        assert read(AT_ONCE) == GONE


def test_the_terminal_is_put_back_whatever_happens(wire: int) -> None:
    import termios

    before = termios.tcgetattr(wire)
    context = keys()
    assert context is not None
    changed = None
    with contextlib.suppress(SystemExit), context:
        changed = termios.tcgetattr(wire)
        sys.exit(3)
    assert changed != before
    assert termios.tcgetattr(wire) == before


def test_what_is_no_key_has_no_name() -> None:
    assert name_of("\x1b[99z") == ""
    assert name_of("\x07") == ""
