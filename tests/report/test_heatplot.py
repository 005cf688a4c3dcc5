"""Heat maps: every cell has its colour and its figure, whatever the labels and however many there are."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgba

from analyzer.report import style
from analyzer.report.figures import alternative_text, draw
from analyzer.report.sizes import PHONE, Size
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import HeatFigure
from tests.report.examples import INF, LONG, NAN, around
from tests.report.test_figures import ANY_SIZE, SIZES, assert_well_set, boxes

Cells = list[list[Estimate | None]]


def cells(size: int, spread: float = 0.3, half: float = 0.02, even: float = 0.0) -> Cells:
    """Differences that grow from one thing to the next, with some noise, and their opposites."""
    draw_from = random.Random(size)
    found: Cells = [[None] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1, size):
            off = spread * (column - row) / size + draw_from.gauss(0, half)
            found[row][column] = around(even + off, half)
            found[column][row] = around(even - off, half)
    return found


def square(name: str, labels: list[str], **given: float) -> HeatFigure:
    return HeatFigure(
        name,
        "Who wins against whom",
        labels,
        cells(len(labels), **given),
        "how much more often the row wins than the column, percentage points",
        100,
        given.get("even", 0.0),
        "20,000 deals; 95 % intervals.",
    )


def grid(name: str, rows: list[str], groups: list[tuple[str, list[str]]], **given: float) -> HeatFigure:
    """Rows under conditions of their own, with a sign in each cell."""
    columns = [label for _, labels in groups for label in labels]
    draw_from = random.Random(len(rows))
    spread = given.get("spread", 0.1)
    return HeatFigure(
        name,
        "What it wins",
        rows,
        [[around(draw_from.gauss(0, spread), 0.02) for _ in columns] for _ in rows],
        "how much more often it wins, percentage points",
        100,
        0.0,
        "20,000 deals; 95 % intervals.",
        columns,
        [(title, len(labels)) for title, labels in groups if title],
        [[draw_from.choice(["✓", "(✗)", "=", "?", ""]) for _ in columns] for _ in rows],
        given.get("reach"),
    )


POLICY = "policy:patience=0.25,swap=specials"
TABLES = [
    (field, ["2", "3", "4", "5"]) for field in ("weak (random)", "ordinary (lowest)", "strong (expert)")
]

HEATS = [
    *(square(f"short-{size}", [f"policy {place}" for place in range(size)]) for size in (2, 3, 5, 12, 13, 30)),
    *(square(f"long-{size}", [f"{POLICY},weight={place}" for place in range(size)]) for size in (2, 5, 12)),
    square("very-long", [LONG, "W" * 150, "short"]),
    square("rates", ["a", "b", "c"], even=0.5),
    square("all-even", ["a", "b"], spread=0.0, half=0.0),
    HeatFigure("one", "One", ["alone"], [[None]], "x"),
    HeatFigure("empty-label", "", ["", ""], [[None, around(1, 1)], [around(-1, 1), None]], ""),
    HeatFigure("unknown", "U", ["a", "b"], [[None, Estimate(NAN, NAN, NAN)], [Estimate(1, -INF, INF), None]], "x"),
    HeatFigure("apart", "N", list("abc"), [[None, around(1, 1), None], [around(-1, 1), None, None], [None] * 3], "x"),
    HeatFigure("huge", "H", ["a", "b"], [[None, around(1.2e9, 1e8)], [around(-1.2e9, 1e8), None]], "points"),
    HeatFigure("signs", "$x_1$", ["$\\alpha$", "a\nb"], [[None, around(1, 1)], [around(-1, 1), None]], "$", 1, 0, "$"),
    grid("grid", [f"tip-number-{place}" for place in range(10)], TABLES, reach=0.1),
    grid("grid-two-rows", ["one", "other"], [("", ["2", "3", "4"])]),
    grid("grid-one-column", [LONG, "W" * 150], [(LONG, ["4"])]),
    grid("grid-long", [f"{POLICY},weight={place}" for place in range(3)], [(POLICY, [LONG] * 3), ("W" * 99, ["x"])]),
    grid("grid-many", [f"{place}" for place in range(20)], [(POLICY, list("234567"))] * 6, spread=10),
    HeatFigure("grid-unknown", "U", ["a"], [[None, Estimate(NAN, NAN, NAN)]], "x", columns=["b", "c"], reach=2),
]  # fmt: skip


@SIZES
@pytest.mark.parametrize("figure", HEATS, ids=lambda figure: figure.name)
def test_texts_are_whole_and_apart(figure: HeatFigure, size: Size) -> None:
    assert_well_set(draw(figure, size))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.text(st.characters(max_codepoint=0x17F, exclude_categories=["Cc"]), max_size=60),
        min_size=1,
        max_size=14,
    ),
    st.floats(0, 1e9),
    st.floats(0, 1e6),
    ANY_SIZE,
)
def test_any_heat_map_is_well_set(labels: list[str], spread: float, half: float, size: Size) -> None:
    assert_well_set(draw(square("any", labels, spread=spread, half=half), size))


@SIZES
@pytest.mark.parametrize("many", [2, 5, 12])
@pytest.mark.parametrize("label", ["policy", POLICY])
def test_up_to_a_dozen_have_their_figures_in_the_cells(many: int, label: str, size: Size) -> None:
    figure = square("x", [f"{label}{place}" for place in range(many)])
    shown = [text for text, _ in boxes(draw(figure, size))]
    for cell in (cell for row in figure.estimates for cell in row if cell is not None):
        written = [f"{100 * cell.mean:+.{digits}f}".replace("-", "−") for digits in (0, 1)]
        assert any(text in shown or float(text[1:]) == 0 for text in written)


def mesh(figure: HeatFigure) -> QuadMesh:
    drawn = draw(figure)
    drawn.draw_without_rendering()
    (found,) = (child for child in drawn.axes[0].collections if isinstance(child, QuadMesh))
    return found


def test_colours_are_white_where_it_is_even_and_the_same_on_both_sides() -> None:
    figure = HeatFigure(
        "x",
        "X",
        ["a", "b", "c"],
        [
            [None, around(0.7, 0.1), around(0.5, 0.1)],
            [around(0.3, 0.1), None, around(0.6, 0.1)],
            [around(0.5, 0.1), around(0.4, 0.1), None],
        ],
        "x",
        100,
        0.5,
    )
    colours = mesh(figure).get_facecolors().reshape(3, 3, 4)
    assert colours[0, 1] == pytest.approx(to_rgba(style.MAIN), abs=0.01)
    assert colours[1, 0] == pytest.approx(to_rgba(style.REFERENCE), abs=0.01)
    assert colours[0, 2] == pytest.approx([1, 1, 1, 1], abs=0.01)
    assert (colours[1, 2] > colours[0, 1]).any() and colours[1, 2][2] > colours[1, 2][0]
    low, high = draw(figure).axes[1].get_xlim()
    assert (low, high) == pytest.approx((30, 70))


def test_what_is_certain_is_bold() -> None:
    figure = HeatFigure(
        "x", "X", ["a", "b"], [[None, around(0.05, 0.04)], [around(-0.01, 0.04), None]], "x", 100
    )
    weights = {text.get_text(): text.get_weight() for text in draw(figure).texts}
    assert (weights["+5"], weights["−1"]) == ("bold", "normal")


def luminance(colour: Any) -> float:
    """As the Web Content Accessibility Guidelines reckon it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgba(colour)[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Any, other: Any) -> float:
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_letters_are_read_on_every_colour() -> None:
    figure = square("x", [str(place) for place in range(12)])
    drawn = draw(figure)
    drawn.draw_without_rendering()
    faces = mesh(figure).get_facecolors().reshape(12, 12, 4)
    written = {text.get_text(): text.get_color() for text in drawn.texts}
    checked = 0
    for row, column in np.ndindex(12, 12):
        cell = figure.estimates[row][column]
        text = "" if cell is None else f"{100 * cell.mean:+.1f}".replace("-", "−")
        if text in written:
            assert contrast(tuple(faces[row, column]), written[text]) > 4.5
            checked += 1
    assert checked > 50


@pytest.mark.parametrize("level", range(256))
def test_letters_are_read_on_light_and_on_dark_pages(level: int) -> None:
    colour = style.letters_on(level / 255)
    ((_, light_on_dark),) = [key for key, value in style.LETTERS.items() if value == colour]
    assert contrast(style.SCALE(level), colour) > 4.5
    assert contrast(style.DARK_SCALE(level), "white" if light_on_dark else "black") > 4.5


def test_a_narrow_map_lists_its_labels_above_the_cells() -> None:
    figure = square("x", [f"policy number {place}" for place in range(9)])
    drawn = draw(figure, PHONE)
    places = dict(boxes(drawn))
    (cells_box, _) = [axes.get_window_extent() for axes in drawn.axes]
    assert all(places[label].y0 > cells_box.y1 for label in figure.labels)
    assert cells_box.width > 0.9 * drawn.bbox.width


def test_a_grid_has_its_signs_below_the_figures_and_its_groups_above_the_columns() -> None:
    figure = grid("x", ["one", "other"], [("among few", ["2", "3"]), ("among many", ["7", "8"])])
    drawn = draw(replace(figure, signs=[["✓", "✗", "=", "?"], ["a", "b", "c", "d"]]))
    found = dict(boxes(drawn))
    (cells_box, _) = [axes.get_window_extent() for axes in drawn.axes]
    width, height = cells_box.width / 4, cells_box.height / 2
    for row, signs in enumerate(["✓✗=?", "abcd"]):
        for column, sign in enumerate(signs):
            cell = figure.estimates[row][column]
            assert cell is not None
            number = found[f"{100 * cell.mean:+.1f}".replace("-", "−")]
            middle = cells_box.x0 + (column + 0.5) * width
            for box in (number, found[sign]):
                assert (box.x0 + box.x1) / 2 == pytest.approx(middle, abs=3)
                assert cells_box.y1 - (row + 1) * height < box.y0 < box.y1 < cells_box.y1 - row * height
            assert found[sign].y1 < number.y0 + 2
    for title, columns in (("among few", "23"), ("among many", "78")):
        ends = [found[column] for column in columns]
        assert (found[title].x0 + found[title].x1) / 2 == pytest.approx((ends[0].x0 + ends[1].x1) / 2, abs=3)
        assert found[title].y0 > ends[0].y1


def test_colours_go_as_far_as_is_said() -> None:
    row = [around(mean, 0.001) for mean in (-0.3, -0.05, 0.0, 0.05, 0.3)]
    figure = HeatFigure("x", "X", ["a"], [row], "x", 100, columns=list("12345"), reach=0.05)
    colours = mesh(figure).get_facecolors().reshape(5, 4)
    assert colours[0] == pytest.approx(colours[1], abs=0.01)
    assert colours[1] == pytest.approx(to_rgba(style.REFERENCE), abs=0.01)
    assert colours[2] == pytest.approx([1, 1, 1, 1], abs=0.01)
    assert colours[3] == pytest.approx(to_rgba(style.MAIN), abs=0.01)
    assert colours[4] == pytest.approx(colours[3], abs=0.01)
    assert draw(figure).axes[1].get_xlim() == pytest.approx((-5, 5))


@pytest.mark.parametrize(
    ("labels", "given_cells", "columns"),
    [
        ([], [], []),
        (["a"], [], []),
        (["a", "b"], [[None, None]], []),
        (["a", "b"], [[None], [None]], []),
        (["a", "b"], [[None, None], [None, None]], ["c"]),
        (["a"], [[None, None, None]], ["c", "d"]),
    ],
)
def test_it_must_have_a_cell_for_each_row_and_column(
    labels: list[str], given_cells: Cells, columns: list[str]
) -> None:
    with pytest.raises(ValueError, match="a row and a column"):
        draw(HeatFigure("x", "X", labels, given_cells, "x", columns=columns))


@pytest.mark.parametrize("kind", style.FORMATS)
def test_same_figure_same_bytes(tmp_path: Path, kind: str) -> None:
    for name in ("a", "b"):
        style.save(draw(HEATS[3]), tmp_path / f"{name}.{kind}")
    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_the_alternative_text_says_the_figures() -> None:
    figure = HeatFigure(
        "x", "X", ["a", "b"], [[None, around(0.05, 0.04)], [around(-0.05, 0.04), None]], "x, %", 100
    )
    assert alternative_text(figure) == "X. Cells with 95 % intervals, x, %: a against b 5 (1 to 9)."
    assert "; and 54 more." in alternative_text(square("x", [str(place) for place in range(12)]))
    assert alternative_text(HeatFigure("one", "One", ["alone"], [[None]], "x")).endswith("x: none.")
    figure = HeatFigure(
        "x",
        "X",
        ["a", "b"],
        [[around(0.05, 0.04)], [around(-0.05, 0.04)]],
        "x, %",
        100,
        columns=["2"],
        groups=[("few", 1)],
    )
    assert (
        alternative_text(figure)
        == "X. Cells with 95 % intervals, x, %: a (few, 2) 5 (1 to 9); b (few, 2) -5 (-9 to -1)."
    )
    assert "a (2) 5 (1 to 9); b (2) " in alternative_text(replace(figure, groups=[]))
