import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analyzer.errors import UserError
from analyzer.games.policyspec import Parameter, Policy, PolicySpec, Setting, parse, per_seat

SWAPS = ("keep", "high", "low")
POLICIES = {
    "lowest": Policy("lowest", "plays low", (Parameter("swap", "keep", "what is laid", words=SWAPS),)),
    "mixed": Policy(
        "mixed",
        "plays by weights",
        (
            Parameter("swap", "high", "what is laid", words=SWAPS),
            Parameter("risk", 0.5, "how brave", low=0, high=1),
            Parameter("depth", 3, "how far", low=-5, high=1_000_000, whole=True),
            Parameter("weight", 1, "how much"),
        ),
    ),
    "plain": Policy("plain", "plays", ()),
}


def read(text: str) -> PolicySpec:
    return parse(text, POLICIES, "Toy")


def refusal(text: str) -> str:
    with pytest.raises(UserError) as caught:
        read(text)
    message = str(caught.value)
    assert len(message.splitlines()) <= 2
    assert all(line.isprintable() for line in message.splitlines())
    return message


@pytest.mark.parametrize(
    ("text", "values", "canonical"),
    [
        ("plain", (), "plain"),
        ("lowest", ("keep",), "lowest"),
        ("lowest:swap=high", ("high",), "lowest:swap=high"),
        ("lowest:swap=keep", ("keep",), "lowest"),
        (" lowest : swap = low ", ("low",), "lowest:swap=low"),
        ("mixed", ("high", 0.5, 3, 1), "mixed"),
        ("mixed:depth=4,swap=low", ("low", 0.5, 4, 1), "mixed:swap=low,depth=4"),
        ("mixed:risk=1.0,weight=-.5e-3", ("high", 1, 3, -0.0005), "mixed:risk=1,weight=-0.0005"),
        ("mixed:depth=1e6", ("high", 0.5, 1_000_000, 1), "mixed:depth=1000000"),
        ("mixed:risk=-0", ("high", 0, 3, 1), "mixed:risk=0"),
        ("mixed:weight=1e300", ("high", 0.5, 3, 1e300), "mixed:weight=1e+300"),
    ],
)
def test_a_spec_has_all_values_and_one_text(text: str, values: tuple[object, ...], canonical: str) -> None:
    spec = read(text)
    assert spec.values == values
    assert spec.canonical == str(spec) == canonical
    assert read(canonical) == spec
    assert hash(read(canonical)) == hash(spec)


def test_whole_parameters_are_ints_and_others_floats() -> None:
    values = read("mixed:depth=4.0,risk=1").values
    assert [type(value) for value in values[1:3]] == [float, int]


@given(
    swap=st.sampled_from(SWAPS),
    risk=st.floats(0, 1),
    depth=st.integers(-5, 1_000_000),
    weight=st.floats(allow_nan=False, allow_infinity=False),
)
def test_every_spec_reads_back_from_its_text(swap: str, risk: float, depth: int, weight: float) -> None:
    changes: dict[str, Setting] = {"swap": swap, "risk": risk, "depth": depth, "weight": weight}
    spec = POLICIES["mixed"].spec(changes)
    assert read(spec.canonical) == spec


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ("name is missing", "lowest, mixed, plain")),
        (":swap=low", ("name is missing", "lowest, mixed, plain")),
        ("lowets", ("Toy", '"lowets"', 'Did you mean "lowest"?', "lowest, mixed, plain")),
        ("quux:swap=low", ('"quux"', "lowest, mixed, plain")),
        ("my/file.py:mine:swap=low", ('no policy "my/file.py:mine"', "lowest, mixed, plain")),
        ("a\x1bb\n", ("no policy", "lowest, mixed, plain")),
        ("x" * 5000, ("no policy", "lowest, mixed, plain")),
        ("lowest:", ("parameter is missing", "KEY=VALUE", "Its parameters are swap")),
        ("lowest:swap=low,", ("parameter is missing",)),
        ("lowest:=low", ("parameter is missing",)),
        ("lowest:swpa=low", ("lowest has no parameter", '"swpa"', 'Did you mean "swap"?')),
        ("mixed:quux=1", ("mixed has no parameter", "swap, risk, depth, weight")),
        ("plain:swap=low", ("plain has no parameter", "It has no parameters")),
        ("lowest:swap", ("swap needs a value", "swap=VALUE", "keep, high, low")),
        ("lowest:swap=", ("swap must be one of keep, high, low",)),
        ("lowest:swap=hihg", ("one of keep, high, low", '"hihg"', 'Did you mean "high"?')),
        ("lowest:swap=low,swap=low", ("swap twice",)),
        ("mixed:risk=much", ("risk must be a number from 0 to 1", '"much"')),
        ("mixed:risk=1.01", ("risk must be a number from 0 to 1", '"1.01"')),
        ("mixed:risk=nan", ("risk must be a number from 0 to 1", '"nan"')),
        ("mixed:weight=inf", ("weight must be a number, not", '"inf"')),
        ("mixed:weight=1e999", ("weight must be a number", '"1e999"')),
        ("mixed:weight=1_0", ("weight must be a number", '"1_0"')),
        ("mixed:weight=٣", ("weight must be a number", '"٣"')),
        ("mixed:depth=1.5", ("depth must be a whole number from -5 to 1000000", '"1.5"')),
        ("mixed:depth=-6", ("depth must be a whole number from -5 to 1000000", '"-6"')),
    ],
)
def test_a_wrong_text_is_refused_with_what_would_be_right(text: str, words: tuple[str, ...]) -> None:
    message = refusal(text)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("low", "high", "right"),
    [
        (0, math.inf, "a number of at least 0"),
        (-math.inf, 2.5, "a number of at most 2.5"),
        (-math.inf, math.inf, "a number"),
    ],
)
def test_open_bounds_are_told_as_such(low: float, high: float, right: str) -> None:
    assert Parameter("p", 0, "", low=low, high=high).right == right


@given(text=st.text(max_size=40) | st.text(max_size=40).map(lambda text: f"mixed:{text}"))
def test_no_text_brings_anything_but_a_user_error(text: str) -> None:
    try:
        spec = read(text)
    except UserError:
        return
    assert read(spec.canonical) == spec


@given(text=st.text("lowestmixdplan:=,.0123py", min_size=1, max_size=30))
def test_a_text_that_is_read_names_a_policy(text: str) -> None:
    name = text.split(":")[0]
    assume(name not in POLICIES)
    refusal(text)


# Seats


def seats(*texts: str, players: int = 3) -> list[str]:
    return [str(spec) for spec in per_seat(texts, players, POLICIES, "plain", "Toy")]


def test_without_a_policy_all_seats_play_the_default() -> None:
    assert seats() == ["plain"] * 3


def test_one_policy_is_for_all_seats() -> None:
    assert seats("lowest:swap=low") == ["lowest:swap=low"] * 3


def test_as_many_policies_as_seats_are_one_each() -> None:
    assert seats("lowest", "plain", "mixed:depth=1") == ["lowest", "plain", "mixed:depth=1"]


@pytest.mark.parametrize("count", [2, 4])
def test_another_number_of_policies_is_refused(count: int) -> None:
    with pytest.raises(UserError, match=rf"{count} policies .* 3 seats.*one for all.*one per seat"):
        seats(*["lowest"] * count)


def test_a_wrong_policy_of_any_seat_is_refused() -> None:
    with pytest.raises(UserError, match='Did you mean "mixed"'):
        seats("lowest", "plain", "mxied")
