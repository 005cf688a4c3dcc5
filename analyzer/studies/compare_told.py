"""Puts a comparison into words, tables and figures."""

from math import floor, isfinite, log10

from analyzer import __version__
from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.commandline import line_of, percent
from analyzer.studies.comparison import Comparison
from analyzer.studies.content import Column, Content, IntervalFigure, Table
from analyzer.studies.request import asked_for, rules_difference, speed_in_words

_LEAST_DIGITS = 2
_MOST_DIGITS = 4
_NO_MATTER = 1.05
"""A variance ratio below this is nothing to speak of."""


def told(result: Comparison) -> Content:
    """The comparison, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Comparison) -> None:
        self._result = result
        self._sides = result.sides
        self._a, self._b = result.sides.a.canonical, result.sides.b.canonical
        self._field = result.sides.field.canonical
        self._digits = _digits(result.difference)

    def content(self) -> Content:
        result, plan = self._result, self._result.plan
        options = {
            "deals": plan.deals,
            "seed": plan.seed,
            "until": None if plan.until is None else percent(plan.until),
            "decide": plan.decide,
            "unpaired": not self._sides.paired,
        }
        asked = asked_for(
            "compare",
            self._sides.table,
            options,
            about=[self._a, self._b],
            field=self._field,
            policies=(),
        )
        return Content(
            question=f"What does it win a player to play {self._a} instead of {self._b}, {self._where()}?",
            answer=" ".join(filter(None, [self._answer(), self._why_it_ended(), self._pairing()])),
            tables=[self._difference_table(), self._rate_table(), self._length_table()],
            figures=[self._figure()],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads),
            asked=asked,
        )

    def _where(self) -> str:
        players = self._sides.players
        others = "the other one plays" if players == 2 else "all others play"
        return f"with {players} players of {self._sides.table.game.title}, where {others} {self._field}"

    def _answer(self) -> str:
        found = self._result.difference
        if self._sides.alike:
            return (
                f"{self._a} and {self._b} are the same policy: on the same deals the difference is exactly 0."
            )
        by = f"{100 * abs(found.mean):.{self._digits}f}"
        ends = self._ends(found)
        a, b = (100 * side.mean for side in (self._result.overall.a, self._result.overall.b))
        deals = _deals(self._result.deals)
        side = decides_sign(found)
        if side == 0:
            return (
                f"No difference is certain after {deals}: playing {self._a} instead of {self._b} changes the win rate "
                f"by {100 * found.mean:+.{self._digits}f} points ({ends})."
            )
        more = "more" if side > 0 else "fewer"
        return (
            f"Playing {self._a} instead of {self._b} wins {by} points {more} of the games ({ends}): "
            f"{a:.2f} % and not {b:.2f} %, over {deals}."
        )

    def _ends(self, found: Estimate) -> str:
        low, high = (f"{100 * end:+.{self._digits}f}" for end in (found.low, found.high))
        return f"{low} to {high}, 95 %"

    def _why_it_ended(self) -> str:
        plan, deals = self._result.plan, self._result.plan.deals
        if self._result.partial or not plan.may_stop:
            return ""
        if self._result.stopped == "decide":
            return "The run stopped when the sign was certain."
        if self._result.stopped == "until":
            return f"The run stopped when the interval was as narrow as ±{percent(plan.until or 0)}."
        aim = "the sign was certain" if plan.decide else "the interval was as narrow as was asked"
        played = "The one deal was" if deals == 1 else f"All {_deals(deals)} were"
        return f"{played} played before {aim}."

    def _pairing(self) -> str:
        ratio = self._result.overall.variance_ratio
        if self._sides.alike or not self._sides.paired or ratio is None:
            return ""
        if ratio >= _NO_MATTER:
            saved = _rounded((ratio - 1) * self._result.games)
            return (
                f"Playing both on the same deals saved {saved:,} games: on different deals the same precision would "
                f"have taken {ratio:.2f} times as many."
            )
        text = "Playing both on the same deals saved next to no games, as every seat plays every deal anyway"
        single = [seat.variance_ratio for seat in self._result.by_seat if seat.variance_ratio is not None]
        if len(single) == self._sides.players and sum(single) >= _NO_MATTER * len(single):
            text += (
                "; for the difference in a single seat, different deals would have taken "
                f"{sum(single) / len(single):.2f} times as many"
            )
        return f"{text}."

    def _difference_table(self) -> Table:
        result = self._result
        columns = [
            Column("seat", "seat"),
            Column("a_win_rate", f"wins with {self._a}", "rate"),
            Column("b_win_rate", f"wins with {self._b}", "rate"),
            Column("difference", "difference", "difference", self._digits, reference=0.0),
        ]
        seats = [("all seats", result.overall), *zip(self._seat_labels(), result.by_seat, strict=True)]
        rows = [(label, each.a.mean, each.b.mean, each.difference) for label, each in seats]
        note = (
            "Win rates of the one seat that plays the policy, all others playing the field. Each interval holds 95 % "
            "by itself, not all of them together."
        )
        title = "What the difference is, over all seats and in each, with 95 % intervals"
        return Table("difference", title, columns, rows, note)

    def _rate_table(self) -> Table:
        columns = [Column("policy", "policy"), Column("win_rate", "win rate", "rate")]
        rows = [(self._a, self._result.overall.a), (self._b, self._result.overall.b)]
        fair = 100 / self._sides.players
        note = f"Averaged over seats. Where all play alike, a seat wins {fair:.2f} % of the finished games."
        if self._result.plan.may_stop:
            note += (
                " These intervals are for a number of deals fixed beforehand; that of the difference is not."
            )
        return Table("win_rate", "How often each policy wins against the field", columns, rows, note)

    def _length_table(self) -> Table:
        unit = self._sides.table.game.length_unit
        columns = [
            Column("policy", "policy"),
            Column("mean", "mean", "number", 2),
            Column("sd", "standard deviation", "number", 1),
            Column("p5", "5 %", "count"),
            Column("p50", "median", "count"),
            Column("p95", "95 %", "count"),
            Column("max", "longest", "count"),
        ]
        rows = [
            (name, mean, spread.sd, spread.p5, spread.p50, spread.p95, spread.max)
            for name, mean, spread in zip(
                (self._a, self._b), self._result.mean_lengths, self._result.lengths, strict=True
            )
        ]
        note = f"In {unit}; finished games at the tables where one seat plays the policy."
        return Table(
            "length",
            f"Length of a game in {unit}, with 95 % intervals of the mean",
            columns,
            rows,
            note,
            quantity=f"mean length, {unit}",
            keys=["games of the first policy", "games of the second policy"],
        )

    def _figure(self) -> IntervalFigure:
        result = self._result
        pairing = "the same deals for both" if self._sides.paired else "different deals for each"
        return IntervalFigure(
            name="difference",
            title=f"What {self._a} wins more than {self._b}: {self._sides.table.game.title}",
            labels=["all seats", *self._seat_labels()],
            estimates=[result.difference, *(each.difference for each in result.by_seat)],
            axis="difference of win rate, percentage points",
            scale=100,
            reference=0.0,
            reference_label="no difference",
            caption=(
                f"{_deals(result.deals)}, {pairing}, {self._sides.players} players, all others {self._field}; "
                "95 % intervals"
            ),
            keys=["all seats", *self._seat_labels()],
            relative_to="the win rate with the second policy",
            among=[self._b],
            reference_name="no difference",
        )

    def _seat_labels(self) -> list[str]:
        return [f"seat {seat}" for seat in range(self._sides.players)]

    def _method(self) -> list[tuple[str, str]]:
        result, plan = self._result, self._result.plan
        changes = rules_difference(self._sides.table.game, self._sides.table.setup.rules)
        asked = f" of {plan.deals:,} asked for" if result.partial else ""
        return [
            ("game", self._sides.table.game.title),
            ("policies", f"{self._a} and {self._b}, all others {self._field}"),
            ("players", str(self._sides.players)),
            (
                "deals",
                f"{result.deals:,}{asked}, {'the same' if self._sides.paired else 'different ones'} for both",
            ),
            ("games", f"{result.games:,}; games that serve several seats are played once"),
            ("seed", str(plan.seed)),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("interval", self._interval_in_words()),
            ("version", f"analyzer {__version__}"),
        ]

    def _interval_in_words(self) -> str:
        if self._result.plan.may_stop:
            return "95 % confidence sequence (empirical Bernstein), valid at whatever deal the run stops"
        return "95 %, Student's, for a number of deals fixed beforehand"

    def _how_to_read(self) -> list[str]:
        paired = (
            "In every deal one seat plays the one policy and then the other, while all others play the field; each "
            "seat takes its turn. Cards and the draws of all others stay the same."
        )
        unpaired = (
            "One seat plays the one policy in some deals and the other policy in others, while all others play the "
            "field; each seat takes its turn."
        )
        sides = (
            "An interval above 0 says that the first policy wins more, one below 0 that the second does; one that "
            "holds 0 leaves it open."
        )
        sequence = (
            "The interval of the difference may be looked at as often as one likes: in 95 of 100 runs it holds the "
            "truth at every look, so stopping early does not mislead. That makes it wider than one for a number of "
            "deals fixed beforehand."
        )
        return [
            paired if self._sides.paired else unpaired,
            "A deal is the unit of chance: its games hang together, and the interval allows for that.",
            sides,
            *([sequence] if self._result.plan.may_stop else []),
        ]


def _digits(found: Estimate) -> int:
    """Decimals of percentage points that show the interval's width."""
    half = 100 * (found.high - found.low) / 2
    if not isfinite(half) or half <= 0:
        return _LEAST_DIGITS
    return min(_MOST_DIGITS, max(_LEAST_DIGITS, -floor(log10(half / 2))))


def _deals(number: int) -> str:
    return f"{number:,} {'deal' if number == 1 else 'deals'}"


def _rounded(number: float) -> int:
    """A number to three digits: more would be pretence."""
    return int(round(number, min(0, 2 - floor(log10(number))))) if number >= 1 else 0
