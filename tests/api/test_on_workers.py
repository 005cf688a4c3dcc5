"""Every question that plays many games finds the same on worker processes as on threads, to the last digit."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import analyzer
from analyzer import running
from analyzer.core.jit import JIT_IS_ON

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="workers would take minutes")

QUESTIONS: dict[str, Callable[[], Any]] = {
    "simulate": lambda: analyzer.simulate("cofre", games=5_000),
    "compare": lambda: analyzer.compare("cofre", "stars", "random", deals=5_000, decide=True),
    "tournament": lambda: analyzer.tournament("cofre", ["stars", "random", "counter"], deals=300),
    "swaps": lambda: analyzer.swaps("hollander", players=[3], deals=3_000),
    "balance": lambda: analyzer.balance(
        "hollander", cards=["kraken"], games=2_000, close_deals=200, skill_deals=50, value_deals=200
    ),
    "sensitivity": lambda: analyzer.sensitivity("cofre", question="first-seat", deals=500, decks=4),
    "tune": lambda: analyzer.tune(
        "cofre", policy="expert", fields=["stars"], deals=20, generations=2, population=4, verdict_deals=100
    ),
}


@pytest.fixture(scope="module")
def on_workers() -> Iterator[dict[str, str]]:
    with running(executor="dask", workers=2):
        yield {name: figures(ask()) for name, ask in QUESTIONS.items()}


def figures(result: Any) -> str:
    found = result.as_json()
    return json.dumps(
        {key: found[key] for key in found if key not in ("seconds", "games_per_second", "threads")}
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_workers_find_what_threads_find(question: str, on_workers: dict[str, str]) -> None:
    assert on_workers[question] == figures(QUESTIONS[question]())
