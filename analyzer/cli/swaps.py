"""`analyzer swaps`."""

from typing import Annotated, Any

import typer

from analyzer.api.limits import MOST_DEALS
from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_whole


def command(
    game: options.Game,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="N,N…",
            help="Seats: one number or several, each with an experiment of its own.",
            show_default="the game's usual",
        ),
    ] = None,
    deals: Annotated[
        str,
        typer.Option(
            "--deals",
            metavar="N",
            help="Deals of the experiment with each number of players; rules are then tried on a fifth as many more.",
        ),
    ] = "10M",
    seed: options.Seed = "1",
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", metavar="SPEC", help="What all seats play.", show_default="the game's ordinary player"
        ),
    ] = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Find what to lay before the first turn: an experiment on each kind of card, and rules tried on fresh deals."""
    from analyzer.api.advising import swaps
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        **options.common(None, seed, rules, settings, threads),
        "players": [read_whole("--players", each, 1, 99) for each in options.listed("--players", players)],
        "policy": policy,
        "deals": read_count("--deals", deals, MOST_DEALS),
    }
    with output.report_folder(game, "swaps", out, json) as folder:
        watching.announce_slow(game, (asked["policy"],))
        with watching.progress(no_progress) as on_progress:
            result = swaps(game, **asked, on_progress=on_progress, on_compile=watching.announce_compiling)
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
