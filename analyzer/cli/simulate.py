"""`analyzer simulate`."""

import typer

from analyzer.cli import options


def command(
    game: options.Game,
    players: options.Players = None,
    games: options.Games = "1M",
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Play many games: who wins, how long does a game last, and how sure is that?"""
    from analyzer.cli import output, watching
    from analyzer.studies.request import set_table
    from analyzer.studies.simulate import play_table

    wanted, number, used = options.games(games), options.seed(seed), options.threads(threads)
    table = set_table(
        game, players=options.players(players), policies=policy or (), rules=rules, settings=settings or ()
    )
    with output.report_folder(game, "simulate", out, json) as folder:
        with watching.progress(wanted, no_progress) as on_progress:
            result = play_table(
                table,
                games=wanted,
                seed=number,
                threads=used,
                on_progress=on_progress,
                on_compile=watching.announce_compiling,
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
