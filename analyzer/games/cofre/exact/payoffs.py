"""What the seats may expect of a round, by adding up types: expectations need no joint distribution.

The treasure card is left out here: its target depends on all types together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.cofre.exact.contest import Contests
from analyzer.games.cofre.exact.lines import OfOneType
from analyzer.games.cofre.exact.strategy import Card, Row

Seats = tuple[int, ...]
_NOTHING = Fraction(0)


@dataclass(frozen=True)
class _Claimed:
    """What the seats may expect of one type's cards when it is known who claims them.

    Attributes:
        stars: Expected stars by seat; the seats that may win some.
        slips: Chance to slip by seat; those that may.
    """

    stars: Mapping[int, Fraction]
    slips: Mapping[int, Fraction]


class Payoffs:
    """Expected stars and slips of a round at the fresh deck, for seats that choose types by chance."""

    def __init__(self, deck: Mapping[Card, int], contests: Contests) -> None:
        """Takes deck and players.

        Args:
            deck: How many of each card there are.
            contests: The contests of the players.
        """
        self._deck = deck
        self._contests = contests
        self._types = 1 + max(kind for kind, _ in deck)
        self._of_type: dict[tuple[Card, int], OfOneType] = {}
        self._claimed: dict[tuple[Card, int, Seats], _Claimed] = {}

    def expected(self, shown: Card, rows: Sequence[Row]) -> tuple[list[Fraction], list[Fraction]]:
        """What each seat may expect.

        Args:
            shown: The face-up card.
            rows: How often each seat chooses each type.

        Returns:
            Expected stars, and the chance to slip, of each seat.
        """
        stars = [_NOTHING] * len(rows)
        slips = [_NOTHING] * len(rows)
        for kind in range(self._types):
            for claimants, chance in claims([row[kind] for row in rows]):
                found = self._when(shown, kind, claimants)
                for seat, value in found.stars.items():
                    stars[seat] += chance * value
                for seat, value in found.slips.items():
                    slips[seat] += chance * value
        return stars, slips

    def leads(self, shown: Card, rows: Sequence[Row], seat: int) -> list[Fraction]:
        """What a seat may expect of each type, in stars less the mean of the others', if these play as they do.

        Args:
            shown: The face-up card.
            rows: How often each seat chooses each type; the seat's own row does not matter.
            seat: The seat.

        Returns:
            One value per type.
        """
        without, changes = _NOTHING, []
        for kind in range(self._types):
            out, joined = (
                sum(
                    (
                        chance * self._lead(self._when(shown, kind, claimants), seat)
                        for claimants, chance in claims(
                            [own if other == seat else row[kind] for other, row in enumerate(rows)]
                        )
                    ),
                    _NOTHING,
                )
                for own in (Fraction(0), Fraction(1))
            )
            without += out
            changes.append(joined - out)
        return [without + change for change in changes]

    def gain(self, shown: Card, rows: Sequence[Row], seat: int) -> Fraction:
        """What a seat could gain by another choice, in stars less the mean of the others'; at least 0.

        Args:
            shown: The face-up card.
            rows: How often each seat chooses each type.
            seat: The seat.
        """
        leads = self.leads(shown, rows, seat)
        return max(leads) - sum(
            (chance * lead for chance, lead in zip(rows[seat], leads, strict=False)), _NOTHING
        )

    def _lead(self, found: _Claimed, seat: int) -> Fraction:
        own = found.stars.get(seat, _NOTHING)
        return own - (sum(found.stars.values(), _NOTHING) - own) / (self._contests.players - 1)

    def _when(self, shown: Card, kind: int, claimants: Seats) -> _Claimed:
        key = shown, kind, claimants
        if key not in self._claimed:
            self._claimed[key] = self._work_out(*key)
        return self._claimed[key]

    def _work_out(self, shown: Card, kind: int, claimants: Seats) -> _Claimed:
        if (shown, kind) not in self._of_type:
            self._of_type[shown, kind] = OfOneType.of(self._deck, shown, kind)
        there = self._of_type[shown, kind]
        stars: dict[int, Fraction] = {}
        slips: dict[int, Fraction] = {}
        for cards, chance in there.chances.items():
            if not cards or not chance or not claimants:
                continue
            ways = self._contests.ways(cards, claimants)
            for (place, seat), part in ways.takes.items():
                stars[seat] = stars.get(seat, _NOTHING) + part * there.stars[cards, place]
            for seat, part in ways.hooks.items():
                slips[seat] = slips.get(seat, _NOTHING) + part * chance
        return _Claimed(stars, slips)


def claims(chances: Sequence[Fraction]) -> list[tuple[Seats, Fraction]]:
    """Who claims the cards of a type when the seats choose apart from one another.

    Args:
        chances: The chance of each seat to choose the type.

    Returns:
        Each group of claimants that can be, in ascending order, with its chance.
    """
    found: list[tuple[Seats, Fraction]] = [((), Fraction(1))]
    for seat, chance in enumerate(chances):
        found = [
            (group, part * factor)
            for claimants, part in found
            for group, factor in ((claimants, 1 - chance), ((*claimants, seat), chance))
            if factor
        ]
    return found
