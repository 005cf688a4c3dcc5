"""Judgements of differences: each is what all values in the interval have in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.stats.equivalence import Judgement, judge
from analyzer.stats.estimate import Estimate


@pytest.mark.parametrize(
    ("low", "high", "sign", "large"),
    [
        (0.6, 0.9, 1, True),
        (0.5, 0.9, 1, True),
        (0.1, 0.9, 1, None),
        (0.1, 0.4, 1, False),
        (-0.4, 0.4, 0, False),
        (0.0, 0.4, 0, False),
        (0.0, 0.0, 0, False),
        (-0.4, 0.6, None, None),
        (-0.5, 0.4, None, None),
        (0.0, 0.6, None, None),
        (-0.4, -0.1, -1, False),
        (-0.6, -0.1, -1, None),
        (-0.9, -0.5, -1, True),
        (float("-inf"), float("inf"), None, None),
    ],
)
def test_an_interval_says_the_sign_and_whether_it_matters(
    low: float, high: float, sign: int | None, large: bool | None
) -> None:
    found = judge(Estimate(low, low, high), 0.5)
    assert found == Judgement(sign, large)
    assert found.settled == (sign is not None and large is not None)


EDGES = st.floats(-2, 2)


@given(EDGES, EDGES, st.floats(1e-6, 1), st.floats(0, 1))
def test_what_is_certain_holds_of_every_value_in_the_interval(
    one: float, other: float, smallest: float, part: float
) -> None:
    low, high = sorted((one, other))
    value = min(max(low + part * (high - low), low), high)
    found = judge(Estimate(value, low, high), smallest)
    if found.sign in (1, -1):
        assert value * found.sign > 0
    if found.sign == 0 or found.large is False:
        assert abs(value) < smallest
    if found.large:
        assert abs(value) >= smallest


@pytest.mark.parametrize("smallest", [0.0, -0.1, float("nan")])
def test_what_matters_is_more_than_nothing(smallest: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        judge(Estimate(0.0, 0.0, 0.0), smallest)
