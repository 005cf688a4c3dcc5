"""JSON that people read too."""

import json

import pytest
from hypothesis import given

from analyzer.report.jsontext import json_text
from analyzer.stats.estimate import Estimate
from tests.report.examples import CONTENT
from tests.studies.contents import JSON

WIDTH = 110


def test_is_valid_and_in_order() -> None:
    text = json_text(CONTENT.result)
    found = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert list(found) == ["games", "rates", "none", "a"]
    assert found["rates"] == [{"mean": 0.25, "low": 0.2, "high": 0.3}]
    assert found["none"] is None
    assert found["a"] == {"b": [1, "ü"]}
    assert "ü" in text


def test_estimates_without_ends() -> None:
    found = json.loads(json_text({"x": Estimate(1.0, float("-inf"), float("inf"))}))
    assert found == {"x": {"mean": 1.0, "low": None, "high": None}}


@given(JSON)
def test_says_the_same_as_pythons_own(value: object) -> None:
    assert json.dumps(json.loads(json_text({"x": value}))) == json.dumps({"x": value})


def test_each_key_of_the_object_begins_a_line() -> None:
    assert json_text({"a": 1, "b": {"c": [1, 2]}}) == '{\n  "a": 1,\n  "b": {"c": [1, 2]}\n}\n'
    assert json_text({}) == "{}\n"


def test_long_lists_fill_lines() -> None:
    text = json_text({"outer": {"counts": list(range(1_000))}})
    lines = text.splitlines()
    assert len(lines) < 60
    assert max(len(line) for line in lines) <= WIDTH
    full = lines[3:-4]
    assert all(len(line) > WIDTH - 6 for line in full)
    assert {len(line) - len(line.lstrip()) for line in full} == {6}


def test_lists_of_lists_are_broken_between_them() -> None:
    rows = [[number, "a text of some length", 0.25] for number in range(9)]
    lines = json_text({"rows": rows}).splitlines()
    assert lines[1] == '  "rows": ['
    assert lines[2] == '    [0, "a text of some length", 0.25],'
    assert len(lines) == 9 + 4


@pytest.mark.parametrize(("length", "lines"), [(WIDTH - 12, 3), (WIDTH - 11, 5)])
def test_a_list_is_broken_just_where_it_would_not_fit_with_its_comma(length: int, lines: int) -> None:
    assert len('  "x": [""],') == 12
    assert len(json_text({"x": ["y" * length]}).splitlines()) == lines
