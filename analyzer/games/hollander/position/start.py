"""From what a player knows to the record that the kernel makes worlds from, with all that the player may do there.

The pile is laid card by card by the engine itself, in plain Python: so reference, demand and four of a kind come out as
they do in a game, and a pile that no game brings about is found out.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.core.cardset import packed
from analyzer.errors import UserError
from analyzer.games.hollander.cards import KIND_NAMES, PIRATE, WORMHOLE
from analyzer.games.hollander.kernel.actions import MOST_ACTIONS
from analyzer.games.hollander.kernel.engine import clear_pile, lay, start_play
from analyzer.games.hollander.kernel.reading import exchange_is_possible, legal_now
from analyzer.games.hollander.kernel.state import (
    FREE,
    HAND,
    MUTINIED,
    PIRATE_CHOICE,
    PLAY,
    RANK,
    SWAP,
    TURN,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.position.questions import DECISIONS, DEMANDS
from analyzer.games.hollander.position.questions import SWAP as SWAP_QUESTION
from analyzer.games.hollander.position.situation import Situation
from analyzer.games.hollander.setup import kernel_input
from analyzer.games.plugincode import in_python
from analyzer.games.protocol import Integers, Setup

_KERNEL_DEMANDS = dict(zip(DEMANDS, (RANK, MUTINIED, FREE), strict=True))
_NUMBERS = 4
"""Numbers of an action."""

_ORDER = "The pile is written from the bottom to the top."


@dataclass(frozen=True)
class Start:
    """Where the games of a position begin. Threads share it and change nothing in it.

    Attributes:
        observations: TABLE, shape (1,), as the deciding player sees it.
        unseen_battle: A bit for each seat whose battle cards are not known.
        actions: All that the player may do, int64, shape (actions, 4), see `kernel.actions`.
        demand_of_pile: The demand that the pile says, one of `questions.DEMANDS`.
    """

    observations: npt.NDArray[Any]
    unseen_battle: int
    actions: Integers
    demand_of_pile: str


def start(situation: Situation, setup: Setup, draw_pile: int) -> Start:
    """Fills in the record.

    Args:
        situation: What the player knows, already checked.
        setup: Rules and policies.
        draw_pile: How many cards the draw pile has.

    Returns:
        The start.

    Raises:
        UserError: The pile cannot lie like that, or there is nothing to decide.
    """
    given = kernel_input(setup)
    table, hidden = given.tables[0], given.hiddens[0]
    with np.errstate(over="ignore"):  # card sets wrap around on purpose
        demand_of_pile = _lay_pile(table, hidden, situation)
        _seat_players(table, situation, draw_pile)
        hidden.hands[situation.seat] = table.hand
        _come_to_the_decision(table, hidden, situation)
    unseen = sum(1 << seat for seat, cards in enumerate(situation.battles) if cards is None)
    return Start(given.tables[:1], unseen, _actions(given.tables[:1]), demand_of_pile)


def _lay_pile(table: Any, hidden: Any, situation: Situation) -> str:
    """Lays the pile; returns the demand that it makes."""
    engine = _engine()
    engine.clear_pile(table)
    for place, kind in enumerate(situation.pile):
        if not int(engine.legal_now(table)) >> 4 * kind & 1:
            below = " ".join(KIND_NAMES[each] for each in situation.pile[:place])
            raise UserError(f"pile: {KIND_NAMES[kind]} cannot lie on {below} (H13 to H18).\n{_ORDER}")
        # It does not matter who lays it, nor what else they have.
        table.seat, table.zone = 0, HAND
        hidden.hands[0], table.hand_size[0] = table.deck, table.deck_size
        engine.lay(table, hidden, np.int64(kind), np.int64(1), None)
        if table.burned != 0:
            raise UserError(
                f"pile: {table.poker_size} cards {KIND_NAMES[kind]} in a row burn the pile (H26).\n{_ORDER}"
            )
    demand = next(name for name, number in _KERNEL_DEMANDS.items() if number == table.demand)
    if situation.demand is not None:
        _check_demand(situation)
        table.demand = _KERNEL_DEMANDS[situation.demand]
    return demand


def _check_demand(situation: Situation) -> None:
    names = {KIND_NAMES[kind] for kind in situation.pile}
    if situation.demand != DEMANDS[0] and situation.demand not in names:
        raise UserError(f"demand: the pile has no {situation.demand} that could make the demand (H19).")


def _seat_players(table: Any, situation: Situation, draw_pile: int) -> None:
    table.seat, table.turn = situation.seat, situation.turn
    table.hand = packed(situation.hand)
    table.burned = packed(situation.burned)
    table.draw_pile_size = draw_pile
    for seat, battle in enumerate(situation.battles):
        table.battle[seat] = packed(battle or ())
        table.known[seat] = packed(situation.known[seat])
        table.hand_size[seat] = situation.hand_sizes[seat]
        table.finals[seat] = situation.finals[seat]


def _come_to_the_decision(table: Any, hidden: Any, situation: Situation) -> None:
    """Sets the phase, and what may be played."""
    if situation.question == SWAP_QUESTION:
        table.phase, table.zone = SWAP, HAND
    elif situation.decision == DECISIONS[0]:
        _come_to_a_play(table, hidden, situation)
    elif situation.decision == "wormhole":
        _check_top(situation, WORMHOLE)
        table.phase, table.zone = WORMHOLE_CHOICE, HAND
    else:
        _come_to_an_exchange(table, situation)


def _come_to_a_play(table: Any, hidden: Any, situation: Situation) -> None:
    if not situation.hand and not situation.battle:
        raise UserError(
            "There is nothing to decide: without hand and battle cards, one of the final cards is turned at random "
            "(H10)."
        )
    table.phase = TURN
    _engine().start_play(table, hidden, None)
    if table.phase != PLAY:
        zone = "hand" if situation.hand else "battle cards"
        raise UserError(
            f"There is nothing to decide: no card of your {zone} may be laid, so you must take the pile (H8)."
        )


def _come_to_an_exchange(table: Any, situation: Situation) -> None:
    _check_top(situation, PIRATE)
    unknown = [seat for seat in situation.others if situation.battles[seat] is None]
    if unknown:
        raise UserError(
            f"battle-of {unknown[0]} is missing: what a pirate may exchange depends on it (H24).\n"
            'Say it as in battle-of "1=3 8 kraken", or "1=none".'
        )
    if not _engine().exchange_is_possible(table):
        raise UserError(
            "There is nothing to decide: you have no card in a zone in which somebody else has one too, so the pirate "
            "exchanges nothing (H24)."
        )
    table.phase, table.zone = PIRATE_CHOICE, HAND


def _check_top(situation: Situation, kind: int) -> None:
    name = KIND_NAMES[kind]
    if not situation.pile or situation.pile[-1] != kind:
        raise UserError(
            f"decide {name}: the {name} that you laid must be the last card of the pile.\n{_ORDER}"
        )


def _actions(observations: npt.NDArray[Any]) -> Integers:
    from analyzer.games.hollander.kernel.prepare import list_actions  # compiles or loads it

    actions = np.zeros((MOST_ACTIONS, _NUMBERS), np.int64)
    return actions[: list_actions(observations, actions)]


@dataclass(frozen=True)
class _Engine:
    """Steps of the engine in plain Python."""

    clear_pile: Any
    lay: Any
    start_play: Any
    legal_now: Any
    exchange_is_possible: Any


@cache
def _engine() -> _Engine:
    return _Engine(*map(in_python, (clear_pile, lay, start_play, legal_now, exchange_is_possible)))
