"""Counts and lists read as in a sentence."""

import pytest

from analyzer.wording import counted, listed


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 deals"), (1, "1 deal"), (-1, "-1 deal"), (2, "2 deals"), (2_000, "2,000 deals")],
)
def test_one_thing_has_no_s_and_thousands_are_apart(number: int, words: str) -> None:
    assert counted(number, "deal") == words


@pytest.mark.parametrize(
    ("things", "words"), [(["a"], "a"), ([1, 2], "1 and 2"), (iter("abc"), "a, b and c")]
)
def test_the_last_thing_has_a_word_before_it(things: list[object], words: str) -> None:
    assert listed(things) == words
    assert listed("ab", "or") == "a or b"
