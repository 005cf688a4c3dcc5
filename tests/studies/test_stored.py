"""Results as JSON: the way there and back loses nothing, and what is not right is refused in words."""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings

from analyzer.report.jsontext import json_text
from analyzer.stats.estimate import Estimate
from analyzer.studies import stored
from analyzer.studies.content import (
    Column,
    Content,
    Figure,
    HeatFigure,
    Line,
    LineFigure,
    Panel,
    PanelsFigure,
    Table,
)
from tests.report.examples import CONTENT, DISTRIBUTIONS, INTERVALS
from tests.studies.contents import CONTENTS

EVEN = Estimate(0.0, -0.1, 0.1)
FULL = replace(
    CONTENT,
    figures=[
        *CONTENT.figures,
        HeatFigure("heat", "Heat", ["a", "b"], [[None, EVEN], [EVEN, None]], "points", 100),
        LineFigure("line", "Line", [Line("one", [1, 2], [0.5, 0.25])], "step", "rate, %", 100),
        PanelsFigure(
            "panels", "Panels", [Panel("rate, %", [Line("one", [1, 2], [0.5, 0.25])], 100, 0.3)], "step"
        ),
    ],
    result={"game": "some-game", "games": 1_000_000},
)


def spelled(value: Any) -> Any:
    """All that a value is made of, with the types of numbers, so that 1 is not 1.0, and no number is itself."""
    if is_dataclass(value):
        return type(value).__name__, *(spelled(getattr(value, part.name)) for part in fields(value))
    if isinstance(value, list | tuple):
        return [spelled(part) for part in value]
    if isinstance(value, dict):
        return {key: spelled(part) for key, part in value.items()}
    return repr(value)


def through_a_file(content: Content) -> Content:
    return stored.from_json(json.loads(json_text(stored.to_json(content))))


@settings(deadline=None)
@given(CONTENTS)
def test_the_way_there_and_back_loses_nothing(content: Content) -> None:
    assert spelled(through_a_file(content)) == spelled(content)


@pytest.mark.parametrize(
    "figure", [*INTERVALS, *DISTRIBUTIONS, *FULL.figures[2:]], ids=lambda figure: figure.name
)
def test_figures_of_all_kinds_come_back(figure: Figure) -> None:
    content = replace(CONTENT, figures=[figure])
    assert spelled(through_a_file(content).figures) == spelled([figure])


def test_every_kind_of_figure_has_been_through() -> None:
    assert {type(figure) for figure in FULL.figures} == set(get_args(Figure))


def test_the_public_object_comes_first_and_is_as_it_was() -> None:
    found = json.loads(json_text(stored.to_json(CONTENT)))
    assert list(found) == [*CONTENT.result, "page"]
    page = found.pop("page")
    assert found == json.loads(json_text(CONTENT.result))
    assert list(page) == ["format", *(part.name for part in fields(Content) if part.name != "result")]
    assert through_a_file(CONTENT).result == found


def test_a_file_read_again_is_written_the_same() -> None:
    text = json_text(stored.to_json(FULL))
    assert json_text(stored.to_json(through_a_file(FULL))) == text


def test_numbers_of_numpy_become_pythons_own() -> None:
    row = [np.int64(3), np.float64(0.5), np.float32(0.25)]
    table = Table("t", "T", [Column(each, each) for each in "abc"], [row])
    found = through_a_file(replace(CONTENT, tables=[table])).tables[0].rows[0]
    assert spelled(found) == spelled([3, 0.5, 0.25])


def test_sequences_cannot_be_changed() -> None:
    found = through_a_file(CONTENT)
    assert isinstance(found.tables, tuple) and isinstance(found.tables[0].rows[0], tuple)


def test_parts_that_an_earlier_version_did_not_have_are_as_by_default() -> None:
    found = changed(lambda page: page["tables"][0].pop("note"))
    assert stored.from_json(found).tables[0].note == ""


# What is not right


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_text(stored.to_json(FULL)))
    change(found["page"])
    return found


def put(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(page: Any) -> None:
        for step in path[:-1]:
            page = page[step]
        page[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[dict[str, Any]], None]:
    def change(page: Any) -> None:
        for step in path[:-1]:
            page = page[step]
        del page[path[-1]]

    return change


WRONG = [
    (put("format", value=2), "format is 2"),
    (put("format", value=True), "format is true"),
    (drop("format"), "reads format 1 only"),
    (drop("question"), 'page has no key "question"'),
    (drop("date"), 'page has no key "date"'),
    (put("colour", value="red"), 'page has a key "colour"'),
    (put("question", value=3), "page.question must be a text, not 3"),
    (put("question", value="\x1b[31m"), "page.question holds signs that are no text"),
    (put("question", value="\udcff"), "page.question holds signs that are no text"),
    (put("partial", value=0), "page.partial must be true or false, not 0"),
    (put("tables", value={}), "page.tables must be a list, not an object"),
    (put("tables", value="seats"), 'page.tables must be a list, not "seats"'),
    (put("tables", 0, value=None), "page.tables[0] must be an object with"),
    (put("tables", 0, "columns", value=[]), "page.tables[0].columns is empty"),
    (put("tables", 0, "columns", 1, "digits", value=1.5), "columns[1].digits must be a whole number, not 1.5"),
    (put("tables", 0, "columns", 1, "digits", value=-1), "page.tables[0].columns[1].digits must be"),
    (put("tables", 0, "columns", 1, "digits", value=10**9), "page.tables[0].columns[1].digits must be"),
    (put("tables", 0, "rows", 1, value=["1"]), "page.tables[0].rows[1] has 1 values, for 4 columns"),
    (put("tables", 0, "rows", 1, 2, value=[]), "page.tables[0].rows[1][2] must be a text or a whole number or"),
    (put("tables", 0, "rows", 0, 2, value={"mean": 1}), 'page.tables[0].rows[0][2] has no key "low"'),
    (put("tables", 0, "rows", 0, 2, "low", value="1"), "rows[0][2].low must be a number"),
    (put("tables", 0, "rows", 0, 2, "low", value={"number": "many"}), "rows[0][2].low must be a number"),
    (put("tables", 0, "rows", 0, 2, "low", value={"number": []}), "rows[0][2].low must be a number"),
    (put("tables", 0, "rows", 0, 2, "low", value=1e300), "rows[0][2].low must be a number of a result"),
    (put("figures", 2, "estimates", 0, 1, "mean", value=2**63 + 1), "estimates[0][1].mean must be a number of a"),
    (put("tables", 0, "rows", 0, 2, "low", value=10**400), "rows[0][2].low must be a number of a result"),
    (put("tables", 0, "name", value="../seats"), 'page.tables[0].name is "../seats"'),
    (put("tables", 0, "name", value=".hidden"), 'page.tables[0].name is ".hidden"'),
    (put("tables", 0, "name", value="length"), 'page.tables[1].name is "length", as is that of an earlier'),
    (put("figures", 0, "name", value="/tmp/x"), 'page.figures[0].name is "/tmp/x"'),
    (put("figures", 0, "kind", value="cake"), 'page.figures[0] must be an object of the kind "interval" or'),
    (put("figures", 0, "kind", value=["interval"]), "page.figures[0] must be an object of the kind"),
    (drop("figures", 0, "kind"), "page.figures[0] must be an object of the kind"),
    (put("figures", 0, "labels", value=["a"]), "page.figures[0].estimates must not be empty, and labels"),
    (put("figures", 0, "scale", value={"number": "inf"}), "page.figures[0].scale must be a finite number"),
    (put("figures", 0, "reference", value={"number": "nan"}), "page.figures[0].reference must be a finite"),
    (put("figures", 0, "keys", value=["a"]), "page.figures[0].keys must be none, or one for each row"),
    (put("figures", 0, "keys", value=["a"] * 4), "page.figures[0].keys must be none, or one for each row, no two"),
    (put("figures", 0, "places", value=[0]), "page.figures[0].places must be none, or as many as labels"),
    (put("tables", 0, "keys", value=["a"]), "page.tables[0].keys must be none, or one for each row"),
    (put("asked", value={}), "page.asked must be a list, not an object"),
    (put("asked", value=[["seed", None]]), "page.asked[0][1] must be a text or a whole number, not null"),
    (put("figures", 1, "counts", 3, value=-1), "page.figures[1].counts holds a number below 0"),
    (put("figures", 1, "counts", 3, value=0.5), "page.figures[1].counts[3] must be a whole number, not 0.5"),
    (put("figures", 1, "marks", 0, value=["median"]), "page.figures[1].marks[0] must be a list of 2"),
    (put("figures", 2, "estimates", 1, value=[]), "page.figures[2].estimates must have as many rows"),
    (put("figures", 2, "even", value={"number": "nan"}), "page.figures[2].even must be a finite number"),
    (put("figures", 2, "columns", value=["c"]), "page.figures[2].estimates must have as many rows"),
    (put("figures", 2, "columns", value=["W" * 10_001] * 2), "columns holds a text of more than 10,000 characters"),
    (put("figures", 2, "groups", value=[["all", 3]]), "page.figures[2].groups must be none, or hold all columns"),
    (put("figures", 2, "groups", value=[["a", 2], ["b", 0]]), "page.figures[2].groups holds one without a column"),
    (put("figures", 2, "signs", value=[["?", "?"]]), "page.figures[2].signs must be none, or one for each cell"),
    (put("figures", 2, "signs", value=[["?" * 11] * 2] * 2), "page.figures[2].signs holds one of more than 10"),
    (put("figures", 2, "reach", value=0), "page.figures[2].reach must be a number above 0 or null"),
    (put("figures", 3, "lines", value=[]), "page.figures[3].lines is empty"),
    (put("figures", 3, "lines", 0, "values", value=[]), "page.figures[3].lines[0].places must not be empty"),
    (put("figures", 3, "lines", 0, "places", value=[2, 2]), "lines[0].places must be ascending"),
    (put("figures", 4, "panels", value=[]), "page.figures[4].panels is empty"),
    (put("figures", 4, "panels", 0, "lines", value=[]), "page.figures[4].panels[0].lines is empty"),
    (put("figures", 4, "panels", 0, "lines", 0, "places", value=[2, 2]), "panels[0].lines[0].places must be ascending"),
    (put("figures", 4, "panels", 0, "lines", 0, "bounds", value=[[0, 1]]), "lines[0].bounds must be none, or as many"),
    (put("figures", 4, "panels", 0, "scale", value={"number": "nan"}), "panels[0].scale must be a finite number"),
    (put("figures", 4, "panels", 0, "reference", value={"number": "inf"}), "panels[0].reference must be a finite"),
    (put("figures", 4, "panels", 0, "title", value="W" * 10_001), "panels holds a text of more than 10,000"),
    (put("figures", 4, "panels", 0, "lines", 0, "label", value="W" * 10_001), "panels[0].lines holds a text of more"),
    (put("figures", 0, "labels", 0, value="W" * 10_001), "labels holds a text of more than 10,000 characters"),
    (put("figures", 0, "caption", value="W" * 10_001), "figures[0].caption holds a text of more than 10,000"),
    (put("figures", 1, "marks", 0, 0, value="W" * 10_001), "figures[1].marks holds a text of more than 10,000"),
    (put("figures", 3, "lines", 0, "label", value="W" * 10_001), "figures[3].lines holds a text of more than"),
    (put("figures", 0, "labels", value=["W"] * 1_001), "page.figures[0].labels are more than 1,000"),
    (put("method", 0, value="games"), 'page.method[0] must be a list, not "games"'),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_is_wrong_is_said_with_its_place_and_the_command(
    change: Callable[[dict[str, Any]], None], said: str
) -> None:
    with pytest.raises(stored.Unreadable) as refused:
        stored.from_json(changed(change))
    assert said in str(refused.value)
    assert str(refused.value).isprintable() and len(str(refused.value)) < 300
    assert refused.value.command == FULL.command


@pytest.mark.parametrize("found", [None, 3, "page", [], [{"page": {}}]], ids=str)
def test_what_is_no_object_is_refused(found: object) -> None:
    with pytest.raises(stored.Unreadable, match="no result of analyzer"):
        stored.from_json(found)


@pytest.mark.parametrize("found", [{}, {"games": 3}, {"page": 3}, {"page": None}], ids=str)
def test_an_object_without_a_page_is_refused(found: object) -> None:
    with pytest.raises(stored.Unreadable, match='no "page" in it') as refused:
        stored.from_json(found)
    assert refused.value.command == ""


def test_an_object_nested_too_deep_is_refused() -> None:
    found = changed(lambda _: None)
    deep: Any = 1
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(stored.Unreadable, match="nested more than 100 deep"):
        stored.from_json(found | {"deep": deep})
