"""Chances of draws without putting back, jitted."""

from analyzer.core.jit import helper


@helper
def chance_of_none(total, wrong, drawn):
    """The chance that all cards drawn from a shuffled stack are wrong ones.

    Args:
        total: int64, cards in the stack.
        wrong: How many of them are wrong: int64, or float64 where only an expected number is known.
        drawn: int64, cards drawn; if they are more than the stack has, all of it is drawn.

    Returns:
        float64, 0 to 1; 1 if nothing is drawn.
    """
    chance = 1.0
    for index in range(min(drawn, total)):
        chance *= max(wrong - index, 0) / (total - index)
    return chance
