"""Reads a position: what is known, whether it can be, and what the player may do."""

from dataclasses import replace

from analyzer.core.cardset import packed
from analyzer.errors import UserError
from analyzer.games.hollander.position.actions import actions_of
from analyzer.games.hollander.position.checks import check
from analyzer.games.hollander.position.questions import DECISIONS, QUESTIONS, SWAP
from analyzer.games.hollander.position.situation import Situation, canonical, read_play, read_swap
from analyzer.games.hollander.position.start import Start, start
from analyzer.games.hollander.position.words import hidden, told
from analyzer.games.positions import Given, Position, Question
from analyzer.games.protocol import Setup


def read_position(question: str, setup: Setup, seat: int | None, given: Given) -> Position:
    """See `positions.GivesAdvice.position`."""
    own = 0 if seat is None else seat  # H4
    if not 0 <= own < setup.players:
        raise UserError(
            f"There is no seat {own}: seats are 0 to {setup.players - 1} of {setup.players} players."
        )
    read = read_swap if question == SWAP else read_play
    situation = read(setup, own, given)
    begin = start(situation, setup, check(situation, setup))
    demand = situation.demand if situation.demand != begin.demand_of_pile else None
    is_swap = question == SWAP
    return Position(
        question=_asked(situation),
        setup=setup,
        seat=own,
        actions=actions_of(situation, begin),
        reference=_as_dealt(situation, begin) if is_swap else None,
        reference_label="keeping the cards as dealt" if is_swap else "",
        given=canonical(situation, setup, demand),
        told=told(situation, begin, setup),
        hidden=hidden(situation, begin),
        state=begin,
    )


def _asked(situation: Situation) -> Question:
    """The question; of a wormhole or pirate, actions are no plays but choices."""
    question = QUESTIONS[situation.question]
    if situation.decision == DECISIONS[0]:
        return question
    return replace(question, one="choice", several="choices")


def _as_dealt(situation: Situation, begin: Start) -> int:
    """Number of the action that leaves the battle cards as they lie."""
    lying = packed(situation.battle).view("int64")
    return [int(row[0]) for row in begin.actions].index(int(lying))
