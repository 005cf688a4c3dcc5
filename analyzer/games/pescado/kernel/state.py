"""The state of a game: what lies open, and what is hidden. Two fixed-size records that are copied by assignment.

`table` holds all that everybody may know, the rules included, and, while a player decides, that player's own hand. It
is the observation: the only thing a policy is given. `hidden` holds the cards that nobody or one player may see, the
random streams, and what only the engine counts.
"""

from typing import Any

import numpy as np

from analyzer.core import streams
from analyzer.games.pescado.cards import CARDS, ITEMS, MOST_PLAYERS, NUMBER_CARDS, SPECIALS

# Phases: a round is to be dealt, a player is to play; in the last two, nobody has anything to do.
ROUND, PLAY, OVER, FAULT = range(4)

NOBODY = -1

# Purposes of the random streams: seat s decides with stream s; the cards of round r fall by purpose ROUNDS + r; what a
# player cannot see of a round under way is filled in by purpose WORLD.
SEATS = 0
WORLD = 8
ROUNDS = 16
ROUND_STREAM = MOST_PLAYERS
"""Index in `hidden.streams` of the stream by which the cards of the present round fell."""


def _record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


# Numbers are 32 bits wide: a plug-in is given a copy of the table at every decision, so the table is kept small.
TABLE = _record(
    # Card sets.
    ("hand", np.uint64),  # the own hand of whoever is to play
    ("table", np.uint64),  # what lies on the table
    ("captured", np.uint64, (MOST_PLAYERS,)),  # per seat: what it captured in this round
    # The game as all see it. Numbers.
    ("hand_size", np.int32, (MOST_PLAYERS,)),
    ("pescados", np.int32, (MOST_PLAYERS,)),  # per seat, in this round (P10)
    ("scores", np.int32, (MOST_PLAYERS,)),  # per seat: points of the rounds before (P14)
    ("star_is_zero", np.int32),  # 1 if the * was played to an empty table and brings a 0's point (P7)
    ("last_capturer", np.int32),  # who captured last in this round, or NOBODY (P11)
    ("deal", np.int32),  # from 0: how often hands were dealt before in this round
    ("round_number", np.int32),  # from 0
    ("starter", np.int32),  # who starts this round (P3)
    ("phase", np.int32),
    # Whose turn it is. Unsigned: of a signed index numba checks at run time whether it is negative.
    ("seat", np.uint32),
    # The rules of the run.
    ("players", np.int32),
    ("deals", np.int32),  # how often hands are dealt in a round (P4)
    ("target", np.int32),  # P14
    ("round_limit", np.int32),  # P15
    ("left_out", np.int32),  # number cards (P2)
    ("specials_in", np.int32),  # P2
    ("star_scores", np.int32),  # P7
    ("most_needs_one", np.int32),  # P13
    ("deck", np.uint64),  # card set: all that may be in a round (P1)
)
"""Everything public, and the hand of whoever is to play: what a policy is given as its observation."""

HIDDEN = _record(
    ("hands", np.uint64, (MOST_PLAYERS,)),  # card set per seat
    ("cards", np.int8, (CARDS,)),  # the cards of the round in the order in which they are dealt (P2)
    ("card_count", np.int64),  # how many they are
    ("next_card", np.int64),  # index in `cards` of the next card to be dealt
    ("seed", np.uint64),
    ("game", np.uint64),
    ("streams", np.uint64, (MOST_PLAYERS + 1, streams.WORDS)),
    # What the deck is made of (P1).
    ("numbers", np.int8, (len(NUMBER_CARDS),)),  # the number cards in some order
    ("specials", np.int8, (len(SPECIALS),)),  # the specials in the order of the rules, then anything
    ("special_count", np.int64),
    # What has been counted so far.
    ("plays", np.int64),
    ("items", np.int64, (len(ITEMS), MOST_PLAYERS)),  # points that each item brought each seat (P12)
    ("first_specials", np.uint64),  # card set: the specials of the first round
    ("all_specials", np.uint64),  # card set: the specials of all rounds
    ("winners", np.int64),  # bit per seat; 0 in an unfinished game
    ("answer", np.int64, (2,)),  # in FAULT: what a plug-in answered that the rules forbid
)
"""What no player may see whole, the random streams, and what only the engine needs."""

MOST_PARAMETERS = 32

POLICIES = _record(
    ("play", np.int64, (MOST_PLAYERS,)),  # number of the policy per seat
    ("parameters", np.float64, (MOST_PLAYERS, MOST_PARAMETERS)),
)
"""Who decides at each seat."""
