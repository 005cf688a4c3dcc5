"""Plays blocks of deals with the base and its variants, and adds them up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from analyzer.games.policyspec import PolicySpec
from analyzer.games.protocol import Game, Integers, Records, Setup
from analyzer.studies.balance.measures import SKILL, UNFINISHED, close_columns, plain_columns
from analyzer.studies.balance.plan import Design
from analyzer.studies.balance.tally import Layout, Part, lengths_of
from analyzer.studies.balance.variants import designed

GAMES, CLOSE, REPLAYS, CONTESTS = "games", "close", "replays", "contests"
"""Names of the parts: plain games, closely watched ones, deals played twice, deals with strong and weak players."""

_NO_LENGTHS = np.zeros(1, np.int64)

Side = tuple[Integers, Integers]
"""The rows of a side, and its finished games by length."""

Sides = dict[str, Side]
"""The sides of a setup's parts, by the part's name."""


@dataclass
class Block:
    """What a block of deals adds up to.

    Attributes:
        games: Deals that the base and all its variants have played.
        parts: What they add up to, by the part's name.
    """

    games: int
    parts: dict[str, Part]

    def add(self, other: "Block") -> None:
        """Adds further deals."""
        self.games += other.games
        for name, part in other.parts.items():
            self.parts[name] = self.parts[name] + part if name in self.parts else part


@dataclass(frozen=True)
class Played:
    """What a setup has played: how many deals, and the columns of its first so many.

    Attributes:
        deals: Deals that are finished.
        sides: Gives the sides of that many of them.
    """

    deals: int
    sides: Callable[[int], Sides]


Player = Callable[[Setup, int, int, Integers], Played]
"""Plays deals with a setup: player(setup, first, count, stop)."""


def play_block(
    player: Player,
    layouts: Mapping[str, Layout],
    base: Setup,
    variants: Mapping[int, Setup],
    first: int,
    count: int,
    stop: Integers,
) -> Block:
    """Plays a block of deals with the base and its variants, or the first of them until stopped.

    Args:
        player: What is played.
        layouts: What is added up in each part.
        base: The base.
        variants: The variants by their place.
        first: Number of the first deal.
        count: Deals, at least 1.
        stop: Not 0 once no further game is to be begun.

    Returns:
        The deals that all have finished.
    """
    played = [player(setup, first, count, stop) for setup in (base, *variants.values())]
    common = min(each.deals for each in played)
    if common == 0:
        return Block(0, {})
    own, *others = (each.sides(common) for each in played)
    parts = {}
    for name, layout in layouts.items():
        pairs = {place: sides[name] for place, sides in zip(variants, others, strict=True)}
        parts[name] = Part.of(layout, own[name], pairs)
    return Block(common, parts)


@dataclass(frozen=True)
class GamesPlayer:
    """Plays games as always, watched closely if a part needs it, and every deal once more if one needs that.

    Attributes:
        game: The game; one that `CanBeBalanced` for closely watched ones and replays.
        seed: The run's seed.
        layouts: What is added up in each part: `GAMES`, `CLOSE`, `REPLAYS` or some of them.
    """

    game: Game
    seed: int
    layouts: Mapping[str, Layout]

    def __call__(self, setup: Setup, first: int, count: int, stop: Integers) -> Played:
        """See `Player`."""
        if self.layouts.keys() & {CLOSE, REPLAYS}:
            closely = designed(self.game)
            records = others = closely.play_closely(setup, self.seed, first, count, stop)
            if REPLAYS in self.layouts:
                others = closely.play_closely(setup, self.seed, first, count, stop, again=1)
        else:
            records = others = self.game.play(setup, self.seed, first, count, stop)
        return Played(min(records.games, others.games), partial(self._sides, records, others))

    def _sides(self, records: Records, others: Records, deals: int) -> Sides:
        found: Sides = {}
        if GAMES in self.layouts:
            rows = self.layouts[GAMES].rows(plain_columns(records), deals)
            found[GAMES] = (rows, lengths_of(records, deals))
        if CLOSE in self.layouts:
            columns = close_columns(records, designed(self.game).close_measures)
            found[CLOSE] = (self.layouts[CLOSE].rows(columns, deals), _NO_LENGTHS)
        if REPLAYS in self.layouts:
            twice = _replayed(records, others, deals)
            found[REPLAYS] = (self.layouts[REPLAYS].rows(twice, deals), _NO_LENGTHS)
        return found


def replay_layout(players: int) -> Layout:
    """What is added up of deals that are played twice; in the order of `stats.replays.Replays`."""
    return Layout.of_all(["both", "squares", *(f"seat {seat}" for seat in range(players))])


def skill_player(design: Design, layout: Layout) -> Player:
    """Deals in which every seat in turn is played by a strong player, and then by a weak one."""
    return ContestPlayer(design.base.game, design.plan.seed, (design.strong, design.weak), layout)


def skill_games(design: Design) -> int:
    """Games in which skill is measured in one deal."""
    return contest_games(design.base.setup, (design.strong, design.weak))


@dataclass(frozen=True)
class ContestPlayer:
    """Plays deals in which every seat in turn plays one policy and then another one, all others as they are.

    Attributes:
        game: The game.
        seed: The run's seed.
        policies: The two policies.
        layout: What is added up of how much more the one wins, as of `measures.skill_measure`, and of how many games of
            a deal are not finished.
    """

    game: Game
    seed: int
    policies: tuple[PolicySpec, PolicySpec]
    layout: Layout

    def __call__(self, setup: Setup, first: int, count: int, stop: Integers) -> Played:
        """See `Player`."""
        seats = range(setup.players)
        tables = [[_seated(setup, policy, seat) for seat in seats] for policy in self.policies]
        played: dict[tuple[PolicySpec, ...], Records] = {}
        for table in (table for each in tables for table in each):
            # A game that serves several seats is played once.
            if table.policies not in played:
                played[table.policies] = self.game.play(table, self.seed, first, count, stop)

        def rows(deals: int) -> Sides:
            one, other = (_won(played, each, deals) for each in tables)
            unfinished = sum((~each.finished[:deals]).astype(np.int64) for each in played.values())
            columns = {SKILL: one - other, UNFINISHED: np.asarray(unfinished)}
            return {CONTESTS: (self.layout.rows(columns, deals), _NO_LENGTHS)}

        return Played(min(each.games for each in played.values()), rows)


def contest_games(setup: Setup, sides: tuple[PolicySpec, PolicySpec]) -> int:
    """Games in which one deal of `ContestPlayer` is played."""
    seats = range(setup.players)
    return len({_seated(setup, policy, seat).policies for policy in sides for seat in seats})


def _won(played: Mapping[tuple[PolicySpec, ...], Records], tables: Sequence[Setup], deals: int) -> Integers:
    """What the seat that is played by another won at each table, deal by deal, all seats together."""
    shares = [played[table.policies].shares[seat, :deals] for seat, table in enumerate(tables)]
    won: Integers = np.sum(shares, axis=0, dtype=np.int64)
    return won


def _seated(setup: Setup, policy: PolicySpec, seat: int) -> Setup:
    policies = list(setup.policies)
    policies[seat] = policy
    return replace(setup, policies=tuple(policies))


def _replayed(one: Records, other: Records, deals: int) -> dict[str, Integers]:
    first, second = (each.shares[:, :deals].astype(np.int64) for each in (one, other))
    columns = {f"seat {seat}": row for seat, row in enumerate(first + second)}
    columns["both"] = (first * second).sum(axis=0)
    columns["squares"] = (first * first + second * second).sum(axis=0)
    return columns
