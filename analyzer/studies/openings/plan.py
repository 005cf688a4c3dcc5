"""What an experiment on openings was asked to do, complete and checked."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.games import registry
from analyzer.games.names import GAMES
from analyzer.games.openings import HasOpening, Opening
from analyzer.games.protocol import Game
from analyzer.studies.openings.experiment import fewest_deals
from analyzer.studies.request import Table, set_table

DEALS = 10_000_000
"""Deals of the experiment where nothing else is asked for."""

_FRESH_PART = 5
"""The rules are tried on one further deal for so many of the experiment."""


@dataclass(frozen=True)
class Place:
    """A number of players, and what the experiment is about there.

    Attributes:
        table: Game, rules, and the field in all seats.
        opening: The choice that is tried.
    """

    table: Table
    opening: Opening

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.table.setup.players

    @property
    def game(self) -> HasOpening:
        """The game, as one that has an opening."""
        return with_opening(self.table.game)


@dataclass(frozen=True)
class Plan:
    """An experiment to be done.

    Attributes:
        places: One for each number of players.
        deals: Deals of the experiment, in each of which one seat chooses at random, at each place.
        seed: The run's seed.
    """

    places: tuple[Place, ...]
    deals: int
    seed: int

    @property
    def game(self) -> Game:
        """The game."""
        return self.places[0].table.game

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return [place.players for place in self.places]

    @property
    def half(self) -> int:
        """Deals from which pairs are picked; on the others of the experiment they are tried."""
        return self.deals // 2

    @property
    def fresh(self) -> int:
        """Further deals, on which rules are tried."""
        return max(1, self.deals // _FRESH_PART)


def with_opening(game: Game) -> HasOpening:
    """The game as one that has an opening.

    Raises:
        UserError: It has none.
    """
    if isinstance(game, HasOpening):
        return game
    able = [name for name in GAMES if isinstance(registry.find(name), HasOpening)]
    raise UserError(
        f"In {game.title} nothing is chosen before the first turn; this can be asked of {', '.join(able)}."
    )


def make_plan(
    game: str,
    *,
    players: Sequence[int] = (),
    policy: str | None = None,
    deals: int = DEALS,
    seed: int = 1,
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> Plan:
    """Finds and checks everything that an experiment needs.

    Args:
        game: The game's name.
        players: Numbers of players; none for the game's usual one.
        policy: What all seats play; None for the game's ordinary player.
        deals: Deals of the experiment with each number of players.
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The plan.

    Raises:
        UserError: Something of that is unknown or does not fit together, the game has no opening, or the deals are too
            few to tell anything.
    """
    counts: Sequence[int | None] = players or [None]
    with_opening(registry.find(game))
    for number, seats in enumerate(players):
        if seats in players[:number]:
            raise UserError(f"players: {seats} is given twice.")
    places = []
    for count in counts:
        table = set_table(
            game,
            players=count,
            policies=[] if policy is None else [policy],
            rules=rules,
            settings=settings,
        )
        places.append(Place(table, with_opening(table.game).opening(table.setup)))
    least = max(2 * fewest_deals(len(place.opening.kinds), place.players) for place in places)
    if deals < least:
        raise UserError(
            f"{deals:,} deals tell nothing about so many kinds of cards; it takes {least:,} or more."
        )
    return Plan(tuple(places), deals, seed)
