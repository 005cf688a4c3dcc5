"""The state of a game: what lies open, and what is hidden. Two fixed-size records that are copied by assignment.

`table` holds all that everybody may know, the rules included, and, while a player decides, that player's own cards. It
is the observation: the only thing a policy is given. `hidden` holds the cards that nobody or one player may see, and
the random streams.
"""

from typing import Any

import numpy as np

from analyzer.core import streams
from analyzer.games.hollander.cards import LAID, MOST_PLAYERS

MOST_CARDS = 240
"""Sixteen kinds of fifteen cards (H1)."""

# Phases: who is to do what next. In the last two, nobody has anything to do.
SWAP, TURN, PLAY, WORMHOLE_CHOICE, PIRATE_CHOICE, OVER, FAULT = range(7)

# Zones (H6).
HAND, BATTLE, FINAL = range(3)

# Demands on the next play: that of H13, of a mutiny (H17), or none after an island (H18).
RANK, MUTINIED, FREE = range(3)

NO_REFERENCE = -1
NOBODY = -1

# Purposes of the random streams; seat s decides with stream SEATS + s.
DEAL, CHANCE, SEATS = range(3)


def _record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


# Numbers are 32 bits wide: a plug-in is given a copy of the table at every decision, so the table is kept small.
TABLE = _record(
    # The game as all see it. Card sets: what lies or went where.
    ("pile", np.uint64),
    ("burned", np.uint64),  # all that has left the game
    ("battle", np.uint64, (MOST_PLAYERS,)),  # per seat
    ("known", np.uint64, (MOST_PLAYERS,)),  # per seat: what all saw go to that hand and must still be there
    # What the player who decides sees besides. Card sets.
    ("hand", np.uint64),  # the own hand
    ("playable", np.uint64),  # legal cards of the zone that is played from, H9 included
    # The game as all see it. Numbers.
    ("hand_size", np.int32, (MOST_PLAYERS,)),
    ("finals", np.int32, (MOST_PLAYERS,)),  # final cards left per seat
    ("draw_pile_size", np.int32),
    ("reference", np.int32),  # kind of the reference, or NO_REFERENCE (H16)
    ("demand", np.int32),  # RANK, MUTINIED or FREE
    ("run_kind", np.int32),  # the kind on top of the pile, looking through hollanders (H26), or NOBODY
    ("run_length", np.int32),
    ("phase", np.int32),
    ("zone", np.int32),  # the zone that is played from, in a PLAY
    ("turn", np.int32),  # from 0
    # Whose turn or choice it is. Unsigned: of a signed index numba checks at run time whether it is negative.
    ("seat", np.uint32),
    # The rules of the run.
    ("players", np.int32),
    ("captain", np.int32),  # kind of the highest crew rank in the deck (H1)
    ("mutiny_first_max", np.int32),  # H17, H33
    ("poker_size", np.int32),  # H26, H33
    ("hand_goal", np.int32),  # H11, H33
    ("turn_limit", np.int32),  # H28
    ("refills_mid_turn", np.int32),  # whether (H12)
    ("ghosts_skip_on_ghosts", np.int32),  # whether a hollander on hollanders only is first (H25)
    ("deck_size", np.int32),
    ("deck", np.uint64),  # card set: the whole deck
    ("poker_kinds", np.uint64),  # kinds mask: what can form a poker (H26)
    ("clearing_kinds", np.uint64),  # kinds mask: specials that clear the reference (H16)
)
"""Everything public, and the deciding player's own cards: what a policy is given as its observation."""

HIDDEN = _record(
    ("hands", np.uint64, (MOST_PLAYERS,)),  # card set per seat
    ("finals", np.int8, (MOST_PLAYERS, LAID)),  # kinds; the first `table.finals[seat]` of each row are left
    ("deck", np.int8, (MOST_CARDS,)),  # kinds in the order of the deal
    ("next_card", np.int64),  # index in `deck` of the next card of the draw pile
    ("streams", np.uint64, (SEATS + MOST_PLAYERS, streams.WORDS)),
    # What has been counted so far.
    ("plays", np.int64),
    ("takes", np.int64),
    ("burns", np.int64),
    ("winner", np.int64),  # a seat, or NOBODY
    ("answer", np.int64, (4,)),  # in FAULT: what a plug-in answered that the rules forbid
)
"""What no player may see whole, the random streams, and what is counted."""

MOST_PARAMETERS = 32

POLICIES = _record(
    ("swap", np.int64, (MOST_PLAYERS,)),  # number of the swap rule per seat
    ("play", np.int64, (MOST_PLAYERS,)),  # number of the policy per seat
    ("parameters", np.float64, (MOST_PLAYERS, MOST_PARAMETERS)),
)
"""Who decides at each seat."""
