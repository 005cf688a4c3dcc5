"""What a study of balance shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import Summary, summarise
from analyzer.stats.intervals import LEVEL
from analyzer.stats.sequences import decides_sign
from analyzer.studies.balance.changes import plain_changes
from analyzer.studies.balance.measures import LUCK, SKILL, Measured
from analyzer.studies.balance.plan import Design
from analyzer.studies.balance.play import CLOSE, CONTESTS, GAMES, REPLAYS
from analyzer.studies.balance.precision import Fixed, Precision
from analyzer.studies.balance.reckon import (
    Figures,
    always_alike,
    difference_of,
    luck_difference,
    luck_of,
    value_of,
)
from analyzer.studies.balance.tally import Own, Part
from analyzer.studies.cardvalues.result import CardValues
from analyzer.studies.content import Content


@dataclass(frozen=True)
class Balance:
    """The base and its variants, and what the games show of them.

    Attributes:
        design: What was asked.
        threads: Threads it was played on.
        games: Games played in all.
        seconds: Time spent playing.
        parts: What the games add up to, by the names of `play`.
        partial: Whether it was interrupted.
        cards: What cards are worth; None if that was not asked, or the game values none.
    """

    design: Design
    threads: int
    games: int
    seconds: float
    parts: Mapping[str, Part]
    partial: bool = False
    cards: CardValues | None = None

    @cached_property
    def measures(self) -> list[Measured]:
        """What was measured: all that was asked for, unless the run was interrupted before."""
        return [each for each in self.design.measures if each.key in self.base]

    @cached_property
    def base(self) -> Figures:
        """What the base shows, by the measure's key."""
        return self._figures(None)

    @cached_property
    def variants(self) -> list[Figures]:
        """What each variant shows."""
        return [self._figures(place) for place in range(len(self.design.variants.played))]

    @cached_property
    def differences(self) -> list[Figures]:
        """How far each variant is from the base, with intervals that hold together at 95 %."""
        return [self._differences(place) for place in range(len(self.design.variants.played))]

    @cached_property
    def games_of(self) -> list[int]:
        """Games that each variant was played in until it was known well enough."""
        pairs = self.parts[GAMES].pairs
        return [pairs[place].own.games for place in range(len(self.design.variants.played))]

    @cached_property
    def leaves_nothing_to_chance(self) -> bool:
        """Whether every deal that was played twice was won alike both times."""
        return REPLAYS in self.parts and always_alike(self.parts[REPLAYS])

    def change(self, place: int, measure: Measured) -> int | None:
        """1 if a measure is certainly larger than in the base, -1 if smaller, 0 if neither; None if it is not known."""
        found = self.differences[place].get(measure.key)
        return None if found is None else decides_sign(found)

    def length(self, place: int | None) -> Summary:
        """How the lengths of finished games are spread, of the base or of a variant."""
        return summarise(self._own(self.parts[GAMES], place).lengths.tolist())

    def correlation(self, place: int) -> float | None:
        """How the first seat's wins hang together in the variant and in the base, from -1 to 1."""
        part = self.parts[GAMES]
        pair, top = part.pairs[place], part.layout.columns.index(self.design.plain[0].top)
        own = part.layout.own.index((top, top))
        across = int(pair.across[part.layout.across.index((top, top))])
        games = pair.own.games
        spreads = [
            games * int(side.products[own]) - int(side.sums[top]) ** 2 for side in (pair.own, pair.base)
        ]
        if min(spreads) <= 0:
            return None
        together = games * across - int(pair.own.sums[top]) * int(pair.base.sums[top])
        return together / sqrt(spreads[0] * spreads[1])

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        setup, plan = self.design.base.setup, self.design.plan
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": setup.players,
            "policies": [spec.canonical for spec in setup.policies],
            "seed": plan.seed,
            "games": self.games,
            "base": _plain(self.base),
            "variants": [self._variant(place) for place in range(len(self.design.variants.played))],
            "cards": self._cards(),
            "card_values": None if self.cards is None else self.cards.played_json(),
            "unplayable": [each.as_json() for each in self.design.variants.unplayable],
            "measures": {each.key: each.label for each in self.measures},
            "length": {"unit": self.design.base.game.length_unit, **self.length(None).as_dict()},
            "base_games": self.parts[GAMES].base.games,
            "until": plan.until,
            "comparisons": self.design.levels.family,
            "levels": {"first_seat": self.design.levels.first, "others": self.design.levels.others},
            "skill": self._contests(),
            "luck": self._replays(),
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.balance.told import told

        return told(self)

    def _variant(self, place: int) -> dict[str, Any]:
        variant = self.design.variants.played[place]
        return {
            "label": variant.label,
            "set": plain_changes(variant.changes),
            "measures": _plain(self.variants[place]),
            "difference": _plain(self.differences[place]),
            "games": self.games_of[place],
            "changed": {
                measure.key: {1: "more", -1: "less"}.get(self.change(place, measure) or 0, "no")
                for measure in self.measures
                if measure.key in self.differences[place]
            },
            "shares_deals": variant.shares_deals,
            "correlation": self.correlation(place),
            "length": self.length(place).as_dict(),
        }

    def _cards(self) -> list[dict[str, Any]]:
        from analyzer.studies.balance.copies import copy_more

        return [] if self.cards is None else self.cards.as_json(copy_more(self))

    def _contests(self) -> dict[str, Any] | None:
        if CONTESTS not in self.parts:
            return None
        return {
            "strong": self.design.strong.canonical,
            "weak": self.design.weak.canonical,
            "deals": self.parts[CONTESTS].base.games,
        }

    def _replays(self) -> dict[str, Any] | None:
        if REPLAYS not in self.parts:
            return None
        return {"deals": self.parts[REPLAYS].base.games, "always_alike": self.leaves_nothing_to_chance}

    def _figures(self, place: int | None) -> Figures:
        """Of the base at None."""
        found: dict[str, Estimate | None] = {}
        for measure in self.design.measures:
            part, precision = self._part(measure)
            if part is None or not self._known(part, place):
                continue
            own = self._own(part, place)
            if measure.key == LUCK:
                found[measure.key] = luck_of(own, LEVEL)
            else:
                found[measure.key] = value_of(measure, part.layout, own, precision, LEVEL)
        return {key: each for key, each in found.items() if each is not None}

    def _differences(self, place: int) -> Figures:
        found: dict[str, Estimate | None] = {}
        for measure in self.design.measures:
            part, precision = self._part(measure)
            if part is None or place not in part.pairs:
                continue
            pair, level = part.pairs[place], self.design.level(measure)
            if measure.key == LUCK:
                found[measure.key] = luck_difference(pair, level)
            else:
                found[measure.key] = difference_of(measure, part.layout, pair, precision, level)
        return {key: each for key, each in found.items() if each is not None}

    def _part(self, measure: Measured) -> tuple[Part | None, Precision]:
        """What a measure is reckoned from, and how."""
        if measure.key == LUCK:
            return self.parts.get(REPLAYS), Fixed()
        if measure.key == SKILL:
            return self.parts.get(CONTESTS), Fixed()
        if measure in self.design.close:
            return self.parts.get(CLOSE), Fixed()
        return self.parts[GAMES], self.design.plan.precision

    def _known(self, part: Part, place: int | None) -> bool:
        return place is None or place in part.pairs

    def _own(self, part: Part, place: int | None) -> Own:
        return part.base if place is None else part.pairs[place].own


def _plain(figures: Figures) -> dict[str, Any]:
    return {key: each.as_dict() for key, each in figures.items()}
