"""A game whose best weights are known: a seat's strength falls with the square of its aim's distance from (7, 30)."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from analyzer.games.policyspec import Parameter, Policy, PolicySpec
from analyzer.games.protocol import SHARES, Conditions, Event, Integers, Measure, Records, Scene, Setup
from analyzer.games.rulesfile import Rules, RulesSchema
from analyzer.games.settings import Option, Whole

BEST = {"x": 7.0, "y": 30.0}

PARAMETERS = (
    Parameter("x", 2.0, "the first aim", low=0, high=10),
    Parameter("y", 10.0, "the second aim"),
    Parameter("idle", 5.0, "what changes nothing", low=0, high=10),
    Parameter("steps", 3, "a whole number; the best is 6", low=0, high=9, whole=True),
    Parameter("aimless", 0.0, "what has no scale"),
    Parameter("fixed", 1.0, "what has no choice", low=1, high=1),
    Parameter("style", "calm", "a word", words=("calm", "wild")),
)


def uniform(seed: int, games: Integers) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """One number from 0 to 1 a game (SplitMix64)."""
    mixed = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return mixed / 2.0**64


def strength(spec: PolicySpec) -> float:
    """How often it wins, relative to the others at the table."""
    if spec.name == "plain":
        return 0.5
    x, y, _, steps, *_ = (value for value in spec.values if not isinstance(value, str))
    return float(np.exp(-(((x - BEST["x"]) / 5) ** 2) - ((y - BEST["y"]) / 30) ** 2 - ((steps - 6) / 6) ** 2))


class Toy:
    """See `protocol.Game`."""

    name = "toy"
    title = "Toy"
    player_counts = range(2, 7)
    default_players = 3
    default_policy = "aim"
    length_unit = "rounds"
    step = "round"
    measures: tuple[Measure, ...] = ()
    conditions: tuple[Conditions, ...] = ()
    rules = RulesSchema(
        game="toy",
        title="Toy",
        builtin={"standard": Path(__file__).with_name("toy.toml")},
        deck_rule="T1",
        cards=(),
        other_cards=None,
        complete=lambda given: dict(given),
        options=(Option("rounds", 12, Whole(1, 20), "T2", "rounds"),),
        check=lambda _: None,
    )
    policies: Mapping[str, Policy] = {
        "aim": Policy("aim", "aims", PARAMETERS),
        "plain": Policy("plain", "does not aim", ()),
    }
    pause = 0.0
    """Seconds that a call takes besides."""

    def check(self, rules: Rules, players: int) -> None:
        pass

    def play(self, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Records:
        if self.pause:
            time.sleep(self.pause)
        played = 0 if stop[0] else count
        strengths = np.array([strength(spec) for spec in setup.policies])
        chances = np.cumsum(strengths / strengths.sum())
        drawn = uniform(seed, np.arange(first, first + played))
        winner = np.minimum(np.searchsorted(chances, drawn, side="right"), setup.players - 1)
        lengths = np.full(played, 3)
        return Records(
            shares=(winner == np.arange(setup.players)[:, np.newaxis]) * SHARES,
            finished=np.ones(played, bool),
            lengths=lengths,
            steps=lengths,
            measures={},
        )

    def trace(self, setup: Setup, seed: int, game: int) -> list[Event]:
        raise NotImplementedError

    def scenes(self, events: Sequence[Event], seat: int | None = None) -> list[Scene]:
        raise NotImplementedError
