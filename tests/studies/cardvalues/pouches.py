"""The game of kites, dealt: every seat has a pouch of two cards and a sleeve of one, and wins by itself.

A seat wins with a chance that its cards change by fixed amounts. One number decides for all seats, so that they win
together: the lower it is, the more of them win. A seat whose number is low plays what is in its pouch, and one whose
number is high draws a card: so what is played seems to be worth more than it is, and what is drawn less.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.games.balance import Scores, Seen
from analyzer.games.protocol import Integers, Setup
from tests.studies.balance.kites import Kites, listed
from tests.studies.lots import uniform

UNIT = 60
CHANCE = 0.4
PLACES = {"pouch": (0, 1), "sleeve": (2,)}
EACH = 3
"""Cards that each seat is dealt."""

WORTH = {"pouch": {"gust": 0.12, "lead": -0.08}, "sleeve": {"gust": -0.03, "lead": 0.05}}
PLAYED_BELOW, DRAWN_ABOVE = 0.7, 0.2

Cards = npt.NDArray[np.int64]


class Pouches(Kites):
    """See `balance.ValuesCards`."""

    name = "pouches"
    title = "Pouches"
    zones: Sequence[str] = tuple(PLACES)
    weight = "copies"
    score = "points of the win rate"
    score_unit = UNIT
    is_rate = True
    value_note = "Cards are dealt from the top."

    def kinds(self, setup: Setup) -> list[tuple[str, int]]:
        cards = listed(setup.rules)
        return [(kind, cards.count(kind)) for kind in dict.fromkeys(cards)]

    def play_exchanged(
        self, setup: Setup, zone: int, seed: int, first: int, count: int, stop: Integers
    ) -> Scores:
        games = np.arange(first, first + (0 if stop[0] else count))
        cards, kinds, every = self._dealt(setup, seed, games), self.kinds(setup), np.arange(len(games))
        places = PLACES[self.zones[zone]]
        drawn = np.floor(len(places) * uniform(seed, games, 300 + zone)).astype(np.int64)
        place = EACH * (games % setup.players) + np.array(places)[drawn]
        scores = np.empty((len(kinds), len(games)), np.int8)
        for kind, (_, copies) in enumerate(kinds):
            where = np.nonzero(np.equal(cards.T, kind))[1].reshape(len(games), copies)
            chosen = np.floor(copies * uniform(seed, games, 310 + 10 * zone + kind)).astype(np.int64)
            other = where[every, chosen]
            exchanged = cards.copy()
            exchanged[other, every], exchanged[place, every] = cards[place, every], kind
            scores[kind] = self._scores(setup, seed, games, exchanged)[games % setup.players, every]
        return scores

    def play_seen(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Seen:
        games = np.arange(first, first + (0 if stop[0] else count))
        cards, players = self._dealt(setup, seed, games), setup.players
        kinds = np.arange(len(self.kinds(setup)))[:, np.newaxis, np.newaxis]
        luck = uniform(seed, games, 290)

        def counted(places: Sequence[int]) -> npt.NDArray[np.uint8]:
            found = np.zeros((len(kinds), players, len(games)), np.uint8)
            for place in places:
                found += cards[place : EACH * players : EACH] == kinds
            return found

        stock = cards[EACH * players : (EACH + 1) * players] == kinds
        return Seen(
            self._scores(setup, seed, games, cards),
            np.stack([counted(places) for places in PLACES.values()]),
            (stock & (luck > DRAWN_ABOVE)).astype(np.uint8),
            counted(PLACES["pouch"]) * (luck < PLAYED_BELOW).astype(np.uint8),
        )

    def _dealt(self, setup: Setup, seed: int, games: Integers) -> Cards:
        """The kind in each place of the deck, shape (cards, games); a seat's cards lie together."""
        cards = listed(setup.rules)
        numbers = {kind: number for number, (kind, _) in enumerate(self.kinds(setup))}
        keys = np.stack([uniform(seed, games, 200 + place) for place in range(len(cards))])
        return np.array([numbers[card] for card in cards])[np.argsort(keys, axis=0)]

    def _scores(self, setup: Setup, seed: int, games: Integers, cards: Cards) -> npt.NDArray[np.int8]:
        luck, kinds = uniform(seed, games, 290), [kind for kind, _ in self.kinds(setup)]
        chance = np.full((setup.players, len(games)), CHANCE)
        for zone, places in PLACES.items():
            worth = np.array([WORTH[zone].get(kind, 0.0) for kind in kinds])
            for place in places:
                chance += worth[cards[place : EACH * setup.players : EACH]]
        return (luck < chance) * np.int8(UNIT)
