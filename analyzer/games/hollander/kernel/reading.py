"""Questions about an observation that the rules and the policies ask alike.

An observation is the table as the deciding player sees it, see `state.TABLE`. None of these functions changes it.
"""

import numpy as np

from analyzer.core.apart import apart
from analyzer.core.cardset import cards, count_of, kinds_in, only, size
from analyzer.core.chances import chance_of_none
from analyzer.core.jit import helper
from analyzer.games.hollander.cards import CREW_RANKS, HOLLANDER, ISLAND, KRAKEN, MUTINY
from analyzer.games.hollander.kernel.legal import legal_kinds
from analyzer.games.hollander.kernel.state import BATTLE, FINAL, FREE, HAND, MUTINIED, NO_REFERENCE, RANK


@helper
def next_seat(observation, places):
    """The seat so many places on, clockwise (H4).

    Args:
        observation: The table as the deciding player sees it.
        places: int64, 1 or more.

    Returns:
        Seat, int64.
    """
    seat = observation.seat + places
    while seat >= observation.players:
        seat -= observation.players
    return seat


@helper
def shared_zones(observation, other):
    """In which zones the deciding player and another one both have a card (H24).

    Args:
        observation: The table as the deciding player sees it.
        other: Seat of the other player.

    Returns:
        int64 with bit HAND, bit BATTLE and bit FINAL set for those zones.
    """
    seat = observation.seat
    zones = np.int64(0)
    if observation.hand_size[seat] > 0 and observation.hand_size[other] > 0:
        zones |= np.int64(1 << HAND)
    if observation.battle[seat] != 0 and observation.battle[other] != 0:
        zones |= np.int64(1 << BATTLE)
    if observation.finals[seat] > 0 and observation.finals[other] > 0:
        zones |= np.int64(1 << FINAL)
    return zones


@helper
def exchange_is_possible(observation):
    """Whether the deciding player can exchange a card with anybody (H24)."""
    for other in range(observation.players):
        if other != observation.seat and shared_zones(observation, other) != 0:
            return True
    return False


@helper
def is_special(kind):
    """Whether a kind is one of the specials, and not crew.

    Args:
        kind: int64, 0 to 15.

    Returns:
        bool.
    """
    return kind >= CREW_RANKS


@helper
def cards_left(observation, seat):
    """How many cards a player is away from winning: hand, battle and final cards (H27).

    Args:
        observation: The table as the deciding player sees it.
        seat: Seat of any player.

    Returns:
        int64.
    """
    return np.int64(observation.hand_size[seat] + observation.finals[seat]) + size(observation.battle[seat])


@helper
def fewest_cards_left(observation):
    """How many cards the opponent closest to winning has left.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        int64.
    """
    fewest = np.int64(1_000)
    for seat in range(observation.players):
        if seat != observation.seat:
            fewest = min(fewest, cards_left(observation, seat))
    return fewest


@helper
def unseen_cards(observation):
    """The cards of which the deciding player cannot know where they are.

    They are the deck less the own hand, all battle cards, the pile, what was burned, and what is known of the others'
    hands: so they lie in the draw pile, among the final cards (the own ones too), or in the others' hands.

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        Card set, uint64.
    """
    unseen = observation.deck - observation.pile - observation.burned - observation.hand
    for seat in range(observation.players):
        unseen -= observation.battle[seat]
        if seat != observation.seat:
            unseen -= observation.known[seat]
    return unseen


@helper
def burns(observation, kind, count):
    """Whether a play burns the pile, so that its player plays again (H22, H26).

    Args:
        observation: The table as the deciding player sees it.
        kind: int64, the kind laid.
        count: int64, the cards laid.

    Returns:
        bool.
    """
    run = count
    if observation.run_kind == kind:
        run += observation.run_length
    is_four = run >= observation.poker_size and (observation.poker_kinds & cards(kind, 1)) != 0
    return kind == KRAKEN or is_four


@helper
def ghost_is_first(observation, under):
    """Whether a hollander counts as the first card of a pile, so that the next player is skipped (H25).

    Args:
        observation: The table as the deciding player sees it.
        under: Card set, uint64: what the hollander is laid on.

    Returns:
        bool.
    """
    return under == 0 or (observation.ghosts_skip_on_ghosts != 0 and kinds_in(under) == cards(HOLLANDER, 1))


@helper
def legal_now(observation):
    """What may be laid on the pile as it lies (H13 to H18).

    Args:
        observation: The table as the deciding player sees it.

    Returns:
        Kinds mask, uint64.
    """
    return legal_kinds(
        observation.demand, observation.reference, observation.captain, observation.mutiny_first_max
    )


@helper
def legal_after(observation, kind):
    """What the player after a play may lay, provided that the play does not burn the pile (H13 to H19).

    Args:
        observation: The table as the deciding player sees it.
        kind: int64, the kind laid.

    Returns:
        Kinds mask, uint64.
    """
    reference = np.int64(observation.reference)
    demand = np.int64(RANK)
    if kind < CREW_RANKS:
        reference = np.int64(kind)
    elif (observation.clearing_kinds & cards(kind, 1)) != 0:
        reference = np.int64(NO_REFERENCE)
    elif kind == HOLLANDER:
        demand = np.int64(observation.demand)
    elif kind == MUTINY:
        demand = np.int64(MUTINIED)
    elif kind == ISLAND:
        demand = np.int64(FREE)
    return legal_kinds(demand, reference, observation.captain, observation.mutiny_first_max)


@helper
def seat_after(observation, kind, count):
    """Whose turn it is after a play, a wormhole naming the next player (H4, H22, H25, H26).

    Args:
        observation: The table as the deciding player sees it.
        kind: int64, the kind laid.
        count: int64, the cards laid.

    Returns:
        Seat, int64; the player's own after a burn, and with two players after a skip.
    """
    if burns(observation, kind, count):
        return np.int64(observation.seat)
    if kind == HOLLANDER and ghost_is_first(observation, observation.pile):
        return np.int64(next_seat(observation, 2))
    return np.int64(next_seat(observation, 1))


@apart
def chance_stuck(observation, seat, kinds, unseen):
    """The chance that another player has nothing to lay in their next turn, and must take the pile (H6, H8, H10).

    It is exact for a player who plays from the battle cards, which lie open. Cards of a hand that are known count as
    what they are, the others as drawn from `unseen`, as does the final card of a player who has no other left.

    Args:
        observation: The table as the deciding player sees it.
        seat: Seat of the other player.
        kinds: Kinds mask, uint64: what will be legal, see `legal_after` and `legal_now`.
        unseen: Card set, uint64: what the unknown cards may be, see `unseen_cards`.

    Returns:
        float64, 0 to 1.
    """
    held = np.int64(observation.hand_size[seat])
    if held > 0:
        known = observation.known[seat]
        if only(known, kinds) != 0:
            return 0.0
        unknown = held - size(known)
    elif observation.draw_pile_size > 0:
        unknown = np.int64(min(observation.hand_goal, observation.draw_pile_size))
    elif observation.battle[seat] != 0:
        return 0.0 if only(observation.battle[seat], kinds) != 0 else 1.0
    else:
        unknown = np.int64(1)
    total = size(unseen)
    return chance_of_none(total, total - size(only(unseen, kinds)), unknown)


@helper
def zone_cards(observation):
    """The cards of the zone that the deciding player plays from: hand, or battle cards (H6).

    Args:
        observation: The table as the deciding player sees it, in a PLAY.

    Returns:
        Card set, uint64.
    """
    return observation.hand if observation.zone == HAND else observation.battle[observation.seat]


@helper
def laid_from_hand(observation, kind, count):
    """How many cards of a play come from the hand; the others are battle cards (H9).

    Args:
        observation: The table as the deciding player sees it, in a PLAY.
        kind: int64, the kind laid.
        count: int64, the cards laid.

    Returns:
        int64.
    """
    return min(count, count_of(observation.hand, kind)) if observation.zone == HAND else np.int64(0)
