"""Compiles the policies of users' own, so that the kernel can call them."""

from analyzer.games.cofre.kernel import adapter
from analyzer.games.cofre.kernel.plugin import SIGNATURE
from analyzer.games.cofre.kernel.state import TABLE
from analyzer.games.plugindecide import Answer, Decisions

DECISIONS = Decisions(
    adapter.decide,
    SIGNATURE,
    TABLE,
    "analyzer.games.cofre",
    {"choose": Answer(1, "one whole number: a type, or TREASURE")},
)
"""What a policy can decide, by the names of its functions."""
