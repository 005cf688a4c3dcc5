"""Numbers as users write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cli.numbers import read_count, read_part, read_positive, read_whole
from analyzer.cli.options import LARGEST_SEED, MOST_GAMES
from analyzer.errors import UserError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("200000", 200_000),
        ("200_000", 200_000),
        ("2e5", 200_000),
        ("2E5", 200_000),
        ("2e+5", 200_000),
        ("200k", 200_000),
        ("5M", 5_000_000),
        ("0.2M", 200_000),
        ("1.5k", 1_500),
        ("1.25e2", 125),
        ("1.0", 1),
        ("1_0.5e1k", 105_000),
        ("007", 7),
        ("1e11", MOST_GAMES),
    ],
)
def test_a_count_is_read_in_every_form(text: str, number: int) -> None:
    assert read_count("--games", text, MOST_GAMES) == number


@given(st.integers(1, MOST_GAMES))
def test_a_count_is_read_to_the_last_digit(number: int) -> None:
    for text in (f"{number}", f"{number:_}", f"{number}e0", f"{number}.000"):
        assert read_count("--games", text, MOST_GAMES) == number


WRONG_COUNTS = [
    "", " ", "0", "-1", "-0", "+1", "1.5", "0.5", "1e-3", "nan", "inf", "-inf", "many", "1k5", "1kM", "5m", "5K",
    "1,000", "1 000", "_1", "1_", "1__0", ".5", "1.", "e5", "0x10", "1e1000", "1e999", "100000000001", "1e12",
    "200000M", "9" * 5_000, "1.00000000000000000000000000000000000001", "0.99999999999999999999999999999999999",
    "٣", "²", "1\n", "1\x00",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG_COUNTS)
def test_what_is_no_count_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(UserError) as caught:
        read_count("--games", text, MOST_GAMES)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 250
    assert message.startswith("--games ")
    assert "a whole number from 1 to 100,000,000,000, for example 200000, 200_000, 2e5, 200k or 5M" in message


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("1", 1), ("1_000", 1000), (str(LARGEST_SEED), 2**63 - 1)]
)
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert read_whole("--seed", text, 0, LARGEST_SEED) == number


@pytest.mark.parametrize(
    "text", ["", "-1", str(2**63), "1.0", "1e3", "1k", "x", "1__0", "9" * 5_000, "٣", "\ud800", "1\n"]
)
def test_what_is_no_whole_number_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(UserError) as caught:
        read_whole("--seed", text, 0, LARGEST_SEED)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 200
    assert "a whole number from 0 to 9223372036854775807" in message


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("10", 10),
        ("7.5", 7.5),
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5),
        ("1e2", 100),
        ("1e-05", 1e-5),
        ("3600", 3600),
    ],
)
def test_a_positive_number_is_read(text: str, number: float) -> None:
    assert read_positive("--pace", text, 3600, "7.5") == number


@given(st.floats(0, 3600, exclude_min=True))
def test_a_positive_number_is_read_as_python_writes_it(number: float) -> None:
    assert read_positive("--pace", str(number), 3600, "7.5") == number


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "0",
            "0.0",
            "-1",
            "+1",
            "nan",
            "inf",
            "abc",
            "1,5",
            "1_0",
            " 1",
            "1\n",
            "3600.1",
            "1e9",
            "1e-999",
        ),
        *("9" * 5_000, "٣", "\ud800", "0x10", "1e", "."),
    ],
)
def test_what_is_no_positive_number_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(UserError) as caught:
        read_positive("--pace", text, 3600, "7.5")
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 200
    assert message.startswith("--pace ")
    assert message.endswith(": this must be a number above 0 and at most 3600, for example 7.5.")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("0.2%", 0.002),
        ("0.002", 0.002),
        (".5 %", 0.005),
        ("50%", 0.5),
        ("2e-3", 0.002),
        ("1E-9", 1e-9),
        ("2e-1%", 0.002),
    ],
)
def test_a_part_is_read(text: str, part: float) -> None:
    assert read_part("--within", text, Fraction(1, 2)) == part


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "0.6", "60%", "1e-999", "1e9", "1e", "nan", "1e-", "0.2 % %"]
)
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="above 0 and at most 50%"):
        read_part("--within", text, Fraction(1, 2))
