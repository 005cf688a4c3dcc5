"""Tables of all kinds for the tests of this game."""

import json
import random
from typing import Any

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.pescado.policy_list import POLICIES
from analyzer.games.protocol import Event
from analyzer.studies.request import set_table
from tests.reference import pescado as reference

QUICK = tuple(name for name in POLICIES if name != "search")
SEARCH = "search:playouts=2,inside=greedy-points"
EVERYBODY = (*QUICK, SEARCH) if JIT_IS_ON else QUICK
"""Every built-in policy; in plain Python `search` would take too long."""


def random_table(pick: random.Random) -> tuple[int, list[str], list[str]]:
    """Players, changed rules and policies of a table that can be dealt; every third one plays the standard rules."""
    players = pick.choice(reference.PLAYER_COUNTS)
    policies = [pick.choice(EVERYBODY) for _ in range(players)]
    if pick.random() < 1 / 3:
        return players, [], policies
    return players, random_rules(pick, players), policies


def random_rules(pick: random.Random, players: int) -> list[str]:
    """Settings for rules of any kind."""
    while True:
        specials = pick.sample(reference.SPECIALS, pick.randint(0, 10))
        specials_in = pick.randint(0, len(specials))
        dealt = 3 * players * pick.randint(1, 15 // players + 1)
        left_out = 36 + specials_in - dealt
        if 0 <= left_out <= 40:
            break
    options: dict[str, Any] = {
        "specials_in": specials_in,
        "left_out": left_out,
        "target": pick.choice([1, 3, 7, 12, 20]),
        "round_limit": pick.choice([1, 2, 5, 200]),
        "star_scores_as_zero": pick.random() < 0.5,
        "most_needs_one": pick.random() < 0.5,
    }
    return [f"deck.specials={json.dumps(specials)}"] + [
        f"options.{key}={json.dumps(value)}" for key, value in options.items()
    ]


def trace(players: int, changes: list[str], policies: list[str], seed: int, game: int) -> list[Event]:
    table = set_table("pescado", players=players, policies=policies, settings=changes)
    return table.game.trace(table.setup, seed, game)
