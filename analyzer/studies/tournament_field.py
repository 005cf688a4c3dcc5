"""Who competes in a tournament, and who sits where."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from analyzer.errors import UserError
from analyzer.games.policyspec import PolicySpec, parse
from analyzer.games.protocol import Integers, Setup
from analyzer.studies.request import Table, set_table
from analyzer.studies.seatings import Seating, all_seatings


@dataclass(frozen=True)
class Field:
    """Who competes, and in which seatings.

    Attributes:
        table: Game and rules, with the first competitor in every seat.
        competitors: Different policies, two or more.
        seed: The run's seed, from which seatings are drawn too.
        seatings: The games of each deal.
    """

    table: Table
    competitors: tuple[PolicySpec, ...]
    seed: int
    seatings: tuple[Seating, ...]

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.table.setup.players

    @property
    def games_per_deal(self) -> int:
        """Games played in one deal."""
        return len(self.seatings)

    @cached_property
    def setups(self) -> list[Setup]:
        """The tables to be played, one for each seating."""
        at = self.table.setup
        return [
            Setup(at.game, at.rules, tuple(self.competitors[one] for one in seating))
            for seating in self.seatings
        ]

    @cached_property
    def gatherings(self) -> list[Seating]:
        """Who comes together at a table, in ascending order, however they are seated."""
        return sorted({tuple(sorted(seating)) for seating in self.seatings})

    @cached_property
    def even(self) -> int:
        """A number that can be divided by how often any competitor sits at any table."""
        return lcm(*(times for table in self.gatherings for times in Counter(table).values()))

    @cached_property
    def meetings(self) -> Integers:
        """Games of a deal in which the row and the column sit at the same table, or the row sits, on the diagonal."""
        size = len(self.competitors)
        met = np.zeros((size, size), np.int64)
        for seating in self.seatings:
            there = sorted(set(seating))
            met[np.ix_(there, there)] += 1
        return met


def set_field(
    game: str,
    policies: Sequence[str],
    *,
    players: int | None = None,
    seed: int = 1,
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> Field:
    """Finds the game and the competitors, loads the rules, and seats everybody.

    Args:
        game: The game's name.
        policies: The competitors, two or more different ones.
        players: Seats at a table; None for the game's usual number.
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        Who competes.

    Raises:
        UserError: Something of that is unknown or does not fit together, or there are not two competitors.
    """
    table = set_table(game, players=players, policies=policies[:1], rules=rules, settings=settings)
    competitors = tuple(parse(text, table.game.policies, table.game.title) for text in policies)
    twice = [spec.canonical for spec, times in Counter(competitors).items() if times > 1]
    if twice:
        raise UserError(f"{twice[0]} is given twice: each competitor is to be named once.")
    if len(competitors) < 2:
        given = f"only {competitors[0].canonical} is" if competitors else "none is"
        raise UserError(
            f"A tournament needs two competitors or more, and {given} given: --policy SPEC --policy SPEC."
        )
    seatings = all_seatings(len(competitors), table.setup.players, seed)
    return Field(table, competitors, seed, tuple(seatings))
