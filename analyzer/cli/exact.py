"""`analyzer exact`."""

from typing import Annotated

import typer

from analyzer.cli import options


def command(
    game: options.Game,
    players: options.Players = None,
    shown: Annotated[
        str | None,
        typer.Option(
            "--shown", metavar="CARD", help="The card that lies open, by its name.", show_default="any"
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="SPEC",
            help="NAME, or CHOICE=CHANCE,CHOICE=CHANCE with chances such as 1/4 or 0.25, what is left to 1 "
            "shared by the choices not named: once for all seats, or once for each seat.",
            show_default="the game's usual",
        ),
    ] = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    json: options.Json = False,
    out: options.Out = None,
) -> None:
    """Tell exactly what happens, by reckoning: the chance of every outcome as a fraction. Not every game can."""
    from analyzer.api.playing import exact
    from analyzer.cli import output

    with output.report_folder(game, "exact", out, json) as folder:
        result = exact(
            game,
            players=options.players(players),
            shown=shown,
            strategies=strategy or (),
            rules=rules,
            settings=settings or (),
        )
        output.show(result.content(), folder, json)
