"""Adds up games by who was dealt, drew and played which kinds, and says what those scored who did.

Every card counts: who has two of a kind counts twice. Seats of one game hang together, so the game is the unit of
chance, and what those with a kind scored is a ratio of two sums over games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from analyzer.games.balance import Seen
from analyzer.games.protocol import Integers
from analyzer.stats import intervals, ratios
from analyzer.stats.estimate import Estimate
from analyzer.stats.ratios import Products, Sums

_FEWEST = 100
"""Cards of a kind from which on there is something to say about those who had them."""

Exact = npt.NDArray[np.object_]
"""Whole numbers of any size."""


@dataclass
class _Group:
    """Sums over games of counted cards, and of what those scored who had them.

    In each game, for each kind, n cards were counted, which those who had them scored t with, and m and s are what all
    is held against: how many cards or players, and what these scored.

    Attributes:
        sums: Of n, t, n², n x t, t², n x m, n x s, t x m and t x s, shape (9, kinds).
        against: Of m, s, m², m x s and s², shape (5,).
    """

    sums: Exact
    against: Exact

    @classmethod
    def of(
        cls, cards: npt.NDArray[np.uint8], scores: Integers, against: tuple[Integers, Integers] | None
    ) -> "_Group":
        """Adds up games.

        Args:
            cards: Cards of each kind that each seat had, shape (kinds, players, games).
            scores: What each seat scored, shape (players, games).
            against: What all is held against, m and s; None for the cards of all kinds together.
        """
        cards = np.ascontiguousarray(cards)  # Kernels write game by game.
        counts = cards.sum(axis=1, dtype=np.int64)
        scored = np.zeros_like(counts)
        for seat, score in enumerate(scores):
            scored += cards[:, seat] * score
        others, base = (counts.sum(axis=0), scored.sum(axis=0)) if against is None else against
        return cls(
            _exact(
                [
                    counts.sum(axis=1),
                    scored.sum(axis=1),
                    *(
                        np.einsum("kg,kg->k", one, other)
                        for one, other in ((counts, counts), (counts, scored), (scored, scored))
                    ),
                    *(each @ whole for each in (counts, scored) for whole in (others, base)),
                ]
            ),
            _exact([others.sum(), base.sum(), others @ others, others @ base, base @ base]),
        )

    def __add__(self, other: "_Group") -> "_Group":
        return _Group(self.sums + other.sums, self.against + other.against)

    def value(self, kind: int, games: int, interval: ratios.Interval) -> Estimate | None:
        cards, scored, cards2, product, scored2, *together = (int(each) for each in self.sums[:, kind])
        count, total, count2, both, total2 = (int(each) for each in self.against)
        if games < 2 or cards < _FEWEST:
            return None
        cards_count, cards_total, scored_count, scored_total = together
        return ratios.difference(
            Sums(games, scored, cards, scored2, product, cards2),
            Sums(games, total, count, total2, both, count2),
            Products(scored_total, scored_count, cards_total, cards_count),
            interval,
        )


@dataclass
class Watched:
    """What watched games add up to.

    Attributes:
        games: Games.
        dealt: By the cards dealt, zone by zone; held against the average card of all kinds there.
        drawn: By the cards drawn; held against the average player.
        played: By the cards played; likewise.
    """

    games: int
    dealt: list[_Group]
    drawn: _Group
    played: _Group

    @classmethod
    def of(cls, seen: Seen) -> "Watched":
        """Adds up games."""
        scores = seen.scores.astype(np.int64)
        everybody = np.full(seen.games, len(scores), np.int64), scores.sum(axis=0)
        return cls(
            seen.games,
            [_Group.of(cards, scores, None) for cards in seen.dealt],
            _Group.of(seen.drawn, scores, everybody),
            _Group.of(seen.played, scores, everybody),
        )

    def add(self, other: "Watched") -> None:
        """Adds further games."""
        self.games += other.games
        self.dealt = [one + more for one, more in zip(self.dealt, other.dealt, strict=True)]
        self.drawn = self.drawn + other.drawn
        self.played = self.played + other.played

    def of_dealt(self, zone: int, unit: int, level: float) -> list[Estimate | None]:
        """What those scored who were dealt each kind in a zone, less what the average card there was dealt with.

        Args:
            zone: Number of the zone.
            unit: Parts of the unit in which scores are counted.
            level: Confidence level of each interval.

        Returns:
            One for each kind; None where it was seen too seldom.
        """
        return self._values(self.dealt[zone], unit, level)

    def of_drawn(self, unit: int, level: float) -> list[Estimate | None]:
        """What those scored who drew each kind, less what a player scored; as `of_dealt`."""
        return self._values(self.drawn, unit, level)

    def of_played(self, unit: int, level: float) -> list[Estimate | None]:
        """What those scored who played each kind, less what a player scored; as `of_dealt`."""
        return self._values(self.played, unit, level)

    def _values(self, group: _Group, unit: int, level: float) -> list[Estimate | None]:
        interval = partial(intervals.mean, level=level)
        found = (group.value(kind, self.games, interval) for kind in range(group.sums.shape[1]))
        return [
            None if each is None else Estimate(each.mean / unit, each.low / unit, each.high / unit)
            for each in found
        ]


def _exact(sums: Sequence[Integers | np.int64]) -> Exact:
    return np.array(sums).astype(object)
