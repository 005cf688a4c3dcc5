"""`lowest`: get rid of low cards first, keep the specials, never take risks with others' cards (H31)."""

from analyzer.core.cardset import count_of, lowest_kind
from analyzer.core.jit import helper


@helper
def play(observation):
    """The lowest playable kind, all its copies; kinds are numbered so that specials come in the order of H31.

    Args:
        observation: What the player sees; `playable` is not empty.

    Returns:
        Kind and count, int64.
    """
    kind = lowest_kind(observation.playable)
    return kind, count_of(observation.playable, kind)
