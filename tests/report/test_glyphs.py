"""Intervals in a line of text: on one scale, on the right side of the reference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.report.glyphs import CELLS, DRAWN, TYPED, drawings, marks_for, shows
from analyzer.stats.estimate import Estimate
from tests.report.examples import INF, NAN, around


def test_intervals_are_drawn_on_a_common_scale() -> None:
    # From 0 to 12 there is a character for each whole number.
    values = [
        Estimate(2, 0, 4),
        Estimate(10, 8, 12),
        Estimate(6, 5, 8),
        Estimate(12, 12, 12),
        Estimate(0, 0, 9),
    ]
    assert drawings(values, 6) == [
        "├─●─┤ ┊      ",
        "      ┊ ├─●─┤",
        "     ├●─┤    ",
        "      ┊     ●",
        "●─────┼──┤   ",
    ]


def test_the_scale_holds_a_reference_that_is_far_away() -> None:
    assert drawings([around(0.01, 0.0001), around(0.02, 0.0001)], 1.0) == ["●           ┊", "●           ┊"]


def test_a_narrow_interval_is_a_dot() -> None:
    assert drawings([around(12, 0.1), around(1, 0.1)], 0) == ["┊           ●", "┊●           "]


def test_what_is_clearly_above_or_below_never_touches_the_reference() -> None:
    close = [around(1e-9, 1e-10), around(-1e-9, 1e-10), around(1, 0.1)]
    above, below, _ = drawings(close, 0)
    assert above == " ┊●          "
    assert below == "●┊           "


@pytest.mark.parametrize("missing", [None, Estimate(NAN, NAN, NAN), Estimate(1, -INF, INF), 0.3, "word"])
def test_what_has_no_finite_interval_leaves_the_reference_alone(missing: object) -> None:
    values = [around(12, 0.1), missing]
    assert drawings(values, 0)[1] == "┊            "  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "reference"),
    [
        ([], 0.0),
        ([None], 0.0),
        ([Estimate(NAN, NAN, NAN)], 0.0),
        ([around(1, 0)], NAN),
        ([around(1, 0)], INF),
    ],
)
def test_nothing_is_drawn_where_there_is_nothing_to_see(values: list[Estimate], reference: float) -> None:
    assert drawings(values, reference) == [""] * len(values)


def test_ends_too_far_apart_for_numbers_are_not_drawn() -> None:
    assert drawings([Estimate(0, -1.7e308, 1.7e308)], 0) == [""]


def test_equal_values_lie_in_the_middle() -> None:
    assert drawings([around(0.25, 0)] * 2, 0.25) == ["      ●      "] * 2


numbers = st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=6), numbers)
def test_every_drawing_says_on_which_side_the_interval_lies(
    triples: list[tuple[float, float, float]], reference: float
) -> None:
    values = [Estimate(mean, low, high) for low, mean, high in map(sorted, triples)]
    texts = drawings(values, reference)
    (middle,) = {text.find("┊") for text in drawings([*values, None], reference)[-1:]}
    for value, text in zip(values, texts, strict=True):
        assert len(text) == CELLS
        assert text.count("●") == 1
        ink = [place for place, mark in enumerate(text) if mark not in " ┊"]
        assert ink == list(range(ink[0], ink[-1] + 1))
        if value.low > reference:
            assert ink[0] > middle
        elif value.high < reference:
            assert ink[-1] < middle
        else:
            assert ink[0] <= middle <= ink[-1]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "nonsense"])
def test_where_the_marks_cannot_be_written_others_are_used(encoding: str) -> None:
    marks = marks_for(encoding)
    assert marks == TYPED
    assert drawings([Estimate(2, 0, 4), Estimate(10, 5, 12)], 6, marks) == ["[-o-] |      ", "     [+---o-]"]
    assert all(shows(text, "ascii") for text in drawings([Estimate(2, 0, 4)], 6, marks))


def test_utf8_shows_the_marks() -> None:
    assert marks_for("utf-8") == DRAWN
