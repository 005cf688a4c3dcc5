"""What may lie on the table: the three chest cards of a round, and the stars of one type among them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.cofre.cards import LINE
from analyzer.games.cofre.exact.strategy import Card


def hidden_pairs(deck: Mapping[Card, int], shown: Card) -> Iterator[tuple[Card, Card, Fraction]]:
    """The two cards that lie face down beside a card, all others of the deck being unseen.

    Args:
        deck: How many of each card there are, the face-up one among them.
        shown: The face-up card.

    Yields:
        The left card, the middle card, and the chance of that pair.
    """
    left = dict(deck)
    left[shown] -= 1
    unseen = sum(left.values())
    for first, count in left.items():
        for second, others in left.items():
            ways = count * (others - (first == second))
            if ways:
                yield first, second, Fraction(ways, unseen * (unseen - 1))


@dataclass(frozen=True)
class OfOneType:
    """The cards of one type on the table while one card lies face up.

    Attributes:
        chances: The chance that so many of them lie there, by their number.
        stars: By number of cards and place (the best card is 0): the expected stars of that card, times the chance
            that there are so many.
    """

    chances: Mapping[int, Fraction]
    stars: Mapping[tuple[int, int], Fraction]

    @classmethod
    def of(cls, deck: Mapping[Card, int], shown: Card, kind: int) -> "OfOneType":
        """Counts all hidden pairs.

        Args:
            deck: How many of each card there are, the face-up one among them.
            shown: The face-up card.
            kind: The type.
        """
        left = {stars: count - ((of, stars) == shown) for (of, stars), count in deck.items() if of == kind}
        unseen = sum(deck.values()) - 1
        others = unseen - sum(left.values())
        base = (shown[1],) if shown[0] == kind else ()
        ways: dict[tuple[int, ...], int] = {base: others * (others - 1)}
        for stars, count in left.items():
            _add(ways, (*base, stars), 2 * count * others)
            for more, copies in left.items():
                _add(ways, (*base, stars, more), count * (copies - (stars == more)))
        total = unseen * (unseen - 1)
        chances = dict.fromkeys(range(LINE + 1), 0)
        sums: dict[tuple[int, int], int] = {}
        for cards, number in ways.items():
            chances[len(cards)] += number
            for place, value in enumerate(sorted(cards, reverse=True)):
                sums[len(cards), place] = sums.get((len(cards), place), 0) + number * value
        return cls(
            {cards: Fraction(number, total) for cards, number in chances.items()},
            {key: Fraction(number, total) for key, number in sums.items()},
        )


def _add(ways: dict[tuple[int, ...], int], cards: tuple[int, ...], number: int) -> None:
    ways[cards] = ways.get(cards, 0) + number
