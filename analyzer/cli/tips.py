"""`analyzer tips`."""

import shutil
import sys
import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.api.limits import MOST_DEALS
from analyzer.cli import options
from analyzer.cli.numbers import read_count, read_part, read_whole
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.games.tips import Tip

_LARGEST = Fraction(1, 2)
_WIDTH = 100
_LISTED_WITH = ("game", "only", "listed", "json", "no_progress")
"""What may be said beside --list."""


def complete_tip(context: typer.Context, incomplete: str) -> list[str]:
    """The names of the game's tips that begin so, for shells."""
    from analyzer.studies.tips import chosen_tips

    try:
        known = chosen_tips(context.params.get("game") or "")
    except UserError:
        return []
    return [tip.name for tip in known if tip.name.startswith(incomplete)]


def command(
    context: typer.Context,
    game: options.Game,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="NAME,NAME…",
            help="Tips to try, by their names.",
            autocompletion=complete_tip,
            show_default="all that the game has",
        ),
    ] = None,
    tip: Annotated[
        str | None,
        typer.Option(
            "--tip",
            metavar="TEXT",
            help="A tip of your own, tried instead of the game's: it needs --follow and --ignore.",
            show_default=False,
        ),
    ] = None,
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow", metavar="SPEC", help="The policy that follows your tip.", show_default=False
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
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="N,N…",
            help="Seats: one number or several, each for verdicts of its own.",
            show_default="those that the game names",
        ),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="SPEC",
            help="What all other seats play; given several times, each for verdicts of its own.",
            show_default="a weak, an ordinary and a strong player",
        ),
    ] = None,
    deals: Annotated[
        str,
        typer.Option(
            "--deals",
            metavar="N",
            help="Deals that each verdict may take at most, each played in every seat.",
        ),
    ] = "100k",
    smallest: Annotated[
        str,
        typer.Option(
            "--smallest",
            metavar="X",
            help="The smallest difference of win rates that matters: 0.5% or 0.005.",
        ),
    ] = "0.5%",
    seed: options.Seed = "1",
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    listed: Annotated[
        bool,
        typer.Option("--list", help="Show the game's tips and who follows and ignores them; play nothing."),
    ] = False,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Try tips: is who follows one better off than who ignores it, at which tables, and by enough to matter?"""
    names = options.listed("--only", only)
    if listed:
        _refuse_what_is_played(context)
        _list(game, names, json)
        return
    from analyzer.api.advising import tips
    from analyzer.cli import output, watching

    asked: dict[str, Any] = {
        **options.common(None, seed, rules, settings, threads),
        "only": names,
        "tip": tip,
        "follow": follow,
        "ignore": ignore,
        "players": [read_whole("--players", each, 1, 99) for each in options.listed("--players", players)],
        "fields": field or (),
        "deals": read_count("--deals", deals, MOST_DEALS),
        "smallest": read_part("--smallest", smallest, _LARGEST),
    }
    with output.report_folder(game, "tips", out, json) as folder:
        watching.announce_slow(game, (*asked["fields"], asked["follow"], asked["ignore"]))
        with watching.progress(no_progress) as on_progress:
            result = tips(game, **asked, on_progress=on_progress, on_compile=watching.announce_compiling)
        output.show(result.content(), folder, json)
    raise typer.Exit(output.exit_status(result.partial))


def _refuse_what_is_played(context: typer.Context) -> None:
    for name in context.params:
        source = context.get_parameter_source(name)
        if name not in _LISTED_WITH and source is not None and source.name == "COMMANDLINE":
            option = {"settings": "set"}.get(name, name.replace("_", "-"))
            raise UserError(f"--list shows the tips and plays nothing: leave out --{option}.")


def _list(game: str, only: Sequence[str], json: bool) -> None:
    from analyzer.cli import output
    from analyzer.studies.tips import chosen_tips

    known = chosen_tips(game, only)
    if json:
        told = [
            {"tip": tip.name, "text": tip.text, "follow": tip.follow, "ignore": tip.ignore, "note": tip.note}
            for tip in known
        ]
        output.print_json({"game": game, "tips": told})
        return
    for tip in known:
        typer.echo(f"{_told(tip)}\n")
    typer.echo(f'A tip of your own: analyzer tips {game} --tip "…" --follow SPEC --ignore SPEC')


def _told(tip: "Tip") -> str:
    width = min(_WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else _WIDTH
    lines = textwrap.wrap(f"{tip.name}: {tip.text}", width, subsequent_indent="        ")
    texts = [f"{tip.follow} follows it, {tip.ignore} does not", tip.note]
    for text in filter(None, texts):
        lines += textwrap.wrap(text, width, initial_indent="    ", subsequent_indent="        ")
    return "\n".join(lines)
