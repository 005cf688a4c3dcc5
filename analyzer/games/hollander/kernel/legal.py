"""What is legal (H13 to H18), tabulated once a run for every demand and reference."""

from analyzer.games.hollander.cards import CREW_RANKS, ISLAND, KIND_NAMES, MUTINY
from analyzer.games.hollander.kernel.state import FREE, MUTINIED, NO_REFERENCE, RANK


def is_legal(kind: int, demand: int, reference: int, captain: int, mutiny_first_max: int) -> bool:
    """Whether a kind may be laid.

    Args:
        kind: Number of the kind.
        demand: RANK, MUTINIED or FREE.
        reference: Kind of the reference, or NO_REFERENCE.
        captain: Kind of the captain.
        mutiny_first_max: The highest rank that answers a mutiny without reference (H17, H33).

    Returns:
        True if it is legal.
    """
    if kind in (MUTINY, ISLAND):
        return reference != captain  # H15
    if kind >= CREW_RANKS or demand == FREE:
        return True  # H14, H18
    if demand == MUTINIED:
        return kind < mutiny_first_max if reference == NO_REFERENCE else kind <= reference  # H17
    return kind >= reference  # H13; NO_REFERENCE is below every rank


def legal_table(captain: int, mutiny_first_max: int) -> list[int]:
    """The legal kinds for every demand and reference.

    Args:
        captain: Kind of the captain.
        mutiny_first_max: The highest rank that answers a mutiny without reference (H17, H33).

    Returns:
        One kinds mask per demand and reference, in the order of `table.legal`, each from 0 to 2**64 - 1.
    """
    return [
        sum(
            1 << 4 * kind
            for kind in range(len(KIND_NAMES))
            if is_legal(kind, demand, reference, captain, mutiny_first_max)
        )
        for demand in (RANK, MUTINIED, FREE)
        for reference in range(NO_REFERENCE, CREW_RANKS)
    ]
