"""A store's file is opened if it is one, and refused in words that help if it is not."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from analyzer.runs.store import database
from analyzer.runs.store.database import Database
from analyzer.runs.store.troubles import NoStore, StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs with a # and a ?.sqlite"


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def of_another_application(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA application_id = 77")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_text("a note"), "no store of runs"),
        (lambda path: path.write_bytes(b"\x00\x01" * 5000), "no store of runs"),
        (other_database, "a database, but no store of runs"),
        (of_another_application, "a database, but no store of runs"),
    ],
)
def test_what_is_no_store_is_refused_and_left_as_it_is(
    path: Path, make: Callable[[Path], object], said: str
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for create in (True, False):
        with pytest.raises(StoreError, match=said) as error:
            Database.open(path, create=create)
        assert str(error.value).startswith(str(path)) or "…" in str(error.value)
        assert "--store" in str(error.value)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize(("schema", "said"), [(database.SCHEMA + 1, "newer"), (0, "older")])
def test_a_store_of_another_layout_is_refused(path: Path, schema: int, said: str) -> None:
    Database.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema}")
    with pytest.raises(StoreError, match=f"written by an? {said} version of analyzer"):
        Database.open(path)


def test_a_store_that_is_to_be_there_is_not_made(path: Path) -> None:
    with pytest.raises(NoStore, match="no such store"):
        Database.open(path, create=False)
    with pytest.raises(NoStore):
        Database.open(path / "deeper", create=False)
    assert not path.exists()


def test_a_missing_folder_is_named(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        Database.open(path / "runs.sqlite")


def test_a_folder_that_cannot_be_written_is_told(path: Path) -> None:
    folder = Path("/proc/self")
    if not folder.is_dir():
        pytest.skip("needs a folder that nobody can write")
    with pytest.raises(StoreError, match="its folder cannot be written"):
        Database.open(folder / "runs.sqlite")


def test_a_file_that_was_only_begun_becomes_a_store(path: Path) -> None:
    path.touch()
    Database.open(path).close()
    Database.open(path, create=False).close()


def meanwhile(
    monkeypatch: pytest.MonkeyPatch, moment: int, happens: Callable[[], None]
) -> Callable[[], list[str]]:
    """Lets something happen before the statement of that number; gives all statements until then."""
    connect, seen = sqlite3.connect, list[str]()

    def tracing(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)

        def trace(statement: str) -> None:
            seen.append(statement)
            if len(seen) == moment + 1:
                happens()

        connection.set_trace_callback(trace)
        monkeypatch.setattr(sqlite3, "connect", connect)
        return connection

    monkeypatch.setattr(sqlite3, "connect", tracing)
    return lambda: seen


def make_at_once(path: Path) -> None:
    """Makes the store as another process would, if nobody is at it."""
    with (
        closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection,
        suppress(sqlite3.OperationalError),
    ):
        connection.execute("BEGIN IMMEDIATE")
        for table in database._TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA application_id = {database._APPLICATION}")
        connection.execute(f"PRAGMA user_version = {database.SCHEMA}")
        connection.execute("COMMIT")


def test_another_process_may_make_it_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moment, statements = 0, list[str]()
    while len(statements) >= moment:
        path = tmp_path / f"{moment}.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        seen = meanwhile(monkeypatch, moment, lambda made=path: make_at_once(made))  # type: ignore[misc]
        Database.open(path, create=False).close()
        moment, statements = moment + 1, seen()
    assert moment > 10


def test_it_is_safe_on_the_disk_and_readers_do_not_wait(path: Path) -> None:
    one, other = Database.open(path), Database.open(path)
    with one.reading() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    with one.writing(), other.reading() as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (0,)


def add_work(connection: sqlite3.Connection, key: str) -> None:
    connection.execute("INSERT INTO works (key, version, text) VALUES (?, 'v', 't')", (key,))


def works(database: Database) -> list[str]:
    with database.reading() as connection:
        return [key for (key,) in connection.execute("SELECT key FROM works ORDER BY id")]


def test_a_change_that_fails_halfway_leaves_nothing(path: Path) -> None:
    store = Database.open(path)

    def add(*keys: str | None) -> None:
        with store.writing() as connection:
            for key in keys:
                if key is None:
                    raise ZeroDivisionError
                add_work(connection, key)

    with pytest.raises(ZeroDivisionError):
        add("a", None)
    with pytest.raises(StoreError):
        add("b", "b")
    with store.writing() as connection:
        add_work(connection, "c")
    assert works(store) == ["c"]


def test_what_others_change_is_noticed(path: Path) -> None:
    one, other = Database.open(path), Database.open(path)
    before = one.changes()
    with one.writing() as connection:
        add_work(connection, "own")
    assert one.changes() == before
    with other.writing() as connection:
        add_work(connection, "other")
    assert one.changes() != before


def test_who_writes_at_the_same_time_waits(path: Path) -> None:
    one, other = Database.open(path), Database.open(path)
    started = threading.Event()

    def hold() -> None:
        with one.writing() as connection:
            started.set()
            threading.Event().wait(0.2)
            add_work(connection, "first")

    holding = threading.Thread(target=hold)
    holding.start()
    started.wait()
    with other.writing() as connection:
        add_work(connection, "second")
    holding.join()
    assert works(one) == ["first", "second"]


def test_a_damaged_file_is_told(path: Path) -> None:
    store = Database.open(path)
    with store.writing() as connection:
        for number in range(2_000):
            add_work(connection, f"{number}" * 20)
    store.as_one_file()
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(StoreError, match="damaged"):
        works(Database.open(path))


def test_what_was_deleted_gives_its_room_back(path: Path) -> None:
    store = Database.open(path)
    with store.writing() as connection:
        add_work(connection, "x" * 1_000_000)
    with store.writing() as connection:
        connection.execute("DELETE FROM works")
    store.compact()
    assert path.stat().st_size < 100_000
