"""Two things have the same text if, and only if, the same comes of games that are played with them."""

import enum
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.games.policyspec import PolicySpec
from analyzer.games.tally import play_block
from analyzer.runs.canonical import digest, text_of
from analyzer.runs.work import work
from analyzer.studies.request import set_table

ROOT = Path(__file__).parents[2]


class Side(enum.IntEnum):
    LEFT = 1
    RIGHT = 2


@dataclass(frozen=True)
class Pair:
    one: Any
    other: Any = None

    @cached_property
    def text(self) -> str:
        return "found out later"


@dataclass(frozen=True, slots=True)
class Likewise:
    one: Any
    other: Any = None


@dataclass
class Hiding:
    shown: int
    hidden: int = field(repr=False, compare=False)


class Holder:
    def __init__(self, value: Any) -> None:
        self.value = value


def some_function() -> None:
    pass


def other_function() -> None:
    pass


DIFFERENT = [
    None, True, False, 0, 1, -1, 2**70, 0.0, 1.0, 0.1, 0.1 + 2**-55, float("nan"), float("inf"),
    "", "1", "null", "[]", "é", Side.LEFT, Side.RIGHT, Fraction(1, 3), Path("a"), Path("a/b"),
    [], [1], [[1]], [1, 2], [2, 1], ["list", [1]], {}, {1: 2}, {"1": 2}, {2: 1}, {1: 2, 3: 4}, {1}, {2}, {1, 2},
    np.array([1, 2]), np.array([1, 2], np.int32), np.array([[1, 2]]), np.array([1.0, 2.0]), np.array(1),
    np.array([0.1]), np.array([0.1], np.float32),
    Pair(1), Pair(2), Pair(1, 2), Pair([1]), Likewise(1), Hiding(1, 2), Hiding(1, 3), Holder(1), Holder(2),
    some_function, other_function, Pair, Likewise, Pair(some_function),
    PolicySpec("a", (1.0,), "a"), PolicySpec("a", (2.0,), "a"),
]  # fmt: skip


def test_different_things_have_different_texts() -> None:
    for (at, one), (other_at, other) in combinations(enumerate(map(text_of, DIFFERENT)), 2):
        assert one != other, (DIFFERENT[at], DIFFERENT[other_at])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({3, 1, 2}, {2, 3, 1}),
        ([1, 2], (1, 2)),
        (np.int64(5), 5),
        (np.float64(0.5), 0.5),
        (np.arange(4), np.arange(8)[::2] // 2),
        (np.arange(4).reshape(2, 2).T, np.array([[0, 2], [1, 3]])),
        (Holder([1]), Holder((1,))),
        (frozenset({1}), {1}),
    ],
)
def test_the_same_in_another_guise_has_the_same_text(one: Any, other: Any) -> None:
    assert text_of(one) == text_of(other)


def test_what_an_object_found_out_later_does_not_matter() -> None:
    pair = Pair(1)
    before = text_of(pair)
    assert pair.text
    assert text_of(pair) == before


def inner_function() -> Any:
    def inner() -> None:
        pass

    return inner


@pytest.mark.parametrize(
    "value",
    [
        lambda: None,
        inner_function(),
        partial(some_function),
        threading.Lock(),
        object(),
        b"bytes",
        [1, [lambda: None]],
        Holder(threading.Lock()),
        iter([]),
    ],
)
def test_what_has_no_text_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        text_of(value)


def test_a_text_is_one_line_of_plain_letters() -> None:
    text = text_of(Pair("é\n", {"b": np.arange(3)}))
    assert text.isascii() and text.isprintable()


def test_a_digest_is_short_and_another_one_for_another_text() -> None:
    assert len(digest("a")) == 32
    assert digest("a") == digest("a") != digest("b")


TABLE = """
    from analyzer.games.tally import play_block
    from analyzer.runs.work import work
    from analyzer.studies.request import set_table
    table = set_table("hollander", players=3)
    print(work(play_block, table.game, table.setup, 7).key)
"""


def test_a_table_has_the_same_key_in_every_process() -> None:
    table = set_table("hollander", players=3)
    script = "\n".join(line.strip() for line in TABLE.splitlines())
    keys = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT, env={"PYTHONHASHSEED": seed, "PATH": ""}, capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert keys == {work(play_block, table.game, table.setup, 7).key}


def test_whatever_is_asked_for_changes_the_key() -> None:
    asked = [
        ({}, 7),
        ({}, 8),
        ({"players": 3}, 7),
        ({"policies": ["random"]}, 7),
        ({"policies": ["random:swap=high"]}, 7),
        ({"settings": ["deck.kraken=3"]}, 7),
        ({"settings": ["options.poker_of_specials=false"]}, 7),
    ]
    keys = set()
    for options, seed in asked:
        table = set_table("hollander", **options)  # type: ignore[arg-type]
        keys.add(work(play_block, table.game, table.setup, seed).key)
    assert len(keys) == len(asked)


def test_a_policy_of_the_users_own_is_another_one_once_its_file_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    spec = PolicySpec(f"{file}:mine", (), f"{file}:mine")
    texts = set()
    for source in ("a = 1\n", "a = 2\n"):
        file.write_text(source)
        texts.add(text_of(spec))
    assert len(texts) == 2
