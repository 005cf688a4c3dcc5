"""What cards are worth: causally, as they were dealt, and as they were drawn and played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.stats.difference import independent
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import simultaneous_level
from analyzer.studies.cardvalues.exchanged import Exchanged
from analyzer.studies.cardvalues.question import Question
from analyzer.studies.cardvalues.watched import Watched


@dataclass(frozen=True)
class CardValue:
    """What a kind of card is worth in a zone; None for what is not known.

    Attributes:
        kind: Number of the kind.
        zone: Number of the zone.
        causal: What a seat scores with the kind in a place of the zone, less what it scores there on average.
        dealt: What those scored who were dealt the kind there, less what they scored with the average card.
        drawn: What those scored who drew the kind, from whatever zone, less what a player scored.
        played: What those scored who played the kind, likewise.
    """

    kind: int
    zone: int
    causal: Estimate | None
    dealt: Estimate | None
    drawn: Estimate | None
    played: Estimate | None


@dataclass
class CardValues:
    """The values of all kinds in all zones.

    Attributes:
        question: What was asked.
        exchanged: What the deals add up to in which cards were exchanged, zone by zone as far as it was played.
        watched: What the watched games add up to.
    """

    question: Question
    exchanged: list[Exchanged] = field(default_factory=list)
    watched: Watched | None = None

    def rows(self) -> list[CardValue]:
        """All values, kind by kind; the intervals of each way hold together at 95 %."""
        kinds, zones = range(len(self.question.kinds)), range(len(self.question.zones))
        causal = [self._causal(zone) for zone in zones]
        dealt = [self._dealt(zone) for zone in zones]
        drawn, played = self._drawn_and_played()
        return [
            CardValue(kind, zone, causal[zone][kind], dealt[zone][kind], drawn[kind], played[kind])
            for kind in kinds
            for zone in zones
        ]

    def disagreements(self) -> tuple[int, int] | None:
        """In how many rows the causal value and the dealt one differ by more than chance, and of how many."""
        differences = [
            independent(row.causal, row.dealt)
            for row in self.rows()
            if row.causal is not None and row.dealt is not None
        ]
        if not differences:
            return None
        return sum(not each.low <= 0 <= each.high for each in differences), len(differences)

    def as_json(self, copies: Mapping[str, Mapping[str, Estimate]]) -> list[dict[str, Any]]:
        """The public JSON list.

        Args:
            copies: What a copy more changes, by the kind's name and the measure's key.
        """
        return [
            {
                "kind": self.question.kinds[row.kind][0],
                "zone": self.question.zones[row.zone],
                "causal": _plain(row.causal),
                "dealt": _plain(row.dealt),
                "drawn": _plain(row.drawn),
                "played": _plain(row.played),
                "copies": self.question.copies[row.kind],
                "copy_more": {
                    key: each.as_dict()
                    for key, each in copies.get(self.question.kinds[row.kind][0], {}).items()
                },
            }
            for row in self.rows()
        ]

    def played_json(self) -> dict[str, Any]:
        """How the values were found, as a public JSON object."""
        game, disagreements = self.question.game, self.disagreements()
        return {
            "score": game.score,
            "weighted_by": game.weight,
            "is_rate": game.is_rate,
            "deals": {
                zone: each.games for zone, each in zip(self.question.zones, self.exchanged, strict=False)
            },
            "watched": 0 if self.watched is None else self.watched.games,
            "disagreements": None if disagreements is None else disagreements[0],
        }

    def _causal(self, zone: int) -> "list[Estimate] | list[None]":
        if zone >= len(self.exchanged):
            return [None] * len(self.question.kinds)
        game = self.question.game
        return self.exchanged[zone].values(
            game.score_unit, game.is_rate, self._level(len(self.question.zones))
        )

    def _dealt(self, zone: int) -> list[Estimate | None]:
        if self.watched is None:
            return [None] * len(self.question.kinds)
        level = self._level(len(self.question.zones))
        return self.watched.of_dealt(zone, self.question.game.score_unit, level)

    def _drawn_and_played(self) -> tuple[list[Estimate | None], list[Estimate | None]]:
        if self.watched is None:
            unknown: list[Estimate | None] = [None] * len(self.question.kinds)
            return unknown, unknown
        unit, level = self.question.game.score_unit, self._level(1)
        return self.watched.of_drawn(unit, level), self.watched.of_played(unit, level)

    def _level(self, zones: int) -> float:
        return simultaneous_level(len(self.question.kinds) * zones)


def _plain(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else found.as_dict()
