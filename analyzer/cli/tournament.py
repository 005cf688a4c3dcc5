"""`analyzer tournament`."""

from typing import Annotated

import typer

from analyzer.cli import options


def command(
    game: options.Game,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="SPEC",
            help="A competitor, NAME or NAME:KEY=VALUE,KEY=VALUE: two of them or more.",
            show_default=False,
        ),
    ] = None,
    players: options.Players = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            metavar="N",
            help="Deals to play, each at all tables and in all seatings.",
            show_default="20k",
        ),
    ] = None,
    games: options.GamesInAll = None,
    seed: options.Seed = "1",
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Rank policies: all pairings with two players, balanced tables with more, every seating on the same deals."""
    from analyzer.cli import output, watching
    from analyzer.studies.tournament import DEALS, play
    from analyzer.studies.tournament_field import set_field

    number, used = options.seed(seed), options.threads(threads)
    field = set_field(
        game,
        policy or (),
        players=options.players(players),
        seed=number,
        rules=rules,
        settings=settings or (),
    )
    wanted = options.deals(deals, games, field.games_per_deal, DEALS)
    with output.report_folder(game, "tournament", out, json) as folder:
        with watching.progress(wanted * field.games_per_deal, no_progress) as on_progress:
            result = play(
                field,
                deals=wanted,
                threads=used,
                on_progress=on_progress,
                on_compile=watching.announce_compiling,
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
