"""The exact distribution of what a round brings: stars and hook cards of every seat."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

from analyzer.games.cofre.exact.contest import NOBODY, Contests
from analyzer.games.cofre.exact.lines import hidden_pairs
from analyzer.games.cofre.exact.strategy import Card, Row, Strategy

Outcome = tuple[tuple[int, ...], tuple[int, ...]]
"""Stars won by each seat, and hook cards drawn by each seat."""

_SEAT_BITS = 8
_HOOK = 1 << 7
_STARS = _HOOK - 1
"""An outcome as one number: eight bits a seat, the highest for a hook card, the others for stars (at most 45)."""


@dataclass(frozen=True, order=True)
class _Type:
    """A type that lies on the table, as far as it matters for the outcome.

    Attributes:
        chances: How often each seat chooses it.
        stars: The stars of its cards, the most first.
        turn: Among several types that have a card of the most stars: 0 for the leftmost, 1 for the next; else 0.
    """

    chances: Row
    stars: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class _Table:
    """What lies on the table, as far as it matters for the outcome: lines that are alike in this are one.

    Attributes:
        types: The types there, in a fixed order.
        treasure: How often each seat chooses the treasure card.
    """

    types: tuple[_Type, ...]
    treasure: Row


def outcomes(
    deck: Mapping[Card, int],
    shown: Mapping[Card, Fraction],
    strategies: Sequence[Strategy],
    contests: Contests,
) -> dict[Outcome, Fraction]:
    """The chances of all outcomes of a round at the fresh deck.

    Args:
        deck: How many of each card there are.
        shown: The chance of each card to lie face up; together 1.
        strategies: One per seat.
        contests: The contests of these players.

    Returns:
        The chance of each outcome that can be, together exactly 1.
    """
    tables: dict[_Table, Fraction] = {}
    for card, chance in shown.items():
        rows = [strategy.rows[card] for strategy in strategies]
        for first, second, part in hidden_pairs(deck, card):
            table = _table((first, second, card), rows)
            tables[table] = tables.get(table, Fraction(0)) + chance * part
    by_total: dict[int, dict[int, int]] = {}
    for table, chance in tables.items():
        for packed, number, total in _of_table(table, contests):
            sums = by_total.setdefault(total * chance.denominator, {})
            sums[packed] = sums.get(packed, 0) + number * chance.numerator
    common = lcm(*by_total)
    found: dict[int, int] = {}
    for total, sums in by_total.items():
        for packed, number in sums.items():
            found[packed] = found.get(packed, 0) + number * (common // total)
    return {_unpacked(packed, len(strategies)): Fraction(number, common) for packed, number in found.items()}


def _table(line: tuple[Card, Card, Card], rows: Sequence[Row]) -> _Table:
    treasure = tuple(row[-1] for row in rows)
    kinds = list(dict.fromkeys(kind for kind, _ in line))
    most = max(stars for _, stars in line)
    # Only the treasure card asks which of several best cards lies leftmost (C6).
    best = list(dict.fromkeys(kind for kind, stars in line if stars == most)) if any(treasure) else []
    types = [
        _Type(
            tuple(row[kind] for row in rows),
            tuple(sorted((stars for of, stars in line if of == kind), reverse=True)),
            best.index(kind) if kind in best else 0,
        )
        for kind in kinds
    ]
    return _Table(tuple(sorted(types)), treasure)


def _of_table(table: _Table, contests: Contests) -> Iterator[tuple[int, int, int]]:
    """The outcomes of a table: packed, how many times, and out of how many."""
    treasure = len(table.types)
    elsewhere = treasure + 1
    seats = []
    for seat, chance in enumerate(table.treasure):
        choices = [(place, each.chances[seat]) for place, each in enumerate(table.types)]
        choices += [(treasure, chance), (elsewhere, 1 - chance - sum(part for _, part in choices))]
        denominator = lcm(*(part.denominator for _, part in choices))
        seats.append((denominator, [(choice, int(part * denominator)) for choice, part in choices if part]))
    together = 1
    for denominator, _ in seats:
        together *= denominator
    for profile in product(*(choices for _, choices in seats)):
        weight = 1
        for _, part in profile:
            weight *= part
        claims: list[list[int]] = [[] for _ in range(elsewhere + 1)]
        for seat, (choice, _) in enumerate(profile):
            claims[choice].append(seat)
        ways, total = _of_claims(table.types, claims, contests)
        for packed, part in ways.items():
            yield packed, part * weight, total * together


def _of_claims(
    types: Sequence[_Type], claims: Sequence[Sequence[int]], contests: Contests
) -> tuple[dict[int, int], int]:
    """The outcomes when it is known who claims what."""
    treasures = tuple(claims[len(types)])
    target = _target(types, claims) if treasures else None
    found, total = {0: 1}, 1
    for place, each in enumerate(types):
        pirates = tuple(claims[place])
        joining = treasures if place == target else ()
        if not pirates and not joining:
            continue
        best = each.stars.count(each.stars[0]) if joining else 0
        ways = contests.ways(len(each.stars), pirates, joining, best)
        total *= ways.total
        combined: dict[int, int] = {}
        for takers, drawing, part in ways.parts:
            change = sum(
                stars << seat * _SEAT_BITS
                for stars, seat in zip(each.stars, takers, strict=True)
                if seat != NOBODY
            )
            change += sum(_HOOK << seat * _SEAT_BITS for seat in drawing)
            for packed, weight in found.items():
                combined[packed + change] = combined.get(packed + change, 0) + weight * part
        found = combined
    return found, total


def _target(types: Sequence[_Type], claims: Sequence[Sequence[int]]) -> int:
    """The place of the type whose best card the treasure cards claim (C6)."""
    most = max(each.stars[0] for each in types)
    best = [place for place, each in enumerate(types) if each.stars[0] == most]
    return min(best, key=lambda place: (len(claims[place]), types[place].turn))


def _unpacked(packed: int, players: int) -> Outcome:
    seats = [packed >> seat * _SEAT_BITS for seat in range(players)]
    return tuple(seat & _STARS for seat in seats), tuple(int(seat & _HOOK > 0) for seat in seats)
