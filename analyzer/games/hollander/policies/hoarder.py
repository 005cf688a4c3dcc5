"""`hoarder`: keep the specials to the end.

Lays crew, lowest first, for as long as any is legal; forced to part with a special, it lays one copy of the least of
them. When somebody is about to win it keeps back no longer. Its pirate collects the best special that lies open. Good
with specials among the battle cards: in the last turns it always has an answer.
"""

import numpy as np

from analyzer.core.cardset import count_of, highest_kind, lowest_kind
from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.reading import fewest_cards_left, is_special
from analyzer.games.hollander.policies.trading import battle_exchange, declined

_NEAR = 0


@helper
def play(observation, parameters):
    """The lowest crew, all its copies, else one special, the least; close to the end the greatest special first.

    Args:
        observation: What the player sees; `playable` is not empty.
        parameters: float64, see `policy_list`.

    Returns:
        Kind and count, int64.
    """
    highest = highest_kind(observation.playable)
    if is_special(highest) and fewest_cards_left(observation) <= parameters[_NEAR]:
        return highest, np.int64(1)
    kind = lowest_kind(observation.playable)
    return kind, np.int64(1) if is_special(kind) else count_of(observation.playable, kind)


@helper
def pirate(observation):
    """The own lowest battle card for the greatest special that lies before another player, if any does.

    Args:
        observation: What the player sees; an exchange is possible.

    Returns:
        Opponent or NOBODY, zone, kind given and kind got, int64.
    """
    other, zone, gives, gets = battle_exchange(observation)
    if is_special(gets):
        return other, zone, gives, gets
    return declined()
