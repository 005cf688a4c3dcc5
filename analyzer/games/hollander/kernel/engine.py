"""The engine: the rules H3 to H29 as steps from one decision point to the next.

`table.phase` says what comes next. `deal_cards` ends in SWAP; `lay_battle` answers a SWAP; `start_play` goes from TURN
to PLAY, or to the next TURN if the player has to take the pile; `lay` answers a PLAY; `exchange` and `pass_to` answer
a PIRATE_CHOICE and a WORMHOLE_CHOICE. So a game can be taken up at any decision, from a copy of the two records.
"""

import numpy as np

from analyzer.core.cardset import (
    EMPTY,
    cards,
    count_of,
    kinds_in,
    less,
    lowest_kind,
    nth_card,
    only,
    size,
)
from analyzer.core.jit import helper, step
from analyzer.core.log import note, word
from analyzer.core.streams import below, rekey, shuffle
from analyzer.games.hollander.cards import CREW_RANKS, HOLLANDER, KRAKEN, LAID, MUTINY, PIRATE, WORMHOLE
from analyzer.games.hollander.kernel.legal import legal_kinds
from analyzer.games.hollander.kernel.log import (
    NOTE_BURN,
    NOTE_DRAW,
    NOTE_EXCHANGE,
    NOTE_NEXT,
    NOTE_PLAY,
    NOTE_SKIP,
    NOTE_SWAP,
    NOTE_TAKE,
    NOTE_TURN,
    NOTE_UNFINISHED,
    NOTE_WIN,
)
from analyzer.games.hollander.kernel.reading import exchange_is_possible, ghost_is_first, next_seat
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    CHANCE,
    DEAL,
    FINAL,
    FREE,
    HAND,
    MUTINIED,
    NO_REFERENCE,
    NOBODY,
    OVER,
    PIRATE_CHOICE,
    PLAY,
    RANK,
    SEATS,
    SWAP,
    TURN,
    WORMHOLE_CHOICE,
)


@helper
def deal_cards(table, hidden, deck, seed, game):
    """Shuffles and deals (H3); the game stands before seat 0's swap."""
    shuffle_cards(table, hidden, deck, seed, game)
    deal_out(table, hidden)
    key_chances(table, hidden, seed, game)


@helper
def shuffle_cards(table, hidden, deck, seed, game):
    """Shuffles the deck that a game is dealt from."""
    rekey(hidden.streams[DEAL], seed, game, np.uint64(DEAL))
    total = table.deck_size
    for index in range(total):
        hidden.deck[index] = deck[index]
    shuffle(hidden.streams[DEAL], hidden.deck, total)


@helper
def key_chances(table, hidden, seed, game):
    """Sets all streams but the deal's: those of chance events and of the seats' decisions."""
    rekey(hidden.streams[CHANCE], seed, game, np.uint64(CHANCE))
    for seat in range(table.players):
        rekey(hidden.streams[SEATS + seat], seed, game, np.uint64(SEATS + seat))


@helper
def deal_out(table, hidden):
    """Deals the shuffled deck out (H3); the game stands before seat 0's swap."""
    total = table.deck_size
    dealt = 0
    for seat in range(table.players):
        for index in range(LAID):
            hidden.finals[seat, index] = hidden.deck[dealt + index]
        dealt += LAID
        battle = EMPTY
        for index in range(LAID):
            battle += cards(hidden.deck[dealt + index], 1)
        dealt += LAID
        hand = EMPTY
        for index in range(table.hand_goal):
            hand += cards(hidden.deck[dealt + index], 1)
        dealt += table.hand_goal
        table.battle[seat] = battle
        hidden.hands[seat] = hand
        table.hand_size[seat] = table.hand_goal
        table.finals[seat] = LAID
        table.known[seat] = EMPTY
    hidden.next_card = dealt
    table.draw_pile_size = total - dealt
    table.burned = EMPTY
    table.turn = 0
    table.seat = 0  # H4
    hidden.plays = 0
    hidden.takes = 0
    hidden.burns = 0
    hidden.winner = NOBODY
    clear_pile(table)
    # A policy must not see what the last game left behind.
    table.hand = hidden.hands[0]
    table.zone = HAND
    table.playable = EMPTY
    table.phase = SWAP


@helper
def lay_battle(table, hidden, laid, log):
    """Answers a SWAP: of the deciding player's six cards, `laid` become the battle cards (H5)."""
    seat = table.seat
    before = table.battle[seat]
    if laid != before:
        hidden.hands[seat] += before - laid
        table.battle[seat] = laid
        table.known[seat] = less(before, laid)  # they lay open until now
    note(log, NOTE_SWAP, seat, word(laid), word(hidden.hands[seat]), 0, 0)
    seat += 1
    if seat < table.players:
        table.seat = seat
        table.hand = hidden.hands[seat]
    else:
        table.seat = 0
        table.phase = TURN
        note(log, NOTE_TURN, 0, 0, 0, 0, 0)


@helper
def start_play(table, hidden, log):
    """From TURN to PLAY, if the player has a legal play; else they take the pile, and the next TURN comes."""
    seat = table.seat
    if table.hand_size[seat] == 0 and table.draw_pile_size > 0:
        if table.refills_mid_turn == 0:  # H12
            end_turn(table, hidden, next_seat(table, 1), log)
            return
        draw(table, hidden, log)
    playable_kinds = legal_kinds(table.demand, table.reference, table.captain, table.mutiny_first_max)
    hand = hidden.hands[seat]
    battle = table.battle[seat]
    final = EMPTY
    if table.hand_size[seat] > 0:  # H6
        table.zone = HAND
        playable = only(hand, playable_kinds)
        if table.draw_pile_size == 0:
            kind = lowest_kind(hand)
            if count_of(hand, kind) == table.hand_size[seat]:  # H9: this kind can empty the hand
                playable += only(cards(kind, count_of(battle, kind)), playable_kinds)
    elif battle != 0:
        table.zone = BATTLE
        playable = only(battle, playable_kinds)
    else:
        table.zone = FINAL
        final = turn_final(table, hidden, seat)
        playable = only(final, playable_kinds)
    if playable != 0:
        table.hand = hand
        table.playable = playable
        table.phase = PLAY
    else:
        take_pile(table, hidden, final, log)
        end_turn(table, hidden, next_seat(table, 1), log)


@helper
def turn_final(table, hidden, seat):
    """Turns one of the final cards at random (H10): a set of one card."""
    left = table.finals[seat]
    index = below(hidden.streams[CHANCE], left)
    kind = hidden.finals[seat, index]
    hidden.finals[seat, index] = hidden.finals[seat, left - 1]
    table.finals[seat] = left - 1
    return cards(kind, 1)


@helper
def take_pile(table, hidden, final, log):
    """The player takes the whole pile, and with it the final card that failed (H8, H10)."""
    seat = table.seat
    taken = table.pile + final
    note(log, NOTE_TAKE, seat, word(table.pile), word(final), 0, 0)
    hidden.hands[seat] += taken
    table.known[seat] += taken
    table.hand_size[seat] += size(taken)
    hidden.takes += 1
    clear_pile(table)


@helper
def clear_pile(table):
    """Nothing lies, and nothing is demanded (H16, H20)."""
    table.pile = EMPTY
    table.reference = NO_REFERENCE
    table.demand = RANK
    table.run_kind = NOBODY
    table.run_length = 0


@helper
def remove_laid(table, hidden, kind, count, log):
    """The cards of a play leave the zone that they are played from."""
    seat = table.seat
    if table.zone == HAND:
        hand = hidden.hands[seat]
        from_hand = min(count, count_of(hand, kind))
        from_battle = count - from_hand  # H9
        hidden.hands[seat] = hand - cards(kind, from_hand)
        table.hand_size[seat] -= from_hand
        table.battle[seat] -= cards(kind, from_battle)
        known = table.known[seat]
        table.known[seat] = known - cards(kind, min(count_of(known, kind), from_hand))
        note(log, NOTE_PLAY, seat, HAND, kind, count, from_battle)
    else:
        if table.zone == BATTLE:
            table.battle[seat] -= cards(kind, count)
        note(log, NOTE_PLAY, seat, table.zone, kind, count, 0)


@helper
def lay(table, hidden, kind, count, log):
    """Answers a PLAY: lays `count` cards of a kind (H7), with their effect, once (H21)."""
    seat = table.seat
    remove_laid(table, hidden, kind, count, log)
    hidden.plays += 1
    if table.hand_size[seat] + table.finals[seat] == 0 and table.battle[seat] == 0:  # H27
        hidden.winner = seat
        table.turn += 1
        table.phase = OVER
        note(log, NOTE_WIN, seat, table.turn, 0, 0, 0)
        return
    under = table.pile
    table.pile = under + cards(kind, count)
    if kind == HOLLANDER:  # H19, H26: as if it were not there
        if ghost_is_first(table, under):  # H25
            note(log, NOTE_SKIP, next_seat(table, 1), 0, 0, 0, 0)
            end_turn(table, hidden, next_seat(table, 2), log)
        else:
            end_turn(table, hidden, next_seat(table, 1), log)
        return
    run = count
    if table.run_kind == kind:
        run += table.run_length
    table.run_kind = kind
    table.run_length = run
    is_four = run >= table.poker_size and (table.poker_kinds & cards(kind, 1)) != 0
    if kind == KRAKEN or is_four:  # H22, H26
        note(log, NOTE_BURN, seat, is_four, 0, 0, 0)
        table.burned += table.pile
        hidden.burns += 1
        clear_pile(table)
        table.phase = TURN
        return
    table.demand = RANK  # H19
    if kind < CREW_RANKS:
        table.reference = kind
    else:
        if (table.clearing_kinds & cards(kind, 1)) != 0:  # H16
            table.reference = NO_REFERENCE
        if kind == WORMHOLE:
            table.phase = WORMHOLE_CHOICE
            table.hand = hidden.hands[seat]
            return
        if kind == PIRATE:
            if exchange_is_possible(table):
                table.phase = PIRATE_CHOICE
                table.hand = hidden.hands[seat]
                return
        elif kind == MUTINY:
            table.demand = MUTINIED
        else:
            table.demand = FREE
    end_turn(table, hidden, next_seat(table, 1), log)


@step
def exchange(table, hidden, other, zone, gives, gets, log):
    """Answers a PIRATE_CHOICE (H24).

    `other` is NOBODY to decline; `gives` is chosen in hand and battle, `gets` in battle; the rest is drawn at random.
    """
    seat = table.seat
    if other != NOBODY:
        chance = hidden.streams[CHANCE]
        if zone == FINAL:
            mine = below(chance, table.finals[seat])
            theirs = below(chance, table.finals[other])
            gives = np.int64(hidden.finals[seat, mine])
            gets = np.int64(hidden.finals[other, theirs])
            hidden.finals[seat, mine] = gets
            hidden.finals[other, theirs] = gives
        elif zone == BATTLE:
            table.battle[seat] += cards(gets, 1) - cards(gives, 1)
            table.battle[other] += cards(gives, 1) - cards(gets, 1)
        else:
            gets = nth_card(hidden.hands[other], below(chance, table.hand_size[other]))
            hidden.hands[seat] += cards(gets, 1) - cards(gives, 1)
            hidden.hands[other] += cards(gives, 1) - cards(gets, 1)
            # The others see that a card changed hands, not which: any known one may be gone.
            table.known[seat] = less(table.known[seat], kinds_in(table.known[seat]))
            table.known[other] = less(table.known[other], kinds_in(table.known[other]))
        note(log, NOTE_EXCHANGE, seat, other, zone, gives, gets)
    end_turn(table, hidden, next_seat(table, 1), log)


@helper
def pass_to(table, hidden, chosen, log):
    """Answers a WORMHOLE_CHOICE: the chosen player has the next turn (H23)."""
    note(log, NOTE_NEXT, table.seat, chosen, 0, 0, 0)
    end_turn(table, hidden, chosen, log)


@helper
def draw(table, hidden, log):
    """Draws until the hand has three cards, while the draw pile lasts (H11, H12)."""
    seat = table.seat
    missing = min(table.hand_goal - table.hand_size[seat], table.draw_pile_size)
    if missing > 0:
        first = hidden.next_card
        note(log, NOTE_DRAW, seat, first, missing, 0, 0)
        hand = hidden.hands[seat]
        for index in range(first, first + missing):
            hand += cards(hidden.deck[index], 1)
        hidden.hands[seat] = hand
        hidden.next_card = first + missing
        table.draw_pile_size -= missing
        table.hand_size[seat] += missing


@helper
def end_turn(table, hidden, follower, log):
    """Draws (H11) and hands the turn on (H29), unless that was the last one allowed (H28)."""
    draw(table, hidden, log)
    table.turn += 1
    table.seat = follower
    if table.turn < table.turn_limit:
        table.phase = TURN
        note(log, NOTE_TURN, follower, table.turn, 0, 0, 0)
    else:
        table.phase = OVER
        note(log, NOTE_UNFINISHED, NOBODY, table.turn, 0, 0, 0)
