"""The hook cards that a seat may expect to hold at the end of a game in which gold coins give them back (C8).

In a round a seat slips, or wins some gold coins, or neither. How likely each is depends on the types of the three
chest cards, on the face-up one, and on nothing else; so the cards left and the hook cards held are all that the rest of
a game depends on. Types that can change places without changing anything are counted in one order only.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm, prod

from analyzer.games.cofre.cards import LINE
from analyzer.games.cofre.exact.contest import Contests
from analyzer.games.cofre.exact.payoffs import claims
from analyzer.games.cofre.exact.strategy import Card, Strategy

MOST_STATES = 12_000
"""Most states of the deck that are gone through: a minute's work."""

_STEPS = LINE + 2
"""What a round may do to the hook cards held: one more, or none, one, two or three less."""

State = tuple[tuple[int, ...], ...]
"""For each type, how many cards of each of its classes are left in the deck."""

Kind = tuple[int, int]
"""A type and a class of its cards: those with which all seats choose alike when one of them lies face up."""


def expected_hooks(
    deck: Mapping[Card, int],
    gold: int,
    strategies: Sequence[Strategy],
    contests: Contests,
    seat: int,
) -> Fraction | None:
    """The expected number of hook cards that a seat holds at the end.

    Args:
        deck: How many of each card there are.
        gold: The number of the type of gold coins.
        strategies: One per seat; nobody ever chooses the treasure card.
        contests: The contests of these players.
        seat: The seat.

    Returns:
        The number; None if the deck has more than `MOST_STATES` states.
    """
    course = _Course(deck, gold, strategies, contests, seat)
    return course.expected() if course.size <= MOST_STATES else None


class _Course:
    """All ways that the deck can take through a game, with the hook cards held by one seat."""

    def __init__(
        self,
        deck: Mapping[Card, int],
        gold: int,
        strategies: Sequence[Strategy],
        contests: Contests,
        seat: int,
    ) -> None:
        self._deck = deck
        self._gold = gold
        self._strategies = strategies
        self._contests = contests
        self._seat = seat
        self._types = 1 + max(kind for kind, _ in deck)
        self._classes = [self._classes_of(kind) for kind in range(self._types)]
        self._alike = self._interchangeable()

    @property
    def size(self) -> int:
        """How many states the deck can go through, or a few more."""
        states = 1
        for group in self._alike:
            one = prod(sum(self._deck[card] for card in cards) + 1 for cards in self._classes[group[0]])
            states *= comb(one + len(group) - 1, len(group))
        return states // LINE

    def expected(self) -> Fraction:
        """The expected hook cards at the end."""
        start = self._canonical(
            tuple(tuple(sum(self._deck[card] for card in cards) for cards in kind) for kind in self._classes)
        )
        states = {start: [1]}
        cards = sum(self._deck.values())
        total = 1
        for _ in range(cards // LINE):
            states = self._round(states)
            total *= cards * (cards - 1) * (cards - 2) * self._denominator
            cards -= LINE
        sums = (hooks * parts for held in states.values() for hooks, parts in enumerate(held))
        return Fraction(sum(sums), total)

    def _round(self, states: Mapping[State, list[int]]) -> dict[State, list[int]]:
        """Plays a round from every state; the parts of a state tell how often so many hook cards are held."""
        after: dict[State, list[int]] = {}
        for state, held in states.items():
            for following, steps in self._following(state).items():
                sums = after.setdefault(following, [0] * (len(held) + 1))
                for hooks, parts in enumerate(held):
                    if not parts:
                        continue
                    sums[hooks + 1] += parts * steps[0]
                    for back, weight in enumerate(steps[1:]):
                        sums[max(hooks - back, 0)] += parts * weight
        return after

    def _following(self, state: State) -> dict[State, list[int]]:
        """The states that a round leads to, and how often it does what to the hook cards on the way there."""
        following: dict[State, list[int]] = {}
        for line, ways in _lines(state):
            steps = self._all_steps[line[0], tuple(sorted(kind for kind, _ in line))]
            left = [list(counts) for counts in state]
            for kind, place in line:
                left[kind][place] -= 1
            sums = following.setdefault(self._canonical(tuple(map(tuple, left))), [0] * _STEPS)
            for step, weight in enumerate(steps):
                sums[step] += ways * weight
        return following

    # What a round does to the hook cards

    @cached_property
    def _chances(self) -> dict[tuple[Kind, tuple[int, ...]], list[Fraction]]:
        """The chance of each step, by the face-up card and the types on the table."""
        counts = [[sum(self._deck[card] for card in cards) for cards in kind] for kind in self._classes]
        found: dict[tuple[Kind, tuple[int, ...]], list[Fraction]] = {}
        for line, _ in _lines(tuple(map(tuple, counts))):
            key = line[0], tuple(sorted(kind for kind, _ in line))
            if key not in found:
                found[key] = self._chances_of(*key)
        return found

    @cached_property
    def _denominator(self) -> int:
        return lcm(*(chance.denominator for chances in self._chances.values() for chance in chances))

    @cached_property
    def _all_steps(self) -> dict[tuple[Kind, tuple[int, ...]], list[int]]:
        return {
            key: [int(chance * self._denominator) for chance in chances]
            for key, chances in self._chances.items()
        }

    def _chances_of(self, shown: Kind, types: tuple[int, ...]) -> list[Fraction]:
        card = self._classes[shown[0]][shown[1]][0]
        rows = [strategy.rows[card] for strategy in self._strategies]
        chances = [Fraction(0)] * _STEPS
        for kind, cards in Counter(types).items():
            own = rows[self._seat][kind]
            joining = [Fraction(1) if seat == self._seat else row[kind] for seat, row in enumerate(rows)]
            for claimants, part in claims(joining) if own else ():
                ways = self._contests.ways(cards, claimants)
                chances[0] += own * part * ways.hooks.get(self._seat, Fraction(0))
                if kind == self._gold:
                    for taken, chance in ways.cards_of(self._seat).items():
                        chances[1 + taken] += own * part * chance
        chances[1] = 1 - chances[0] - sum(chances[2:], Fraction(0))  # and all that brings no gold coins
        return chances

    # Cards and types that are alike

    def _classes_of(self, kind: int) -> list[list[Card]]:
        """The cards of a type, those together with which, face up, all seats choose alike."""
        classes: dict[tuple[object, ...], list[Card]] = {}
        for card in sorted(self._deck):
            if card[0] == kind:
                classes.setdefault(tuple(each.rows[card] for each in self._strategies), []).append(card)
        return list(classes.values())

    def _interchangeable(self) -> list[list[int]]:
        """The types in groups whose members can change places."""
        groups: list[list[int]] = []
        for kind in range(self._types):
            group = next((group for group in groups if self._can_change(group[0], kind)), None)
            if group is None:
                groups.append([kind])
            else:
                group.append(kind)
        return groups

    def _can_change(self, one: int, other: int) -> bool:
        """Whether two types can change places: then nobody could tell by the strategies."""
        if self._gold in (one, other):
            return False
        place = {one: other, other: one}
        sizes = [
            [sum(self._deck[card] for card in cards) for cards in self._classes[kind]]
            for kind in (one, other)
        ]
        return sizes[0] == sizes[1] and all(
            strategy.rows[self._classes[place.get(kind, kind)][number][0]][place.get(chosen, chosen)]
            == strategy.rows[cards[0]][chosen]
            for strategy in self._strategies
            for kind, classes in enumerate(self._classes)
            for number, cards in enumerate(classes)
            for chosen in range(self._types)
        )

    def _canonical(self, state: State) -> State:
        """The state with interchangeable types in ascending order."""
        counts = list(state)
        for group in self._alike:
            if len(group) > 1:
                for kind, ordered in zip(group, sorted(state[kind] for kind in group), strict=True):
                    counts[kind] = ordered
        return tuple(counts)


def _lines(state: State) -> Iterator[tuple[tuple[Kind, Kind, Kind], int]]:
    """What three cards may lie on the table, the face-up one first, and in how many ways they do."""
    kinds = [
        (kind, place) for kind, counts in enumerate(state) for place, count in enumerate(counts) if count
    ]
    for shown in kinds:
        copies = state[shown[0]][shown[1]]
        left = {kind: state[kind[0]][kind[1]] - (kind == shown) for kind in kinds}
        for kind in kinds:
            ways = left[kind] * (left[kind] - 1)
            if ways:
                yield (shown, kind, kind), copies * ways
        for one, other in combinations(kinds, 2):
            ways = 2 * left[one] * left[other]
            if ways:
                yield (shown, one, other), copies * ways
