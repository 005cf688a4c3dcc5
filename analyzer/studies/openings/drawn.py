"""The figures of an experiment on openings: effects by kind, what rules win, and pairs."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.stats.sequences import decides_sign
from analyzer.studies.content import Figure, HeatFigure, IntervalFigure, Line, LineFigure
from analyzer.studies.openings.inshort import groups_of
from analyzer.studies.openings.result import Openings, Outcome
from analyzer.studies.openings.words import capitalised, field_in_words, kind_name, pair_name, rule_name

_EFFECT_AXIS = "change of the win rate against the average card, percentage points"
_RULE_AXIS = "change of the win rate, percentage points"
_TOGETHER = "95 % interval, all together"

_COLOURS_APART = 2
"""Groups take every second colour: the one between is that of the reference line."""


def figures(result: Openings) -> list[Figure]:
    """All figures, the one that shows the answer first."""
    return _Drawing(result).figures()


class _Drawing:
    def __init__(self, result: Openings) -> None:
        self._outcomes = [outcome for outcome in result.outcomes if outcome.known]
        self._tried = [outcome for outcome in self._outcomes if outcome.trial is not None]
        self._title = result.plan.game.title
        self._opening = result.plan.places[0].opening
        self._field = field_in_words(result.plan.places[0].table, self._opening)

    def figures(self) -> list[Figure]:
        if not self._outcomes:
            return []
        effects: list[Figure]
        if len(self._outcomes) == 1:
            effects = [self._effects(self._outcomes[0])]
            rules: list[Figure] = [self._rules(each) for each in self._tried]
        else:
            effects = [self._effects_of_all(), *self._effects_of_groups()]
            rules = [self._rules_of_all()] if self._tried else []
        return [
            *effects,
            *rules,
            *(self._pairs(outcome) for outcome in self._outcomes if any(outcome.pairs)),
        ]

    def _effects(self, outcome: Outcome) -> IntervalFigure:
        """All kinds in their order, each group in its colour."""
        groups = enumerate(groups_of(self._opening))
        return IntervalFigure(
            name="effects",
            title=self._effect_title(),
            labels=self._kinds(),
            estimates=outcome.effects,
            axis=_EFFECT_AXIS,
            scale=100,
            reference=0.0,
            reference_label="average card",
            caption=(
                f"{capitalised(self._opening.laying)} instead of {self._opening.holding}. {outcome.deals:,} deals, "
                f"{outcome.place.players} players, all seats {self._field}. All intervals together hold at 95 %."
            ),
            interval=_TOGETHER,
            places=[_COLOURS_APART * number for number, (_, group) in groups for _ in group],
            relative_to="the average card",
        )

    def _effects_of_all(self) -> HeatFigure:
        """All kinds in their order, with each number of players."""
        return HeatFigure(
            name="effects",
            title=self._effect_title(),
            labels=self._kinds(),
            estimates=[
                [outcome.effects[kind] for outcome in self._outcomes]
                for kind in range(len(self._opening.kinds))
            ],
            axis=_EFFECT_AXIS,
            scale=100,
            caption=(
                f"{capitalised(self._opening.laying)} instead of {self._opening.holding}. "
                f"{self._outcomes[0].deals:,} deals with each number of players, all seats {self._field}. Bold: "
                "certain at 95 %, all kinds considered."
            ),
            columns=[f"{outcome.place.players} players" for outcome in self._outcomes],
        )

    def _effect_title(self) -> str:
        """Which kinds stand out, if they certainly do, and are the same with each number of players."""
        kinds = range(len(self._opening.kinds))
        ends = {
            pick(kinds, key=[effect.mean for effect in outcome.effects].__getitem__)
            for outcome in self._outcomes
            for pick in (max, min)
        }
        signs = {(kind, decides_sign(outcome.effects[kind])) for outcome in self._outcomes for kind in ends}
        by_sign = {sign: kind for kind, sign in signs}
        if len(signs) > len(by_sign) or by_sign.keys() != {1, -1}:
            return f"What {self._opening.laying} does, kind by kind: {self._title}"
        names = [kind_name(self._opening, by_sign[sign]) for sign in (1, -1)]
        return f"{capitalised(names[0])} gains most by being laid, {names[1]} loses most: {self._title}"

    def _effects_of_groups(self) -> list[Figure]:
        """A figure for each group: over its numbers, a line for each number of players; or the other way round."""
        found: list[Figure] = []
        for title, group in groups_of(self._opening):
            names = [self._opening.kinds[kind] for kind in group]
            if len(group) > 1 and all(name.isdecimal() for name in names):
                horizontal, places = title, [int(name) for name in names]
                lines = [
                    _line(
                        f"{outcome.place.players} players",
                        places,
                        [outcome.effects[kind] for kind in group],
                    )
                    for outcome in self._outcomes
                ]
            else:
                ordered = sorted(self._outcomes, key=lambda outcome: outcome.place.players)
                horizontal, places = "players", [outcome.place.players for outcome in ordered]
                lines = [
                    _line(name, places, [outcome.effects[kind] for outcome in ordered])
                    for name, kind in zip(names, group, strict=True)
                ]
            found.append(
                LineFigure(
                    name=f"effects_{title}",
                    title=f"{capitalised(title)}: what {self._opening.laying} does: {self._title}",
                    lines=lines,
                    horizontal=horizontal,
                    vertical=_EFFECT_AXIS,
                    scale=100,
                    caption=(
                        f"{self._outcomes[0].deals:,} deals with each number of players, all seats {self._field}; "
                        "bands are 95 % intervals that hold for all kinds together."
                    ),
                    reference=0.0,
                    reference_label="average card",
                )
            )
        return found

    def _rules(self, outcome: Outcome) -> IntervalFigure:
        shown = [place for place, rule in enumerate(outcome.rules) if rule.name != self._opening.untouched]
        shown.sort(key=lambda place: -outcome.over_untouched[place].mean)
        return IntervalFigure(
            name="rules",
            title=self._rule_title(),
            labels=[rule_name(outcome.rules[place].name) for place in shown],
            estimates=[outcome.over_untouched[place] for place in shown],
            axis=_RULE_AXIS,
            scale=100,
            reference=0.0,
            reference_label=f"{self._opening.untouched}: as dealt",
            caption=f"{self._rule_caption(outcome)}. All intervals together hold at 95 %.",
            interval=_TOGETHER,
            relative_to="the cards as dealt",
        )

    def _rules_of_all(self) -> HeatFigure:
        """Every rule but the one that all are measured against, with each number of players."""
        names = [
            name
            for name in dict.fromkeys(rule.name for outcome in self._tried for rule in outcome.rules)
            if name != self._opening.untouched
        ]
        return HeatFigure(
            name="rules",
            title=self._rule_title(),
            labels=[rule_name(name) for name in names],
            estimates=[
                [outcome.of_rule(name, outcome.over_untouched) for outcome in self._tried] for name in names
            ],
            axis=_RULE_AXIS,
            scale=100,
            caption=f"{self._rule_caption(self._tried[0])}. Bold: certain at 95 %, all rules considered.",
            columns=[f"{outcome.place.players} players" for outcome in self._tried],
        )

    def _rule_title(self) -> str:
        return f"What each rule wins over the {self._opening.laid} as dealt: {self._title}"

    def _rule_caption(self, outcome: Outcome) -> str:
        deals = outcome.trial.games if outcome.trial else 0
        several = len(self._outcomes) > 1
        players = "with each number of players" if several else f"with {outcome.place.players} players"
        return f"{deals:,} fresh deals {players}; one seat follows the rule, all play {self._field} otherwise"

    def _pairs(self, outcome: Outcome) -> IntervalFigure:
        best, worst = outcome.pairs
        gains = [*best, *reversed(worst)]
        suffix = f"_{outcome.place.players}" if len(self._outcomes) > 1 else ""
        return IntervalFigure(
            name=f"pairs{suffix}",
            title=f"The best and the worst pairs to lay with {outcome.place.players} players: {self._title}",
            labels=[pair_name(self._opening, gain.pair) for gain in gains],
            estimates=[gain.confirmed for gain in gains],
            axis="change of the win rate against all choices from the same cards, percentage points",
            scale=100,
            reference=0.0,
            reference_label="average choice",
            caption=(
                f"Picked by {outcome.halves[0].games:,} deals, shown on {outcome.halves[1].games:,} others; all seats "
                f"{self._field}. All intervals together hold at 95 %."
            ),
            interval=_TOGETHER,
            relative_to="all choices from the same cards",
        )

    def _kinds(self) -> list[str]:
        return [kind_name(self._opening, kind) for kind in range(len(self._opening.kinds))]


def _line(label: str, places: Sequence[int], values: Sequence[Estimate]) -> Line:
    return Line(label, places, [e.mean for e in values], bounds=[(e.low, e.high) for e in values])
