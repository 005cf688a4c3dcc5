"""Positions are played on as often to a win as the rules make it: the chances are reckoned with the reference engine.

What is drawn is gone through completely: the cards that are hidden, the orders of speed, the slips. So the others must
play without chance, and the decks be small.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from tests.games.cofre.advised import STANDARD, choices_of, deck, play_on, position
from tests.reference import cofre as reference

pytestmark = pytest.mark.interpreted

Chances = Counter[Fraction]
"""The chance of each share of a win."""

WORLDS = 40_000 if JIT_IS_ON else 60
MOST_Z = 4.0
WHOLE = 60
NEVER = "treasure-stars=16,treasure-last=no"


@dataclass(frozen=True)
class Standing:
    """A table before a card is shown: what is reckoned on from."""

    unseen: tuple[str, ...]
    stars: tuple[int, ...]
    hooks: tuple[int, ...]
    treasures: tuple[bool, ...]


@dataclass(frozen=True)
class Case:
    """A position, as it is told to both."""

    cards: dict[str, list[int]]
    policies: tuple[str, ...]
    shown: str
    seat: int = 0
    seen: str = ""
    stars: tuple[int, ...] = ()
    hooks: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    speed: Any = 1
    slip: Any = 0
    gold: str = ""

    @property
    def players(self) -> int:
        return len(self.policies)

    def position(self) -> Any:
        settings = [*deck(**self.cards), f"options.gold_type={self.gold!r}"]
        settings += [f"options.speed={self.speed}", f"options.slip={self.slip}"]
        return position(
            [f"{policy}:{NEVER}" if policy in ("shown", "stars") else policy for policy in self.policies],
            self.seat,
            settings,
            shown=self.shown,
            seen=self.seen.replace("-", " ").split(),
            stars_of=dict(enumerate(self.stars)),
            hooks_of=dict(enumerate(self.hooks)),
            treasure_of=dict.fromkeys(self.used, "no"),
        )

    def standing(self) -> Standing:
        """The table before the card is shown."""
        unseen = Counter(reference.cards_of(self.cards)) - Counter(self.seen.split())
        nothing = (0,) * self.players
        holds = tuple(seat not in self.used for seat in range(self.players))
        return Standing(tuple(sorted(unseen.elements())), self.stars or nothing, self.hooks or nothing, holds)


CASES = {
    "alone with a card that lies face up": Case(
        {"gold": [3], "rubies": [1, 2], "maps": [1]}, ("shown", "stars"), "gold-3"
    ),
    "where the face-down cards are": Case(
        {"gold": [1], "rubies": [3, 3, 2], "pearls": [1], "maps": [2]},
        ("shown", "shown", "shown"),
        "gold-1",
        seen="rubies-2 pearls-1 maps-2",
        stars=(2, 2, 1),
        seat=2,
    ),
    "the treasure card against pirates": Case(
        {"gold": [2, 2], "rubies": [3], "pearls": [1, 1]},
        ("random", "shown", "shown", "stars"),
        "gold-2",
        stars=(),
        seat=0,
    ),
    "the treasure card at the last chance": Case(
        {"gold": [2, 2], "rubies": [3], "pearls": [1, 1]},
        ("shown", "shown", "shown:treasure-stars=16"),
        "gold-2",
        seat=1,
    ),
    "faster and slower players": Case(
        {"gold": [2, 1], "rubies": [1], "pearls": [2]},
        ("stars", "shown", "shown", "shown"),
        "gold-2",
        seat=1,
        speed=[1, 2.5, 1, 0.5],
    ),
    "slips and hook cards that gold gives back": Case(
        {"gold": [1, 1], "rubies": [2, 2], "pearls": [1], "maps": [0, 1]},
        ("shown", "stars", "shown"),
        "gold-1",
        seen="maps-0 maps-1 rubies-2",
        stars=(1, 1, 1),
        hooks=(1, 1, 1),
        seat=0,
        slip=[0.25, 0.5, 0],
        gold="gold",
    ),
    "two rounds": Case(
        {"gold": [1, 2], "rubies": [2, 1], "pearls": [3, 1]}, ("shown", "stars"), "gold-1", seat=0
    ),
    "two rounds with slips and a card that is left": Case(
        {"gold": [1, 1], "rubies": [2], "pearls": [2, 1], "maps": [1]},
        ("shown", "shown", "stars"),
        "pearls-1",
        seat=1,
        slip=[0, 0.5, 0],
        gold="gold",
    ),
}


@cache
def shares(name: str) -> dict[str, Chances]:
    """For each choice the exact chance of each share of a win."""
    case = CASES[name]
    standing = case.standing()
    choices = [kind for kind in STANDARD if kind in case.cards]
    if standing.treasures[case.seat]:
        choices.append(reference.TREASURE)
    found = {choice: after_round(case, standing, case.shown, choice, {}) for choice in choices}
    assert all(sum(chances.values()) == 1 for chances in found.values())
    return found


def after_round(
    case: Case, standing: Standing, shown: str, choice: str | None, known: dict[Any, Chances]
) -> Chances:
    """How likely each share of a win is once a card is shown; `known` keeps what has been reckoned."""
    left = list(standing.unseen)
    left.remove(shown)
    choices = [chosen(case.policies[seat], standing, shown, left, case) for seat in range(case.players)]
    if choice is not None:
        choices[case.seat] = choice
    pairs = [*permutations(range(len(left)), 2)]
    found: Chances = Counter()
    for first, second in pairs:
        rest = tuple(card for place, card in enumerate(left) if place not in (first, second))
        for after, chance in settled(case, standing, [left[first], left[second], shown], choices, rest):
            if after not in known:
                known[after] = after_settling(case, after, known)
            for share, further in known[after].items():
                found[share] += chance * further / len(pairs)
    return found


def after_settling(case: Case, standing: Standing, known: dict[Any, Chances]) -> Chances:
    """How likely each share of a win is between two rounds, or at the end."""
    if len(standing.unseen) < 3:
        return Counter({share_of(case, standing): Fraction(1)})
    found: Chances = Counter()
    for card in standing.unseen:
        for share, chance in after_round(case, standing, card, None, known).items():
            found[share] += chance / len(standing.unseen)
    return found


def chosen(policy: str, standing: Standing, shown: str, left: list[str], case: Case) -> str:
    """What a policy chooses, from its page."""
    seat_is_last = len(left) - 2 < 3
    if policy == "shown:treasure-stars=16" and seat_is_last:
        return reference.TREASURE
    if policy != "stars":
        return reference.type_of(shown)
    stars = {kind: Fraction(0) for kind in case.cards}
    stars[reference.type_of(shown)] += reference.stars_of(shown)
    for card in left:
        stars[reference.type_of(card)] += Fraction(2 * reference.stars_of(card), len(left))
    order = [kind for kind in STANDARD if kind in stars]
    return max(order, key=lambda kind: (stars[kind], -order.index(kind)))


def settled(
    case: Case, standing: Standing, chests: list[str], choices: list[str], rest: tuple[str, ...]
) -> Any:
    """Every way in which a round can come out, with its chance."""
    speeds = reference.per_seat(case.speed, case.players)
    rates = reference.per_seat(case.slip, case.players)
    for order, chance in reference.order_distribution(speeds).items():
        for slipped, part in reference.slip_distribution(chests, choices, order, rates).items():
            won = reference.settle(chests, choices, order, slipped)
            stars, hooks = list(standing.stars), list(standing.hooks)
            for seat in range(case.players):
                stars[seat] += sum(map(reference.stars_of, won[seat]))
                hooks[seat] += reference.hook_cause(seat, won, choices, slipped) is not None
                hooks[seat] -= reference.given_back(won[seat], hooks[seat], case.gold)
            holds = [
                held and choice != reference.TREASURE
                for held, choice in zip(standing.treasures, choices, strict=True)
            ]
            yield Standing(rest, tuple(stars), tuple(hooks), tuple(holds)), chance * part


def share_of(case: Case, standing: Standing) -> Fraction:
    scores = [stars - hooks for stars, hooks in zip(standing.stars, standing.hooks, strict=True)]
    winners = reference.winners(scores)
    return Fraction(case.seat in winners, len(winners))


@pytest.mark.parametrize("name", CASES)
def test_win_rates_of_a_position_are_the_exact_ones(name):
    at = CASES[name].position()
    exact = shares(name)
    assert choices_of(at) == [*exact]
    found = play_on(at, count=WORLDS)
    for won, chances in zip(found, exact.values(), strict=True):
        assert set(np.unique(won).tolist()) <= {int(WHOLE * share) for share in chances}
        mean = sum(WHOLE * share * chance for share, chance in chances.items())
        spread = sum((WHOLE * share - mean) ** 2 * chance for share, chance in chances.items())
        if spread == 0:
            assert won.mean() == mean
        else:
            assert abs(float(won.mean() - mean)) < MOST_Z * sqrt(spread / WORLDS)


def test_the_positions_are_worth_a_thought():
    rates = {
        name: [sum(share * chance for share, chance in chances.items()) for chances in shares(name).values()]
        for name in CASES
    }
    assert all(len(set(of_case)) > 1 for of_case in rates.values())
    assert any(rate == 1 for of_case in rates.values() for rate in of_case)
    assert any(rate == 0 for of_case in rates.values() for rate in of_case)
