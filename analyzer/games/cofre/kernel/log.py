"""What a log tells of a game, see `core.log`: the number of each event, and beside it what its row holds."""

(
    NOTE_CARD,  # nobody, index in the deck, card
    NOTE_ROUND,  # nobody, round, the card on the left, the one in the middle, the face-up one
    NOTE_CHOICE,  # seat, choice
    NOTE_ORDER,  # nobody, order of speed, see `chance`
    NOTE_SLIP,  # seat
    NOTE_GAIN,  # seat, number of cards, cards (BITS_OF_CARD bits each, the first one taken lowest)
    NOTE_HOOK,  # seat, cause
    NOTE_UNHOOK,  # seat, hook cards given back
    NOTE_SCORE,  # seat, score
    NOTE_WIN,  # nobody, winners (bit per seat)
) = range(10)

BITS_OF_CARD = 8

CAUSES = ("treasure", "slip")
BY_TREASURE, BY_SLIP = range(2)
"""Why a hook card is drawn."""
