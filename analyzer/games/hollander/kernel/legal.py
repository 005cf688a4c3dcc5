"""What is legal (H13 to H18)."""

import numpy as np

from analyzer.core.cardset import EVERY_KIND, cards
from analyzer.core.jit import helper
from analyzer.games.hollander.cards import CREW_RANKS, ISLAND, MUTINY
from analyzer.games.hollander.kernel.state import FREE, MUTINIED, NO_REFERENCE

CREW_KINDS = EVERY_KIND & np.uint64((1 << 4 * CREW_RANKS) - 1)
"""Kinds mask of the crew."""

SPECIAL_KINDS = EVERY_KIND & ~CREW_KINDS
"""Kinds mask of the specials."""

_NOT_ON_CAPTAIN = np.uint64((1 << 4 * MUTINY) | (1 << 4 * ISLAND))


@helper
def legal_kinds(demand, reference, captain, mutiny_first_max):
    """Which kinds may be laid.

    Args:
        demand: RANK, MUTINIED or FREE.
        reference: Kind of the reference, or NO_REFERENCE.
        captain: Kind of the captain.
        mutiny_first_max: The highest rank that answers a mutiny without reference (H17, H33).

    Returns:
        Kinds mask, uint64.
    """
    if demand == FREE:
        legal = EVERY_KIND  # H18
    elif demand == MUTINIED:
        highest = mutiny_first_max - 1 if reference == NO_REFERENCE else reference
        legal = (EVERY_KIND & (cards(highest + 1, 1) - np.uint64(1))) | SPECIAL_KINDS  # H17, H14
    elif reference == NO_REFERENCE:
        legal = EVERY_KIND  # H13
    else:
        legal = EVERY_KIND & ~(
            cards(reference, 1) - np.uint64(1)
        )  # H13; the specials' numbers are higher: H14
    if reference == captain:
        legal &= ~_NOT_ON_CAPTAIN  # H15
    return legal
