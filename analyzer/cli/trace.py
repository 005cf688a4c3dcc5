"""`analyzer trace`."""

import json
import sys
from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_whole

_LAST_GAME = 10**12


def command(
    game: options.Game,
    first: Annotated[
        str, typer.Option("--game", metavar="K", help="Number of the first game in the run.")
    ] = "0",
    count: Annotated[str, typer.Option("--count", metavar="N", help="Games to print.")] = "1",
    players: options.Players = None,
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
) -> None:
    """Print what happens in given games of a run, as JSON Lines: the same deals and decisions as in `simulate`."""
    from analyzer.cli import watching
    from analyzer.core.compiling import CompileWatch
    from analyzer.studies.request import set_table

    from_number = read_whole("--game", first, 0, _LAST_GAME)
    games, number = read_count("--count", count, _LAST_GAME), options.seed(seed)
    table = set_table(
        game, players=options.players(players), policies=policy or (), rules=rules, settings=settings or ()
    )
    with CompileWatch(watching.announce_compiling):
        for played in range(from_number, from_number + games):
            for event in table.game.trace(table.setup, number, played):
                sys.stdout.write(json.dumps(event, ensure_ascii=False) + "\n")
    sys.stdout.flush()
