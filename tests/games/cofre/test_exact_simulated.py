"""Simulated and exact scores agree: the standing proof that what is counted is what the rules give.

A dozen tables are drawn at random, and at least a million rounds are played at each; ANALYZER_ROUNDS=10000000 in the
environment plays ten million.
"""

import json
import os
import random
from math import ceil, sqrt
from pathlib import Path

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.exact.answer import answer
from analyzer.studies.request import set_table
from analyzer.studies.simulate import play_table
from tests.games.cofre.test_exact import STANDARD

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

TABLES = range(12)
ROUNDS = int(os.environ.get("ANALYZER_ROUNDS", "1_000_000"))
MOST_Z = 4.0
NEVER = "treasure-stars=16,treasure-last=no"

POLICY = """
from analyzer.games.cofre.plugin import Parameter, fraction, policy


def choose(observation, parameters, stream):
    point = fraction(stream) - parameters[0]
    if point < 0.0:
        return observation.shown_type
    for kind in range(observation.types):
        point -= parameters[1 + kind]
        if point < 0.0:
            return kind
    return observation.types - 1


def parameter(name):
    return Parameter(name, 0, "how often it is chosen", low=0, high=1)


mine = policy(
    "mine",
    summary="chooses by chance",
    parameters=[parameter("shown"), *(parameter(f"type{kind}") for kind in range(6))],
    choose=choose,
)
"""
"""Chooses the face-up type and each type with given chances."""


class Seat:
    """What a seat plays: the same as a policy and as a strategy."""

    def __init__(self, pick: random.Random, kinds: list[str], folder: Path) -> None:
        name = pick.choice(["shown", "equilibrium", "uniform", "mixture", "mixture"])
        self.strategy = name
        self.policy = f"{name}:{NEVER}"
        if name in ("uniform", "mixture"):
            parts = [1] * len(kinds) if name == "uniform" else [pick.randint(0, 4) for _ in kinds]
            follows = 0 if name == "uniform" else pick.randint(0, 6)
            total = sum(parts) + follows or 1
            chances = {"shown": follows, **dict(zip(kinds, parts, strict=True))}
            if not any(chances.values()):
                chances["shown"] = 1
            self.strategy = ",".join(f"{kind}={part}/{total}" for kind, part in chances.items())
            keys = ["shown", *(f"type{kind}" for kind in range(len(kinds)))]
            given = ",".join(
                f"{key}={part / total!r}" for key, part in zip(keys, chances.values(), strict=True)
            )
            self.policy = f"{folder / 'chance.py'}:mine:{given}"


def random_settings(pick: random.Random, players: int, kinds: list[str], slipping: bool) -> list[str]:
    cards = {kind: [pick.randint(0, 4) for _ in range(pick.randint(1, 6))] for kind in kinds}
    cards[kinds[0]] += [1, 2]
    options = {
        "gold_type": pick.choice(["", *kinds]),
        "speed": pick.choice([1, [pick.choice([0.25, 1, 1.5, 4]) for _ in range(players)]]),
        "slip": [pick.choice([0, 0.1, 0.4]) for _ in range(players)] if slipping else 0,
    }
    return [
        *(f"deck.{kind}={cards.get(kind, [])}" for kind in STANDARD),
        *(f"options.{key}={json.dumps(value)}" for key, value in options.items()),
    ]


def z_scores(policies: list[str], settings: list[str], strategies: list[str], number: int) -> list[float]:
    """By how many standard errors each seat's mean score differs from the exact one."""
    players = len(strategies)
    table = set_table("cofre", players=players, policies=policies, settings=settings)
    exact = answer(table.setup.rules, players, None, strategies)
    assert exact.scores, exact.scores_missing
    games = ceil(ROUNDS / exact.rounds)
    tally = play_table(table, games=games, seed=number, threads=1).tally
    found = []
    for seat, score in enumerate(exact.scores):
        mean = int(tally.sums["scores"][seat]) / games
        spread = int(tally.squares["scores"][seat]) / games - mean**2
        error = sqrt(max(spread, 0.0) / games)
        found.append((mean - float(score)) / error if error > 1e-9 else 1e9 * (mean - float(score)))
    return found


@pytest.mark.parametrize("number", TABLES)
def test_simulated_scores_agree_with_exact_ones_at_a_table_drawn_at_random(number, tmp_path):
    pick = random.Random(number)
    players = 2 + number % 3
    kinds = sorted(pick.sample(STANDARD, pick.randint(2, 6)), key=STANDARD.index)
    # Where gold coins give hook cards back, strategies by stars have too many ways: see `exact.hooks`.
    slipping = len(kinds) <= 4
    (tmp_path / "chance.py").write_text(POLICY, encoding="utf-8")
    settings = random_settings(pick, players, kinds, slipping)
    seats = [Seat(pick, kinds, tmp_path) for _ in range(players)]
    found = z_scores([seat.policy for seat in seats], settings, [seat.strategy for seat in seats], number)
    assert max(map(abs, found)) < MOST_Z, found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategy", ["shown", "equilibrium"])
def test_simulated_scores_agree_with_exact_ones_at_the_ordinary_table(players, strategy):
    found = z_scores([f"{strategy}:{NEVER}"], [], [strategy] * players, 5)
    assert max(map(abs, found)) < MOST_Z, found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_treasure_card_agrees_in_games_of_one_round(players):
    pick = random.Random(players)
    settings = [f"deck.{kind}={[pick.randint(1, 3)]}" for kind in STANDARD[:5]]
    settings += ["deck.maps=[]", f"options.slip={[0.2] * players}"]
    chances = "".join(f"{kind}=1/6," for kind in STANDARD[:5])
    found = z_scores(["random"], settings, [f"{chances}treasure=1/6"] * players, players)
    assert max(map(abs, found)) < MOST_Z, found


def test_it_would_be_seen_if_they_did_not_agree():
    found = z_scores([f"shown:{NEVER}"], [], ["shown=0.98"] * 4, 5)
    assert min(map(abs, found)) > MOST_Z
