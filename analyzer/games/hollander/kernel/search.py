"""`search`: try every action in many worlds, and take the one that wins most. Importing it compiles the kernel.

It is asked through a pointer, as policies of users' own are: the kernel that asks it plays no slower for it.
"""

import numpy as np

from analyzer.core.jit import entry, step
from analyzer.core.streams import draw64
from analyzer.games.hollander.kernel.actions import MOST_ACTIONS, act_in_copy, list_actions
from analyzer.games.hollander.kernel.game import play_out
from analyzer.games.hollander.kernel.numbers import INSIDE_PARAMETERS, INSIDE_POLICY, INSIDE_SWAP, PLAYOUTS
from analyzer.games.hollander.kernel.plugin import SIGNATURE
from analyzer.games.hollander.kernel.state import HIDDEN, POLICIES, TABLE
from analyzer.games.hollander.kernel.worlds import fill_hidden


@step
def seat_all(policies, parameters):
    """Has every seat play the policy that goes on inside.

    Args:
        policies: POLICIES record, overwritten.
        parameters: float64, see `numbers`.
    """
    for seat in range(policies.play.size):
        policies.play[seat] = np.int64(parameters[INSIDE_POLICY])
        policies.swap[seat] = np.int64(parameters[INSIDE_SWAP])
        for place in range(parameters.size - INSIDE_PARAMETERS):
            policies.parameters[seat, place] = parameters[INSIDE_PARAMETERS + place]


@step
def count_wins(observation, parameters, actions, seed, wins):
    """Plays every action out in the same worlds.

    Args:
        observation: TABLE record as the deciding player sees it.
        parameters: float64, see `numbers`.
        actions: int64, shape (actions, 4).
        seed: uint64, decides the worlds.
        wins: int64, shape (at least actions,): for each action, the games that the player wins are added.
    """
    policies = np.zeros(1, POLICIES)
    seat_all(policies[0], parameters)
    tables = np.zeros(2, TABLE)
    hiddens = np.zeros(2, HIDDEN)
    for world in range(np.int64(parameters[PLAYOUTS])):
        fill_hidden(observation, np.int64(0), tables[0], hiddens[0], seed, np.uint64(world))
        for place in range(actions.shape[0]):
            act_in_copy(tables[1], hiddens[1], tables[0], hiddens[0], actions[place])
            play_out(tables[1], hiddens[1], policies[0], None, None, None, None)
            if hiddens[1].winner == np.int64(observation.seat):
                wins[place] += 1


@entry(SIGNATURE)
def decide(phase, observation, parameters, stream):
    """The action that wins most in worlds that fit what the player sees, if all go on by one policy; see `plugin`.

    Of equal actions it is the first one in the list, see `actions`; if there is only one, nothing is played out.

    Args:
        phase: int64, the observation's.
        observation: TABLE record.
        parameters: float64, see `numbers`.
        stream: The seat's random stream; one draw of it decides all worlds.

    Returns:
        Four int64, see `decide`.
    """
    seed = draw64(stream)
    actions = np.zeros((MOST_ACTIONS, 4), np.int64)
    count = list_actions(observation, actions)
    wins = np.zeros(MOST_ACTIONS, np.int64)
    if count > 1:
        count_wins(observation, parameters, actions[:count], seed, wins)
    best = np.int64(0)
    for place in range(1, count):
        if wins[place] > wins[best]:
            best = np.int64(place)
    return actions[best, 0], actions[best, 1], actions[best, 2], actions[best, 3]
