"""Several runs side by side, whatever they are of: made-up results only."""

import json
import shlex
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
from analyzer.studies.several.page import Run, compare_runs, game_of
from analyzer.studies.several.rows import Measured, measured_in, share

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
        asked=said(f"analyzer {verb} {options}"),
    )


def said(command: str) -> list[tuple[str, str | int]]:
    """What a command of this file says: its words, whether "--name value" or "--name"."""
    _, verb, game, *words = shlex.split(command)
    pairs: list[tuple[str, str | int]] = [("command", verb), ("game", game)]
    while words:
        word = words.pop(0)
        flag = not words or words[0].startswith("--")
        if not word.startswith("--"):
            pairs.append(("about", word))
        elif word == "--set":
            key, _, value = words.pop(0).partition("=")
            pairs.append((f"set {key}", value))
        else:
            pairs.append((word[2:], True if flag else words.pop(0)))
    return pairs


def read(command: str) -> asked.Asked:
    return asked.read(replace(content(""), asked=said(command)))


def compared(*contents: Content) -> Content:
    return compare_runs(
        [Run(f"runs/{number}", f"/home/runs/{number}", each) for number, each in enumerate(contents)]
    )


def shared(*figures: IntervalFigure) -> Sequence[tuple[str, dict[int, Estimate]]]:
    """The rows that figures share, run by run."""
    measured: list[Measured] = [measured_in(content("", each))[0] for each in figures]
    return share(range(len(figures)), measured).rows


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
        found = [read(f"analyzer simulate some-game {each}") for each in options]
        assert asked.names(found, folders) == names

    def test_of_other_commands_games_and_policies(self) -> None:
        def names(*commands: str) -> list[str]:
            return asked.names([read(each) for each in commands], [f"/{each}" for each in commands])

        assert names("analyzer simulate g --seed 1", "analyzer bench g --seed 1") == ["simulate", "bench"]
        assert names("analyzer simulate g", "analyzer simulate h") == ["g", "h"]
        assert names("analyzer compare g a b", "analyzer compare g a c") == ["a, b", "a, c"]

    def test_folders_of_one_name_are_told_apart_by_those_above(self) -> None:
        same = [read("analyzer simulate g")] * 2
        assert asked.names(same, ["/x/a/run", "/x/b/run"]) == ["a/run", "b/run"]
        assert asked.names(same, ["/a/1/2/3/4/run", "/b/1/2/3/4/run"]) == ["run 1", "run 2"]
        assert asked.names(same, ["/x", "/" + "y" * 99]) == ["run 1", "run 2"]

    def test_of_a_run_that_does_not_say_what_was_asked_are_those_of_folders(self) -> None:
        old = asked.read(replace(TWO, asked=()))
        assert asked.names([old, read("analyzer simulate g --players 2")], ["/a", "/b"]) == ["a", "b"]

    def test_what_changes_nothing_of_what_is_played_is_no_part_of_them(self) -> None:
        one = read("analyzer simulate g --players 2 --records games.csv")
        other = read("analyzer simulate g --players 3 --seconds-per-turn 5")
        assert asked.names([one, other], ["/a", "/b"]) == ["players 2", "players 3"]
        assert asked.differing([one, other]) == ["players"]


class TestQuestion:
    @pytest.mark.parametrize(
        ("options", "question"),
        [
            (["--players 2", "--players 3", "--players 5"], "What changes with players 2, 3, 5?"),
            (["--players 2 --seed 1", "--players 3 --seed 2"], "What changes with players 2, 3?"),
            (["--seed 1", "--seed 1 --set deck.ace=4"], "What changes with deck.ace=4?"),
            (["--set deck.ace=3", "--set deck.ace=4"], "What changes with deck.ace=3, 4?"),
            (["--seed 1", "--seed 2"], "What changes with seed 1, 2?"),
            (["--policy a", "--policy a --policy b"], "What changes with policy a / a, b?"),
            (["--decide --seed 1", "--seed 1"], "What changes with decide yes, none?"),
            (
                ["--players 2 --policy a", "--players 3"],
                "players 2, policy a and players 3, no policy: how do these runs differ?",
            ),
            (["a b", "a c"], "a, b and a, c: how do these runs differ?"),
            (["--players 2", "--players 2"], "x and y: how do these runs differ?"),
            ([f"--policy {'a' * 99}", f"--policy {'b' * 99}"], "x and y: how do these runs differ?"),
        ],
    )
    def test_begins_with_what_differs(self, options: list[str], question: str) -> None:
        found = [read(f"analyzer simulate some-game {each}") for each in options]
        names = asked.names(found, ["/x", "/y", "/z"][: len(options)])
        assert asked.question(found, names) == question


class TestAnswer:
    def test_names_the_largest_certain_difference(self) -> None:
        found = compared(TWO, OTHER)
        expected = independent(*rates(6_300, 5_300))
        assert found.question == "What changes with players 2, 4?"
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

    def test_says_what_to_do_with_runs_of_an_earlier_version(self) -> None:
        advice = "once they are made again with their commands, more can be compared."
        assert compared(replace(TWO, asked=()), OTHER).answer.endswith(advice)
        assert "made again" not in compared(TWO, OTHER).answer

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
            "of": "win_rate",
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
        found = compared(TWO, other)
        assert (
            "All runs have the same seed and may share deals: intervals are cautious" in found.answer
        ) == said
        note = table(found, "win_rate_differences").note
        assert "Each interval holds 95 % by itself" in note
        assert "Holm's correction for all 2 differences" in note


class TestRows:
    def test_are_the_same_where_their_keys_are(self) -> None:
        plain = figure(rates(1, 2))
        named = replace(figure(rates(3, 4), ["seat 0: best", "seat 1: other"]), keys=["seat 0", "seat 1"])
        found = shared(plain, named)
        assert found == [
            ("seat 0", {0: rates(1)[0], 1: rates(3)[0]}),
            ("seat 1", {0: rates(2)[0], 1: rates(4)[0]}),
        ]

    def test_keep_what_all_labels_say(self) -> None:
        both = [
            replace(figure(rates(1, 2), ["seat 0: best", "seat 1: other"]), keys=["seat 0", "seat 1"])
        ] * 2
        assert [row for row, _ in shared(*both)] == ["seat 0: best", "seat 1: other"]

    def test_are_told_apart_by_all_of_their_labels(self) -> None:
        """Files of policies may have any name: nothing is cut off."""
        labels = ["p.py", "p (1).py", "p: x"]
        one, other = figure(rates(1, 2, 3), labels), figure(rates(6, 5, 4), labels[::-1])
        assert shared(one, other) == [
            ("p.py", {0: rates(1)[0], 1: rates(4)[0]}),
            ("p (1).py", {0: rates(2)[0], 1: rates(5)[0]}),
            ("p: x", {0: rates(3)[0], 1: rates(6)[0]}),
        ]

    def test_of_one_label_are_numbered(self) -> None:
        both = [figure(rates(1, 2), ["a", "a"])] * 2
        assert [row for row, _ in shared(*both)] == ["a", "a (2)"]

    def test_that_one_run_lacks_are_shown_without_a_difference(self) -> None:
        three = content("--players 3", figure(rates(4_000, 3_000, 3_000)))
        found = compared(TWO, three)
        assert len(table(found, "win_rate_differences").rows) == 2
        (joined,) = found.figures
        assert isinstance(joined, IntervalFigure)
        assert joined.labels[-1] == "seat 2 · players 3"
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
            "seat 0 · players 2", "seat 0 · players 4", "seat 1 · players 2", "seat 1 · players 4",
        ]  # fmt: skip
        assert joined.places == [0, 1, 0, 1]
        assert joined.estimates == rates(5_300, 6_300, 4_700, 3_700)
        assert (joined.axis, joined.scale, joined.reference) == ("win rate, %", 100, 0.5)
        assert joined.title == "Win rate in 2 runs: they differ most in seat 0"
        assert compared(TWO, SAME).figures[0].title == "Win rate in 2 runs: no difference is certain"

    def test_where_some_runs_have_no_line_there_is_none(self) -> None:
        other = replace(figure(rates(5_300, 4_700)), reference=None, reference_label="")
        (joined,) = compared(TWO, content("--players 3", other)).figures
        assert isinstance(joined, IntervalFigure)
        assert joined.reference is None

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
        assert found.title == "Wins in each run"
        assert found.columns[2] == Column("rate", "rate", "rate", 3, None)
        assert found.note == "The same. Run by run: Fair share 50, 25 and 50 %."

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

    @pytest.mark.parametrize(
        ("texts", "joined"),
        [
            (["In 3 games.", "In 4 games."], "Run by run: In 3 and 4 games."),
            (["All. Of 1,000.", "All. Of 25.5."], "All. Run by run: Of 1,000 and 25.5."),
            (["Of 3 of 4.", "Of 4 of 5."], "x: Of 3 of 4. y: Of 4 of 5."),
            (["Of 3 games.", "Of 4 deals."], "x: Of 3 games. y: Of 4 deals."),
            (["Of 3.", "Of 3. And 4."], "Of 3. y: And 4."),
        ],
    )
    def test_texts_that_differ_in_one_number_become_one(self, texts: list[str], joined: str) -> None:
        assert join_texts(["x", "y"], texts) == joined

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
        assert dict(compared(TWO, newer).method)["version"] == "players 2: analyzer 1; players 4: analyzer 2"

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
        assert game_of(TWO) == "some-game"
        assert game_of(replace(TWO, asked=())) == "some-game"
        assert game_of(compared(TWO, OTHER)) == "some-game"
        other = replace(content("--players 3", verb="simulate other"), result={"game": "other"})
        assert game_of(compared(TWO, other)) is None
        assert game_of(compared(compared(TWO, OTHER), compared(TWO, other))) is None


class TestOwnReference:
    """A seat of two that wins 53 % is 3 points above its fair share, one of four that wins 27 % only 2 points."""

    PAIR = content("--players 2 --seed 1", figure(rates(5_300, 4_700)))
    FOUR = content("--players 4 --seed 2", figure(rates(2_700, 2_500, 2_400, 2_400), fair=0.25))

    def found(self) -> Content:
        named = [
            replace(each, figures=[replace(each.figures[0], reference_name="fair share")])
            for each in (self.PAIR, self.FOUR)
        ]
        return compared(*named)

    def test_is_what_each_run_is_held_against(self) -> None:
        rows = table(self.found(), "win_rate_differences").rows
        first = rows[0]
        assert first[:2] == ("seat 0", "players 4")
        assert first[2:6] == pytest.approx((0.27, 0.25, 0.02, 0.03))
        difference = first[6]
        assert isinstance(difference, Estimate)
        raw = independent(*rates(2_700, 5_300))
        assert difference.mean == pytest.approx(-0.01)
        assert difference.high - difference.low == pytest.approx(raw.high - raw.low)
        assert first[7] == "no"

    def test_is_told_and_drawn(self) -> None:
        found = self.found()
        assert "In win rate less the run's own fair share" in found.answer
        assert (
            'in seat 1: +0.0 points (25.0 %, fair share 25.0 %) in "players 4" and -3.0 points (47.0 %, fair share '
            '50.0 %) in "players 2", a difference of +3.0 points'
        ) in found.answer
        (joined,) = found.figures
        assert isinstance(joined, IntervalFigure)
        assert (joined.reference, joined.reference_label) == (0.0, "each run's own fair share")
        assert joined.axis == "win rate less the run's own fair share, points"
        assert [each.mean for each in joined.estimates] == pytest.approx([0.03, 0.02, -0.03, 0, -0.01, -0.01])
        assert joined.labels[-2:] == ["seat 2 · players 4", "seat 3 · players 4"]

    def test_that_hardly_differs_is_the_same(self) -> None:
        """A few unfinished games are no other question."""
        other = content("--players 2 --seed 3", figure(rates(5_400, 4_600), fair=0.4999))
        found = table(compared(self.PAIR, other), "win_rate_differences")
        assert [column.key for column in found.columns] == [
            "where",
            "run",
            "value",
            "first",
            "difference",
            "certain",
        ]
        assert found.rows[0][4] == independent(*rates(5_400, 5_300))


class TestRelativeTo:
    @staticmethod
    def of(seed: int, *among: str) -> Content:
        strength = replace(
            figure(rates(5_300, 4_700), ["a", "b"], axis="strength: in short"),
            relative_to="the mean of all competitors",
            among=among,
        )
        return content(f"--policy {' --policy '.join(among)} --seed {seed}", strength)

    def test_only_the_same_may_be_subtracted(self) -> None:
        found = compared(self.of(1, "a", "b"), self.of(2, "a", "c"))
        assert found.answer == (
            "No difference can be told: the table says what each of the runs answers. Strength is not compared: it is "
            "relative to the mean of all competitors, which is not the same in all runs."
        )
        assert not found.figures and found.result["differences"] == []
        assert [each.name for each in found.tables] == ["runs", "answers"]

    def test_where_it_is_the_same_there_are_differences(self) -> None:
        found = compared(self.of(1, "a", "b"), self.of(2, "a", "b"))
        assert len(table(found, "win_rate_differences").rows) == 2
        assert "not compared" not in found.answer

    def test_of_several_runs_those_are_compared_that_may_be(self) -> None:
        found = compared(self.of(1, "a", "b"), self.of(2, "a", "c"), self.of(3, "a", "b"))
        assert {row[1] for row in table(found, "win_rate_differences").rows} == {found.result["names"][2]}
        assert "Strength is not compared between all runs" in found.answer


class TestTablesWithEstimates:
    @staticmethod
    def lengths(*means: float, quantity: str = "mean length, turns") -> Table:
        rows = [(f"kind {at}", Estimate(mean, mean - 0.2, mean + 0.2)) for at, mean in enumerate(means)]
        return Table(
            "length", "Length", [Column("kind", "kind"), Column("mean", "mean", "number")], rows, "", quantity
        )

    def compared(self, one: Table, other: Table) -> Content:
        return compared(
            *(
                content(f"--seed {seed}", figure(rates(5_000)), tables=[each])
                for seed, each in ((1, one), (2, other))
            )
        )

    def test_are_compared_and_told_besides_the_figure(self) -> None:
        found = self.compared(self.lengths(68.2), self.lengths(62.6))
        shorter, longer = (each.rows[0][1] for each in (self.lengths(62.6), self.lengths(68.2)))
        assert isinstance(shorter, Estimate) and isinstance(longer, Estimate)
        (row,) = table(found, "length_differences").rows
        assert row == ("kind 0", "seed 2", 62.6, 68.2, independent(shorter, longer), "less")
        assert (
            'In mean length they differ: 62.6 turns in "seed 2" and 68.2 turns in "seed 1", a difference of -5.6 turns'
        ) in found.answer
        assert [each["of"] for each in found.result["differences"]] == ["win_rate", "length"]

    def test_that_do_not_say_what_they_measure_are_only_put_side_by_side(self) -> None:
        found = self.compared(self.lengths(68.2, quantity=""), self.lengths(62.6, quantity=""))
        assert [each.name for each in found.tables] == ["runs", "win_rate_differences", "answers", "length"]

    def test_rows_are_told_apart_by_their_keys(self) -> None:
        one = replace(self.lengths(1, 2), keys=["x", "y"])
        other = replace(self.lengths(3, 4), keys=["y", "z"])
        (row,) = table(self.compared(one, other), "length_differences").rows
        assert row[:4] == ("y", "seed 2", 3, 2)


class TestSameGames:
    def test_of_one_run_twice_are_identical(self) -> None:
        found = compared(TWO, TWO)
        assert found.answer == '"0" and "1" are the same games: identical. There is nothing to compare.'
        assert found.result["differences"] == []

    def test_are_told_beside_others(self) -> None:
        found = compared(TWO, TWO, OTHER)
        assert found.answer.startswith(
            '"0" and "1" are the same games: identical. In win rate these runs differ'
        )
        assert {row[1] for row in table(found, "win_rate_differences").rows} == {"2"}

    def test_with_other_figures_they_are_not(self) -> None:
        """The same command of another version, say."""
        found = compared(TWO, replace(SAME, asked=TWO.asked))
        assert "identical" not in found.answer
        assert len(table(found, "win_rate_differences").rows) == 2

    def test_without_a_seed_nobody_knows(self) -> None:
        one = content("--players 2", figure(rates(5_300)))
        assert "identical" not in compared(one, one).answer

    def test_of_other_numbers_overlap(self) -> None:
        one, more = (
            content(f"--games {games} --seed 1", figure(rates(half, games=games)))
            for games, half in ((1_000, 500), (2_000, 1_010))
        )
        answer = compared(one, more).answer
        assert (
            '"games 1000" and "games 2000" overlap: with the same seed they begin with the same deals.'
            in answer
        )
        other = replace(more, asked=said("analyzer simulate some-game --games 2000 --seed 2"))
        assert "overlap" not in compared(one, other).answer
