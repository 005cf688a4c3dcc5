"""What may be laid next, in words (H13 to H19)."""


def next_in_words(demand: str, reference: str | None, captain: str, mutiny_first_max: int) -> str:
    """Says what the next play may be.

    Args:
        demand: "mutiny", "island", or anything else if neither binds it.
        reference: Name of the reference; None without one.
        captain: Name of the captain.
        mutiny_first_max: The highest rank that answers a mutiny without reference (H17, H33).

    Returns:
        A few words: "7 or higher, or a special".
    """
    if demand == "island":
        return "any card (island)"
    if demand == "mutiny":
        highest = mutiny_first_max if reference is None else reference
        return f"{highest} or lower, or a special (mutiny)"
    if reference is None:
        return "any card"
    if reference == captain:
        return f"{reference}, or a special but island and mutiny"  # H15
    return f"{reference} or higher, or a special"
