"""Verifying answers from the store alone, and finds whatever is stored and is not what the games come to."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.runs import codec, playing
from analyzer.runs.keeping import Span
from analyzer.runs.playing import Run, play
from analyzer.runs.running import Place, Threads, using
from analyzer.runs.store import keeper, verifying
from analyzer.runs.store.keeping import StoreKeeping
from analyzer.runs.store.store import Block, Progress, Store
from analyzer.runs.store.verifying import Stored, Verifying
from analyzer.runs.work import never
from tests.runs.store import counting
from tests.runs.store.counting import REQUEST, Counts, expected, named, told

GAMES = 20_000
WORK = counting.counting()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """With a complete run."""
    monkeypatch.setattr(keeper, "_LEAST_PIECE_SECONDS", 0.002)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", 1 << 10)
    kept = StoreKeeping(named(tmp_path), REQUEST, pytest.fail, version="here")
    with using(Place(Threads(), kept)):
        play(WORK, GAMES, threads=2)
    kept.finish("complete")
    return Store.open(named(tmp_path).path, version="here")


def answer(verifying: Verifying, games: int = GAMES) -> Run[Counts]:
    with using(verifying.place):
        return play(WORK, games, threads=2)


def forge(store: Store, span: Span) -> None:
    """A tally that is sound, and not what the games come to."""
    found = store.block(WORK.key, span)
    assert found is not None
    tally = codec.decode(found.tally)
    tally.sum += 1
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("DELETE FROM blocks WHERE first = ?", (span.first,))
    forged = Block(WORK.key, span, codec.encode(tally), found.seconds)
    store.write(REQUEST, Progress(GAMES, 1.0, "complete"), store.uses(1), [forged])


def test_the_answer_comes_from_the_store_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.runs.work.Work.__call__", lambda *_: pytest.fail("it was played"))
    verifying = Verifying(store)
    run = answer(verifying)
    assert run.complete and run.tally is not None
    assert told(run.tally) == expected(1, GAMES)
    assert not verifying.is_partial
    assert sum(each.span.count for each in verifying.used) == GAMES


def test_blocks_that_are_right_are_confirmed(store: Store) -> None:
    verifying = Verifying(store)
    answer(verifying)
    said: list[tuple[int, int]] = []
    checked = verifying.check(10_000, 1, threads=2, on_progress=lambda *now: said.append(now))
    assert (checked.blocks, checked.games, checked.differing) == (len(verifying.used), GAMES, ())
    assert said[-1] == (GAMES, GAMES)


def test_a_sample_is_as_large_as_is_asked_for_and_the_seed_chooses_it(store: Store) -> None:
    verifying = Verifying(store)
    answer(verifying)
    games = {seed: verifying.check(3, seed).games for seed in range(8)}
    assert all(verifying.check(3, seed).blocks == 3 for seed in range(2))
    assert verifying.check(3, 5).games == games[5]
    assert len(set(games.values())) > 1


def test_what_is_stored_and_wrong_is_found(store: Store) -> None:
    verifying = Verifying(store)
    answer(verifying)
    wrong = verifying.used[2]
    forge(store, wrong.span)
    checked = verifying.check(10_000, 1)
    assert checked.differing == (wrong,)


def test_other_chunks_and_another_order_of_keys_are_no_difference(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "_CHUNK", 7)
    checking = Verifying(store)
    answer(checking)
    assert not checking.check(10_000, 1).differing


def test_a_missing_block_makes_the_answer_partial(store: Store) -> None:
    verifying = Verifying(store)
    run = answer(verifying, GAMES + 500)
    assert verifying.is_partial and verifying.missing_games > 0
    assert not run.complete and run.tally is not None
    assert told(run.tally) == expected(1, GAMES)


def test_a_damaged_block_is_named_and_left_in_place(store: Store) -> None:
    [span] = [each for each in store.spans(WORK.key) if each.first == 64]
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE blocks SET checksum = 0 WHERE first = 64")
    verifying = Verifying(store)
    run = answer(verifying)
    assert verifying.damaged == [Stored(WORK, span)]
    assert verifying.is_partial and not run.complete
    assert span in store.spans(WORK.key)


def test_a_block_that_becomes_damaged_is_a_difference(store: Store) -> None:
    verifying = Verifying(store)
    answer(verifying)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE blocks SET checksum = 0 WHERE first = 64")
        connection.execute("DELETE FROM blocks WHERE first = 0")
    assert [each.span.first for each in verifying.check(10_000, 1).differing] == [0, 64]


def test_there_must_be_something_to_verify(store: Store) -> None:
    with pytest.raises(UserError, match="nothing to verify"):
        Verifying(store).check(1, 1)


def test_what_is_never_stored_is_played(store: Store) -> None:
    blocks: list[int] = []
    verifying = Verifying(store)
    with using(verifying.place):
        run = play(counting.counting(7), 300, threads=2, on_block=lambda first, _: blocks.append(first))
    assert run.complete and run.tally is not None
    assert told(run.tally) == expected(7, 300)
    assert blocks and not verifying.is_partial


def test_ctrl_c_ends_it(store: Store) -> None:
    verifying = Verifying(store)
    answer(verifying)

    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verifying.check(10_000, 1, on_progress=interrupt)


def test_the_toys_tallies_meet_their_keys_in_different_orders() -> None:
    """Or else a test above would show nothing."""
    orders = {tuple(counting.count(1, 0.0, 0, games, never()).kinds) for games in range(100, 103)}
    assert len(orders) == 3
