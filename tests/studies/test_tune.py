"""Tuning: finds a known optimum, depends on its seed alone, can be resumed, and tells no training score as a result."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.games import names
from analyzer.games.protocol import Integers, Records, Setup
from analyzer.runs import playing
from analyzer.studies import tune as study
from analyzer.studies.tune import resume, tune
from analyzer.studies.tuning import state
from analyzer.studies.tuning.deals import TRAINING_FROM
from analyzer.studies.tuning.plan import Plan, make_plan
from analyzer.studies.tuning.result import Tuning
from analyzer.studies.tuning.space import find_weights
from tests.studies.toy import BEST, Toy, strength

TIMES = ("seconds", "threads")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy:Toy")


def small(**changes: Any) -> Plan:
    given: dict[str, Any] = {
        "policy": "aim",
        "weights": ["x", "y"],
        "fields": ["plain", "aim"],
        "players": [2, 3],
        "deals": 100,
        "generations": 6,
        "verdict_deals": 500,
    }
    return make_plan("toy", **{**given, **changes})


def without_times(result: Tuning) -> dict[str, Any]:
    return {key: value for key, value in result.as_json().items() if key not in TIMES}


# The search


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("start", ["aim", "aim:x=0,y=60", "aim:x=10"])
def test_the_known_optimum_is_found(seed: int, start: str) -> None:
    result = tune(small(policy=start, seed=seed, deals=400, generations=40))
    x, y = (float(value) for value in result.values)
    assert x == pytest.approx(BEST["x"], abs=0.7)
    assert y == pytest.approx(BEST["y"], abs=4)
    assert result.overall is not None
    assert result.overall.difference.low > 0.1
    assert result.content().answer.startswith("Yes: the tuned weights gain aim +")


def test_a_whole_number_is_tuned_to_a_whole_number() -> None:
    result = tune(small(weights=["steps"], deals=400, generations=15))
    assert result.values == (6,)
    assert isinstance(result.values[0], int)
    assert result.tuned.canonical == "aim:steps=6"


def test_an_optimum_at_a_bound_is_reached() -> None:
    # From far below, more of y is better; x is held at its start.
    plan = small(weights=["x"], fields=["plain"], players=[2], deals=400, generations=25)
    (weight,) = plan.weights
    at_bound = replace(weight.parameter, high=6.0)
    held = replace(plan, weights=(replace(weight, parameter=at_bound, unit=6.0),))
    assert float(tune(held).values[0]) == pytest.approx(6.0, abs=0.1)


def test_a_step_is_the_spread_of_the_first_candidates() -> None:
    from analyzer.studies.tuning.search import Search

    for step in (0.01, 0.5):
        plan = small(step=step, population=1000)
        spread = np.std(Search(plan.weights, 1000, 1).candidates(), axis=0)
        assert spread == pytest.approx([step, step], rel=0.1)


def test_it_stops_when_all_candidates_are_alike() -> None:
    result = tune(small(weights=["y"], fields=["plain"], players=[2], deals=2000, generations=400))
    assert len(result.told) < 400
    assert not result.partial
    assert result.values[0] == pytest.approx(BEST["y"], abs=2)
    assert "all candidates were alike" in dict(result.content().method)["search"]


def test_the_global_generator_of_numpy_is_left_alone() -> None:
    np.random.seed(5)  # noqa: NPY002
    expected = np.random.random(3)  # noqa: NPY002
    np.random.seed(5)  # noqa: NPY002
    tune(small(generations=3))
    assert (np.random.random(3) == expected).all()  # noqa: NPY002
    np.random.seed(6)  # noqa: NPY002
    again = tune(small(generations=3))
    assert without_times(again) == without_times(tune(small(generations=3)))


# Deals


class Watched(Toy):
    """Keeps what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[Setup, int, int]] = []

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        self.asked.append((setup, first, count))
        return super().play(setup, seed, first, count, stop)


def test_candidates_share_deals_generations_and_the_verdict_do_not() -> None:
    game = Watched()
    plan = replace(small(generations=3), game=game)
    tune(plan, threads=1)
    games: dict[Setup, set[int]] = {}
    for setup, first, count in game.asked[1:]:  # the first warms up
        games.setdefault(setup, set()).update(range(first, first + count))
    verdict = set(range(500))
    training = {number for numbers in games.values() for number in numbers if number >= TRAINING_FROM}
    assert {number for numbers in games.values() for number in numbers} == training | verdict
    assert len(training) == 3 * 4 * 100  # generations x places x deals
    # In each generation, every candidate plays the same deals in each seat, and only these.
    candidates = [setup for setup, numbers in games.items() if min(numbers) >= TRAINING_FROM]
    assert len(candidates) == 3 * plan.population * plan.seats
    assert all(len(games[setup]) == 100 for setup in candidates)


def test_the_training_score_is_the_mean_over_seats_places_and_deals() -> None:
    plan = small(generations=1)
    result = tune(plan)
    unit = plan.unit(len(plan.places)) * plan.deals
    from analyzer.studies.tuning.search import Search

    candidates = Search(plan.weights, plan.population, plan.seed).candidates()
    for values, score in zip(candidates, result.told[0].scores, strict=True):
        mine, other = strength(plan.spec(values)), {"plain": 0.5, "aim": strength(plan.start)}
        expected = np.mean(
            [mine / (mine + (players - 1) * other[field]) for players in (2, 3) for field in ("plain", "aim")]
        )
        assert score / unit == pytest.approx(expected, abs=0.05)


def test_the_verdict_is_the_paired_difference_of_the_same_deals() -> None:
    plan = small(fields=["plain"], players=[3])
    result = tune(plan)
    assert result.overall is not None
    (place,) = plan.places
    stop = np.zeros(1, np.int64)
    sides = []
    for spec in (result.tuned, plan.start):
        shares = [plan.game.play(place.seated(spec, seat), 1, 0, 500, stop).shares[seat] for seat in range(3)]
        sides.append(np.sum(shares, axis=0) / 180)
    differences = sides[0] - sides[1]
    error = np.std(differences, ddof=1) / np.sqrt(500)
    found = result.overall.difference
    assert found.mean == pytest.approx(differences.mean())
    assert found.high - found.mean == pytest.approx(1.9647 * error, rel=1e-3)  # t, 499 degrees
    assert result.overall.a.mean == pytest.approx(sides[0].mean())


def test_the_overall_figure_counts_all_places_alike() -> None:
    figures = tune(small()).as_json()
    for key in ("by_players", "by_field"):
        parts = [each["difference"]["mean"] for each in figures[key]]
        assert np.mean(parts) == pytest.approx(figures["difference"]["mean"])


# Reproducible, resumable


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_and_blocks_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = without_times(tune(small(), threads=1))
    monkeypatch.setattr(playing, "_FIRST_BLOCK", 7)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", 130)
    assert without_times(tune(small(), threads=threads)) == expected


def test_another_seed_gives_another_search() -> None:
    assert tune(small(seed=1)).values != tune(small(seed=2)).values


@pytest.mark.parametrize("finished", [1, 4, 6])
def test_a_resumed_search_ends_as_one_that_was_never_interrupted(finished: int, tmp_path: Path) -> None:
    whole_file, file = tmp_path / "whole.json", tmp_path / "new" / "part.json"
    whole = tune(small(), file=whole_file)
    kept = state.load(whole_file)
    assert kept.done
    state.save(replace(kept, told=kept.told[:finished], done=False), file)
    plan, earlier = resume(file)
    again = tune(plan, file=file, earlier=earlier)
    assert without_times(again) == without_times(whole)
    assert again.content().command == whole.content().command
    assert state.load(file).told == kept.told
    assert [each.name for each in file.parent.iterdir()] == ["part.json"]


def test_more_generations_continue_the_same_search(tmp_path: Path) -> None:
    file = tmp_path / state.NAME
    tune(small(generations=3), file=file)
    plan, earlier = resume(file, generations=6)
    assert without_times(tune(plan, earlier=earlier)) == without_times(tune(small()))
    with pytest.raises(UserError, match="has 3 finished already"):
        resume(file, generations=2)


def test_changed_rules_and_specs_are_resumed(tmp_path: Path) -> None:
    file = tmp_path / state.NAME
    asked = small(policy="aim:y=11.5,style=wild", settings=["options.rounds=5"], step=0.3, population=5)
    whole = tune(asked, file=file)
    plan, earlier = resume(file)
    assert plan == replace(asked, game=plan.game)
    assert without_times(tune(plan, earlier=earlier)) == without_times(whole)
    assert whole.tuned.canonical.endswith("style=wild")
    assert "--set options.rounds=5" in whole.content().command


def go_on(file: Path) -> Tuning:
    plan, earlier = resume(file)
    return tune(plan, earlier=earlier)


@pytest.mark.parametrize(
    "break_it",
    [
        lambda data: data.update(version="0.0.0"),
        lambda data: data.pop("request"),
        lambda data: data["request"].pop("seed"),
        lambda data: data["request"].update(nonsense=1),
        lambda data: data["request"].update(weights=["nonsense"]),
        lambda data: data.update(told=[{"candidates": "0" * 16, "scores": [1] * 8}]),
        lambda data: data["told"][0].update(scores=[1]),
        lambda data: data.update(told=3),
    ],
)
def test_a_file_that_does_not_fit_is_refused(break_it: Any, tmp_path: Path) -> None:
    file = tmp_path / state.NAME
    tune(small(generations=2), file=file)
    data = json.loads(file.read_text())
    break_it(data)
    file.write_text(json.dumps(data))
    with pytest.raises(UserError, match=r"--resume|--weights"):
        go_on(file)


@pytest.mark.parametrize("text", [None, "", "[]", "\x00"])
def test_what_is_no_file_of_a_search_is_refused(text: str | None, tmp_path: Path) -> None:
    file = tmp_path / state.NAME
    if text is not None:
        file.write_text(text)
    with pytest.raises(UserError, match="--resume"):
        resume(file)


class Stopped(Toy):
    """Ends as after Ctrl-C once so many games have been asked for."""

    def __init__(self, after: int) -> None:
        self.left = after

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        self.left -= count
        if self.left < 0:
            stop[0] = 1
        return super().play(setup, seed, first, count, stop)


def test_interrupted_it_gives_the_finished_generations(tmp_path: Path) -> None:
    file = tmp_path / state.NAME
    plan = small()
    result = tune(replace(plan, game=Stopped(int(2.5 * plan.generation_games))), file=file)
    assert result.partial
    figures = result.as_json()
    assert (figures["partial"], figures["generations"], figures["difference"]) == (True, 2, None)
    content = result.content()
    assert content.partial
    assert "2 of 6 generations" in content.answer
    assert result.values == tune(small(generations=2)).values
    again, earlier = resume(file)
    assert without_times(tune(again, earlier=earlier)) == without_times(tune(plan))


def test_interrupted_before_the_first_generation_nothing_is_kept(tmp_path: Path) -> None:
    result = tune(replace(small(), game=Stopped(20)), file=tmp_path / state.NAME)
    assert result.partial
    assert result.tuned == small().start
    assert result.content().answer
    assert not list(tmp_path.iterdir())


def test_interrupted_during_the_verdict_it_tells_the_deals_so_far(tmp_path: Path) -> None:
    plan = small(verdict_deals=5000)
    games = plan.generations * plan.generation_games + plan.verdict_games // 2
    file = tmp_path / state.NAME
    result = tune(replace(plan, game=Stopped(games)), file=file)
    assert result.partial
    assert result.verdict is not None
    assert 0 < result.verdict.games < 5000
    assert not state.load(file).done
    assert f"on {result.verdict.games:,} deals" in result.content().answer
    whole = tune(small(verdict_deals=result.verdict.games))
    assert whole.comparisons == result.comparisons


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="Cannot write"):
        tune(small(), file=tmp_path / "file" / state.NAME)


def test_progress_reaches_the_number_of_games() -> None:
    reports: list[int] = []
    plan = small()
    tune(plan, on_progress=reports.append)
    assert reports == sorted(reports)
    assert reports[-1] == plan.generations * plan.generation_games + plan.verdict_games


# What is said


def test_the_json_object_has_the_public_keys() -> None:
    result = tune(small())
    figures = result.as_json()
    assert {
        "policy", "weights", "start", "tuned", "difference", "by_players", "generations", "evaluations", "games",
        "seconds",
    } <= set(figures)  # fmt: skip
    assert (figures["policy"], figures["start"]) == ("aim", "aim")
    assert figures["tuned"] == result.tuned.canonical
    assert [weight["name"] for weight in figures["weights"]] == ["x", "y"]
    assert (figures["generations"], figures["evaluations"]) == (6, 48)
    assert figures["games"] == 48 * 100 * 10 + 2 * 500 * 10
    assert [each["players"] for each in figures["by_players"]] == [2, 3]
    assert list(figures["difference"]) == ["mean", "low", "high"]
    assert "training" not in json.dumps(figures)


def test_nothing_gained_is_said_plainly() -> None:
    best = tune(small(policy="aim:x=7,y=30", weights=["idle"]))
    assert best.overall is not None
    assert best.overall.difference.mean == 0
    assert best.content().answer.startswith("Nothing was gained for certain")
    same = replace(best, values=(5.0,))
    assert same.tuned == same.plan.start
    assert "ended with the weights that aim started with" in same.content().answer
    found = same.overall
    assert found is not None
    assert (found.difference.low, found.difference.high) == (0, 0)


def test_worse_is_said_plainly() -> None:
    plan = small(policy="aim:x=7,y=30", deals=1, generations=1, population=4, step=4.0)
    result = tune(plan)
    assert result.content().answer.startswith("No: the tuned weights are worse")


def test_tables_and_figures_hold_what_the_json_object_holds() -> None:
    result = tune(small())
    content, figures = result.content(), result.as_json()
    assert content.result == figures
    verdict, weights = content.tables
    labels = [row[0] for row in verdict.rows]
    assert labels == ["all together", "2 players", "3 players", "against plain", "against aim"]
    assert verdict.rows[0][3].as_dict() == figures["difference"]  # type: ignore[union-attr]
    assert weights.note == f"As a policy: {result.tuned.canonical}"
    assert all(len(row) == len(table.columns) for table in content.tables for row in table.rows)
    assert [figure.name for figure in content.figures] == ["verdict", "training"]
    one = tune(small(fields=["plain"], players=[2])).content()
    assert [row[0] for row in one.tables[0].rows] == ["all together"]


def test_the_tuned_spec_is_short() -> None:
    for value in tune(small()).values:
        assert len(str(value)) <= 7


# What is refused


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"weights": ["style"]}, "style is a word (calm, wild), and only numbers can be tuned."),
        ({"weights": ["x", "idel"]}, 'aim has no parameter "idel". Did you mean "idle"?'),
        ({"weights": ["x", "y", "x"]}, "x is named twice."),
        ({"weights": ["aimless"]}, "aimless has no bounds and is 0 by default"),
        ({"weights": ["fixed"]}, "fixed can only be 1"),
        ({"policy": "plain"}, "plain has no numeric parameters"),
        ({"policy": "aims"}, 'Toy has no policy "aims". Did you mean "aim"?'),
        ({"fields": ["plain", "plan"]}, 'Did you mean "plain"?'),
        ({"fields": ["aim", "aim:x=2"]}, "--field: aim is given twice."),
        ({"players": [2, 2]}, "--players: 2 is given twice."),
    ],
)
def test_what_cannot_be_tuned_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as refused:
        small(**changes)
    assert message in str(refused.value)


def test_a_slow_policy_is_not_tuned() -> None:
    slow = replace(Toy().policies["aim"], slow="It plays a game a minute.")
    with pytest.raises(UserError, match=r"aim is too slow to be tuned\. It plays a game a minute\."):
        find_weights(["x"], slow, slow.spec())


def test_a_scale_can_come_from_the_start_or_from_a_step() -> None:
    assert small(weights=["aimless"], policy="aim:aimless=-3").weights[0].unit == 6
    assert small(weights=["aimless"], step=0.5).weights[0].unit == 2


def test_without_names_all_numeric_parameters_are_tuned() -> None:
    with pytest.raises(UserError, match="fixed"):
        small(weights=[], step=1.0)


def test_the_public_entry_points_are_in_the_study() -> None:
    assert study.make_plan is make_plan
