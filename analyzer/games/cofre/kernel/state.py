"""The state of a game: what everybody may know, and what is hidden. Two fixed-size records, copied by assignment.

All that a player knows is public: the face-up card, the cards that were turned before, who has used the treasure card.
So `table` is the observation, the only thing that a policy is given; while the players choose, only `seat` changes in
it. `hidden` holds the deck, the choices that are not turned yet, the random streams, and what only the engine counts.
"""

from typing import Any

import numpy as np

from analyzer.core import streams
from analyzer.games.cofre.cards import LINE, MOST_CARDS, MOST_PLAYERS, MOST_TYPES, STAR_VALUES
from analyzer.games.cofre.kernel.results import COUNTED, THIRDS

# Phases: a round is to be laid out, a player is to choose; in the last two, nobody has anything to do.
ROUND, CHOOSE, OVER, FAULT = range(4)

NOBODY = -1
NOTHING = -1
"""The choice of a player who has not chosen yet."""

# The random streams: seat s decides with stream s; then the deck, the order of speed, the slips. The number is at once
# the purpose and the index in `hidden.streams`.
DEAL, ORDER, SLIP = MOST_PLAYERS, MOST_PLAYERS + 1, MOST_PLAYERS + 2
STREAMS = MOST_PLAYERS + 3


def _record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


# Numbers are small: a plug-in is given a copy of the table at every decision.
TABLE = _record(
    # The face-up card (C3).
    ("shown_type", np.uint32),
    ("shown_stars", np.uint32),
    # The cards that have not been turned up: the two that lie face down, and the deck.
    ("unseen", np.int16, (MOST_TYPES, STAR_VALUES)),  # by type and stars
    ("unseen_stars", np.int32, (MOST_TYPES,)),  # sum of the stars by type
    ("unseen_of", np.int32, (MOST_TYPES,)),  # cards by type
    ("unseen_cards", np.int32),  # all of them
    # The players.
    ("stars", np.int32, (MOST_PLAYERS,)),  # on the cards won (C10)
    ("hooks", np.int32, (MOST_PLAYERS,)),  # hook cards held
    ("has_treasure", np.int32, (MOST_PLAYERS,)),  # 1 until the treasure card is used (C6)
    ("last_choice", np.int32, (MOST_PLAYERS,)),  # what they chose in the round before, or NOTHING
    ("followed", np.int32, (MOST_PLAYERS,)),  # rounds in which they chose the type of the face-up card
    ("round_number", np.int32),  # from 0
    ("phase", np.int32),
    # Whose choice it is. Unsigned: of a signed index numba checks at run time whether it is negative.
    ("seat", np.uint32),
    # The rules of the run.
    ("players", np.int32),
    ("types", np.int32),
    ("rounds", np.int32),  # how many there are in a game (C9)
    ("deck_size", np.int32),  # cards
    ("most_stars", np.int32),  # of any card of the deck
    ("gold_type", np.int32),  # number of the type, or NOBODY (C1)
    ("deck_of", np.int32, (MOST_TYPES,)),  # cards of the whole deck by type (C2)
    ("deck_stars", np.int32, (MOST_TYPES,)),  # sum of their stars by type
    ("speed", np.float64, (MOST_PLAYERS,)),  # C11
    ("slip", np.float64, (MOST_PLAYERS,)),  # C12
)
"""Everything that a player may know: what a policy is given as its observation."""

HIDDEN = _record(
    ("deck", np.uint8, (MOST_CARDS,)),  # the cards of the deck in the order of the rules
    ("cards", np.uint8, (MOST_CARDS,)),  # the same in the order of this game
    ("card_count", np.int64),
    ("next_card", np.int64),  # index in `cards` of the next card to be laid
    ("line", np.uint8, (LINE,)),  # the cards of this round from left to right; the last one is face up
    ("choices", np.int64, (MOST_PLAYERS,)),  # per seat; only of seats that have chosen
    ("order", np.uint64),  # the seats by speed in the last round that was settled, see `chance` (C11)
    ("deck_counts", np.int16, (MOST_TYPES, STAR_VALUES)),  # the same by type and stars
    ("speeds_differ", np.int64),  # whether somebody is faster than another one
    ("can_slip", np.int64),  # whether anybody ever slips
    ("seed", np.uint64),
    ("game", np.uint64),
    ("streams", np.uint64, (STREAMS, streams.WORDS)),
    # What has been counted so far, of all seats together.
    ("counts", np.int64, (len(COUNTED),)),  # see `results`
    ("stars_in_third", np.int64, (THIRDS,)),  # won in each third of the rounds
    ("winners", np.int64),  # bit per seat
    ("answer", np.int64),  # in FAULT: what a plug-in answered that the rules forbid
)
"""What no player may see, the random streams, and what only the engine needs."""

MOST_PARAMETERS = 32

POLICIES = _record(
    ("policy", np.int64, (MOST_PLAYERS,)),  # number of the policy per seat
    ("parameters", np.float64, (MOST_PLAYERS, MOST_PARAMETERS)),
    # For `equilibrium`, see `policies.equilibrium`: [type shown][its stars][type chosen].
    ("strategy", np.float64, (MOST_TYPES, STAR_VALUES, MOST_TYPES)),
)
"""Who decides at each seat."""
