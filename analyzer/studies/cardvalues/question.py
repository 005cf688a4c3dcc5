"""What is asked about the worth of cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.games.balance import ValuesCards
from analyzer.games.protocol import Setup

DEALS = 150_000
"""Deals in which a card is exchanged, for each zone, and as many games that are watched."""


@dataclass(frozen=True)
class Question:
    """Whose cards are valued, and in how many deals.

    Attributes:
        game: The game.
        setup: Rules and policies.
        seed: The run's seed.
        deals: Deals in which a card is exchanged, for each zone; as many further games are watched.
    """

    game: ValuesCards
    setup: Setup
    seed: int
    deals: int = DEALS

    @cached_property
    def kinds(self) -> Sequence[tuple[str, int]]:
        """The kinds with their copies."""
        return self.game.kinds(self.setup)

    @property
    def zones(self) -> Sequence[str]:
        """Where a player's first cards lie."""
        return self.game.zones

    @property
    def copies(self) -> list[int]:
        """The copies of each kind."""
        return [copies for _, copies in self.kinds]

    @property
    def games(self) -> int:
        """Games that this takes: each deal once for every kind, and those that are watched."""
        return self.deals * (len(self.zones) * len(self.kinds) + 1)
