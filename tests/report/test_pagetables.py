"""Tables of a page: what is sorted by, what is drawn, and which cells name their rows."""

from dataclasses import replace

import pytest

from analyzer.report.pagetables import Bar, page_table
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Column, Table, Value
from tests.report.examples import INF, WINS


def table(columns: list[Column], *rows: list[Value]) -> Table:
    return Table("t", "T", columns, rows)


def test_cells_have_all_digits_beside_their_text() -> None:
    first = page_table(WINS).rows[0]
    assert [(cell.text, cell.value) for cell in first] == [
        ("1", None),
        ("1,000,000", "1000000"),
        ("26.17 %", "0.2617"),
        ("26.08 to 26.26 %", "0.2608"),
        ("above", "1"),
        ("+0.30 points", "0.003"),
    ]


def test_sides_are_sorted_from_below_to_above() -> None:
    rows = page_table(WINS).rows
    assert [(row[4].text, row[4].value) for row in rows] == [
        ("above", "1"),
        ("below", "-1"),
        ("undecided", "0"),
        ("", ""),
    ]


def test_what_is_missing_has_no_value() -> None:
    assert [cell.value for cell in page_table(WINS).rows[3]] == [None, "", "", "", "", ""]
    found = page_table(table([Column("a", "a")], [None], ["x"]))
    assert [row[0].value for row in found.rows] == ["", None]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["0.8", "-0.13", "10"], ["0.8", "-0.13", "10"]),
        (["0.8", "n/a", "10"], [None, None, None]),
        (["1", "inf"], [None, None]),
        (["1", "1_0"], [None, None]),
    ],
)
def test_words_that_are_all_numbers_are_sorted_as_numbers(
    words: list[Value], values: list[str | None]
) -> None:
    found = page_table(table([Column("a", "a")], *([word] for word in words)))
    assert [row[0].value for row in found.rows] == values


def test_intervals_share_a_scale_that_holds_the_reference() -> None:
    column = Column("rate", "rate", "rate", reference=0.5)
    rows: list[list[Value]] = [
        [Estimate(0.2, 0.1, 0.3)],
        [Estimate(0.4, 0.3, 0.5)],
        [Estimate(0.3, -INF, INF)],
    ]
    bars = [row[2].bar for row in page_table(table([column], *rows)).rows]
    # From 0.1 to 0.5, with 5 on either side.
    assert bars == [Bar(5.0, 27.5, 50.0, 95.0), Bar(50.0, 72.5, 95.0, 95.0), None]


def test_without_a_reference_nothing_is_drawn() -> None:
    found = page_table(table([Column("rate", "rate", "rate")], [Estimate(0.2, 0.1, 0.3)]))
    assert [(cell.text, cell.bar) for cell in found.rows[0]] == [
        ("20.00 %", None),
        ("10.00 to 30.00 %", None),
    ]


def test_one_point_is_not_drawn() -> None:
    column = Column("rate", "rate", "rate", reference=0.5)
    assert page_table(table([column], [Estimate(0.5, 0.5, 0.5)])).rows[0][2].bar is None


@pytest.mark.parametrize(
    ("form", "values", "named"),
    [
        ("text", ["a", "b"], True),
        ("text", ["a"], True),
        ("count", [0, 1], True),
        ("count", [1, 1], False),
        ("count", [5], False),
        ("number", [1.5, 2.5], False),
        ("rate", [Estimate(0.2, 0.1, 0.3)], False),
        ("text", [], False),
    ],
)
def test_the_first_column_names_rows_if_it_can(form: str, values: list[Value], named: bool) -> None:
    assert page_table(table([Column("a", "a", form)], *([value] for value in values))).named == named


def test_numbers_that_name_rows_stand_where_names_stand() -> None:
    columns = [Column("seat", "seat", "count"), Column("wins", "wins", "count")]
    found = page_table(table(columns, [0, 5], [1, 7]))
    assert [cell.look for cell in found.rows[0]] == ["text", "number"]
    assert found.headings == [("seat", "text"), ("wins", "number")]


def test_long_texts_have_a_wide_column() -> None:
    rows: list[list[Value]] = [["a", "x" * 25], ["b", "x"]]
    found = page_table(table([Column("a", "a"), Column("b", "b")], *rows))
    assert [cell.look for cell in found.rows[1]] == ["text", "text long"]


def test_there_may_be_no_rows() -> None:
    found = page_table(replace(WINS, rows=[]))
    assert found.rows == []
    assert [text for text, _ in found.headings] == ["seat", "games", "win rate", "change"]
