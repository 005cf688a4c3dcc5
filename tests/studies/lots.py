"""A game that is over in no time: every seat draws a lot, and the highest lot wins.

A lot is made of the deal's luck, which belongs to the seat, and of the player's skill. Equal lots share the win, and
some games are not finished.
"""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games import registry
from analyzer.games.policyspec import Parameter, Policy, PolicySpec
from analyzer.games.protocol import SHARES, Event, Integers, Records, Scene, Setup
from analyzer.games.rulesfile import Rules, load
from analyzer.studies.comparison import Sides
from analyzer.studies.request import Table
from analyzer.studies.seatings import all_seatings
from analyzer.studies.tournament_field import Field

UNFINISHED = 0.05
GRAINS = 12
"""Different lots that luck alone can give: the fewer, the more games are shared."""

LOT = Policy(
    "lot",
    "draws a lot",
    (
        Parameter("skill", 0.0, "is added to the lot"),
        Parameter("idle", 0, "what changes nothing", whole=True),
    ),
)
TIDE = Policy(
    "tide", "wins or loses with the deal, whatever the seat", (Parameter("idle", 0, "nothing", whole=True),)
)
LOSER = Policy("loser", "never wins", ())


def uniform(seed: int, games: Integers, purpose: int) -> npt.NDArray[np.float64]:
    """One number from 0 to 1 for each game (SplitMix64's finaliser)."""
    with np.errstate(over="ignore"):
        mixed = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= np.uint64(seed) * np.uint64(0xD1B54A32D192ED03) + np.uint64(purpose) * np.uint64(
            0x8CB92BA72F3D8DD7
        )
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed ^= mixed >> np.uint64(31)
    return mixed.astype(np.float64) / 2.0**64


class Lots:
    """See `protocol.Game`."""

    name = "lots"
    title = "Lots"
    player_counts = range(2, 9)
    default_players = 4
    default_policy = "lot"
    length_unit = "draws"
    step = "draw"
    measures = ()
    conditions = ()
    how_to_read = ()
    rules = registry.find("hollander").rules
    policies: Any = MappingProxyType({"lot": LOT, "tide": TIDE, "loser": LOSER})

    def check(self, rules: Rules, players: int) -> None:
        pass

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        games = np.arange(first, first + (0 if stop[0] else count))
        lots = np.stack([self._lot(spec, seed, games, seat) for seat, spec in enumerate(setup.policies)])
        finished = uniform(seed, games, 99) >= UNFINISHED
        best = (lots == lots.max(axis=0)) & finished
        lengths = 5 + np.floor(10 * uniform(seed, games, 98) + lots[0].clip(0, 3)).astype(np.int32)
        return Records(
            shares=best * (SHARES // best.sum(axis=0).clip(1)),
            finished=finished,
            lengths=lengths,
            steps=lengths,
            measures={},
        )

    def _lot(self, spec: PolicySpec, seed: int, games: Integers, seat: int) -> npt.NDArray[np.float64]:
        if spec.name == "loser":
            return np.full(len(games), -100.0)
        if spec.name == "tide":
            return np.where(uniform(seed, games, 97) < 0.5, 50.0, -50.0)
        lot: npt.NDArray[np.float64] = np.floor(GRAINS * uniform(seed, games, seat)) / GRAINS
        return lot + float(spec.values[0])

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        raise NotImplementedError

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        raise NotImplementedError


GAME = Lots()
RULES = load("standard", GAME.rules)


def table(policy: PolicySpec, players: int) -> Table:
    return Table(GAME, Setup("lots", RULES, (policy,) * players))


def lot(skill: float = 0.0, idle: int = 0) -> PolicySpec:
    return LOT.spec({"skill": skill, "idle": idle})


def sides(
    a: PolicySpec, b: PolicySpec, others: PolicySpec | None = None, players: int = 4, paired: bool = True
) -> Sides:
    return Sides(table(b if others is None else others, players), a, b, paired)


def field(competitors: list[PolicySpec], players: int, seed: int = 1) -> Field:
    seatings = all_seatings(len(competitors), players, seed)
    return Field(table(competitors[0], players), tuple(competitors), seed, tuple(seatings))
