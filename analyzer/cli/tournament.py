"""`analyzer tournament`."""

from typing import Annotated, Any

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
    from analyzer.api.comparing import tournament
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        **options.deals_or_games(deals, games),
        **options.common(players, seed, rules, settings, threads),
    }
    with output.report_folder(game, "tournament", out, json) as folder:
        watching.announce_slow(game, policy or ())
        with watching.progress(no_progress) as on_progress:
            result = tournament(
                game,
                policy or (),
                **asked,
                on_progress=on_progress,
                on_compile=watching.announce_compiling,
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
