"""The games that there are. A new game adds its line here."""

from importlib import import_module

from analyzer.errors import UserError, did_you_mean
from analyzer.games.protocol import Game

_GAMES = {
    "hollander": "analyzer.games.hollander.game:Hollander",
}

NAMES = tuple(_GAMES)
"""Names of all games."""


def find(name: str) -> Game:
    """The game of a name; nothing of the others is imported.

    Args:
        name: A name of NAMES.

    Returns:
        The game.

    Raises:
        UserError: There is no such game.
    """
    if name not in _GAMES:
        raise UserError(f'There is no game "{name}".{did_you_mean(name, NAMES)} The games are: {", ".join(NAMES)}.')
    module, _, attribute = _GAMES[name].partition(":")
    game: Game = getattr(import_module(module), attribute)()
    return game
