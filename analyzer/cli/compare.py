"""`analyzer compare`."""

from fractions import Fraction
from typing import Annotated, Any

import typer

from analyzer.cli import options
from analyzer.cli.numbers import read_part

_WIDEST = Fraction(1, 2)


def command(
    game: options.Game,
    a: Annotated[str, typer.Argument(metavar="A", help="A policy, and …", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="… the one it is compared with.", show_default=False)],
    field: Annotated[
        str | None,
        typer.Option("--field", metavar="C", help="What all other seats play.", show_default="B"),
    ] = None,
    players: options.Players = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            metavar="N",
            help="Deals to play, each with every seat and both policies; at most so many if the run may stop early.",
            show_default="100k, 10M with --until or --decide",
        ),
    ] = None,
    games: options.GamesInAll = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="WIDTH",
            help="Stop when the interval of the difference is ±WIDTH, for example 0.2% or 0.002: "
            "half of its whole width.",
            show_default=False,
        ),
    ] = None,
    decide: Annotated[
        bool, typer.Option("--decide", help="Stop as soon as it is certain, at 95 %, which one wins more.")
    ] = False,
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Give the two policies different deals.")
    ] = False,
    seed: options.Seed = "1",
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Compare two policies: what does it win a player to play A instead of B, on the same deals, in every seat?"""
    from analyzer.api.comparing import compare
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        "field": field,
        **options.deals_or_games(deals, games),
        "until": None if until is None else read_part("--until", until, _WIDEST),
        "decide": decide,
        "paired": not unpaired,
        **options.common(players, seed, rules, settings, threads),
    }
    with output.report_folder(game, "compare", out, json) as folder:
        watching.announce_slow(game, (a, b, field))
        with watching.progress(no_progress) as on_progress:
            result = compare(
                game,
                a,
                b,
                **asked,
                on_progress=on_progress,
                on_compile=watching.announce_compiling,
                on_pilot=lambda forecast: watching.say(forecast.sentence()),
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
