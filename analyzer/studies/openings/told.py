"""Puts an experiment on openings into words and tables."""

from collections.abc import Sequence

from analyzer import __version__
from analyzer.games import again
from analyzer.studies.commandline import COMMAND, GAME, Asked, changed_rules, line_of
from analyzer.studies.content import Column, Content, Table, Value
from analyzer.studies.openings.answer import answer
from analyzer.studies.openings.drawn import figures
from analyzer.studies.openings.inshort import groups_of
from analyzer.studies.openings.result import FOUND, SHORT, Openings, Outcome
from analyzer.studies.openings.words import field_in_words, kind_name, pair_name, rule_name
from analyzer.studies.request import rules_difference, speed_in_words
from analyzer.wording import listed


def told(result: Openings) -> Content:
    """The experiment, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, result: Openings) -> None:
        self._result = result
        self._plan = result.plan
        self._game = result.plan.game
        self._opening = result.plan.places[0].opening
        self._field = field_in_words(result.plan.places[0].table, self._opening)
        self._several = len(result.outcomes) > 1
        self._tried = [outcome for outcome in result.outcomes if outcome.trial is not None]

    def content(self) -> Content:
        result = self._result
        asked = self._asked()
        return Content(
            question=(
                f"Which cards should a player of {self._game.title} lay as {self._opening.laid} before the first turn, "
                f"with {listed(self._counts(), 'or')} players who play {self._field}?"
            ),
            answer=answer(result),
            tables=[
                self._effect_table(),
                *([self._rule_table(), self._order_table()] if self._tried else []),
                *([self._pair_table()] if any(any(each.pairs) for each in result.outcomes) else []),
            ],
            figures=figures(result),
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(asked),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.games, result.seconds, result.threads) if result.seconds else "",
            asked=asked,
        )

    def _counts(self) -> list[str]:
        return [str(outcome.place.players) for outcome in self._result.outcomes]

    # Tables

    def _effect_table(self) -> Table:
        opening, outcomes = self._opening, self._result.outcomes
        groups = [title for title, places in groups_of(opening) for _ in places]
        labels = [f"{players} players" for players in self._counts()] if self._several else ["effect"]
        keys = [f"effect_{players}" for players in self._counts()] if self._several else ["effect"]
        columns = [
            Column("kind", "kind"),
            Column("group", "group"),
            Column("copies", "copies", "count"),
            *(
                Column(key, label, "difference", reference=0.0)
                for key, label in zip(keys, labels, strict=True)
            ),
        ]
        ranked = sorted(
            range(len(opening.kinds)), key=lambda kind: -sum(each.effects[kind].mean for each in outcomes)
        )
        rows: list[Sequence[Value]] = [
            (
                kind_name(opening, kind),
                groups[kind],
                opening.copies[kind],
                *(outcome.effects[kind] for outcome in outcomes),
            )
            for kind in ranked
        ]
        note = (
            f"Win rate gained by {opening.laying} instead of {opening.holding}, compared with the average card of the "
            "deck. All intervals of a column hold together at 95 %."
        )
        return Table("effects", f"What {opening.laying} does, kind by kind", columns, rows, note)

    def _rule_table(self) -> Table:
        columns = [
            *self._players_column(),
            Column("rule", "rule"),
            Column("win_rate", "win rate", "rate"),
            Column("over_untouched", f"over {self._opening.untouched}", "difference", reference=0.0),
            Column("over_found", "over the order found", "difference", reference=0.0),
        ]
        rows: list[Sequence[Value]] = []
        for outcome in self._tried:
            ranked = sorted(range(len(outcome.rules)), key=lambda rule: -outcome.win_rates[rule].mean)
            rows += [
                (
                    *self._head(outcome),
                    rule_name(outcome.rules[rule].name),
                    outcome.win_rates[rule],
                    *self._differences(outcome, rule),
                )
                for rule in ranked
            ]
        note = (
            f"{self._opening.untouched} leaves the cards as they were dealt. All rules played the same fresh deals, "
            "each seat in turn. The differences of a number of players hold together at 95 %, win rates one by one."
        )
        return Table("rules", "How often a player wins by each rule, on fresh deals", columns, rows, note)

    def _order_table(self) -> Table:
        columns = [
            *self._players_column(),
            Column("rule", "rule"),
            Column("meaning", "what to lay first"),
        ]
        rows: list[Sequence[Value]] = []
        for outcome in self._tried:
            head = self._head(outcome)
            rows.append((*head, rule_name(FOUND), ", ".join(outcome.order)))
            if outcome.short is not None:
                rows.append((*head, rule_name(SHORT), outcome.short.sentence))
        note = "The short form names the kinds that clearly matter; all others come in between."
        return Table("orders", "The order found, and its short form", columns, rows, note)

    def _pair_table(self) -> Table:
        columns = [
            *self._players_column(),
            Column("pair", "pair"),
            Column("picked_by", "gain in the first half", "difference", reference=0.0),
            Column("gain", "gain in the other half", "difference", reference=0.0),
            Column("games", "games", "count"),
        ]
        rows: list[Sequence[Value]] = [
            (
                *self._head(outcome),
                pair_name(self._opening, gain.pair),
                gain.picked_by,
                gain.confirmed,
                gain.games,
            )
            for outcome in self._result.outcomes
            for gain in (*outcome.pairs[0], *reversed(outcome.pairs[1]))
        ]
        note = (
            "What a player wins more by laying both than on average over all choices from the same cards. Pairs were "
            "picked by the first half of the deals, where chance makes the best look better and the worst look worse "
            "than they are; the other half is fresh, and its intervals of a number of players hold together at 95 %. "
            "Only games count in which exactly one card of each kind was known (or two, of two of a kind)."
        )
        return Table("pairs", "The best and the worst pairs to lay", columns, rows, note)

    def _players_column(self) -> list[Column]:
        """What rows begin with where there are several numbers of players."""
        return [Column("players", "players", "count")] if self._several else []

    def _head(self, outcome: Outcome) -> list[Value]:
        return [outcome.place.players] if self._several else []

    def _differences(self, outcome: Outcome, rule: int) -> list[Value]:
        """What a rule wins over the two that all are measured against; nothing over itself."""
        name = outcome.rules[rule].name
        return [
            None if name == self._opening.untouched else outcome.over_untouched[rule],
            None if name == FOUND else outcome.over_found[rule],
        ]

    # How it was done

    def _method(self) -> list[tuple[str, str]]:
        plan, setup = self._plan, self._plan.places[0].table.setup
        changes = rules_difference(self._game, setup.rules)
        seen = [outcome.deals for outcome in self._result.outcomes]
        asked = f" of {plan.deals:,} asked for" if self._result.partial and min(seen) < plan.deals else ""
        return [
            ("game", self._game.title),
            ("players", ", ".join(map(str, plan.players))),
            ("policy", f"{self._field} in all seats"),
            (
                "experiment",
                (
                    f"{', '.join(f'{deals:,}' for deals in sorted(set(seen)))} deals{asked} with each number of "
                    f"players, numbers 0 to {plan.deals - 1:,}: in each, one seat in turn chose its "
                    f"{self._opening.laid} at random, every choice equally likely"
                ),
            ),
            (
                "estimation",
                (
                    "least squares of the win on the cards laid less those expected, given the cards known and the "
                    "seat; errors from the spread over groups of deals; intervals corrected for the number of kinds"
                ),
            ),
            (
                "rules tried",
                (
                    f"on {plan.fresh:,} fresh deals with each number of players, numbers {plan.deals:,} to "
                    f"{plan.deals + plan.fresh - 1:,}, the same for all rules"
                ),
            ),
            ("seed", str(plan.seed)),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            ("version", f"analyzer {__version__}"),
        ]

    def _how_to_read(self) -> list[str]:
        opening = self._opening
        effect = (
            f"An effect is what {opening.laying} instead of {opening.holding} does to the win rate, in percentage "
            "points, compared with the average card of the deck. Everybody lays as many cards, so only differences "
            "between kinds can be known: laying one kind rather than another is worth the difference of their effects."
        )
        mean = (
            "One player of a table chose at random, so nothing but the choice makes the difference. An effect is a "
            "mean over the cards as they are dealt; with certain other cards it may be larger or smaller."
        )
        order = (
            "The order found ranks kinds by their single effects. What cards do together is not in it, so another rule "
            "may win more: the trial on fresh deals shows it."
        )
        return [
            effect,
            mean,
            order,
            "Intervals that hold together: in 95 of 100 runs with different seeds, all of them hold the truth.",
            "Fresh deals played no part in finding what is tried on them, so they do not flatter it.",
            *self._game.how_to_read,
        ]

    def _asked(self) -> Asked:
        setup = self._plan.places[0].table.setup
        return [
            (COMMAND, "swaps"),
            (GAME, self._game.name),
            ("players", ",".join(map(str, self._plan.players))),
            ("policy", setup.policies[0].canonical),
            *changed_rules(again.rules_settings(self._game.rules, setup.rules)),
            ("deals", self._plan.deals),
            ("seed", self._plan.seed),
        ]
