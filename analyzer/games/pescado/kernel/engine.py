"""The engine: the rules P2 to P15 as steps from one decision to the next.

`table.phase` says what comes next. `begin_game` ends in ROUND; `begin_round` goes from there to PLAY; `play_card`
answers a PLAY and goes on to the next one, to the next ROUND or to OVER. So a game can be taken up at any decision,
from a copy of the two records.
"""

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.jit import helper, step
from analyzer.core.log import note, word
from analyzer.core.streams import below, rekey, shuffle
from analyzer.games.pescado.cards import (
    HAND,
    HIGHEST_NUMBER,
    ITEMS,
    LAID_OUT,
    NUMBER_CARDS,
    STAR,
    ZERO,
    J,
    set_of,
)
from analyzer.games.pescado.kernel.log import (
    BITS_OF_ITEM,
    NOTE_CARD,
    NOTE_DEAL,
    NOTE_LEFTOVER,
    NOTE_PLAY,
    NOTE_POINTS,
    NOTE_ROUND,
    NOTE_UNFINISHED,
    NOTE_WIN,
)
from analyzer.games.pescado.kernel.state import NOBODY, OVER, PLAY, ROUND, ROUND_STREAM, ROUNDS, SEATS
from analyzer.games.pescado.kernel.sums import bit

EMPTY = np.uint64(0)
TUNA = np.uint64(set_of([4 * number for number in range(1, HIGHEST_NUMBER + 1)]))
SEVENS = np.uint64(set_of([28, 29, 30, 31]))
SEVEN_OF_TUNA = TUNA & SEVENS
_J = np.uint64(set_of([J]))
_STAR = np.uint64(set_of([STAR]))
_ZERO = np.uint64(set_of([ZERO]))
_FIRST_NUMBER = NUMBER_CARDS[0]
_NUMBERS = len(NUMBER_CARDS)
_ITEMS = len(ITEMS)
_SEVEN_OF_TUNA, _MOST_TUNA, _MOST_CARDS, _MOST_SEVENS, _ZEROS, _PESCADOS, _J_POINT = range(_ITEMS)


@helper
def begin_game(table, hidden, seed, game):
    """Sets everything to the start of a game; its first round is to be dealt."""
    hidden.seed = seed
    hidden.game = game
    key_chances(table, hidden, seed, game)
    for seat in range(table.players):
        table.scores[seat] = 0
        for item in range(_ITEMS):
            hidden.items[item, seat] = 0
    hidden.plays = 0
    hidden.first_specials = EMPTY
    hidden.all_specials = EMPTY
    hidden.winners = 0
    table.round_number = 0
    table.starter = 0  # P3
    table.phase = ROUND


@helper
def key_chances(table, hidden, seed, game):
    """Sets the streams of the seats' decisions."""
    for seat in range(table.players):
        rekey(hidden.streams[SEATS + seat], seed, game, np.uint64(SEATS + seat))


@step
def begin_round(table, hidden, log):
    """From ROUND to PLAY: shuffles and deals a round (P2, P4)."""
    shuffle_cards(table, hidden)
    deal_round(table, hidden, log)


@helper
def deal_round(table, hidden, log):
    """From ROUND to PLAY: deals the shuffled cards (P4)."""
    note(log, NOTE_ROUND, table.starter, table.round_number, 0, 0, 0)
    for index in range(hidden.card_count):
        note(log, NOTE_CARD, NOBODY, index, hidden.cards[index], 0, 0)
    for seat in range(table.players):
        table.captured[seat] = EMPTY
        table.pescados[seat] = 0
    table.star_is_zero = 0
    table.last_capturer = NOBODY
    table.seat = table.starter
    table.deal = -1
    hidden.next_card = 0
    deal_hands(table, hidden, log)
    laid = EMPTY
    for index in range(hidden.next_card, hidden.next_card + LAID_OUT):
        laid |= bit(hidden.cards[index])
    hidden.next_card += LAID_OUT
    table.table = laid
    table.phase = PLAY


@helper
def shuffle_cards(table, hidden):
    """Makes the deck of a round (P2): leaves number cards out, puts specials in, shuffles.

    The draws depend on the round alone, not on the cards: where one special of the rules stands in for another one, it
    comes up at the same places.
    """
    stream = hidden.streams[ROUND_STREAM]
    rekey(stream, hidden.seed, hidden.game, np.uint64(ROUNDS + table.round_number))
    cards = hidden.cards
    for index in range(_NUMBERS):
        cards[index] = _FIRST_NUMBER + index
    size = np.int64(_NUMBERS)
    for _ in range(table.left_out):
        # The last card takes the place of the one that is left out.
        cards[below(stream, size)] = cards[size - 1]
        size -= 1
    for index in range(hidden.special_count):
        cards[size + index] = hidden.specials[index]
    specials = EMPTY
    for drawn in range(table.specials_in):
        other = size + below(stream, hidden.special_count - drawn)
        special = cards[other]
        cards[other] = cards[size]
        cards[size] = special
        specials |= bit(special)
        size += 1
    hidden.card_count = size
    shuffle(stream, cards, size)
    if table.round_number == 0:
        hidden.first_specials = specials
    hidden.all_specials |= specials


@helper
def deal_hands(table, hidden, log):
    """Deals three cards to each hand, from the starter clockwise (P4)."""
    note(log, NOTE_DEAL, table.starter, hidden.next_card, 0, 0, 0)
    seat = np.int64(table.starter)
    next_card = hidden.next_card
    for _ in range(table.players):
        hand = EMPTY
        for index in range(next_card, next_card + HAND):
            hand |= bit(hidden.cards[index])
        next_card += HAND
        hidden.hands[seat] = hand
        table.hand_size[seat] = HAND
        seat += 1
        if seat == table.players:
            seat = np.int64(0)
    hidden.next_card = next_card
    table.deal += 1
    table.hand = hidden.hands[table.seat]


@helper
def play_card(table, hidden, card, chosen, log):
    """Answers a PLAY: a card captures a set of table cards, or stays on the table (P5).

    Args:
        table: TABLE record, changed.
        hidden: HIDDEN record, changed.
        card: int64, a card of the hand.
        chosen: Card set, uint64: what the card captures by its value or as *; a J that comes along is not in it.
        log: See `core.log.note`.
    """
    seat = table.seat
    played = bit(card)
    lying = table.table
    hidden.plays += 1
    hidden.hands[seat] ^= played
    table.hand_size[seat] -= 1
    if chosen == 0:
        if card == STAR:
            table.star_is_zero = table.star_scores  # P7
        table.table = lying | played
        note(log, NOTE_PLAY, seat, card, 0, 0, 0)
    else:
        taken = chosen | (lying & _J)  # P8
        rest = lying & ~taken
        table.table = rest
        table.captured[seat] |= taken | played
        table.last_capturer = seat
        if rest == 0:  # P10
            table.pescados[seat] += 1
        note(log, NOTE_PLAY, seat, card, word(chosen), taken != chosen, rest == 0)
    seat += 1
    if seat == table.players:
        seat = 0
    table.seat = seat
    if table.hand_size[seat] > 0:
        table.hand = hidden.hands[seat]
    elif table.deal + 1 < table.deals:
        deal_hands(table, hidden, log)
    else:
        end_round(table, hidden, log)


@step
def end_round(table, hidden, log):
    """The last capturer takes what lies there (P11), points are counted, and the game may be over (P14, P15)."""
    if table.table != 0:
        note(log, NOTE_LEFTOVER, table.last_capturer, word(table.table), 0, 0, 0)
        if table.last_capturer != NOBODY:
            table.captured[table.last_capturer] |= table.table
        table.table = EMPTY
    count_points(table, hidden, log)
    table.hand = EMPTY
    table.round_number += 1
    best = table.scores[0]
    for seat in range(1, table.players):
        best = max(best, table.scores[seat])
    if best >= table.target:
        winners = np.int64(0)
        for seat in range(table.players):
            if table.scores[seat] == best:
                winners |= np.int64(1) << seat
        hidden.winners = winners
        table.phase = OVER
        note(log, NOTE_WIN, NOBODY, winners, table.round_number, 0, 0)
    elif table.round_number == table.round_limit:
        table.phase = OVER
        note(log, NOTE_UNFINISHED, NOBODY, 0, table.round_number, 0, 0)
    else:
        table.starter += 1  # P3
        if table.starter == table.players:
            table.starter = 0
        table.phase = ROUND


@helper
def count_points(table, hidden, log):
    """Counts the points of a round (P12, P13)."""
    fewest = np.int64(1) if table.most_needs_one else np.int64(0)
    most_tuna = fewest
    most_cards = fewest
    most_sevens = fewest
    for seat in range(table.players):
        pile = table.captured[seat]
        most_tuna = max(most_tuna, popcount(pile & TUNA))
        most_cards = max(most_cards, popcount(pile))
        most_sevens = max(most_sevens, popcount(pile & SEVENS))
    zeros = _ZERO | (_STAR if table.star_is_zero else EMPTY)
    for seat in range(table.players):
        pile = table.captured[seat]
        seven_of_tuna = popcount(pile & SEVEN_OF_TUNA)
        has_tuna = np.int64(popcount(pile & TUNA) == most_tuna)
        has_cards = np.int64(popcount(pile) == most_cards)
        has_sevens = np.int64(popcount(pile & SEVENS) == most_sevens)
        zero = popcount(pile & zeros)
        pescados = np.int64(table.pescados[seat])
        js = popcount(pile & _J)
        hidden.items[_SEVEN_OF_TUNA, seat] += seven_of_tuna
        hidden.items[_MOST_TUNA, seat] += has_tuna
        hidden.items[_MOST_CARDS, seat] += has_cards
        hidden.items[_MOST_SEVENS, seat] += has_sevens
        hidden.items[_ZEROS, seat] += zero
        hidden.items[_PESCADOS, seat] += pescados
        hidden.items[_J_POINT, seat] -= js
        table.scores[seat] += seven_of_tuna + has_tuna + has_cards + has_sevens + zero + pescados - js
        if log is not None:
            items = seven_of_tuna
            items |= has_tuna << (BITS_OF_ITEM * _MOST_TUNA)
            items |= has_cards << (BITS_OF_ITEM * _MOST_CARDS)
            items |= has_sevens << (BITS_OF_ITEM * _MOST_SEVENS)
            items |= zero << (BITS_OF_ITEM * _ZEROS)
            items |= pescados << (BITS_OF_ITEM * _PESCADOS)
            items |= js << (BITS_OF_ITEM * _J_POINT)
            note(log, NOTE_POINTS, seat, items, table.scores[seat], 0, 0)
