"""`analyzer watch`."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import options
from analyzer.cli.numbers import read_whole
from analyzer.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.cli.keyboard import Read
    from analyzer.cli.stepping import Steps
    from analyzer.games.protocol import Event, PolicyFailed, Scene
    from analyzer.report.scenes import SceneView
    from analyzer.studies.request import Table

_LAST_GAME = 10**12
_LAST_EVENT = 10**9
_LOOK_SECONDS = 0.2
"""How often the terminal's size is looked at."""


def command(
    game: options.Game,
    number: Annotated[
        str, typer.Option("--game", metavar="K", help="Number of the game in the run, as in `trace`.")
    ] = "0",
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="S", help="Show only what this seat sees.", show_default="the cards of all"
        ),
    ] = None,
    begin: Annotated[
        str, typer.Option("--from", metavar="N", help="Event to begin with: line N of `trace`, from 0.")
    ] = "0",
    everything: Annotated[
        bool, typer.Option("--all", help="Print all steps at once, as where there is no terminal.")
    ] = False,
    players: options.Players = None,
    games: Annotated[
        str | None, typer.Option("--games", metavar="N", help="Games of the run.", show_default="no limit")
    ] = None,
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
) -> None:
    """Step through one game of a run on the terminal: the cards, and what happens with them."""
    from analyzer.studies.request import set_table

    chosen, run_seed = read_whole("--game", number, 0, _LAST_GAME), options.seed(seed)
    first = read_whole("--from", begin, 0, _LAST_EVENT)
    if games is not None and chosen >= options.games(games):
        raise UserError(
            f"--game {number}: a run of --games {games} ends with game {options.games(games) - 1}."
        )
    table = set_table(
        game, players=options.players(players), policies=policy or (), rules=rules, settings=settings or ()
    )
    watcher = None if seat is None else read_whole("--seat", seat, 0, table.setup.players - 1)
    events, failure = _play(table, run_seed, chosen)
    scenes = table.game.scenes(events, watcher) if events else []
    if scenes:
        if first >= len(scenes):
            raise UserError(f"--from {begin}: game {chosen} has the events 0 to {len(scenes) - 1}.")
        title = f"game {chosen} of {table.game.title}"
        _show(scenes, first, title, [spec.name for spec in table.setup.policies], everything)
    if failure is not None:
        raise failure


def _play(table: "Table", seed: int, number: int) -> "tuple[Sequence[Event], PolicyFailed | None]":
    """A game's events, and what ended it if a policy failed."""
    from analyzer.cli import watching
    from analyzer.core.compiling import CompileWatch
    from analyzer.games.protocol import PolicyFailed
    from analyzer.studies.trace import trace

    with CompileWatch(watching.announce_compiling):
        try:
            return next(trace(table, seed=seed, first=number, count=1)), None
        except PolicyFailed as failure:
            return failure.events, failure


def _show(scenes: "Sequence[Scene]", first: int, title: str, names: Sequence[str], everything: bool) -> None:
    from analyzer.cli.output import print_text
    from analyzer.cli.stepping import Steps
    from analyzer.report.scenes import SceneView, plain

    if everything or not (sys.stdin.isatty() and sys.stdout.isatty()):
        told = [plain(number, scenes[number]) for number in range(first, len(scenes))]
        print_text("\n\n".join([_head(title, names), *told]) + "\n")
        return
    from rich.console import Console

    from analyzer.cli import keyboard

    console, steps = Console(), Steps([scene.moment for scene in scenes], first)
    reading = None if console.is_dumb_terminal else keyboard.keys()
    try:
        if reading is None:
            print_text(f"{_head(title, names)}\n")
            _step_by_lines(scenes, steps)
        else:
            view = SceneView(title, scenes, names, console.encoding)
            with reading as read, console.screen():
                _step_by_keys(view, steps, console, read)
    except KeyboardInterrupt:  # a way to quit like others
        return


def _head(title: str, names: Sequence[str]) -> str:
    seats = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))
    return f"{title[0].upper()}{title[1:]}: {seats}"


def _step_by_keys(view: "SceneView", steps: "Steps", console: "Console", read: "Read") -> None:
    """Shows one scene after the other, as the keys say, in the size that the terminal has."""
    size, key = None, None
    while key is None or steps.press(key):
        if key is not None or size != console.size:
            size = console.size
            steps.scroll = view.show(steps.at, steps.scroll, partial(steps.help, size.width), console)
        key = read(_LOOK_SECONDS)


def _step_by_lines(scenes: "Sequence[Scene]", steps: "Steps") -> None:
    """The same where single keys cannot be read: each line is a key's name, or "g" with a number."""
    from analyzer.cli.output import print_text
    from analyzer.report.scenes import plain

    shown = None
    while True:
        if steps.at != shown:
            print_text(f"\n{plain(steps.at, scenes[steps.at])}\n")
            shown = steps.at
        try:
            line = input("Enter next, b back, t/T turn, g N go to, q quit: ").strip()
        except EOFError:
            print_text("\n")
            return
        keys = ["g", *line[1:].strip(), "enter"] if line.startswith("g") else [line or "enter"]
        if not all(map(steps.press, keys)):
            return
