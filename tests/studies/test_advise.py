"""Advice in a game whose actions say themselves how often they win."""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.errors import UserError
from analyzer.games import names
from analyzer.games.positions import Position, Shares
from analyzer.games.protocol import SHARES, Integers
from analyzer.runs.work import never
from analyzer.studies.advice import FIRST_FRESH, GAMES, WITHIN, Advice, Plan
from analyzer.studies.advise import advise
from analyzer.studies.decision import Decision, set_decision
from tests.studies.toy_positions import KEEPING, PositionToy

TIMES = ("seconds", "games_per_second", "threads")
KEYS = [
    "game", "rules", "players", "seat", "question", "position", "policies", "seed", "within", "ways", "lead",
    "advice", "certain", "games", "seconds", "games_per_second", "threads",
]  # fmt: skip

CLEAR = "0.3 0.25 0.2 0.34 0.31"
CLOSE = "0.34 0.25 0.34 0.3398"


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is among the games."""
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy_positions:PositionToy")


def decision(rates: str, question: str = "lay", **fields: Any) -> Decision:
    return set_decision("toy", question, None, {"rates": rates, **fields})


def asked(
    rates: str,
    question: str = "lay",
    *,
    games: int = GAMES,
    seed: int = 1,
    within: float = WITHIN,
    **more: Any,
) -> Advice:
    return advise(decision(rates, question), Plan(games, seed, within), **more)


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if key not in TIMES}


def played(
    found: Advice, action: int, first: int, worlds: int
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """What an action wins in given worlds, world by world, in wins."""
    position = found.decision.position
    shares = PositionToy().play_on(position, [action], found.plan.seed, first, worlds, never())
    return shares[0].astype(np.int64) // SHARES


# What is found


def test_the_best_is_found_and_told_first() -> None:
    found = asked(CLEAR)
    assert found.ways[0].number == 3
    assert [way.number for way in found.ways] == [3, 4, 0, 1, 2]
    assert found.certain and not found.partial
    assert found.games < 1_000_000


def test_figures_are_those_of_fresh_worlds() -> None:
    """Reckoned once more from what is played in them, world by world."""
    found = asked(CLEAR)
    for way in found.ways:
        won = played(found, way.number, FIRST_FRESH, way.fresh)
        assert way.win_rate.mean == won.mean()
        half = 1.96 * won.std() / math.sqrt(way.fresh)
        assert way.win_rate.high - way.win_rate.low == pytest.approx(2 * half, rel=0.02)
        against = played(found, 0, FIRST_FRESH, way.fresh)
        assert way.difference.mean == pytest.approx((won - against).mean(), abs=1e-12)
        half = 1.96 * (won - against).std() / math.sqrt(way.fresh)
        assert way.difference.high - way.difference.low == pytest.approx(2 * half, rel=0.01, abs=1e-12)


def test_the_lead_allows_for_all_that_could_be_second() -> None:
    """Among equals the one that comes second is picked by its luck; the lead's interval must hold 0 all the same."""
    found = asked(CLEAR)
    lead = found.lead
    assert lead is not None
    worlds = found.plan.final_worlds
    values = played(found, 3, FIRST_FRESH, worlds) - played(found, 4, FIRST_FRESH, worlds)
    assert lead.mean == pytest.approx(values.mean(), abs=1e-12)
    half = stats.norm.ppf(1 - 0.05 / 4 / 2) * values.std() / math.sqrt(worlds)
    assert (lead.high - lead.low) / 2 == pytest.approx(half, rel=0.001)
    leads = [asked("0.4 0.4 0.4 0.4 0.4", seed=seed, games=3_000).lead for seed in range(100)]
    assert sum(lead is not None and lead.low <= 0 <= lead.high for lead in leads) >= 90


def test_what_is_dropped_gets_fewer_games_and_all_are_told() -> None:
    found = asked(CLEAR)
    fresh = {way.number: way.fresh for way in found.ways}
    assert fresh[3] == fresh[4] == fresh[0] == fresh[1] == found.plan.final_worlds
    assert fresh[2] == found.plan.final_worlds // 10
    raced = {way.number: way.games - way.fresh for way in found.ways}
    assert min(raced.values()) >= 250 and raced[3] == max(raced.values()) > raced[2]
    assert found.games == sum(way.games for way in found.ways)


def test_intervals_of_what_matters_are_as_narrow_as_what_makes_no_matter() -> None:
    for within in (0.003, 0.01):
        best = asked("0.5 0.45", within=within).ways[0].win_rate
        assert (best.high - best.low) / 2 <= within * 1.001


class Watched(PositionToy):
    """Remembers which worlds it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[Sequence[int], int, int]] = []

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        self.asked.append((tuple(actions), first, count))
        return super().play_on(position, actions, seed, first, count, stop)


def test_no_world_serves_both_the_race_and_the_figures_and_none_is_played_twice() -> None:
    watched, given = Watched(), decision(CLEAR)
    found = advise(Decision(watched, watched, given.position), Plan(GAMES, 1, WITHIN), threads=2)
    _warm_up, *calls = watched.asked
    race = sorted((first, count) for _, first, count in calls if first < FIRST_FRESH)
    fresh = sorted((first, count) for _, first, count in calls if first >= FIRST_FRESH)
    for begin, blocks in ((0, race), (FIRST_FRESH, fresh)):
        for first, count in blocks:
            assert first == begin
            begin += count
    assert sum(len(actions) * count for actions, _, count in calls) == found.games


def test_reported_win_rates_have_no_luck_of_the_choice_in_them() -> None:
    """Many short races between equals: the choice shines in the worlds that chose it, and is average in fresh ones."""
    chosen, reported = [], []
    for seed in range(150):
        found = asked("0.4 0.4 0.4 0.4 0.4", seed=seed, games=3_000)
        total, _, worlds = found.race[-1].score(found.choice)
        chosen.append(total / SHARES / worlds)
        reported.append(found.ways[0].win_rate.mean)
    error = np.std(reported) / math.sqrt(len(reported))
    assert abs(np.mean(reported) - 0.4) < 4 * error
    assert np.mean(chosen) - 0.4 > 8 * error


def test_what_gets_fewer_fresh_worlds_is_not_told_to_be_worse_than_it_is() -> None:
    """Were it seen in fresh worlds which actions get more of them, those with bad luck there would be left with it."""
    reported = []
    for seed in range(100):
        found = asked("0.5 0.4 0.4 0.4 0.4 0.4 0.4", seed=seed, within=0.02)
        fewer = [way.win_rate.mean for way in found.ways if way.fresh < found.plan.final_worlds]
        reported += [np.mean(fewer)] if fewer else []
    assert len(reported) > 90
    assert abs(np.mean(reported) - 0.4) < 4 * np.std(reported) / math.sqrt(len(reported))


def test_the_advised_one_is_as_good_as_is_promised() -> None:
    right = 0
    for seed in range(40):
        found = asked("0.40 0.38 0.36 0.40 0.30 0.39", seed=seed, within=0.015)
        assert found.certain
        right += found.ways[0].number in (0, 3, 5)
    assert right >= 36


# How much is played


def test_figures_depend_on_the_seed_and_not_on_threads_nor_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    one = asked(CLOSE, threads=1).as_json()
    monkeypatch.setattr("analyzer.studies.advise._BLOCK_SECONDS", 0.001)
    three = asked(CLOSE, threads=3).as_json()
    assert without_times(one) == without_times(three)
    assert (one["threads"], three["threads"]) == (1, 3)
    assert without_times(asked(CLOSE, seed=2).as_json())["ways"] != one["ways"]


@pytest.mark.parametrize("games", [10, 11, 57, 1_000, 30_001, 400_000])
def test_no_more_games_are_played_than_are_asked_for(games: int) -> None:
    found = asked(CLOSE + " 0.34", games=games, within=0.001)
    assert 0.9 * games - 5 <= found.games <= games
    assert not found.certain and not found.partial
    assert all(way.fresh > 0 for way in found.ways)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(UserError, match=r"games: 9 are too few to tell 5 ways apart; take 10 or more"):
        asked(CLEAR, games=9)
    assert asked("0.5", games=1).games == 1


def test_progress_tells_the_games_so_far() -> None:
    told: list[int] = []
    found = asked(CLEAR, on_progress=told.append)
    assert told == sorted(told) and told[-1] == found.games


# What is said


def test_the_object_has_all_that_is_public() -> None:
    figures = asked(CLEAR).as_json()
    assert list(figures) == KEYS
    assert [set(way) for way in figures["ways"]] == [
        {"number", "win_rate", "difference", "games", "fresh_games"}
    ] * 5
    assert figures["ways"][2]["difference"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert figures["lead"]["mean"] == pytest.approx(
        figures["ways"][0]["win_rate"]["mean"] - figures["ways"][1]["win_rate"]["mean"]
    )
    assert figures["position"] == {"rates": CLEAR, "shared": "0.5"}
    assert (figures["seat"], figures["players"], figures["certain"]) == (1, 3, True)


def test_what_has_no_reference_is_measured_against_the_advised_one() -> None:
    figures = asked(CLEAR, "go").as_json()
    best, second, *_ = figures["actions"]
    assert best["difference"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert second["difference"]["mean"] == -figures["lead"]["mean"]
    assert "ways" not in figures


def test_a_clear_case_says_what_to_do_and_what_it_gains() -> None:
    text = asked(CLEAR).advice
    assert text.startswith("Choose way 3 of 0.34: it wins 34.")
    assert f"points more (+3.7 to +4.3) than {KEEPING} and 3.1 points more" in text
    assert "than the second, way 4 of 0.31" in text
    assert text.endswith("With 95 % confidence, it is the best way or within 0.3 points of the best.")
    assert "as well" not in text


def test_those_that_do_as_well_are_named() -> None:
    found = asked(CLOSE)
    assert found.certain
    numbers = {way.number for way in found.ways[:3]}
    assert numbers == {0, 2, 3}
    assert found.advice.count("way ") >= 4
    assert (
        "As far as can be told, " in found.advice
        and " do as well: the lead over the second is" in found.advice
    )


def test_many_that_do_as_well_are_counted() -> None:
    text = asked(" ".join(["0.3"] * 8), "go", within=0.02).advice
    assert "and 3 more do as well" in text


def test_that_keeping_is_best_is_said() -> None:
    text = asked("0.4 0.3 0.2").advice
    assert text.startswith(f"Choose way 0 of 0.4, which is {KEEPING}: it wins ")
    assert "the second, way 1 of 0.3" in text
    assert text.count(KEEPING) == 1


def test_that_keeping_is_second_is_said_once() -> None:
    text = asked("0.4 0.45 0.2").advice
    assert f"than {KEEPING}, which comes second." in text


def test_that_the_games_are_gone_is_said() -> None:
    found = asked(CLOSE, games=20_000)
    text = found.advice
    assert text.startswith(f"Which way is best is not certain after {found.games:,} games: way ")
    assert "Not certainly worse: way " in text and text.endswith("more games would tell.")
    assert "95 %" not in text


def test_one_action_is_no_choice() -> None:
    found = asked("0.3", "go")
    assert found.advice.startswith("There is only one turn: way 0 of 0.3; it wins ")
    assert found.certain and found.lead is None and found.as_json()["lead"] is None
    assert found.games == found.plan.final_worlds == found.ways[0].fresh
    assert found.content().figures == []


def test_a_fine_question_is_answered_with_more_digits() -> None:
    assert "within 0.2 points of the best" in asked("0.5 0.4", within=0.002).advice
    assert re.search(r"it wins \d\d\.\d\d % of", asked("0.5 0.4", within=0.002).advice)


def test_the_page_has_the_position_and_the_command() -> None:
    content = set_content(CLEAR, {"mood-of": {2: "blue"}})
    assert content.command == (
        f"analyzer advise toy lay --rates '{CLEAR}' --shared 0.5 --mood-of 2=blue --players 3 --seat 1 "
        "--against plain --play aim:x=3 --games 50000 --within 1% --seed 4"
    )
    ways, position = content.tables
    assert next(row[0] for row in ways.rows) == "way 3 of 0.34"
    assert [row[2] is None for row in ways.rows] == [row[0] == "way 0 of 0.3" for row in ways.rows]
    assert position.rows == [["chances", CLEAR], ["your seat", "a nice one"]]
    assert position.note == "All that is hidden is drawn uniformly."
    assert dict(content.method)["hidden"] == "All that is hidden is drawn uniformly."
    (figure,) = content.figures
    assert len(figure.labels) == 4 and "way 0 of 0.3" not in figure.labels
    assert (figure.reference, figure.reference_label) == (0.0, KEEPING)


def set_content(rates: str, fields: dict[str, Any]) -> Any:
    asked_for = set_decision("toy", "lay", None, {"rates": rates, **fields}, play="aim:x=3", against="plain")
    return advise(asked_for, Plan(50_000, 4, 0.01)).content()


# Interrupted


class Interrupted(PositionToy):
    """Sets the flag that Ctrl-C sets once it has played so many worlds."""

    def __init__(self, race: int, fresh: int = 0) -> None:
        self.left = {True: race, False: fresh}
        self.warm = False

    def play_on(
        self, position: Position, actions: Sequence[int], seed: int, first: int, count: int, stop: Integers
    ) -> Shares:
        if not self.warm:
            self.warm = True
            return super().play_on(position, actions, seed, first, count, stop)
        in_race = first < FIRST_FRESH
        done = min(count, self.left[in_race])
        self.left[in_race] -= done
        if done < count:
            stop[0] = 1
        return super().play_on(position, actions, seed, first, max(done, 1), never())[:, :done]


def interrupted(rates: str, race: int, fresh: int = 0, **more: Any) -> Advice:
    game, given = Interrupted(race, fresh), decision(rates, **more)
    return advise(Decision(game, game, given.position), Plan(GAMES, 1, WITHIN), threads=1)


def test_an_interrupt_in_the_race_gives_what_it_has_and_says_so() -> None:
    found = interrupted(CLEAR, race=400)
    assert found.partial and not found.certain
    assert found.games == 5 * 400
    assert found.advice.startswith("The run was interrupted before the ways could be told apart: so far way ")
    assert found.advice.endswith(
        "These figures are from the worlds that it was chosen in, and so flatter it."
    )
    for way in found.ways:
        assert way.fresh == 0
        assert way.win_rate.mean == played(found, way.number, 0, 400).mean()
    figures, content = found.as_json(), found.content()
    assert (figures["partial"], figures["games_asked"]) == (True, GAMES)
    assert content.partial and "flatter" in content.tables[0].note


def test_an_interrupt_after_some_were_dropped_compares_all_on_common_worlds() -> None:
    found = interrupted(CLEAR, race=2_000)
    assert len({way.games for way in found.ways}) > 1
    for way in found.ways:
        common = min(way.games, next(each.games for each in found.ways if each.number == 0))
        won, against = (played(found, number, 0, common) for number in (way.number, 0))
        assert way.difference.mean == pytest.approx((won - against).mean(), abs=1e-12)


def test_an_interrupt_in_the_fresh_worlds_keeps_the_choice() -> None:
    found = interrupted(CLEAR, race=10**9, fresh=500)
    assert found.partial and found.certain and found.ways[0].number == 3
    assert [way.fresh for way in found.ways] == [500] * 5
    assert found.advice.startswith("Choose way 3 of 0.34")


def test_an_interrupt_before_the_first_fresh_world_tells_what_the_race_found() -> None:
    found = interrupted(CLEAR, race=10**9)
    assert found.partial and found.certain
    assert "flatter it" in found.advice


def test_an_interrupt_before_the_first_world_is_one() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(CLEAR, race=0)


def test_an_interrupt_between_two_stages_is_none_too_many() -> None:
    def interrupt(games: int) -> None:
        if games >= 3_000:
            raise KeyboardInterrupt

    found = asked(CLEAR, on_progress=interrupt)
    assert found.partial and 0 < found.games < 3_000
