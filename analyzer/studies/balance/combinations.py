"""The combinations of what is varied in a search: all of them, or the nearest to the present rules and some others."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import prod

from analyzer.errors import UserError
from analyzer.games.balance import Variation
from analyzer.games.rulesfile import Rules
from analyzer.studies.balance.changes import changed
from analyzer.studies.balance.dimensions import Dimension, checked, read_dimension, with_changes
from analyzer.studies.balance.variants import Wish, designed
from analyzer.studies.request import Table

Places = tuple[int, ...]
"""A combination: the place of a value of each way."""

_FEW = 10_000
"""Combinations of which a sample is drawn from a list of them all."""


@dataclass(frozen=True)
class Way:
    """One thing that a search varies.

    Attributes:
        keys: The rules that it is about.
        labels: Its values, in words.
        settings: What each value changes of the present rules, "KEY=VALUE".
        change: Gives other rules the value of a place; they are not checked.
        note: How all else stays the same, in a sentence, or "".
    """

    keys: tuple[str, ...]
    labels: Sequence[str]
    settings: Sequence[Sequence[str]]
    change: Callable[[Rules, int], Rules]
    note: str = ""


def ways(base: Table, wish: Wish) -> list[Way]:
    """What is to be varied, the rules before the cards that others make room for.

    Args:
        base: The present table.
        wish: The rules and the cards.

    Returns:
        One way for each.

    Raises:
        UserError: Something is unknown, or varied twice.
    """
    found = [_of_dimension(base, read_dimension(text, base)) for text in wish.vary]
    if wish.cards:
        game, rules = designed(base.game), base.setup.rules
        variations = game.variations(rules, wish.cards, wish.up_to, False)
        found += [
            _of_card(base, wish, card, each)
            for card, each in zip(dict.fromkeys(wish.cards), variations, strict=True)
        ]
    keys = [key for way in found for key in way.keys]
    twice = next((key for place, key in enumerate(keys) if key in keys[:place]), None)
    if twice is not None:
        raise UserError(f"{twice} is varied twice.")
    return found


def count(varied: Sequence[Way]) -> int:
    """How many combinations there are."""
    return prod(len(way.labels) for way in varied)


def combined(base: Table, varied: Sequence[Way], places: Places) -> Rules:
    """The rules of a combination, checked.

    Raises:
        UserError: So many cannot play them, or the others cannot make room for a card.
    """
    rules = base.setup.rules
    for way, place in zip(varied, places, strict=True):
        rules = way.change(rules, place)
    return checked(base, rules)


def chosen(base: Table, varied: Sequence[Way], most: int, seed: int) -> Iterator[Places]:
    """All combinations; of more than `most` half as many are the nearest, and the others are drawn.

    Args:
        base: The present table.
        varied: What is varied.
        most: Combinations at most, at least 1.
        seed: The run's seed.

    Yields:
        The combinations in order, the first way changing slowest.
    """
    sizes = [len(way.labels) for way in varied]
    total = prod(sizes)
    if total <= most:
        numbers = set(range(total))
    else:
        distances = [
            [changed(base.setup.rules, way.change(base.setup.rules, place)) for place in range(size)]
            for way, size in zip(varied, sizes, strict=True)
        ]
        present = {_number(places, sizes) for places, far in _nearest(distances, 1) if far == 0}
        near = [_number(places, sizes) for places, _ in _nearest(distances, -(-most // 2) + len(present))]
        numbers = _with_drawn({*near, *present}, total, most + len(present), random.Random(seed)) - present
    for number in sorted(numbers):
        yield _places(number, sizes)


def _nearest(distances: Sequence[Sequence[int]], most: int) -> Iterator[tuple[Places, int]]:
    """The combinations with the smallest sums of distances, and these sums; the smallest first.

    Each way's values are put in order, so every combination but the first is a step away from one that is as near.
    """
    orders = [sorted(range(len(each)), key=each.__getitem__) for each in distances]

    def far(steps: Places) -> int:
        return sum(each[order[step]] for each, order, step in zip(distances, orders, steps, strict=True))

    start = (0,) * len(orders)
    heap, seen = [(far(start), start)], {start}
    for _ in range(most):
        if not heap:
            return
        distance, steps = heappop(heap)
        yield tuple(order[step] for order, step in zip(orders, steps, strict=True)), distance
        for place, order in enumerate(orders):
            further = (*steps[:place], steps[place] + 1, *steps[place + 1 :])
            if further[place] < len(order) and further not in seen:
                seen.add(further)
                heappush(heap, (far(further), further))


def _with_drawn(numbers: set[int], total: int, most: int, generator: random.Random) -> set[int]:
    """Some numbers below `total`, and as many others as it takes for `most`, each equally likely."""
    if total <= _FEW:
        others = [number for number in range(total) if number not in numbers]
        return {*numbers, *generator.sample(others, min(most, total) - len(numbers))}
    drawn = set(numbers)
    while len(drawn) < most:
        drawn.add(generator.randrange(total))
    return drawn


def _number(places: Places, sizes: Sequence[int]) -> int:
    number = 0
    for place, size in zip(places, sizes, strict=True):
        number = number * size + place
    return number


def _places(number: int, sizes: Sequence[int]) -> Places:
    places: list[int] = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.append(place)
    return tuple(reversed(places))


def _of_dimension(base: Table, dimension: Dimension) -> Way:
    def change(rules: Rules, place: int) -> Rules:
        return with_changes(base, rules, dimension.settings[place])

    labels = [", ".join(settings) for settings in dimension.settings]
    return Way(dimension.keys, labels, dimension.settings, change)


def _of_card(base: Table, wish: Wish, card: str, variation: Variation) -> Way:
    """A card's copies, for which others make room in whatever deck the other ways have made."""

    def change(rules: Rules, place: int) -> Rules:
        wanted = variation.variants[place].value
        again = designed(base.game).variations(rules, [card], wish.up_to, False)[0]
        found = [each for each in again.variants if (again.label, each.value) == (variation.label, wanted)]
        if not found:
            raise UserError(f"{variation.label}: the other cards of this deck cannot make room for {wanted}.")
        return with_changes(base, rules, found[0].settings)

    labels = [f"{variation.label}: {each.value}" for each in variation.variants]
    settings = [each.settings for each in variation.variants]
    return Way((variation.key,), labels, settings, change, variation.note)
