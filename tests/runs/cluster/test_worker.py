"""A worker plays what it is sent, or says why it cannot."""

import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.runs.cluster import worker
from analyzer.runs.cluster.parcel import pack, unpacked
from analyzer.runs.cluster.worker import difference, environment, play_sent, stop_run, unpacked_result
from analyzer.runs.pools import Piece, Played
from analyzer.runs.work import work
from tests.runs.cluster import games


def played(answer: bytes | UserError) -> Played:
    assert isinstance(answer, bytes)
    return unpacked_result(answer)


def test_the_first_piece_has_no_speed_since_loading_counts_in() -> None:
    parcel = pack(work(games.slow, 0.001))
    unpacked.cache_clear()
    first, second = (
        played(play_sent(parcel, Piece(number, 5, 2), "a run", environment())) for number in (0, 5)
    )
    assert (first.tally.played, second.tally.played) == ([0, 1, 2, 3, 4], [5, 6, 7, 8, 9])
    assert first.seconds == 0
    assert second.seconds > 0.005


def test_a_run_that_is_stopped_ends_and_no_other() -> None:
    parcel = pack(work(games.slow, 0.0))
    stop_run("stopped")
    assert played(play_sent(parcel, Piece(0, 5, 5), "stopped", environment())).tally.games == 0
    assert played(play_sent(parcel, Piece(0, 5, 5), "another", environment())).tally.games == 5


def test_other_versions_are_named_and_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {**environment(), "numpy": "0.9", "further": "1"}
    answer = play_sent(pack(work(games.deadly, 0)), Piece(0, 1, 1), "a run", wanted)
    assert isinstance(answer, UserError)
    assert f"numpy {np.__version__}, not 0.9 as here; further is missing, not 1 as here" in str(answer)


def test_the_sources_count_and_patches_of_python_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    here = environment()
    assert difference(here, here) == ""
    assert here["Python"].count(".") == 1
    monkeypatch.setattr(worker, "code_version", lambda: "another")
    assert "analyzer" in difference(environment(), here)
