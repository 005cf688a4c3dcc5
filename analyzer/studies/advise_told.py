"""Puts advice into words, tables and a figure."""

from collections.abc import Sequence

from analyzer import __version__
from analyzer.studies.advice import Advice, Way
from analyzer.studies.commandline import Asked, line_of
from analyzer.studies.content import Column, Content, IntervalFigure, Table, Value
from analyzer.studies.request import asked_for, rules_difference, speed_in_words

_SAME_WORLDS = (
    "is tried in the same worlds: what this player cannot see is filled in at random, and the game is played to its "
    "end. So they differ by what they are worth, and not by their luck."
)
_SINGLY = "Each interval holds 95 % by itself, not all of them together."
_OTHERS_MATTER = (
    "The advice is for the policies that play on: against other opponents another choice may be better."
)


def told(result: Advice) -> Content:
    """The advice, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Advice) -> None:
        self._result = result
        self._position = result.decision.position
        self._question = self._position.question
        self._game = result.decision.game
        self._own, self._others = result.decision.own.canonical, result.decision.others.canonical

    def content(self) -> Content:
        result, asked = self._result, self._asked()
        return Content(
            question=f"{self._game.title}: {self._question.summary}?",
            answer=result.advice,
            tables=[self._way_table(), self._position_table()],
            figures=self._figures(),
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads),
            asked=asked,
        )

    @property
    def _reference(self) -> str:
        """What all are measured against, in words."""
        return self._position.reference_label or f"the advised {self._question.one}"

    def _way_table(self) -> Table:
        digits = self._result.plan.digits
        columns = [
            Column("action", self._question.one),
            Column("win_rate", "win rate", "rate", digits),
            Column("difference", "difference", "difference", digits, reference=0.0),
            Column("games", "games", "count"),
        ]
        rows: list[Sequence[Value]] = [
            [way.action.label, way.win_rate, None if self._is_reference(way) else way.difference, way.games]
            for way in self._result.ways
        ]
        source = (
            "Win rates and differences are from fresh worlds, in which nothing was chosen; games count all."
            if self._result.fresh
            else "All figures are from the worlds that the first one was chosen in, and so flatter it."
        )
        return Table(
            "ways",
            f"The {self._question.several}, the advised one first; differences are against {self._reference}",
            columns,
            rows,
            " ".join(filter(None, [self._named_reference(), source, _SINGLY])),
            keys=[way.action.label for way in self._result.ways],
        )

    @property
    def _measure(self) -> str:
        """The action that all are measured against."""
        return self._position.actions[self._result.reference].label

    def _named_reference(self) -> str:
        named = self._position.reference is not None
        return f"{self._reference[:1].upper()}{self._reference[1:]} is {self._measure}." if named else ""

    def _is_reference(self, way: Way) -> bool:
        return way.number == self._result.reference

    def _position_table(self) -> Table:
        return Table(
            "position",
            "The position",
            [Column("what", "what is known"), Column("value", "")],
            [list(pair) for pair in self._position.told],
            self._position.hidden,
        )

    def _figures(self) -> list[IntervalFigure]:
        ways = [way for way in self._result.ways if not self._is_reference(way)]
        if not ways:
            return []
        reference = self._reference
        verb = "gains over" if self._position.reference is not None else "loses against"
        fresh = max(way.fresh for way in ways)
        source = f"up to {fresh:,} fresh games each" if fresh else "games that chose the first one"
        figure = IntervalFigure(
            name="difference",
            title=f"What each {self._question.one} {verb} {reference}: {self._game.title}",
            labels=[way.action.label for way in ways],
            estimates=[way.difference for way in ways],
            axis=f"win rate less that of {reference}, percentage points",
            scale=100,
            reference=0.0,
            reference_label=reference if self._position.reference_label else f"{reference}: {self._measure}",
            caption=f"{source}, {self._position.setup.players} players, all others {self._others}; 95 % intervals",
            relative_to=f"the win rate of {reference}",
            among=[*(f"{name} {value}" for name, value in self._position.given), self._measure],
            reference_name=reference,
        )
        return [figure]

    def _method(self) -> list[tuple[str, str]]:
        result, plan, setup = self._result, self._result.plan, self._position.setup
        changes = rules_difference(self._game, setup.rules)
        raced, fresh = (
            max((tally.count for tally in each), default=0) for each in (result.race, result.fresh)
        )
        return [
            ("game", self._game.title),
            ("players", str(setup.players)),
            ("seat", str(self._position.seat)),
            ("policies", f"this player goes on with {self._own}, all others with {self._others}"),
            ("hidden", self._position.hidden),
            (
                "games",
                f"{result.games:,} of {plan.games:,} at most; {raced:,} worlds to choose in, {fresh:,} fresh ones",
            ),
            ("choice", self._choice()),
            ("seed", str(plan.seed)),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("interval", "95 %, Wilson's for win rates, Student's for differences in the same worlds"),
            ("version", f"analyzer {__version__}"),
        ]

    def _choice(self) -> str:
        return (
            "successive elimination by confidence sequences (empirical Bernstein) for pairs, 95 % for the best or "
            f"within {100 * self._result.plan.within:.4g} points of it"
        )

    def _how_to_read(self) -> list[str]:
        one, several = self._question.one, self._question.several
        race = (
            f"Bad {several} are dropped as soon as it is certain that another one is better. Then all are tried once "
            "more in fresh worlds, which the choice never saw; those that matter in more of them than the others."
        )
        second = (
            f"Which {one} is second is seen in these fresh worlds too. So where several are close, the lead of the "
            "first is rather told too small than too large; its interval holds 95 % for all that could be second."
        )
        return [f"Every {one} {_SAME_WORLDS}", race, second, _OTHERS_MATTER]

    def _asked(self) -> Asked:
        plan = self._result.plan
        return asked_for(
            "advise",
            self._result.decision.table,
            {
                "seat": str(self._position.seat),
                "against": self._others,
                "play": self._own,
                "games": plan.games,
                "within": f"{100 * plan.within:.10g}%",
                "seed": plan.seed,
            },
            about=[self._question.name],
            fields=self._position.given,
            policies=(),
        )
