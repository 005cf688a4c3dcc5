"""Everything for a policy of your own. `analyzer policies hollander --new FILE` writes an example to start from.

A policy is declared with `policy` and decides by functions of your own, each a plain function of three arguments:

- `play(observation, parameters, stream)` returns (kind, count): which of the playable cards to lay;
- `wormhole(…)` returns the seat that takes the next turn;
- `pirate(…)` returns (other seat, zone, kind given, kind got), or `DECLINE`; in HAND only the kind given counts, in
  BATTLE both, in FINAL neither;
- `swap(…)` returns the card set of the three battle cards, out of the six cards that the player knows at the start.

They are compiled, so they are written in the part of Python that numba compiles: numbers, arithmetic, if, for, while,
tuples, arrays, and calls of functions that are such themselves. What they leave out is decided for them: a missing
`play` lays as `lowest` does, a missing `wormhole` names the next seat, a missing `pirate` declines, and without a
`swap` the policy has the usual parameter `swap=keep|high|…`.

**The observation** is all that your player may know (a copy: changing it changes nothing).

| field | what it is |
| --- | --- |
| `hand` | card set: your hand |
| `playable` | in `play`: card set of the cards that you may lay; matching battle cards included where H9 lets you |
| `battle[seat]` | card set: a player's battle cards |
| `known[seat]` | card set: what everybody saw go to that player's hand, and must still be there |
| `hand_size[seat]`, `finals[seat]` | number of hand cards, of final cards |
| `pile`, `burned`, `deck` | card sets: the pile, what has left the game, the whole deck |
| `draw_pile_size`, `deck_size` | number of cards |
| `seat`, `players`, `turn` | your seat, the number of players, the turn's number from 0 |
| `reference` | kind of the reference, or NO_REFERENCE (H16) |
| `demand` | RANK, MUTINIED or FREE: what the next play must answer (H13, H17, H18) |
| `run_kind`, `run_length` | the kind on top of the pile and how many there are, hollanders looked through (H26) |
| `zone` | HAND or BATTLE: where you play from |
| `captain`, `poker_size`, `poker_kinds`, `mutiny_first_max`, `hand_goal` | the rules: H1, H26, H17, H11 |
| `clearing_kinds`, `ghosts_skip_on_ghosts`, `refills_mid_turn`, `turn_limit` | the rules: H16, H25, H12, H28 |

**Parameters** come as an array of numbers, in declared order; a parameter with words comes as the word's index.

**The stream** is your player's own random numbers: `below(stream, 6)` is a number from 0 to 5. It is the only source of
chance, so that every game can be played again.

**A card set** counts the cards of each kind in one number. A **kind** is a number: crew of rank r is r - 1, then come
HOLLANDER, WORMHOLE, PIRATE, ISLAND, MUTINY and KRAKEN. Sets are added and subtracted with + and -, as long as no kind
gets below 0 or above 15; `less` subtracts without going below 0.
"""

from collections.abc import Callable, Sequence
from typing import Any

from analyzer.core.cardset import (
    EMPTY,
    KINDS,
    cards,
    count_of,
    highest_kind,
    kinds_in,
    less,
    lowest_kind,
    nth_card,
    only,
    size,
    without_kind,
)
from analyzer.core.streams import below
from analyzer.games.hollander.cards import (
    CREW_RANKS,
    HOLLANDER,
    ISLAND,
    KRAKEN,
    LAID,
    MUTINY,
    PIRATE,
    WORMHOLE,
)
from analyzer.games.hollander.kernel.adapter import DECLINE
from analyzer.games.hollander.kernel.legal import CREW_KINDS, SPECIAL_KINDS
from analyzer.games.hollander.kernel.reading import (
    burns,
    cards_left,
    chance_stuck,
    exchange_is_possible,
    is_special,
    legal_after,
    legal_now,
    next_seat,
    seat_after,
    shared_zones,
    unseen_cards,
    zone_cards,
)
from analyzer.games.hollander.kernel.state import (
    BATTLE,
    FINAL,
    FREE,
    HAND,
    MOST_PARAMETERS,
    MUTINIED,
    NO_REFERENCE,
    NOBODY,
    RANK,
)
from analyzer.games.hollander.kernel.swaps import highest_cards, lowest_cards
from analyzer.games.hollander.policies.lowest import play as lowest_play
from analyzer.games.hollander.policy_list import swap_parameter
from analyzer.games.plugins import Plugin, declare
from analyzer.games.policyspec import Parameter

__all__ = [
    "BATTLE",
    "CREW_KINDS",
    "CREW_RANKS",
    "DECLINE",
    "EMPTY",
    "FINAL",
    "FREE",
    "HAND",
    "HOLLANDER",
    "ISLAND",
    "KINDS",
    "KRAKEN",
    "LAID",
    "MUTINIED",
    "MUTINY",
    "NOBODY",
    "NO_REFERENCE",
    "PIRATE",
    "RANK",
    "SPECIAL_KINDS",
    "WORMHOLE",
    "Parameter",
    "below",
    "burns",
    "cards",
    "cards_left",
    "chance_stuck",
    "count_of",
    "exchange_is_possible",
    "highest_cards",
    "highest_kind",
    "is_special",
    "kinds_in",
    "legal_after",
    "legal_now",
    "less",
    "lowest_cards",
    "lowest_kind",
    "lowest_play",
    "next_seat",
    "nth_card",
    "only",
    "policy",
    "seat_after",
    "shared_zones",
    "size",
    "unseen_cards",
    "without_kind",
    "zone_cards",
]

Decision = Callable[[Any, Any, Any], Any]
"""A decision function: (observation, parameters, stream) to what it decides."""

_ARGUMENTS = ("observation", "parameters", "stream")


def policy(
    name: str,
    *,
    summary: str,
    parameters: Sequence[Parameter] = (),
    play: Decision | None = None,
    wormhole: Decision | None = None,
    pirate: Decision | None = None,
    swap: Decision | str = "keep",
) -> Plugin:
    """Declares a policy.

    Args:
        name: Its name, as in `--policy my_policy.py:NAME`.
        summary: What it does, in a line.
        parameters: What can be set, as in `--policy my_policy.py:NAME:KEY=VALUE`.
        play: Which cards to lay.
        wormhole: Who takes the next turn after a wormhole of yours.
        pirate: Which cards to exchange after a pirate of yours.
        swap: Which cards to lay as battle cards: a function, or the name of the swap rule that is used unless the
            user asks for another one.

    Returns:
        The policy.

    Raises:
        UserError: Something about it is wrong; names the file and the line.
    """
    rule = swap if isinstance(swap, str) else None
    return declare(
        "hollander",
        name,
        summary,
        parameters,
        {
            "swap": None if isinstance(swap, str) else swap,
            "play": play,
            "wormhole": wormhole,
            "pirate": pirate,
        },
        arguments=_ARGUMENTS,
        most_parameters=MOST_PARAMETERS,
        further=() if rule is None else (swap_parameter(rule),),
    )
