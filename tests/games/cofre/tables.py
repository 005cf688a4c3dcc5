"""Tables of all kinds for the tests of this game."""

import json
import random
from typing import Any

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.cofre.policy_list import POLICIES
from analyzer.games.protocol import Event
from analyzer.studies.request import set_table
from tests.reference import cofre as reference

QUICK = tuple(name for name in POLICIES if name != "search")
SEARCH = "search:playouts=2"
EVERYBODY = (*QUICK, SEARCH) if JIT_IS_ON else QUICK
"""Every built-in policy; in plain Python `search` would take too long."""

STANDARD = ("gold", "rubies", "pearls", "crowns", "swords", "maps")
OTHERS = ("emeralds", "black-pearls", "Rum_2")


def random_table(pick: random.Random) -> tuple[int, list[str], list[str]]:
    """Players, changed rules and policies of a table; every third one plays the standard rules."""
    players = pick.choice(reference.PLAYER_COUNTS)
    policies = [random_policy(pick) for _ in range(players)]
    if pick.random() < 1 / 3:
        return players, [], policies
    return players, random_rules(pick, players), policies


def random_policy(pick: random.Random) -> str:
    """A policy, with the treasure card at any time."""
    name = pick.choice(EVERYBODY)
    if name in ("random", "expert", SEARCH):
        return name
    last = pick.choice(["no", "yes"])
    return (
        f"{name}:treasure-from={pick.randint(0, 4)},treasure-stars={pick.randint(0, 4)},treasure-last={last}"
    )


def random_rules(pick: random.Random, players: int) -> list[str]:
    """Settings for rules of any kind: few types make for many contests, slips and gold for hook cards."""
    types = [*STANDARD, *OTHERS]
    pick.shuffle(types)
    types = types[: pick.randint(1, 7)]
    most = pick.choice([1, 2, 3, 5])
    deck = {kind: [pick.randint(0, most) for _ in range(pick.randint(1, 9))] for kind in types}
    deck[types[0]] += [pick.randint(0, most) for _ in range(2)]  # three cards at least
    options: dict[str, Any] = {
        "gold_type": pick.choice(["", types[0], pick.choice(types)]),
        "speed": pick.choice([1, 2.5, [pick.choice([0.1, 1, 1, 2.5, 7]) for _ in range(players)]]),
        "slip": pick.choice([0, 0.5, [pick.choice([0, 0.2, 0.9]) for _ in range(players)]]),
    }
    return [f"deck.{kind}={json.dumps(deck.get(kind, []))}" for kind in (*STANDARD, *OTHERS)] + [
        f"options.{key}={json.dumps(value)}" for key, value in options.items()
    ]


def trace(players: int, changes: list[str], policies: list[str], seed: int, game: int) -> list[Event]:
    table = set_table("cofre", players=players, policies=policies, settings=changes)
    return table.game.trace(table.setup, seed, game)
