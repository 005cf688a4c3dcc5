"""Reads positions, and plays on from them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.games.positions import GivesAdvice, Position, Shares
from analyzer.studies.request import Table, set_table


def table(*policies: str, players: int = 4, settings: Sequence[str] = ()) -> Table:
    return set_table("hollander", players=players, policies=policies, settings=settings)


def game(at: Table) -> GivesAdvice:
    assert isinstance(at.game, GivesAdvice)
    return at.game


def read(
    question: str, given: Mapping[str, Any], seat: int | None = None, at: Table | None = None
) -> Position:
    at = table() if at is None else at
    return game(at).position(question, at.setup, seat, given)


def refusal(question: str, given: Mapping[str, Any], seat: int | None = None, at: Table | None = None) -> str:
    with pytest.raises(UserError) as caught:
        read(question, given, seat, at)
    message = str(caught.value)
    assert len(message.splitlines()) <= 2
    return message


def play(
    position: Position, worlds: int, actions: Sequence[int] | None = None, first: int = 0, seed: int = 1
) -> Shares:
    """Shares of the win, shape (actions, worlds)."""
    from analyzer.games.registry import find

    advising = find("hollander")
    assert isinstance(advising, GivesAdvice)
    chosen = range(len(position.actions)) if actions is None else actions
    return advising.play_on(position, chosen, seed, first, worlds, np.zeros(1, np.int64))


def as_given(position: Position) -> dict[str, Any]:
    """The canonical form, as a mapping like the one that was read."""
    singles = {name: value for name, value in position.given if not name.endswith("-of")}
    by_seat: dict[str, dict[str, str]] = {}
    for name, value in position.given:
        if name.endswith("-of"):
            seat, _, said = value.partition("=")
            by_seat.setdefault(name, {})[seat] = said
    return singles | by_seat
