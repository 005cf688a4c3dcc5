"""Tallies as bytes: they come back as they were, and what is damaged or no tally is refused."""

import random
import subprocess
import sys
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.games.tally import ConditionTally, Tally
from analyzer.runs.codec import decode, encode

ROOT = Path(__file__).parents[2]


@dataclass
class Inner:
    values: Any
    name: str = ""


@dataclass
class Outer:
    games: int
    inner: Inner
    rest: dict[Any, Any] = field(default_factory=dict)


class Plain:
    pass


def same(one: Any, other: Any) -> bool:
    """Whether two tallies are alike in every part, kinds of numbers and shapes included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and bool((one == other).all())
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return all(map(same, list(one), list(other))) and same(list(one.values()), list(other.values()))
    if isinstance(one, Inner | Outer | Tally | ConditionTally):
        return same(vars(one), vars(other))
    return bool(one == other)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**80),
        "é\n\x00",
        [],
        (),
        {},
        [1, (2, [3, None]), {4: (5,)}],
        {"array": 1, "class": 2, "tuple": [3], "pairs": {}},
        {(1, 2): "a", 3: "b", None: "c", "3": "d"},
        np.arange(6).reshape(2, 3),
        np.arange(6).reshape(2, 3).T,
        np.arange(12)[::3],
        np.array(7),
        np.zeros((0, 3), np.uint8),
        np.array([True, False]),
        np.array([1, -2], ">i2"),
        np.array([2**64 - 1], np.uint64),
        Outer(3, Inner(np.array([1, 2]), "x"), {"a": [Inner((np.array([3], np.int8), 4))]}),
    ],
)
def test_it_comes_back_as_it_was(value: Any) -> None:
    assert same(decode(encode(value)), value)


LEAVES = st.none() | st.booleans() | st.integers() | st.text()
KEYS = st.integers() | st.text() | st.tuples(st.integers(), st.text())
ARRAYS = st.lists(st.integers(-(2**63), 2**63 - 1)).map(lambda values: np.array(values, np.int64))
VALUES = st.recursive(
    LEAVES | ARRAYS,
    lambda parts: (
        st.lists(parts)
        | st.lists(parts).map(tuple)
        | st.dictionaries(KEYS, parts)
        | st.builds(Inner, parts, st.text())
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(VALUES)
def test_anything_comes_back_as_it_was(value: Any) -> None:
    data = encode(value)
    assert same(decode(data), value)
    assert encode(decode(data)) == data


def test_what_comes_back_can_be_changed() -> None:
    array = decode(encode(np.array([1, 2])))
    array += 1
    assert array.tolist() == [2, 3]


def test_numbers_of_arrays_come_back_as_pythons_own() -> None:
    assert type(decode(encode(np.int64(5)))) is int


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        np.float64(1),
        np.array([0.5]),
        {1, 2},
        b"x",
        Plain(),
        SimpleNamespace(a=1),
        [object()],
        Inner(1.0),
    ],
)
def test_what_is_no_tally_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot be kept"):
        encode(value)


def a_tally() -> Tally:
    return Tally(
        games=5,
        wins=np.array([120, 180]),
        wins_squared=np.array([7200, 10800]),
        unfinished=0,
        lengths=np.arange(40),
        steps=9,
        finished_steps=np.arange(3),
        sums={"points": np.array([1, 2])},
        squares={"points": np.array([1, 4])},
        conditions={"first": ConditionTally(*(np.arange(12) for _ in range(6)))},
    )


def test_a_games_tally_comes_back_and_can_be_added_to() -> None:
    back = decode(encode(a_tally()))
    assert same(back, a_tally())
    back.add(a_tally())
    assert back.games == 10 and back.sums["points"].tolist() == [2, 4]


def test_another_process_finds_the_tallys_class() -> None:
    script = (
        "import sys; from analyzer.runs.codec import decode; assert 'analyzer.games.tally' not in sys.modules; "
        f"print(decode({encode(a_tally())!r}).lengths.sum())"
    )
    output = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == str(sum(range(40)))


def is_refused(data: bytes) -> bool:
    try:
        decode(data)
    except ValueError:
        return True
    return False


def test_damaged_bytes_are_refused() -> None:
    data = encode(a_tally())
    chance = random.Random(1)
    for _ in range(300):
        place = chance.randrange(len(data))
        damaged = data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]
        try:
            back = decode(damaged)
        except ValueError:
            continue
        assert same(back, a_tally())
    for length in (0, 1, 10, len(data) // 2, len(data) - 1):
        assert is_refused(data[:length])


def packed(head: str, body: bytes = b"") -> bytes:
    return zlib.compress(len(head).to_bytes(8, "little") + head.encode() + body)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no tally",
        zlib.compress(b""),
        packed("[1, 2"),
        packed("[1]", b"more"),
        packed('{"array": ["<i8", [2]]}', b"\0" * 8),
        packed('{"array": ["<i8"]}', b"\0" * 8),
        packed('{"array": ["no kind", [1]]}', b"\0" * 8),
        packed('{"array": ["<i8", [-1]]}'),
        packed('{"class": "analyzer.nowhere:A", "fields": {}}'),
        packed('{"class": "nowhere:A", "fields": {}}'),
        packed('{"class": "analyzer.errors:UserError", "fields": {}}'),
        packed('{"class": "os:system", "fields": {"command": "true"}}'),
        packed('{"class": "analyzer.games.tally:Tally", "fields": {"games": 1}}'),
        packed('{"pairs": [[1]]}'),
        packed('{"pairs": [[[1], 2]]}'),
        packed("{}"),
    ],
    ids=repr,
)
def test_what_is_no_encoded_tally_is_refused(data: bytes) -> None:
    assert is_refused(data)
