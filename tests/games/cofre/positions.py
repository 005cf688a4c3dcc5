"""The kernel step by step: positions of a game, and what each policy decides in them."""

import numpy as np

from analyzer.core.jit import step
from analyzer.core.records import copy_record_plain
from analyzer.games.cofre.cards import TREASURE
from analyzer.games.cofre.kernel.decide import choose_card
from analyzer.games.cofre.kernel.engine import begin_game, keep_choice, lay_line, reveal
from analyzer.games.cofre.kernel.numbers import PLUGIN
from analyzer.games.cofre.kernel.state import HIDDEN, NOTHING, OVER, TABLE
from analyzer.games.cofre.setup import kernel_input
from analyzer.studies.request import set_table

TYPES = ("gold", "rubies", "pearls", "crowns", "swords", "maps")


@step
def begin(table, hidden, seed, game):
    begin_game(table, hidden, seed, game, None)


@step
def lay(table, hidden):
    lay_line(table, hidden, None)


@step
def ask(policy, observation, parameters, strategy, stream):
    return choose_card(policy, observation, parameters, strategy, stream)


@step
def keep(table, hidden, choice):
    keep_choice(table, hidden, choice)


@step
def turn(table, hidden):
    reveal(table, hidden, None)


class Position:
    """The two records of a game, to be changed in place."""

    def __init__(self, tables=None, hiddens=None):
        self.tables = np.zeros(1, TABLE) if tables is None else tables.copy()
        self.hiddens = np.zeros(1, HIDDEN) if hiddens is None else hiddens.copy()

    @property
    def table(self):
        return self.tables[0]

    @property
    def hidden(self):
        return self.hiddens[0]

    @property
    def seat(self):
        return int(self.table["seat"])

    def copy(self):
        return Position(self.tables, self.hiddens)

    def seen(self):
        """All that a policy can read, field by field."""
        return {name: np.array(self.table[name]).tolist() for name in TABLE.names}

    def cards(self, first, last):
        return [int(card) for card in self.hidden["cards"][first:last]]


class Asked:
    """The policies of a table, to be asked one by one."""

    def __init__(self, players, specs, changes=()):
        self.players = players
        setup = set_table("cofre", players=players, policies=specs, settings=changes).setup
        self.given = kernel_input(setup)
        self.rows = self.given.policies[0]

    def position(self, game):
        position = Position()
        copy_record_plain(position.table, self.given.tables[0])
        copy_record_plain(position.hidden, self.given.hiddens[0])
        begin(position.table, position.hidden, np.uint64(3), np.uint64(game))
        return position

    def decision(self, position, place):
        """What the policy of a place decides in a position, with a copy of the stream of who is to choose."""
        return self._ask(position, place, position.hidden["streams"][position.seat].copy())

    def move(self, position):
        """The same for the policy that sits there, whose stream moves on."""
        return self._ask(position, position.seat, position.hidden["streams"][position.seat])

    def _ask(self, position, place, stream):
        rows = self.rows
        if rows["policy"][place] == PLUGIN:
            decide = self.given.plugins[place]
            return int(decide(position.table["phase"], position.table, rows["parameters"][place], stream))
        return int(
            ask(rows["policy"][place], position.table, rows["parameters"][place], rows["strategy"], stream)
        )


def walk(asked, game):
    """Yields every position of a game in which somebody is to choose."""
    position = asked.position(game)
    while position.table["phase"] < OVER:
        lay(position.table, position.hidden)
        while position.seat < asked.players:
            yield position
            keep(position.table, position.hidden, np.int64(asked.move(position)))
        turn(position.table, position.hidden)


def observation(shown, seen="", *, players=4, seat=0, number=0, treasures=None, changes=()):
    """What a player sees: the face-up card and the cards turned before, named as in "gold-3 rubies-1"."""
    made = np.zeros(1, TABLE)[0]
    given = kernel_input(set_table("cofre", players=players, settings=list(changes)).setup)
    rules = given.tables[0]
    for name in TABLE.names:
        made[name] = rules[name]
    made["unseen"] = given.hiddens[0]["deck_counts"]
    for card in [*seen.split(), shown]:
        kind, stars = parts(card)
        made["unseen"][kind, stars] -= 1
    assert made["unseen"].min() >= 0
    stars = np.arange(made["unseen"].shape[1])
    made["unseen_of"] = made["unseen"].sum(axis=1)
    made["unseen_stars"] = (made["unseen"] * stars).sum(axis=1)
    made["unseen_cards"] = made["unseen"].sum()
    made["shown_type"], made["shown_stars"] = parts(shown)
    made["has_treasure"][:players] = 1 if treasures is None else treasures
    made["last_choice"][:players] = NOTHING
    made["seat"], made["round_number"] = seat, number
    return made


def parts(card):
    name, _, stars = card.rpartition("-")
    return TYPES.index(name), int(stars)


def choice(policy, seen, players=4, changes=(), draw=1):
    """What a policy chooses, by name."""
    rows = kernel_input(
        set_table("cofre", players=players, policies=[policy], settings=list(changes)).setup
    ).policies[0]
    stream = np.array([draw, 2, 3, 0], np.uint64)
    number = int(ask(rows["policy"][0], seen, rows["parameters"][0], rows["strategy"], stream))
    return "treasure" if number == TREASURE else TYPES[number]
