"""The file of a store: opened, recognised, and changed in transactions that are there wholly or not at all."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from analyzer.games.settings import shown
from analyzer.runs.store.troubles import ANOTHER, BUSY_SECONDS, NoStore, StoreError, code, explained

SCHEMA = 1
"""Number of the tables' layout; it grows with every change of it."""

_APPLICATION = 0x616E7A72
"""Marks the file as a store."""

_PAUSE_SECONDS = 0.02

_TABLES = (
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL,
        version TEXT NOT NULL,
        request TEXT NOT NULL,
        analyzer TEXT NOT NULL,
        state TEXT NOT NULL,
        games INTEGER NOT NULL,
        seconds REAL NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL,
        host TEXT NOT NULL,
        process INTEGER NOT NULL,
        UNIQUE (key, version)
    )
    """,
    """
    CREATE TABLE works (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL,
        version TEXT NOT NULL,
        text TEXT NOT NULL,
        UNIQUE (key, version)
    )
    """,
    """
    CREATE TABLE run_works (
        run INTEGER NOT NULL,
        work INTEGER NOT NULL,
        first INTEGER NOT NULL,
        until INTEGER NOT NULL,
        PRIMARY KEY (run, work)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE blocks (
        work INTEGER NOT NULL,
        first INTEGER NOT NULL,
        count INTEGER NOT NULL,
        seconds REAL NOT NULL,
        checksum INTEGER NOT NULL,
        tally BLOB NOT NULL,
        PRIMARY KEY (work, first, count)
    )
    """,
)


class Database:
    """An open file; it may be used from several threads, one at a time.

    Args:
        path: The file.
        connection: To the file.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._lock = threading.RLock()

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> "Database":
        """Opens a store's file.

        Args:
            path: The file.
            create: Whether it is made if it is not there.

        Raises:
            StoreError: There is none, it is none, it is of another version's layout, or it cannot be opened.
        """
        _check_place(path, create)
        with explained(path):
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}",
                timeout=BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
                uri=True,
            )
        database = cls(path, connection)
        try:
            with explained(path, reading=True):
                database._prepare()
        except BaseException:
            database.close()
            raise
        return database

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """For questions; each sees what is stored when it is asked.

        Raises:
            StoreError: It cannot be read.
        """
        with self._lock, explained(self.path, reading=True):
            yield self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """For changes; they are safe on the disk once this ends, all of them, or none if it raises.

        Raises:
            StoreError: It cannot be written.
        """
        with self._lock, explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # what went wrong may have ended the transaction already
                    self._connection.execute("ROLLBACK")
                raise

    def changes(self) -> int:
        """Another number whenever somebody else has changed something."""
        with self.reading() as connection:
            return int(connection.execute("PRAGMA data_version").fetchone()[0])

    def compact(self) -> None:
        """Gives back the room of what was deleted, if that is much and nobody else is at work."""
        with self._lock, suppress(sqlite3.Error):
            unused, pages = (
                self._connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("freelist_count", "page_count")
            )
            if 4 * unused > pages:
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def as_one_file(self) -> None:
        """From now on all is in the file itself, and nothing in others beside it."""
        with self.reading() as connection:
            connection.execute("PRAGMA journal_mode = DELETE")

    def close(self) -> None:
        """Closes it."""
        with self._lock, suppress(sqlite3.Error):
            self._connection.close()

    def _prepare(self) -> None:
        connection = self._connection
        self._recognise()
        # A file that may only be read is noticed here, and not once the first games are played.
        connection.execute("PRAGMA synchronous = FULL")
        self._log_ahead()
        with self.writing():
            if not _has_tables(connection):
                for table in _TABLES:
                    connection.execute(table)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
        self._recognise()

    def _recognise(self) -> None:
        """Refuses what is no store of this layout; an empty file becomes one."""
        with self._unchanging() as connection:
            has_tables = _has_tables(connection)
            application, schema = (
                connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("application_id", "user_version")
            )
        if application != _APPLICATION:
            if has_tables or application or schema:
                raise StoreError(self.path, f"this is a database, but no store of runs. {ANOTHER}")
        elif schema != SCHEMA:
            which = "a newer" if schema > SCHEMA else "an older"
            raise StoreError(
                self.path,
                f"this store was written by {which} version of analyzer (its layout is {schema}, and this version "
                f"knows {SCHEMA}). Use that version, or name another file for this one.",
            )

    @contextmanager
    def _unchanging(self) -> Iterator[sqlite3.Connection]:
        """For several questions that must have the same answer: another process may be making the store meanwhile."""
        self._connection.execute("BEGIN")
        try:
            yield self._connection
        finally:
            with suppress(sqlite3.Error):  # what went wrong may have ended it already
                self._connection.execute("ROLLBACK")

    def _log_ahead(self) -> None:
        """Has readers not wait for writers; where the file system cannot do that, they wait."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # Whoever switches at the same time is not waited for by the library itself.
                if code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise
                if time.monotonic() > deadline:
                    raise
            time.sleep(_PAUSE_SECONDS)


def _check_place(path: Path, create: bool) -> None:
    try:
        if path.is_dir():
            raise StoreError(path, f"this is a folder, and a store is a file in one. {ANOTHER}")
        if path.exists() and not path.is_file():
            raise StoreError(path, f"this is a device or a pipe, and a store is a file. {ANOTHER}")
        if not create and not path.exists():
            raise NoStore(path, "there is no such store; the first run that is kept there makes it.")
        if not path.parent.is_dir():
            raise StoreError(path, f"there is no folder {shown(str(path.parent))}. Make it, or name another.")
    except OSError as error:
        raise StoreError(path, f"{(error.strerror or str(error)).lower()}. {ANOTHER}") from error


def _has_tables(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
