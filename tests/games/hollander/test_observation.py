"""What a player sees is what a player could know: it fits the true cards, and hides all others.

Games are played decision by decision. On the way everything hidden from a player is dealt anew, in a way that the
player could not tell from the truth: the others' unknown cards, all final cards, the order of the draw pile. What the
engine then shows the player must be the same to the last bit, and so must be what every policy decides.
"""

import random
from collections import Counter

import numpy as np
import pytest

from analyzer.core.cardset import less, lowest_kind, packed, size, unpacked
from analyzer.core.jit import JIT_IS_ON, step
from analyzer.core.records import copy_record_plain
from analyzer.games.hollander.kernel.decide import decide
from analyzer.games.hollander.kernel.engine import (
    deal_cards,
    exchange,
    lay,
    lay_battle,
    pass_to,
    start_play,
)
from analyzer.games.hollander.kernel.numbers import PLUGIN
from analyzer.games.hollander.kernel.reading import unseen_cards
from analyzer.games.hollander.kernel.state import (
    FINAL,
    HIDDEN,
    OVER,
    PIRATE_CHOICE,
    PLAY,
    SEATS,
    SWAP,
    TABLE,
    TURN,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.policy_list import POLICIES, SEARCH, SWAP_WORDS
from analyzer.games.hollander.setup import kernel_input
from analyzer.studies.request import set_table
from tests.games.hollander.test_against_reference import random_table

pytestmark = pytest.mark.interpreted

GAMES = 120 if JIT_IS_ON else 6
DEALT_ANEW = 3
LONGEST = 300


# The kernel, step by step


@step
def begin(table, hidden, deck, seed, game):
    deal_cards(table, hidden, deck, seed, game)


@step
def take_turn(table, hidden):
    start_play(table, hidden, None)


@step
def answer(policy, swap, table, parameters, stream):
    return decide(policy, swap, table, parameters, stream)


@step
def carry_out(table, hidden, first, second, third, fourth):
    if table.phase == SWAP:
        lay_battle(table, hidden, np.uint64(first), None)
    elif table.phase == PLAY:
        lay(table, hidden, first, second, None)
    elif table.phase == WORMHOLE_CHOICE:
        pass_to(table, hidden, first, None)
    else:
        exchange(table, hidden, first, second, third, fourth, None)


@step
def unseen(table):
    return unseen_cards(table)


@step
def turned(table):
    return lowest_kind(table.playable)


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

    def copy(self):
        return Position(self.tables, self.hiddens)

    def seen(self):
        """All that a policy can read, field by field."""
        return {name: np.array(self.table[name]).tolist() for name in TABLE.names}


class Asked:
    """The policies of a table, to be asked one by one."""

    def __init__(self, players, specs, changes=()):
        self.table = set_table("hollander", players=players, policies=specs, settings=changes)
        self.given = kernel_input(self.table.setup)
        self.rows = self.given.policies[0]

    def position(self, game):
        position = Position()
        copy_record_plain(position.table, self.given.tables[0])
        copy_record_plain(position.hidden, self.given.hiddens[0])
        begin(position.table, position.hidden, self.given.deck, np.uint64(3), np.uint64(game))
        return position

    def decision(self, position, place):
        """What the policy of a place decides in a position, with a copy of the stream of who is to decide."""
        stream = position.hidden["streams"][SEATS + int(position.table["seat"])].copy()
        return [int(number) for number in self._ask(position, place, stream)]

    def move(self, position):
        """The same for the policy that sits there, whose stream moves on."""
        seat = int(position.table["seat"])
        return self._ask(position, seat, position.hidden["streams"][SEATS + seat])

    def _ask(self, position, place, stream):
        policy, swap = self.rows["play"][place], self.rows["swap"][place]
        parameters = self.rows["parameters"][place]
        if policy == PLUGIN and (swap == PLUGIN or position.table["phase"] != SWAP):
            phase = np.int64(position.table["phase"])
            return self.given.plugins[place](phase, position.table, parameters, stream)
        return answer(policy, swap, position.table, parameters, stream)


QUICK = [name for name in POLICIES if name != SEARCH]
EVERYBODY = [f"{name}:swap={swap}" for name, swap in zip(QUICK * 2, SWAP_WORDS * 4, strict=False)]
"""Every policy that decides at once, twice, and every swap rule."""

SEARCHERS = [
    f"{SEARCH}:playouts=2,inside={inside},swap={swap}"
    for inside, swap in zip(["lowest", "random", "hoarder"] * 2, [SEARCH] * 3 + ["best"] * 3, strict=True)
]
"""They are not asked in plain Python, where it would take minutes."""


def everybody():
    asked = EVERYBODY + SEARCHERS * JIT_IS_ON
    return [Asked(6, asked[first : first + 6], ["deck.1=8"]) for first in range(0, len(asked), 6)]


def decisions(asked, position):
    return [one.decision(position, place) for one in asked for place in range(6)]


# Games, decision by decision


def walk(asked, game):
    """Yields the position before a game's every step; a step is a decision, or the beginning of a turn."""
    position = asked.position(game)
    while position.table["phase"] < OVER and position.table["turn"] < LONGEST:
        yield position
        if position.table["phase"] == TURN:
            take_turn(position.table, position.hidden)
        elif position.table["phase"] == PLAY and position.table["zone"] == FINAL:
            one = np.int64(1)
            carry_out(position.table, position.hidden, turned(position.table), one, one, one)
        else:
            carry_out(position.table, position.hidden, *asked.move(position))


def is_decision(position):
    table = position.table
    return table["phase"] != TURN and not (table["phase"] == PLAY and table["zone"] == FINAL)


def tables(count):
    """Tables of all sizes: the standard game and others, with policies from everywhere."""
    pick = random.Random(99)
    for game in range(count):
        players, changes, _ = random_table(pick)
        if game % 2:
            players, changes = 2 + game % 4, []
        yield Asked(players, [pick.choice(EVERYBODY) for _ in range(players)], changes), game


# What is true of every observation


def cards_of(position, seat):
    left = int(position.table["finals"][seat])
    return Counter(int(kind) for kind in position.hidden["finals"][seat][:left])


def draw_pile(position):
    first = int(position.hidden["next_card"])
    return [int(kind) for kind in position.hidden["deck"][first : int(position.table["deck_size"])]]


def test_no_card_is_lost_and_nothing_is_claimed_that_is_not_so():
    seen_phases = Counter()
    for asked, game in tables(GAMES):
        for position in walk(asked, game):
            table, hidden = position.table, position.hidden
            seats = range(int(table["players"]))
            seat = int(table["seat"])
            everything = Counter(draw_pile(position))
            for holder in seats:
                hand = int(hidden["hands"][holder])
                everything += cards_of(position, holder)
                everything += Counter(unpacked(hand)) + Counter(unpacked(int(table["battle"][holder])))
                assert int(table["hand_size"][holder]) == len(unpacked(hand))
                assert not Counter(unpacked(int(table["known"][holder]))) - Counter(unpacked(hand))
            everything += Counter(unpacked(int(table["pile"]))) + Counter(unpacked(int(table["burned"])))
            if table["phase"] == PLAY and table["zone"] == FINAL:
                everything += Counter(unpacked(int(table["playable"])))  # the card that was turned
            assert everything == Counter(unpacked(int(table["deck"])))
            assert int(table["draw_pile_size"]) == len(draw_pile(position))
            if not is_decision(position):
                continue
            seen_phases[int(table["phase"])] += 1
            assert table["hand"] == hidden["hands"][seat]
            hidden_cards = Counter(draw_pile(position))
            for holder in seats:
                hidden_cards += cards_of(position, holder)
                if holder != seat:
                    hidden_cards += Counter(unpacked(int(hidden["hands"][holder])))
                    hidden_cards -= Counter(unpacked(int(table["known"][holder])))
            assert Counter(unpacked(int(unseen(table)))) == hidden_cards
    assert set(seen_phases) == {SWAP, PLAY, WORMHOLE_CHOICE, PIRATE_CHOICE}


# What is hidden stays hidden


def deal_anew(position, seers, pick):
    """Deals all cards again that none of the seers could know."""
    table, hidden = position.table, position.hidden
    seats = range(int(table["players"]))
    others = [seat for seat in seats if seat not in seers]
    first = int(hidden["next_card"])
    if table["hand_size"][int(table["seat"])] == 0:
        first += min(
            int(table["hand_goal"]), int(table["draw_pile_size"])
        )  # they draw these before they decide
    last = int(table["deck_size"])
    unknown = {
        seat: less(np.uint64(hidden["hands"][seat]), np.uint64(table["known"][seat])) for seat in others
    }
    pool = [kind for cards in unknown.values() for kind in unpacked(int(cards))]
    pool += [kind for seat in seats for kind in cards_of(position, seat).elements()]
    pool += [int(kind) for kind in hidden["deck"][first:last]]
    pick.shuffle(pool)
    for seat, cards in unknown.items():
        held = [pool.pop() for _ in range(int(size(cards)))]
        hidden["hands"][seat] = np.uint64(table["known"][seat]) + packed(held)
    for seat in seats:
        for place in range(int(table["finals"][seat])):
            hidden["finals"][seat][place] = pool.pop()
    for place in range(first, last):
        hidden["deck"][place] = pool.pop()
    assert not pool


def pairs(asked, game, pick):
    """Positions in which a player decides, each with the same after the hidden cards were dealt anew before it."""
    before, step_taken = None, None
    for position in walk(asked, game):
        table = position.table
        if is_decision(position) and (before is None or before.table["zone"] != FINAL):
            for _ in range(DEALT_ANEW):
                if before is None:
                    anew = position.copy()
                    deal_anew(anew, {int(table["seat"])}, pick)
                else:
                    # A wormhole or pirate, or a swap, was decided by a hand that must stay what it was.
                    anew = before.copy()
                    deal_anew(anew, {int(before.table["seat"]), int(table["seat"])}, pick)
                    step_taken(anew)
                    anew.hidden["streams"][:] = position.hidden["streams"]
                yield position, anew
        before = position.copy()
        if table["phase"] == TURN:
            step_taken = _take_turn
        elif is_decision(position):
            step_taken = _Move(asked.move(position.copy()))


def _take_turn(position):
    take_turn(position.table, position.hidden)


class _Move:
    def __init__(self, numbers):
        self.numbers = numbers

    def __call__(self, position):
        carry_out(position.table, position.hidden, *self.numbers)


def compare(count, leak=None):
    """Has everybody decide in pairs of positions that look alike to who is to decide."""
    asked = everybody()
    pick = random.Random(5)
    phases = Counter()
    for table, game in tables(count):
        for true, anew in pairs(table, game, pick):
            phase = int(true.table["phase"])
            if phases[phase] > 20 and pick.random() < 0.8:
                continue
            phases[phase] += 1
            true = true.copy()
            if leak is not None:
                leak(true)
                leak(anew)
            else:
                assert true.seen() == anew.seen()
            assert decisions(asked, true) == decisions(asked, anew)
    assert set(phases) == {SWAP, PLAY, WORMHOLE_CHOICE, PIRATE_CHOICE}


def test_what_is_hidden_changes_no_observation_and_no_decision():
    compare(GAMES)


def leak_the_next_hand(position):
    table = position.table
    after = (int(table["seat"]) + 1) % int(table["players"])
    table["known"][after] = position.hidden["hands"][after]


def test_a_leak_would_be_noticed():
    with pytest.raises(AssertionError):
        compare(GAMES, leak_the_next_hand)
