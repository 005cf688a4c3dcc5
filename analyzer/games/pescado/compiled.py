"""Compiles the policies of users' own, so that the kernel can call them."""

from analyzer.games.pescado.kernel import adapter
from analyzer.games.pescado.kernel.plugin import SIGNATURE
from analyzer.games.pescado.kernel.state import TABLE
from analyzer.games.plugindecide import Answer, Decisions

DECISIONS = Decisions(
    adapter.decide,
    SIGNATURE,
    TABLE,
    "analyzer.games.pescado",
    {"play": Answer(2, "two whole numbers: a card, and the card set that it captures")},
)
"""What a policy can decide, by the names of its functions."""
