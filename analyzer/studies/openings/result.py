"""What an experiment on openings has found."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.stats import regression
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import simultaneous_level
from analyzer.studies.content import Content
from analyzer.studies.openings.experiment import Experiment, effects
from analyzer.studies.openings.inshort import Short, in_short
from analyzer.studies.openings.pairs import Gain, chance_of_both, confirm, pick
from analyzer.studies.openings.plan import Place, Plan
from analyzer.studies.openings.trial import Rule, Trial

FOUND, SHORT = "found", "short"
"""What the found order is called among the rules, and its short form."""

PAIRS = 5
"""So many of the best and of the worst pairs are shown."""


@dataclass(frozen=True)
class Outcome:
    """What was found with one number of players.

    Attributes:
        place: Where.
        halves: What the games add up to in which one seat chose at random: those by which pairs are picked, and the
            others. Fewer if the run was interrupted.
        trial: What the rules won on fresh deals; None if the run was interrupted before.
    """

    place: Place
    halves: tuple[Experiment, ...]
    trial: Trial | None

    @property
    def deals(self) -> int:
        """Deals of the experiment."""
        return sum(half.games for half in self.halves)

    @property
    def games(self) -> int:
        """Games played."""
        return self.deals + (self.trial.games * len(self.rules) if self.trial else 0)

    @cached_property
    def effects(self) -> list[Estimate]:
        """What laying a card of each kind does, in shares of a win; all intervals hold together at 95 %."""
        kinds = self.place.opening.kinds
        found = effects(self._together, self.place.opening.copies)
        if found is None:
            return [regression.UNKNOWN] * len(kinds)
        return found.estimates(simultaneous_level(len(kinds)))

    @property
    def _together(self) -> Experiment:
        first, *others = self.halves
        total = Experiment(**vars(first))
        for half in others:
            total.add(half)
        return total

    @property
    def known(self) -> bool:
        """Whether the deals are enough for effects."""
        return self.effects[0] is not regression.UNKNOWN

    @property
    def order(self) -> list[str]:
        """The kinds, the one to lay first at the beginning."""
        kinds = self.place.opening.kinds
        return [
            kinds[place] for place in sorted(range(len(kinds)), key=lambda kind: -self.effects[kind].mean)
        ]

    @cached_property
    def short(self) -> Short | None:
        """The order simplified; None if no kind clearly stands out."""
        return in_short(self.place.opening, self.effects) if self.known else None

    @cached_property
    def rules(self) -> list[Rule]:
        """What is tried on fresh deals: the found order, its short form, and the game's rules of thumb."""
        opening = self.place.opening
        rules = [Rule(FOUND, self.order)]
        if self.short is not None:
            rules.append(Rule(SHORT, [opening.kinds[place] for place in self.short.order]))
        return [*rules, *(Rule(name, name) for name in opening.rules_of_thumb)]

    @cached_property
    def win_rates(self) -> list[Estimate]:
        """How often a player wins by each of the rules, on fresh deals; none if they were not tried."""
        return [] if self.trial is None else [self.trial.win_rate(rule) for rule in range(len(self.rules))]

    @cached_property
    def over_untouched(self) -> list[Estimate]:
        """How much more often a player wins by each rule than with the cards as they were dealt.

        All intervals of these and of `over_found` hold together at 95 %.
        """
        return self._over(self.place.opening.untouched)

    @cached_property
    def over_found(self) -> list[Estimate]:
        """How much more often than by the found order."""
        return self._over(FOUND)

    def _over(self, name: str) -> list[Estimate]:
        if self.trial is None:
            return []
        names = [rule.name for rule in self.rules]
        # Each against both, and these two once.
        level = simultaneous_level(2 * len(names) - 3)
        return [self.trial.difference(rule, names.index(name), level) for rule in range(len(names))]

    def of_rule(self, name: str, values: Sequence[Estimate]) -> Estimate | None:
        """The value of a rule in a row of one for each; None if there is none."""
        names = [rule.name for rule in self.rules]
        return values[names.index(name)] if values and name in names else None

    @cached_property
    def pairs(self) -> tuple[list[Gain], list[Gain]]:
        """The best pairs and the worst ones, as picked, with what they gain in other games; none without these."""
        if len(self.halves) < 2:
            return [], []
        first, other = (half.pairs for half in self.halves)
        chance = chance_of_both(self.halves[0].laid, self.halves[0].known)
        best, worst = pick(first, chance, PAIRS)
        level = simultaneous_level(max(1, len(best) + len(worst)))
        return tuple(confirm(pairs, first, other, chance, level) for pairs in (best, worst))  # type: ignore[return-value]

    def as_json(self) -> dict[str, Any]:
        """The part of the public JSON object that is about this number of players."""
        kinds = self.place.opening.kinds
        best, worst = self.pairs
        return {
            "effects": [
                {"kind": kind, "effect": effect.as_dict()}
                for kind, effect in zip(kinds, self.effects, strict=True)
            ],
            "order": self.order if self.known else [],
            "in_short": self.short.sentence if self.short else None,
            "check": [
                {
                    "rule": rule.name,
                    "win_rate": rate.as_dict(),
                    "over_untouched": over.as_dict(),
                    "over_found": less.as_dict(),
                }
                for rule, rate, over, less in zip(
                    self.rules, self.win_rates, self.over_untouched, self.over_found, strict=True
                )
            ]
            if self.trial
            else [],
            "pairs": [
                {
                    "pair": [kinds[place] for place in gain.pair],
                    "gain": gain.confirmed.as_dict(),
                    "picked_by": gain.picked_by.as_dict(),
                    "games": gain.games,
                }
                for gain in (*best, *worst)
            ],
            "experiment_deals": self.deals,
            "check_deals": self.trial.games if self.trial else 0,
            "unfinished": sum(half.unfinished for half in self.halves),
        }


@dataclass(frozen=True)
class Openings:
    """An experiment on what to lay before the first turn, and what it shows.

    Attributes:
        plan: What was asked.
        outcomes: What was found with each number of players; fewer if the run was interrupted.
        threads: Threads it was played on.
        seconds: Time spent playing.
        partial: Whether it was interrupted.
    """

    plan: Plan
    outcomes: Sequence[Outcome]
    threads: int
    seconds: float
    partial: bool

    @property
    def games(self) -> int:
        """Games played."""
        return sum(outcome.games for outcome in self.outcomes)

    def as_json(self) -> dict[str, Any]:
        """The public JSON object: with one number of players flat, with several a list of such parts."""
        setup = self.plan.places[0].table.setup
        several = len(self.plan.places) > 1
        parts = [outcome.as_json() for outcome in self.outcomes]
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": self.plan.players if several else setup.players,
            "policy": setup.policies[0].canonical,
            "deals": self.plan.deals,
            "games": self.games,
            "seed": self.plan.seed,
        }
        if several:
            counts = [outcome.place.players for outcome in self.outcomes]
            result["tables"] = [
                {"players": players, **part} for players, part in zip(counts, parts, strict=True)
            ]
        else:
            result |= parts[0]
        result["seconds"] = self.seconds
        result["games_per_second"] = self.games / self.seconds
        result["threads"] = self.threads
        if self.partial:
            result["partial"] = True
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.openings.told import told

        return told(self)
