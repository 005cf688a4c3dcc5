"""The records of runs: the same request is the same run, and what one run needs is not deleted with another."""

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.runs import codec
from analyzer.runs.keeping import Span
from analyzer.runs.store import owner
from analyzer.runs.store.owner import Owner
from analyzer.runs.store.request import Request
from analyzer.runs.store.store import Block, Damaged, Progress, Store, Use
from analyzer.runs.version import code_version

ONE = Request(("simulate", "any", "--set", "a b"), "/here")
OTHER = Request(("simulate", "any"), "/here")
TALLY = codec.encode([1, 2, 3])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "runs.sqlite", version="now")


def block(key: str, first: int, count: int) -> Block:
    return Block(key, Span(first, count), TALLY, 0.5)


def use(key: str, first: int, until: int) -> Use:
    return Use(key, f"text of {key}", first, until)


def going(games: int = 0) -> Progress:
    return Progress(games, games / 10, "running")


def done(games: int = 0) -> Progress:
    return Progress(games, games / 10, "complete")


def test_a_run_is_listed_with_all_that_is_known_of_it(store: Store) -> None:
    number = store.write(ONE, going(20), [use("a", 0, 100)], [block("a", 0, 10), block("a", 10, 10)])
    [run] = store.runs()
    assert run == store.run(number)
    assert run.title == "analyzer simulate any --set 'a b'"
    assert run.request == ONE
    assert (run.state, run.games, run.seconds, run.works, run.blocks) == ("running", 20, 2.0, 1, 2)
    assert run.bytes == 2 * len(TALLY)
    assert run.owner == Owner.here()
    assert (run.version, run.is_current) == ("now", True)
    assert abs(run.created.timestamp() - time.time()) < 60
    assert store.uses(number) == [use("a", 0, 100)]


def test_the_same_request_is_the_same_run(store: Store) -> None:
    assert [store.write(each, going()) for each in (ONE, OTHER, ONE, OTHER)] == [1, 2, 1, 2]
    assert len(store.runs()) == 2


def test_a_request_elsewhere_is_another_run(store: Store) -> None:
    assert store.write(ONE, going()) != store.write(Request(ONE.words, "/there"), going())


def test_a_request_is_kept_as_it_was() -> None:
    odd = Request(("say", "é", '"', ""), "/a b")
    assert Request.of_text(odd.text) == odd
    assert odd.key != Request(("say", "é", '""'), "/a b").key
    assert Request.here(("x",)).folder == str(Path.cwd())


def test_a_run_that_goes_on_has_no_fewer_games_than_before(store: Store) -> None:
    store.write(ONE, going(500))
    store.write(ONE, going(20))
    assert (store.run(1).games, store.run(1).seconds) == (500, 50.0)
    store.write(ONE, done(700))
    assert (store.run(1).games, store.run(1).seconds, store.run(1).state) == (700, 70.0, "complete")


def test_a_block_that_is_there_already_is_left_as_it_is(store: Store) -> None:
    store.write(ONE, going(), [use("a", 0, 100)], [block("a", 0, 10)])
    store.write(ONE, going(), [use("a", 0, 100)], [Block("a", Span(0, 10), codec.encode([4]), 9.0)])
    assert store.block("a", Span(0, 10)) == block("a", 0, 10)
    assert store.spans("a") == [Span(0, 10)]


def test_a_block_that_is_not_there_is_not_found(store: Store) -> None:
    store.write(ONE, going(), [use("a", 0, 100)], [block("a", 0, 10)])
    assert store.block("a", Span(0, 9)) is None
    assert store.block("b", Span(0, 10)) is None
    assert store.spans("b") == []


def test_a_change_in_a_tally_is_noticed(store: Store) -> None:
    store.write(ONE, going(), [use("a", 0, 100)], [block("a", 0, 10)])
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE blocks SET tally = ?", (codec.encode([1, 2, 4]),))
    with pytest.raises(Damaged):
        store.block("a", Span(0, 10))


def test_a_run_needs_the_blocks_it_lost(store: Store) -> None:
    for request, until in ((ONE, 100), (OTHER, 10)):
        store.write(request, done(), [use("a", 0, until)], [block("a", 0, 10), block("a", 10, 90)])
    store.discard("a", Span(10, 90))
    assert store.spans("a") == [Span(0, 10)]
    assert [run.state for run in store.runs()] == ["interrupted", "complete"]
    store.discard("unknown", Span(0, 1))


def test_what_other_sources_played_is_listed_and_not_used(store: Store, tmp_path: Path) -> None:
    before = Store.open(store.path, version="before")
    before.write(ONE, done(), [use("a", 0, 10)], [block("a", 0, 10)])
    assert store.spans("a") == []
    assert store.block("a", Span(0, 10)) is None
    assert not store.has(ONE) and before.has(ONE)
    [run] = store.runs()
    assert not run.is_current and run.blocks == 1
    with pytest.raises(UserError, match=r"other sources.*never mixed.*analyzer simulate any"):
        store.usable_run(1)
    assert store.write(ONE, going()) == 2
    assert store.usable_run(2).request == ONE
    assert before.usable_run(1).state == "complete"


def test_a_store_takes_the_sources_at_hand(tmp_path: Path) -> None:
    assert Store.open(tmp_path / "runs.sqlite").version == code_version()


def test_a_run_that_is_not_there_is_told_with_those_that_are(store: Store) -> None:
    with pytest.raises(UserError, match=r"no run 7 in .*It has none\."):
        store.run(7)
    for request in (ONE, OTHER):
        store.write(request, going())
    with pytest.raises(UserError, match=r"It has 1 and 2\."):
        store.run(7)
    with pytest.raises(UserError):
        store.delete(7)


def test_deleting_a_run_keeps_what_others_need(store: Store) -> None:
    store.write(ONE, done(), [use("a", 0, 10), use("b", 0, 10)], [block("a", 0, 10), block("b", 0, 10)])
    store.write(OTHER, done(), [use("b", 0, 20)], [block("b", 10, 10)])
    store.delete(1)
    assert [run.id for run in store.runs()] == [2]
    assert store.spans("a") == []
    assert store.spans("b") == [Span(0, 10), Span(10, 10)]
    store.delete(2)
    with closing(sqlite3.connect(store.path)) as connection:
        for table in ("runs", "works", "run_works", "blocks"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert store.write(ONE, going()) == 3


def test_a_run_that_somebody_plays_is_not_deleted(store: Store) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        store.write(ONE, going())
        change(store, process=other.pid)
        with pytest.raises(UserError, match=f"process {other.pid}"):
            store.delete(1)
        other.kill()
    store.delete(1)
    assert not store.runs()


def change(store: Store, **values: object) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        for name, value in values.items():
            connection.execute(f"UPDATE runs SET {name} = ?", (value,))


def test_a_run_goes_on_as_long_as_its_process_does(store: Store) -> None:
    store.write(ONE, going())
    assert store.run(1).state == "running"
    with subprocess.Popen([sys.executable, "-c", ""]) as other:
        pass
    change(store, process=other.pid)
    assert store.run(1).state == "interrupted"
    change(store, process=os.getpid(), updated=time.time() - 2 * 24 * 3600)
    assert store.run(1).state == "interrupted"


def test_a_run_on_another_machine_goes_on_as_long_as_it_is_heard_of(store: Store) -> None:
    store.write(ONE, going())
    change(store, host="elsewhere")
    assert store.run(1).state == "running"
    change(store, updated=time.time() - 2 * owner._NEWS_SECONDS)
    assert store.run(1).state == "interrupted"
