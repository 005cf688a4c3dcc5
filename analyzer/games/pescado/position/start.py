"""From what a player knows to the record that the kernel makes worlds from, with all that the player may do there."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.pescado.cards import set_of
from analyzer.games.pescado.kernel.plays import MOST_PLAYS
from analyzer.games.pescado.kernel.state import PLAY
from analyzer.games.pescado.position.situation import Situation
from analyzer.games.pescado.setup import kernel_input
from analyzer.games.protocol import Setup

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Start:
    """Where the games of a position begin. Threads share it and change nothing in it.

    Attributes:
        observations: TABLE, shape (1,), as the deciding player sees it.
        untold: A bit for each seat of which it is not known what it captured.
        cards: The card of each action, uint64, see `kernel.actions`.
        sets: What it captures, uint64, of the same shape.
        is_cut: Whether a card captures more sets than are listed.
    """

    observations: npt.NDArray[Any]
    untold: int
    cards: Words
    sets: Words
    is_cut: bool


def start(situation: Situation, setup: Setup) -> Start:
    """Fills in the record.

    Args:
        situation: What the player knows, already checked.
        setup: Rules and policies.

    Returns:
        The start.
    """
    tables = kernel_input(setup).tables[:1]
    table = tables[0]
    table["phase"] = PLAY
    table["seat"] = situation.seat
    table["hand"] = set_of(situation.hand)
    table["table"] = set_of(situation.table)
    for seat, cards in enumerate(situation.captured):
        table["captured"][seat] = set_of(cards or ())
        table["hand_size"][seat] = situation.hand_sizes[seat]
        table["pescados"][seat] = situation.pescados[seat]
        table["scores"][seat] = situation.scores[seat]
    table["star_is_zero"] = table["star_scores"] if situation.star_is_zero else 0
    table["last_capturer"] = situation.last
    table["deal"] = situation.deal
    table["round_number"] = situation.round_number
    table["starter"] = situation.starter
    untold = set_of([seat for seat, cards in enumerate(situation.captured) if cards is None])
    return Start(tables, untold if situation.missing else 0, *_actions(tables))


def _actions(tables: npt.NDArray[Any]) -> tuple[Words, Words, bool]:
    """Cards and sets of the actions, and whether there are more."""
    from analyzer.games.pescado.kernel.prepare import are_cut, list_actions  # compiles or loads it

    cards, sets = np.zeros(MOST_PLAYS, np.uint64), np.zeros(MOST_PLAYS, np.uint64)
    count = int(list_actions(tables, cards, sets))
    return cards[:count], sets[:count], bool(are_cut(tables))
