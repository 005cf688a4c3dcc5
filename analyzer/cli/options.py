"""The options that commands share, and what they are turned into."""

from typing import Annotated

import typer

from analyzer.cli.numbers import read_count, read_whole
from analyzer.errors import UserError
from analyzer.games import names

MOST_GAMES = 10**11
"""At a million games a second more than a day; sums of squares over so many games still fit in 64 bits."""

MOST_THREADS = 256
LARGEST_SEED = 2**63 - 1


def complete_game(incomplete: str) -> list[str]:
    """The games whose names begin so, for shells."""
    return [name for name in names.GAMES if name.startswith(incomplete)]


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"The game: {', '.join(names.GAMES)}.",
        autocompletion=complete_game,
        show_default=False,
    ),
]
Players = Annotated[
    str | None, typer.Option("--players", metavar="N", help="Seats.", show_default="the game's usual")
]
Games = Annotated[
    str, typer.Option("--games", metavar="N", help="Games to play: 200000, 200_000, 2e5, 200k, 5M.")
]
GamesInAll = Annotated[
    str | None,
    typer.Option(
        "--games", metavar="N", help="Instead of --deals: games to play in all.", show_default=False
    ),
]
Seed = Annotated[
    str, typer.Option("--seed", metavar="N", help="The same seed gives the same figures to the last digit.")
]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="SPEC",
        help="NAME or NAME:KEY=VALUE,KEY=VALUE: once for all seats, or once for each seat.",
        show_default="the game's ordinary player",
    ),
]
Rules = Annotated[
    str, typer.Option("--rules", metavar="NAME-or-FILE", help="Built-in rules, or a TOML file.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Changes one rule: deck.CARD=VALUE or options.OPTION=VALUE; may be given several times.",
        show_default=False,
    ),
]
Threads = Annotated[
    str | None, typer.Option("--threads", metavar="N", help="Threads.", show_default="all cores")
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object, and nothing else, on standard output.")
]
Out = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Folder for the report.",
        show_default="analyzer-runs/GAME-…, none with --json",
    ),
]
NoProgress = Annotated[bool, typer.Option("--no-progress", help="Show no progress bar.")]


def players(text: str | None) -> int | None:
    """Reads --players; whether the game can be played by so many is the game's to say."""
    return None if text is None else read_whole("--players", text, 1, 99)


def games(text: str) -> int:
    """Reads --games."""
    return read_count("--games", text, MOST_GAMES)


def deals(text: str | None, in_games: str | None, games_per_deal: int, default: int) -> int:
    """Reads --deals, or else how many deals --games makes; a part of a deal is none, but there is at least one."""
    if text is None and in_games is None:
        return default
    if text is None:
        return max(1, games(in_games or "") // games_per_deal)
    if in_games is not None:
        raise UserError("--deals and --games: only one of them can say how much is played.")
    return read_count("--deals", text, MOST_GAMES // games_per_deal)


def seed(text: str) -> int:
    """Reads --seed."""
    return read_whole("--seed", text, 0, LARGEST_SEED)


def threads(text: str | None) -> int | None:
    """Reads --threads."""
    return None if text is None else read_whole("--threads", text, 1, MOST_THREADS)
