"""What a log tells of a game, see `core.log`: the number of each event, and beside it what its row holds."""

(
    NOTE_ROUND,  # starter, round
    NOTE_CARD,  # nobody, index in the round's deck, card
    NOTE_DEAL,  # starter, index in the round's deck of the first card dealt
    NOTE_PLAY,  # seat, card, captured set without a swept J, whether a J was swept, whether it is a pescado
    NOTE_LEFTOVER,  # seat or NOBODY, cards (card set)
    NOTE_POINTS,  # seat, items (BITS_OF_ITEM bits each), total
    NOTE_WIN,  # nobody, winners (bit per seat), rounds
    NOTE_UNFINISHED,  # nobody, 0, rounds
) = range(8)

BITS_OF_ITEM = 8
"""Bits of the points of one item: a seat has at most 46 pescados in a round; of J the cards are counted."""
