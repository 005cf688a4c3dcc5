from fractions import Fraction
from math import comb

import pytest

from analyzer.core.chances import chance_of_none
from analyzer.core.jit import step

pytestmark = pytest.mark.interpreted


@step
def chance(total, wrong, drawn):
    return chance_of_none(total, wrong, drawn)


@pytest.mark.parametrize(
    ("total", "wrong", "drawn"), [(10, 7, 3), (40, 38, 6), (5, 5, 2), (6, 2, 3), (3, 1, 0)]
)
def test_the_chance_is_that_of_drawing_without_putting_back(total, wrong, drawn):
    assert chance(total, wrong, drawn) == pytest.approx(
        float(Fraction(comb(wrong, drawn), comb(total, drawn)))
    )


def test_more_cards_than_there_are_means_all_of_them():
    assert chance(3, 3, 9) == 1
    assert chance(3, 2, 9) == 0
    assert chance(0, 0, 3) == 1


def test_expected_numbers_lie_between_the_whole_ones():
    assert chance(10.0, 6.0, 3) == pytest.approx(chance(10, 6, 3))
    assert chance(10, 6, 3) < chance(10.0, 6.5, 3) < chance(10, 7, 3)
