"""Short rules: sentences that say which kinds to lay and to keep, and orders that do what they say."""

import pytest

from analyzer.games.openings import Opening
from analyzer.stats.estimate import Estimate
from analyzer.studies.openings.inshort import groups_of, in_short


def opening(*groups: tuple[str, list[str]]) -> Opening:
    kinds = [kind for _, names in groups for kind in names]
    return Opening(
        name="choice",
        laying="laying",
        holding="holding",
        laid="cards",
        kinds=kinds,
        copies=[1] * len(kinds),
        groups=[(title, len(names)) for title, names in groups],
        rules_of_thumb=["asis"],
        untouched="asis",
    )


def effects(values: list[float], half: float = 0.3) -> list[Estimate]:
    return [Estimate(value, value - half, value + half) for value in values]


NUMBERS = ("rank", ["1", "2", "3", "4", "5", "6"])
TOOLS = ("tools", ["bell", "drum", "fife"])
GROWING = [-6.0, -4.0, -2.0, 0.2, 2.0, 4.0]


def told(
    groups: list[tuple[str, list[str]]], values: list[float], half: float = 0.3
) -> tuple[str, list[str]]:
    at = opening(*groups)
    found = in_short(at, effects(values, half))
    assert found is not None
    assert sorted(found.order) == list(range(len(at.kinds)))
    return found.sentence, [at.kinds[place] for place in found.order]


def test_scales_are_told_by_their_ends_and_others_by_their_names() -> None:
    sentence, order = told([NUMBERS, TOOLS], [*GROWING, 9.0, -5.0, 3.0])
    assert sentence == "Lay first bell and fife, then rank 6 and 5; keep first drum, then rank 1 to 3."
    assert order == ["bell", "fife", "6", "5", "4", "3", "2", "1", "drum"]


def test_a_falling_scale_is_laid_from_its_other_end() -> None:
    sentence, order = told([NUMBERS], GROWING[::-1])
    assert sentence == "Lay rank 1 and 2; keep rank 6 to 4."
    assert order == ["1", "2", "3", "4", "5", "6"]


def test_a_scale_keeps_its_order_where_neighbours_are_not_certain() -> None:
    # 2 is below 1 and 6 below 5, by less than the intervals.
    sentence, order = told([NUMBERS], [-4.0, -4.3, -2.0, 0.0, 4.2, 4.0])
    assert sentence == "Lay rank 6 and 5; keep rank 1 to 3."
    assert order == ["6", "5", "4", "3", "2", "1"]


def test_a_group_with_a_certain_exception_is_no_scale() -> None:
    sentence, order = told([NUMBERS], [-4.0, -6.0, -2.0, 0.0, 2.0, 4.0])
    assert sentence == "Lay rank 6 and 5; keep rank 2, 1 and 3."
    assert order == ["6", "5", "4", "3", "1", "2"]


def test_groups_follow_one_another_by_their_mean() -> None:
    sentence, order = told([NUMBERS, TOOLS], [*GROWING, 1.6, -1.6, 1.8])
    assert sentence == "Lay first rank 6 and 5, then fife and bell; keep first rank 1 to 3, then drum."
    assert order == ["6", "5", "fife", "bell", "4", "drum", "3", "2", "1"]


@pytest.mark.parametrize(
    ("values", "sentence"), [([1.0, 2.0, 0.1], "Lay drum and bell."), ([-1.0, 0.2, 0.1], "Keep bell.")]
)
def test_a_part_that_is_empty_is_left_out(values: list[float], sentence: str) -> None:
    assert told([TOOLS], values)[0] == sentence


def test_what_is_certain_but_small_is_not_named() -> None:
    sentence, order = told([TOOLS], [-10.0, 1.0, 10.0], half=0.01)
    assert sentence == "Lay fife; keep bell."
    assert order == ["fife", "drum", "bell"]


def test_where_nothing_is_certain_there_is_no_rule() -> None:
    assert in_short(opening(NUMBERS), effects(GROWING, half=9.0)) is None


def test_groups_have_the_places_of_their_kinds() -> None:
    assert groups_of(opening(NUMBERS, TOOLS)) == [("rank", range(6)), ("tools", range(6, 9))]
