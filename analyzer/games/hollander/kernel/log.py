"""What a log tells of a game, see `core.log`: the number of each event, and beside it what its row holds."""

(
    NOTE_SWAP,  # seat, battle cards, hand
    NOTE_TURN,  # seat, turn
    NOTE_PLAY,  # seat, zone, kind, count, of which battle cards
    NOTE_BURN,  # seat, whether by four of a kind
    NOTE_NEXT,  # seat, chosen
    NOTE_EXCHANGE,  # seat, other, zone, gives, gets
    NOTE_TAKE,  # seat, pile, failed final card (card sets)
    NOTE_DRAW,  # seat, index in the deck, number of cards
    NOTE_SKIP,  # who is skipped
    NOTE_WIN,  # seat, turns
    NOTE_UNFINISHED,  # turns in the second column, as for a win
) = range(11)
