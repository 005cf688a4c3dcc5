"""Positions for the tests of advice, and what comes of them."""

import numpy as np

from analyzer.games.cofre.game import Cofre
from analyzer.games.cofre.kernel import actions, onward
from analyzer.games.cofre.kernel.state import HIDDEN, TABLE
from analyzer.games.cofre.setup import kernel_input
from analyzer.studies.request import set_table

GAME = Cofre()
STANDARD = ("gold", "rubies", "pearls", "crowns", "swords", "maps")


def deck(**cards):
    """Settings for a deck of these types alone, each with the stars of its cards."""
    return [f"deck.{kind}={cards.get(kind, [])}" for kind in STANDARD]


def position(policies, seat, settings=(), **said):
    """A position; a field's name is written with _ for -, and one per seat is a mapping."""
    table = set_table("cofre", players=len(policies), policies=policies, settings=list(settings))
    given = {name.replace("_", "-"): value for name, value in said.items()}
    return GAME.position("choose", table.setup, seat, given)


def choices_of(at):
    """What the deciding player may choose, by name, in the order of the actions."""
    return [action.json["action"]["choices"][at.seat] for action in at.actions]


def play_on(at, tried=None, *, seed=5, first=0, count=100, stopped=False):
    """What the deciding player wins, shape (choices, worlds)."""
    tried = range(len(at.actions)) if tried is None else tried
    return GAME.play_on(at, tried, seed, first, count, np.array([stopped], np.int64))


def worlds(at, count, *, seed=5, first=0):
    """The records of the first worlds of a position, prepared for its first choice."""
    tables, hiddens, scripts = np.zeros(count, TABLE), np.zeros(count, HIDDEN), np.zeros((count, 2), np.int64)
    start = at.state
    _prepare(start, start.choices[:1], seed, first, tables, hiddens, scripts)
    return tables, hiddens


def ended(at, *, seed=5, first=0):
    """The records of one world, played to the end with each choice."""
    count = len(at.actions)
    tables, hiddens, scripts = np.zeros(count, TABLE), np.zeros(count, HIDDEN), np.zeros((count, 2), np.int64)
    _prepare(at.state, at.state.choices, seed, first, tables, hiddens, scripts)
    given = kernel_input(at.setup)
    stop = np.zeros(1, np.int64)
    onward.play_on(tables, hiddens, given.policies, given.plugins, scripts, given.tables[1:], stop)
    return tables, hiddens


def _prepare(start, choices, seed, first, tables, hiddens, scripts):
    forgotten = np.int64(start.forgotten)
    numbers = np.uint64(seed), np.int64(first)
    actions.prepare_worlds(start.observations, forgotten, choices, *numbers, tables, hiddens, scripts)
