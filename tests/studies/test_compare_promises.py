"""Comparisons hold what they promise: coverage, false alarms, stopping early, forecasts."""

import math
from collections.abc import Callable
from itertools import pairwise
from statistics import mean, stdev

import pytest
from scipy import stats

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.compare import compare, set_sides
from analyzer.studies.comparison import LONG, PILOT, Comparison, Forecast, Plan, Sides
from tests.studies import lots

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


def truth(sides: Sides, deals: int = 400_000) -> float:
    """The difference, from very many deals of another seed."""
    return compare(sides, Plan(deals, 10**9)).difference.mean


COVERED: dict[str, Callable[[], Sides]] = {
    "small difference": lambda: lots.sides(lots.lot(0.03), lots.lot()),
    "another field": lambda: lots.sides(lots.lot(0.1), lots.lot(-0.2), lots.lot(0.1), players=3),
    "seats that win together": lambda: lots.sides(lots.TIDE.spec(), lots.lot(0.5)),
    "unpaired": lambda: lots.sides(lots.lot(0.03), lots.lot(), players=2, paired=False),
}


@pytest.mark.parametrize("case", COVERED.values(), ids=COVERED)
def test_intervals_hold_the_truth_in_95_of_100_runs(case: Callable[[], Sides]) -> None:
    sides, runs = case(), 400
    wanted = truth(sides)
    found = [compare(sides, Plan(300, seed), threads=1).difference for seed in range(runs)]
    held = sum(each.low <= wanted <= each.high for each in found)
    assert held / runs == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / runs))
    errors = [(each.high - each.low) / 2 / 1.968 for each in found]
    assert mean(errors) == pytest.approx(stdev([each.mean for each in found]), rel=0.15)


def test_the_deal_is_the_unit_of_chance() -> None:
    """A tide lifts all seats or none: four games of a deal say no more than one."""
    sides = lots.sides(lots.TIDE.spec(), lots.lot())
    found = compare(sides, Plan(4_000, 2))
    p = found.overall.a.mean
    as_one_game = 1.96 * math.sqrt(p * (1 - p) / found.deals)
    assert (found.overall.a.high - found.overall.a.low) / 2 == pytest.approx(as_one_game, rel=0.02)


RUNS = 200


def false_alarms(sides: Sides) -> int:
    found = [compare(sides, Plan(200, seed)).difference for seed in range(RUNS)]
    return sum(not each.low <= 0 <= each.high for each in found)


@needs_speed
def test_a_policy_against_itself_on_different_deals_differs_in_one_run_of_twenty() -> None:
    sides = set_sides("hollander", "random", "random", field="lowest", paired=False)
    assert 1 <= false_alarms(sides) <= stats.binom.ppf(0.999, RUNS, 0.05)


@needs_speed
def test_a_policy_among_its_likes_differs_from_itself_even_less_often() -> None:
    """Somebody wins each game, so over all seats only games that are not finished can differ."""
    assert false_alarms(set_sides("hollander", "random", "random", paired=False)) <= 10


@needs_speed
def test_a_run_that_may_stop_decides_wrongly_in_less_than_one_of_twenty() -> None:
    sides = set_sides("hollander", "random", "random", field="lowest", players=2, paired=False)
    runs = [compare(sides, Plan(600, seed, decide=True)).stopped for seed in range(RUNS)]
    assert runs.count("decide") <= 10


def test_deciding_is_wrong_in_less_than_one_run_of_twenty_in_long_runs() -> None:
    sides = lots.sides(lots.lot(), lots.lot(), lots.lot(0.1), players=2, paired=False)
    runs = [compare(sides, Plan(6_000, seed, decide=True), threads=1).stopped for seed in range(RUNS)]
    assert runs.count("decide") <= 10


def test_a_small_difference_is_found_and_its_sign_is_right() -> None:
    better = lots.sides(lots.lot(0.01), lots.lot())
    wanted = truth(better)
    assert 0 < wanted < 0.05
    found = compare(better, Plan(50_000, 4))
    assert found.difference.low > 0
    assert found.difference.low < wanted < found.difference.high
    decided = compare(better, Plan(1_000_000, 4, decide=True))
    assert decided.stopped == "decide" and decided.deals < 100_000
    assert decided.difference.low > 0
    worse = compare(lots.sides(lots.lot(), lots.lot(0.01)), Plan(1_000_000, 4, decide=True))
    assert worse.stopped == "decide" and worse.difference.high < 0


@needs_speed
def test_a_small_difference_of_a_real_game_is_found() -> None:
    found = compare(set_sides("hollander", "lowest:swap=high", "lowest"), Plan(10_000, 1))
    assert 0.02 < found.difference.low < found.difference.high < 0.1
    answer = found.content().answer
    assert answer.startswith("Playing lowest:swap=high instead of lowest wins ")
    assert f"{100 * found.difference.mean:.2f} points more" in answer


def test_pairing_narrows_the_interval_by_the_variance_ratio() -> None:
    a, b, others = lots.lot(0.05), lots.lot(), lots.lot(0.1)
    on_same = compare(lots.sides(a, b, others), Plan(20_000, 1))
    on_other = compare(lots.sides(a, b, others, paired=False), Plan(20_000, 1))
    widths = [each.difference.high - each.difference.low for each in (on_same, on_other)]
    ratio = on_same.overall.variance_ratio
    assert ratio is not None and ratio > 2
    assert (widths[1] / widths[0]) ** 2 == pytest.approx(ratio, rel=0.05)
    assert on_other.overall.variance_ratio == pytest.approx(1, abs=0.05)
    games = (ratio - 1) * on_same.games
    said = on_same.content().answer
    assert f"saved {int(float(f'{games:.3g}')):,} games" in said
    assert f"{ratio:.2f} times as many" in said
    assert "same deals" not in on_other.content().answer


# Stopping early


def test_until_stops_at_the_first_look_that_is_narrow_enough() -> None:
    sides = lots.sides(lots.lot(0.02), lots.lot())
    plan = Plan(100_000, 9, until=0.015)
    found = compare(sides, plan)
    assert found.deals in plan.looks
    assert found.difference.high - found.difference.low <= 0.03
    before = plan.looks[plan.looks.index(found.deals) - 1]
    short = compare(sides, Plan(before, 9, until=0.015))
    assert short.stopped == "games"
    assert "All" in short.content().answer and "±1.5%" in found.content().answer


def test_looks_depend_on_the_plan_alone() -> None:
    looks = Plan(10_000_000, 1, decide=True).looks
    assert looks[0] >= 100 and looks[-1] == 10_000_000
    assert looks == sorted(set(looks))
    assert all(b <= 1.3 * a for a, b in pairwise(looks))
    assert Plan(10_000_000, 2, until=0.5).looks == looks
    assert Plan(10, 1, decide=True).looks == [10]
    assert Plan(LONG, 1).looks == [LONG]
    assert Plan(LONG + 1, 1).looks == [PILOT, LONG + 1]


def test_one_policy_against_itself_needs_one_look_to_be_narrow_and_never_decides() -> None:
    sides = lots.sides(lots.lot(), lots.lot())
    assert compare(sides, Plan(3_000, 1, until=0.001)).stopped == "until"
    assert compare(sides, Plan(3_000, 1, decide=True)).stopped == "games"


# The forecast


def forecasts(sides: Sides, plan: Plan) -> tuple[Comparison, list[Forecast]]:
    told: list[Forecast] = []
    return compare(sides, plan, on_pilot=told.append), told


def test_a_long_run_says_how_many_games_the_precision_will_take() -> None:
    sides = lots.sides(lots.lot(0.02), lots.lot())
    found, (told,) = forecasts(sides, Plan(1_000_000, 1, until=0.004))
    assert told.needed is not None
    assert found.deals == pytest.approx(told.needed, rel=0.25)
    assert f"±0.4 points will take about {told.needed:,} deals ({5 * told.needed:,} games)" in told.sentence()
    found, (told,) = forecasts(sides, Plan(30_000, 1, until=0.001))
    assert found.stopped == "games"
    assert told.needed is not None and told.needed > 30_000
    assert "more than may be played" in told.sentence()
    assert (found.difference.high - found.difference.low) / 2 == pytest.approx(told.half_width, rel=0.1)


def test_a_long_run_says_which_precision_to_expect() -> None:
    found, (told,) = forecasts(lots.sides(lots.lot(0.02), lots.lot()), Plan(50_000, 1))
    assert (found.difference.high - found.difference.low) / 2 == pytest.approx(told.half_width, rel=0.1)
    assert (
        f"expect ±{100 * told.half_width:.2g} points after all 50,000 deals (250,000 games)"
        in told.sentence()
    )


def test_a_forecast_is_made_of_deals_that_are_part_of_the_run() -> None:
    sides = lots.sides(lots.lot(0.02), lots.lot())
    told: list[Forecast] = []
    quiet, loud = compare(sides, Plan(50_000, 1)), compare(sides, Plan(50_000, 1), on_pilot=told.append)
    assert (quiet.tally.sums == loud.tally.sums).all()
    assert quiet.difference == loud.difference
    assert told[0].pilot == PILOT


def test_short_runs_and_certain_ones_have_no_forecast() -> None:
    assert forecasts(lots.sides(lots.lot(0.02), lots.lot()), Plan(LONG, 1))[1] == []
    assert forecasts(lots.sides(lots.lot(), lots.lot()), Plan(30_000, 1))[1] == []
