"""Reads a position: what is known, whether it can be, and what the player may do."""

from analyzer.errors import UserError
from analyzer.games.pescado.cards import J, set_of
from analyzer.games.pescado.position.checks import check
from analyzer.games.pescado.position.questions import QUESTIONS
from analyzer.games.pescado.position.situation import Situation, canonical, read_play
from analyzer.games.pescado.position.start import Start, start
from analyzer.games.pescado.position.words import hidden, label, told
from analyzer.games.pescado.trace import play_event
from analyzer.games.positions import Action, Given, Position
from analyzer.games.protocol import Setup


def read_position(question: str, setup: Setup, seat: int | None, given: Given) -> Position:
    """See `positions.GivesAdvice.position`."""
    own = 0 if seat is None else seat
    if not 0 <= own < setup.players:
        raise UserError(
            f"There is no seat {own}: seats are 0 to {setup.players - 1} of {setup.players} players."
        )
    situation = read_play(setup, own, given)
    check(situation, setup)
    begin = start(situation, setup)
    return Position(
        question=QUESTIONS[question],
        setup=setup,
        seat=own,
        actions=_actions(situation, begin),
        reference=None,
        reference_label="",
        given=canonical(situation),
        told=told(situation, begin),
        hidden=hidden(situation),
        state=begin,
    )


def _actions(situation: Situation, begin: Start) -> list[Action]:
    """What the player may do, in the order of the kernel's list; in JSON as in the trace format."""
    table = set_of(situation.table)
    found = []
    for card, chosen in zip(begin.cards.tolist(), begin.sets.tolist(), strict=True):
        swept = chosen != 0 and bool(set_of([J]) & table & ~chosen)
        taken = chosen | (set_of([J]) if swept else 0)
        event = play_event(
            situation.seat, card, chosen, swept=swept, pescado=chosen != 0 and not table & ~taken
        )
        found.append(Action(label(card, chosen, table), {"action": event}))
    return found
