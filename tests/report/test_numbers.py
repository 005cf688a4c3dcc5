"""How figures are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.report import numbers
from analyzer.stats.estimate import Estimate


@pytest.mark.parametrize(
    ("value", "form", "digits", "written"),
    [
        (0.2512, "rate", 2, "25.12 %"),
        (0.0, "rate", 1, "0.0 %"),
        (1, "rate", 0, "100 %"),
        (0.003, "difference", 2, "+0.30 points"),
        (-0.003, "difference", 2, "-0.30 points"),
        (-0.0000001, "difference", 2, "+0.00 points"),
        (1.234, "change", 1, "+1.2"),
        (-0.0001, "number", 2, "0.00"),
        (1234.5, "number", 1, "1,234.5"),
        (1234567, "count", 2, "1,234,567"),
        (0.004, "count", 2, "0"),
        (None, "rate", 2, "n/a"),
        (float("nan"), "rate", 2, "n/a"),
        (float("inf"), "count", 2, "n/a"),
    ],
)
def test_single(value: float | None, form: str, digits: int, written: str) -> None:
    assert numbers.single(value, form, digits) == written


@pytest.mark.parametrize(
    ("low", "high", "form", "written"),
    [
        (0.2498, 0.2526, "rate", "24.98 to 25.26 %"),
        (-0.001, 0.003, "difference", "-0.10 to +0.30 points"),
        (1.0, 2.0, "number", "1.00 to 2.00"),
        (float("-inf"), float("inf"), "number", "n/a"),
    ],
)
def test_interval(low: float, high: float, form: str, written: str) -> None:
    assert numbers.interval(Estimate(0.0, low, high), form, 2) == written


@pytest.mark.parametrize(
    ("value", "written"), [(63.0, "63"), (0.25, "0.25"), (12345, "12,345"), (1 / 3, "0.333333")]
)
def test_short(value: float, written: str) -> None:
    assert numbers.short(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(-1.5, "−1.50"), (1.2e9, "1.2e9"), (-1.25e12, "−1.25e12"), (9_999_999, "9,999,999.00")],
)
def test_plotted(value: float, written: str) -> None:
    assert numbers.plotted(value, 2) == written


@pytest.mark.parametrize(
    ("step", "digits"), [(5, 0), (1, 0), (0.5, 1), (0.2, 1), (0.05, 2), (0.001, 3), (0, 0)]
)
def test_decimals_for(step: float, digits: int) -> None:
    assert numbers.decimals_for(step) == digits


@pytest.mark.parametrize("step", [25, 2.5, 0.25, 0.025, 2, 0.2, 50, 0.05])
def test_round_ticks_are_shown_as_they_are(step: float) -> None:
    digits = numbers.decimals_for(step, 9)
    assert [float(f"{place * step:.{digits}f}") for place in range(8)] == pytest.approx(
        [place * step for place in range(8)]
    )


@pytest.mark.parametrize(
    ("half", "digits"), [(0.09, 2), (0.4, 1), (1.2, 1), (3, 0), (100, 0), (0, 2), (1e-9, 4)]
)
def test_decimals_of_interval(half: float, digits: int) -> None:
    assert numbers.decimals_of_interval(half) == digits


@given(st.floats(1e-5, 1e9), st.integers(-100, 100))
def test_ticks_that_differ_look_different(step: float, place: int) -> None:
    digits = numbers.decimals_for(step, 9)
    assert f"{place * step:.{digits}f}" != f"{(place + 1) * step:.{digits}f}"
