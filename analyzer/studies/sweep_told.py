"""Puts a sweep into words, tables and figures."""

from collections.abc import Sequence
from itertools import pairwise

from analyzer import __version__
from analyzer.stats.difference import independent, p_value
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import holm
from analyzer.studies.commandline import line_of
from analyzer.studies.content import Column, Content, Figure, IntervalFigure, Line, LineFigure, Table, Value
from analyzer.studies.request import asked_for, rules_difference, speed_in_words
from analyzer.studies.sweep import Sweep

_LEVEL = 0.05
_LARGE_RATIO = 4.0
"""From here on places that grow by a factor are set at distances of their like."""


def told(result: Sweep) -> Content:
    """The sweep, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Sweep) -> None:
        self._result = result
        self._game = result.base.game
        self._setup = result.base.setup
        self._values = result.values
        places = result.variation.places
        self._places = None if places is None else places[: len(result.runs)]
        self._fair = 1 / self._setup.players

    def content(self) -> Content:
        result = self._result
        asked = asked_for(
            "sweep",
            result.base,
            {"games": result.asked, "seed": result.seed},
            about=[result.variation.text],
        )
        seconds = sum(run.seconds for run in result.runs)
        games = sum(run.tally.games for run in result.runs)
        return Content(
            question=(
                f"How does {self._game.title} with {self._setup.players} players change with {self._subject()}?"
            ),
            answer=self._answer(),
            tables=[self._win_table(), self._measure_table()],
            figures=[self._win_figure(), *self._measure_figures()],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(games, seconds, result.runs[0].threads),
            asked=asked,
        )

    def _subject(self) -> str:
        """What is varied, in words."""
        key = self._result.variation.key
        if not self._result.variation.of_policies:
            return key
        return "what all seats play" if key == "policy" else f"what seat {key.partition('.')[2]} plays"

    def _changes(self) -> list[tuple[int, Estimate, bool]]:
        """How each seat's win rate differs between the first value and the last, and whether that is certain."""
        first, last = self._result.runs[0], self._result.runs[-1]
        found = [independent(one, other) for one, other in zip(last.win_rate, first.win_rate, strict=True)]
        certain = [p <= _LEVEL for p in holm([p_value(each) for each in found])]
        return [(seat, each, sure) for seat, (each, sure) in enumerate(zip(found, certain, strict=True))]

    def _answer(self) -> str:
        if len(self._values) < 2:
            return (
                f"Only {self._result.variation.key}={self._values[0]} was played, so nothing can be compared."
            )
        seat, change, certain = max(self._changes(), key=lambda each: (each[2], abs(each[1].mean)))
        rates = [self._result.runs[place].win_rate[seat] for place in (0, -1)]
        ends = [
            f"{100 * rate.mean:.2f} % ({100 * rate.low:.2f} to {100 * rate.high:.2f} %)" for rate in rates
        ]
        if not certain:
            return (
                f"Between {self._values[0]} and {self._values[-1]} no seat's win rate changes for certain; the most in "
                f"seat {seat}, from {ends[0]} to {ends[1]}."
            )
        text = (
            f"Seat {seat} wins {ends[0]} of the games with {self._values[0]} and {ends[1]} with {self._values[-1]}: "
            f"{100 * change.mean:+.2f} points ({100 * change.low:+.2f} to {100 * change.high:+.2f}, 95 %)."
        )
        best = max(range(len(self._values)), key=lambda place: self._result.runs[place].win_rate[seat].mean)
        if best not in (0, len(self._values) - 1):
            rate = self._result.runs[best].win_rate[seat]
            text += (
                f" It wins most with {self._values[best]}: {100 * rate.mean:.2f} % "
                f"({100 * rate.low:.2f} to {100 * rate.high:.2f} %)."
            )
        return text

    def _win_table(self) -> Table:
        columns = [
            Column("value", self._result.variation.key),
            *(Column(f"seat_{seat}", f"seat {seat}", "rate") for seat in range(self._setup.players)),
        ]
        rows: list[Sequence[Value]] = [
            (value, *run.win_rate) for value, run in zip(self._values, self._result.runs, strict=True)
        ]
        note = (
            f"Fair share {100 * self._fair:.2f} %. Each interval is one by itself; all values play the same seed, so "
            "differences between rows are as a rule surer than their intervals say."
        )
        return Table("win_rate", "Win rate per seat, with 95 % intervals", columns, rows, note)

    def _measure_table(self) -> Table:
        columns = [
            Column("value", self._result.variation.key),
            Column("what", "per game"),
            Column("mean", "mean", "number", 3),
        ]
        rows: list[Sequence[Value]] = []
        for value, run in zip(self._values, self._result.runs, strict=True):
            rows.append((value, self._game.length_unit, run.mean_length))
            rows += [
                (value, measure.label + (f", seat {seat}" if measure.per_seat else ""), estimate)
                for measure in self._game.measures
                if not measure.group
                for seat, estimate in enumerate(run.measures[measure.key])
            ]
        return Table("measures", "What else changes, per game, with 95 % intervals", columns, rows)

    def _win_figure(self) -> Figure:
        seats = range(self._setup.players)
        return self._figure(
            "win_rate",
            f"Win rate by {self._subject()}: {self._game.title}",
            [(f"seat {seat}", seat, [run.win_rate[seat] for run in self._result.runs]) for seat in seats],
            "win rate, %",
            100,
            self._fair,
            f"fair share {100 * self._fair:.4g} %",
        )

    def _measure_figures(self) -> list[Figure]:
        """One figure for each measure that is counted seat by seat."""
        return [
            self._figure(
                measure.key,
                f"{measure.label[0].upper()}{measure.label[1:]} by {self._subject()}: {self._game.title}",
                [
                    (f"seat {seat}", seat, [run.measures[measure.key][seat] for run in self._result.runs])
                    for seat in range(self._setup.players)
                ],
                f"{measure.label}, mean per game",
            )
            for measure in self._game.measures
            if measure.per_seat and not measure.group
        ]

    def _figure(
        self,
        name: str,
        title: str,
        series: Sequence[tuple[str, int, Sequence[Estimate]]],
        axis: str,
        scale: float = 1.0,
        reference: float | None = None,
        label: str = "",
    ) -> Figure:
        caption = (
            f"{self._result.runs[0].tally.games:,} games with each value, {self._setup.players} players; "
        )
        if self._places is None or len(self._places) < 2:
            # Values without an order of their own stand one below the other.
            return IntervalFigure(
                name=name,
                title=title,
                labels=[f"{value}: {text}" for value in self._values for text, _, _ in series],
                estimates=[found[place] for place in range(len(self._values)) for _, _, found in series],
                axis=axis,
                scale=scale,
                reference=reference,
                reference_label=label,
                caption=f"{caption}95 % intervals",
            )
        return LineFigure(
            name=name,
            title=title,
            lines=[
                Line(text, self._places, [e.mean for e in found], place, [(e.low, e.high) for e in found])
                for text, place, found in series
            ],
            horizontal=self._axis(),
            vertical=axis,
            scale=scale,
            caption=f"{caption}bands are 95 % intervals",
            ratios=_grows_by_a_factor(self._places),
            reference=reference,
            reference_label=label,
        )

    def _axis(self) -> str:
        """What the horizontal axis says: the values with the number that changes left open."""
        first, place = self._result.variation.values[0], self._places[0] if self._places else 0.0
        shown = first.replace(f"{place:g}", "x", 1) if f"{place:g}" in first else ""
        key = self._result.variation.key
        return key if shown in ("", "x") else f"x in {key}={shown}"

    def _method(self) -> list[tuple[str, str]]:
        changes = rules_difference(self._game, self._setup.rules)
        return [
            ("game", self._game.title),
            ("varied", self._result.variation.text),
            ("games", f"{self._result.asked:,} with each value"),
            ("seed", str(self._result.seed)),
            ("players", str(self._setup.players)),
            ("policies", self._policies()),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("version", f"analyzer {__version__}"),
        ]

    def _policies(self) -> str:
        if self._result.variation.key == "policy":
            return "as varied, in all seats"
        specs = [spec.canonical for spec in self._setup.policies]
        if self._result.variation.of_policies:
            specs[int(self._result.variation.key.partition(".")[2])] = "(as varied)"
        return ", ".join(specs)

    def _how_to_read(self) -> list[str]:
        return [
            "An interval covers the true figure in 95 of 100 runs with different seeds.",
            "The rules under “What was done” hold but for what is varied.",
            "A change from the first value to the last is told if it is certain at 95 %, all seats considered (Holm).",
            *self._game.how_to_read,
        ]


def _grows_by_a_factor(places: Sequence[float]) -> bool:
    if places[0] <= 0 or places[-1] < _LARGE_RATIO * places[0]:
        return False
    steps = [later / earlier for earlier, later in pairwise(places)]
    gaps = [later - earlier for earlier, later in pairwise(places)]
    return max(steps) / min(steps) < max(gaps) / min(gaps)
