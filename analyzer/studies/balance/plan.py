"""What a study of balance is to play, and how long."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile

from analyzer.errors import UserError
from analyzer.games.balance import CanBeBalanced, ValuesCards
from analyzer.games.policyspec import PolicySpec, parse
from analyzer.stats import sequences
from analyzer.studies.balance.measures import (
    FIRST_SEAT,
    LUCK_MEASURE,
    Measured,
    apart,
    close_measures,
    plain_measures,
    seat_key,
    skill_measure,
)
from analyzer.studies.balance.precision import Levels, Looked
from analyzer.studies.balance.variants import Variants, Wish, designed, find_variants
from analyzer.studies.cardvalues.question import DEALS, Question
from analyzer.studies.request import Table

GAMES = 5_000_000
"""Games of each variant at most, where nothing else is asked for."""

UNTIL = 0.002
"""Half of the interval's width, for the first seat's win rate, at which a variant has been played enough."""

CLOSE_DEALS = 100_000
"""Deals that are watched closely, and replayed for luck."""

SKILL_DEALS = 20_000
"""Deals in which strong and weak players sit in for another, in every seat."""

FIRST_REPLAYS = 2_000
"""After so many replayed deals that were all won alike, no more are: nothing is left to chance."""

_FIRST_LOOK = 2_000
_EARLY_LOOKS = 64
"""The first look is at so small a part of the games to expect, and each further one at twice as many, until"""

_CLOSE_LOOKS = 4
"""looks get closer, from this part on."""

_LOOKS_APART = 1.1

OF_FIRST = (FIRST_SEAT, seat_key(0))
"""Keys of what the first seat wins: as an advantage, and as a rate."""


@dataclass(frozen=True)
class Plan:
    """How long a study of balance goes on.

    Attributes:
        games: Games of each variant at most.
        seed: The run's seed.
        until: Half of the interval's width at which a variant has been played enough.
        close_deals: Deals that are watched closely.
        skill_deals: Deals for skill; 0 to leave it out.
        luck: Whether closely watched deals are replayed.
        value_deals: Deals in which a card is exchanged, for each place where a player's first cards lie; 0 to leave out
            what cards are worth, None for as many as usual if the game values cards.
    """

    games: int = GAMES
    seed: int = 1
    until: float = UNTIL
    close_deals: int = CLOSE_DEALS
    skill_deals: int = SKILL_DEALS
    luck: bool = True
    value_deals: int | None = None

    @property
    def looks(self) -> list[int]:
        """Games after which the figures are looked at, ending with all."""
        expected = self.precision.tightest_at
        parts = [
            2**power / _EARLY_LOOKS for power in range(_EARLY_LOOKS) if 2**power < _EARLY_LOOKS / _CLOSE_LOOKS
        ]
        close = (_LOOKS_APART**step / _CLOSE_LOOKS for step in count())
        parts += takewhile(lambda part: part * expected < self.games, close)
        early = [round(part * expected) for part in parts]
        return [*(look for look in early if _FIRST_LOOK <= look < self.games), self.games]

    @property
    def precision(self) -> Looked:
        """The intervals of games that are looked at."""
        return Looked.until(self.until, self.games)

    @property
    def first_looks(self) -> int:
        """Games of a variant to expect."""
        return max(min(self.precision.tightest_at, self.games), min(sequences.FIRST_LOOK, self.games))


@dataclass(frozen=True)
class Design:
    """What is played, and what of it is measured.

    Attributes:
        wish: What was to be varied.
        variants: The base and its variants.
        plan: How long.
    """

    wish: Wish
    variants: Variants
    plan: Plan

    @classmethod
    def of(cls, base: Table, wish: Wish, plan: Plan) -> "Design":
        """Finds the variants of a table.

        Raises:
            UserError: The game cannot be balanced, something of the wish is unknown, or no variant can be played; or
                cards are to be valued of which none are dealt.
        """
        designed(base.game)
        if plan.value_deals and not isinstance(base.game, ValuesCards):
            raise UserError(
                f"{base.game.title} deals no cards that could be valued, so there are no value deals to ask for."
            )
        design = cls(wish, find_variants(base, wish), plan)
        apart([*design.plain, design.skill, LUCK_MEASURE, *design.close])
        return design

    @property
    def base(self) -> Table:
        """What all variants are held against."""
        return self.variants.base

    @property
    def players(self) -> int:
        """Seats."""
        return self.base.setup.players

    @cached_property
    def game(self) -> CanBeBalanced:
        """The game, as one that can be watched closely."""
        return designed(self.base.game)

    @cached_property
    def card_question(self) -> Question | None:
        """What is asked about the worth of cards; None if nothing is."""
        game, deals = self.base.game, self.plan.value_deals
        if not isinstance(game, ValuesCards) or deals == 0:
            return None
        return Question(game, self.base.setup, self.plan.seed, deals or DEALS)

    @cached_property
    def strong(self) -> PolicySpec:
        """The policy of a strong player."""
        return parse(self.game.strong, self.base.game.policies, self.base.game.title)

    @cached_property
    def weak(self) -> PolicySpec:
        """The policy of a weak one."""
        return parse(self.game.weak, self.base.game.policies, self.base.game.title)

    @cached_property
    def plain(self) -> Sequence[Measured]:
        """What the games show that are played until the first seat's win rate is known."""
        return plain_measures(self.base.game, self.players)

    @cached_property
    def close(self) -> Sequence[Measured]:
        """What closely watched games show."""
        return close_measures(self.game.close_measures)

    @cached_property
    def skill(self) -> Measured:
        """How much more a strong player wins than a weak one."""
        return skill_measure(self.players, self.strong.canonical, self.weak.canonical)

    @cached_property
    def measures(self) -> Sequence[Measured]:
        """All that is measured, in the order in which it is shown."""
        first, length, *others = self.plain
        return apart(
            [
                first,
                length,
                *([self.skill] if self.plan.skill_deals else []),
                *([LUCK_MEASURE] if self.plan.luck else []),
                *others,
                *self.close,
            ]
        )

    @cached_property
    def levels(self) -> Levels:
        """The levels of the differences."""
        return Levels.of(len(self.variants.played), len(OF_FIRST), len(self.measures) - len(OF_FIRST))

    def level(self, measure: Measured) -> float:
        """The level of differences in a measure."""
        return self.levels.first if measure.key in OF_FIRST else self.levels.others
