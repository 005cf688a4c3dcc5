"""What a study of balance shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.games.protocol import SHARES
from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import Summary, summarise
from analyzer.stats.intervals import LEVEL
from analyzer.stats.sequences import decides_sign
from analyzer.studies.balance.changes import plain_changes
from analyzer.studies.balance.correlation import Side, correlation
from analyzer.studies.balance.measures import LENGTH, LUCK, OF_LENGTH, SKILL, WON_BY_FIRST, Measured
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
from analyzer.studies.balance.tally import Own, Part, sums_of
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
    def constant(self) -> list[Measured]:
        """What has an own place on the page and was the same in every game, of the base and of all variants.

        With the length all that is told of its spread is, too.
        """
        found = [measure for measure in self.measures if measure.main and self._is_constant(measure)]
        if any(measure.key == LENGTH for measure in found):
            found += [measure for measure in self.measures if measure.key in OF_LENGTH]
        return found

    @cached_property
    def shown(self) -> list[Measured]:
        """What may differ from game to game, and is shown in tables and figures."""
        return [measure for measure in self.measures if measure not in self.constant]

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

    def unfinished(self, place: int | None) -> float:
        """Part of the games that were not finished, of the base or of a variant."""
        own = self._own(self.parts[GAMES], place)
        return 1 - int(own.lengths.sum()) / own.games

    def length(self, place: int | None) -> Summary:
        """How the lengths of finished games are spread, of the base or of a variant."""
        return summarise(self._own(self.parts[GAMES], place).lengths.tolist())

    def correlation(self, place: int) -> Estimate | None:
        """How the first seat's results hang together in the variant and in the base, game by game, from -1 to 1."""
        part = self.parts[GAMES]
        pair, top = part.pairs[place], part.layout.columns.index(self.design.plain[0].top)
        won = part.layout.columns.index(WON_BY_FIRST)
        own, across = part.layout.own.index((top, top)), part.layout.across.index((top, top))

        def side(sums: Own) -> Side:
            return Side(
                int(sums.sums[top]), int(sums.products[own]), int(sums.sums[won]) / (SHARES * sums.games)
            )

        return correlation(pair.own.games, side(pair.own), side(pair.base), int(pair.across[across]))

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
            "measures": {each.key: each.named for each in self.measures},
            "constant": [each.key for each in self.constant],
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
        variant, correlated = self.design.variants.played[place], self.correlation(place)
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
            "correlation": None if correlated is None else correlated.as_dict(),
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

    def part_of(self, measure: Measured) -> str:
        """Name of the part that a measure is reckoned from."""
        if measure.key in (LUCK, SKILL):
            return REPLAYS if measure.key == LUCK else CONTESTS
        return CLOSE if measure in self.design.close else GAMES

    def _part(self, measure: Measured) -> tuple[Part | None, Precision]:
        """What a measure is reckoned from, and how."""
        name = self.part_of(measure)
        return self.parts.get(name), self.design.plan.precision if name == GAMES else Fixed()

    def _is_constant(self, measure: Measured) -> bool:
        if measure.key == LUCK:
            return self.leaves_nothing_to_chance
        part, _ = self._part(measure)
        if part is None or not measure.top or part.base.games == 1:
            return False
        found = [
            sums_of(part.layout, own, measure)
            for own in (part.base, *(each.own for each in part.pairs.values()))
        ]
        return not any(each.bottom == 0 or each.off_squared for each in found) and all(
            each.top * found[0].bottom == found[0].top * each.bottom for each in found
        )

    def _known(self, part: Part, place: int | None) -> bool:
        return place is None or place in part.pairs

    def _own(self, part: Part, place: int | None) -> Own:
        return part.base if place is None else part.pairs[place].own


def _plain(figures: Figures) -> dict[str, Any]:
    return {key: each.as_dict() for key, each in figures.items()}
