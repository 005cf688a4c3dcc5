"""The built-in policies by name: what a user may choose, and what the kernel calls it."""

from analyzer.games.pescado.kernel.numbers import (
    CAREFUL,
    EXPERT,
    GREEDY_CARDS,
    GREEDY_POINTS,
    PLUGIN,
    RANDOM,
)
from analyzer.games.plugins import Policies
from analyzer.games.policyspec import Parameter, Policy

SEARCH = "search"

INSIDE = ("random", "greedy-cards", "greedy-points", "careful", "expert")
"""Policies by which `search` can play on."""


def _weight(name: str, default: float, meaning: str) -> Parameter:
    return Parameter(name, default, meaning, low=-10, high=10)


# Found by `analyzer tune`: see reports/pescado-tuned-expert.
_EXPERT_WEIGHTS = (
    # What captured cards are worth.
    _weight("cards", 1.16, "worth of the point for most cards, shared out by how open the race is"),
    _weight("tuna", 1.5, "worth of the point for most tuna, likewise"),
    _weight("sevens", 1.32, "worth of the point for most sevens, likewise"),
    _weight("tuna-seven", 1.04, "worth of the 7 of tuna, on top of these"),
    _weight("zero", 0.4, "worth of a 0, or of a * that counts as one"),
    _weight("pescado", 0.44, "worth of a pescado, one's own or the next player's"),
    _weight("j", 0.81, "loss by capturing the J"),
    # What is left behind.
    _weight("reply", 1.49, "factor on what the next player is expected to capture"),
    _weight("flow", 0.25, "factor on the best that the rest of the own hand could capture"),
    Parameter(
        "hold",
        0.01,
        "part of what lies there that counts for the last capturer, for each play still to come",
        0,
        1,
    ),
    _weight("star", 0.52, "worth of keeping a *"),
)

POLICIES = {
    policy.name: policy
    for policy in (
        Policy("random", "picks uniformly among all legal plays (P16)", ()),
        Policy("greedy-cards", "captures as many cards as possible", ()),
        Policy("greedy-points", "captures what brings points: sevens, tuna, the 0, pescados; not the J", ()),
        Policy(
            "careful",
            "takes points, and leaves the next player no easy capture or pescado",
            (
                Parameter("capture", 0.3, "what the next player's chance to capture costs, in points", 0, 10),
                Parameter("pescado", 1, "what their chance of a pescado costs, in points", 0, 10),
            ),
        ),
        Policy(
            "expert",
            "weighs what a play brings against what it leaves to the others; the strongest but for search",
            _EXPERT_WEIGHTS,
        ),
        Policy(
            SEARCH,
            "tries every play in many deals that fit what it sees, and takes the best; the strongest",
            (
                Parameter("playouts", 100, "deals in which each play is tried", 1, 10_000, whole=True),
                Parameter("inside", "expert", "the policy by which all play on in them", words=INSIDE),
                Parameter(
                    "margin",
                    1,
                    "by how many standard errors another play must be better than that policy's own",
                    0,
                    10,
                ),
            ),
            slow="It plays a hundred rounds on for each play that it may make: ten games a second on a core.",
        ),
    )
}
"""Every built-in policy, by name."""

POLICY_NUMBERS = {
    "random": RANDOM,
    "greedy-cards": GREEDY_CARDS,
    "greedy-points": GREEDY_POINTS,
    "careful": CAREFUL,
    "expert": EXPERT,
    SEARCH: PLUGIN,
}
"""The kernel's number of each."""

EVERY_POLICY = Policies("pescado", "Pescado Novo", POLICIES)
"""These, and those of users' own."""
