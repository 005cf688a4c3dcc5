"""What a player may do at a decision: all of it in a list, and how it is carried out.

An action is four numbers, as in `decide`. Actions that come to the same are listed once.
"""

import numpy as np

from analyzer.core.cardset import cards, count_of, kinds_in, lowest_kind, without_kind
from analyzer.core.jit import helper, step
from analyzer.core.log import word
from analyzer.core.records import copy_record
from analyzer.games.hollander.kernel.engine import exchange, lay, lay_battle, pass_to
from analyzer.games.hollander.kernel.reading import next_seat, shared_zones
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    FINAL,
    HAND,
    MOST_CARDS,
    NOBODY,
    PIRATE_CHOICE,
    PLAY,
    SWAP,
    WORMHOLE_CHOICE,
)

MOST_ACTIONS = MOST_CARDS
"""The most actions of a decision: one for each card, if all the deck's cards can be played (H30).

Of six to eight cards there are at most 56 ways to lay three (H5, H33), and a pirate has at most 16 kinds to give from
hand, nine pairs of battle cards and one exchange of final cards with each of five others, and may decline (H24): 131.
"""

_NONE = np.int64(0)


@step
def list_actions(observation, actions):
    """Writes down everything that the deciding player may do.

    Plays come from the lowest kind up and from one card up, ways to lay battle cards with the lowest kinds first, seats
    clockwise. A pirate's first action is to decline; exchanging two battle cards of one kind would change nothing, and
    is not listed.

    Args:
        observation: TABLE record as the deciding player sees it, in SWAP, PLAY, WORMHOLE_CHOICE or PIRATE_CHOICE.
        actions: int64, shape (MOST_ACTIONS, 4), its first rows overwritten.

    Returns:
        Number of actions, int64.
    """
    if observation.phase == SWAP:
        return _list_swaps(observation, actions)
    if observation.phase == PLAY:
        return _list_plays(observation, actions)
    if observation.phase == WORMHOLE_CHOICE:
        return _list_followers(observation, actions)
    return _list_exchanges(observation, actions)


@helper
def _write(actions, listed, first, second, third, fourth):
    """Writes an action into the next free row; returns how many there are then."""
    actions[listed, 0] = first
    actions[listed, 1] = second
    actions[listed, 2] = third
    actions[listed, 3] = fourth
    return listed + 1


@step
def _list_swaps(observation, actions):
    """Every different set of three of the player's cards (H5)."""
    listed = _NONE
    own = observation.hand + observation.battle[observation.seat]
    # Three cards in order: none is of a lower kind than the one before it.
    firsts = own
    while firsts != 0:
        first = lowest_kind(firsts)
        seconds = firsts - cards(first, 1)
        while seconds != 0:
            second = lowest_kind(seconds)
            thirds = seconds - cards(second, 1)
            while thirds != 0:
                third = lowest_kind(thirds)
                laid = cards(first, 1) + cards(second, 1) + cards(third, 1)
                listed = _write(actions, listed, word(laid), _NONE, _NONE, _NONE)
                thirds = without_kind(thirds, third)
            seconds = without_kind(seconds, second)
        firsts = without_kind(firsts, first)
    return listed


@step
def _list_plays(observation, actions):
    """Every pair of a kind and a count (H30)."""
    listed = _NONE
    rest = observation.playable
    while rest != 0:
        kind = lowest_kind(rest)
        for count in range(1, count_of(rest, kind) + 1):
            listed = _write(actions, listed, kind, np.int64(count), _NONE, _NONE)
        rest = without_kind(rest, kind)
    return listed


@step
def _list_followers(observation, actions):
    """Every other seat, clockwise (H23)."""
    listed = _NONE
    for places in range(1, observation.players):
        listed = _write(actions, listed, np.int64(next_seat(observation, places)), _NONE, _NONE, _NONE)
    return listed


@step
def _list_exchanges(observation, actions):
    """To decline, and every exchange that can be told apart by kinds (H24)."""
    listed = _write(actions, _NONE, np.int64(NOBODY), _NONE, _NONE, _NONE)
    for places in range(1, observation.players):
        other = np.int64(next_seat(observation, places))
        zones = shared_zones(observation, other)
        if (zones >> HAND) & 1 != 0:
            gives = kinds_in(observation.hand)
            while gives != 0:
                listed = _write(actions, listed, other, np.int64(HAND), lowest_kind(gives), _NONE)
                gives = without_kind(gives, lowest_kind(gives))
        if (zones >> BATTLE) & 1 != 0:
            listed = _list_battle_exchanges(observation, actions, listed, other)
        if (zones >> FINAL) & 1 != 0:
            listed = _write(actions, listed, other, np.int64(FINAL), _NONE, _NONE)
    return listed


@step
def _list_battle_exchanges(observation, actions, listed, other):
    """Every pair of different kinds of the own and another player's battle cards."""
    gives = kinds_in(observation.battle[observation.seat])
    while gives != 0:
        given = lowest_kind(gives)
        gives = without_kind(gives, given)
        gets = without_kind(kinds_in(observation.battle[other]), given)
        while gets != 0:
            got = lowest_kind(gets)
            gets = without_kind(gets, got)
            listed = _write(actions, listed, other, np.int64(BATTLE), given, got)
    return listed


@helper
def carry_out(table, hidden, first, second, third, fourth, log):
    """Carries out the answer to the decision at which the game stands.

    Args:
        table: TABLE record, changed.
        hidden: HIDDEN record, changed.
        first: int64, as are the others: an answer that the rules allow, see `decide`.
        second: See `decide`.
        third: See `decide`.
        fourth: See `decide`.
        log: See `log.note`.
    """
    if table.phase == PLAY:
        lay(table, hidden, first, second, log)
    else:
        carry_out_choice(table, hidden, first, second, third, fourth, log)


@helper
def carry_out_choice(table, hidden, first, second, third, fourth, log):
    """The same for all decisions but a PLAY; nothing is done in other phases."""
    if table.phase == SWAP:
        lay_battle(table, hidden, np.uint64(first), log)
    elif table.phase == WORMHOLE_CHOICE:
        pass_to(table, hidden, first, log)
    elif table.phase == PIRATE_CHOICE:
        exchange(table, hidden, first, second, third, fourth, log)


@step
def act_in_copy(table, hidden, original_table, original_hidden, action):
    """Carries an action out in a copy of a game.

    Args:
        table: TABLE record, overwritten.
        hidden: HIDDEN record, overwritten.
        original_table: TABLE record, standing at a decision.
        original_hidden: HIDDEN record.
        action: int64, shape (4,): a row of what `list_actions` writes.
    """
    copy_record(table, original_table)
    copy_record(hidden, original_hidden)
    carry_out(table, hidden, action[0], action[1], action[2], action[3], None)
