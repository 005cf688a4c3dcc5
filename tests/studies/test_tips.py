"""Tips: verdicts are right as often as they say, played as `compare` plays, and told in words that fit."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from scipy import stats

from analyzer.errors import UserError
from analyzer.games import names
from analyzer.games.tips import Tip
from analyzer.runs import playing
from analyzer.stats.estimate import Estimate
from analyzer.studies import tips as study
from analyzer.studies.compare import compare, set_sides
from analyzer.studies.comparison import Comparison, Plan
from analyzer.studies.content import HeatFigure, IntervalFigure
from analyzer.studies.tips import Tips, own_tip, set_trials, try_tips
from tests.studies.tip_lots import CLUMSY, OTHER_LUCK, SKILLED, TURNED, exact_difference

TIMES = ("seconds", "games_per_second", "threads")


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(names.GAMES, "tip-lots", "tests.studies.tip_lots:TipLots")
    monkeypatch.setitem(names.GAMES, "lucky-lots", "tests.studies.tip_lots:UnknownTips")
    monkeypatch.setitem(names.GAMES, "lots", "tests.studies.lots:Lots")


def tried(
    game: str = "tip-lots", *, deals: int = 4_000, smallest: float = 0.02, seed: int = 1, **given: Any
) -> Tips:
    return try_tips(set_trials(game, **given), deals=deals, smallest=smallest, seed=seed)


def without_times(result: Tips) -> dict[str, Any]:
    return {key: value for key, value in result.as_json().items() if key not in TIMES}


# Verdicts


def test_tips_whose_effect_is_known_get_the_right_verdict() -> None:
    found = tried()
    assert [finding.verdict for finding in found.findings] == ["true"] * 4 + ["false"] * 4 + [
        "no difference"
    ] * 4
    skills = {SKILLED: 0.25, CLUMSY: -0.25, TURNED: 0.0}
    fields = {"weak": -0.25, "ordinary": 0.0}
    for finding in found.findings:
        trial, estimate = finding.trial, finding.comparison.difference
        truth = exact_difference(skills[trial.tip], 0.0, fields[trial.strength], trial.sides.players)
        assert estimate.low <= truth <= estimate.high
        assert abs(truth) > 0.1 or trial.tip == TURNED


def test_a_tip_without_any_effect_makes_exactly_no_difference() -> None:
    (finding,) = tried(only=["turn-around"], players=[3], fields=["lot"]).findings
    assert finding.comparison.difference.mean == 0
    assert finding.verdict == "no difference"
    assert finding.as_json()["smaller"] is True


def test_a_difference_that_is_certain_and_small_is_true_and_called_small() -> None:
    (finding,) = tried(only=["be-skilled"], players=[2], fields=["lot"], smallest=0.4).findings
    truth = exact_difference(0.25, 0.0, 0.0, 2)
    assert 0.1 < truth < 0.4
    assert (finding.verdict, finding.judgement.large, finding.as_json()["smaller"]) == ("true", False, True)


def test_where_the_deals_are_used_up_it_is_said_what_is_open() -> None:
    """The difference is as large as the smallest that matters, so that no number of deals can tell."""
    truth = exact_difference(0.25, 0.0, 0.0, 2)
    (finding,) = tried(only=["be-skilled"], players=[2], fields=["lot"], smallest=truth).findings
    assert (finding.verdict, finding.judgement.large, finding.as_json()["smaller"]) == ("true", None, None)
    assert finding.comparison.deals == 4_000
    (open_,) = tried("lucky-lots", only=["other-luck-1"], players=[2], fields=["lot"], deals=300).findings
    assert (open_.verdict, open_.as_json()["smaller"]) == ("undecided", None)


RUNS = 100


def wrong_runs(deals: int, smallest: float, tip: Tip, verdicts: set[str]) -> int:
    """In how many runs the one trial of a tip got one of the verdicts."""
    asked = set_trials("lucky-lots", tip=tip, players=[2], fields=["lot"])
    found = [try_tips(asked, deals=deals, smallest=smallest, seed=seed, threads=1) for seed in range(RUNS)]
    assert all(run.plan.level == pytest.approx(0.95) for run in found)
    return sum(run.findings[0].verdict in verdicts for run in found)


def test_a_tip_that_wins_nothing_is_called_true_or_false_in_at_most_one_run_of_twenty() -> None:
    assert exact_difference(0.0, 0.0, 0.0, 2) == 0
    assert wrong_runs(10_000, 0.001, OTHER_LUCK[0], {"true", "false"}) <= stats.binom.ppf(0.999, RUNS, 0.05)


def test_a_difference_as_large_as_matters_is_called_none_in_at_most_one_run_of_twenty() -> None:
    tip = replace(OTHER_LUCK[0], follow="fresh:skill=0.09")
    truth = exact_difference(0.09, 0.0, 0.0, 2)
    assert wrong_runs(1_000, truth, tip, {"no difference", "false"}) <= stats.binom.ppf(0.999, RUNS, 0.05)


def test_all_verdicts_of_a_run_are_right_in_19_of_20_runs() -> None:
    asked = set_trials("lucky-lots", players=[2, 3], fields=["lot"])
    runs = [try_tips(asked, deals=600, smallest=0.05, seed=seed, threads=1) for seed in range(25)]
    assert runs[0].plan.level == pytest.approx(1 - 0.05 / 6)
    wrong = sum(any(finding.verdict in ("true", "false") for finding in run.findings) for run in runs)
    assert wrong <= stats.binom.ppf(0.999, 25, 0.05)


# How it is played


def test_a_trial_plays_what_compare_plays() -> None:
    for finding in tried(players=[3], fields=["lot:skill=0.1"], seed=7).findings:
        tip, found = finding.trial.tip, finding.comparison
        sides = set_sides("tip-lots", tip.follow, tip.ignore, field="lot:skill=0.1", players=3)
        same = compare(sides, Plan(found.deals, 7))
        assert (found.tally.sums == same.tally.sums).all()
        assert found.difference.mean == same.difference.mean


def test_a_trial_ends_where_it_looks_and_only_when_nothing_is_open() -> None:
    found = tried(deals=30_000)
    for finding in found.findings:
        deals = finding.comparison.deals
        assert deals in found.plan.looks
        assert finding.judgement.settled or deals == 30_000
        assert deals >= 1_500  # a twentieth, however large the difference


def test_threads_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set_trials("tip-lots")
    whole = without_times(try_tips(asked, deals=3_000, threads=1))
    assert without_times(try_tips(asked, deals=3_000, threads=2)) == whole
    monkeypatch.setattr(playing, "_FIRST_BLOCK", 7)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", 100)
    assert without_times(try_tips(asked, deals=3_000, threads=2)) == whole


def test_progress_counts_games_and_what_is_left_at_most() -> None:
    told: list[tuple[int, int]] = []
    asked = set_trials("tip-lots")
    found = try_tips(asked, deals=3_000, on_progress=lambda done, most: told.append((done, most)))
    assert told[0][1] == 3_000 * sum(trial.sides.games_per_deal for trial in asked.trials)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert all(later[1] <= earlier[1] for earlier, later in pairwise(told))
    assert told[-1][0] == found.games <= told[-1][1]


# Interrupted


def interrupt_at(trial: int, patch: pytest.MonkeyPatch, *, within: bool = False) -> None:
    calls: list[int] = []

    def play(*given: Any, **options: Any) -> Comparison:
        calls.append(1)
        if len(calls) < trial:
            return compare(*given, **options)
        if within:
            return replace(compare(*given, **options), partial=True)
        raise KeyboardInterrupt

    patch.setattr(study, "compare", play)


@pytest.mark.parametrize("within", [False, True])
def test_an_interrupted_run_keeps_its_finished_verdicts(
    monkeypatch: pytest.MonkeyPatch, within: bool
) -> None:
    whole = tried().as_json()
    interrupt_at(6, monkeypatch, within=within)
    found = tried()
    assert found.partial and len(found.findings) == 5
    figures = found.as_json()
    assert figures["tips"] == whole["tips"][:5]
    assert (figures["partial"], figures["trials_asked"]) == (True, 12)
    content = found.content()
    assert content.partial
    assert "5 of 12" in dict(content.method)["verdicts"]
    (figure,) = content.figures
    assert isinstance(figure, HeatFigure)
    assert [sum(cell is not None for cell in row) for row in figure.estimates] == [4, 1]


def test_an_interrupt_before_the_first_verdict_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at(1, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        tried()


# What is said


def test_the_json_object_has_the_public_keys() -> None:
    found = tried()
    figures = found.as_json()
    assert [(each["tip"], each["players"], each["field"]) for each in figures["tips"]] == [
        (tip, players, field)
        for tip in ("be-skilled", "be-clumsy", "turn-around")
        for players in (2, 3)
        for field in ("lot:skill=-0.25", "lot")
    ]
    first = figures["tips"][0]
    assert list(first["difference"]) == ["mean", "low", "high"]
    assert (first["text"], first["follow"], first["ignore"], first["strength"]) == (
        "Have a skill.", "lot:skill=0.25", "lot", "weak",
    )  # fmt: skip
    assert figures["games"] == sum(each["games"] for each in figures["tips"])
    assert (figures["smallest"], figures["deals"], figures["seed"]) == (0.02, 4_000, 1)


def test_the_answer_tells_what_holds_everywhere_nowhere_and_what_depends() -> None:
    answer = tried(deals=8_000).content().answer
    assert answer == (
        "Of 3 tips, 1 is true at every table that was tried: be-skilled. Nowhere true, but false everywhere: "
        "be-clumsy. No difference as large as 2 points anywhere: turn-around. In 95 of 100 such runs all these "
        "verdicts are right."
    )


def test_a_tip_that_depends_on_the_table_is_told_with_how_often() -> None:
    # Nobody beats a lot that is higher than all others, so there the skill does not matter.
    found = tried(only=["be-skilled", "turn-around"], players=[2, 3], fields=["lot", "lot:skill=5"])
    answer = found.content().answer
    assert "It depends on the table: be-skilled (true at 2 of 4)." in answer
    rows = {row[0]: row[1:] for row in found.content().tables[0].rows}
    assert rows == {
        "be-skilled": ("true", "no difference"),
        "turn-around": ("no difference", "no difference"),
    }


def test_verdicts_that_differ_by_the_number_of_players_are_told_apart() -> None:
    found = tried(only=["be-skilled", "turn-around"], fields=["lot"], smallest=0.22, deals=60_000)
    sizes = {players: exact_difference(0.25, 0.0, 0.0, players) for players in (2, 3)}
    assert sizes[2] < 0.22 < sizes[3]
    assert found.content().tables[0].rows[0] == ("be-skilled", "2: true, small; 3: true")


@pytest.mark.parametrize(
    ("given", "begins"),
    [
        (
            {"only": ["be-skilled"]},
            "True: with 2 players among ordinary (lot), who plays lot:skill=0.25 wins ",
        ),
        (
            {"only": ["be-clumsy"]},
            "False: with 2 players among ordinary (lot), who plays lot:skill=-0.25 wins ",
        ),
        ({"only": ["turn-around"]}, "It makes no difference as large as 2 points: with 2 players "),
        ({"tip": OTHER_LUCK[0], "deals": 300}, "Undecided after 300 deals: with 2 players "),
    ],
)
def test_the_answer_on_one_verdict_is_a_sentence(given: dict[str, Any], begins: str) -> None:
    found = tried(players=[2], fields=["lot"], **given)
    content, estimate = found.content(), found.findings[0].comparison.difference
    assert content.answer.startswith(begins)
    assert f"({100 * estimate.low:+.2f} to {100 * estimate.high:+.2f}, 95 %)" in content.answer
    assert content.question.startswith("Is this tip for Lots true: “")


def test_a_small_difference_is_told_as_small() -> None:
    found = tried(only=["be-skilled"], players=[2], fields=["lot"], smallest=0.4)
    assert found.content().answer.endswith(", 95 %), which is less than the 40 points that matter.")


def test_the_answer_on_one_tip_names_where_it_wins_most_and_least() -> None:
    content = tried(only=["be-skilled"], deals=30_000).content()
    truths = {
        (players, field): exact_difference(0.25, 0.0, skill, players)
        for players in (2, 3)
        for field, skill in (("weak (lot:skill=-0.25)", -0.25), ("ordinary (lot)", 0.0))
    }
    (most, among), (least, others) = (f(truths, key=truths.__getitem__) for f in (max, min))
    assert content.answer.startswith("Of 4 tables the tip is true at 4. ")
    assert f"It wins most with {most} players among {among}, +" in content.answer
    assert f"and least with {least} players among {others}, +" in content.answer


def test_several_tips_are_drawn_as_cells_and_one_as_intervals() -> None:
    several, one = tried(), tried(only=["be-clumsy"])
    (cells,) = several.content().figures
    assert isinstance(cells, HeatFigure)
    assert cells.labels == ["be-skilled", "be-clumsy", "turn-around"]
    assert cells.columns == ["2", "3", "2", "3"]
    assert cells.groups == [("weak (lot:skill=-0.25)", 2), ("ordinary (lot)", 2)]
    assert cells.signs == [["✓"] * 4, ["✗"] * 4, ["="] * 4]
    assert cells.reach == pytest.approx(0.4)
    places = [("weak", 2), ("weak", 3), ("ordinary", 2), ("ordinary", 3)]
    shown = {
        (tip, *place): cell
        for tip, row in zip(cells.labels, cells.estimates, strict=True)
        for place, cell in zip(places, row, strict=True)
    }
    for finding in several.findings:
        trial = finding.trial
        place = (trial.tip.name, trial.strength, trial.sides.players)
        assert shown[place] == finding.comparison.difference
    (rows,) = one.content().figures
    assert isinstance(rows, IntervalFigure)
    assert list(rows.estimates) == [finding.comparison.difference for finding in one.findings]


def test_signs_in_brackets_are_of_differences_that_may_be_small() -> None:
    (cells,) = tried(only=["be-skilled", "be-clumsy"], players=[2], smallest=0.4).content().figures
    assert isinstance(cells, HeatFigure)
    assert cells.signs == [["(✓)", "(✓)"], ["(✗)", "(✗)"]]


def test_tables_hold_every_verdict_and_say_who_follows() -> None:
    found = tried()
    verdicts, tips, differences = found.content().tables
    assert [row[0] for row in verdicts.rows] == ["be-skilled", "be-clumsy", "turn-around"]
    assert tips.rows[0] == ("be-skilled", SKILLED.text, SKILLED.follow, SKILLED.ignore, SKILLED.note)
    assert len(differences.rows) == 12 == len(set(differences.keys))
    assert [row[4] for row in differences.rows] == [
        finding.comparison.difference for finding in found.findings
    ]
    assert all(isinstance(row[4], Estimate) for row in differences.rows)


ASKED: list[tuple[dict[str, Any], str]] = [
    ({}, "--players 2,3 --field lot:skill=-0.25 --field lot"),
    (
        {"only": ["be-clumsy", "be-skilled"], "players": [3], "fields": ["loser"]},
        "--only be-clumsy,be-skilled --players 3 --field loser",
    ),
    (
        {
            "tip": Tip("own", "Be quick.", "lot:skill=1", "lot"),
            "fields": ["lot"],
            "settings": ["deck.kraken=3"],
        },
        "--tip 'Be quick.' --follow lot:skill=1 --ignore lot --players 2,3 --field lot --set deck.kraken=3",
    ),
]


@pytest.mark.parametrize(("given", "words"), ASKED)
def test_the_command_asks_for_the_same(given: dict[str, Any], words: str) -> None:
    command = tried(deals=500, seed=3, **given).content().command
    assert command == f"analyzer tips tip-lots {words} --deals 500 --smallest 2% --seed 3"


# A tip of one's own


def test_a_tip_of_ones_own_is_tried_at_the_games_tables() -> None:
    tip = own_tip("Draw well.", "lot:skill=0.5", "lot")
    assert tip is not None
    found = tried(tip=tip)
    assert [finding.verdict for finding in found.findings] == ["true"] * 4
    assert {each["tip"] for each in found.as_json()["tips"]} == {"own"}
    assert found.as_json()["tips"][0]["text"] == "Draw well."


def test_a_game_without_tips_takes_ones_own_at_its_usual_table() -> None:
    tip = own_tip("Draw well.", "lot:skill=0.5", "lot")
    (finding,) = tried("lots", tip=tip).findings
    assert (finding.trial.sides.players, finding.trial.sides.field.canonical) == (4, "lot")
    assert (finding.verdict, finding.as_json()["strength"]) == ("true", None)


def test_a_field_that_the_game_names_keeps_its_name() -> None:
    found = tried(only=["turn-around"], fields=["lot", "loser"], players=[2])
    assert [each["strength"] for each in found.as_json()["tips"]] == ["ordinary", None]


def test_nothing_of_a_tip_is_no_tip() -> None:
    assert own_tip(None, None, None) is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("Be quick.", None, None), "follow and ignore are missing"),
        ((None, "lot", "loser"), "tip is missing"),
        (("", "lot", "loser"), "a sentence in one line"),
        (("two\nlines", "lot", "loser"), "a sentence in one line"),
    ],
)
def test_what_is_no_tip_is_told(given: tuple[str | None, str | None, str | None], said: str) -> None:
    with pytest.raises(UserError, match=said):
        own_tip(*given)


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        ("lots", {}, "There are no tips for Lots"),
        (
            "tip-lots",
            {"only": ["be-skiled"]},
            'There is no tip "be-skiled" for Lots. Did you mean "be-skilled"?',
        ),
        ("tip-lots", {"only": ["be-skilled", "be-skilled"]}, "only: be-skilled is given twice"),
        ("tip-lots", {"only": ["be-skilled"], "tip": SKILLED}, "a tip of your own is tried instead"),
        ("tip-lots", {"players": [2, 2]}, "players: 2 is given twice"),
        ("tip-lots", {"fields": ["lot", "lot:skill=0"]}, "field: lot is given twice"),
        ("tip-lots", {"fields": ["lott"]}, 'Did you mean "lot"?'),
        ("tip-lots", {"tip": Tip("own", "Be.", "lot:skill=0", "lot")}, "play the same policy"),
        ("tip-lots", {"tip": Tip("own", "Be.", "lot:skil=0", "lot")}, 'Did you mean "skill"?'),
    ],
)
def test_what_cannot_be_tried_is_told(game: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError) as told:
        set_trials(game, **given)
    assert said in str(told.value)
    assert len(str(told.value).splitlines()) <= 2
