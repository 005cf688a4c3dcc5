import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.settings import (
    Boolean,
    Kind,
    Name,
    Table,
    Value,
    Whole,
    shown,
    shown_value,
    toml_key,
    toml_value,
)

TOML_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TOML_TEXT


@given(key=TOML_TEXT, value=SCALARS | st.lists(SCALARS, max_size=5).map(tuple))
def test_every_value_and_key_reads_back_as_written(key: str, value: Value) -> None:
    read = tomllib.loads(f"{toml_key(key)} = {toml_value(value)}")
    assert read == {key: list(value) if isinstance(value, tuple) else value}
    assert type(read[key]) is (list if isinstance(value, tuple) else type(value))


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (Boolean(), [True, False], [0, 1, "true", 1.0, [True]]),
        (Whole(2, 5), [2, 3, 5], [1, 6, -2, 2.0, True, "3", [3], {}]),
        (Name(5), ["a", "a b", "été", "12345"], ["", "  ", "123456", "a\nb", "\x1b", "\ud800", 3, ["a"]]),
    ],
)
def test_a_kind_accepts_right_values_only(kind: Kind, right: list[object], wrong: list[object]) -> None:
    assert [kind.accept(value) for value in right] == right
    assert [kind.accept(value) for value in wrong] == [None] * len(wrong)


def test_a_table_keeps_its_order_and_is_equal_by_content() -> None:
    settings: dict[str, Value] = {"b": 1, "a": (2, 3)}
    table = Table(settings)
    assert list(table) == ["b", "a"]
    assert table == Table([("a", (2, 3)), ("b", 1)])
    assert hash(table) == hash(Table([("a", (2, 3)), ("b", 1)]))
    assert table != Table({"b": 1})


def test_a_table_gives_whole_numbers_and_nothing_else_as_whole() -> None:
    settings: dict[str, Value] = {"brave": True, "rounds": 3, "label": "x"}
    table = Table(settings)
    assert table.whole("brave") == 1
    assert type(table.whole("brave")) is int
    assert table.whole("rounds") == 3
    with pytest.raises(TypeError, match="label"):
        table.whole("label")


@given(text=st.text(st.characters(), max_size=300))
def test_any_text_is_shown_on_one_printable_line(text: str) -> None:
    assert shown(text).isprintable()
    assert len(shown(text)) <= 120


def test_the_end_of_a_long_path_is_shown() -> None:
    assert shown("/folder" * 50 + "/mine.toml").endswith("/folder/mine.toml")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (2.5, "2.5"),
        ("a\nb", '"a\\nb"'),
        ([1, "x", [2]], '[1, "x", […]]'),
        ({"x": 1}, "a table"),
        (1 << 10_000, "a huge number"),
    ],
)
def test_values_are_shown_as_toml(value: object, text: str) -> None:
    assert shown_value(value) == text
