"""`greedy-cards`: capture as many cards as possible, whatever they are."""

import numpy as np

from analyzer.core.jit import helper
from analyzer.games.pescado.cards import STAR
from analyzer.games.pescado.kernel.best import most_cards
from analyzer.games.pescado.kernel.sums import bit, lowest


@helper
def play(observation):
    """The capture of most cards; * only if nothing else captures, and then the lowest table card.

    Of equals the lowest hand card, and for it the set that does without the higher table cards. If nothing captures,
    the lowest hand card is laid.

    Args:
        observation: What the player sees.

    Returns:
        Card, int64, and captured set, uint64.
    """
    card, chosen = most_cards(observation.table, observation.hand)
    if card < 0:
        card = lowest(observation.hand)
        if observation.table != 0 and (observation.hand & bit(STAR)) != 0:
            card = np.int64(STAR)
            chosen = bit(lowest(observation.table))
    return card, chosen
