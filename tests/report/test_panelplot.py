"""Panels: texts whole and apart, all points in view, the same thing with the same look in all panels."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.report import style
from analyzer.report.figures import alternative_text, draw
from analyzer.report.sizes import COLUMN, FILE, PHONE, Size
from analyzer.studies.content import Line, Panel, PanelsFigure
from tests.report.test_figures import ANY_SIZE, SIZES, assert_well_set, boxes

LONG = (
    "how much more often a strong player wins than a weak one who plays in the same seat, percentage points"
)


def lines(*slopes: float, names: str = "abcdefgh") -> list[Line]:
    return [
        Line(
            f"copies of {name}",
            [0, 1, 2, 3, 4],
            [0.25 + slope * (copies - 2) for copies in range(5)],
            bounds=[(0.25 + slope * (copies - 2) - 0.01, 0.26 + slope * (copies - 2)) for copies in range(5)],
        )
        for name, slope in zip(names, slopes, strict=False)
    ]


PANELS = PanelsFigure(
    "copies",
    "What the number of copies changes",
    [
        Panel("win rate, %", lines(0.02, -0.01), 100, 0.25),
        Panel("length, turns", lines(20, 0.1), 1, 0.25),
        Panel("skill, points", lines(0.0, 0.0), 100),
        Panel("swing", lines(-0.1, 0.1), 1, 0.25),
    ],
    "copies",
    "1,000,000 games of each",
    "the present rules",
)

EXAMPLES = [
    PANELS,
    PanelsFigure("one", "One", [Panel("rate", lines(0.1))], "copies"),
    PanelsFigure("empty-texts", "", [Panel("", [Line("", [0], [0.0])])] * 2, ""),
    PanelsFigure("many", "Many", [Panel(f"measure {place}", lines(*[0.1] * 7)) for place in range(13)], "copies"),
    PanelsFigure("long", LONG, [Panel(LONG, [Line(LONG, [1, 2], [1.0, 2.0])])] * 5, LONG, LONG, LONG),
    PanelsFigure(
        "unlike",
        "Unlike",
        [
            Panel("tiny", [Line("a", [1, 2], [1.2e-7, -1.2e-7])]),
            Panel("huge", [Line("b", [1, 900], [1.2e9, -1.2e9])]),
            Panel("close", [Line("a", [4, 5], [1234567.1, 1234567.2])]),
        ],
        "step",
    ),
]  # fmt: skip


@SIZES
@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.name)
def test_texts_are_whole_and_apart(figure: PanelsFigure, size: Size) -> None:
    assert_well_set(draw(figure, size))


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(max_codepoint=0x17F, exclude_categories=["Cc"]), max_size=60),
            st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=8),
        ),
        min_size=1,
        max_size=7,
    ),
    ANY_SIZE,
)
def test_any_panels_are_well_set(given: list[tuple[str, list[float]]], size: Size) -> None:
    panels = [
        Panel(title, [Line("a line", range(len(values)), values)], reference=values[0])
        for title, values in given
    ]
    assert_well_set(draw(PanelsFigure("x", "Any", panels, "step"), size))


@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.name)
def test_all_points_intervals_and_references_are_in_view(figure: PanelsFigure) -> None:
    drawn = draw(figure)
    assert len(drawn.axes) == len(figure.panels)
    for axes, panel in zip(drawn.axes, figure.panels, strict=True):
        (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
        assert len(axes.lines) == len(panel.lines) + (panel.reference is not None)
        shown = [value for line in panel.lines for value in line.values]
        shown += [end for line in panel.lines for ends in line.bounds for end in ends]
        shown += [] if panel.reference is None else [panel.reference]
        assert all(low < value * panel.scale < high for value in shown)
        assert all(left < place < right for line in panel.lines for place in line.places)


@pytest.mark.parametrize(("size", "columns"), [(FILE, 3), (COLUMN, 3), (PHONE, 2)])
def test_panels_stand_side_by_side_on_common_edges(size: Size, columns: int) -> None:
    spots = [axes.get_position() for axes in draw(PANELS, size).axes]
    lefts = {round(spot.x0, 6) for spot in spots}
    assert len(lefts) == columns
    assert len({round(spot.y0, 6) for spot in spots}) == -(-len(spots) // columns)
    assert len({round(spot.height, 6) for spot in spots}) == 1


def test_the_same_thing_looks_the_same_in_all_panels() -> None:
    first, second = lines(0.1, 0.2)
    figure = PanelsFigure("x", "X", [Panel("one", [first, second]), Panel("two", [second])], "copies")
    one, two = draw(figure).axes
    assert two.lines[0].get_color() == one.lines[1].get_color() == style.PALETTE[1]
    names = [text for text, _ in boxes(draw(figure))]
    assert names.count("copies of b") == 1


@pytest.mark.parametrize(
    "panels", [[], [Panel("x", [])], [Panel("x", [Line("a", [], [])])], [Panel("x", [Line("a", [1], [1.0, 2.0])])]]
)  # fmt: skip
def test_panels_without_points_are_refused(panels: list[Panel]) -> None:
    with pytest.raises(ValueError, match="points"):
        draw(PanelsFigure("x", "X", panels, "x"))


def test_the_alternative_text_says_where_lines_begin_and_end_until_that_is_too_much() -> None:
    text = alternative_text(PANELS)
    assert "win rate, %, by copies: copies of a from 21.00 (20.00 to 22.00) at copies 0 to 29.00" in text
    assert "skill, points, by copies: copies of a from 25.0 (24.0 to 26.0) at copies 0 to 25.0" in text
    assert text.endswith("Lines mark the present rules.")
    many = alternative_text(EXAMPLES[3])
    assert many.count(" at copies 0 to ") == 12
    assert "measure 1, by copies: copies of a from" in many
    assert "2 more lines." in many
    assert "measure 12, by copies: 7 lines." in many
