"""The whole experiment: what is played on which deals, what it finds, and how it is told."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games import names
from analyzer.report.jsontext import json_text
from analyzer.runs import playing
from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.content import Content, HeatFigure, IntervalFigure, LineFigure
from analyzer.studies.openings import run as study
from analyzer.studies.openings.plan import make_plan
from analyzer.studies.openings.result import FOUND, SHORT, Openings
from analyzer.studies.openings.words import more_or_less
from tests.studies.openings.toy_openings import KINDS, TRUE_EFFECTS, WORTH, OpeningToy

needs_speed = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

DEALS = 6_000
TRUE_ORDER = [KINDS[place] for place in sorted(range(len(KINDS)), key=lambda kind: -TRUE_EFFECTS[kind])]
OF_THE_RUN = {"seconds", "games_per_second", "threads"}


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.openings.toy_openings:OpeningToy")
    OpeningToy.calls.clear()
    yield
    OpeningToy.calls.clear()


def played(*players: int, deals: int = DEALS, threads: int = 1, **asked: Any) -> Openings:
    return study.run(make_plan("toy", players=players, deals=deals, **asked), threads=threads)


def figures_of(result: Openings) -> dict[str, Any]:
    return {key: value for key, value in result.as_json().items() if key not in OF_THE_RUN}


# What is played


def test_the_experiment_and_the_trial_of_rules_have_deals_of_their_own() -> None:
    played(3)
    calls = [call for call in OpeningToy.calls if call[1:] != (0, 1)]  # but for the warm-up
    random = sorted(call[1:] for call in calls if call[0] == "random")
    assert _covered(random) == (0, DEALS)
    others = {call[0] for call in calls} - {"random"}
    assert {"top", "low", "asis"} < others and len(others) == 5
    for rule in others:
        assert _covered(sorted(call[1:] for call in calls if call[0] == rule)) == (DEALS, DEALS + DEALS // 5)


def _covered(parts: list[tuple[int, int]]) -> tuple[int, int]:
    """First and end of an unbroken run of numbers."""
    begin = end = parts[0][0]
    for first, count in parts:
        assert first == end
        end += count
    return begin, end


@pytest.mark.parametrize(("threads", "largest"), [(1, 1 << 16), (2, 100), (3, 777)])
def test_threads_and_blocks_change_nothing(
    threads: int, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = figures_of(played(2, 3))
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", largest)
    monkeypatch.setattr(playing, "_FIRST_BLOCK", 13)
    assert figures_of(played(2, 3, threads=threads)) == expected


def test_each_number_of_players_is_what_it_is_alone() -> None:
    several = played(2, 4).as_json()
    alone = played(4).as_json()
    of_four = several["tables"][1]
    assert of_four.pop("players") == 4
    assert all(alone[key] == value for key, value in of_four.items())


def test_progress_ends_with_all_games() -> None:
    seen: list[tuple[int, int]] = []
    plan = make_plan("toy", players=[2, 3], deals=DEALS)
    found = study.run(plan, threads=1, on_progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen) and seen[-1][0] == found.games == seen[-1][1]


# What is found


def test_the_order_found_is_nearly_the_true_one_and_wins_most() -> None:
    outcome = played(3, deals=60_000).outcomes[0]
    assert outcome.order[0] == TRUE_ORDER[0] and outcome.order[-1] == TRUE_ORDER[-1]
    for effect, true in zip(outcome.effects, WORTH * TRUE_EFFECTS, strict=True):
        assert effect.low < true < effect.high
    rates = {rule.name: rate.mean for rule, rate in zip(outcome.rules, outcome.win_rates, strict=True)}
    assert rates[FOUND] > rates["top"] > rates["asis"] > rates["low"]
    for rule, over, behind in zip(outcome.rules, outcome.over_untouched, outcome.over_found, strict=True):
        assert over.mean == pytest.approx(rates[rule.name] - rates["asis"])
        assert behind.mean == pytest.approx(rates[rule.name] - rates[FOUND])
    assert outcome.short is not None
    assert outcome.short.sentence.startswith("Lay first bell, then number 5")
    best, worst = outcome.pairs
    assert len(best) == len(worst) == 5
    assert all(gain.confirmed.mean > 0 for gain in best) and all(gain.confirmed.mean < 0 for gain in worst)


def test_json_has_the_public_keys() -> None:
    found = json.loads(json_text(played(3, seed=5).as_json()))
    assert [each["kind"] for each in found["effects"]] == list(KINDS)
    for each in (*found["effects"], *found["check"]):
        estimate = each["effect"] if "effect" in each else each["win_rate"]
        assert set(estimate) == {"mean", "low", "high"}
        assert estimate["low"] < estimate["mean"] < estimate["high"]
    means = {each["kind"]: each["effect"]["mean"] for each in found["effects"]}
    assert found["order"] == sorted(KINDS, key=lambda kind: -means[kind])
    assert [each["rule"] for each in found["check"]] == [FOUND, SHORT, "top", "low", "asis"]
    assert (found["game"], found["players"], found["seed"], found["deals"]) == ("toy", 3, 5, DEALS)
    assert (found["experiment_deals"], found["check_deals"]) == (DEALS, DEALS // 5)
    assert found["games"] == DEALS + 5 * (DEALS // 5)
    assert "partial" not in found


def test_without_a_certain_kind_there_is_no_short_rule() -> None:
    outcome = played(3, deals=620).outcomes[0]
    assert outcome.known
    assert (outcome.short is None) == (SHORT not in [rule.name for rule in outcome.rules])


# How it is told


def content(*players: int, **asked: Any) -> Content:
    return played(*players, **asked).content()


def test_the_answer_for_one_number_of_players_says_what_to_lay_and_how_the_told_rule_fares() -> None:
    told = content(3, deals=30_000)
    assert told.answer.startswith("Lay first ")
    assert "than with the cards on the table as dealt" in told.answer
    assert "The rule that players are told, top, wins " in told.answer
    assert told.command == "analyzer swaps toy --players 3 --policy aim --deals 30000 --seed 1"
    effects, rules, pairs = told.figures
    assert isinstance(effects, IntervalFigure) and isinstance(rules, IntervalFigure)
    assert list(effects.labels) == [f"number {each}" for each in "12345"] + ["bell", "drum"]
    assert list(effects.places) == [0] * 5 + [2] * 2
    assert effects.title.startswith("Bell gains most by being laid, number 1 loses most")
    assert "asis" not in rules.labels and isinstance(pairs, IntervalFigure)
    assert [table.name for table in told.tables] == ["effects", "rules", "orders", "pairs"]


def test_several_numbers_of_players_have_one_figure_for_all_and_lines() -> None:
    told = content(2, 3, deals=30_000)
    assert told.answer.startswith("With 2 and 3 players alike: Lay first ")
    assert "--players 2,3 " in told.command
    heat, numbers, tools, rules, *pairs = told.figures
    assert isinstance(heat, HeatFigure) and isinstance(rules, HeatFigure)
    assert list(heat.columns) == ["2 players", "3 players"] and len(heat.labels) == len(KINDS)
    assert isinstance(numbers, LineFigure) and isinstance(tools, LineFigure)
    assert [(line.label, list(line.places)) for line in numbers.lines] == [
        ("2 players", [1, 2, 3, 4, 5]),
        ("3 players", [1, 2, 3, 4, 5]),
    ]
    assert [(line.label, list(line.places)) for line in tools.lines] == [("bell", [2, 3]), ("drum", [2, 3])]
    assert [figure.name for figure in pairs] == ["pairs_2", "pairs_3"]
    assert [column.key for column in told.tables[0].columns][-2:] == ["effect_2", "effect_3"]


def test_the_rule_of_the_field_is_told() -> None:
    method = dict(content(3, policy="aim:style=wild").method)
    assert method["policy"] == "aim:style=wild in all seats"
    assert dict(content(3).method)["policy"] == "aim (style=calm) in all seats"


def test_the_title_names_the_kinds_that_stand_out_only_if_they_certainly_do() -> None:
    titles = [content(3, deals=deals).figures[0].title for deals in (600, 30_000)]
    assert titles == [
        "What laying a card does, kind by kind: Toy",
        "Bell gains most by being laid, number 1 loses most: Toy",
    ]


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(0.05, 0.01, 0.09), "5.00 points more (1.00 to 9.00)"),
        (Estimate(-0.05, -0.09, -0.01), "5.00 points less (1.00 to 9.00)"),
        (Estimate(0.05, -0.01, 0.11), "5.00 points more (-1.00 to 11.00, not certain)"),
        (Estimate(-0.05, -0.11, 0.01), "5.00 points less (-1.00 to 11.00, not certain)"),
    ],
)
def test_differences_are_told_with_their_sign_in_words(estimate: Estimate, words: str) -> None:
    assert more_or_less(estimate) == words


# What goes wrong


def test_a_game_without_an_opening_names_those_that_have_one() -> None:
    with pytest.raises(UserError, match=r"nothing is chosen before the first turn.*hollander, toy"):
        make_plan("pescado")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"players": [3, 2, 3]}, "3 is given twice"),
        ({"deals": 100}, "100 deals tell nothing .* it takes 600 or more"),
        ({"policy": "aims"}, 'no policy "aims"'),
    ],
)
def test_what_cannot_be_asked_is_said(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        make_plan("toy", **asked)


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int, *players: int) -> Openings:
    """A run in which one of its parts, and all after it, is cut off in the middle."""
    whole, count = playing.play, iter(range(99))

    def play(block: Any, games: int, **options: Any) -> Any:
        if next(count) < after:
            return whole(block, games, **options)
        part = whole(block, games // 2, **options)
        return playing.Run(part.tally, part.seconds, complete=False)

    monkeypatch.setattr(playing, "play", play)
    return played(*players)


@pytest.mark.parametrize(
    ("after", "deals", "checked"),
    [(0, DEALS // 4, 0), (1, DEALS // 2 + DEALS // 4, 0), (2, DEALS, DEALS // 10)],
)
def test_an_interrupted_run_tells_what_it_has(
    after: int, deals: int, checked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = interrupted(monkeypatch, after, 3, 4)
    found = result.as_json()
    assert result.partial and found["partial"]
    [part] = found["tables"]
    assert (part["experiment_deals"], part["check_deals"]) == (deals, checked)
    assert len(part["check"]) == (5 if checked else 0)
    assert bool(part["pairs"]) == (after > 0)
    told = result.content()
    assert told.partial and "interrupted before all rules" in told.answer
    json_text(found)


def test_too_few_deals_of_an_interrupted_run_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = playing.play

    def play(block: Any, games: int, **options: Any) -> Any:
        part = whole(block, 50, **options)
        return playing.Run(part.tally, part.seconds, complete=False)

    monkeypatch.setattr(playing, "play", play)
    result = played(3)
    told = result.content()
    assert "too few deals" in told.answer and not told.figures
    assert json.loads(json_text(result.as_json()))["order"] == []


def test_an_interrupt_before_the_first_game_gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "play", lambda *_, **__: playing.Run(None, 0.1, complete=False))
    with pytest.raises(KeyboardInterrupt):
        played(3)


# A real game


@needs_speed
def test_the_experiment_finds_what_is_known_of_a_real_game() -> None:
    plan = make_plan("hollander", players=[3], deals=60_000)
    outcome = study.run(plan).outcomes[0]
    effects = dict(zip(plan.places[0].opening.kinds, outcome.effects, strict=True))
    assert decides_sign(effects["kraken"]) == decides_sign(effects["10"]) == 1
    assert decides_sign(effects["1"]) == decides_sign(effects["2"]) == -1
    over = outcome.of_rule("high", outcome.over_untouched)
    assert over is not None and decides_sign(over) == 1
