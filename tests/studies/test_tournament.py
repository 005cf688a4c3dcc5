"""Tournaments: the figures are those of single games, and errors allow for what deals have in common."""

import math
import signal
from itertools import combinations
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.runs import playing
from analyzer.stats import strength
from analyzer.stats.estimate import Estimate
from analyzer.studies.tournament import Tournament, play
from analyzer.studies.tournament_field import Field, set_field
from tests.studies import lots

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

KEYS = [
    "game", "rules", "players", "deals", "games", "seed", "policies", "ranking", "table", "table_shows", "differences",
    "seconds", "games_per_second", "threads",
]  # fmt: skip
TIMES = ("seconds", "games_per_second", "threads")
POLICIES = ["lowest", "random", "lowest:swap=high"]


def without_times(tournament: Tournament) -> dict[str, Any]:
    return {key: value for key, value in tournament.as_json().items() if key not in TIMES}


def hollander(policies: list[str], deals: int, seed: int = 1, **given: Any) -> Tournament:
    return play(set_field("hollander", policies, seed=seed, **given), deals=deals)


# Against single games


def scores(field: Field, deals: int) -> list[dict[tuple[int, int], float]]:
    """For each deal, what one seat of the row won on average in all games with the column, game by game."""
    size = range(len(field.competitors))
    found = []
    for deal in range(deals):
        won: dict[tuple[int, int], list[float]] = {(row, column): [] for row in size for column in size}
        for seating, setup in zip(field.seatings, field.setups, strict=True):
            end = field.table.game.trace(setup, field.seed, deal)[-1]
            winner = seating[end["seat"]] if end["event"] == "win" else None
            for row in set(seating):
                for column in set(seating):
                    won[row, column].append((winner == row) / seating.count(row))
        found.append({pair: mean(each) for pair, each in won.items() if each})
    return found


CASES: dict[str, dict[str, Any]] = {
    "pairs": {"policies": POLICIES, "players": 2},
    "as many as seats": {"policies": POLICIES, "players": 3},
    "fewer than seats": {"policies": POLICIES[:2], "players": 3},
    "more than seats": {"policies": [*POLICIES, "random:swap=keep"], "players": 3},
    "many unfinished": {"policies": POLICIES, "players": 2, "settings": ["options.turn_limit=60"]},
}  # fmt: skip


@needs_speed
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_figures_are_those_of_the_traces_of_single_games(case: dict[str, Any]) -> None:
    deals = 30
    found = hollander(deals=deals, seed=4, **case)
    seen = scores(found.field, deals)
    size = range(len(case["policies"]))
    for rank in found.ranking:
        own = mean(deal[rank.competitor, rank.competitor] for deal in seen)
        assert rank.win_rate.mean == pytest.approx(own, abs=1e-12)
    for row, column in ((row, column) for row in size for column in size):
        if row == column:
            assert found.table[row][column] is found.differences[row][column] is None
            continue
        off = [deal[row, column] - deal[column, row] for deal in seen]
        difference = found.differences[row][column]
        assert difference is not None
        assert difference.mean == pytest.approx(mean(off), abs=1e-12)
        half = stats.t.ppf(0.975, deals - 1) * stdev(off) / math.sqrt(deals)
        if half > 0:
            assert difference.high == pytest.approx(min(1, mean(off) + half), abs=1e-9)
        cell = found.table[row][column]
        assert cell is not None
        wins = mean(deal[row, column] for deal in seen)
        assert cell.mean == pytest.approx(wins if case["players"] == 2 else mean(off), abs=1e-12)


@needs_speed
def test_the_strengths_of_two_are_the_log_odds_of_their_wins() -> None:
    found = hollander(["lowest", "lowest:swap=high"], 5_000, players=2)
    one, other = (found.table[row][1 - row] for row in (0, 1))
    assert one is not None and other is not None
    ranking = {str(rank.policy): rank for rank in found.ranking}
    apart = ranking["lowest:swap=high"].strength - ranking["lowest"].strength
    assert apart == pytest.approx(math.log(other.mean / one.mean), abs=1e-9)
    assert sum(rank.strength for rank in found.ranking) == pytest.approx(0, abs=1e-12)
    # The delta method on the mean over deals.
    width = (other.high - other.low) / 2 / 1.96
    assert 2 * ranking["lowest"].se == pytest.approx(width / other.mean / (1 - other.mean), rel=0.02)


@needs_speed
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_threads_and_blocks_change_nothing(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    field = set_field("hollander", case["policies"], players=case["players"], seed=5)
    whole = without_times(play(field, deals=700, threads=1))
    assert without_times(play(field, deals=700, threads=2)) == whole
    monkeypatch.setattr(playing, "_FIRST_BLOCK", 9)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", 50)
    assert without_times(play(field, deals=700, threads=2)) == whole


# What is promised


def certain(cell: Estimate | None) -> Estimate:
    assert cell is not None
    return cell


FIELDS: dict[str, tuple[list[Any], int]] = {
    "pairs": ([lots.lot(0.0), lots.lot(0.1), lots.lot(0.15)], 2),
    "tables": ([lots.lot(0.0), lots.lot(0.1), lots.lot(0.15), lots.lot(0.05)], 3),
    "one seat and two": ([lots.lot(0.0), lots.lot(0.1)], 3),
    "deals that decide": ([lots.TIDE.spec(), lots.lot(0.1), lots.lot(0.0)], 2),
}


@pytest.mark.parametrize(("competitors", "players"), FIELDS.values(), ids=FIELDS)
def test_errors_and_intervals_allow_for_what_deals_have_in_common(
    competitors: list[Any], players: int
) -> None:
    field, runs = lots.field(competitors, players), 200
    found = [
        play(Field(field.table, field.competitors, seed, field.seatings), deals=200, threads=1)
        for seed in range(100, 100 + runs)
    ]
    logs = np.array([each.strengths.log for each in found])
    errors = np.array([each.strengths.standard_errors for each in found])
    assert errors.mean(axis=0) == pytest.approx(logs.std(axis=0, ddof=1), rel=0.2)
    whole = play(field, deals=200_000)
    for row, column in combinations(range(len(competitors)), 2):
        wanted = certain(whole.differences[row][column]).mean
        cells = [certain(each.differences[row][column]) for each in found]
        held = sum(cell.low <= wanted <= cell.high for cell in cells) / runs
        assert held == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / runs))


def test_independent_games_would_give_wrong_errors() -> None:
    """A tide wins or loses all games of a deal: the errors of independent games are far too small."""
    field = lots.field([lots.TIDE.spec(), lots.lot(0.1), lots.lot(0.0), lots.lot(0.05)], 2)
    found = play(field, deals=2_000)
    supposed = strength.fit(
        [
            strength.Table(list(table), [int(won) for won in found.tally.won[row][list(table)]], 10**6)
            for row, table in enumerate(field.gatherings)
        ],
        4,
        60,
    )
    assert supposed.log == pytest.approx(found.strengths.log, abs=1e-9)
    assert found.strengths.standard_errors[0] > 1.5 * supposed.standard_errors[0]


def test_equals_share_a_group_and_others_do_not() -> None:
    competitors = [lots.lot(0, 1), lots.lot(0.2), lots.lot(0, 2), lots.lot(-0.2)]
    for players in (2, 3, 4):
        found = play(lots.field(competitors, players), deals=3_000)
        groups = {rank.competitor: rank.group for rank in found.ranking}
        assert groups == {1: 1, 0: 2, 2: 2, 3: 3}
        assert [rank.strength for rank in found.ranking] == sorted(found.strengths.log.tolist(), reverse=True)
        answer = found.content().answer
        assert answer.startswith("lot:skill=0.2 comes first of 4")
        assert "All others are weaker" in answer


def test_who_cannot_be_told_from_the_first_is_named() -> None:
    answer = play(lots.field([lots.lot(0, 1), lots.lot(-0.3), lots.lot(0, 2)], 2), deals=500).content().answer
    assert "It cannot be told apart from lot" in answer


def test_who_never_wins_has_a_finite_strength() -> None:
    found = play(lots.field([lots.LOSER.spec(), lots.lot(), lots.lot(0.1)], 3), deals=500)
    assert all(math.isfinite(rank.strength) and rank.se > 0 for rank in found.ranking)
    assert str(found.ranking[-1].policy) == "loser"
    assert "imagined games" in found.content().answer


def test_games_without_an_end_put_nobody_behind() -> None:
    """With one game of twenty unfinished, equals win less than half of theirs, and are even all the same."""
    found = play(lots.field([lots.lot(0, 1), lots.lot(0, 2)], 2), deals=5_000)
    one, other = certain(found.table[0][1]), certain(found.table[1][0])
    assert one.high < 0.5 and other.high < 0.5
    difference, turned = certain(found.differences[0][1]), certain(found.differences[1][0])
    assert difference.low <= 0 <= difference.high
    assert (turned.mean, turned.low) == pytest.approx((-difference.mean, -difference.high))
    assert found.fair_share == pytest.approx(0.475, abs=0.01)


def test_many_competitors_meet_at_balanced_tables() -> None:
    competitors = [lots.lot(0.02 * skill) for skill in range(12)]
    found = play(lots.field(competitors, 4), deals=2_000)
    assert [rank.competitor for rank in found.ranking] == list(range(11, -1, -1))
    assert all(
        (cell is None) == (row == column)
        for row, cells in enumerate(found.table)
        for column, cell in enumerate(cells)
    )


@pytest.mark.parametrize("deals", [1, 2, 5])
def test_few_deals_give_figures(deals: int) -> None:
    found = play(lots.field([lots.lot(), lots.lot(0.1), lots.lot(0.2)], 3), deals=deals)
    assert found.as_json()["deals"] == deals
    assert all(rank.se > 0.1 for rank in found.ranking)
    assert found.content().tables


# What is said


@needs_speed
def test_the_json_object_has_the_public_keys() -> None:
    found = hollander(POLICIES, 50, players=3)
    figures = found.as_json()
    assert list(figures) == KEYS
    assert figures["policies"] == POLICIES
    assert (figures["players"], figures["deals"], figures["games"], figures["seed"]) == (3, 50, 300, 1)
    assert all(list(rank) == ["policy", "strength", "se", "win_rate", "group"] for rank in figures["ranking"])
    assert sorted(rank["policy"] for rank in figures["ranking"]) == sorted(POLICIES)
    assert [len(row) for row in figures["table"]] == [3, 3, 3]
    assert list(figures["table"][0][1]) == ["mean", "low", "high"]
    assert (figures["table"] == figures["differences"], figures["table_shows"]) == (True, "difference")
    assert hollander(POLICIES, 5, players=2).as_json()["table_shows"] == "win rate"


@needs_speed
def test_the_content_holds_the_figures() -> None:
    found = hollander(POLICIES, 200, players=2)
    content, figures = found.content(), found.as_json()
    assert content.result == figures
    tables = {each.name: each for each in content.tables}
    assert [row[1] for row in tables["ranking"].rows] == [rank["policy"] for rank in figures["ranking"]]
    assert len(tables["table"].rows) == 3
    assert all(len(row) == len(each.columns) for each in content.tables for row in each.rows)
    ranking, heat = content.figures
    assert len(ranking.estimates) == len(heat.labels) == 3
    # The strongest stands above, and wins more often than all others.
    assert all(cell is None or cell.mean > 0 for cell in heat.estimates[0])
    assert content.command == (
        "analyzer tournament hollander --players 2 --policy lowest --policy random --policy lowest:swap=high "
        "--deals 200 --seed 1"
    )
    assert sorted(ranking.keys) == ranking.among == ["lowest", "lowest:swap=high", "random"]
    assert list(ranking.keys) == [rank["policy"] for rank in figures["ranking"]]
    assert ranking.relative_to == "the mean of all competitors"


def test_a_single_deal_and_table_are_spoken_of_in_the_singular() -> None:
    one = play(lots.field([lots.lot(), lots.lot(0.1)], 2), deals=1).content()
    assert one.figures[0].caption.startswith("1 deal in 2 seatings each, 2 players")
    assert dict(one.method)["games"] == "2: in each deal 2 seatings of 1 table"
    more = play(lots.field([lots.lot(), lots.lot(0.1), lots.lot(0.2)], 2), deals=2_000).content()
    assert more.figures[0].caption.startswith("2,000 deals in 6 seatings each")
    assert dict(more.method)["games"] == "12,000: in each deal 6 seatings of 3 tables"


# Interrupted


def test_an_interrupt_keeps_what_was_played() -> None:
    field = lots.field([lots.lot(), lots.lot(0.1), lots.lot(0.2)], 3)
    found = play(field, deals=10**8, on_progress=lambda _: signal.raise_signal(signal.SIGINT))
    assert found.partial and 0 < found.deals < 10**8
    figures, whole = found.as_json(), play(field, deals=found.deals).as_json()
    assert (figures["partial"], figures["deals_asked"]) == (True, 10**8)
    assert figures["ranking"] == whole["ranking"]
    assert found.content().partial


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        ([], "two competitors or more, and none is given"),
        (["lowest"], "two competitors or more, and only lowest is given"),
        (["lowest", "random", "lowest:swap=keep"], "lowest is given twice"),
        (["lowest", "rndom"], '"rndom"'),
    ],
)
def test_what_makes_no_tournament_is_refused(policies: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        set_field("hollander", policies)


def test_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UserError):
        play(lots.field([lots.lot(), lots.lot(0.1)], 2), deals=0)
