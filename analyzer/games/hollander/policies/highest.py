"""`highest`: lay high crew, so that the others have to go higher still.

Good when the next players hold low cards: they get stuck and take the pile. It keeps its low cards for the moments when
nothing lies, and its specials for when no crew is legal.
"""

from analyzer.core.cardset import count_of, highest_kind, lowest_kind, only
from analyzer.core.jit import helper
from analyzer.games.hollander.kernel.legal import CREW_KINDS


@helper
def play(observation):
    """The highest playable crew, all its copies; without crew the first special in the order of H31, likewise.

    Args:
        observation: What the player sees; `playable` is not empty.

    Returns:
        Kind and count, int64.
    """
    crew = only(observation.playable, CREW_KINDS)
    kind = highest_kind(crew) if crew != 0 else lowest_kind(observation.playable)
    return kind, count_of(observation.playable, kind)
