"""The options that commands share, and what they are turned into."""

from typing import Annotated, Any

import typer

from analyzer.api.limits import MOST_GAMES, MOST_THREADS
from analyzer.cli.numbers import read_count, read_positive, read_whole
from analyzer.errors import UserError
from analyzer.games import names

LARGEST_SEED = 2**63 - 1
MOST_SECONDS_PER_TURN = 3600


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
SecondsPerTurn = Annotated[
    str,
    typer.Option(
        "--seconds-per-turn",
        metavar="S",
        help="How long one step of the game (a turn, a play, a round) takes at a table: gives the length in minutes.",
    ),
]
RecordsFile = Annotated[
    str | None,
    typer.Option(
        "--records",
        metavar="FILE.parquet",
        help="Also write one row for every game to this file.",
        show_default=False,
    ),
]
NoProgress = Annotated[bool, typer.Option("--no-progress", help="Show no progress bar.")]


def players(text: str | None) -> int | None:
    """Reads --players; whether the game can be played by so many is the game's to say."""
    return None if text is None else read_whole("--players", text, 1, 99)


def games(text: str) -> int:
    """Reads --games."""
    return read_count("--games", text, MOST_GAMES)


def deals_or_games(deals: str | None, in_all: str | None) -> dict[str, int | None]:
    """Reads --deals and --games, of which only one says how much is played, by the names they have in Python."""
    if deals is not None and in_all is not None:
        raise UserError("--deals and --games: only one of them can say how much is played.")
    return {
        "deals": None if deals is None else read_count("--deals", deals, MOST_GAMES),
        "games": None if in_all is None else games(in_all),
    }


def common(
    players_text: str | None,
    seed_text: str,
    rules: str,
    settings: list[str] | None,
    threads_text: str | None,
) -> dict[str, Any]:
    """Reads what all questions take, by the names that it has in Python."""
    return {
        "players": players(players_text),
        "seed": seed(seed_text),
        "rules": rules,
        "settings": settings or (),
        "threads": threads(threads_text),
    }


def seed(text: str) -> int:
    """Reads --seed."""
    return read_whole("--seed", text, 0, LARGEST_SEED)


def seconds_per_turn(text: str) -> float:
    """Reads --seconds-per-turn."""
    return read_positive("--seconds-per-turn", text, MOST_SECONDS_PER_TURN, "7.5")


def threads(text: str | None) -> int | None:
    """Reads --threads."""
    return None if text is None else read_whole("--threads", text, 1, MOST_THREADS)


def listed(option: str, given: list[str] | None) -> list[str]:
    """What was given to an option that takes several things: a,b,c or once for each."""
    found = [part.strip() for each in given or () for part in each.split(",")]
    if not all(found):
        raise UserError(
            f"{option} {','.join(given or ())}: a name or number is missing; write them as a,b,c."
        )
    return found
