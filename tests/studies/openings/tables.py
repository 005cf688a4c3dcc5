"""Tables of the toy game with an opening."""

from analyzer.games.protocol import Setup
from analyzer.games.rulesfile import load
from analyzer.studies.openings.plan import Place
from analyzer.studies.request import Table
from tests.studies.openings.toy_openings import OpeningToy

GAME = OpeningToy()
RULES = load("standard", GAME.rules)


def place(players: int) -> Place:
    """A table of so many who aim."""
    table = Table(GAME, Setup("toy", RULES, (GAME.policies["aim"].spec(),) * players))  # type: ignore[arg-type]
    return Place(table, GAME.opening(table.setup))
