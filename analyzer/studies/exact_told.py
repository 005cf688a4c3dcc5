"""Puts an exact answer into words, tables and figures."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from analyzer import __version__
from analyzer.games import again
from analyzer.stats.estimate import Estimate
from analyzer.studies.commandline import COMMAND, GAME, Asked, changed_rules, line_of
from analyzer.studies.content import Column, Content, IntervalFigure, Line, LineFigure, Table, Value
from analyzer.studies.exact import Exact, as_text
from analyzer.studies.request import rules_difference

_LISTED = 40
"""Most outcomes that the table lists."""

_LONGEST = 20
"""A fraction of more characters is left to the JSON object."""

_SHORTEST = 11
"""A fraction of more characters is left out of sentences."""


_ABOUT_FIGURES = (
    "All figures are exact: they are reckoned from all that can happen, with whole numbers and fractions. Nothing was "
    "played, so there are no intervals."
)


def told(result: Exact) -> Content:
    """The exact answer, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Exact) -> None:
        self._result = result
        self._game = result.game
        self._answer = result.found

    def content(self) -> Content:
        return Content(
            question=f"{self._game.title}: what does each seat win in {self._answer.about}, exactly?",
            answer=" ".join(filter(None, [self._in_a_round(), self._in_a_game()])),
            tables=[self._seat_table(), *self._score_tables(), self._outcome_table()],
            figures=[self._expected_figure(), self._chance_figure()],
            method=self._method(),
            how_to_read=[_ABOUT_FIGURES, *self._answer.how_to_read],
            command=line_of(self._asked()),
            result=self._result.as_json(),
            asked=self._asked(),
        )

    def _in_a_round(self) -> str:
        answer = self._answer
        nothing = sum((chance for won, chance in answer.outcomes if not any(won)), Fraction(0))
        seldom = f"nobody wins any in {100 * float(nothing):.2f} % of all cases"
        return (
            f"In {answer.about}, the expected {answer.of} are {_by_seats(answer.expected)}; "
            f"{seldom if nothing else 'somebody always wins some'}."
        )

    def _in_a_game(self) -> str:
        answer = self._answer
        if not answer.scores:
            return answer.scores_missing
        return f"In {self._whole_game()}, the expected scores are {_by_seats(answer.scores)}."

    def _whole_game(self) -> str:
        rounds = self._answer.rounds
        return f"a whole game of {rounds} {self._game.step if rounds == 1 else self._game.length_unit}"

    def _seat_table(self) -> Table:
        answer = self._answer
        columns = [
            Column("seat", "seat", "count"),
            Column("strategy", "strategy"),
            Column("expected", f"expected {answer.of}", "number", 4),
            Column("expected_exact", "exactly"),
            *(Column(each.key, each.label, "number", 4) for each in answer.measures),
        ]
        rows = [
            [
                seat,
                strategy,
                *_both(answer.expected[seat]),
                *(float(each.values[seat]) for each in answer.measures),
            ]
            for seat, strategy in enumerate(answer.strategies)
        ]
        note = answer.scores_missing or _left_out(answer.expected)
        return Table("seats", f"What each seat may expect in {answer.about}", columns, rows, note)

    def _score_tables(self) -> list[Table]:
        answer = self._answer
        if not answer.scores:
            return []
        columns = [
            Column("seat", "seat", "count"),
            Column("strategy", "strategy"),
            Column("score", "expected score", "number", 4),
            Column("score_exact", "exactly"),
        ]
        rows = [
            [seat, strategy, *_both(answer.scores[seat])] for seat, strategy in enumerate(answer.strategies)
        ]
        title = f"What each seat may expect in {self._whole_game()}"
        return [Table("scores", title, columns, rows, _left_out(answer.scores))]

    def _outcome_table(self) -> Table:
        answer = self._answer
        columns = [
            *(Column(f"seat_{seat}", f"seat {seat}", "count") for seat in range(self._result.players)),
            Column("probability", "how likely", "rate", 3),
            Column("probability_exact", "exactly"),
        ]
        rows = [[*won, *_both(chance)] for won, chance in answer.outcomes[:_LISTED]]
        left = len(answer.outcomes) - len(rows)
        note = f"The {_LISTED} likeliest; {left} more are in result.json." if left > 0 else ""
        note = " ".join(filter(None, [note, _left_out(chance for _, chance in answer.outcomes[:_LISTED])]))
        return Table(
            "outcomes", f"How likely it is that the seats win so many {answer.of}", columns, rows, note
        )

    def _expected_figure(self) -> IntervalFigure:
        answer = self._answer
        values = [float(value) for value in answer.expected]
        return IntervalFigure(
            name="expected",
            title=f"What each seat wins in {answer.about}: {self._game.title}",
            labels=[f"seat {seat}: {strategy}" for seat, strategy in enumerate(answer.strategies)],
            estimates=[Estimate(value, value, value) for value in values],
            axis=f"expected {answer.of}",
            caption="Exact figures.",
            interval="",
            keys=[f"seat {seat}" for seat in range(self._result.players)],
        )

    def _chance_figure(self) -> LineFigure:
        """How likely each number is, a line for seats that are alike."""
        groups: dict[tuple[float, ...], list[int]] = {}
        for seat in range(self._result.players):
            groups.setdefault(self._chances(seat), []).append(seat)
        return LineFigure(
            name="chances",
            title=f"How likely it is to win so many {self._answer.of}: {self._game.title}",
            lines=[
                Line(_seats(seats), range(len(chances)), chances, seats[0])
                for chances, seats in groups.items()
            ],
            horizontal=f"{self._answer.of} won",
            vertical="how likely, %",
            scale=100,
            caption=f"Exact figures for {self._answer.about}.",
        )

    def _chances(self, seat: int) -> tuple[float, ...]:
        most = max(max(won) for won, _ in self._answer.outcomes)
        chances = [Fraction(0)] * (most + 1)
        for won, chance in self._answer.outcomes:
            chances[won[seat]] += chance
        return tuple(map(float, chances))

    def _method(self) -> list[tuple[str, str]]:
        changes = rules_difference(self._game, self._result.rules)
        return [
            ("game", self._game.title),
            ("players", str(self._result.players)),
            ("strategies", "; ".join(self._answer.strategies)),
            ("open card", self._result.shown or "any"),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("version", f"analyzer {__version__}"),
        ]

    def _asked(self) -> Asked:
        strategies = self._answer.strategies
        shown = self._result.shown
        return [
            (COMMAND, "exact"),
            (GAME, self._game.name),
            ("players", self._result.players),
            *([] if shown is None else [("shown", shown)]),
            *(("strategy", each) for each in (strategies[:1] if len(set(strategies)) == 1 else strategies)),
            *changed_rules(again.rules_settings(self._game.rules, self._result.rules)),
        ]


def _short(number: Fraction) -> str:
    """A number to three decimals, and exactly if it takes few characters."""
    exact = str(number)
    if number.denominator == 1:
        return exact
    text = f"{float(number):.3f}"
    return f"{text} ({exact})" if len(exact) <= _SHORTEST else text


def _both(number: Fraction) -> list[Value]:
    """A number, and the fraction unless it is too long to be read."""
    text = as_text(number)
    return [float(number), text if len(text) <= _LONGEST else "…"]


def _left_out(numbers: Iterable[Fraction]) -> str:
    """Where to find the fractions that are too long, if there are any."""
    too_long = any(len(as_text(number)) > _LONGEST for number in numbers)
    return "Fractions too long for the table (…) are in result.json." if too_long else ""


def _by_seats(values: Sequence[Fraction]) -> str:
    """What each seat has, those that have the same together."""
    if len(set(values)) == 1:
        return f"{_short(values[0])} in each seat"
    groups: dict[Fraction, list[int]] = {}
    for seat, value in enumerate(values):
        groups.setdefault(value, []).append(seat)
    *others, last = (f"{_short(value)} in {_seats(seats)}" for value, seats in groups.items())
    return f"{', '.join(others)} and {last}"


def _seats(seats: Sequence[int]) -> str:
    *others, last = (str(seat) for seat in seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
