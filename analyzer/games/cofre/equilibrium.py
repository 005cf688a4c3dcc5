"""The symmetric equilibrium of a round: how often to choose each type, for each card that may lie face up.

A round is looked at by itself, with the whole deck unseen but for the face-up card, for players of equal speed. What a
player wants is their own stars less the mean of the others'. If anybody claims a type's cards and does not slip, all of
them are taken, and its claimants are alike. So of a type whose cards have W expected stars, m claimants who slip with
chance e get W (1 - e^m) together and an equal part each. If all n players choose the type with chance p, a player who
chooses it is ahead of one who does not by W f(p), up to what is the same for all types, where f(p) is the mean over the
number m of others who choose it, binomial with n - 1 and p, of

    a(m) = ((1 - e^(m+1)) / (m + 1)) n / (n - 1) - (e^m - e^(m+1)) / (n - 1).

With two players a(0) = a(1): whoever takes the type of the most expected stars cannot do better, whatever the other one
does. With more players a(m), and so f, falls strictly, so there is one such equilibrium: types are chosen so often that
all that are chosen at all come to one level, and the others stay below it.
"""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from analyzer.games.cofre.cards import LINE, MOST_TYPES, STAR_VALUES
from analyzer.games.cofre.rules import per_seat, stars_of, types_of
from analyzer.games.rulesfile import Rules

Floats = npt.NDArray[np.floating[Any]]

_DECIMALS = 9
"""Decimals of the chances, so that they can be written down; exact answers read them so."""

_SAME = 1e-12
"""Expected stars that differ by less, relatively, are taken for equal."""


@lru_cache(maxsize=16)
def equilibrium(rules: Rules, players: int) -> Floats:
    """The mixtures for a deck, as `policies.equilibrium` describes them.

    Args:
        rules: The effective rules. If slips differ from seat to seat, all players are taken to slip as often as they
            do on average.
        players: Number of seats.

    Returns:
        The chance to choose each type, by the type and the stars of the face-up card: float64, shape (MOST_TYPES,
        STAR_VALUES, MOST_TYPES), not to be changed. Each row of a card of the deck adds up to 1; all else is 0.
    """
    strategy = np.zeros((MOST_TYPES, STAR_VALUES, MOST_TYPES))
    deck = [stars_of(rules, kind) for kind in types_of(rules)]
    slip = float(np.mean(per_seat(rules, "slip", players)))
    for kind, stars in enumerate(deck):
        for shown in set(stars):
            chances = np.round(mixture(_worths(deck, kind, shown), players, slip), _DECIMALS)
            chances[kind] += 1 - chances.sum()
            strategy[kind, shown, : len(deck)] = np.maximum(chances, 0)
    strategy.flags.writeable = False
    return strategy


def mixture(worths: Floats, players: int, slip: float = 0.0) -> Floats:
    """The chances with which no type that is chosen brings less than any other.

    Args:
        worths: The expected stars of each type, shape (types,).
        players: Number of seats, at least 2.
        slip: How often a player slips, from 0 to less than 1.

    Returns:
        One chance per type, together 1. Types of equal worth have equal chances.
    """
    most = float(worths.max())
    if players == 2 or most == 0:
        best = worths >= most * (1 - _SAME)
        return np.asarray(best / best.sum())
    values = _values(players, slip)
    level = brentq(
        lambda level: sum(_chance(worth, level, values) for worth in worths) - 1,
        most * _mean(values, 1.0),
        most * values[0],
        xtol=1e-15,
    )
    chances = np.array([_chance(worth, level, values) for worth in worths])
    return np.asarray(chances / chances.sum())


def _worths(deck: list[tuple[int, ...]], kind: int, shown: int) -> Floats:
    """The expected stars of each type on the table."""
    unseen = sum(map(len, deck)) - 1
    hidden = np.array([sum(stars) for stars in deck], float)
    hidden[kind] -= shown
    worths: Floats = hidden * (LINE - 1) / unseen
    worths[kind] += shown
    return worths


def _values(players: int, slip: float) -> list[float]:
    """What a type of one expected star brings, by the number of others who choose it; falling."""
    return [
        (1 - slip ** (others + 1)) / (others + 1) * players / (players - 1)
        - (slip**others - slip ** (others + 1)) / (players - 1)
        for others in range(players)
    ]


def _mean(values: list[float], chance: float) -> float:
    """What it brings on average when each of the others chooses it with a chance."""
    others = len(values) - 1
    return sum(
        comb(others, number) * chance**number * (1 - chance) ** (others - number) * value
        for number, value in enumerate(values)
    )


def _chance(worth: float, level: float, values: list[float]) -> float:
    """How often a type must be chosen to bring just so much; 0 if it never does, 1 if it always brings more."""
    if worth * values[0] <= level:
        return 0.0
    if worth * _mean(values, 1.0) >= level:
        return 1.0
    return float(brentq(lambda chance: worth * _mean(values, chance) - level, 0.0, 1.0, xtol=1e-15))
