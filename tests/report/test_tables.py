"""Tables as text, CSV and frames."""

import csv
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from analyzer.report import tables
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Column, Table
from tests.report.examples import WINS


def test_cells_are_as_people_read_them() -> None:
    assert tables.headings(WINS) == [
        "seat",
        "games",
        "win rate",
        "95 % interval",
        "against 25.00 %",
        "change",
    ]
    assert tables.cells(WINS) == [
        ["1", "1,000,000", "26.17 %", "26.08 to 26.26 %", "above", "+0.30 points"],
        ["2 | [red] *", "1,000,000", "24.46 %", "24.37 to 24.54 %", "below", "+0.00 points"],
        ["3", "1,000,000", "25.00 %", "24.91 to 25.09 %", "undecided", "n/a"],
        ["4", "n/a", "n/a", "", "", "n/a"],
    ]


def test_stacked_cells_take_one_place_each() -> None:
    assert tables.headings(WINS, stacked=True) == ["seat", "games", "win rate", "change"]
    found = [row[2] for row in tables.cells(WINS, stacked=True)]
    assert found == [
        "26.17 %\n26.08 to 26.26 %\nabove 25.00 %",
        "24.46 %\n24.37 to 24.54 %\nbelow 25.00 %",
        "25.00 %\n24.91 to 25.09 %\nundecided",
        "n/a",
    ]


@pytest.mark.parametrize("stacked", [False, True])
def test_there_are_as_many_cells_as_headings(stacked: bool) -> None:
    names = tables.headings(WINS, stacked)
    assert len(tables.numeric(WINS, stacked)) == len(names)
    assert all(len(row) == len(names) for row in tables.cells(WINS, stacked))


def test_words_stand_left_and_numbers_right() -> None:
    assert tables.numeric(WINS) == [False, True, True, True, False, True]


@pytest.mark.parametrize(
    ("low", "high", "side"),
    [(0.1, 0.2, "above"), (-0.2, -0.1, "below"), (-0.1, 0.1, "undecided"), (0, 0.1, "undecided")],
)
def test_sides_of_the_reference(low: float, high: float, side: str) -> None:
    table = Table(
        "x", "X", [Column("d", "d", "difference", 1, 0.0)], [[Estimate((low + high) / 2, low, high)]]
    )
    assert tables.headings(table)[2] == "against 0"
    assert tables.cells(table)[0][2] == side


def test_other_values_in_text_columns() -> None:
    table = Table("x", "X", [Column("a", "a")], [[1], [0.5], [None], ["w"]])
    assert tables.cells(table) == [["1"], ["0.5"], ["n/a"], ["w"]]
    table = Table("x", "X", [Column("a", "a")], [[Estimate(1, 0, 2)]])
    assert tables.cells(table) == [["1.00", "0.00 to 2.00"]]


def test_markdown_is_aligned_and_escaped() -> None:
    lines = tables.markdown(WINS).splitlines()
    assert len(lines) == 6
    assert len({len(line) for line in lines}) == 1
    assert "2 \\| [red] *" in lines[3]
    assert lines[1].startswith("| ---")
    assert lines[2].startswith("| 1            | 1,000,000 |  26.17 % |")


def test_markdown_of_a_terminal_has_names_as_they_are() -> None:
    names = ["one-at-a-time", "lowest:swap=best", "*", "1/10", "-2", "a_b", "<b>", "`x`"]
    text = tables.markdown(Table("x", "X", [Column("a", "a")], [[name] for name in names]))
    assert [line.strip("| ") for line in text.splitlines()[2:]] == names


def test_a_table_without_rows() -> None:
    table = Table("x", "X", [Column("a", "a"), Column("b", "b", "rate")], [])
    assert tables.cells(table) == []
    assert tables.markdown(table) == "| a   |   b |\n| --- | --: |"
    assert list(tables.frame(table).columns) == ["a", "b"]


def test_csv_comes_back_through_pandas(tmp_path: Path) -> None:
    tables.write_csv(WINS, tmp_path / "t.csv")
    found = pd.read_csv(tmp_path / "t.csv", dtype={"seat": str})
    assert list(found.columns) == ["seat", "games", "win_rate", "win_rate_low", "win_rate_high", "change"]
    pd.testing.assert_frame_equal(found, tables.frame(WINS), check_dtype=False)


FORMULAS = ["=1+1", "=cmd|' /C calc'!A0", "@SUM(A1)", "+1+1", "-2+3", "=.py:mine", "\t=1", "- a list"]
HARMLESS = [
    "-1",
    "-2",
    "+0.5",
    "-12.5 %",
    "1/10",
    "-",
    "*",
    "one-at-a-time",
    "lowest:swap=best",
    "a=b",
    "",
    " =1",
]


def test_no_text_in_csv_is_a_formula(tmp_path: Path) -> None:
    table = Table("x", "X", [Column("a", "a"), Column("=b", "b", "number")], [])
    rows = [[text, -0.5] for text in FORMULAS + HARMLESS]
    tables.write_csv(replace(table, rows=rows), tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        head, *body = csv.reader(file)
    assert head == ["a", "'=b"]
    assert [first for first, _ in body] == [f"'{text}" for text in FORMULAS] + HARMLESS
    assert {second for _, second in body} == {"-0.5"}


def test_csv_keeps_every_digit_and_any_text(tmp_path: Path) -> None:
    nasty = 'a "quoted", text;\nwith ü and €'
    table = Table("x", "X", [Column("a", "a"), Column("b", "b", "number")], [[nasty, 1 / 3], ["", None]])
    tables.write_csv(table, tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["a", "b"], [nasty, repr(1 / 3)], ["", ""]]
    found = pd.read_csv(tmp_path / "t.csv")
    assert found["a"][0] == nasty
    assert found["b"][0] == pytest.approx(1 / 3, rel=1e-15)
    assert b"\r" not in (tmp_path / "t.csv").read_bytes()


def test_cells_and_csv_load_no_pandas() -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom tests.report.examples import WINS\n"
        "from analyzer.report import tables\ntables.cells(WINS)\ntables.write_csv(WINS, Path('/dev/null'))\n"
        "assert 'pandas' not in sys.modules and 'matplotlib' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
