"""Several runs side by side, whatever they are of: made-up results only."""

import json
from collections.abc import Sequence
from dataclasses import replace
from math import inf, nan

import pytest

from analyzer.errors import UserError
from analyzer.report.jsontext import json_text
from analyzer.stats import intervals
from analyzer.stats.difference import independent
from analyzer.stats.estimate import Estimate
from analyzer.studies import stored
from analyzer.studies.content import (
    Column,
    Content,
    DistributionFigure,
    Figure,
    HeatFigure,
    IntervalFigure,
    LineFigure,
    Table,
)
from analyzer.studies.several import asked
from analyzer.studies.several.joined import join_distributions, join_tables, join_texts
from analyzer.studies.several.page import Run, common_game, compare_runs
from analyzer.studies.several.rows import share

GAMES = 10_000


def rates(*wins: int, games: int = GAMES) -> list[Estimate]:
    return [intervals.rate(each, games) for each in wins]


def figure(
    estimates: Sequence[Estimate], labels: Sequence[str] = (), *, axis: str = "win rate, %", fair: float = 0.5
) -> IntervalFigure:
    return IntervalFigure(
        "win_rate",
        "Who wins",
        labels or [f"seat {seat}" for seat in range(len(estimates))],
        estimates,
        axis,
        100,
        fair,
        f"fair share {100 * fair:g} %",
        "10,000 games; 95 % intervals",
    )


def content(
    options: str, *figures: Figure, verb: str = "simulate some-game", tables: Sequence[Table] = ()
) -> Content:
    return Content(
        question="Who wins?",
        answer=f"An answer to {options}.",
        tables=tables,
        figures=figures,
        method=[("game", "Some Game"), ("seed", "1"), ("policies", options), ("version", "analyzer 1")],
        how_to_read=["A word on intervals.", f"A word on {options}."],
        command=f"analyzer {verb} {options}",
        result={"game": "some-game", "asked": options},
    )


def compared(*contents: Content) -> Content:
    return compare_runs(
        [Run(f"runs/{number}", f"/home/runs/{number}", each) for number, each in enumerate(contents)]
    )


def table(found: Content, name: str) -> Table:
    (one,) = [each for each in found.tables if each.name == name]
    return one


TWO = content("--players 2 --seed 1", figure(rates(5_300, 4_700)))
SAME = content("--players 3 --seed 2", figure(rates(5_350, 4_650)))
OTHER = content("--players 4 --seed 3", figure(rates(6_300, 3_700)))


class TestNames:
    @pytest.mark.parametrize(
        ("options", "names"),
        [
            (["--players 2", "--players 3"], ["players 2", "players 3"]),
            (["--players 2 --seed 1", "--players 3 --seed 2"], ["players 2", "players 3"]),
            (["--games 100 --seed 1", "--games 100 --seed 2"], ["seed 1", "seed 2"]),
            (["--policy a", "--policy a:x=1"], ["policy a", "policy a:x=1"]),
            (["--policy a", "--policy b --policy a --policy a"], ["policy a", "policy b, a ×2"]),
            (["--seed 1", "--seed 1 --set deck.ace=3"], ["standard rules", "set deck.ace=3"]),
            (
                ["--set deck.ace=3", "--set deck.ace=4 --set options.x=true"],
                ["set deck.ace=3", "set deck.ace=4, options.x=true"],
            ),
            (["--set a=1", "--set a=1 --set b=2"], ["set nothing else", "set b=2"]),
            (["""--set a=1 --set 'name="my own"'""", "--seed 1"], ["set a=1", "standard rules"]),
            (["""--set 'name="one"'""", """--set 'name="two"'"""], ['set name="one"', 'set name="two"']),
            (["--decide", "--seed 1"], ["decide", "no decide"]),
            (["--until 0.2%", "--seed 1"], ["until 0.2%", "no until"]),
            # Each differs from the first one, whose name would be too long for all.
            (
                ["--players 4 --policy abcdefghijkl", "--players 3 --policy abcdefghijkl", "--players 4 --policy m"],
                ["players 4, policy abcdefghijkl", "players 3, policy abcdefghijkl", "players 4, policy m"],
            ),
            (
                ["--players 4 --policy a", "--players 3 --policy a", f"--players 4 --policy {'b' * 30}"],
                ["players 4, policy a", "players 3", f"policy {'b' * 30}"],
            ),
            # As good as it gets: folders, told apart by what lies above them.
            (["--players 2", "--players 2"], ["first", "second"]),
            ([f"--policy a{'b' * 40}", f"--policy c{'b' * 40}"], ["first", "second"]),
        ],
    )  # fmt: skip
    def test_say_what_differs_between_the_commands(self, options: list[str], names: list[str]) -> None:
        folders = ["/home/first", "/home/second", "/home/third"][: len(options)]
        found = [asked.read(f"analyzer simulate some-game {each}") for each in options]
        assert asked.names(found, folders) == names

    def test_of_other_commands_games_and_policies(self) -> None:
        def names(*commands: str) -> list[str]:
            return asked.names([asked.read(each) for each in commands], [f"/{each}" for each in commands])

        assert names("analyzer simulate g --seed 1", "analyzer bench g --seed 1") == ["simulate", "bench"]
        assert names("analyzer simulate g", "analyzer simulate h") == ["g", "h"]
        assert names("analyzer compare g a b", "analyzer compare g a c") == ["a, b", "a, c"]

    def test_folders_of_one_name_are_told_apart_by_those_above(self) -> None:
        same = [asked.read("analyzer simulate g")] * 2
        assert asked.names(same, ["/x/a/run", "/x/b/run"]) == ["a/run", "b/run"]
        assert asked.names(same, ["/a/1/2/3/4/run", "/b/1/2/3/4/run"]) == ["run 1", "run 2"]
        assert asked.names(same, ["/x", "/" + "y" * 99]) == ["run 1", "run 2"]

    @pytest.mark.parametrize(
        "command", ["", "analyzer", "'", "analyzer --x", "rm -rf", "analyzer report a b"]
    )
    def test_a_command_of_any_kind_is_no_problem(self, command: str) -> None:
        assert asked.names([asked.read(command)] * 2, ["/a", "/b"]) == ["a", "b"]

    def test_a_comparison_has_no_game(self) -> None:
        assert asked.GAME not in asked.read("analyzer report runs/a runs/b")


class TestAnswer:
    def test_names_the_largest_certain_difference(self) -> None:
        found = compared(TWO, OTHER)
        expected = independent(*rates(6_300, 5_300))
        assert found.question == "How do these 2 runs differ?"
        assert found.answer == (
            'In win rate these runs differ most in seat 0: 63.0 % in "players 4" and 53.0 % in "players 2", a '
            f"difference of +10.0 points ({100 * expected.low:+.1f} to {100 * expected.high:+.1f}, 95 %). All 2 "
            "differences are certain (95 %)."
        )

    def test_cannot_tell_apart_what_is_not_certain(self) -> None:
        answer = compared(TWO, SAME).answer
        assert answer.startswith(
            "These runs cannot be told apart in win rate, all 2 differences considered. "
        )
        assert "The largest difference is in seat 0: 53.5 % in" in answer

    def test_counts_those_that_are_certain(self) -> None:
        # 4.7 standard errors for one seat; the others are the same.
        other = content("--players 5 --seed 1", figure(rates(5_630, 4_700)))
        assert "1 of 2 differences is certain (95 %)." in compared(TWO, other).answer

    def test_corrects_for_the_number_of_differences(self) -> None:
        """One difference of 2.2 standard errors is certain alone, and not as one of ten."""
        wins = [5_000] * 9
        alone = compared(content("--seed 1", figure(rates(5_000))), content("--seed 2", figure(rates(5_156))))
        many = compared(
            content("--seed 1", figure(rates(5_000, *wins))), content("--seed 2", figure(rates(5_156, *wins)))
        )
        assert table(alone, "win_rate_differences").rows[0][-1] == "more"
        row = table(many, "win_rate_differences").rows[0]
        assert row[-1] == "no"
        assert isinstance(row[4], Estimate) and row[4].low > 0
        assert "cannot be told apart" in many.answer

    def test_of_different_commands_says_so(self) -> None:
        other = content(
            "a b --seed 1", figure(rates(5_300), axis="difference, points"), verb="compare some-game"
        )
        found = compared(TWO, other)
        assert "no figure of estimates in common" in found.answer
        assert "They are of different commands (simulate, compare)." in found.answer
        assert not found.figures
        assert [each.name for each in found.tables] == ["runs", "answers"]

    def test_of_different_games_have_nothing_in_common(self) -> None:
        other = content("--players 2", figure(rates(5_300, 4_700)), verb="simulate other-game")
        found = compared(TWO, other)
        assert "no figure of estimates in common" in found.answer
        assert "different games (some-game, other-game)" in found.answer
        assert not found.figures

    def test_one_run_is_no_comparison(self) -> None:
        with pytest.raises(UserError, match="two runs"):
            compared(TWO)

    def test_unknown_figures_are_open(self) -> None:
        unknown = content("--players 9", figure([Estimate(nan, nan, nan), Estimate(0.5, -inf, inf)]))
        found = compared(TWO, unknown)
        assert "cannot be told apart" in found.answer
        assert "in seat 1: 50" in found.answer
        assert [row[-1] for row in table(found, "win_rate_differences").rows] == ["no", "no"]


class TestDifferences:
    def test_each_run_is_held_against_the_first(self) -> None:
        found = compared(TWO, SAME, OTHER)
        rows = table(found, "win_rate_differences").rows
        assert [row[:2] for row in rows] == [
            ("seat 0", "players 3"),
            ("seat 0", "players 4"),
            ("seat 1", "players 3"),
            ("seat 1", "players 4"),
        ]
        assert [row[4] for row in rows] == [
            independent(*rates(*pair))
            for pair in [(5_350, 5_300), (6_300, 5_300), (4_650, 4_700), (3_700, 4_700)]
        ]
        assert [row[-1] for row in rows] == ["no", "more", "no", "less"]
        assert rows[1][2:4] == (0.63, 0.53)

    def test_the_public_object_holds_them_too(self) -> None:
        found = compared(TWO, OTHER)
        assert found.result["runs"] == [TWO.result, OTHER.result]
        assert found.result["names"] == ["players 2", "players 4"]
        assert found.result["differences"][1] == {
            "figure": "win_rate",
            "where": "seat 1",
            "run": "players 4",
            "less": "players 2",
            "difference": independent(*rates(3_700, 4_700)),
            "certain": True,
        }

    def test_rates_are_shown_in_points_and_numbers_in_the_axis_unit(self) -> None:
        def forms(axis: str, scale: float) -> tuple[list[str], object]:
            one, other = (
                content(
                    f"--seed {seed}",
                    replace(figure([Estimate(mean, mean - 0.1, mean + 0.1)]), axis=axis, scale=scale),
                )
                for seed, mean in ((1, 2.0), (2, 3.0))
            )
            found = table(compared(one, other), "win_rate_differences")
            return [column.form for column in found.columns[2:5]], found.rows[0][2]

        assert forms("win rate, %", 100) == (["rate", "rate", "difference"], 3.0)
        assert forms("difference, percentage points", 100) == (["difference"] * 3, 3.0)
        assert forms("length, turns", 1) == (["number", "number", "change"], 3.0)
        assert forms("time, ms", 1_000) == (["number", "number", "change"], 3_000.0)

    @pytest.mark.parametrize(("seed", "said"), [(1, True), (2, False)])
    def test_runs_of_one_seed_may_share_deals(self, seed: int, said: bool) -> None:
        other = content(f"--players 4 --seed {seed}", figure(rates(6_300, 3_700)))
        note = table(compared(TWO, other), "win_rate_differences").note
        assert ("may share deals" in note) == said
        assert "Each interval holds 95 % by itself" in note
        assert "Holm's correction for all 2 differences" in note


class TestRows:
    def test_are_the_same_where_labels_say_more_of_one_run(self) -> None:
        plain, named = figure(rates(1, 2)), figure(rates(3, 4), ["seat 0: best", "seat 1: other"])
        assert [row for row, _ in share([0, 1], [plain, named]).rows] == ["seat 0", "seat 1"]
        grouped = [
            figure(rates(1, 2), labels) for labels in (["a (group 1)", "b (group 2)"], ["b (group 1)", "a"])
        ]
        found = share([0, 1], grouped).rows
        assert [row for row, _ in found] == ["a", "b"]
        assert found[0][1] == {0: rates(1)[0], 1: rates(2)[0]}

    def test_keep_what_all_labels_say(self) -> None:
        both = [figure(rates(1, 2), ["seat 0: best", "seat 1: other"])] * 2
        assert [row for row, _ in share([0, 1], both).rows] == ["seat 0: best", "seat 1: other"]

    def test_that_only_the_longer_label_tells_apart_are_not_mixed_up(self) -> None:
        both = [figure(rates(1, 2), ["a: x", "a: y"]), figure(rates(3, 4), ["a: y", "a: x"])]
        assert dict(share([0, 1], both).rows) == {
            "a: x": {0: rates(1)[0], 1: rates(4)[0]},
            "a: y": {0: rates(2)[0], 1: rates(3)[0]},
        }

    def test_of_one_label_are_numbered(self) -> None:
        both = [figure(rates(1, 2), ["a", "a"])] * 2
        assert [row for row, _ in share([0, 1], both).rows] == ["a", "a (2)"]

    def test_that_one_run_lacks_are_shown_without_a_difference(self) -> None:
        three = content("--players 3", figure(rates(4_000, 3_000, 3_000)))
        found = compared(TWO, three)
        assert len(table(found, "win_rate_differences").rows) == 2
        (joined,) = found.figures
        assert isinstance(joined, IntervalFigure)
        assert joined.labels[-1] == "players 3: seat 2"
        assert len(joined.estimates) == 5

    def test_that_no_two_runs_share_are_said_to_be_so(self) -> None:
        others = content("--players 3", figure(rates(1, 2), ["x", "y"]))
        found = compared(TWO, others)
        assert found.answer.startswith("These runs have no row of win rate in common")
        assert "win_rate_differences" not in [each.name for each in found.tables]


class TestFigures:
    def test_intervals_stand_row_by_row_and_run_by_run(self) -> None:
        (joined,) = compared(TWO, OTHER).figures
        assert isinstance(joined, IntervalFigure)
        assert joined.labels == [
            "players 2: seat 0", "players 4: seat 0", "players 2: seat 1", "players 4: seat 1",
        ]  # fmt: skip
        assert joined.estimates == rates(5_300, 6_300, 4_700, 3_700)
        assert (joined.axis, joined.scale, joined.reference) == ("win rate, %", 100, 0.5)
        assert joined.title == "Win rate in 2 runs: they differ most in seat 0"
        assert compared(TWO, SAME).figures[0].title == "Win rate in 2 runs: no difference is certain"

    def test_a_line_that_is_not_the_same_is_told_and_not_drawn(self) -> None:
        three = content("--players 3", figure(rates(5_300, 4_700), fair=0.25))
        found = compared(TWO, three)
        (joined,) = found.figures
        assert isinstance(joined, IntervalFigure)
        assert joined.reference is None
        assert "players 3: Fair share 25 %." in joined.caption
        assert "players 2: fair share 50 %." in table(found, "win_rate_differences").note

    def test_too_many_rows_are_left_to_the_tables(self) -> None:
        many = [content(f"--seed {seed}", figure(rates(*range(100, 131)))) for seed in (1, 2)]
        found = compared(*many)
        assert not found.figures
        assert len(table(found, "win_rate_differences").rows) == 31
        assert dict(found.method)["figures in the runs' own reports only"] == "win_rate"

    def test_only_those_of_the_same_axis_are_joined(self) -> None:
        other = content("--players 3", figure(rates(5_300, 4_700), axis="win rate of pairs, %"))
        assert not compared(TWO, other).figures

    def test_heat_maps_and_lines_are_left_to_the_single_runs_and_named(self) -> None:
        heat = HeatFigure("heat", "Heat", ["a"], [[None]], "points")
        both = [content(f"--seed {seed}", figure(rates(5_000)), heat) for seed in (1, 2)]
        found = compared(*both)
        assert [each.name for each in found.figures] == ["win_rate"]
        assert dict(found.method)["figures in the runs' own reports only"] == "heat"


class TestDistributions:
    COUNTS = DistributionFigure("length", "Lengths", [0, 1, 2, 1], "length, turns")

    def test_become_lines_of_shares(self) -> None:
        found = join_distributions(
            ["one", "two"], [self.COUNTS, replace(self.COUNTS, counts=[0, 0, 0, 0, 5, 5])]
        )
        assert isinstance(found, LineFigure)
        assert [(line.label, line.places) for line in found.lines] == [
            ("one", [1, 2, 3, 4, 5]),
            ("two", [1, 2, 3, 4, 5]),
        ]
        assert [line.values for line in found.lines] == [[0.25, 0.5, 0.25, 0, 0], [0, 0, 0, 0.5, 0.5]]
        assert found.title == "Length in 2 runs: the median lies at 2 to 4"
        assert found.caption.startswith("one: 4 games; two: 10 games.")

    def test_wide_ones_take_several_values_together(self) -> None:
        wide = replace(self.COUNTS, counts=[1] * 1_000)
        found = join_distributions(["one", "two"], [wide, wide])
        assert found is not None
        assert found.lines[0].places[:3] == [0, 10, 20]
        assert found.lines[0].values[:2] == pytest.approx([0.01, 0.01])
        assert found.vertical == "share of games, %, 10 values together"
        assert found.caption.startswith("1,000 games in each run.")
        assert found.title.endswith("the median is 499")

    def test_the_rare_ends_are_cut(self) -> None:
        tail = replace(self.COUNTS, counts=[1, *[0] * 99, *[5_000] * 10, *[0] * 999, 1])
        found = join_distributions(["one", "two"], [tail, tail])
        assert found is not None
        assert found.lines[0].places == list(range(100, 110))

    def test_too_many_or_none_are_not_drawn(self) -> None:
        names = [str(number) for number in range(7)]
        assert join_distributions(names, [self.COUNTS] * 7) is None
        assert join_distributions(names[:6], [self.COUNTS] * 6) is not None
        assert join_distributions(["one", "two"], [replace(self.COUNTS, counts=[0, 0])] * 2) is None

    def test_are_part_of_the_page(self) -> None:
        both = [content(f"--seed {seed}", self.COUNTS) for seed in (1, 2)]
        (found,) = compared(*both).figures
        assert isinstance(found, LineFigure) and found.name == "length"


class TestTables:
    WINS = Table(
        "wins",
        "Wins",
        [Column("seat", "seat", "count"), Column("rate", "rate of a", "rate", 2, 0.5)],
        [(0, rates(1)[0])],
        "The same. Fair share 50 %.",
    )

    def test_are_put_below_each_other_with_the_runs_name(self) -> None:
        other = replace(self.WINS, rows=[(0, rates(2)[0]), (1, None)])
        found = join_tables(["x", "y"], [self.WINS, other])
        assert [column.key for column in found.columns] == ["run", "seat", "rate"]
        assert found.rows == [("x", 0, rates(1)[0]), ("y", 0, rates(2)[0]), ("y", 1, None)]
        assert (found.title, found.columns[2].reference, found.columns[2].label) == ("Wins", 0.5, "rate of a")
        assert found.note == self.WINS.note

    def test_keep_only_what_is_true_of_all(self) -> None:
        other = replace(
            self.WINS,
            title="Other wins",
            columns=[self.WINS.columns[0], Column("rate", "rate of b", "rate", 3, 0.25)],
            note="The same. Fair share 25 %.",
        )
        found = join_tables(["x", "y", "z"], [self.WINS, other, self.WINS])
        assert found.title == "wins"
        assert found.columns[2] == Column("rate", "rate", "rate", 3, None)
        assert found.note == "The same. x; z: Fair share 50 %. y: Fair share 25 %."

    def test_with_a_column_for_runs_get_another_one(self) -> None:
        runs = Table("t", "T", [Column("run", "run")], [("a",)])
        assert [column.key for column in join_tables(["x", "y"], [runs, runs]).columns] == ["run_2", "run"]

    def test_are_only_joined_where_the_columns_are_the_same(self) -> None:
        others = [
            replace(self.WINS, columns=self.WINS.columns[:1], rows=[(1,)]),
            replace(self.WINS, columns=[self.WINS.columns[0], Column("rate", "rate", "number")]),
            replace(self.WINS, name="losses"),
        ]
        for other in others:
            found = compared(content("--seed 1", tables=[self.WINS]), content("--seed 2", tables=[other]))
            assert [each.name for each in found.tables] == ["runs", "answers"]
        found = compared(*(content(f"--seed {seed}", tables=[self.WINS]) for seed in (1, 2)))
        assert [each.name for each in found.tables] == ["runs", "answers", "wins"]

    def test_texts_without_sentences_in_common(self) -> None:
        assert join_texts(["x", "y"], ["", ""]) == ""
        assert join_texts(["x", "y"], ["One.", ""]) == "x: One."

    def test_say_what_was_asked_and_answered(self) -> None:
        found = compared(
            content("--players 2 --policy a --games 1000 --seed 1"),
            content("--players 2 --policy b --games 500 --seed 1 --set x=1"),
        )
        runs = table(found, "runs")
        assert [column.key for column in runs.columns] == [
            "run",
            "policy",
            "set_x",
            "games",
            "seed",
            "folder",
        ]
        assert runs.rows == [
            ("policy a, standard rules", "a", "standard", 1_000, "1", "runs/0"),
            ("policy b, set x=1", "b", "1", 500, "1", "runs/1"),
        ]
        answers = table(found, "answers")
        assert [column.key for column in answers.columns] == ["run", "answer"]
        assert answers.note == "Who wins?"
        other = replace(TWO, question="How long?")
        assert [row[1] for row in table(compared(TWO, other), "answers").rows] == ["Who wins?", "How long?"]


class TestPage:
    def test_method_and_words_are_what_all_runs_share(self) -> None:
        found = compared(TWO, OTHER)
        assert dict(found.method) == {
            "runs": '2, all compared with "players 2"',
            "game": "Some Game",
            "seed": "1",
            "version": "analyzer 1",
            "run players 2": TWO.command,
            "run players 4": OTHER.command,
        }
        assert "A word on intervals." in found.how_to_read
        assert not any("players" in text for text in found.how_to_read)
        assert found.command == "analyzer report runs/0 runs/1"

    def test_versions_that_differ_are_told(self) -> None:
        newer = replace(OTHER, method=[("game", "Some Game"), ("version", "analyzer 2")])
        assert dict(compared(TWO, newer).method)["version"] == "players 2: analyzer 1. players 4: analyzer 2."

    def test_a_comparison_can_be_stored_and_compared_itself(self) -> None:
        found = compared(TWO, OTHER)
        again = stored.from_json(json.loads(json_text(stored.to_json(found))))
        assert again.answer == found.answer
        assert json_text(again.result) == json_text(found.result)
        twice = compared(again, stored.from_json(json.loads(json_text(stored.to_json(compared(TWO, SAME))))))
        names = [each.name for each in twice.tables]
        assert len(set(names)) == len(names)
        assert "runs_2" in names
        stored.from_json(json.loads(json_text(stored.to_json(twice))))

    def test_the_game_of_all_runs_is_known(self) -> None:
        def runs(*contents: Content) -> list[Run]:
            return [Run("", "", each) for each in contents]

        assert common_game(runs(TWO, OTHER)) == "some-game"
        assert common_game(runs(TWO, content("", verb="simulate other"))) is None
        assert common_game(runs(TWO, content("a b", verb="report"))) is None
