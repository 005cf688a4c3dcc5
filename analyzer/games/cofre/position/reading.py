"""Reads a position: what is known, whether it can be, and what the player may do."""

from analyzer.errors import UserError
from analyzer.games.cofre.cards import choice_name
from analyzer.games.cofre.position.checks import check
from analyzer.games.cofre.position.questions import QUESTIONS
from analyzer.games.cofre.position.situation import Situation, canonical, read_situation
from analyzer.games.cofre.position.start import start
from analyzer.games.cofre.position.words import hidden, label, told
from analyzer.games.cofre.rules import types_of
from analyzer.games.positions import Action, Given, Position
from analyzer.games.protocol import Setup


def read_position(question: str, setup: Setup, seat: int | None, given: Given) -> Position:
    """See `positions.GivesAdvice.position`."""
    own = 0 if seat is None else seat
    if not 0 <= own < setup.players:
        raise UserError(
            f"There is no seat {own}: seats are 0 to {setup.players - 1} of {setup.players} players."
        )
    situation = read_situation(setup, own, given)
    check(situation, setup)
    begin = start(situation, setup)
    return Position(
        question=QUESTIONS[question],
        setup=setup,
        seat=own,
        actions=[_action(int(choice), situation, setup) for choice in begin.choices],
        reference=None,
        reference_label="",
        given=canonical(situation, setup),
        told=told(situation, setup),
        hidden=hidden(situation, setup),
        state=begin,
    )


def _action(choice: int, situation: Situation, setup: Setup) -> Action:
    """A choice, in JSON as in the trace format; what the others choose is null."""
    choices: list[str | None] = [None] * situation.players
    choices[situation.seat] = choice_name(choice, types_of(setup.rules))
    return Action(label(choice, situation, setup), {"action": {"event": "choose", "choices": choices}})
