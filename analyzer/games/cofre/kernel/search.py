"""`search`: play every card out in many worlds, and take the one that wins most. Importing it compiles the kernel.

It is asked through a pointer, as policies of users' own are: the kernel that asks it plays no slower for it.
"""

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.jit import entry, helper
from analyzer.core.records import copy_record
from analyzer.core.streams import draw64
from analyzer.games.cofre.kernel.actions import MOST_CHOICES, carry_out, list_choices
from analyzer.games.cofre.kernel.game import play_out
from analyzer.games.cofre.kernel.numbers import INSIDE_PARAMETERS, INSIDE_POLICY, PLAYOUTS
from analyzer.games.cofre.kernel.plugin import SIGNATURE
from analyzer.games.cofre.kernel.state import HIDDEN, POLICIES, TABLE
from analyzer.games.cofre.kernel.worlds import fill_world

_WIN = 60
"""What a win counts: divisible by every possible number of winners."""


@helper
def seat_all(policies, parameters):
    """Has every seat play the policy that goes on inside.

    Args:
        policies: POLICIES record, changed.
        parameters: float64, see `numbers`.
    """
    for seat in range(policies.policy.size):
        policies.policy[seat] = np.int64(parameters[INSIDE_POLICY])
        for place in range(parameters.size - INSIDE_PARAMETERS):
            policies.parameters[seat, place] = parameters[INSIDE_PARAMETERS + place]


@helper
def shares_of(winners, seat):
    """What a seat has of a win that some share (C10): int64, in sixtieths."""
    if (winners >> seat) & 1 == 0:
        return np.int64(0)
    return np.int64(_WIN // popcount(np.uint64(winners)))


@entry(SIGNATURE)
def decide(phase, observation, parameters, stream):
    """The choice that wins most in worlds that fit what the player sees, if all go on by one policy.

    Each choice is tried in the same worlds, and wins 1/k of a game that k share. Of equal choices it is the first one:
    types in the order of the deck, then the treasure card.

    Args:
        phase: int64, always CHOOSE.
        observation: TABLE record.
        parameters: float64, see `numbers`.
        stream: The seat's random stream; one draw of it decides all worlds.

    Returns:
        Number of a type, or TREASURE, int64.
    """
    seed = draw64(stream)
    choices = np.zeros(MOST_CHOICES, np.int64)
    count = list_choices(observation, choices)
    won = np.zeros(MOST_CHOICES, np.int64)
    policies = np.zeros(1, POLICIES)
    seat_all(policies[0], parameters)
    tables = np.zeros(2, TABLE)
    hiddens = np.zeros(2, HIDDEN)
    script = np.zeros(2, np.int64)
    seat = np.int64(observation.seat)
    for world in range(np.int64(parameters[PLAYOUTS])):
        fill_world(tables[0], hiddens[0], observation, 0, seed, np.uint64(world))
        for place in range(count):
            copy_record(tables[1], tables[0])
            copy_record(hiddens[1], hiddens[0])
            carry_out(script, seat, choices[place])
            play_out(tables[1], hiddens[1], policies[0], None, None, script, None)
            won[place] += shares_of(hiddens[1].winners, seat)
    best = np.int64(0)
    for place in range(1, count):
        if won[place] > won[best]:
            best = np.int64(place)
    return choices[best]
