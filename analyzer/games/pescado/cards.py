"""The cards of Pescado Novo and their numbers (P1).

A card is a bit of a 64-bit word, so a set of cards is a word. The numbers are chosen so that the cards stand in the
order of their values: -2, -1, the two that count 0, the number cards from 1 to 10 (the four suits side by side, tuna
first), 1/10, 11, 12 and 13; last come the two that have no value. A number card n of suit s is card 4 n + s.
"""

SUITS = ("tuna", "a", "b", "c")
HIGHEST_NUMBER = 10

MINUS_TWO, MINUS_ONE, ZERO, STAR = range(4)
ONE_OR_TEN, ELEVEN, TWELVE, THIRTEEN, J, B = range(44, 50)
CARDS = 50

_NAMES = {
    MINUS_TWO: "-2",
    MINUS_ONE: "-1",
    ZERO: "0",
    STAR: "*",
    **{
        4 * number + suit: f"{name}-{number}"
        for number in range(1, HIGHEST_NUMBER + 1)
        for suit, name in enumerate(SUITS)
    },
    ONE_OR_TEN: "1/10",
    ELEVEN: "11",
    TWELVE: "12",
    THIRTEEN: "13",
    J: "J",
    B: "B",
}

CARD_NAMES = tuple(_NAMES[card] for card in range(CARDS))
"""The name of each card, by number."""

CARD_NUMBERS = {name: card for card, name in _NAMES.items()}

SPECIALS = ("*", "J", "B", "-2", "-1", "0", "1/10", "11", "12", "13")
"""The specials in the order of the rules page."""

NUMBER_CARDS = tuple(range(4, 4 + 4 * HIGHEST_NUMBER))

ONE, TEN = 1, HIGHEST_NUMBER
"""What 1/10 counts (P6)."""

VALUES = tuple(
    [-2, -1, 0, 0]
    + [card // 4 for card in NUMBER_CARDS]
    + [TEN, 11, 12, 13]  # 1/10 as its greater value
    + [0, 0]
)
"""What each card counts, by number; J and B count nothing and are never part of a sum."""

CAPTURE_SUM = 15
"""What a played card and the captured ones make together (P5)."""

HAND = 3
"""Cards dealt to each hand at a time (P4)."""

LAID_OUT = 4
"""Cards that are dealt to the table (P4)."""

PLAYER_COUNTS = (2, 3, 4, 6)
MOST_PLAYERS = 6

ITEMS = ("seven_of_tuna", "most_tuna", "most_cards", "most_sevens", "zero", "pescados", "j")
"""What brings points in a round (P12), by number."""


def set_of(cards: "tuple[int, ...] | list[int] | range") -> int:
    """A set of cards, for code that is not jitted.

    Args:
        cards: Numbers of cards.

    Returns:
        The word with their bits set.
    """
    return sum(1 << card for card in set(cards))


def cards_of(card_set: int) -> list[int]:
    """The cards of a set, for code that is not jitted.

    Args:
        card_set: Card set; a negative number is taken for the same 64 bits.

    Returns:
        Numbers of cards, from the lowest up.
    """
    return [card for card in range(CARDS) if int(card_set) >> card & 1]


def names_of(card_set: int) -> list[str]:
    """The cards of a set by name, from the lowest number up.

    Args:
        card_set: Card set, as a log or a record holds it.

    Returns:
        One name per card.
    """
    return [CARD_NAMES[card] for card in cards_of(card_set)]
