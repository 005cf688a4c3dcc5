"""Finds a game by its name."""

from importlib import import_module

from analyzer.errors import UserError, did_you_mean
from analyzer.games.names import GAMES
from analyzer.games.protocol import Game
from analyzer.games.settings import shown


def find(name: str) -> Game:
    """The game of a name; nothing of the others is imported.

    Args:
        name: A name of `names.GAMES`.

    Returns:
        The game.

    Raises:
        UserError: There is no such game.
    """
    if name not in GAMES:
        raise UserError(
            f'There is no game "{shown(name)}".{did_you_mean(name, GAMES)} The games are: {", ".join(GAMES)}.'
        )
    module, _, attribute = GAMES[name].partition(":")
    game: Game = getattr(import_module(module), attribute)()
    return game
