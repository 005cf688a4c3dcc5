"""Every action that the rules allow is listed once, and nothing else, at every decision of many games.

The kernel and the reference engine play the same games side by side, by picks among what the kernel lists: whenever the
one asks for a decision, the other must stand at the same one, and the list must be what the rules page allows.
"""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from analyzer.core.cardset import packed, unpacked
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.core.log import COLUMNS
from analyzer.games.hollander.cards import KIND_NAMES, KIND_NUMBERS
from analyzer.games.hollander.kernel import actions
from analyzer.games.hollander.kernel.log import NOTE_EXCHANGE
from analyzer.games.hollander.kernel.prepare import list_actions
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    FINAL,
    HAND,
    NOBODY,
    OVER,
    PIRATE_CHOICE,
    PLAY,
    SWAP,
    TABLE,
    TURN,
    WORMHOLE_CHOICE,
)
from tests.games.hollander.test_against_reference import random_table
from tests.games.hollander.test_observation import Asked, take_turn
from tests.reference import hollander as reference

pytestmark = pytest.mark.interpreted

GAMES = 200 if JIT_IS_ON else 4
ZONES = {"hand": HAND, "battle": BATTLE, "final": FINAL}
DECLINED = (NOBODY, 0, 0, 0)


@step
def carry_out(table, hidden, first, second, third, fourth, log):
    actions.carry_out(table, hidden, first, second, third, fourth, log)


def listed(tables):
    """The actions of the decision at which a game stands."""
    rows = np.full((actions.MOST_ACTIONS, 4), -99, np.int64)
    count = list_actions(tables, rows)
    assert (rows[count:] == -99).all()
    return [tuple(map(int, row)) for row in rows[:count]]


class SideBySide:
    """Decides for the reference engine what it has carried out in the kernel's game just before."""

    def __init__(self, position, pick):
        self.tables = position.tables
        self.hidden = position.hiddens[0]
        self.pick = pick
        self.log = np.zeros((40, COLUMNS), np.int64)
        self.decisions = Counter()

    @property
    def table(self):
        return self.tables[0]

    def act(self, action):
        self.log[0, 0] = 0
        carry_out(self.table, self.hidden, *map(np.int64, action), self.log)

    def choose(self, seat, phase, allowed):
        """Picks and carries out a listed action, the list being what is allowed."""
        assert (self.table["seat"], self.table["phase"]) == (seat, phase)
        found = listed(self.tables)
        assert sorted(found) == sorted(allowed)
        self.decisions[phase] += 1
        action = self.pick.choice(found)
        self.act(action)
        return action

    def take_turns(self, until):
        """Those who have nothing to lay take the pile and are not asked."""
        while not until():
            assert self.table["phase"] == TURN
            take_turn(self.table, self.hidden)

    def finish(self):
        """The kernel's game must end too: after a last turn that nobody was asked in, if at all."""
        self.take_turns(lambda: self.table["phase"] == OVER)

    def swap(self, seat, game):
        six = [KIND_NUMBERS[kind] for kind in game.battle[seat] + game.hand[seat]]
        sets = {int(packed(three).view(np.int64)) for three in combinations(six, 3)}
        laid, *_ = self.choose(seat, SWAP, [(each, 0, 0, 0) for each in sets])
        return [KIND_NAMES[kind] for kind in unpacked(laid)]

    def play(self, seat, game, legal):
        self.take_turns(lambda: self.table["phase"] == PLAY)
        plays = [(KIND_NUMBERS[kind], count, 0, 0) for kind, count in legal]
        kind, count, *_ = self.choose(seat, PLAY, plays)
        return KIND_NAMES[kind], count

    def final_card(self, seat, game):
        before = self.finals(seat)
        self.take_turns(lambda: self.finals(seat) != before)
        (kind,) = (before - self.finals(seat)).elements()
        if self.table["phase"] == PLAY:
            self.act((kind, 1, 0, 0))
        return KIND_NAMES[kind]

    def finals(self, seat):
        return Counter(int(kind) for kind in self.hidden["finals"][seat][: self.table["finals"][seat]])

    def wormhole(self, seat, game):
        others = [(other, 0, 0, 0) for other in range(game.players) if other != seat]
        return self.choose(seat, WORMHOLE_CHOICE, others)[0]

    def pirate(self, seat, game, possible):
        allowed = {DECLINED}
        for other, zones in possible.items():
            for zone in zones:
                gives = {KIND_NUMBERS[kind] for kind in game.zone_cards(zone, seat)}
                gets = {KIND_NUMBERS[kind] for kind in game.zone_cards(zone, other)}
                # What is drawn at random is not chosen; equal battle cards would change places for nothing (H24).
                pairs = product(gives if zone != "final" else [0], gets if zone == "battle" else [0])
                allowed |= {
                    (other, ZONES[zone], given, got)
                    for given, got in pairs
                    if zone != "battle" or given != got
                }
        if self.choose(seat, PIRATE_CHOICE, allowed) == DECLINED:
            return None
        ((_, _, other, zone, gives, gets),) = self.log[self.log[:, 0] == NOTE_EXCHANGE]
        return reference.Exchange(int(other), list(ZONES)[zone], KIND_NAMES[gives], KIND_NAMES[gets])


def deal_event(asked, position, game):
    """The game's beginning as the reference engine takes it, read from the shuffled deck (H3)."""
    setup = asked.table.setup
    names = [
        KIND_NAMES[kind] for kind in position.hidden["deck"][: int(position.table["deck_size"])].tolist()
    ]
    each = 6 + setup.rules.options["hand_size"]
    dealt = [names[seat * each : (seat + 1) * each] for seat in range(setup.players)]
    return {
        "event": "deal",
        "name": "hollander",
        "game": game,
        "seed": 3,
        "players": setup.players,
        "rules": setup.rules.as_dict(),
        "policies": ["random"] * setup.players,
        "final": [cards[:3] for cards in dealt],
        "battle": [cards[3:6] for cards in dealt],
        "hand": [cards[6:] for cards in dealt],
        "draw_pile": names[setup.players * each :],
    }


def test_what_is_listed_is_what_the_rules_allow():
    pick = random.Random(23)
    decisions = Counter()
    for game in range(GAMES):
        players, changes, _ = random_table(pick)
        if game % 3 == 0:
            players, changes = 2 + game % 4, ["options.turn_limit=300"]
        asked = Asked(players, ["random"] * players, changes)
        position = asked.position(game)
        beside = SideBySide(position, pick)
        ending = reference.play(deal_event(asked, position, game), beside)[-1]["event"]
        assert ending in ("win", "unfinished")
        beside.finish()
        decisions += beside.decisions
    assert all(decisions[phase] > 2 * GAMES // 3 for phase in (SWAP, PLAY, WORMHOLE_CHOICE, PIRATE_CHOICE)), (
        decisions
    )


# The most that there can be


def largest(**fields):
    """A table of six with all that a rules file can put on it: sixteen kinds of fifteen cards."""
    tables = np.zeros(1, TABLE)
    table = tables[0]
    table["players"] = 6
    table["hand"] = ~np.uint64(0)
    table["hand_size"] = 3
    table["hand_size"][0] = 240
    table["finals"] = 3
    for name, value in fields.items():
        table[name] = value
    return tables


def test_there_is_room_for_the_longest_list():
    every_card = ~np.uint64(0)
    plays = listed(largest(phase=PLAY, playable=every_card))
    assert plays == [(kind, count, 0, 0) for kind in range(16) for count in range(1, 16)]
    assert len(plays) == actions.MOST_ACTIONS
    # Eight cards of eight kinds, of which three are laid (H33).
    swaps = listed(largest(phase=SWAP, hand=packed(range(5)), battle=[packed([5, 6, 7])] * 6))
    assert len(swaps) == 56
    # Sixteen kinds to give, three to get for each of three, three final cards, from each of five; or decline.
    exchanges = largest(phase=PIRATE_CHOICE)
    for seat in range(6):
        exchanges[0]["battle"][seat] = packed([0, 1, 2] if seat == 0 else [3, 4, 5])
    assert len(listed(exchanges)) == 1 + 5 * (16 + 9 + 1)
