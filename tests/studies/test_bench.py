"""Measuring speed: the best of three runs of the same games."""

from typing import Any

import pytest

from analyzer import simulate
from analyzer.core.jit import JIT_IS_ON
from analyzer.runs import playing
from analyzer.runs.playing import Run
from analyzer.studies import bench as study
from analyzer.studies.bench import REPETITIONS, bench
from analyzer.studies.request import set_table

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

KEYS = [
    "game", "players", "policy", "threads", "games", "turns", "seconds", "games_per_second", "ns_per_turn",
    "compile_seconds",
]  # fmt: skip


def test_the_json_object_has_the_public_keys_and_they_fit_together() -> None:
    figures = bench(set_table("hollander", players=3), games=2_000, seed=1, threads=2).as_json()
    assert list(figures) == KEYS
    assert (figures["players"], figures["policy"], figures["threads"], figures["games"]) == (
        3,
        "lowest",
        2,
        2_000,
    )
    assert figures["games_per_second"] == pytest.approx(2_000 / figures["seconds"])
    assert figures["ns_per_turn"] == pytest.approx(1e9 * figures["seconds"] / figures["turns"])
    assert figures["compile_seconds"] >= 0


@pytest.mark.parametrize(
    ("policies", "settings"), [([], []), (["random"], ["options.turn_limit=300"])], ids=["won", "unfinished"]
)
def test_the_turns_are_those_of_the_games(policies: list[str], settings: list[str]) -> None:
    result = bench(set_table("hollander", players=2, policies=policies, settings=settings), games=500, seed=5)
    found = simulate("hollander", players=2, policies=policies, settings=settings, games=500, seed=5)
    figures = found.as_json()
    finished = figures["games"] - figures["unfinished"]
    assert finished > 0
    limit = figures["rules"]["options"]["turn_limit"]
    assert figures["unfinished"] > 0
    assert result.steps == round(figures["length"]["mean"] * finished) + limit * figures["unfinished"]


def test_different_policies_are_all_named() -> None:
    table = set_table("hollander", players=2, policies=["random", "lowest:swap=high"])
    result = bench(table, games=50, seed=1, threads=1)
    assert result.as_json()["policy"] == "random, lowest:swap=high"
    assert "random, lowest:swap=high" in result.content().answer


def test_the_best_of_three_times_is_kept_and_progress_goes_through_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, seconds = playing.play, iter([3.0, 1.0, 2.0])

    def timed(*args: object, **options: object) -> Run[Any]:
        run = play(*args, **options)
        return Run(run.tally, next(seconds), run.complete)

    monkeypatch.setattr(study.playing, "play", timed)
    reports: list[int] = []
    result = bench(set_table("hollander"), games=300, seed=1, threads=1, on_progress=reports.append)
    assert result.seconds == 1.0
    assert next(seconds, None) is None
    assert reports == sorted(reports)
    assert reports[-1] == 300 * REPETITIONS == 900


def test_a_run_that_is_interrupted_gives_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **options: object) -> Run[Any]:
        return Run(None, 0.1, complete=False)

    monkeypatch.setattr(study.playing, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bench(set_table("hollander"), games=300, seed=1)


def test_the_sentence_says_the_figures() -> None:
    table = set_table("hollander")
    text = study.Bench(table, 1, 2, 1_000, 60_000, 0.5, 0.0).content().answer
    assert "2,000 games a second" in text
    assert "8333.3 ns a turn" in text
