"""`analyzer show`: what a run printed is printed again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.stats import intervals
from tests.cli.conftest import Run
from tests.cli.test_report_command import bytes_of, result, store


@pytest.fixture(autouse=True)
def _runs(folder: Path) -> None:
    # Drawing takes its time.
    store(Path("one"), replace(result(1, 300), figures=[]))
    store(Path("two"), replace(result(2, 500), figures=[]))


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "hollander", "--games=500", "--players=3"],
        ["compare", "hollander", "lowest:swap=high", "lowest", "--deals=50"],
        ["tournament", "hollander", "--deals=20", "--policy=random", "--policy=lowest"],
        ["bench", "hollander", "--games=500"],
    ],
    ids=lambda words: words[0],
)
def test_prints_what_the_run_printed(words: list[str], run: Run) -> None:
    said = run(*words, "--out", "run").output
    ended = run("show", "run")
    assert (ended.status, ended.errors) == (0, "")
    assert ended.output == said.removesuffix("\nReport: run\n") != said
    stored = json.loads((Path("run") / "result.json").read_text())
    assert stored.pop("page")
    assert json.loads(run("show", "run", "--json").output) == stored


def test_changes_nothing(run: Run) -> None:
    before = bytes_of(Path())
    for words in (["one"], ["one", "--json"], ["one", "two"]):
        assert run("show", *words).status == 0
    assert bytes_of(Path()) == before


def test_json_is_the_public_object(run: Run) -> None:
    rate = intervals.rate(300, 1_000).as_dict()
    assert json.loads(run("show", "one", "--json").output) == {"game": "hollander", "seed": 1, "rate": rate}


def test_several_are_printed_one_after_the_other_with_their_names(run: Run) -> None:
    one, two = (run("show", name).output for name in ("one", "two"))
    assert run("show", "one", "two").output == f"one\n\n{one}\n\ntwo\n\n{two}"
    assert run("show", "one", "one").output == f"one\n\n{one}\n\none\n\n{one}"


def test_json_of_several_is_one_object(run: Run) -> None:
    found = json.loads(run("show", "two", "one", "--json").output)
    assert [each["seed"] for each in found["runs"]] == [2, 1]
    assert list(found) == ["runs"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "there is no such folder or file"),
        (["one", "nowhere"], "there is no such folder or file"),
        (["one/tables/wins.csv"], "this is no JSON"),
        (["."], "Below it are reports: one, two."),
        (["-"], "there is no such folder or file"),
        ([], "Missing argument"),
    ],
    ids=" ".join,
)
def test_mistakes_are_told_in_a_line(words: list[str], said: str, run: Run) -> None:
    ended = run("show", *words)
    assert (ended.status, ended.output) == (2, "")
    assert said in ended.errors
    assert ended.errors.count("\n") <= 2
