"""Comparisons: the figures are those of single games, and hold what they promise."""

import math
from statistics import mean, stdev, variance
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.runs import playing
from analyzer.studies.compare import compare, set_sides
from analyzer.studies.comparison import PILOT, Comparison, Forecast, Plan, Sides
from tests.studies import lots

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

KEYS = [
    "game", "rules", "players", "a", "b", "field", "paired", "deals", "games", "seed", "difference", "a_win_rate",
    "b_win_rate", "by_seat", "variance_ratio", "length_a", "length_b", "stopped", "seconds", "games_per_second",
    "threads",
]  # fmt: skip
TIMES = ("seconds", "games_per_second", "threads")


def without_times(comparison: Comparison) -> dict[str, Any]:
    return {key: value for key, value in comparison.as_json().items() if key not in TIMES}


def hollander(a: str, b: str, deals: int, seed: int = 1, **given: Any) -> Comparison:
    return compare(set_sides("hollander", a, b, **given), Plan(deals, seed))


# Against single games


def seen_in_traces(sides: Sides, seed: int, deals: int) -> dict[str, Any]:
    """What each side won in each deal, seat by seat, and how long its games were, from one trace at a time."""
    seats = range(sides.players)
    won: dict[str, list[list[float]]] = {"a": [], "b": []}
    lengths: dict[str, list[list[int]]] = {"a": [], "b": []}
    for deal in range(deals):
        for side, policy in (("a", sides.a), ("b", sides.b)):
            number = deal if sides.paired else 2 * deal + (side == "b")
            ends = [sides.table.game.trace(sides.seating(policy, s), seed, number)[-1] for s in seats]
            won[side].append(
                [float(e["event"] == "win" and e["seat"] == s) for s, e in zip(seats, ends, strict=True)]
            )
            lengths[side].append([e["turns"] for e in ends if e["event"] == "win"])
    return {"won": won, "lengths": lengths}


CASES: dict[str, dict[str, Any]] = {
    "field is b": {"a": "lowest:swap=high", "b": "random", "players": 3},
    "field is a": {"a": "lowest", "b": "random", "field": "lowest", "players": 4},
    "three policies": {"a": "lowest:swap=high", "b": "lowest", "field": "random:swap=keep", "players": 2},
    "unpaired": {"a": "lowest:swap=high", "b": "lowest", "field": "random", "players": 3, "paired": False},
    "same, unpaired": {"a": "random", "b": "random", "field": "lowest", "players": 3, "paired": False},
    "many unfinished": {"a": "random:swap=keep", "b": "random", "players": 2, "settings": ["options.turn_limit=250"]},
}  # fmt: skip


@needs_speed
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_figures_are_those_of_the_traces_of_single_games(case: dict[str, Any]) -> None:
    deals, seed = 40, 5
    sides = set_sides("hollander", **case)
    found = compare(sides, Plan(deals, seed))
    figures, seen = found.as_json(), seen_in_traces(sides, seed, deals)
    a, b = ([sum(deal) / sides.players for deal in seen["won"][side]] for side in "ab")
    off = [x - y for x, y in zip(a, b, strict=True)]
    half = stats.t.ppf(0.975, deals - 1) * stdev(off) / math.sqrt(deals)
    assert figures["difference"]["mean"] == pytest.approx(mean(off), abs=1e-12)
    assert figures["difference"]["low"] == pytest.approx(mean(off) - half, abs=1e-9)
    assert figures["difference"]["high"] == pytest.approx(mean(off) + half, abs=1e-9)
    assert figures["a_win_rate"]["mean"] == pytest.approx(mean(a))
    assert figures["b_win_rate"]["mean"] == pytest.approx(mean(b))
    assert figures["variance_ratio"] == pytest.approx((variance(a) + variance(b)) / variance(off))
    for seat, seat_found in enumerate(figures["by_seat"]):
        in_seat = [x[seat] - y[seat] for x, y in zip(*seen["won"].values(), strict=True)]
        half = stats.t.ppf(0.975, deals - 1) * stdev(in_seat) / math.sqrt(deals)
        assert seat_found["mean"] == pytest.approx(mean(in_seat), abs=1e-12)
        assert seat_found["high"] == pytest.approx(min(1, mean(in_seat) + half), abs=1e-9)
    for side in "ab":
        lengths = [length for deal in seen["lengths"][side] for length in deal]
        length = figures[f"length_{side}"]
        assert length["mean"] == pytest.approx(mean(lengths))
        assert (length["p50"], length["max"]) == (
            np.quantile(lengths, 0.5, method="inverted_cdf"),
            max(lengths),
        )
        rest = [sum(deal) - len(deal) * mean(lengths) for deal in seen["lengths"][side]]
        error = math.sqrt(sum(r * r for r in rest) / (deals - 1) * deals) / len(lengths)
        assert length["high"] - length["mean"] == pytest.approx(
            stats.t.ppf(0.975, deals - 1) * error, rel=1e-6
        )


@needs_speed
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_mean_over_seats_is_the_difference(case: dict[str, Any]) -> None:
    found = compare(set_sides("hollander", **case), Plan(500, 3))
    assert mean(seat.difference.mean for seat in found.by_seat) == pytest.approx(
        found.difference.mean, abs=1e-12
    )


@needs_speed
@pytest.mark.parametrize(
    ("a", "b", "others", "paired", "games"),
    [
        ("lowest", "random", None, True, 5),
        ("lowest", "random", "lowest", True, 5),
        ("lowest", "random", "random:swap=keep", True, 8),
        ("lowest", "lowest", "random", True, 4),
        ("lowest", "lowest:swap=keep", None, True, 1),
        ("lowest", "random", None, False, 5),
        ("random", "random", None, False, 2),
        ("lowest", "lowest", "random", False, 8),
    ],
)
def test_games_that_serve_several_seats_are_played_once(
    a: str, b: str, others: str | None, paired: bool, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = set_sides("hollander", a, b, field=others, paired=paired)
    played: list[int] = []
    play = sides.table.game.play

    def count(*given: Any) -> Any:
        records = play(*given)
        played.append(records.games)
        return records

    monkeypatch.setattr(sides.table.game, "play", count)
    found = compare(sides, Plan(30, 1), threads=1)
    assert sides.games_per_deal == games
    assert (found.deals, found.games) == (30, 30 * games)
    if paired:
        assert sum(played) == 31 * games  # one deal to warm up


@needs_speed
@pytest.mark.parametrize("others", [None, "random:swap=keep"])
def test_a_policy_against_itself_on_the_same_deals_is_exactly_zero(others: str | None) -> None:
    found = hollander("lowest", "lowest:swap=keep", 2_000, field=others)
    nothing = {"mean": 0.0, "low": 0.0, "high": 0.0}
    figures = found.as_json()
    assert figures["a"] == figures["b"] == "lowest"
    assert figures["difference"] == nothing
    assert figures["by_seat"] == [nothing] * 4
    assert figures["variance_ratio"] is None
    assert figures["a_win_rate"] == figures["b_win_rate"]
    assert figures["length_a"] == figures["length_b"]
    assert "same policy" in found.content().answer
    assert "exactly 0" in found.content().answer


def test_policies_that_played_alike_are_not_said_to_be_the_same() -> None:
    """Nothing differed in 200 deals, but what is rare may not have come up yet."""
    found = compare(lots.sides(lots.lot(0, 1), lots.lot(0, 2)), Plan(200, 1))
    unseen = 1.96**2 / (200 + 1.96**2)
    assert found.difference.mean == 0
    assert found.difference.high == -found.difference.low == pytest.approx(unseen, rel=1e-3)
    assert "No difference is certain" in found.content().answer


def test_a_single_deal_gives_figures() -> None:
    found = compare(lots.sides(lots.lot(0.1), lots.lot()), Plan(1, 1))
    assert -1 <= found.difference.low <= found.difference.mean <= found.difference.high <= 1
    assert found.difference.high - found.difference.low > 0.5
    assert found.content().answer


# Whatever it is played on


@needs_speed
@pytest.mark.parametrize("plan", [Plan(3_000, 7), Plan(5_000, 7, until=0.012), Plan(20_000, 7, decide=True)])
@pytest.mark.parametrize("paired", [True, False])
def test_threads_and_blocks_change_nothing(plan: Plan, paired: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = set_sides("hollander", "lowest:swap=high", "lowest", field="random", players=3, paired=paired)
    whole = without_times(compare(sides, plan, threads=1))
    assert without_times(compare(sides, plan, threads=2)) == whole
    monkeypatch.setattr(playing, "_FIRST_BLOCK", 7)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", 100)
    assert without_times(compare(sides, plan, threads=2)) == whole


def test_a_run_that_stops_has_the_figures_of_its_deals() -> None:
    sides = lots.sides(lots.lot(0.02), lots.lot())
    stopped = compare(sides, Plan(100_000, 3, until=0.01))
    whole = compare(sides, Plan(stopped.deals, 3))
    assert stopped.stopped == "until" and whole.stopped == "games"
    assert (stopped.tally.sums == whole.tally.sums).all()
    assert stopped.difference.mean == whole.difference.mean
    assert stopped.difference.low < whole.difference.low < whole.difference.high < stopped.difference.high


# What is said


def test_the_json_object_has_the_public_keys() -> None:
    figures = hollander("lowest", "random", 50).as_json()
    assert list(figures) == KEYS
    estimates = [figures["difference"], figures["a_win_rate"], figures["b_win_rate"], *figures["by_seat"]]
    assert all(list(each) == ["mean", "low", "high"] for each in estimates)
    assert len(figures["by_seat"]) == figures["players"] == 4
    assert (figures["a"], figures["b"], figures["field"]) == ("lowest", "random", "random")
    assert figures["length_a"]["unit"] == "turns"
    assert figures["stopped"] == "games"


def test_the_content_holds_the_figures() -> None:
    found = compare(lots.sides(lots.lot(0.05), lots.lot()), Plan(5_000, 1))
    content, figures = found.content(), found.as_json()
    assert content.result == figures
    tables = {each.name: each for each in content.tables}
    assert [row[3].as_dict() for row in tables["difference"].rows] == [
        figures["difference"],
        *figures["by_seat"],
    ]
    assert [row[1].as_dict() for row in tables["win_rate"].rows] == [
        figures["a_win_rate"],
        figures["b_win_rate"],
    ]
    assert all(len(row) == len(each.columns) for each in content.tables for row in each.rows)
    (figure,) = content.figures
    assert len(figure.labels) == len(figure.estimates) == 5
    assert figure.reference == 0
    assert dict(content.method)["deals"] == "5,000, the same for both"
    assert list(figure.keys) == ["all seats", "seat 0", "seat 1", "seat 2", "seat 3"]
    assert figure.relative_to == "the win rate with the second policy"
    assert list(figure.among) == [figures["b"]]
    assert tables["length"].quantity == f"mean length, {figures['length_a']['unit']}"


def test_a_single_deal_is_spoken_of_in_the_singular() -> None:
    content = compare(lots.sides(lots.lot(0.05), lots.lot()), Plan(1, 1)).content()
    assert content.figures[0].caption.startswith("1 deal, the same deals for both")
    assert "after 1 deal:" in content.answer


def test_games_without_an_end_are_told() -> None:
    found = hollander("lowest", "random", 20, settings=["options.turn_limit=1"])
    figures = found.as_json()
    assert figures["difference"]["mean"] == 0
    assert figures["length_a"]["mean"] is figures["length_a"]["low"] is None
    assert found.content().tables


def test_the_command_asks_for_the_same() -> None:
    found = compare(
        set_sides("hollander", "random", "lowest", field="lowest:swap=high", players=2, paired=False),
        Plan(300, 6, until=0.0025, decide=True),
    )
    assert found.content().command == (
        "analyzer compare hollander random lowest --field lowest:swap=high --players 2 --deals 300 --seed 6 "
        "--until 0.25% --decide --unpaired"
    )


# Interrupted


def test_an_interrupt_between_two_stages_keeps_what_was_played() -> None:
    def interrupt(_: Forecast) -> None:
        raise KeyboardInterrupt

    sides = lots.sides(lots.lot(0.05), lots.lot())
    found = compare(sides, Plan(50_000, 1), on_pilot=interrupt)
    assert found.partial and found.deals == PILOT
    figures, whole = found.as_json(), compare(sides, Plan(PILOT, 1)).as_json()
    assert (figures["partial"], figures["deals_asked"], figures["stopped"]) == (True, 50_000, "games")
    assert figures["difference"] == whole["difference"]
    content = found.content()
    assert content.partial
    assert "2,000 of 50,000 asked for" in dict(content.method)["deals"]


def test_an_interrupt_before_the_first_deal_is_one() -> None:
    sides = lots.sides(lots.lot(0.05), lots.lot())
    run = playing.Run(None, 0.0, complete=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "play", lambda *_, **__: run)
        with pytest.raises(KeyboardInterrupt):
            compare(sides, Plan(100, 1))


@pytest.mark.parametrize(
    "given",
    [
        {"a": "lowst", "b": "random"},
        {"a": "lowest", "b": "rndom"},
        {"a": "lowest", "b": "random", "field": "nobody"},
        {"a": "lowest", "b": "random", "players": 9},
    ],
)
def test_what_is_unknown_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        set_sides("hollander", **given)


@pytest.mark.parametrize("plan", [Plan(0, 1), Plan(10, -1)])
def test_numbers_that_make_no_sense_are_refused(plan: Plan) -> None:
    with pytest.raises(UserError):
        compare(lots.sides(lots.lot(), lots.lot()), plan)
