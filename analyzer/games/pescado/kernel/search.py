"""`search`: play every card out in many worlds, and take what does best there. Importing it compiles the kernel.

It is asked through a pointer, as policies of users' own are: the kernel that asks it plays no slower for it.

A world is played to the end of its round. If the game is over then, a play is worth what it wins; else it is worth the
chance of winning that the scores leave: playing on to the end of the game takes five times as long, and the luck of the
rounds to come hides what the play is worth. The policy by which all go on inside says what to play without any search,
and is right most of the time: another play must do better by more than the luck of the worlds would explain.
"""

import math

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.jit import entry, helper, step
from analyzer.core.log import word
from analyzer.core.records import copy_record
from analyzer.core.scratch import scratch_floats, scratch_words
from analyzer.core.streams import draw64
from analyzer.games.pescado.kernel.actions import list_actions, place_among
from analyzer.games.pescado.kernel.decide import choose_play
from analyzer.games.pescado.kernel.engine import play_card
from analyzer.games.pescado.kernel.numbers import INSIDE_PARAMETERS, INSIDE_POLICY, MARGIN, PLAYOUTS
from analyzer.games.pescado.kernel.plays import MOST_PLAYS
from analyzer.games.pescado.kernel.plugin import SIGNATURE
from analyzer.games.pescado.kernel.state import HIDDEN, OVER, PLAY, SEATS, TABLE
from analyzer.games.pescado.kernel.worlds import fill_hidden

_LEAD, _EVEN = 0.4, 0.7
"""How the chance of winning depends on the scores, see `chance_of_winning`: fitted by maximum likelihood to the scores
after each round of 3,000 games of `expert` each with 2, 3, 4 and 6 players."""


@step
def play_round_out(table, hidden, policy, parameters):
    """Plays to the end of the round.

    Args:
        table: TABLE record, changed.
        hidden: HIDDEN record, changed.
        policy: Number of the policy that all seats play.
        parameters: float64, its parameters.
    """
    while table.phase == PLAY:
        seat = table.seat
        card, chosen = choose_play(policy, table, parameters, hidden.streams[SEATS + seat])
        play_card(table, hidden, card, chosen, None)


@helper
def chance_of_winning(table, hidden, seat):
    """What a seat wins if the game is over, and else its chance to, by the scores.

    The chance rises with the lead on the best of the others, the faster the nearer the target is; players who are level
    have about equal chances.

    Args:
        table: TABLE record at the end of a round.
        hidden: HIDDEN record.
        seat: int64.

    Returns:
        float64, 0 to 1.
    """
    if table.phase == OVER:
        if (hidden.winners >> seat) & 1 == 0:
            return 0.0
        return 1.0 / popcount(np.uint64(hidden.winners))
    own = np.int64(table.scores[seat])
    rival = np.int64(table.scores[0 if seat != 0 else 1])
    for other in range(table.players):
        if other != seat:
            rival = max(rival, np.int64(table.scores[other]))
    left = np.float64(table.target - max(own, rival))
    odds = _LEAD * (own - rival) / math.sqrt(left) - _EVEN * (1.0 - 2.0 / table.players)
    # Shaped like a logistic curve, of operations that give the same on every machine.
    return 0.5 + 0.5 * odds / math.sqrt(1.0 + odds * odds)


@step
def best_action(observation, parameters, stream, cards, sets, actions):
    """Tries every action in the same worlds.

    Args:
        observation: TABLE record.
        parameters: float64, see `numbers`.
        stream: The seat's random stream.
        cards: uint64: the card of each action.
        sets: uint64: what it captures.
        actions: int64, how many they are.

    Returns:
        Place of the best one, int64.
    """
    seed = draw64(stream)
    policy = np.int64(parameters[INSIDE_POLICY])
    own = parameters[INSIDE_PARAMETERS:]
    card, chosen = choose_play(policy, observation, own, stream)
    usual = place_among(observation, cards, sets, actions, card, chosen)
    seat = np.int64(observation.seat)
    worths = scratch_floats(MOST_PLAYS)
    sums = scratch_floats(MOST_PLAYS)
    squares = scratch_floats(MOST_PLAYS)
    for action in range(actions):
        sums[action] = 0.0
        squares[action] = 0.0
    tables = np.empty(2, TABLE)
    hiddens = np.empty(2, HIDDEN)
    worlds = np.int64(parameters[PLAYOUTS])
    for world in range(worlds):
        fill_hidden(observation, np.int64(0), tables[0], hiddens[0], seed, np.uint64(world))
        for action in range(actions):
            copy_record(tables[1], tables[0])
            copy_record(hiddens[1], hiddens[0])
            play_card(tables[1], hiddens[1], np.int64(cards[action]), sets[action], None)
            play_round_out(tables[1], hiddens[1], policy, own)
            worths[action] = chance_of_winning(tables[1], hiddens[1], seat)
        for action in range(actions):
            better = worths[action] - worths[usual]
            sums[action] += better
            squares[action] += better * better
    best = usual
    most = 0.0
    for action in range(actions):
        mean = sums[action] / worlds
        variance = max(squares[action] / worlds - mean * mean, 0.0)
        surely = mean - parameters[MARGIN] * math.sqrt(variance / worlds)
        if surely > most:
            best = np.int64(action)
            most = surely
    return best


@entry(SIGNATURE)
def decide(phase, observation, parameters, stream):
    """The play that does best in worlds that fit what the player sees, if all go on by one policy.

    Args:
        phase: int64, always PLAY.
        observation: TABLE record.
        parameters: float64, see `numbers`.
        stream: The seat's random stream; one draw of it decides all worlds. Not used if there is nothing to choose.

    Returns:
        Card, int64, and the word of the captured set.
    """
    cards = scratch_words(MOST_PLAYS)
    sets = scratch_words(MOST_PLAYS)
    actions = list_actions(observation, cards, sets)
    best = np.int64(0)
    if actions > 1:
        best = best_action(observation, parameters, stream, cards, sets, actions)
    return np.int64(cards[best]), word(sets[best])
