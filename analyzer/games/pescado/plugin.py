"""Everything for a policy of your own. `analyzer policies pescado --new FILE` writes an example to start from.

A policy is declared with `policy` and decides by a function of your own, a plain function of three arguments:

- `play(observation, parameters, stream)` returns (card, captured): which card of the hand to play, and the card set
  that it captures, or EMPTY if it stays on the table.

A card that can capture must (P5). A J comes along by itself and is not in the set, unless * takes just the J.

It is compiled, so it is written in the part of Python that numba compiles: numbers, arithmetic, if, for, while, tuples,
arrays, and calls of functions that are such themselves.

**The observation** is all that your player may know (a copy: changing it changes nothing).

| field | what it is |
| --- | --- |
| `hand` | card set: your hand |
| `table` | card set: what lies on the table |
| `captured[seat]` | card set: what a player captured in this round |
| `deck` | card set: all cards that can be in a round; `unseen_cards` tells those that you have not seen |
| `hand_size[seat]` | number of hand cards |
| `pescados[seat]` | pescados of this round |
| `scores[seat]` | points of the rounds before this one |
| `star_is_zero` | 1 if the * was played to an empty table in this round and brings a 0's point |
| `last_capturer` | the seat that captured last in this round, or NOBODY |
| `round_number`, `deal`, `deals` | numbers of the round and the deal, from 0; how often hands are dealt in a round |
| `seat`, `players`, `starter` | your seat, the number of players, who started the round |
| `target`, `round_limit`, `left_out`, `specials_in`, `star_scores`, `most_needs_one` | the rules |

**Parameters** come as an array of numbers, in declared order; a parameter with words comes as the word's index.

**The stream** is your player's own random numbers: `below(stream, 6)` is a number from 0 to 5. It is the only source of
chance, so that every game can be played again.

**A card** is a number from 0 to 49: number card n of suit s is 4 n + s, tuna being suit 0; the specials are MINUS_TWO,
MINUS_ONE, ZERO, STAR, ONE_OR_TEN, ELEVEN, TWELVE, THIRTEEN, J and B. **A card set** is one number with a bit for each
of its cards: `|` joins sets, `&` takes what they share, `a & ~b` is a without b; `bit(card)` is the set of one card,
`popcount` counts. To go through a set, take `lowest(rest)` and go on with `without_lowest(rest)` until it is EMPTY.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from analyzer.core.bits import popcount
from analyzer.core.streams import below
from analyzer.games.pescado.cards import (
    ELEVEN,
    HAND,
    MINUS_ONE,
    MINUS_TWO,
    ONE_OR_TEN,
    STAR,
    THIRTEEN,
    TWELVE,
    ZERO,
    B,
    J,
)
from analyzer.games.pescado.kernel.best import best_capture
from analyzer.games.pescado.kernel.counting import count_captures, nth_capture
from analyzer.games.pescado.kernel.engine import SEVEN_OF_TUNA, SEVENS, TUNA
from analyzer.games.pescado.kernel.plays import count_plays, nth_play
from analyzer.games.pescado.kernel.reading import (
    NUMBERS,
    SPECIAL_CARDS,
    cards_of_next,
    chance_held,
    clearers,
    expected_in_play,
    is_pescado,
    next_seat,
    plays_left,
    seen_cards,
    shares_in_play,
    table_after,
    taken_by,
    takers,
    unknown_in_play,
    unseen_cards,
)
from analyzer.games.pescado.kernel.state import MOST_PARAMETERS, NOBODY
from analyzer.games.pescado.kernel.sums import (
    bit,
    can_capture,
    highest,
    is_capture,
    lowest,
    nth_card,
    value,
    without_lowest,
)
from analyzer.games.pescado.policies.greedy_points import WORTHS
from analyzer.games.pescado.policies.greedy_points import play as greedy_play
from analyzer.games.plugins import Plugin, declare
from analyzer.games.policyspec import Parameter

EMPTY = np.uint64(0)
"""The card set without cards."""

__all__ = [
    "ELEVEN",
    "EMPTY",
    "HAND",
    "MINUS_ONE",
    "MINUS_TWO",
    "NOBODY",
    "NUMBERS",
    "ONE_OR_TEN",
    "SEVENS",
    "SEVEN_OF_TUNA",
    "SPECIAL_CARDS",
    "STAR",
    "THIRTEEN",
    "TUNA",
    "TWELVE",
    "WORTHS",
    "ZERO",
    "B",
    "J",
    "Parameter",
    "below",
    "best_capture",
    "bit",
    "can_capture",
    "cards_of_next",
    "chance_held",
    "clearers",
    "count_captures",
    "count_plays",
    "expected_in_play",
    "greedy_play",
    "highest",
    "is_capture",
    "is_pescado",
    "lowest",
    "next_seat",
    "nth_capture",
    "nth_card",
    "nth_play",
    "plays_left",
    "policy",
    "popcount",
    "seen_cards",
    "shares_in_play",
    "table_after",
    "taken_by",
    "takers",
    "unknown_in_play",
    "unseen_cards",
    "value",
    "without_lowest",
]

Decision = Callable[[Any, Any, Any], Any]
"""A decision function: (observation, parameters, stream) to what it decides."""

_ARGUMENTS = ("observation", "parameters", "stream")


def policy(name: str, *, summary: str, parameters: Sequence[Parameter] = (), play: Decision) -> Plugin:
    """Declares a policy.

    Args:
        name: Its name, as in `--policy my_policy.py:NAME`.
        summary: What it does, in a line.
        parameters: What can be set, as in `--policy my_policy.py:NAME:KEY=VALUE`.
        play: Which card to play, and what it captures.

    Returns:
        The policy.

    Raises:
        UserError: Something about it is wrong; names the file and the line.
    """
    return declare(
        "pescado",
        name,
        summary,
        parameters,
        {"play": play},
        arguments=_ARGUMENTS,
        most_parameters=MOST_PARAMETERS,
    )
