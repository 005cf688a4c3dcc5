"""Where games are played and kept, said once for all questions that are asked in Python."""

from pathlib import Path
from typing import Any

import pytest

from analyzer import compare, running, simulate
from analyzer.errors import UserError
from analyzer.runs.store.store import Store


def figures(result: Any) -> dict[str, Any]:
    return {
        key: value
        for key, value in result.as_json().items()
        if key not in ("seconds", "games_per_second", "threads")
    }


def test_questions_asked_while_it_lasts_are_kept_and_answered_from_there(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    with running(store=file):
        first = simulate("cofre", games=400)
        compare("cofre", "stars", "random", deals=50)
    outside = simulate("cofre", games=300)
    with Store.open(file, create=False) as store:
        (run,) = store.runs()
        assert (run.state, run.games, run.works) == ("complete", 450, 2)  # a comparison counts its deals
    with running(store=file):
        again = simulate("cofre", games=400)
    assert again.seconds < first.seconds + 5
    assert figures(again) == figures(first)
    assert figures(outside) != figures(first)


def test_every_time_is_a_run_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    for games in (100, 200):
        with running(store=file):
            simulate("cofre", games=games)
    with running(store=file):
        pass
    with Store.open(file, create=False) as store:
        assert [(run.id, run.games) for run in store.runs()] == [(1, 100), (2, 200)]


def test_an_error_leaves_the_run_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    with pytest.raises(UserError), running(store=file):  # noqa: PT012
        simulate("cofre", games=100)
        simulate("cofre", games=0)
    with Store.open(file, create=False) as store:
        assert store.runs()[0].state == "interrupted"


def test_without_a_store_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_STORE", str(tmp_path / "named.sqlite"))
    with running():
        simulate("cofre", games=100)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"executor": "tasks"}, "There is no executor"),
        ({"scheduler": "tcp://host:1"}, "threads have none"),
        ({"store": ""}, "missing"),
        ({"store": "/nowhere/at/all.sqlite"}, "no folder"),
        ({"store": "/dev/null"}, "a store is a file"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message), running(**asked):
        pass


def test_a_path_names_a_file_even_if_the_word_would_mean_no_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with running(store="none"):
        simulate("cofre", games=100)
    assert not Path("none").exists()
    with running(store=Path("none")):
        simulate("cofre", games=100)
    assert Path("none").is_file()
