"""Everything for a policy of your own. `analyzer policies cofre --new FILE` writes an example to start from.

A policy is declared with `policy` and decides by a function of your own, a plain function of three arguments:

- `choose(observation, parameters, stream)` returns one whole number: the number of a type, to lay the pirate card of
  that type, or TREASURE, as long as you hold the treasure card.

It is compiled, so it is written in the part of Python that numba compiles: numbers, arithmetic, if, for, while, tuples,
arrays, and calls of functions that are such themselves.

**The observation** is all that your player may know (a copy: changing it changes nothing).

| field | what it is |
| --- | --- |
| `shown_type`, `shown_stars` | type and stars of the face-up card |
| `unseen[type, stars]` | cards by type and stars that nobody has seen: the two face down, and the deck |
| `unseen_of[type]`, `unseen_stars[type]` | how many of them are of a type, and the sum of their stars |
| `unseen_cards` | how many they are |
| `stars[seat]` | stars on the cards that a player has won |
| `hooks[seat]` | hook cards that a player holds |
| `has_treasure[seat]` | 1 if a player still holds the treasure card |
| `last_choice[seat]` | what a player chose in the round before, or NOTHING in the first one |
| `followed[seat]` | rounds in which a player chose the type of the face-up card |
| `round_number`, `rounds` | number of the round, from 0; how many there are |
| `seat`, `players`, `types` | your seat, the number of players and of types |
| `deck_of[type]`, `deck_stars[type]` | how many cards of the whole deck are of a type, and the sum of their stars |
| `deck_size`, `most_stars` | how many cards the deck has, and the most stars on one |
| `gold_type` | the type of the gold coins, or NOBODY |
| `speed[seat]`, `slip[seat]` | how fast a player is, how often one slips |

**Parameters** come as an array of numbers, in declared order; a parameter with words comes as the word's index.

**The stream** is your player's own random numbers: `below(stream, 6)` is a number from 0 to 5, `fraction(stream)` one
from 0 to less than 1. It is the only source of chance, so that every game can be played again.

**A type** is a number from 0 up, in the order of the deck in the rules (`analyzer rules cofre`): 0 is gold in the
ordinary deck, 1 rubies, 2 pearls, 3 crowns, 4 swords, 5 maps.
"""

from collections.abc import Callable, Sequence
from typing import Any

from analyzer.core.streams import below
from analyzer.games.cofre.cards import MOST_STARS, MOST_TYPES, TREASURE
from analyzer.games.cofre.kernel.chance import fraction
from analyzer.games.cofre.kernel.reading import (
    chance_all_below,
    chance_face_down,
    expected_most,
    expected_stars,
    holds_treasure,
    is_last_round,
    richest_type,
    scaled_stars,
    score,
)
from analyzer.games.cofre.kernel.state import MOST_PARAMETERS, NOBODY, NOTHING
from analyzer.games.plugins import Plugin, declare
from analyzer.games.policyspec import Parameter

__all__ = [
    "MOST_STARS",
    "MOST_TYPES",
    "NOBODY",
    "NOTHING",
    "TREASURE",
    "Parameter",
    "below",
    "chance_all_below",
    "chance_face_down",
    "expected_most",
    "expected_stars",
    "fraction",
    "holds_treasure",
    "is_last_round",
    "policy",
    "richest_type",
    "scaled_stars",
    "score",
]

Decision = Callable[[Any, Any, Any], Any]
"""A decision function: (observation, parameters, stream) to what it decides."""

_ARGUMENTS = ("observation", "parameters", "stream")


def policy(name: str, *, summary: str, parameters: Sequence[Parameter] = (), choose: Decision) -> Plugin:
    """Declares a policy.

    Args:
        name: Its name, as in `--policy my_policy.py:NAME`.
        summary: What it does, in a line.
        parameters: What can be set, as in `--policy my_policy.py:NAME:KEY=VALUE`.
        choose: Which card to lay.

    Returns:
        The policy.

    Raises:
        UserError: Something about it is wrong; names the file and the line.
    """
    return declare(
        "cofre",
        name,
        summary,
        parameters,
        {"choose": choose},
        arguments=_ARGUMENTS,
        most_parameters=MOST_PARAMETERS,
    )
