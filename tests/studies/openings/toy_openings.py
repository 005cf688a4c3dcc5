"""The toy game with an opening whose truth is known: each card laid adds its own value to the chance of winning."""

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.games.openings import Opening, OpeningRecords
from analyzer.games.protocol import SHARES, Integers, Setup
from tests.studies.toy import Toy, uniform

KINDS = ("1", "2", "3", "4", "5", "bell", "drum")
COPIES = (4, 4, 4, 4, 4, 2, 2)
VALUES = np.array([-0.06, -0.04, -0.01, 0.02, 0.05, 0.09, -0.03])
"""What laying a card of each kind adds to the chance of winning."""

DECK = np.repeat(np.arange(len(KINDS)), COPIES)
KNOWN, LAID = 5, 2
SHARED, UNFINISHED = 0.1, 0.05
"""Parts of the wins that are shared by two, and of the games that are not finished."""

TRUE_EFFECTS = VALUES - VALUES @ COPIES / sum(COPIES)

RULES = {"top": "54321", "low": "12345"}


class OpeningToy(Toy):
    """See `openings.HasOpening`; what the policies are does not matter."""

    how_to_read = ("It is a toy.",)
    calls: ClassVar[list[tuple[str, int, int]]] = []
    """What was played: the rule, the first game and how many."""

    def opening(self, setup: Setup) -> Opening:
        return Opening(
            name="style",
            laying="laying a card",
            holding="holding it",
            laid="cards on the table",
            kinds=KINDS,
            copies=COPIES,
            groups=[("number", 5), ("tools", 2)],
            rules_of_thumb=["top", "low", "asis"],
            untouched="asis",
        )

    def play_openings(
        self, setup: Setup, rule: str | Sequence[str], seed: int, first: int, count: int, stop: Integers
    ) -> OpeningRecords:
        numbers = np.arange(first, first + (0 if stop[0] else count))
        self.calls.append((rule if isinstance(rule, str) else " ".join(rule), first, count))
        seats = numbers % setup.players
        known = dealt(seed, numbers)
        laid = lay(known, rule, seed, numbers)
        chance = win_chance(laid, known, seats, setup.players)
        drawn = uniform(seed + 1, numbers)
        shares = np.where(drawn < chance, np.where(drawn < SHARED * chance, SHARES // 2, SHARES), 0)
        finished = uniform(seed + 2, numbers) >= UNFINISHED
        counts = [
            np.stack([(cards == kind).sum(axis=1) for kind in range(len(KINDS))], axis=1)
            for cards in (laid, known)
        ]
        return OpeningRecords(
            seats=seats,
            laid=counts[0].astype(np.int8),
            held=(counts[1] - counts[0]).astype(np.int8),
            shares=shares * finished,
            finished=finished,
        )


def dealt(seed: int, numbers: Integers) -> npt.NDArray[np.int64]:
    """The cards that the choosing seat knows in each game, as dealt, shape (games, KNOWN)."""
    draws = np.stack([uniform(seed + 100 + card, numbers) for card in range(len(DECK))], axis=1)
    cards: npt.NDArray[np.int64] = DECK[np.argsort(draws, axis=1)[:, :KNOWN]]
    return cards


def lay(
    known: npt.NDArray[np.int64], rule: str | Sequence[str], seed: int, numbers: Integers
) -> npt.NDArray[np.int64]:
    """The cards laid in each game, shape (games, LAID)."""
    if rule == "asis":
        return known[:, :LAID]
    if rule == "random":
        places = np.stack([uniform(seed + 200 + card, numbers) for card in range(KNOWN)], axis=1)
    else:
        order = RULES.get(rule, rule) if isinstance(rule, str) else rule
        names = [*order, *(kind for kind in KINDS if kind not in order)]
        places = np.array([names.index(kind) for kind in KINDS])[known]
    chosen = np.argsort(places, axis=1, kind="stable")[:, :LAID]
    laid: npt.NDArray[np.int64] = np.take_along_axis(known, chosen, axis=1)
    return laid


def win_chance(
    laid: npt.NDArray[np.int64], known: npt.NDArray[np.int64], seats: Integers, players: int
) -> npt.NDArray[np.float64]:
    """How likely the choosing seat wins alone or with another one; the cards known and the seat matter too."""
    luck = 0.02 * (known % 3 - 1).sum(axis=1) + 0.03 * (seats == 0)
    chance: npt.NDArray[np.float64] = 1 / players + 0.05 + luck + VALUES[laid].sum(axis=1)
    return chance


def true_gain(pair: tuple[int, int]) -> float:
    """What laying both of a pair adds to the chance, over all hands with exactly these of their kinds.

    Half of a shared win is lost, and so is what is not finished.
    """
    wanted = np.bincount(pair, minlength=len(KINDS))
    gains = []
    for hand in combinations(range(len(DECK)), KNOWN):
        cards = DECK[list(hand)]
        counts = np.bincount(cards, minlength=len(KINDS))
        if any(counts[kind] != wanted[kind] for kind in set(pair)):
            continue
        ways = [VALUES[cards[list(way)]].sum() for way in combinations(range(KNOWN), LAID)]
        gains.append(VALUES[list(pair)].sum() - np.mean(ways))
    return float(np.mean(gains)) * WORTH


WORTH = (1 - SHARED / 2) * (1 - UNFINISHED)
"""What a chance of winning is worth in wins."""
