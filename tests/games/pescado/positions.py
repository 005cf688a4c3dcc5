"""The kernel step by step: positions of a game, and what each policy decides in them."""

import numpy as np

from analyzer.core.jit import step
from analyzer.core.records import copy_record_plain
from analyzer.games.pescado.cards import CARD_NUMBERS, LAID_OUT, NUMBER_CARDS, SPECIALS, set_of
from analyzer.games.pescado.kernel.decide import choose_play
from analyzer.games.pescado.kernel.engine import begin_game, begin_round, play_card
from analyzer.games.pescado.kernel.numbers import PLUGIN
from analyzer.games.pescado.kernel.state import HIDDEN, NOBODY, OVER, PLAY, ROUND, SEATS, TABLE
from analyzer.games.pescado.setup import kernel_input
from analyzer.studies.request import set_table


@step
def begin(table, hidden, seed, game):
    begin_game(table, hidden, seed, game)


@step
def next_round(table, hidden):
    begin_round(table, hidden, None)


@step
def choose(policy, observation, parameters, stream):
    return choose_play(policy, observation, parameters, stream)


@step
def carry_out(table, hidden, card, chosen):
    play_card(table, hidden, card, chosen, None)


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

    def play(self, card, chosen):
        carry_out(self.table, self.hidden, np.int64(card), np.uint64(chosen))


class Asked:
    """The policies of a table, to be asked one by one."""

    def __init__(self, players, specs, changes=()):
        self.players = players
        setup = set_table("pescado", players=players, policies=specs, settings=changes).setup
        self.given = kernel_input(setup)

    def position(self, game):
        position = Position()
        copy_record_plain(position.table, self.given.tables[0])
        copy_record_plain(position.hidden, self.given.hiddens[0])
        begin(position.table, position.hidden, np.uint64(3), np.uint64(game))
        return position

    def decision(self, position, place):
        """What the policy of a place decides in a position, with a copy of the stream of who is to play."""
        return self._ask(position, place, position.hidden["streams"][SEATS + position.seat].copy())

    def move(self, position):
        """The same for the policy that sits there, whose stream moves on."""
        return self._ask(position, position.seat, position.hidden["streams"][SEATS + position.seat])

    def _ask(self, position, place, stream):
        return answer(self.given, place, position.table, stream)


def answer(given, place, table, stream):
    """What the policy of a place decides: the card, and the card set that it captures."""
    policies = given.policies[0]
    parameters = policies["parameters"][place]
    if policies["play"][place] == PLUGIN:
        card, chosen = given.plugins[place](np.int64(table["phase"]), table, parameters, stream)
    else:
        card, chosen = choose(policies["play"][place], table, parameters, stream)
    return int(card), int(np.uint64(chosen))


def walk(asked, game):
    """Yields every position of a game in which somebody is to play."""
    position = asked.position(game)
    while position.table["phase"] < OVER:
        if position.table["phase"] == ROUND:
            next_round(position.table, position.hidden)
            continue
        yield position
        position.play(*asked.move(position))


def observation(
    hand,
    table="",
    *,
    captured=("", ""),
    deal=0,
    last=NOBODY,
    scores=(0, 0),
    star=False,
    hands=None,
    changes=(),
):
    """What seat 0 sees, cards named in lines such as "tuna-7 * 1/10"; `captured` per seat sets the players."""
    players = len(captured)
    made = np.zeros(1, TABLE)[0]
    rules = kernel_input(set_table("pescado", players=players, settings=list(changes)).setup).tables[0]
    for name in TABLE.names:
        made[name] = rules[name]
    made["hand"], made["table"] = cards(hand), cards(table)
    made["captured"][:players] = [*map(cards, captured)]
    made["hand_size"][:players] = hands or [len(hand.split())] * players
    made["scores"][:players] = (*scores, *[0] * players)[:players]
    made["deal"], made["last_capturer"], made["star_is_zero"] = deal, last, star
    made["phase"] = PLAY
    return made


def cards(text):
    """Card set of cards named in a line."""
    return set_of([CARD_NUMBERS[name] for name in text.split()])


EVERY_NUMBER = set_of(NUMBER_CARDS)
EVERY_SPECIAL = set_of([CARD_NUMBERS[name] for name in SPECIALS])
__all__ = ["LAID_OUT", "Asked", "Position", "cards", "observation", "walk"]
