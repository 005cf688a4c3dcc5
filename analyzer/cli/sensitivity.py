"""`analyzer sensitivity`."""

from typing import Annotated, Any

import typer

from analyzer.api.limits import MOST_DEALS, MOST_DECKS
from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_whole


def command(
    game: options.Game,
    question: Annotated[
        str | None,
        typer.Option(
            "--question",
            metavar="QUESTION",
            help="What is asked under all rules: tip:NAME (what a tip of the game wins), tip (its first one), "
            "first-seat (the first seat's advantage) or length (the mean length).",
            show_default="tip, or first-seat if the game has none",
        ),
    ] = None,
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow",
            metavar="SPEC",
            help="Instead of --question: a policy that follows a tip of your own; needs --ignore.",
            show_default=False,
        ),
    ] = None,
    ignore: Annotated[
        str | None,
        typer.Option(
            "--ignore",
            metavar="SPEC",
            help="The policy that ignores it; the two should differ in nothing else.",
            show_default=False,
        ),
    ] = None,
    field: Annotated[
        str | None,
        typer.Option(
            "--field",
            metavar="SPEC",
            help="What all other seats play where a tip is asked about.",
            show_default="the game's ordinary player",
        ),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals",
            metavar="N",
            help="Deals of each set of rules; for a tip each is played in every seat.",
            show_default="100k for a tip, 500k for another question",
        ),
    ] = None,
    decks: Annotated[
        str,
        typer.Option(
            "--decks", metavar="N", help="Plausible decks to try: four times a power of two, or 0 for none."
        ),
    ] = "64",
    players: options.Players = None,
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Ask whether an answer depends on what the source leaves open: its open points, and the decks it would allow."""
    from analyzer.api.designing import sensitivity
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        "question": question,
        "follow": follow,
        "ignore": ignore,
        "field": field,
        "deals": None if deals is None else read_count("--deals", deals, MOST_DEALS),
        "decks": read_whole("--decks", decks, 0, MOST_DECKS),
        "policies": policy or (),
        **options.common(players, seed, rules, settings, threads),
    }
    with output.report_folder(game, "sensitivity", out, json) as folder:
        watching.announce_slow(game, (*asked["policies"], asked["follow"], asked["ignore"], asked["field"]))
        with watching.progress(no_progress) as on_progress:
            result = sensitivity(
                game, **asked, on_progress=on_progress, on_compile=watching.announce_compiling
            )
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))
