"""Advice in Python: the position as a mapping, as a file, or field by field."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import advise
from analyzer.api.results import Advice
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games import names

TIMES = ("seconds", "games_per_second", "threads")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is among the games."""
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy_positions:PositionToy")


def lasting(result: Advice) -> dict[str, Any]:
    return {key: value for key, value in result.as_json().items() if key not in TIMES}


def test_a_position_can_be_said_in_every_way(tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_text('rates = "0.3 0.4"\nplayers = 4\nseat = 0\n[mood-of]\n1 = "blue"\n', "utf-8")
    said = {"rates": "0.3 0.4", "mood-of": {1: "blue"}}
    ways = (
        advise("toy", "lay", said, players=4, seat=0, games=1_000),
        advise("toy", "lay", {**said, "players": 4, "seat": 0}, games=1e3),  # type: ignore[arg-type]
        advise("toy", "lay", file, games=1_000),
        advise("toy", "lay", str(file), games=np.int64(1_000)),  # type: ignore[arg-type]
        advise("toy", "lay", players=4, seat=0, games=1_000, rates="0.3 0.4", mood_of={np.int64(1): "blue"}),
    )
    first, *others = (lasting(way) for way in ways)
    assert all(other == first for other in others)


def test_fields_hold_instead_of_what_the_position_says() -> None:
    found = advise("toy", "lay", {"rates": "0.3", "players": 4}, players=3, rates="0.2 0.1", games=100)
    assert (found.as_json()["position"]["rates"], found.as_json()["players"]) == ("0.2 0.1", 3)


def test_the_result_can_be_shown(tmp_path: Path) -> None:
    found = advise("toy", "lay", rates="0.3 0.4 0.2", games=50_000, within=0.02)
    assert repr(found) == found.advice == found.answer
    assert found.frame()["action"].tolist() == ["way 1 of 0.4", "way 0 of 0.3", "way 2 of 0.2"]
    assert found.frame("position").shape == (2, 2)
    assert found.figures == ["difference"] and found.figure()
    assert "way 1 of 0.4" in found._repr_html_()
    assert (found.save(tmp_path / "report") / "index.html").is_file()


def test_progress_is_told_with_the_most_that_may_be_played() -> None:
    told: list[tuple[int, int]] = []
    found = advise("toy", "lay", rates="0.3 0.4", on_progress=lambda *numbers: told.append(numbers))
    assert told[-1] == (found.games, 10_000_000)


WRONG: dict[str, Callable[[], object]] = {
    "no game": lambda: advise(None, "lay", rates="1"),  # type: ignore[arg-type]
    "no question": lambda: advise("toy", None, rates="1"),  # type: ignore[arg-type]
    "a position of no kind": lambda: advise("toy", "lay", 3),  # type: ignore[arg-type]
    "a list of positions": lambda: advise("toy", "lay", ["0.3"]),  # type: ignore[arg-type]
    "a field of no kind": lambda: advise("toy", "lay", rates=object()),
    "a name of no kind": lambda: advise("toy", "lay", {3: "0.3"}),  # type: ignore[dict-item]
    "unknown field": lambda: advise("toy", "lay", rates="1", mod_of={1: "blue"}),
    "misspelt argument": lambda: advise("toy", "lay", rates="1", playrs=3),
    "seat in words": lambda: advise("toy", "lay", rates="1", seat="first"),  # type: ignore[arg-type]
    "policy of no kind": lambda: advise("toy", "lay", rates="1", against=3),  # type: ignore[arg-type]
    "no precision": lambda: advise("toy", "lay", rates="1", within=0),
    "precision in words": lambda: advise("toy", "lay", rates="1", within="0.3%"),  # type: ignore[arg-type]
    "too few games": lambda: advise("toy", "lay", rates="1 0", games=3),
    "too many threads": lambda: advise("toy", "lay", rates="1 0", threads=10**6),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_mistakes_are_told_as_such(wrong: Callable[[], object]) -> None:
    with pytest.raises(UserError):
        wrong()


def test_a_misspelt_argument_is_told_with_the_nearest_one() -> None:
    with pytest.raises(UserError, match='Did you mean "players"'):
        advise("toy", "lay", rates="1", playrs=3)


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
def test_what_notebooks_hold_is_taken() -> None:
    one = advise("hollander", "swap", hand=[1, 5, "kraken"], battle=np.array([2, 9, 10]), games=2_000)
    two = advise("hollander", "swap", hand="1 5 kraken", battle="2 9 10", games=2_000)
    assert lasting(one) == lasting(two)
