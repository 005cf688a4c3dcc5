"""The cards of Cofre and their numbers (C1, C2).

The types of a deck are numbered from 0 in the order of its rules. A chest card is one number, its type times 16 plus
its stars. What a player chooses is the number of a type, for the pirate card of that type, or TREASURE.
"""

STANDARD_TYPES = ("gold", "rubies", "pearls", "crowns", "swords", "maps")
STANDARD_STARS = (1, 1, 2, 2, 3, 3)
"""The stars of the cards of each type, in the ordinary deck."""

MOST_TYPES = 16
MOST_STARS = 15
"""Stars of one card, at most."""
MOST_CARDS = 240
"""Cards of a deck, at most."""

STAR_BITS = 4
"""Bits of a card's number that hold its stars."""
STAR_VALUES = 1 << STAR_BITS
"""Numbers of stars that a card may have, 0 included."""

TREASURE = MOST_TYPES
"""The treasure card, where a choice is a number."""
TREASURE_NAME = "treasure"

LINE = 3
"""Chest cards that are laid in line in a round: two face down, the last one face up (C3)."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


def card(kind: int, stars: int) -> int:
    """The number of a chest card.

    Args:
        kind: Number of its type.
        stars: Its stars.

    Returns:
        0 to 255.
    """
    return kind * STAR_VALUES + stars


def card_name(number: int, types: tuple[str, ...]) -> str:
    """A chest card by name, as in a trace.

    Args:
        number: Number of the card.
        types: The names of the deck's types, in order.

    Returns:
        "gold-3".
    """
    kind, stars = divmod(number, STAR_VALUES)
    return f"{types[kind]}-{stars}"


def choice_name(choice: int, types: tuple[str, ...]) -> str:
    """A choice by name, as in a trace.

    Args:
        choice: Number of a type, or TREASURE.
        types: The names of the deck's types, in order.

    Returns:
        The type's name, or "treasure".
    """
    return TREASURE_NAME if choice == TREASURE else types[choice]
