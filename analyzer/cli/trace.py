"""`analyzer trace`."""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer

from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_whole
from analyzer.errors import UserError

_LAST_GAME = 10**12


def command(
    game: options.Game,
    first: Annotated[
        str, typer.Option("--game", metavar="K", help="Number of the first game in the run.")
    ] = "0",
    count: Annotated[str, typer.Option("--count", metavar="N", help="Games to print.")] = "1",
    players: options.Players = None,
    games: Annotated[
        str | None, typer.Option("--games", metavar="N", help="Games of the run.", show_default="no limit")
    ] = None,
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Print what happens in given games of a run, as JSON Lines: the same deals and decisions as in `simulate`."""
    from analyzer.cli import watching
    from analyzer.core.compiling import CompileWatch
    from analyzer.games.protocol import PolicyFailed
    from analyzer.studies.request import set_table
    from analyzer.studies.trace import trace

    from_number, number = read_whole("--game", first, 0, _LAST_GAME), options.seed(seed)
    wanted, used = read_count("--count", count, _LAST_GAME), options.threads(threads)
    if games is not None and from_number + wanted > options.games(games):
        raise UserError(
            f"--game {first} --count {count}: a run of --games {games} ends with game {options.games(games) - 1}."
        )
    table = set_table(
        game, players=options.players(players), policies=policy or (), rules=rules, settings=settings or ()
    )
    watching.announce_slow(game, policy or ())
    # Between the lines of a terminal a bar would be in the way.
    hidden = no_progress or sys.stdout.isatty()
    with CompileWatch(watching.announce_compiling), watching.progress(hidden) as on_progress:
        told = trace(table, seed=number, first=from_number, count=wanted, threads=used)
        try:
            for done, events in enumerate(told, 1):
                if not _print_events(events):
                    return
                if on_progress is not None:
                    on_progress(done, wanted)
        except PolicyFailed as failure:
            _print_events(failure.events)
            raise


def _print_events(events: Iterable[Mapping[str, Any]]) -> bool:
    """Prints events; False once nobody reads them any more (`analyzer trace … | head`), which is no error."""
    try:
        sys.stdout.writelines(f"{json.dumps(event, ensure_ascii=False)}\n" for event in events)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True
