"""A run with a store: what is there is not played again, and whatever happens to the store, the figures are right."""

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyzer.runs import codec, playing
from analyzer.runs.keeping import Span
from analyzer.runs.playing import Run, play
from analyzer.runs.running import Place, Threads, using
from analyzer.runs.store import keeper, keeping
from analyzer.runs.store.keeping import StoreKeeping
from analyzer.runs.store.location import Location
from analyzer.runs.store.request import Request
from analyzer.runs.store.store import Progress, Store
from analyzer.runs.store.troubles import StoreError
from analyzer.runs.work import Stop, Work
from tests.runs.store import counting
from tests.runs.store.counting import REQUEST, Counts, expected, named, told, unnamed

GAMES = 20_000


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "_LEAST_PIECE_SECONDS", 0.005)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", 1 << 10)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """The games that are played, call by call."""
    calls: list[range] = []
    count = counting.count

    def noting(seed: int, pause: float, first: int, games: int, stop: Stop) -> Counts:
        if not stop[0]:  # what was handed out in a run that has ended since may be begun in the next one
            calls.append(range(first, first + games))
        return count(seed, pause, first, games, stop)

    monkeypatch.setattr(Work, "__call__", lambda self, *rest: noting(*self.arguments, *rest))
    return calls


class Kept:
    """Runs with a store, and what they say about it."""

    def __init__(self, location: Location) -> None:
        self.location = location
        self.troubles: list[str] = []
        self.keeping: StoreKeeping | None = None

    def run(
        self,
        games: int = GAMES,
        *,
        work: Work[Counts] | None = None,
        request: Request = REQUEST,
        version: str = "here",
        during: Callable[[StoreKeeping], None] | None = None,
        **options: Any,
    ) -> Run[Counts]:
        kept = StoreKeeping(self.location, request, self.troubles.append, version=version)
        self.keeping = kept
        if during is not None:
            options["on_progress"] = lambda _: during(kept)
        with using(Place(Threads(), kept)):
            run = play(work or counting.counting(), games, threads=2, **options)
        kept.finish("complete" if run.complete else "interrupted")
        return run

    def store(self, version: str = "here") -> Store:
        return Store.open(self.location.path, create=False, version=version)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(named(tmp_path))


def games_of(calls: list[range]) -> list[int]:
    return sorted(game for call in calls for game in call)


def test_the_same_request_again_plays_nothing(kept: Kept, played: list[range]) -> None:
    first = kept.run()
    assert games_of(played) == list(range(GAMES))
    played.clear()
    again = kept.run()
    assert not played
    for run in (first, again):
        assert run.complete and run.tally is not None
        assert told(run.tally) == expected(1, GAMES)
    assert not kept.troubles


def test_the_time_of_playing_is_that_of_the_first_time(kept: Kept) -> None:
    work = counting.counting(pause=80e-6)
    first = kept.run(work=work)
    started = time.perf_counter()
    again = kept.run(work=work)
    loading = time.perf_counter() - started
    assert first.seconds - 0.5 < again.seconds - loading <= first.seconds


def test_more_games_play_the_missing_ones_alone(kept: Kept, played: list[range]) -> None:
    kept.run(5_000)
    played.clear()
    run = kept.run(GAMES, request=Request(("count", "more"), "/"))
    assert games_of(played) == list(range(5_000, GAMES))
    assert run.tally is not None and told(run.tally) == expected(1, GAMES)


def test_fewer_games_are_answered_from_the_store_the_second_time(kept: Kept, played: list[range]) -> None:
    fewer = Request(("count", "fewer"), "/")
    kept.run(GAMES)
    for _ in range(2):
        played.clear()
        run = kept.run(7_777, request=fewer)
        assert run.tally is not None and told(run.tally) == expected(1, 7_777)
    assert not played
    assert kept.run(GAMES).complete
    assert not played


def test_games_from_another_number_on_use_what_is_there(kept: Kept, played: list[range]) -> None:
    kept.run(GAMES)
    played.clear()
    run = kept.run(10_000, start=15_000)
    assert run.tally is not None and told(run.tally) == expected(1, 10_000, first=15_000)
    assert len(games_of(played)) < 9_000


def test_other_work_is_not_mistaken_for_it(kept: Kept) -> None:
    kept.run()
    run = kept.run(work=counting.counting(seed=2))
    assert run.tally is not None and told(run.tally) == expected(2, GAMES)


def test_what_other_sources_played_is_not_used(kept: Kept, played: list[range]) -> None:
    kept.run(version="there")
    played.clear()
    kept.run(version="here")
    assert games_of(played) == list(range(GAMES))
    with kept.store() as store:
        assert [(run.id, run.is_current) for run in store.runs()] == [(1, False), (2, True)]


def test_a_stopped_run_keeps_its_unbroken_games_and_goes_on(kept: Kept, played: list[range]) -> None:
    class Stopped(Exception):
        pass

    def stop(_: StoreKeeping) -> None:
        if len(played) > 15:
            raise Stopped

    with pytest.raises(Stopped):
        kept.run(during=stop)
    assert kept.keeping is not None
    kept.keeping.finish("interrupted")
    with kept.store() as store:
        [run] = store.runs()
        assert run.state == "interrupted"
        stored = sum(span.count for span in store.spans(counting.counting().key))
    assert run.games == stored > 1_000
    played.clear()
    again = kept.run()
    assert len(games_of(played)) == GAMES - stored
    assert again.tally is not None and told(again.tally) == expected(1, GAMES)
    with kept.store() as store:
        [run] = store.runs()
        assert (run.state, run.games) == ("complete", GAMES)


def test_a_complete_run_stays_so_when_it_is_asked_for_again_and_stopped(kept: Kept) -> None:
    kept.run()
    again = StoreKeeping(kept.location, REQUEST, kept.troubles.append, version="here")
    assert again.finish("interrupted") is None
    with kept.store() as store:
        assert [run.state for run in store.runs()] == ["complete"]


def damage(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE blocks SET {change} WHERE first >= 4000 AND first < 9000")


@pytest.mark.parametrize(
    "change",
    ["tally = x'00'", "tally = substr(tally, 1, 40)", "tally = 12", "first = first + 1", "checksum = 0"],
)
def test_damaged_blocks_are_played_again(kept: Kept, played: list[range], change: str) -> None:
    kept.run()
    damage(kept.location.path, change)
    played.clear()
    run = kept.run()
    assert run.tally is not None and told(run.tally) == expected(1, GAMES)
    assert 0 < len(games_of(played)) < GAMES
    [said] = kept.troubles
    assert "damaged" in said and "played again" in said
    played.clear()
    kept.run()
    assert not played


def test_a_run_with_a_damaged_block_is_not_complete_until_it_was_played_again(kept: Kept) -> None:
    kept.run()
    damage(kept.location.path, "checksum = 0")
    kept_blocks = StoreKeeping(kept.location, REQUEST, kept.troubles.append, version="here").keeper(
        counting.counting()
    )
    first = 0
    with kept.store() as store:
        while (span := kept_blocks.next(first, GAMES)) is not None and span.first == first:
            assert store.run(1).state == "complete"
            first = span.end
        assert 4_000 <= first < 9_000
        assert store.run(1).state == "interrupted"
        kept.run()
        assert store.run(1).state == "complete"


def test_a_store_that_can_no_longer_be_written_ends_keeping_and_not_the_run(kept: Kept) -> None:
    def forbid(keeping: StoreKeeping) -> None:
        assert keeping._store is not None
        with keeping._store.database.reading() as connection:
            connection.execute("PRAGMA query_only = ON")

    run = kept.run(during=forbid)
    assert run.complete and run.tally is not None
    assert told(run.tally) == expected(1, GAMES)
    said, lost = kept.troubles
    assert said.startswith("The run goes on, but what it plays is not kept for now. ")
    assert "could not be kept" in lost
    assert "may only be read" in said and str(kept.location.path) in said
    with kept.store() as store:
        assert store.run(1).state == "running"  # this process is still there
        assert 0 < store.run(1).games < GAMES


def test_a_store_that_stays_locked_ends_keeping_and_not_the_run(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.runs.store.database.BUSY_SECONDS", 0.2)
    others: list[sqlite3.Connection] = []

    def lock(_: StoreKeeping) -> None:
        if not others:
            others.append(sqlite3.connect(kept.location.path, isolation_level=None, timeout=10))
            others[0].execute("BEGIN IMMEDIATE")

    run = kept.run(during=lock)
    others[0].close()
    assert run.complete and run.tally is not None
    assert told(run.tally) == expected(1, GAMES)
    said, lost = kept.troubles
    assert "another process" in said and "could not be kept" in lost


def test_what_could_not_be_written_for_a_while_is_kept_all_the_same(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "RETRY_SECONDS", 0.0)
    asked = iter(range(10**6))

    def forbid_for_a_while(run: StoreKeeping) -> None:
        assert run._store is not None
        with run._store.database.reading() as connection:
            connection.execute(f"PRAGMA query_only = {'ON' if 2 <= next(asked) < 5 else 'OFF'}")

    kept.run(during=forbid_for_a_while)
    trouble, over = kept.troubles
    assert "not kept for now" in trouble and "can be written again" in over
    with kept.store() as store:
        assert (store.run(1).state, store.run(1).games) == ("complete", GAMES)
        assert sum(span.count for span in store.spans(counting.counting().key)) == GAMES


def test_a_named_store_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no folder"):
        Kept(Location(tmp_path / "none" / "runs.sqlite", is_named=True)).run()


def test_a_store_of_everyday_that_cannot_be_opened_is_told_of_once(tmp_path: Path) -> None:
    kept = Kept(unnamed(tmp_path))
    kept.location.path.parent.mkdir()
    kept.location.path.write_text("something else, and rather more of it than a line or two" * 20)
    run = kept.run()
    assert run.tally is not None and told(run.tally) == expected(1, GAMES)
    assert "no store of runs" in kept.troubles[0]
    assert len(kept.troubles) <= 2
    assert kept.location.path.read_text().startswith("something else")


def test_a_store_of_everyday_whose_folder_cannot_be_made_is_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "_WORTH_SECONDS", 0.0)
    (tmp_path / "data").write_text("a file where the folder would be")
    kept = Kept(unnamed(tmp_path))
    run = kept.run()
    assert run.tally is not None and told(run.tally) == expected(1, GAMES)
    said, lost = kept.troubles
    assert "folder" in said and "could not be kept" in lost


def test_a_short_run_leaves_nothing_in_the_store_of_everyday(tmp_path: Path) -> None:
    kept = Kept(unnamed(tmp_path))
    kept.run()
    assert kept.keeping is not None and kept.keeping.run is None
    assert not kept.location.path.parent.exists()


def test_a_run_that_takes_a_while_leaves_all_of_its_games_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[range]
) -> None:
    monkeypatch.setattr(keeping, "_WORTH_SECONDS", 0.2)
    kept = Kept(unnamed(tmp_path))
    work = counting.counting(pause=30e-6)
    kept.run(work=work)
    with kept.store() as store:
        [run] = store.runs()
    assert (run.state, run.games) == ("complete", GAMES)
    played.clear()
    kept.run(work=work)
    assert not played


def test_the_rest_of_a_run_is_kept_however_short_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[range]
) -> None:
    kept = Kept(unnamed(tmp_path))
    monkeypatch.setattr(keeping, "_WORTH_SECONDS", 0.0)
    kept.run(GAMES - 100)
    monkeypatch.setattr(keeping, "_WORTH_SECONDS", 1000.0)
    kept.run(GAMES)
    with kept.store() as store:
        assert store.run(1).games == GAMES
    played.clear()
    kept.run(GAMES)
    assert not played


def test_a_block_is_kept_as_it_was_whatever_is_added_to_its_tally(kept: Kept) -> None:
    work = counting.counting()
    kept_blocks = StoreKeeping(kept.location, REQUEST, kept.troubles.append, version="here").keeper(work)
    tally = counting.count(1, 0.0, 0, 100, playing.never())
    kept_blocks.keep(Span(0, 100), tally)
    tally.add(counting.count(1, 0.0, 100, 100, playing.never()))
    with kept.store() as store:
        block = store.block(work.key, Span(0, 100))
    assert block is not None
    assert told(codec.decode(block.tally)) == expected(1, 100)


def test_what_is_kept_is_there_for_others_as_soon_as_that_is_said(kept: Kept) -> None:
    work = counting.counting()
    one, other = (
        StoreKeeping(kept.location, request, kept.troubles.append, version="here").keeper(work)
        for request in (REQUEST, replace(REQUEST, folder="/elsewhere"))
    )
    assert other.next(0, 300) is None
    one.keep(Span(100, 100), counting.count(1, 0.0, 100, 100, playing.never()))
    assert other.next(0, 300) == Span(100, 100)
    assert other.next(100, 300) == Span(100, 100)
    assert told(other.load(Span(100, 100))) == expected(1, 100, first=100)
    assert other.next(200, 300) is None


def test_each_block_is_written_once(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Store.write
    written: list[Span] = []

    def noting(self: Store, request: Request, progress: Progress, uses: Any = (), blocks: Any = ()) -> int:
        written.extend(each.span for each in blocks)
        return write(self, request, progress, uses, blocks)

    monkeypatch.setattr(Store, "write", noting)
    kept.run()
    # How many blocks there are depends on the machine: the first four are handed out before its speed is known.
    assert len(written) == len(set(written)) > 4
    assert sum(span.count for span in written) == GAMES


def test_blocks_grow_in_long_runs(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = StoreKeeping(kept.location, REQUEST, kept.troubles.append, version="here")
    work = counting.counting()
    seconds = []
    for elapsed in (0.0, 1.0, 1_000.0, 50_000.0):
        monkeypatch.setattr(whole, "_started", time.perf_counter() - elapsed)
        one = whole.keeper(work)
        one.keep(Span(0, 1), counting.count(1, 0.0, 0, 1, playing.never()))
        seconds.append(one.piece_seconds)
    assert seconds == [0.005, 0.005, pytest.approx(2.0, abs=0.01), 10.0]


def test_a_block_that_is_finished_while_another_one_is_stored_is_kept_too(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = keeper.StoreKeeper.keep

    def slowly(self: keeper.StoreKeeper, span: Span, tally: Counts) -> None:
        keep(self, span, tally)
        time.sleep(0.005)

    play_block = Work.__call__

    def at_random_speed(self: Work[Counts], first: int, count: int, stop: Stop) -> Counts:
        time.sleep(random.Random(first).choice([0.0, 0.004, 0.012]))
        return play_block(self, first, count, stop)

    monkeypatch.setattr(keeper.StoreKeeper, "keep", slowly)
    monkeypatch.setattr(Work, "__call__", at_random_speed)
    kept.run()
    with kept.store() as store:
        assert store.run(1).games == GAMES
        assert sum(span.count for span in store.spans(counting.counting().key)) == GAMES


def test_a_run_of_many_kinds_of_work_has_them_all(kept: Kept, played: list[range]) -> None:
    whole = StoreKeeping(kept.location, REQUEST, kept.troubles.append, version="here")
    with using(Place(Threads(), whole)):
        for seed in range(1, 6):
            play(counting.counting(seed), 500, threads=2)
    assert whole.finish("complete") == 1
    with kept.store() as store:
        run = store.run(1)
        assert (run.works, run.games) == (5, 2_500)
        assert [(use.first, use.until) for use in store.uses(1)] == [(0, 500)] * 5
