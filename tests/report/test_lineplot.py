"""Line figures: all points in view, texts whole and apart, lines told apart without colours."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.report import style
from analyzer.report.figures import alternative_text, draw
from analyzer.report.sizes import Size
from analyzer.studies.content import Line, LineFigure
from tests.report.test_figures import ANY_SIZE, SIZES, assert_well_set, boxes

LONG = "the mean of all candidates of a generation, each of which has played the same deals as all others, and more"

SEARCH = LineFigure(
    "training",
    "How the search went",
    [
        Line("best candidate", range(1, 41), [0.46 + 0.004 * place for place in range(40)]),
        Line("mean of all candidates", range(1, 41), [0.27 + 0.008 * place for place in range(40)]),
    ],
    "generation",
    "win rate in training, %",
    100,
    "8 candidates a generation",
)

WON = [0.15, 0.2, 0.25, 0.31, 0.36]

BANDED = LineFigure(
    name="speed",
    title="A fast hand wins more",
    lines=[Line("seat 0", [0.25, 0.5, 1, 2, 4], WON, 0, [(rate - 0.01, rate + 0.01) for rate in WON])],
    horizontal="speed of seat 0, the others' being 1",
    vertical="win rate, %",
    scale=100,
    ratios=True,
    reference=0.25,
    reference_label="fair share 25 %",
)

EXAMPLES = [
    SEARCH,
    BANDED,
    LineFigure("one-point", "One", [Line("a", [1], [0.5])], "step", "x"),
    LineFigure("two-points", "Two", [Line("a", [1, 2], [0.5, 0.6])], "step", "x"),
    LineFigure("flat", "Flat", [Line("a", [1, 2, 3], [0.5] * 3)], "step", "rate, %", 100),
    LineFigure("zero", "Zero", [Line("", [0, 1], [0.0, 0.0])], "", ""),
    LineFigure("tiny", "Tiny", [Line("a", [1, 2], [1.2e-7, -1.2e-7])], "step", "points"),
    LineFigure("huge", "Huge", [Line("a", [1, 2], [1.2e9, -1.2e9])], "step", "points"),
    LineFigure("close", "Close", [Line("a", [1, 2], [1234567.1, 1234567.2])], "step", "points"),
    LineFigure("many", "Many", [Line("a", range(3000), [place % 7 for place in range(3000)])], "step", "x"),
    LineFigure("gaps", "Gaps", [Line("a", [1, 900], [1, 2]), Line("b", [4, 5], [2, 1])], "step", "x"),
    LineFigure(
        "long",
        f"{LONG} {LONG}",
        [Line(f"{number} {LONG if number % 3 == 1 else ''}", [1, 2], [number, 0]) for number in range(9)],
        LONG,
        f"{LONG} {LONG}",
        1,
        f"{LONG} {LONG} {LONG}",
    ),
]


@SIZES
@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.name)
def test_texts_are_whole_and_apart(figure: LineFigure, size: Size) -> None:
    assert_well_set(draw(figure, size))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(max_codepoint=0x17F, exclude_categories=["Cc"]), max_size=80),
            st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=50),
        ),
        min_size=1,
        max_size=6,
    ),
    ANY_SIZE,
)
def test_any_lines_are_well_set(given: list[tuple[str, list[float]]], size: Size) -> None:
    lines = [Line(label, range(1, len(values) + 1), values) for label, values in given]
    assert_well_set(draw(LineFigure("x", "Any", lines, "step", "some value"), size))


@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.name)
def test_all_points_are_in_view(figure: LineFigure) -> None:
    axes = draw(figure).axes[0]
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    assert len(axes.lines) == len(figure.lines) + (figure.reference is not None)
    for line in figure.lines:
        assert all(left < place < right for place in line.places)
        assert all(low < value * figure.scale < high for value in line.values)


@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.name)
def test_ticks_differ(figure: LineFigure) -> None:
    axes = draw(figure).axes[0]
    for ticks in (axes.get_xticklabels(), axes.get_yticklabels()):
        labels = [label.get_text() for label in ticks]
        assert labels
        assert len(set(labels)) == len(labels)


def test_lines_are_named_and_have_dashes_of_their_own() -> None:
    drawn = draw(SEARCH)
    texts = [text for text, _ in boxes(drawn)]
    assert {"best candidate", "mean of all candidates", "win rate in training, %", "generation"} <= set(texts)
    shown = [str(line._unscaled_dash_pattern) for line in drawn.axes[0].lines]  # type: ignore[attr-defined]
    assert len(set(shown)) == len(shown)


def test_a_seat_keeps_its_colour_and_dashes_whatever_is_shown_beside_it() -> None:
    def look(line: Line, *others: Line) -> tuple[str, str]:
        drawn = draw(LineFigure("x", "X", [*others, line], "x", "x")).axes[0].lines[-1]
        return str(drawn.get_color()), str(drawn._unscaled_dash_pattern)  # type: ignore[attr-defined]

    seat = Line("seat 2", [1, 2], [0.1, 0.2], place=2)
    other = Line("seat 0", [1, 2], [0.3, 0.2], place=0)
    assert look(seat) == look(seat, other)
    assert look(seat)[0] == style.PALETTE[2]
    assert look(other) != look(seat)


@pytest.mark.parametrize("lines", [[], [Line("a", [], [])], [Line("a", [1], [1.0, 2.0])]])
def test_lines_without_points_are_refused(lines: list[Line]) -> None:
    with pytest.raises(ValueError, match="points"):
        draw(LineFigure("x", "X", lines, "x", "x"))


def test_the_alternative_text_says_where_lines_begin_and_end() -> None:
    assert alternative_text(SEARCH) == (
        "How the search went. Lines: win rate in training, %, by generation: best candidate from 46.0 at generation 1 "
        "to 61.6 at 40; mean of all candidates from 27.0 at generation 1 to 58.2 at 40."
    )


@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.name)
def test_the_alternative_text_is_one_paragraph(figure: LineFigure) -> None:
    assert "\n" not in alternative_text(figure)


@SIZES
def test_intervals_and_the_reference_are_drawn_and_in_view(size: Size) -> None:
    axes = draw(BANDED, size).axes[0]
    low, high = axes.get_ylim()
    (band,) = axes.collections
    ends = band.get_paths()[0].vertices
    assert ends[:, 1].min() == pytest.approx(14)
    assert ends[:, 1].max() == pytest.approx(37)
    assert low < 14 and high > 37
    assert any(list(line.get_ydata()) == [25, 25] for line in axes.lines)
    assert [text.get_text() for text in axes.texts] == ["fair share 25 %"]


def test_ratios_stand_at_distances_of_their_like() -> None:
    axes = draw(BANDED).axes[0]
    spots = [axes.transData.transform((place, 25))[0] for place in BANDED.lines[0].places]
    steps = [later - earlier for earlier, later in pairwise(spots)]
    assert steps == pytest.approx([steps[0]] * 4)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0.25", "0.5", "1", "2", "4"]


def test_the_alternative_text_says_intervals_and_reference() -> None:
    text = alternative_text(BANDED)
    assert "15.00 (14.00 to 16.00)" in text
    assert "fair share 25 %" in text


@pytest.mark.parametrize(
    "line", [Line("x", [1], [1.0], bounds=[(0, 1), (0, 1)]), Line("x", [0, 1], [1.0, 1.0])]
)
def test_bounds_and_ratios_must_fit(line: Line) -> None:
    with pytest.raises(ValueError, match="points"):
        draw(LineFigure("x", "X", [line], "x", "x", ratios=True))
