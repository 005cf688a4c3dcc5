"""The state of a game: what lies open, and what is hidden. Two fixed-size records that are copied by assignment.

`table` holds all that everybody may know, the rules included, and, while a player decides, that player's own cards. It
is the observation: the only thing a policy is given. `hidden` holds the cards that nobody or one player may see, and
the random streams.
"""

from typing import Any

import numpy as np

from analyzer.core import streams
from analyzer.games.hollander.cards import CREW_RANKS, LAID, MOST_PLAYERS

MOST_CARDS = 240
"""Sixteen kinds of fifteen cards (H1)."""

# Phases: who is to do what next.
SWAP, TURN, PLAY, WORMHOLE_CHOICE, PIRATE_CHOICE, OVER = range(6)

# Zones (H6).
HAND, BATTLE, FINAL = range(3)

# Demands on the next play: that of H13, of a mutiny (H17), or none after an island (H18).
RANK, MUTINIED, FREE = range(3)

NO_REFERENCE = -1
NOBODY = -1

# Purposes of the random streams; seat s decides with stream SEATS + s.
DEAL, CHANCE, SEATS = range(3)

LEGAL_ROW = CREW_RANKS + 1
"""Entries of `table.legal` for one demand: no reference, then reference 0 to 9."""


def _record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


TABLE = _record(
    # The rules of the run.
    ("players", np.int64),
    ("captain", np.int64),  # kind of the highest crew rank in the deck (H1)
    ("deck", np.uint64),  # card set: the whole deck
    ("deck_size", np.int64),
    ("hand_goal", np.int64),  # H11, H33
    ("poker_size", np.int64),  # H26, H33
    ("poker_kinds", np.uint64),  # kinds mask: what can form a poker (H26)
    ("turn_limit", np.int64),  # H28
    ("refills_mid_turn", np.int64),  # H12
    ("clearing_kinds", np.uint64),  # kinds mask: specials that clear the reference (H16)
    ("ghosts_skip_on_ghosts", np.int64),  # H25
    ("legal", np.uint64, (3 * LEGAL_ROW,)),  # kinds mask by demand and reference, see `legal_kinds`
    # The game as all see it.
    ("phase", np.int64),
    ("turn", np.int64),  # from 0
    # Whose turn or choice it is. Unsigned: of a signed index numba checks at run time whether it is negative.
    ("seat", np.uint32),
    ("reference", np.int64),  # kind of the reference, or NO_REFERENCE (H16)
    ("demand", np.int64),  # RANK, MUTINIED or FREE
    ("pile", np.uint64),  # card set
    ("run_kind", np.int64),  # the kind on top of the pile, looking through hollanders (H26), or NOBODY
    ("run_length", np.int64),
    ("burned", np.uint64),  # card set: all that has left the game
    ("draw_pile_size", np.int64),
    ("battle", np.uint64, (MOST_PLAYERS,)),  # card set per seat
    ("hand_size", np.int64, (MOST_PLAYERS,)),
    ("finals", np.int64, (MOST_PLAYERS,)),  # final cards left per seat
    (
        "known",
        np.uint64,
        (MOST_PLAYERS,),
    ),  # card set per seat: what all saw go to that hand and must still be there
    # What the player who decides sees besides.
    ("hand", np.uint64),  # card set: the own hand
    ("zone", np.int64),  # the zone that is played from
    ("playable", np.uint64),  # card set: legal cards of the zone, H9 included
    # What has been counted so far.
    ("plays", np.int64),
    ("takes", np.int64),
    ("burns", np.int64),
    ("winner", np.int64),  # a seat, or NOBODY
)
"""Everything public, and the deciding player's own cards."""

HIDDEN = _record(
    ("hands", np.uint64, (MOST_PLAYERS,)),  # card set per seat
    ("finals", np.int8, (MOST_PLAYERS, LAID)),  # kinds; the first `table.finals[seat]` of each row are left
    ("deck", np.int8, (MOST_CARDS,)),  # kinds in the order of the deal
    ("next_card", np.int64),  # index in `deck` of the next card of the draw pile
    ("streams", np.uint64, (SEATS + MOST_PLAYERS, streams.WORDS)),
)
"""What no player may see whole, and the random streams."""

MOST_PARAMETERS = 16

POLICIES = _record(
    ("swap", np.int64, (MOST_PLAYERS,)),  # number of the swap rule per seat
    ("play", np.int64, (MOST_PLAYERS,)),  # number of the policy per seat
    ("parameters", np.float64, (MOST_PLAYERS, MOST_PARAMETERS)),
)
"""Who decides at each seat."""
