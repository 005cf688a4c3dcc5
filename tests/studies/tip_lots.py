"""Lots with tips of which it is known what they win: see `exact_difference`."""

from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.policyspec import Parameter, Policy, PolicySpec
from analyzer.games.protocol import Integers
from analyzer.games.tips import Tip
from tests.studies.lots import GRAINS, LOSER, LOT, UNFINISHED, Lots, uniform

FRESH = Policy(
    "fresh",
    "draws a lot, with luck of its own",
    (Parameter("skill", 0.0, "is added to the lot"), Parameter("luck", 1, "which luck", whole=True)),
)

SKILLED = Tip("be-skilled", "Have a skill.", "lot:skill=0.25", "lot", "The skill is a quarter.")
CLUMSY = Tip("be-clumsy", "Have none.", "lot:skill=-0.25", "lot")
TURNED = Tip("turn-around", "Turn around once before you draw.", "lot:idle=1", "lot")
OTHER_LUCK = tuple(
    Tip(f"other-luck-{luck}", "Change your luck.", f"fresh:luck={luck}", "lot") for luck in (1, 2, 3)
)


class TipLots(Lots):
    """Lots, and luck that does not hang together with that of the other side."""

    name = "tip-lots"
    policies: Any = MappingProxyType({"lot": LOT, "loser": LOSER, "fresh": FRESH})
    tips = (SKILLED, CLUMSY, TURNED)
    fields = (("weak", "lot:skill=-0.25"), ("ordinary", "lot:skill=0"))
    tip_players = (2, 3)

    def _lot(self, spec: PolicySpec, seed: int, games: Integers, seat: int) -> npt.NDArray[np.float64]:
        if spec.name != "fresh":
            return super()._lot(spec, seed, games, seat)
        skill, luck = (float(value) for value in spec.values)
        lot: npt.NDArray[np.float64] = np.floor(GRAINS * uniform(seed, games, 10 * int(luck) + seat)) / GRAINS
        return lot + skill


class UnknownTips(TipLots):
    """A game whose tips are those of luck alone."""

    name = "lucky-lots"
    tips = OTHER_LUCK


def exact_difference(follow: float, ignore: float, others: float, players: int) -> float:
    """What one player wins more with one skill than with another: all lots, enumerated."""
    grains = [grain / GRAINS for grain in range(GRAINS)]

    def rate(skill: float) -> Fraction:
        won = Fraction(0)
        for own, *rest in product(grains, repeat=players):
            lots = [own + skill, *(lot + others for lot in rest)]
            if lots[0] == max(lots):
                won += Fraction(1, lots.count(lots[0]))
        return won / GRAINS**players

    return float(rate(follow) - rate(ignore)) * (1 - UNFINISHED)
