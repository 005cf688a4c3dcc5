"""Compiles the policies of users' own, so that the kernel can call them."""

from analyzer.games.hollander.kernel import adapter
from analyzer.games.hollander.kernel.plugin import SIGNATURE
from analyzer.games.hollander.kernel.state import TABLE
from analyzer.games.plugindecide import Answer, Decisions

DECISIONS = Decisions(
    adapter.decide,
    SIGNATURE,
    TABLE,
    "analyzer.games.hollander",
    {
        "play": Answer(2, "two whole numbers, kind and count"),
        "wormhole": Answer(1, "one whole number, a seat"),
        "pirate": Answer(4, "four whole numbers (other seat, zone, kind given, kind got) or DECLINE"),
        "swap": Answer(1, "a card set, which is one whole number"),
    },
)
"""What a policy can decide, by the names of its functions."""
