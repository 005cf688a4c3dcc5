"""Puts a tournament into words, tables and figures."""

from itertools import combinations

from analyzer import __version__
from analyzer.stats.estimate import Estimate
from analyzer.studies.commandline import line_of
from analyzer.studies.content import Column, Content, HeatFigure, IntervalFigure, Table
from analyzer.studies.request import asked_for, rules_difference, speed_in_words
from analyzer.studies.tournament import Tournament
from analyzer.wording import counted

_NAMED = 3
"""Most competitors that a sentence names."""

_Z = 1.96
"""Standard errors from a normal estimate to the end of its 95 % interval."""


def told(result: Tournament) -> Content:
    """The tournament, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Tournament) -> None:
        self._result = result
        self._field = result.field
        self._game = result.field.table.game
        self._pairs = result.field.players == 2

    def content(self) -> Content:
        result = self._result
        policies = [policy.canonical for policy in self._field.competitors]
        asked = asked_for(
            "tournament",
            self._field.table,
            {"deals": result.asked, "seed": self._field.seed},
            policies=policies,
        )
        return Content(
            question=(
                f"Which of {len(policies)} policies is strongest at {self._game.title} with {self._field.players} "
                "players?"
            ),
            answer=" ".join(filter(None, [self._who_is_first(), self._who_is_close(), self._caution()])),
            tables=[self._ranking_table(), self._cross_table()],
            figures=[self._ranking_figure(), self._cross_figure()],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads),
            asked=asked,
        )

    def _who_is_first(self) -> str:
        first = self._result.ranking[0]
        rate = first.win_rate
        return (
            f"{first.policy} comes first of {len(self._field.competitors)}: it wins {100 * rate.mean:.2f} % of its "
            f"games ({100 * rate.low:.2f} to {100 * rate.high:.2f} %, 95 %), where the fair share is "
            f"{100 * self._result.fair_share:.2f} %."
        )

    def _who_is_close(self) -> str:
        ranking = self._result.ranking
        close = [rank for rank in ranking[1:] if rank.group == 1]
        if not close:
            return f"All others are weaker (95 %), the next is {ranking[1].policy}."
        names = [str(rank.policy) for rank in close]
        if len(names) > _NAMED:
            names = [*names[:_NAMED], f"{len(names) - _NAMED} more"]
        listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
        return f"It cannot be told apart from {listed}."

    def _caution(self) -> str:
        if self._result.strengths.finite:
            return ""
        return (
            "Some competitors won nothing, or everything, against all others: their strengths are held finite by "
            "imagined games, half a win and half a loss for each."
        )

    def _ranking_table(self) -> Table:
        columns = [
            Column("rank", "rank", "count"),
            Column("policy", "policy"),
            Column("group", "group", "count"),
            Column("strength", "strength", "change", 3),
            Column("se", "standard error", "number", 3),
            Column("win_rate", "win rate", "rate", reference=self._result.fair_share),
        ]
        rows = [
            (place, rank.policy.canonical, rank.group, rank.strength, rank.se, rank.win_rate)
            for place, rank in enumerate(self._result.ranking, 1)
        ]
        note = (
            "Members of a group cannot be told apart from its strongest. The win rate is that of each seat that the "
            f"policy has, over all its tables; the fair share is {100 * self._result.fair_share:.2f} %."
        )
        return Table("ranking", "Ranking by fitted strength", columns, rows, note)

    def _cross_table(self) -> Table:
        columns = [
            Column("row", "policy"),
            Column("column", "against"),
            Column("row_win_rate", "wins", "rate"),
            Column("column_win_rate", "the other wins", "rate"),
            Column("difference", "difference", "difference", reference=0.0),
        ]
        rows = [
            (
                one.policy.canonical,
                other.policy.canonical,
                self._result.win_rate(one.competitor, other.competitor).mean,
                self._result.win_rate(other.competitor, one.competitor).mean,
                found,
            )
            for one, other in combinations(self._result.ranking, 2)
            if (found := self._result.differences[one.competitor][other.competitor]) is not None
        ]
        note = f"{self._what_is_counted()} Each interval holds 95 % by itself, not all of them together."
        return Table("table", "Each against each other, with 95 % intervals", columns, rows, note)

    def _what_is_counted(self) -> str:
        if self._pairs:
            return "In the games of the two, as many with the one as with the other in the first seat."
        return (
            "Win rates of one seat of each, in the games in which both sit; who else sits there matters too."
        )

    def _ranking_figure(self) -> IntervalFigure:
        ranking = self._result.ranking
        close = len({rank.group for rank in ranking}) < len(ranking)
        return IntervalFigure(
            name="ranking",
            title=f"How strong each policy is: {self._game.title}",
            labels=[
                f"{rank.policy} (group {rank.group})" if close else rank.policy.canonical for rank in ranking
            ],
            estimates=[
                Estimate(rank.strength, rank.strength - _Z * rank.se, rank.strength + _Z * rank.se)
                for rank in ranking
            ],
            axis="strength: 0.69 more means winning twice as often as the other",
            reference=0.0,
            reference_label="mean of all",
            caption=self._caption()
            + (" Those of a group cannot be told apart from its first." if close else ""),
            keys=[rank.policy.canonical for rank in ranking],
            relative_to="the mean of all competitors",
            among=sorted(policy.canonical for policy in self._field.competitors),
            reference_name="mean of all",
        )

    def _cross_figure(self) -> HeatFigure:
        order = [rank.competitor for rank in self._result.ranking]
        return HeatFigure(
            name="table",
            title=f"Who wins against whom: {self._game.title}",
            labels=[rank.policy.canonical for rank in self._result.ranking],
            estimates=[[self._result.differences[row][column] for column in order] for row in order],
            axis="how much more often the row wins than the column, percentage points",
            scale=100,
            caption=f"{self._caption()} Bold: the interval does not hold 0.",
        )

    def _caption(self) -> str:
        result = self._result
        return (
            f"{counted(result.deals, 'deal')} in {counted(self._field.games_per_deal, 'seating')} each, "
            f"{self._field.players} players; 95 % intervals."
        )

    def _method(self) -> list[tuple[str, str]]:
        result, field = self._result, self._field
        changes = rules_difference(self._game, field.table.setup.rules)
        asked = f" of {result.asked:,} asked for" if result.partial else ""
        return [
            ("game", self._game.title),
            ("policies", ", ".join(policy.canonical for policy in field.competitors)),
            ("players", str(field.players)),
            ("deals", f"{result.deals:,}{asked}"),
            (
                "games",
                (
                    f"{result.games:,}: in each deal {counted(field.games_per_deal, 'seating')} of "
                    f"{counted(len(field.gatherings), 'table')}"
                ),
            ),
            ("seed", str(field.seed)),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("version", f"analyzer {__version__}"),
        ]

    def _how_to_read(self) -> list[str]:
        model = "Bradley and Terry" if self._pairs else "Plackett and Luce"
        strength = (
            f"Strength is the logarithm in the model of {model}: a seat's chance of winning is its strength over that "
            "of all seats at the table. A strength that is 0.69 (log 2) above another means winning twice as often."
        )
        deals = (
            "All tables play the same deals. A deal is the unit of chance: its games hang together, and intervals "
            "and standard errors allow for that."
        )
        groups = (
            "Groups: from the strongest down, whoever differs significantly from the first of a group (Holm's "
            "correction for all pairs, 95 %) opens the next one. The last of a group and the first of the next may "
            "be too close to tell."
        )
        return [strength, deals, groups]
