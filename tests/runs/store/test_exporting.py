"""A run that is exported is all there: it can be resumed elsewhere, or read as numbers."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.runs import codec
from analyzer.runs.keeping import Span
from analyzer.runs.store.exporting import export
from analyzer.runs.store.request import Request
from analyzer.runs.store.store import Block, Progress, Store, Use
from analyzer.runs.work import never
from tests.runs.store import counting
from tests.runs.store.counting import REQUEST

WORK = counting.counting()
ELSE = Request(("else",), "/")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """With two runs of the same work: one of 200 games, and another one of 300."""
    store = Store.open(tmp_path / "runs.sqlite", version="here")
    blocks = [
        Block(WORK.key, Span(first, 100), codec.encode(counting.count(1, 0.0, first, 100, never())), 0.25)
        for first in (0, 100, 200)
    ]
    for request, games in ((REQUEST, 200), (ELSE, 300)):
        uses = [Use(WORK.key, WORK.text, 0, games)]
        store.write(request, Progress(games, games / 400, "complete"), uses, blocks)
    return store


def test_a_store_of_one_run_has_that_run_and_its_blocks(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    export(store, 1, path)
    assert sorted(each.name for each in tmp_path.iterdir() if not each.name.startswith("runs")) == [path.name]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    with Store.open(path, create=False, version="here") as copy:
        [run] = copy.runs()
        was = store.run(1)
        assert (run.request, run.games, run.seconds, run.state) == (REQUEST, 200, was.seconds, "complete")
        assert copy.uses(run.id) == store.uses(1)
        spans = [Span(0, 100), Span(100, 100)]
        assert copy.spans(WORK.key) == spans
        assert [copy.block(WORK.key, each) for each in spans] == [
            store.block(WORK.key, each) for each in spans
        ]


def test_a_run_of_other_sources_stays_one(store: Store, tmp_path: Path) -> None:
    later = Store.open(store.path, version="later")
    export(later, 1, tmp_path / "one.sqlite")
    with Store.open(tmp_path / "one.sqlite", version="later") as copy:
        [run] = copy.runs()
        assert not run.is_current
    with pytest.raises(UserError, match="other sources"):
        export(later, 1, tmp_path / "one.json")


def test_numbers_can_be_read_by_anything(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    export(store, 1, path)
    told = json.loads(path.read_text())
    assert told["command"] == REQUEST.title
    assert (told["state"], told["games"], told["sources"]) == ("complete", 200, "here")
    [work] = told["works"]
    assert [(each["first"], each["count"], each["seconds"]) for each in work["blocks"]] == [
        (0, 100, 0.25),
        (100, 100, 0.25),
    ]
    tallies = [each["tally"] for each in work["blocks"]]
    games, total, digits = counting.expected(1, 200)
    assert sum(each["games"] for each in tallies) == games
    assert sum(each["sum"] for each in tallies) == total
    assert [sum(each) for each in zip(*(each["digits"] for each in tallies), strict=True)] == digits
    assert set(tallies[0]["kinds"]) == {"kind 0", "kind 1", "kind 2"}


def test_a_damaged_block_is_left_out_and_the_copy_is_not_complete(store: Store, tmp_path: Path) -> None:
    with store.database.writing() as connection:
        connection.execute("UPDATE blocks SET checksum = 0 WHERE first = 0")
    export(store, 1, tmp_path / "one.sqlite")
    with Store.open(tmp_path / "one.sqlite", version="here") as copy:
        assert copy.spans(WORK.key) == [Span(100, 100)]
        assert copy.run(1).state == "interrupted"


@pytest.mark.parametrize("name", ["one.sqlite", "one.json"])
def test_nothing_is_replaced_and_nothing_left_behind(store: Store, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(UserError, match="is there already"):
        export(store, 1, tmp_path / name)
    assert (tmp_path / name).read_text() == "mine"
    with pytest.raises(UserError, match=r"no folder|No such file|no such file"):
        export(store, 1, tmp_path / "missing" / name)
    with pytest.raises(UserError, match="no run 9"):
        export(store, 9, tmp_path / f"new {name}")
    assert not [each for each in tmp_path.iterdir() if each.name.startswith((".", "new"))]
