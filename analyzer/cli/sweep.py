"""`analyzer sweep`."""

from typing import Annotated, Any

import typer

from analyzer.cli import options


def command(
    game: options.Game,
    vary: Annotated[
        str,
        typer.Argument(
            metavar="VARY",
            help="What is varied: KEY=VALUE|VALUE|…, or KEY=0..4; KEY is a rule as in --set (deck.CARD, "
            "options.OPTION), policy for what all seats play, or policy.0 for what seat 0 plays.",
            show_default=False,
        ),
    ],
    players: options.Players = None,
    games: Annotated[str, typer.Option("--games", metavar="N", help="Games with each value.")] = "200k",
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Vary one rule, or what a seat plays, and see what it changes: win rates, length, all that the game counts."""
    from analyzer.api.comparing import sweep
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        "games": options.games(games),
        "policies": policy or (),
        **options.common(players, seed, rules, settings, threads),
    }
    with output.report_folder(game, "sweep", out, json) as folder:
        watching.announce_slow(game, asked["policies"])
        with watching.progress(no_progress) as on_progress:
            result = sweep(
                game, vary, **asked, on_progress=on_progress, on_compile=watching.announce_compiling
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
