"""The built-in policies by name: what a user may choose, and what the kernel calls it."""

from analyzer.games.cofre.cards import MOST_CARDS, MOST_STARS
from analyzer.games.cofre.kernel.numbers import (
    CONTRARIAN,
    COUNTER,
    EQUILIBRIUM,
    EXPERT,
    ORDINARY_FROM,
    ORDINARY_LAST,
    ORDINARY_STARS,
    PLUGIN,
    RANDOM,
    SHOWN,
    STARS,
)
from analyzer.games.plugins import Policies
from analyzer.games.policyspec import Parameter, Policy

SEARCH = "search"

_NO_OR_YES = ("no", "yes")


def _timing(
    first: int = ORDINARY_FROM, stars: int = ORDINARY_STARS, last: int = ORDINARY_LAST
) -> tuple[Parameter, ...]:
    """When the treasure card is used; in the order of `policies.timing`."""
    return (
        Parameter(
            "treasure-from",
            first,
            "first round in which the treasure card may be used, counted from 0",
            low=0,
            high=MOST_CARDS,
            whole=True,
        ),
        Parameter(
            "treasure-stars",
            stars,
            "fewest stars of the face-up card with which it is used",
            low=0,
            high=MOST_STARS + 1,
            whole=True,
        ),
        Parameter(
            "treasure-last",
            _NO_OR_YES[last],
            "whether it is used in the last round at the latest, whatever lies there",
            words=_NO_OR_YES,
        ),
    )


_EXPERT_WEIGHTS = (
    # In the order of `policies.expert`.
    Parameter("follow", 0.6, "part of the others who are expected to go for the richest type", 0, 1),
    Parameter("deny", 1, "factor on what the others lose", 0, 3),
    Parameter("noise", 0.6, "stars by which chance may change the worth of a type", 0, 3),
    Parameter("rivals", 0.1, "part of the others' treasure cards that are expected now", 0, 1),
    Parameter("hook", 1, "what a hook card costs", 0, 3),
    Parameter("hurdle", 0.6, "stars by which the treasure card must be better in the first round", -3, 6),
    Parameter("late", -1, "stars by which it must be better in the last round", -3, 6),
)

INSIDE = ("stars", "random", "shown", "contrarian", "counter", "expert")
"""Policies by which `search` can play on. `equilibrium` is none: it is given a table of mixtures for the deck, which is
no number among a policy's parameters."""

POLICIES = {
    policy.name: policy
    for policy in (
        Policy("random", "picks uniformly among the cards that it still holds (C13)", ()),
        Policy("shown", "always takes the type of the face-up card", _timing()),
        Policy("stars", "takes the type with the most stars to be expected, as if it were alone", _timing()),
        Policy(
            "contrarian",
            "avoids the face-up card, the more so the more players there are",
            (
                *_timing(),
                Parameter(
                    "follow",
                    1,
                    "how often it follows the face-up card, times the number of players",
                    low=0,
                    high=6,
                ),
            ),
        ),
        Policy(
            "counter",
            "counts all cards, and reckons with others who play stars",
            _timing(),
        ),
        Policy(
            "equilibrium",
            "mixes the types so that nobody gains by another mixture, as reckoned for a first round",
            _timing(),
        ),
        Policy(
            "expert",
            "weighs every card by what it gains on the others, and uses the treasure card when that pays",
            _EXPERT_WEIGHTS,
        ),
        Policy(
            SEARCH,
            "tries every card in many games that fit what it sees, and takes the one that wins most of them",
            (
                Parameter(
                    "playouts", 100, "games that are played on with each card", low=1, high=1000, whole=True
                ),
                Parameter("inside", "expert", "the policy by which all play on in them", words=INSIDE),
            ),
            slow="It plays some hundred games for each card that it lays: reckon with a hundred games a second.",
        ),
    )
}
"""Every built-in policy, by name."""

POLICY_NUMBERS = {
    "random": RANDOM,
    "shown": SHOWN,
    "stars": STARS,
    "contrarian": CONTRARIAN,
    "counter": COUNTER,
    "equilibrium": EQUILIBRIUM,
    "expert": EXPERT,
    SEARCH: PLUGIN,
}
"""The kernel's number of each."""

EVERY_POLICY = Policies("cofre", "Cofre", POLICIES)
"""These, and those of users' own."""
