"""Estimates as a dot plot: rows of one series have one colour."""

from matplotlib.colors import to_hex

from analyzer.report import style
from analyzer.report.figures import draw
from analyzer.studies.content import IntervalFigure
from tests.report.examples import around


def colours(*places: int) -> list[str]:
    """The colours of the dots of a figure whose rows have these places, from above."""
    figure = IntervalFigure("x", "X", ["a", "b", "c"], [around(0.5, 0.1)] * 3, "x", places=places)
    dots = [line for line in draw(figure).axes[0].lines if line.get_marker() == "o"]
    return [to_hex(dot.get_color()).upper() for dot in dots]


def test_rows_of_one_place_have_the_colour_of_that_series() -> None:
    assert colours(0, 2, 0) == [style.PALETTE[0], style.PALETTE[2], style.PALETTE[0]]


def test_without_places_all_rows_have_one_colour() -> None:
    assert colours() == [style.MAIN] * 3
