"""What a tuning has found, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import isfinite
from typing import Any

from analyzer import __version__
from analyzer.games.policyspec import PolicySpec
from analyzer.stats import paired
from analyzer.studies.clusters import fixed_mean
from analyzer.studies.commandline import COMMAND, GAME, Asked, changed_rules, line_of
from analyzer.studies.content import Column, Content, IntervalFigure, Line, LineFigure, Table
from analyzer.studies.request import speed_in_words
from analyzer.studies.tuning.deals import PairedSums, groups_of
from analyzer.studies.tuning.plan import Plan
from analyzer.studies.tuning.search import Values
from analyzer.studies.tuning.state import Told


@dataclass(frozen=True)
class Tuning:
    """A search for better weights, and the verdict on what it found.

    Attributes:
        plan: What was asked for.
        told: The finished generations.
        values: The weights found: the mean of the search's distribution after the last of them.
        verdict: The games of the verdict; None if it was not begun.
        threads: Threads it was played on.
        seconds: Time spent playing, that before a resumption included.
        partial: Whether it was interrupted.
    """

    plan: Plan
    told: Sequence[Told]
    values: Values
    verdict: PairedSums | None
    threads: int
    seconds: float
    partial: bool

    @property
    def tuned(self) -> PolicySpec:
        """The policy with the weights found."""
        return self.plan.spec(self.values)

    @property
    def evaluations(self) -> int:
        """Candidates that were tried."""
        return sum(len(each.scores) for each in self.told)

    @property
    def games(self) -> int:
        """Games of finished generations and of the verdict."""
        verdict = self.verdict.games if self.verdict else 0
        return len(self.told) * self.plan.generation_games + 2 * self.plan.seats * verdict

    @cached_property
    def comparisons(self) -> dict[str, paired.Comparison]:
        """Result against start by what the places have in common, all of them first; none without a verdict."""
        if self.verdict is None:
            return {}
        return {
            group.label: self._compared(self.verdict.of(at), self.plan.unit(len(group.places)))
            for at, group in enumerate(groups_of(self.plan))
        }

    def _compared(self, sums: paired.Sums, unit: int) -> paired.Comparison:
        if self.tuned == self.plan.start:
            return paired.compare(sums, unit)  # exactly 0
        return paired.compare(sums, unit, interval=partial(fixed_mean, reach=unit))

    @property
    def shown(self) -> dict[str, paired.Comparison]:
        """The comparisons that differ: with one number of players, say, its row is that of all."""
        plan = self.plan
        several = {
            *(f"{players} players" for players in plan.players if len(plan.players) > 1),
            *(f"against {field}" for field in plan.fields if len(plan.fields) > 1),
        }
        return {
            label: found
            for number, (label, found) in enumerate(self.comparisons.items())
            if number == 0 or label in several
        }

    @property
    def overall(self) -> paired.Comparison | None:
        """Result against start at all places together."""
        return next(iter(self.comparisons.values()), None)

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        plan, overall = self.plan, self.overall
        found = self.comparisons
        result: dict[str, Any] = {
            "game": plan.game.name,
            "rules": plan.rules.as_dict(),
            "policy": plan.policy.name,
            "start": plan.start.canonical,
            "tuned": self.tuned.canonical,
            "weights": [
                {
                    "name": weight.name,
                    "start": weight.start,
                    "tuned": value,
                    "low": weight.parameter.low,
                    "high": weight.parameter.high,
                }
                for weight, value in zip(plan.weights, self.values, strict=True)
            ],
            "fields": plan.fields,
            "players": plan.players,
            "difference": overall and overall.difference.as_dict(),
            "start_win_rate": overall and overall.b.as_dict(),
            "tuned_win_rate": overall and overall.a.as_dict(),
            "by_players": [
                {"players": players, "difference": found[f"{players} players"].difference.as_dict()}
                for players in (plan.players if found else [])
            ],
            "by_field": [
                {"field": field, "difference": found[f"against {field}"].difference.as_dict()}
                for field in (plan.fields if found else [])
            ],
            "step": plan.step,
            "seed": plan.seed,
            "deals": plan.deals,
            "population": plan.population,
            "verdict_deals": plan.verdict_deals,
            "generations": len(self.told),
            "evaluations": self.evaluations,
            "games": self.games,
            "seconds": self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
            result["generations_asked"] = plan.generations
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        return _Telling(self).content()


class _Telling:
    """Puts a tuning into words, tables and figures."""

    def __init__(self, result: Tuning) -> None:
        self._result = result
        self._plan = result.plan

    def content(self) -> Content:
        result, plan = self._result, self._plan
        figures: list[IntervalFigure | LineFigure] = []
        if result.comparisons:
            figures.append(self._verdict_figure())
        if result.told:
            figures.append(self._progress_figure())
        return Content(
            question=f"Does {plan.policy.name} win more at {plan.game.title} with other weights?",
            answer=self._answer(),
            tables=[*([self._verdict_table()] if result.comparisons else []), self._weights_table()],
            figures=figures,
            method=self._method(),
            how_to_read=_HOW_TO_READ,
            command=command(plan),
            asked=_asked(plan),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads) if result.seconds > 0 else "",
        )

    def _answer(self) -> str:
        result, plan, overall = self._result, self._plan, self._result.overall
        name = plan.policy.name
        if overall is None or result.verdict is None:
            return (
                f"{len(result.told)} of {plan.generations} generations are finished, and there is no verdict yet: "
                "whether the weights below are better than those at the start has not been tested."
            )
        if result.tuned == plan.start:
            return f"Nothing was gained: the search ended with the weights that {name} started with."
        found = overall.difference
        shown = (
            f"{100 * found.mean:+.2f} points of win rate ({100 * found.low:+.2f} to {100 * found.high:+.2f})"
        )
        number = result.verdict.games
        deals = f"on {number:,} {'deal' if number == 1 else 'deals'} that the search never saw"
        if found.low > 0:
            return f"Yes: the tuned weights gain {name} {shown} {deals}."
        if found.high < 0:
            return f"No: the tuned weights are worse than those at the start, {shown} {deals}; keep the old ones."
        return f"Nothing was gained for certain: tuned weights against those at the start, {shown} {deals}."

    def _verdict_table(self) -> Table:
        columns = [
            Column("where", "where"),
            Column("start", "win rate at the start", "rate"),
            Column("tuned", "win rate tuned", "rate"),
            Column("difference", "difference", "difference", reference=0.0),
        ]
        rows = [
            (label, found.b.mean, found.a.mean, found.difference)
            for label, found in self._result.shown.items()
        ]
        note = (
            "Both sides play each seat in turn of the same deals, which no generation was trained on. "
            "The interval's unit is the deal."
        )
        return Table(
            "verdict", "Tuned weights against those at the start, 95 % intervals", columns, rows, note
        )

    def _weights_table(self) -> Table:
        columns = [
            Column("weight", "weight"),
            Column("start", "start"),
            Column("tuned", "tuned"),
            Column("low", "lowest"),
            Column("high", "highest"),
            Column("meaning", "what it does"),
        ]
        rows = [
            (
                weight.name,
                f"{weight.start:.6g}",
                f"{float(value):.6g}",
                _bound(weight.parameter.low),
                _bound(weight.parameter.high),
                weight.parameter.meaning,
            )
            for weight, value in zip(self._plan.weights, self._result.values, strict=True)
        ]
        return Table("weights", "The weights", columns, rows, f"As a policy: {self._result.tuned.canonical}")

    def _verdict_figure(self) -> IntervalFigure:
        found = self._result.shown
        deals = self._result.verdict.games if self._result.verdict else 0
        return IntervalFigure(
            name="verdict",
            title=f"What tuning gains {self._plan.policy.name}: {self._plan.game.title}",
            labels=list(found),
            estimates=[each.difference for each in found.values()],
            axis="win rate with tuned weights less that with those at the start, points",
            scale=100,
            reference=0.0,
            reference_label="no difference",
            caption=(
                f"{deals:,} {'deal' if deals == 1 else 'deals'} that the search never saw, each seat in turn; "
                "95 % intervals"
            ),
            keys=list(found),
            relative_to="the win rate with the weights at the start",
            among=[self._plan.start.canonical],
            reference_name="no difference",
        )

    def _progress_figure(self) -> LineFigure:
        plan, told = self._plan, self._result.told
        unit = plan.unit(len(plan.places)) * plan.deals
        numbers = list(range(1, len(told) + 1))
        return LineFigure(
            name="training",
            title=f"How the search went (training scores, no result): {plan.policy.name}",
            lines=[
                Line("best candidate", numbers, [max(each.scores) / unit for each in told]),
                Line(
                    "mean of all candidates",
                    numbers,
                    [sum(each.scores) / len(each.scores) / unit for each in told],
                ),
            ],
            horizontal="generation",
            vertical="win rate in training, %",
            scale=100,
            caption=(
                f"{plan.population} candidates a generation, {plan.deals * plan.seats:,} games each, "
                "other deals in every generation. The best is so partly by luck"
            ),
        )

    def _method(self) -> list[tuple[str, str]]:
        result, plan = self._result, self._plan
        changes = plan.settings
        asked = f" of {plan.generations} asked for" if len(result.told) < plan.generations else ""
        ended = " (the search had ended: all candidates were alike)" if asked and not result.partial else ""
        return [
            ("game", plan.game.title),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("start", plan.start.canonical),
            ("tuned", result.tuned.canonical),
            ("field", "; ".join(plan.fields)),
            ("players", ", ".join(str(players) for players in plan.players)),
            (
                "search",
                f"CMA-ES, {len(result.told)} generations{asked}{ended} of {plan.population} candidates",
            ),
            (
                "training",
                (
                    f"{plan.deals:,} deals with every number of players against every field, each seat in turn: "
                    "the same for all candidates of a generation, others in the next one"
                ),
            ),
            ("result", "the mean of the distribution after the last generation, not the luckiest candidate"),
            (
                "verdict",
                f"{plan.verdict_deals:,} other deals with every number of players against every field",
            ),
            ("seed", str(plan.seed)),
            ("games", f"{result.games:,}"),
            ("version", f"analyzer {__version__}"),
        ]


_HOW_TO_READ = [
    "The policy sits in one seat, each in turn, and the field in all others.",
    "Every number of players and every field counts the same.",
    "The difference is the win rate with the tuned weights less that with those at the start.",
    "Where its interval lies wholly above 0, the tuned weights are better; where it holds 0, nothing is certain.",
    "Each interval covers the true figure in 95 of 100 runs with other deals; of several rows, one in twenty may miss.",
    "Training scores promise too much, as candidates were chosen by them: they show how the search went.",
]


def command(plan: Plan) -> str:
    """The command line that does the same again."""
    return line_of(_asked(plan))


def _asked(plan: Plan) -> Asked:
    return [
        (COMMAND, "tune"),
        (GAME, plan.game.name),
        ("policy", plan.start.canonical),
        ("weights", ",".join(weight.name for weight in plan.weights)),
        *(("field", field) for field in plan.fields),
        ("players", ",".join(str(players) for players in plan.players)),
        *changed_rules(plan.settings),
        *([] if plan.step is None else [("step", f"{plan.step:g}")]),
        ("deals", plan.deals),
        ("generations", plan.generations),
        ("population", plan.population),
        ("verdict-deals", plan.verdict_deals),
        ("seed", plan.seed),
    ]


def _bound(value: float) -> str:
    return f"{value:g}" if isfinite(value) else "none"
