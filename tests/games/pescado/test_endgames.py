"""Advice in endgames is right: what is found by playing on agrees with the exact chances of winning.

With mean share p and mean square q, the mean of n worlds differs from p by z standard errors sqrt((q - p²) / n). |z|
stays below 4 by all but one chance in 16,000.
"""

import random
from math import sqrt
from typing import NamedTuple

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.protocol import SHARES
from tests.games.pescado.advised import play_on, position
from tests.games.pescado.dealt_out import late
from tests.games.pescado.endgames import exact

WORLDS = 20_000 if JIT_IS_ON else 200
MOST_Z = 4.0

compiled_only = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


class Endgame(NamedTuple):
    """The last deal of a game's last round: its cards by a seed, and what else is known."""

    seed: int
    scores: tuple[int, ...]
    held: int = 3
    specials: int = 2
    policy: str = "greedy-cards"
    options: tuple[tuple[str, int | bool], ...] = ()

    @property
    def rules(self):
        return {"round_limit": 1, **dict(self.options)}

    @property
    def settings(self):
        return [f"options.{name}={str(value).lower()}" for name, value in self.rules.items()]

    def said(self):
        """What is known, with pescados and a last capturer."""
        pick = random.Random(self.seed)
        players = len(self.scores)
        said = late(pick, players, held=self.held, specials=self.specials)
        others = range(1, players)
        return {
            "star_is_zero": False,
            **said,
            "score": self.scores[0],
            "score_of": {seat: self.scores[seat] for seat in others},
            "pescados": pick.randrange(2),
            "pescados_of": {seat: pick.randrange(2) for seat in others},
            "last": pick.randrange(players),
        }


ENDGAMES = [
    Endgame(1, (9, 9)),
    Endgame(2, (10, 9), specials=1),
    Endgame(3, (8, 9), held=2, specials=0),
    Endgame(4, (9, 8), policy="random", held=2),
    Endgame(5, (11, 11), policy="random", held=1, specials=1),
    Endgame(6, (9, 9, 9), held=2),
    Endgame(7, (9, 9, 9), held=1, specials=1),
    Endgame(8, (10, 10, 9, 8), held=1),
    Endgame(9, (6, 6), options=(("target", 8),)),
    Endgame(10, (9, 9), options=(("most_needs_one", False), ("star_scores_as_zero", False))),
    Endgame(11, (10, 10), held=2, specials=1),
    Endgame(14, (9, 8), policy="random", held=2),
    Endgame(22, (10, 10)),
    Endgame(27, (10, 10, 10), held=2),
]


@compiled_only
@pytest.mark.parametrize("endgame", ENDGAMES, ids=lambda endgame: f"seed-{endgame.seed}")
def test_the_chances_of_winning_an_endgame_are_found(endgame):
    said, players = endgame.said(), len(endgame.scores)
    right = exact(said, players, endgame.rules, endgame.policy)
    at = position([endgame.policy] * players, 0, endgame.settings, **said)
    shares = play_on(at, count=WORLDS) / SHARES
    for action, won in zip(at.actions, shares, strict=True):
        event = action.json["action"]
        mean, square = right[event["card"], frozenset(event["captured"])]
        if mean in (0, 1):
            assert set(won) == {float(mean)}
        else:
            error = sqrt((square - mean * mean) / WORLDS)
            assert abs(won.mean() - float(mean)) < MOST_Z * error
    best = max(mean for mean, _ in right.values())
    reached = [shares[place].mean() for place in range(len(at.actions))]
    assert abs(max(reached) - float(best)) < MOST_Z / sqrt(WORLDS)


def test_the_endgames_are_no_foregone_conclusions():
    """Of most of them the plays differ, and hardly any is won or lost for sure."""
    chances = [
        [mean for mean, _ in exact(each.said(), len(each.scores), each.rules, each.policy).values()]
        for each in ENDGAMES[:6]
    ]
    assert sum(len(set(some)) > 1 for some in chances) >= 4
    assert all(max(some) > 0 and min(some) < 1 for some in chances)


@pytest.mark.interpreted
def test_an_endgame_that_can_be_reckoned_by_hand():
    """Each has one card left, and nobody knows which of 31 the other one holds; a 5 is one of three.

    Taking the 10 of tuna loses to the 5 of tuna, which takes the other 10: both have five cards and a tuna then, and
    a pescado decides; any other 5 leaves the only tuna and a tie. Taking the other 10 loses to every 5.
    """
    settings = ["options.left_out=30", "options.specials_in=0", "options.target=1", "options.round_limit=1"]
    at = position(
        ["greedy-cards"] * 2,
        0,
        settings,
        hand="5",
        table="tuna-10 10",
        captured="1 1 2",
        captured_of={1: "2 3 3"},
        last=1,
    )
    shares = play_on(at, count=WORLDS) / SHARES
    chances = {("tuna-10",): (29 / 31, 28.5 / 31), ("a-10",): (28 / 31, 28 / 31)}
    for action, won in zip(at.actions, shares, strict=True):
        mean, square = chances.pop(tuple(action.json["action"]["captured"]))
        assert abs(won.mean() - mean) < MOST_Z * sqrt((square - mean * mean) / WORLDS)
    assert not chances
