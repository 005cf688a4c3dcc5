"""A study of balance: effects that are known are found, none is found where there is none, and figures keep their word.

The game of kites is reckoned by hand: with g gusts of n cards, the first card is a gust in g/n of the games, and then
seat 0 wins; lead as the second card makes a game four rounds longer.
"""

import json
import re
from functools import cache
from typing import Any

import pytest

from analyzer.errors import UserError
from analyzer.report.jsontext import json_text
from analyzer.runs import playing
from analyzer.stats.difference import independent
from analyzer.studies import stored
from analyzer.studies.balance import stages
from analyzer.studies.balance.plan import FIRST_REPLAYS, Design, Plan
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.run import play
from analyzer.studies.balance.variants import Wish
from analyzer.studies.content import IntervalFigure, PanelsFigure
from analyzer.studies.request import set_table
from tests.studies.balance.kites import LONGER, WEIGHTS

CARDS = 36
SMALL = {"games": 3000, "close_deals": 300, "skill_deals": 100}
OF_THE_RUN = {"seconds", "games_per_second", "threads"}


def balance(
    wish: Wish, *, settings: list[str] | None = None, policies: list[str] | None = None, **plan: Any
) -> Balance:
    base = set_table("kites", settings=settings or [], policies=policies or [])
    return play(Design.of(base, wish, Plan(**{**SMALL, **plan})), threads=2)


@cache
def of_cards() -> Balance:
    """Gusts and lead varied, well enough to see what they do."""
    wish = Wish(cards=["gust", "lead"], up_to=4)
    names = ["options.fate=30", "options.storms=20"]
    return balance(wish, settings=names, games=300_000, until=0.006, close_deals=8000, skill_deals=4000)


def place_of(result: Balance, label: str) -> int:
    return [variant.label for variant in result.design.variants.played].index(label)


def advantage(gusts: int) -> float:
    """Of the finished games: seat 0 wins with a gust, and a quarter of all others."""
    return 0.98 * 0.75 * gusts / CARDS


def luck(gusts: int) -> float:
    """With a gust, the deal decides; else in 30 of 100 deals. Storms make a fiftieth of the games end without a win."""
    gust, finished = gusts / CARDS, 0.98
    both = [finished**2 * (gust * (seat == 0) + (1 - gust) * (0.3 / 4 + 0.7 / 16)) for seat in range(4)]
    means = [finished * (gust * (seat == 0) + (1 - gust) / 4) for seat in range(4)]
    covariance = sum(each - mean**2 for each, mean in zip(both, means, strict=True))
    return covariance / sum(mean - mean**2 for mean in means)


def skill(gusts: int) -> float:
    """A seat of the weight w wins w / (w + 3) of the games without a gust."""
    chances = [WEIGHTS[name] / (WEIGHTS[name] + 3) for name in ("sharp", "dull")]
    return 0.98 * (1 - gusts / CARDS) * (chances[0] - chances[1])


# What is found


@pytest.mark.parametrize("copies", [0, 1, 3, 4])
def test_known_effects_lie_in_their_intervals(copies: int) -> None:
    result = of_cards()
    place = place_of(result, f"copies of gust: {copies} copies")
    for key, truth in (("first_seat", advantage), ("luck", luck), ("skill", skill)):
        for found, expected in (
            (result.variants[place][key], truth(copies)),
            (result.base[key], truth(2)),
            (result.differences[place][key], truth(copies) - truth(2)),
        ):
            assert found.low <= expected <= found.high, key
            assert found.high - found.low < 0.06
    longer = result.differences[place_of(result, f"copies of lead: {copies} copies")]["length.mean"]
    expected = LONGER * (copies - 2) / CARDS
    assert longer.low <= expected <= longer.high
    assert longer.high - longer.low < 0.1


def test_changes_are_marked_with_their_sign_and_all_else_is_not() -> None:
    result = of_cards()
    marks = {
        variant.label: {measure.key for measure in result.measures if result.change(place, measure)}
        for place, variant in enumerate(result.design.variants.played)
    }
    of_gust = {"first_seat", "luck", "skill", "gusts", *(f"win_rate.{seat}" for seat in range(4))}
    of_gust |= {f"falls.{seat}" for seat in range(4)}
    of_lead = {"length.mean", "length.sd", "length.p95", "early", "late"}
    for label, found in marks.items():
        assert found <= (of_gust if "gust" in label else of_lead), label
        assert found >= ({"first_seat", "gusts"} if "gust" in label else {"length.mean", "length.sd"}), label
    key = next(each for each in result.measures if each.key == "first_seat")
    signs = [result.change(place_of(result, f"copies of gust: {each} copies"), key) for each in (0, 1, 3, 4)]
    assert signs == [-1, -1, 1, 1]


def test_common_deals_make_differences_more_certain() -> None:
    result = of_cards()
    place = place_of(result, "copies of gust: 3 copies")
    correlated = result.correlation(place)
    assert correlated is not None and correlated.low > 0.9
    paired = result.differences[place]["first_seat"]
    unpaired = independent(result.variants[place]["first_seat"], result.base["first_seat"])
    assert paired.high - paired.low < 0.7 * (unpaired.high - unpaired.low)


def test_a_known_effect_is_found_and_one_that_is_none_is_not_in_95_of_100_seeds() -> None:
    # How many deals decide who wins changes who wins in most games, and on the whole only luck. The fogs' rule cannot
    # be used, as the deck has none.
    wish = Wish(vary=["options.fate=50|51", "options.fogs_count", "deck.gust=2|6,deck.plain=30|26"])
    found = quiet = 0
    for seed in range(100):
        result = balance(wish, games=1500, close_deals=50, skill_deals=0, luck=False, seed=seed)
        keys = result.measures
        none = [place_of(result, label) for label in ("options.fate: 50", "options.fogs_count: true")]
        quiet += not any(result.change(place, measure) for place in none for measure in keys)
        found += result.change(place_of(result, "deck.gust and deck.plain: 6 and 26"), keys[0]) == 1
    assert found >= 95
    assert quiet >= 95


def test_the_page_says_what_changed_most_and_what_did_not() -> None:
    content = of_cards().content()
    unfinished, _, rest = content.answer.partition(": lengths are those of the finished ones. ")
    assert unfinished == "With the present rules 2 % of the games were not finished"
    assert rest.startswith("The first seat's advantage, +4.")
    assert "changes most with “copies of gust: " in content.answer
    assert re.search(
        r"and the mean length, 12\.\d+ rounds \(.*\), changes most with “copies of lead: ", content.answer
    )
    assert rest.count(". ") <= 1  # Two sentences, besides decimals.
    names = [table.name for table in content.tables]
    assert names[:5] == ["changes", "first_seat", "length_mean", "skill", "luck"]
    by_label = {str(row[0]): row for row in content.tables[0].rows}
    assert str(by_label["copies of gust: 4 copies"][1]).startswith("+")
    assert str(by_label["copies of gust: 4 copies"][2]).startswith("≤ ")
    (panels,) = content.figures
    assert isinstance(panels, PanelsFigure)
    assert [panel.title for panel in panels.panels][:3] == [
        "advantage of the first seat, points",
        "mean length, rounds",
        "skill, points",
    ]
    for panel in panels.panels:
        assert [line.label for line in panel.lines] == ["copies of gust", "copies of lead"]
        for line in panel.lines:
            assert list(line.places) == [0, 1, 2, 3, 4]
            assert line.values[2] == panel.reference


def test_what_has_no_numbers_is_drawn_as_differences() -> None:
    content = balance(Wish(vary=["options.fogs_count"])).content()
    names = ["first_seat_differences", "length_mean_differences", "skill_differences", "luck_differences"]
    assert [figure.name for figure in content.figures] == names
    assert all(isinstance(figure, IntervalFigure) for figure in content.figures)


def test_decks_of_another_size_are_said_to_confound() -> None:
    replaced, grown = (
        balance(Wish(cards=["ribbon"], up_to=3, grow=grow)).content() for grow in (False, True)
    )
    assert not any("size alone" in line for line in replaced.how_to_read)
    assert any("size alone" in line for line in grown.how_to_read)
    assert "--grow" in grown.command.split()


# How it is played


def test_figures_depend_on_nothing_but_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def figures(threads: int, block_seconds: float) -> dict[str, Any]:
        monkeypatch.setattr(stages, "block_seconds", lambda _: block_seconds)
        base = set_table("kites", settings=["options.fate=30"])
        plan = Plan(games=4000, until=0.04, close_deals=2100, skill_deals=100)
        found = play(Design.of(base, Wish(cards=["gust"]), plan), threads=threads).as_json()
        return {key: value for key, value in found.items() if key not in OF_THE_RUN}

    assert figures(1, 0.5) == figures(3, 0.01)


def test_every_variant_is_played_until_it_is_known_and_no_further() -> None:
    wish = Wish(vary=["options.fate=80|90", "options.fogs_count"])
    result = balance(wish, games=100_000, until=0.02, skill_deals=0, luck=False)
    plan = result.design.plan
    for games, found in zip(result.games_of, result.differences, strict=True):
        assert games in plan.looks
        assert found["first_seat"].high - found["first_seat"].low <= 2 * plan.until
    # The fogs change nobody's win, which is known sooner.
    fate, fogs = (place_of(result, label) for label in ("options.fate: 90", "options.fogs_count: true"))
    assert result.games_of[fogs] < result.games_of[fate] < plan.games
    assert result.parts["games"].base.games == max(result.games_of)


def test_more_games_than_are_allowed_are_not_played_and_the_answer_says_so() -> None:
    result = balance(Wish(cards=["gust"]), until=0.0001)
    assert result.games_of == [3000] * 4
    (games,) = (table for table in result.content().tables if table.name == "games")
    assert (
        "3,000 games were not enough to know the first seat's win rate to ±0.01 points with all" in games.note
    )


def test_looks_come_closer_where_games_are_expected_to_be_enough() -> None:
    plan = Plan()
    steps = [later / earlier for earlier, later in zip(plan.looks, plan.looks[1:], strict=False)]
    assert plan.looks[-1] == plan.games
    assert steps[0] == pytest.approx(2, rel=0.01)
    assert max(steps[8:]) == pytest.approx(1.1, rel=0.01)
    assert Plan(games=10).looks == [10]


def test_where_nothing_is_left_to_chance_few_deals_are_replayed() -> None:
    result = balance(Wish(cards=["gust"]), settings=["options.fate=100"], close_deals=5000)
    assert result.parts["replays"].base.games == FIRST_REPLAYS
    assert result.parts["close"].base.games == 5000
    assert (result.base["luck"].mean, result.base["luck"].high) == (1.0, 1.0)
    content = result.content()
    assert (
        "luck of the deal (100 %: whenever a deal was played twice, it was won alike)"
        in content.tables[0].note
    )
    assert "luck" not in [table.name for table in content.tables]
    assert result.as_json()["luck"] == {"deals": FIRST_REPLAYS, "always_alike": True}


def test_skill_and_luck_can_be_left_out() -> None:
    result = balance(Wish(cards=["gust"]), skill_deals=0, luck=False)
    found = result.as_json()
    assert {"skill", "luck"}.isdisjoint(found["base"])
    assert (found["skill"], found["luck"]) == (None, None)
    assert "swing" in found["base"]
    words = result.content().command.split()
    assert "--no-skill" in words
    assert "--no-luck" in words


def test_a_seat_may_play_what_it_likes() -> None:
    result = balance(Wish(cards=["gust"]), policies=["sharp", "steady", "steady", "dull"], games=20_000)
    found = result.variants[0]  # without gusts
    for seat, weight in enumerate((3, 1, 1, 0.5)):
        rate = found[f"win_rate.{seat}"]
        assert rate.low <= weight / 5.5 <= rate.high


# What it hands over


def test_the_public_object_has_what_is_promised() -> None:
    found = json.loads(json_text(of_cards().as_json()))
    assert {"base", "variants", "cards"} <= found.keys()
    assert found["cards"] == []
    variant = found["variants"][0]
    assert {"set", "measures", "difference", "games"} <= variant.keys()
    assert variant["set"] == {"deck.plain": 32, "deck.gust": 0}
    assert variant["measures"].keys() == variant["difference"].keys() == found["base"].keys()
    for each in (*variant["measures"].values(), *variant["difference"].values()):
        assert each.keys() == {"mean", "low", "high"}
        assert each["low"] <= each["mean"] <= each["high"]
    assert variant["changed"]["first_seat"] == "less"


def test_a_stored_result_comes_back_as_it_was() -> None:
    content = of_cards().content()
    again = stored.from_json(json.loads(json_text(stored.to_json(content))))
    assert (again.answer, again.command) == (content.answer, content.command)
    assert stored.to_json(again) == stored.to_json(content) | json.loads(json_text(content.result))


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ctrl-C once so many stages have been played."""
    left = [0]
    played = playing.play

    def interrupted(*given: Any, **options: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return played(*given, **options)

    monkeypatch.setattr(playing, "play", interrupted)
    return left


@pytest.mark.parametrize(("after", "measured"), [(1, {"first_seat"}), (2, {"luck", "swing"}), (3, {"skill"})])
def test_an_interrupted_study_keeps_what_is_finished(
    stopped: list[int], after: int, measured: set[str]
) -> None:
    stopped[0] = after
    result = balance(Wish(cards=["gust"]), games=2500, until=0.2)
    assert result.partial == (after < 3)
    assert measured <= result.base.keys()
    assert ("skill" in result.base) == (after == 3)
    content = result.content()
    assert content.partial == result.partial
    assert ("partial" in content.result) == result.partial


def test_an_interrupt_before_the_first_game_is_handed_on(stopped: list[int]) -> None:
    with pytest.raises(KeyboardInterrupt):
        balance(Wish(cards=["gust"]))


def test_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UserError, match="games must be a whole number"):
        balance(Wish(cards=["gust"]), games=0)
