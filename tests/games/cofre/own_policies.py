"""Writes policies of users' own, and plays with them."""

import textwrap
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.protocol import Records
from analyzer.studies.request import Table, set_table

GAMES = 400 if JIT_IS_ON else 5

compiled_only = pytest.mark.skipif(not JIT_IS_ON, reason="is about compiled code")


def write(body: str, *, before: str = "", declared: str = "", name: str = "my.py") -> None:
    """Writes a file with one policy, `mine`; the first line of `before` is line 2, or else that of `body` line 3."""
    text = "from analyzer.games.cofre.plugin import *\n" + textwrap.dedent(before)
    text += "def choose(observation, parameters, stream):\n"
    text += textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
    text += f'mine = policy("mine", summary="tries something", choose=choose, {declared})\n'
    Path(name).write_text(text, encoding="utf-8")


def table(*policies: str, players: int = 4, settings: tuple[str, ...] = ()) -> Table:
    return set_table("cofre", players=players, policies=policies, settings=settings)


def play(at: Table, games: int = GAMES, first: int = 0) -> Records:
    return at.game.play(at.setup, 7, first, games, np.zeros(1, np.int64))


def same(first: Records, second: Records) -> bool:
    fields = ("shares", "finished", "lengths", "steps")
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in fields) and all(
        np.array_equal(first.measures[key], second.measures[key]) for key in first.measures
    )


def refusal(*policies: str, players: int = 4, games: int = GAMES, settings: tuple[str, ...] = ()) -> str:
    with pytest.raises(UserError) as caught:
        play(table(*policies or ("my.py:mine",), players=players, settings=settings), games)
    message = str(caught.value)
    assert len(message.splitlines()) <= 2
    assert "0x" not in message and "Record(" not in message and "numba" not in message
    return message
