"""What games start from that go on from a position, as the kernel takes it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.cofre.cards import STAR_VALUES, TREASURE
from analyzer.games.cofre.kernel.state import CHOOSE, HIDDEN, NOTHING, TABLE
from analyzer.games.cofre.position.situation import Situation
from analyzer.games.cofre.rules import cards_of, types_of
from analyzer.games.cofre.setup import fill_rules
from analyzer.games.protocol import Integers, Setup


@dataclass(frozen=True, eq=False)
class Start:
    """A position for the kernel.

    Attributes:
        observations: What the deciding player knows: TABLE, shape (1,).
        forgotten: How many of its unseen cards were turned up before, see `kernel.worlds`.
        choices: What the player may choose, int64, one for each action.
    """

    observations: npt.NDArray[Any]
    forgotten: int
    choices: Integers


def start(situation: Situation, setup: Setup) -> Start:
    """Fills in what the kernel reads.

    Args:
        situation: What the deciding player knows, already checked.
        setup: Rules and policies.

    Returns:
        The records.
    """
    observations = np.zeros(1, TABLE)
    table, players = observations[0], setup.players
    fill_rules(table, np.zeros(1, HIDDEN)[0], setup.rules, players)
    _fill_unseen(table, situation, setup)
    table["shown_type"], table["shown_stars"] = divmod(situation.shown, STAR_VALUES)
    table["stars"][:players] = situation.stars
    table["hooks"][:players] = situation.hooks
    table["has_treasure"][:players] = situation.treasures
    table["last_choice"][:players] = [NOTHING if each is None else each for each in situation.last_choices]
    table["followed"][:players] = situation.followed
    table["round_number"] = situation.round_number
    table["phase"] = CHOOSE
    table["seat"] = situation.seat
    choices = [*range(len(types_of(setup.rules)))]
    if situation.treasures[situation.seat]:
        choices.append(TREASURE)
    return Start(observations, situation.forgotten, np.array(choices, np.int64))


def _fill_unseen(table: Any, situation: Situation, setup: Setup) -> None:
    """Counts the cards that the player has not seen, those that were turned up but are not known among them."""
    for number in cards_of(setup.rules):
        _count(table, number, 1)
    for number in (*situation.seen, situation.shown):
        _count(table, number, -1)


def _count(table: Any, number: int, cards: int) -> None:
    kind, stars = divmod(number, STAR_VALUES)
    table["unseen"][kind, stars] += cards
    table["unseen_of"][kind] += cards
    table["unseen_stars"][kind] += cards * stars
    table["unseen_cards"] += cards
