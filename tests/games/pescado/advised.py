"""Positions for the tests of advice, and what comes of them."""

import numpy as np

from analyzer.games.pescado.cards import cards_of
from analyzer.games.pescado.game import Pescado
from analyzer.games.pescado.kernel import prepare
from analyzer.games.pescado.kernel.state import HIDDEN, NOBODY, TABLE
from analyzer.games.pescado.kernel.worlds import fill_hidden
from analyzer.games.pescado.position.cardtext import written
from analyzer.studies.request import set_table

GAME = Pescado()


def position(policies, seat, settings=(), **said):
    """A position; a field's name is written with _ for -, and one per seat is a mapping."""
    table = set_table("pescado", players=len(policies), policies=policies, settings=list(settings))
    given = {name.replace("_", "-"): value for name, value in said.items()}
    return GAME.position("play", table.setup, seat, given)


def said_of(table):
    """All that can be said of what a player sees, from the record that the engine shows them."""
    players, seat = int(table["players"]), int(table["seat"])
    others = [other for other in range(players) if other != seat]

    def of_others(name):
        return {other: int(table[name][other]) for other in others}

    return {
        "hand": named(table["hand"]),
        "table": named(table["table"]),
        "captured": named(table["captured"][seat]),
        "captured_of": {other: named(table["captured"][other]) for other in others},
        "pescados": int(table["pescados"][seat]),
        "pescados_of": of_others("pescados"),
        "score": int(table["scores"][seat]),
        "score_of": of_others("scores"),
        "hand_size_of": of_others("hand_size"),
        "starter": int(table["starter"]),
        "round": int(table["round_number"]),
        "deal": int(table["deal"]),
        "last": "none" if table["last_capturer"] == NOBODY else int(table["last_capturer"]),
        "star_is_zero": bool(table["star_is_zero"]),
    }


def named(card_set):
    """The cards of a set as they are said."""
    return written(cards_of(card_set))


def play_on(at, tried=None, *, seed=5, first=0, count=100, stopped=False):
    """What the deciding player wins, shape (actions, worlds)."""
    tried = range(len(at.actions)) if tried is None else tried
    return GAME.play_on(at, tried, seed, first, count, np.array([stopped], np.int64))


def prepared(at, count, *, seed=5, first=0):
    """The records of the first worlds of a position, before anything is played there."""
    tables, hiddens = np.zeros(count, TABLE), np.zeros(count, HIDDEN)
    for world in range(count):
        fill_hidden(
            at.state.observations[0],
            np.int64(at.state.untold),
            tables[world],
            hiddens[world],
            np.uint64(seed),
            np.uint64(first + world),
        )
    return tables, hiddens


def worlds(at, count, *, seed=5, first=0, action=0):
    """The records of the first worlds of a position, with one of its actions carried out."""
    tables, hiddens = np.zeros(count, TABLE), np.zeros(count, HIDDEN)
    start, one = at.state, slice(action, action + 1)
    prepare.prepare_worlds(
        start.observations,
        np.int64(start.untold),
        start.cards[one],
        start.sets[one],
        np.uint64(seed),
        np.int64(first),
        tables,
        hiddens,
    )
    return tables, hiddens
