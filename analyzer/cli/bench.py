"""`analyzer bench`."""

from typing import Annotated, Any

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
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Folder for a report.", show_default="no report"),
    ] = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Measure how fast the game is played: the best of three runs."""
    from analyzer.api.playing import bench
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        "games": options.games(games),
        "policies": policy or (),
        **options.common(players, seed, rules, settings, threads),
    }
    with output.report_folder(game, "bench", out, as_json=out is None) as folder:
        with watching.progress(no_progress) as on_progress:
            result = bench(game, **asked, on_progress=on_progress, on_compile=watching.announce_compiling)
        output.show(result.content(), folder, json)
