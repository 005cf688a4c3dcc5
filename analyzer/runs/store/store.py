"""A store of runs: their records, and the blocks that they share."""

import sqlite3
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from analyzer import __version__
from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.runs.keeping import Span
from analyzer.runs.store.database import Database
from analyzer.runs.store.owner import Owner
from analyzer.runs.store.request import Request
from analyzer.runs.store.rows import RunRow, State, rows_of
from analyzer.runs.version import code_version
from analyzer.wording import listed

_RUN = "SELECT id FROM runs WHERE key = ? AND version = ?"
_NEW_RUN = """
    INSERT INTO runs (key, version, request, analyzer, state, games, seconds, created, updated, host, process)
    VALUES (:key, :version, :request, :analyzer, :state, :games, :seconds, :now, :now, :host, :process)
"""
# Who asks for a complete run again and stops halfway does not make it incomplete; and until its blocks are loaded
# again, a run that goes on has as many games as before.
_SAME_RUN = """
    UPDATE runs SET
        state = CASE state WHEN 'complete' THEN state ELSE :state END,
        seconds = CASE WHEN games > :games THEN seconds ELSE :seconds END,
        games = max(games, :games), updated = :now, host = :host, process = :process
    WHERE key = :key AND version = :version
"""
_WORK = "SELECT id FROM works WHERE key = ? AND version = ?"


@dataclass(frozen=True)
class Use:
    """What a run plays of a kind of work.

    Attributes:
        key: See `Work.key`.
        text: See `Work.text`.
        first: Number of the first game.
        until: Number after the last game.
    """

    key: str
    text: str
    first: int
    until: int


@dataclass(frozen=True)
class Block:
    """A finished block.

    Attributes:
        key: The kind of work; see `Work.key`.
        span: Its games.
        tally: What they add up to, as `codec.encode` gives it.
        seconds: How long it took.
    """

    key: str
    span: Span
    tally: bytes
    seconds: float


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        games: Games that are finished.
        seconds: How long it took to play them.
        state: Whether it goes on.
    """

    games: int
    seconds: float
    state: State


class Damaged(Exception):
    """A stored block is not as it was written."""


class Store:
    """An open store.

    Args:
        database: Its file.
        version: The sources that play; what others stored is not found.
    """

    def __init__(self, database: Database, version: str) -> None:
        self.path = database.path
        self.version = version
        self.database = database

    @classmethod
    def open(cls, path: Path, *, create: bool = True, version: str | None = None) -> Self:
        """Opens a store.

        Args:
            path: Its file.
            create: Whether it is made if it is not there.
            version: The sources that play; those at hand if nothing is said.

        Raises:
            StoreError: There is none, or it cannot be used.
        """
        return cls(Database.open(path, create=create), version or code_version())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes it."""
        self.database.close()

    def runs(self) -> list[RunRow]:
        """All runs, those of other versions too, in the order in which they began."""
        with self.database.reading() as connection:
            return rows_of(connection, self.version)

    def run(self, number: int) -> RunRow:
        """A run.

        Args:
            number: Its number.

        Raises:
            UserError: There is none.
        """
        with self.database.reading() as connection:
            found = rows_of(connection, self.version, number)
        if not found:
            there = [str(each.id) for each in self.runs()]
            known = f"It has {listed(there)}." if there else "It has none."
            raise UserError(f"There is no run {number} in {shown(str(self.path))}. {known}")
        return found[0]

    def has(self, request: Request) -> bool:
        """Whether there is a run of a request, by the sources at hand."""
        with self.database.reading() as connection:
            return connection.execute(_RUN, (request.key, self.version)).fetchone() is not None

    def usable_run(self, number: int) -> RunRow:
        """A run whose blocks can be used by the sources at hand.

        Args:
            number: Its number.

        Raises:
            UserError: There is none, or other sources played it.
        """
        found = self.run(number)
        if not found.is_current:
            raise UserError(
                f"Run {number} was played by other sources (analyzer {found.analyzer}, {found.version}; here is "
                f"{__version__}, {self.version}), and what they played is never mixed. Use those, or play it anew "
                f"with: {found.title}"
            )
        if changed := found.request.changed_files:
            raise UserError(
                f"{shown(changed[0])} is not what it was when run {number} was begun in {shown(found.request.folder)}. "
                f"Put it back, or ask for it anew with: {found.title}"
            )
        return found

    def uses(self, number: int) -> list[Use]:
        """What a run plays.

        Args:
            number: The run's number.
        """
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT key, text, first, until FROM run_works JOIN works ON works.id = work WHERE run = ? "
                "ORDER BY works.id",
                (number,),
            )
            return [Use(*row) for row in rows]

    def spans(self, key: str) -> list[Span]:
        """The stored blocks of a kind of work, which may overlap."""
        with self.database.reading() as connection:
            rows = connection.execute(
                f"SELECT first, count FROM blocks WHERE work = ({_WORK})", (key, self.version)
            )
            return [Span(*row) for row in rows]

    def block(self, key: str, span: Span) -> Block | None:
        """A stored block.

        Returns:
            It, or None if it is not there.

        Raises:
            Damaged: It is not as it was written.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                f"SELECT tally, seconds, checksum FROM blocks WHERE work = ({_WORK}) AND first = ? AND count = ?",
                (key, self.version, span.first, span.count),
            ).fetchone()
        if row is None:
            return None
        tally, seconds, checksum = row
        if not isinstance(tally, bytes) or _checksum(key, span, tally) != checksum:
            raise Damaged
        return Block(key, span, tally, seconds)

    def discard(self, key: str, span: Span) -> None:
        """Deletes a damaged block; a run that needs it is no longer complete."""
        with self.database.writing() as connection:
            work = connection.execute(_WORK, (key, self.version)).fetchone()
            if work is None:
                return
            connection.execute(
                "DELETE FROM blocks WHERE work = ? AND first = ? AND count = ?",
                (*work, span.first, span.count),
            )
            connection.execute(
                "UPDATE runs SET state = 'interrupted' WHERE state = 'complete' AND id IN "
                "(SELECT run FROM run_works WHERE work = ? AND first < ? AND until > ?)",
                (*work, span.end, span.first),
            )

    def write(
        self, request: Request, progress: Progress, uses: Iterable[Use] = (), blocks: Sequence[Block] = ()
    ) -> int:
        """Stores how far a run is, and blocks that it finished: all of it or, if it raises, nothing.

        Args:
            request: What the run was asked for; the same request again is the same run.
            progress: How far it is.
            uses: What it plays.
            blocks: Finished blocks of that; one that is there already is left as it is.

        Returns:
            The run's number.

        Raises:
            StoreError: It cannot be written.
        """
        with self.database.writing() as connection:
            run = self._write_run(connection, request, progress)
            for use in uses:
                connection.execute(
                    "INSERT OR IGNORE INTO works (key, version, text) VALUES (?, ?, ?)",
                    (use.key, self.version, use.text),
                )
                connection.execute(
                    f"""
                    INSERT INTO run_works (run, work, first, until) VALUES (?, ({_WORK}), ?, ?)
                    ON CONFLICT (run, work) DO UPDATE SET
                        first = min(first, excluded.first), until = max(until, excluded.until)
                    """,
                    (run, use.key, self.version, use.first, use.until),
                )
            connection.executemany(
                "INSERT INTO blocks (work, first, count, seconds, checksum, tally) "
                f"VALUES (({_WORK}), ?, ?, ?, ?, ?) ON CONFLICT (work, first, count) DO NOTHING",
                [
                    (
                        *(each.key, self.version, each.span.first, each.span.count),
                        *(each.seconds, _checksum(each.key, each.span, each.tally), each.tally),
                    )
                    for each in blocks
                ],
            )
        return run

    def delete(self, number: int) -> None:
        """Deletes a run, and what no other run needs of its blocks.

        Args:
            number: Its number.

        Raises:
            UserError: There is none, or it is being played.
        """
        with self.database.writing() as connection:
            found = self.run(number)
            if found.state == "running" and found.owner != Owner.here():
                raise UserError(
                    f"Run {number} is being played by process {found.owner.process} on {found.owner.host}. "
                    "End that first (Ctrl-C)."
                )
            connection.execute("DELETE FROM runs WHERE id = ?", (number,))
            connection.execute("DELETE FROM run_works WHERE run = ?", (number,))
            connection.execute("DELETE FROM works WHERE id NOT IN (SELECT work FROM run_works)")
            connection.execute("DELETE FROM blocks WHERE work NOT IN (SELECT id FROM works)")
        self.database.compact()

    def _write_run(self, connection: sqlite3.Connection, request: Request, progress: Progress) -> int:
        owner = Owner.here()
        values = {
            "key": request.key,
            "version": self.version,
            "request": request.text,
            "analyzer": __version__,
            "state": progress.state,
            "games": progress.games,
            "seconds": progress.seconds,
            "now": time.time(),
            "host": owner.host,
            "process": owner.process,
        }
        found = connection.execute(_RUN, (request.key, self.version)).fetchone()
        if found is None:
            return connection.execute(_NEW_RUN, values).lastrowid or 0
        connection.execute(_SAME_RUN, values)
        return int(found[0])


def _checksum(key: str, span: Span, tally: bytes) -> int:
    """Of a block and of where it belongs: one in the wrong place is damaged, too."""
    return zlib.crc32(tally, zlib.crc32(f"{key} {span.first} {span.count}".encode()))
