"""One contest: who takes which of a type's cards, with the exact chance of each way (C4 to C6, C11, C12).

Every seat claims cards of at most one type, and the orders of speed of groups that have no seat in common are
independent of one another. So the contests of a round are independent once it is known who claims what, and each needs
only the order of its own claimants.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import lcm

NOBODY = -1
"""Stands where no seat takes a card."""

Seats = tuple[int, ...]


@dataclass(frozen=True)
class Ways:
    """All ways in which a contest can end.

    Attributes:
        parts: Each way: the seat that takes each card (the best card first; NOBODY for none), the seats that draw a
            hook card, and how many times out of `total`.
        total: What the parts add up to.
    """

    parts: tuple[tuple[Seats, Seats, int], ...]
    total: int

    @cached_property
    def takes(self) -> dict[tuple[int, int], Fraction]:
        """The chance that a seat takes a card, by the card's place and the seat; those that are not 0."""
        chances: dict[tuple[int, int], Fraction] = {}
        for takers, _, part in self.parts:
            for place, seat in enumerate(takers):
                if seat != NOBODY:
                    chances[place, seat] = chances.get((place, seat), Fraction(0)) + Fraction(
                        part, self.total
                    )
        return chances

    @cached_property
    def hooks(self) -> dict[int, Fraction]:
        """The chance that a seat draws a hook card, by seat; those that are not 0."""
        chances: dict[int, Fraction] = {}
        for _, drawing, part in self.parts:
            for seat in drawing:
                chances[seat] = chances.get(seat, Fraction(0)) + Fraction(part, self.total)
        return chances

    def cards_of(self, seat: int) -> dict[int, Fraction]:
        """The chance that a seat takes so many cards, by their number."""
        chances: dict[int, Fraction] = {}
        for takers, _, part in self.parts:
            count = takers.count(seat)
            chances[count] = chances.get(count, Fraction(0)) + Fraction(part, self.total)
        return chances


class Contests:
    """The contests of players with given speeds and slips; each is worked out once."""

    def __init__(self, speeds: Sequence[Fraction], slips: Sequence[Fraction]) -> None:
        """Takes the players as they are.

        Args:
            speeds: Speed of each seat, above 0 (C11).
            slips: Chance of each seat to slip when it is tested, from 0 to less than 1 (C12).
        """
        self.players = len(speeds)
        self.speeds = tuple(speeds)
        self.slips = tuple(slips)
        self._known: dict[tuple[int, int, Seats, Seats], Ways] = {}

    def ways(self, cards: int, pirates: Seats, treasures: Seats = (), best: int = 0) -> Ways:
        """How a contest for the cards of a type can end.

        Args:
            cards: Cards of the type on the table, 1 to 3; they are counted from the best one on.
            pirates: The seats that play the type's pirate card, in ascending order.
            treasures: The seats whose treasure card claims a card of the type, in ascending order.
            best: How many of the cards have the stars of the card that treasure cards claim: the first so many.

        Returns:
            All ways with their chances.
        """
        key = (cards, best, pirates, treasures)
        if key not in self._known:
            self._known[key] = self._work_out(*key)
        return self._known[key]

    def _work_out(self, cards: int, best: int, pirates: Seats, treasures: Seats) -> Ways:
        chances: dict[tuple[Seats, Seats], Fraction] = {}
        for order, chance in self._orders(tuple(sorted(pirates + treasures))):
            for takers, slipped, part in self._slips(cards, best, order, treasures):
                empty = [seat for seat in treasures if seat not in takers and seat not in slipped]
                key = takers, tuple(sorted([*slipped, *empty]))
                chances[key] = chances.get(key, Fraction(0)) + chance * part
        total = lcm(*(chance.denominator for chance in chances.values()))
        return Ways(tuple((*key, int(chance * total)) for key, chance in chances.items()), total)

    def _orders(self, seats: Seats) -> Iterator[tuple[Seats, Fraction]]:
        """Every order of speed of some seats, with its chance (C11)."""
        for order in permutations(seats):
            chance = Fraction(1)
            left = sum((self.speeds[seat] for seat in order), Fraction(0))
            for seat in order:
                chance *= self.speeds[seat] / left
                left -= self.speeds[seat]
            yield order, chance

    def _slips(
        self,
        cards: int,
        best: int,
        order: Seats,
        treasures: Seats,
        slipped: Seats = (),
        tested: Seats = (),
    ) -> Iterator[tuple[Seats, Seats, Fraction]]:
        """Who takes what and who slips, with the chance, for one order of speed (C12)."""
        takers = settle(cards, best, order, treasures, slipped)
        seat = next((seat for seat in order if seat in takers and seat not in tested), None)
        if seat is None:
            yield takers, slipped, Fraction(1)
            return
        slip = self.slips[seat]
        for chance, now in ((slip, (*slipped, seat)), (1 - slip, slipped)):
            if chance:
                for found, fallen, part in self._slips(cards, best, order, treasures, now, (*tested, seat)):
                    yield found, fallen, chance * part


def settle(
    cards: int, best: int, order: Sequence[int], treasures: Collection[int], slipped: Collection[int] = ()
) -> Seats:
    """Who takes each card of a type (C4 to C6).

    Args:
        cards: Cards of the type on the table.
        best: How many of them treasure cards may take: the first so many.
        order: The claimants, the fastest first.
        treasures: Those of them who play the treasure card.
        slipped: Those who have slipped and claim nothing any more.

    Returns:
        A seat for each card, the best card first; NOBODY for none.
    """
    claimants = [seat for seat in order if seat not in slipped]
    pirates = [seat for seat in claimants if seat not in treasures]
    takers: list[int] = []
    for seat in claimants:
        if len(takers) < (best if seat in treasures else cards):
            takers.append(seat)
    rest = cards - len(takers)
    further = [pirates[turn % len(pirates)] for turn in range(rest)] if pirates else [NOBODY] * rest
    return (*takers, *further)
