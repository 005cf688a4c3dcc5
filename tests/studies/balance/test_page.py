"""The page of a study of balance: what stands on it, and what is left out."""

import re
from typing import Any

import pytest

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.hunt import make_hunt
from analyzer.studies.balance.plan import Design, Plan
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.run import play
from analyzer.studies.balance.variants import Wish
from analyzer.studies.balance.wording import digits_of, number
from analyzer.studies.content import PanelsFigure
from analyzer.studies.request import set_table
from tests.studies.balance.kites import LONGER

SMALL = {"games": 3000, "close_deals": 300, "skill_deals": 100}


def balance(wish: Wish, game: str = "kites", **plan: Any) -> Balance:
    return play(Design.of(set_table(game), wish, Plan(**{**SMALL, **plan})), threads=1)


def stormy(storms: int) -> Balance:
    """With so many games in a thousand that nobody finishes."""
    base = set_table("kites", settings=[f"options.storms={storms}"])
    return play(Design.of(base, Wish(cards=["gust"]), Plan(**SMALL)), threads=1)


def test_what_is_the_same_in_every_game_is_told_in_a_sentence_and_nowhere_else() -> None:
    result = balance(Wish(cards=["gust", "lead"]), "still")
    content = result.content()
    told = [line for line in content.how_to_read if line.startswith("The same in every game")]
    assert len(told) == 1 and f"mean length ({LONGER} rounds)" in told[0]
    assert told[0] in content.tables[0].note
    assert {"length_mean", "length_spread"}.isdisjoint(table.name for table in content.tables)
    assert "length.mean" not in [column.key for column in content.tables[0].columns]
    (panels,) = content.figures
    assert isinstance(panels, PanelsFigure)
    assert not any("length" in panel.title for panel in panels.panels)
    assert "length" not in content.answer
    # The object has it all, as has the page what does vary.
    assert content.result["base"]["length.mean"]["mean"] == LONGER
    assert content.result["constant"][0] == "length.mean"
    assert "first_seat" in [table.name for table in content.tables]
    assert balance(Wish(cards=["gust", "lead"])).constant == []


def test_games_that_were_not_finished_are_told_first() -> None:
    none = stormy(1000)
    answer = none.content().answer
    assert answer == "No game was finished, so nothing is known about how long games last, nor who wins them."
    # Deals that nobody won were not won alike.
    assert none.as_json()["luck"]["always_alike"] is False
    assert "won alike" not in none.content().tables[0].note
    some = re.match(
        r"With the present rules ([\d.]+) % of the games were not finished", stormy(300).content().answer
    )
    assert some is not None and 27 < float(some[1]) < 33
    assert "not finished" not in stormy(1).content().answer


def test_one_game_tells_nothing_of_how_games_differ() -> None:
    result = balance(Wish(cards=["gust"]), games=1, close_deals=1, skill_deals=1)
    answer = result.content().answer
    assert answer.startswith("One game was played, which tells nothing about how much games differ.")
    assert "length.mean" not in result.base
    # It is no news that one game is like itself.
    assert result.constant == []


def test_what_is_certain_is_seen_to_lie_on_its_side_of_0() -> None:
    measure = balance(Wish(cards=["gust"])).measures[0]
    touching, clear = Estimate(-0.02, -0.039, -0.0004), Estimate(-0.02, -0.039, -0.002)
    close = Estimate(-0.02, -0.039, -0.00004)
    for found, low, high in (
        (touching, "-3.90", "-0.04"),
        (close, "-3.900", "-0.004"),
        (clear, "-3.9", "-0.2"),
    ):
        digits = digits_of(measure, [found])
        assert [number(measure, end, digits, sign=True) for end in (found.low, found.high)] == [low, high]


def test_every_figure_of_a_table_is_an_estimate_unless_it_is_counted() -> None:
    for table in balance(Wish(cards=["gust", "lead"])).content().tables:
        for place, column in enumerate(table.columns):
            if column.form not in ("text", "count"):
                assert all(
                    row[place] is None or isinstance(row[place], (Estimate, str)) for row in table.rows
                ), table.name


def test_labels_stand_with_their_groups_and_notes_with_what_they_are_about() -> None:
    content = balance(Wish(cards=["gust", "lead"])).content()
    (group,) = (table for table in content.tables if table.title == "The present rules: when")
    assert [row[0] for row in group.rows] == ["games decided early"]
    assert content.result["measures"]["early"] == "games decided early (when)"
    assert "games decided early" not in [
        row[0] for table in content.tables if table.name == "base_rates" for row in table.rows
    ]
    assert "Copies of gust and lead: in place of plain." in content.how_to_read


def test_two_measures_of_one_name_are_refused() -> None:
    for asking in (
        lambda: Design.of(set_table("clash"), Wish(cards=["gust"]), Plan()),
        lambda: make_hunt(set_table("clash"), targets=["gusts<=2"], vary=["options.fate=0|7"]),
    ):
        with pytest.raises(ValueError, match=r'"gusts" and "gusts seen".*key gusts'):
            asking()


def test_the_page_says_which_variants_have_deals_of_their_own() -> None:
    content = balance(Wish(vary=["options.swirl=0|1", "options.fogs_count"])).content()
    (games,) = (table for table in content.tables if table.name == "games")
    assert [row[2] for row in games.rows] == ["its own", "as in the present rules"]
    correlations = [row[3] for row in games.rows]
    apart, alike = correlations
    assert isinstance(apart, Estimate) and isinstance(alike, Estimate)
    # What is drawn after the deal is the same for both.
    assert apart.high < 0.9 < alike.low
    assert any(
        "Cards are dealt otherwise" in line and "“options.swirl: 1”" in line for line in content.how_to_read
    )
    assert not any("size alone" in line for line in content.how_to_read)
