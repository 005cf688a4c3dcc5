"""The game of kites with open points: one that matters, two that cannot, and decks of which the truth is known.

With g gusts and f fogs of n cards, of which fogs count, seat 0 of four wins 3/4 g/n - 1/4 f/n more than its share.
"""

from collections.abc import Sequence

from analyzer.games.balance import Doubt, PlausibleDecks
from analyzer.games.rulesfile import Rules
from analyzer.games.tips import Tip
from tests.studies.balance.kites import Kites

LEAST_PLAIN = 20
OTHERS = 4
"""Leads and ribbons."""


def advantage(gusts: int, fogs: int, cards: int) -> float:
    """What the first seat of four wins more than its share."""
    return (0.75 * gusts - 0.25 * fogs) / cards


class Calm(Kites):
    """A game that leaves nothing open and has no tips."""

    name = "calm"
    title = "Calm"


class Sails(Kites):
    """See `balance.HasDoubts` and `tips.HasTips`."""

    name = "sails"
    title = "Sails"
    tips = (
        Tip("be-sharp", "Be sharp.", follow="sharp", ignore="steady"),
        Tip("be-dull", "Be dull.", follow="dull", ignore="steady"),
    )
    fields = (("ordinary", "steady"),)
    tip_players = (4,)

    def doubts(self, rules: Rules, players: int) -> Sequence[Doubt]:
        return [
            Doubt("options.fate", "deals that decide", [("half of them", ["options.fate=50"])]),
            Doubt(
                "options.fogs_count",
                "fogs",
                [] if rules.options["fogs_count"] else [("count", ["options.fogs_count=true"])],
            ),
            Doubt(
                "deck.gust",
                "gusts",
                [
                    ("nine in place of plain", ["deck.gust=9", "deck.plain=23"]),
                    ("nine more", ["deck.gust=11"]),
                    ("and hardly anything else", ["deck.plain=0"]),
                ],
            ),
        ]

    def plausible_decks(self, rules: Rules, players: int) -> PlausibleDecks:
        return PlausibleDecks([("gusts", 0, 3), ("fogs", 0, 3)])

    def plausible_deck(self, rules: Rules, players: int, point: Sequence[int]) -> Sequence[str]:
        gusts, fogs = point
        return [f"deck.gust={gusts}", f"deck.fog={fogs}", f"deck.plain={LEAST_PLAIN}"]
