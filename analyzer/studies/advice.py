"""Advice on a decision: how it is sought, and what was found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import ceil
from typing import Any

from analyzer.games.positions import Action
from analyzer.games.protocol import SHARES
from analyzer.stats import intervals
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import simultaneous_level
from analyzer.stats.selection import Rule, Tally, last_with
from analyzer.stats.sequences import decides_sign
from analyzer.studies.clusters import fixed_mean
from analyzer.studies.content import Content
from analyzer.studies.decision import Decision
from analyzer.studies.position_given import as_said

GAMES = 10_000_000
"""Games that are played at most where nothing else is asked for."""

WITHIN = 0.003
"""By how much less the advised action may win than the best one, where nothing else is asked for."""

FIRST_FRESH = 2**40
"""Number of the first world that no race comes to."""

_FIRST_LOOK = 250
_LOOKS_APART = 1.2

_HALF_WIDTH = 0.98
"""Half of the 95 % interval of a rate near 1/2 from one game: 1.96 standard deviations of 1/2."""

_FINE = 0.002
"""From so small a `Plan.within` on, two decimals are told."""

_FEWEST_FRESH = 20_000
_PART_OF_DROPPED = 10
"""Of the fresh worlds of those that count, what was dropped early gets one in so many."""


@dataclass(frozen=True)
class Plan:
    """How advice is sought.

    Attributes:
        games: Games at most, the race and the fresh worlds together.
        seed: The run's seed.
        within: By how much less the advised action may win than the best one.
    """

    games: int
    seed: int
    within: float

    @property
    def digits(self) -> int:
        """Decimals of percentage points that are told."""
        return 1 if self.within > _FINE else 2

    @staticmethod
    def fewest(actions: int) -> int:
        """The fewest games with which anything can be said: each action once in the race and once afterwards."""
        return 2 * actions if actions > 1 else 1

    def rule(self, actions: int) -> Rule:
        """Which actions are dropped, and when the race is over."""
        return Rule(actions, SHARES, self.within * SHARES, most=max(1, self.race_games(actions) // actions))

    def looks(self) -> Iterator[int]:
        """Worlds after which the race is looked at, without end: nothing that happens changes them."""
        return (round(_FIRST_LOOK * _LOOKS_APART**look) for look in count())

    @property
    def final_worlds(self) -> int:
        """Fresh worlds of the actions that count: the intervals of their win rates are ±`within` at most."""
        return max(_FEWEST_FRESH, ceil((_HALF_WIDTH / self.within) ** 2))

    def race_games(self, actions: int) -> int:
        """Games that the race may take; the others are kept for fresh worlds."""
        if actions == 1:
            return 0
        return self.games - min(self.games // 2, self.final_worlds * actions)

    def first_worlds(self, actions: int, left: int) -> int:
        """Fresh worlds of every action, if so many games are left."""
        wanted = self.final_worlds if actions == 1 else self.final_worlds // _PART_OF_DROPPED
        return max(1, min(wanted, left // actions if actions == 1 else left // (2 * actions)))


@dataclass(frozen=True)
class Way:
    """An action and how it does.

    Attributes:
        number: Its number in the position.
        action: The action.
        win_rate: What part of the games it wins.
        difference: By how much more it wins than what all are measured against.
        games: Games played with it.
        fresh: How many of them were played in fresh worlds: those that the figures are from.
    """

    number: int
    action: Action
    win_rate: Estimate
    difference: Estimate
    games: int
    fresh: int


@dataclass(frozen=True)
class Advice:
    """Actions tried in the same worlds, and which one to take.

    Attributes:
        decision: What was asked.
        plan: How it was sought.
        threads: Threads it was played on.
        seconds: Time spent playing.
        race: What the race added up to, each time before actions were dropped, and at its end; none if there is only
            one action.
        left: The actions that were still in at the end of the race.
        decided: Whether the race came to its end before its games were gone.
        fresh: What the fresh worlds added up to: of all actions, and of those that got more of them. None if it was
            interrupted before.
        partial: Whether it was interrupted.
    """

    decision: Decision
    plan: Plan
    threads: int
    seconds: float
    race: tuple[Tally, ...]
    left: tuple[int, ...]
    decided: bool
    fresh: tuple[Tally, ...]
    partial: bool = False

    @property
    def choice(self) -> int:
        """Number of the advised action: the race has chosen it."""
        return self.race[-1].leader if self.race else 0

    @property
    def reference(self) -> int:
        """Number of the action that all are measured against."""
        given = self.decision.position.reference
        return self.choice if given is None else given

    @property
    def certain(self) -> bool:
        """Whether the advised action is the best, or within `Plan.within` of it, at 95 %."""
        return self.decided

    @property
    def games(self) -> int:
        """Games played."""
        return sum(way.games for way in self.ways)

    @cached_property
    def ways(self) -> list[Way]:
        """The actions: the advised one first, the others by how much they win."""
        found = [self._way(number) for number in range(len(self.decision.position.actions))]
        return sorted(found, key=lambda way: (way.number != self.choice, -way.win_rate.mean))

    @property
    def rivals(self) -> list[Way]:
        """The other actions that were still in at the end of the race: none of them is certainly worse."""
        return [way for way in self.ways[1:] if way.number in self.left]

    @property
    def equals(self) -> list[Way]:
        """Those of them that did as well in the fresh worlds, too, as far as these can tell."""
        return [way for way in self.rivals if decides_sign(self.ahead_of(way)) == 0]

    def ahead_of(self, way: Way) -> Estimate:
        """By how much more the advised action wins than another one.

        Which of the others comes second is seen in the same worlds, so the interval is one of so many that 95 % is the
        confidence that all of them hold.
        """
        level = simultaneous_level(len(self.ways) - 1)
        return _difference(self._figures, self.choice, way.number, level)

    @property
    def lead(self) -> Estimate | None:
        """By how much more the first wins than the second; None if there is only one."""
        return self.ahead_of(self.ways[1]) if len(self.ways) > 1 else None

    @property
    def advice(self) -> str:
        """What to do, in plain words."""
        from analyzer.studies.advise_answer import sentences

        return sentences(self)

    @property
    def _figures(self) -> Sequence[Tally]:
        return self.fresh or self.race

    def _way(self, number: int) -> Way:
        fresh = _worlds(self.fresh, number)
        return Way(
            number,
            self.decision.position.actions[number],
            intervals.share(*last_with(self._figures, number).score(number), SHARES),
            _difference(self._figures, number, self.reference),
            _worlds(self.race, number) + fresh,
            fresh,
        )

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        position = self.decision.position
        setup = position.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": setup.players,
            "seat": position.seat,
            "question": position.question.name,
            "position": as_said(position.given, position.question),
            "policies": [spec.canonical for spec in setup.policies],
            "seed": self.plan.seed,
            "within": self.plan.within,
            position.question.list_key: [
                {
                    **way.action.json,
                    "win_rate": way.win_rate.as_dict(),
                    "difference": way.difference.as_dict(),
                    "games": way.games,
                    "fresh_games": way.fresh,
                }
                for way in self.ways
            ],
            "lead": self.lead and self.lead.as_dict(),
            "advice": self.advice,
            "certain": self.certain,
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
            result["games_asked"] = self.plan.games
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.advise_told import told

        return told(self)


def _worlds(tallies: Sequence[Tally], number: int) -> int:
    return max((tally.count for tally in tallies if number in tally.arms), default=0)


def _difference(tallies: Sequence[Tally], one: int, other: int, level: float = intervals.LEVEL) -> Estimate:
    """How much more of the games the one wins than the other, in the worlds in which both were tried."""
    if one == other:
        return Estimate(0.0, 0.0, 0.0)
    found = fixed_mean(*last_with(tallies, one, other).difference(one, other), SHARES, level)
    return Estimate(found.mean / SHARES, found.low / SHARES, found.high / SHARES)
