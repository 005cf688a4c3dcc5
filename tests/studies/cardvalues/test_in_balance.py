"""Card values as part of a study of balance: beside what a copy more changes, and left out where there are none."""

import json
from functools import cache
from typing import Any

import pytest

from analyzer.errors import UserError
from analyzer.report.jsontext import json_text
from analyzer.runs import playing
from analyzer.studies import stored
from analyzer.studies.balance.plan import Design, Plan
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.run import play
from analyzer.studies.balance.variants import Wish
from analyzer.studies.content import IntervalFigure, Table
from analyzer.studies.request import set_table
from tests.studies.balance.kites import LONGER

CARDS = 36
SMALL = {"games": 1000, "close_deals": 50, "skill_deals": 10, "luck": False}


def balance(wish: Wish, game: str = "pouches", **plan: Any) -> Balance:
    return play(Design.of(set_table(game), wish, Plan(**{**SMALL, **plan})), threads=2)


@cache
def of_cards() -> Balance:
    return balance(Wish(cards=["gust", "lead"]), games=20_000, value_deals=4000)


def cards_table(result: Balance) -> Table:
    (table,) = (each for each in result.content().tables if each.name == "cards")
    return table


def test_a_copy_more_is_held_against_one_fewer() -> None:
    found = {each["kind"]: each["copy_more"] for each in of_cards().as_json()["cards"]}
    assert found["plain"] == found["ribbon"] == {}
    first, longer = found["gust"]["first_seat"], found["lead"]["length.mean"]
    assert first["low"] <= 0.75 * 2 / CARDS <= first["high"]
    assert longer["low"] <= LONGER * 2 / CARDS <= longer["high"]
    # Each difference from the present rules holds its truth; so do the ends put together.
    result = of_cards()
    labels = [variant.label for variant in result.design.variants.played]
    more, fewer = (
        result.differences[labels.index(f"copies of gust: {copies} copies")]["first_seat"]
        for copies in (3, 1)
    )
    assert (first["low"], first["high"]) == (more.low - fewer.high, more.high - fewer.low)


def test_only_rules_with_one_copy_more_and_one_fewer_are_held_against_each_other() -> None:
    wishes = [
        (Wish(cards=["gust"], up_to=2), False),
        (Wish(vary=["deck.gust=1|3"]), True),
        (Wish(vary=["deck.gust=1|4"]), False),
        (Wish(vary=["deck.gust=1|3,deck.plain=31|29"]), False),
    ]
    for wish, known in wishes:
        (gust, *_) = (
            each for each in balance(wish, value_deals=50).as_json()["cards"] if each["kind"] == "gust"
        )
        assert bool(gust["copy_more"]) == known, wish


def test_all_ways_stand_side_by_side() -> None:
    table = cards_table(of_cards())
    assert [column.key for column in table.columns] == [
        *("kind", "copies", "zone", "causal", "dealt", "drawn", "played"),
        *("copy_more_first_seat", "copy_more_length_mean"),
    ]
    assert [row[:3] for row in table.rows[:4]] == [
        *(("plain", 30, "pouch"), ("plain", 30, "sleeve")),
        *(("gust", 2, "pouch"), ("gust", 2, "sleeve")),
    ]
    # What was drawn, played and printed knows no zone, and is said once.
    assert all(each == "" for each in table.rows[3][5:])
    assert "No causal value differs from the dealt one by more than chance." in table.note


def test_the_figure_shows_all_kinds_in_their_order_with_a_colour_for_each_zone() -> None:
    (figure,) = (each for each in of_cards().content().figures if each.name == "card_values")
    assert isinstance(figure, IntervalFigure)
    assert figure.labels[:3] == ["plain, pouch", "plain, sleeve", "gust, pouch"]
    assert figure.places == [0, 1] * 4
    assert figure.scale == 100
    assert "4,000 deals for each zone" in figure.caption


def test_the_page_says_what_is_worth_most_and_that_selection_is_no_cause() -> None:
    content = of_cards().content()
    assert "gust in pouch is worth most, +1" in content.answer
    assert " points of the win rate against the average card (+" in content.answer
    assert ", and lead in pouch least, -" in content.answer
    assert any("weighted by what the table says beside them (copies)" in line for line in content.how_to_read)
    assert any("mixes cause and selection" in line for line in content.how_to_read)
    assert any("must agree with the causal value" in line for line in content.how_to_read)
    method = dict(content.method)["card values"]
    assert (
        method
        == "4,000 deals (pouch) and 4,000 deals (sleeve) with every one of 4 kinds; 4,000 further games watched"
    )


def test_the_public_object_has_what_is_promised() -> None:
    found = json.loads(json_text(of_cards().as_json()))
    assert len(found["cards"]) == 8
    for each in found["cards"]:
        assert {"kind", "zone", "causal", "dealt", "drawn", "played"} <= each.keys()
        for way in ("causal", "dealt", "drawn", "played"):
            assert each[way]["low"] <= each[way]["mean"] <= each[way]["high"]
    assert found["card_values"] == {
        "score": "points of the win rate",
        "weighted_by": "copies",
        "is_rate": True,
        "deals": {"pouch": 4000, "sleeve": 4000},
        "watched": 4000,
        "disagreements": 0,
    }


def test_a_stored_result_comes_back_as_it_was() -> None:
    content = of_cards().content()
    again = stored.from_json(json.loads(json_text(stored.to_json(content))))
    assert stored.to_json(again) == stored.to_json(content) | json.loads(json_text(content.result))


def test_all_games_are_counted_and_expected() -> None:
    told: list[tuple[int, int]] = []
    design = Design.of(set_table("pouches"), Wish(cards=["gust"]), Plan(**{**SMALL, "value_deals": 500}))
    result = play(design, threads=1, on_progress=lambda done, total: told.append((done, total)))
    without = balance(Wish(cards=["gust"]), value_deals=0)
    assert result.games == without.games + 500 * (2 * 4 + 1)
    assert told[-1] == (result.games, result.games)


def test_values_can_be_left_out() -> None:
    result = balance(Wish(cards=["gust"]), value_deals=0)
    assert (result.as_json()["cards"], result.as_json()["card_values"]) == ([], None)
    content = result.content()
    assert "--no-values" in content.command.split()
    assert dict(content.method)["card values"] == "left out"
    assert "cards" not in [table.name for table in content.tables]


def test_a_game_that_deals_no_cards_has_no_values_and_says_so() -> None:
    content = balance(Wish(cards=["gust"]), "kites").content()
    assert content.result["cards"] == []
    assert dict(content.method)["card values"] == "none, as nobody is dealt cards of their own"
    assert "values" not in content.command
    with pytest.raises(UserError, match="Kites deals no cards that could be valued"):
        balance(Wish(cards=["gust"]), "kites", value_deals=5)


@pytest.mark.parametrize(
    ("after", "zones", "watched"), [(2, 0, False), (3, 1, False), (4, 2, False), (5, 2, True)]
)
def test_an_interrupted_study_shows_the_values_that_are_known(
    monkeypatch: pytest.MonkeyPatch, after: int, zones: int, watched: bool
) -> None:
    """Ctrl-C once so many runs are over: plain games, closely watched ones, two zones, games watched."""
    left, played = [after], playing.play

    def interrupted(*given: Any, **options: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return played(*given, **options)

    monkeypatch.setattr(playing, "play", interrupted)
    result = balance(Wish(cards=["gust"]), until=0.2, skill_deals=0, value_deals=200)
    assert result.partial == (not watched)
    content = result.content()
    known = [each for each in content.result["cards"] if each["causal"] is not None]
    assert len(known) == 4 * zones
    assert any(each["played"] for each in content.result["cards"]) == watched
    assert ("card_values" in [figure.name for figure in content.figures]) == (zones > 0)
    assert ("cards" in [table.name for table in content.tables]) == (zones > 0)
