"""The names of the games, apart from the games: the command line lists them and must start fast."""

GAMES = {
    "hollander": "analyzer.games.hollander.game:Hollander",
    "pescado": "analyzer.games.pescado.game:Pescado",
    "cofre": "analyzer.games.cofre.game:Cofre",
}
"""Where each game's class is. A new game adds its line here."""
