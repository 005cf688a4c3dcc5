"""Who sits where in a tournament: tables at which all competitors meet equally often, in balanced seatings."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, inf

Seating = tuple[int, ...]
"""Competitors by seat, counted from 0."""

MOST_GAMES = 240
"""Games of a deal to aim at. Few competitors need fewer, and very many need more in order to meet at all."""

_TRIALS = 400
"""Sets of blocks that are tried for a design; the most even one is taken."""

_OFFERS = 8
"""Blocks that are drawn for each place in a set; the best one is taken."""

_ENUMERATED = 7
"""At tables of up to so many seats all circular orders are gone through; at larger ones they are drawn."""


def all_seatings(competitors: int, players: int, seed: int) -> list[Seating]:
    """The games of one deal: who sits in which seat in each of them.

    Two players: every pair, both ways round. More: every choice of competitors for a table if all of them can be
    seated in every rotation, else some of these tables, such that all competitors sit at equally many and any two meet
    about equally often. Fewer competitors than seats sit at a table several times, each as often as any other, and who
    sits there once more takes turns. A table is seated in all circular orders if they are not too many, else in some
    drawn from the seed; and each order is turned through all seats, so everybody sits equally often in each of them.

    Args:
        competitors: How many there are, at least 2.
        players: Seats at a table, at least 2.
        seed: What is drawn, is drawn from this.

    Returns:
        The seatings, in a fixed order.
    """
    draw = random.Random(seed)
    tables = _tables(competitors, players, draw)
    most = max(1, MOST_GAMES // (len(tables) * players))
    return [seating for table in tables for seating in _seated(table, most, draw)]


def _tables(competitors: int, players: int, draw: random.Random) -> list[Seating]:
    """The competitors of each table, in ascending order."""
    if competitors < players:
        times, more = divmod(players, competitors)
        everyone = list(range(competitors)) * times
        return [tuple(sorted([*everyone, *extra])) for extra in combinations(range(competitors), more)]
    if players == 2 or comb(competitors, players) * players <= MOST_GAMES:
        return list(combinations(range(competitors), players))
    return _cyclic_design(competitors, players, draw)


def _cyclic_design(competitors: int, players: int, draw: random.Random) -> list[Seating]:
    """Tables that are made of a few blocks, each of them moved on by one competitor after the other in a circle.

    So every competitor comes up equally often, and how often two of them meet depends only on how far they are apart
    in the circle: as often as the blocks hold two numbers that differ by so much. Of some sets of blocks drawn at
    random the one that is most even is taken, and the places in the circle are drawn by lot.

    Source:
        J. A. John, E. R. Williams, "Cyclic and computer generated designs", 2nd edition (1995), chapter 3.
    """
    least = -(-(competitors - 1) // (players * (players - 1)))
    affordable = MOST_GAMES // (competitors * players)
    chosen: list[Seating] = []
    blocks = max(least, affordable)
    while _unevenness(chosen, competitors)[0] == inf:
        chosen = min(
            (_blocks(blocks, competitors, players, draw) for _ in range(_TRIALS)),
            key=lambda found: _unevenness(found, competitors),
        )
        blocks += 1
    places = list(range(competitors))
    draw.shuffle(places)
    tables = [table for block in chosen for table in _moved_on(block, competitors)]
    return sorted(tuple(sorted(places[number] for number in table)) for table in tables)


def _moved_on(block: Seating, competitors: int) -> set[Seating]:
    """The tables that a block makes, in a circle of competitors."""
    return {tuple(sorted((number + step) % competitors for number in block)) for step in range(competitors)}


def _blocks(blocks: int, competitors: int, players: int, draw: random.Random) -> list[Seating]:
    """Blocks drawn one after the other, each the best of a few for those before it; all their tables differ."""
    found: list[Seating] = []
    made: set[Seating] = set()
    met = Counter[int]()
    while len(found) < blocks:
        offers = [tuple(sorted(draw.sample(range(competitors), players))) for _ in range(_OFFERS)]
        offers.sort(key=lambda block: sum(met[apart] for apart in _apart(block, competitors)))
        for block in offers:
            tables = _moved_on(block, competitors)
            # A block that comes back to itself before all have moved on would make fewer tables.
            if block not in made and len(tables) == competitors:
                found.append(block)
                made |= tables
                met.update(_apart(block, competitors))
                break
    return found


def _apart(block: Seating, competitors: int) -> Iterator[int]:
    return ((one - other) % competitors for one, other in permutations(block, 2))


def _unevenness(blocks: Sequence[Seating], competitors: int) -> tuple[float, int]:
    """How unequal the numbers of meetings are: infinitely, if two never meet; and how many are off."""
    met = Counter(apart for block in blocks for apart in _apart(block, competitors))
    meetings = [met[apart] for apart in range(1, competitors)]
    if min(meetings) == 0:
        return inf, 0
    return max(meetings) - min(meetings), sum(number * number for number in meetings)


def _seated(table: Seating, most: int, draw: random.Random) -> list[Seating]:
    """A table in at most so many circular orders, each turned through all seats."""
    if len(table) <= _ENUMERATED:
        orders = sorted({_first_turn((table[0], *rest)) for rest in set(permutations(table[1:]))})
    else:
        orders = sorted({_first_turn(tuple(draw.sample(table, len(table)))) for _ in range(2 * most)})
    if len(orders) > most:
        orders = sorted(draw.sample(orders, most))
    return [turned for order in orders for turned in sorted(set(_turns(order)))]


def _turns(order: Seating) -> Iterator[Seating]:
    return (order[start:] + order[:start] for start in range(len(order)))


def _first_turn(order: Seating) -> Seating:
    return min(_turns(order))
