"""What can go wrong with a store's file, in words that say what would be right."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from analyzer.errors import UserError
from analyzer.games.settings import shown

BUSY_SECONDS = 30.0
"""How long somebody else's change is waited for."""

ANOTHER = "Name another file with --store FILE or ANALYZER_STORE."
_REASONS = {
    sqlite3.SQLITE_FULL: "there is no space left on the disk. Make some, or name another file with --store FILE.",
    sqlite3.SQLITE_IOERR: "the disk does not take or give what it should; it may be full, too large a file for it, or "
    f"gone. {ANOTHER}",
    sqlite3.SQLITE_BUSY: f"another process has kept the store to itself for {BUSY_SECONDS:.0f} seconds. Try again "
    "once it is done, or name another file with --store FILE.",
    sqlite3.SQLITE_READONLY: "this may only be read. Make it writable, or name another with --store FILE.",
    sqlite3.SQLITE_PERM: f"this may not be opened. {ANOTHER}",
    sqlite3.SQLITE_CANTOPEN: f"this cannot be opened, or its folder cannot be written. {ANOTHER}",
    sqlite3.SQLITE_NOTADB: f"this is no store of runs. {ANOTHER}",
    sqlite3.SQLITE_CORRUPT: "the store is damaged. Restore or delete it, or name another with --store FILE.",
}


class StoreError(UserError):
    """A store cannot be opened, read or written; the message says why, and what would be right.

    Args:
        path: The store's file.
        reason: What is the matter, in a sentence.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{shown(str(path))}: {reason}")


class NoStore(StoreError):
    """There is no store, and none was to be made."""


def code(error: sqlite3.Error) -> int:
    """The error's kind; what the library knows of it beyond that is in the higher bits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def explained(path: Path, *, reading: bool = False) -> Iterator[None]:
    """What the library raises while it lasts comes out as `StoreError`.

    Args:
        path: The store's file.
        reading: Whether it is read, and nothing else is done: then what makes no sense stands in the file.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(path, _reason(error)) from error
    except (ValueError, LookupError, TypeError, OverflowError) as error:
        if not reading:
            raise
        # A text that is none, a time that never was, a column that is not there.
        raise StoreError(path, _REASONS[sqlite3.SQLITE_CORRUPT]) from error


def _reason(error: sqlite3.Error) -> str:
    return _REASONS.get(code(error), f"the store failed ({error}).")
