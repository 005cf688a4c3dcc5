"""The runs of a store, as they are listed."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from analyzer.runs.store.owner import Owner
from analyzer.runs.store.request import Request

State = Literal["running", "interrupted", "complete"]

_QUERY = """
    SELECT runs.*,
        (SELECT count(*) FROM run_works WHERE run = runs.id) AS works,
        count(blocks.work) AS blocks,
        coalesce(sum(length(blocks.tally)), 0) AS bytes
    FROM runs
    LEFT JOIN run_works ON run_works.run = runs.id
    LEFT JOIN blocks ON blocks.work = run_works.work
        AND blocks.first >= run_works.first AND blocks.first + blocks.count <= run_works.until
    {where}
    GROUP BY runs.id ORDER BY runs.id
"""


@dataclass(frozen=True)
class RunRow:
    """A run in a list.

    Attributes:
        id: Its number in the store.
        request: What it was asked for.
        state: "running" while its process is at work, "complete", or "interrupted".
        games: Games that are finished.
        seconds: How long it took to play them.
        created: When it began.
        updated: When a block of it was last stored.
        owner: The process that plays it, or did so last.
        version: The sources that played it; see `code_version`.
        is_current: Whether those are the sources at hand; if not, its blocks are never used.
        analyzer: The version of analyzer that played it.
        works: Kinds of work that it plays: one for each table, variant or stage.
        blocks: Stored blocks that it can use.
        bytes: Their size.
    """

    id: int
    request: Request
    state: State
    games: int
    seconds: float
    created: datetime
    updated: datetime
    owner: Owner
    version: str
    is_current: bool
    analyzer: str
    works: int
    blocks: int
    bytes: int

    @property
    def title(self) -> str:
        """Its command, as a line that can be given to a shell."""
        return self.request.title


def rows_of(connection: sqlite3.Connection, version: str, run: int | None = None) -> list[RunRow]:
    """The runs of a store, or one of them.

    Args:
        connection: To the store.
        version: The sources at hand.
        run: The run's number, or None for all.
    """
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    query = _QUERY.format(where="" if run is None else "WHERE runs.id = ?")
    return [_row(each, version) for each in cursor.execute(query, () if run is None else (run,))]


def _row(row: sqlite3.Row, version: str) -> RunRow:
    owner = Owner(row["host"], row["process"])
    state: State = "complete" if row["state"] == "complete" else "interrupted"
    if row["state"] == "running" and owner.is_at_work(row["updated"]):
        state = "running"
    return RunRow(
        id=row["id"],
        request=Request.of_text(row["request"]),
        state=state,
        games=row["games"],
        seconds=row["seconds"],
        created=datetime.fromtimestamp(row["created"], UTC),
        updated=datetime.fromtimestamp(row["updated"], UTC),
        owner=owner,
        version=row["version"],
        is_current=row["version"] == version,
        analyzer=row["analyzer"],
        works=row["works"],
        blocks=row["blocks"],
        bytes=row["bytes"],
    )
