"""The engine: the rules C3 to C12 as steps from one decision to the next.

`table.phase` says what comes next. `begin_game` ends in ROUND; `lay_line` goes from there to CHOOSE; `keep_choice`
takes the choice of one seat after the other, always on the same table; when all have chosen, `reveal` goes on to the
next ROUND or to OVER. So a game can be taken up at any decision, from a copy of the two records.
"""

import numpy as np

from analyzer.core.bits import popcount, trailing_zeros
from analyzer.core.jit import helper, step
from analyzer.core.log import note
from analyzer.core.streams import rekey, shuffle
from analyzer.games.cofre.cards import LINE
from analyzer.games.cofre.kernel import results as at
from analyzer.games.cofre.kernel.chance import draw_order, draw_slips, seat_at
from analyzer.games.cofre.kernel.claims import (
    NOBODY_CLAIMS,
    claims_on,
    fastest,
    kind_of,
    settle,
    sorted_line,
    stars_on,
    target_kind,
)
from analyzer.games.cofre.kernel.log import NOTE_CARD, NOTE_ROUND, NOTE_SCORE, NOTE_WIN
from analyzer.games.cofre.kernel.state import CHOOSE, DEAL, NOBODY, NOTHING, OVER, ROUND, STREAMS
from analyzer.games.cofre.kernel.telling import note_choices, note_outcome

_ONE = np.uint64(1)
_EVERYBODY = ~np.uint64(0)
_COUNTS = len(at.COUNTED)


@helper
def begin_game(table, hidden, seed, game, log):
    """Sets everything to the start of a game and shuffles the deck (C2); its first round is to be laid out."""
    hidden.seed = seed
    hidden.game = game
    for purpose in range(STREAMS):
        rekey(hidden.streams[purpose], seed, game, np.uint64(purpose))
    for index in range(hidden.card_count):
        hidden.cards[index] = hidden.deck[index]
    shuffle(hidden.streams[DEAL], hidden.cards, hidden.card_count)
    for index in range(hidden.card_count):
        note(log, NOTE_CARD, NOBODY, index, hidden.cards[index], 0, 0)
    hidden.next_card = 0
    for count in range(_COUNTS):
        hidden.counts[count] = 0
    for third in range(at.THIRDS):
        hidden.stars_in_third[third] = 0
    hidden.winners = 0
    for seat in range(table.players):
        table.stars[seat] = 0
        table.hooks[seat] = 0
        table.has_treasure[seat] = 1
        table.last_choice[seat] = NOTHING
        table.followed[seat] = 0
    begin_counting(table, hidden)
    table.round_number = 0
    table.phase = ROUND


@helper
def key_chances(hidden, seed, game):
    """Keys anew all that is left to chance after the deck has been shuffled: choices, speed and slips.

    Args:
        hidden: HIDDEN record of a game that has just begun, changed.
        seed: uint64.
        game: uint64, the game's number.
    """
    for purpose in range(STREAMS):
        if purpose != DEAL:
            rekey(hidden.streams[purpose], seed, game, np.uint64(purpose))


@helper
def begin_counting(table, hidden):
    """Sets what is unseen to the whole deck."""
    for kind in range(table.types):
        for stars in range(table.most_stars + 1):
            table.unseen[kind, stars] = hidden.deck_counts[kind, stars]
        table.unseen_of[kind] = table.deck_of[kind]
        table.unseen_stars[kind] = table.deck_stars[kind]
    table.unseen_cards = table.deck_size


@helper
def see(table, card):
    """Takes a card that is turned up out of what is unseen."""
    kind = kind_of(card)
    stars = stars_on(card)
    table.unseen[kind, stars] -= 1
    table.unseen_of[kind] -= 1
    table.unseen_stars[kind] -= stars
    table.unseen_cards -= 1


@helper
def lay_line(table, hidden, log):
    """From ROUND to CHOOSE: lays three chest cards in line, the third one face up (C3)."""
    for place in range(LINE):
        hidden.line[place] = hidden.cards[hidden.next_card + place]
    hidden.next_card += LINE
    shown = np.int64(hidden.line[2])
    note(log, NOTE_ROUND, NOBODY, table.round_number, hidden.line[0], hidden.line[1], shown)
    table.shown_type = kind_of(shown)
    table.shown_stars = stars_on(shown)
    see(table, shown)
    table.seat = 0
    table.phase = CHOOSE


@helper
def keep_choice(table, hidden, choice):
    """Answers a CHOOSE: keeps the choice of the seat in secret (C3); after the last one, `reveal` is due.

    Args:
        table: TABLE record, changed.
        hidden: HIDDEN record, changed.
        choice: int64, number of a type, or TREASURE.
    """
    hidden.choices[table.seat] = choice
    table.seat += 1


@step
def reveal(table, hidden, log):
    """Turns up cards and choices, settles all claims, and ends the round (C3 to C12)."""
    hidden.order = draw_order(table, hidden)
    note_choices(table, hidden, log)
    see(table, np.int64(hidden.line[0]))
    see(table, np.int64(hidden.line[1]))
    first, second, third = sorted_line(hidden)
    on_first, on_second, on_third, treasures = claims_on(table, hidden, first, second, third)
    target = target_kind(first, second, third, on_first, on_second, on_third)
    all_first = on_first | treasures if kind_of(first) == target else on_first
    all_second = on_second | treasures if kind_of(second) == target else on_second
    all_third = on_third | treasures if kind_of(third) == target else on_third
    playing = _EVERYBODY
    slipped = NOBODY_CLAIMS
    tested = NOBODY_CLAIMS
    slips = draw_slips(table, hidden) if hidden.can_slip else NOBODY_CLAIMS
    while True:
        by_first, by_second, by_third, second_again, third_again = settle(
            first, second, third, on_first, on_second, on_third, all_first, all_second, all_third, playing
        )
        tried = fastest((by_first | by_second | by_third) & ~tested)
        if not hidden.can_slip or tried == NOBODY_CLAIMS:
            break
        tested |= tried
        slipped |= tried & slips
        playing = ~slipped
    failed = treasures & playing & ~(by_first | by_second | by_third)
    note_outcome(table, hidden, first, second, third, by_first, by_second, by_third, slipped, failed, log)
    award(table, hidden, first, by_first, all_first, treasures, False)
    award(table, hidden, second, by_second, all_second, treasures, second_again)
    award(table, hidden, third, by_third, all_third, treasures, third_again)
    give_hooks(table, hidden, slipped, failed)
    discard_treasures(table, hidden, treasures)
    count_choices(table, hidden, first, second, third, all_first, all_second, all_third, treasures)
    for seat in range(table.players):
        choice = hidden.choices[seat]
        table.last_choice[seat] = choice
        table.followed[seat] += choice == table.shown_type
    end_round(table, hidden, log)


@helper
def award(table, hidden, card, taker, claimants, treasures, is_again):
    """Gives a card to who takes it, and lets them give back a hook card for gold coins (C8).

    Args:
        table: TABLE record, changed.
        hidden: HIDDEN record, changed.
        card: int64.
        taker: Word of one place, uint64, or none.
        claimants: Word of places, uint64: who claimed cards of its type at the reveal.
        treasures: Word of places, uint64: who has played the treasure card.
        is_again: bool: whether everyone had had a go.
    """
    stars = stars_on(card)
    counts = hidden.counts
    if taker == NOBODY_CLAIMS:
        counts[at.STARS_LOST] += stars
        counts[at.CARDS_LOST] += 1
        return
    seat = seat_at(hidden.order, trailing_zeros(taker))
    table.stars[seat] += stars
    if kind_of(card) == table.gold_type and table.hooks[seat] > 0:
        table.hooks[seat] -= 1
        counts[at.HOOKS_RETURNED] += 1
    hidden.stars_in_third[third_of_game(table)] += stars
    how = np.int64(at.STARS_CONTESTED)
    if (taker & treasures) != NOBODY_CLAIMS:
        how = np.int64(at.STARS_BY_TREASURE)
    elif claimants == taker:
        how = np.int64(at.STARS_ALONE)
    elif is_again:
        how = np.int64(at.STARS_LEFT_OVER)
    counts[how] += stars


@helper
def third_of_game(table):
    """In which third of the game the present round is: 0, 1 or 2."""
    return np.int64(3 * table.round_number >= table.rounds) + np.int64(
        3 * table.round_number >= 2 * table.rounds
    )


@helper
def give_hooks(table, hidden, slipped, failed):
    """Gives a hook card to all who slipped (C12) or got nothing for their treasure card (C6)."""
    hidden.counts[at.SLIPS] += popcount(slipped)
    hidden.counts[at.FAILED_TREASURES] += popcount(failed)
    rest = slipped | failed
    while rest != NOBODY_CLAIMS:
        table.hooks[seat_at(hidden.order, trailing_zeros(rest))] += 1
        rest &= rest - _ONE


@helper
def discard_treasures(table, hidden, treasures):
    """Takes the treasure cards that were played out of the game (C6)."""
    hidden.counts[at.TREASURES] += popcount(treasures)
    rest = treasures
    while rest != NOBODY_CLAIMS:
        table.has_treasure[seat_at(hidden.order, trailing_zeros(rest))] = 0
        rest &= rest - _ONE


@helper
def count_choices(table, hidden, first, second, third, all_first, all_second, all_third, treasures):
    """Counts what was chosen, and where there was a contest."""
    shown = np.int64(table.shown_type)
    on_shown = NOBODY_CLAIMS
    contests = NOBODY_CLAIMS  # some places of all contests for types that only lay face down
    for card, claimants in ((first, all_first), (second, all_second), (third, all_third)):
        if kind_of(card) == shown:
            on_shown = claimants
        else:
            contests |= claimants & (claimants - _ONE)
    counts = hidden.counts
    counts[at.CONTESTS_SHOWN] += popcount(on_shown) > 1
    counts[at.CONTESTS_HIDDEN] += contests != NOBODY_CLAIMS
    following = popcount(on_shown & ~treasures)
    present = popcount((all_first | all_second | all_third) & ~treasures)
    counts[at.CHOSE_SHOWN] += following
    counts[at.CHOSE_HIDDEN] += present - following
    counts[at.CHOSE_ABSENT] += table.players - popcount(treasures) - present


@helper
def end_round(table, hidden, log):
    """Goes on to the next round; with too few cards left the game is over, and the highest score wins (C9, C10)."""
    table.round_number += 1
    table.phase = ROUND
    if table.round_number == table.rounds:
        best = table.stars[0] - table.hooks[0]
        for seat in range(1, table.players):
            best = max(best, table.stars[seat] - table.hooks[seat])
        winners = np.int64(0)
        for seat in range(table.players):
            score = table.stars[seat] - table.hooks[seat]
            note(log, NOTE_SCORE, seat, score, 0, 0, 0)
            if score == best:
                winners |= np.int64(1) << seat
        hidden.winners = winners
        table.phase = OVER
        note(log, NOTE_WIN, NOBODY, winners, 0, 0, 0)
