"""`analyzer simulate`."""

from pathlib import Path
from typing import Any

import typer

from analyzer.cli import options
from analyzer.errors import UserError
from analyzer.games.settings import shown


def command(
    game: options.Game,
    players: options.Players = None,
    games: options.Games = "1M",
    seed: options.Seed = "1",
    policy: options.Policies = None,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    threads: options.Threads = None,
    seconds_per_turn: options.SecondsPerTurn = "10",
    records: options.RecordsFile = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Play many games: who wins, how long does a game last, and how sure is that?"""
    from analyzer.api.playing import RecordsLost, simulate
    from analyzer.cli import output, watching

    if records == "":
        raise UserError("--records: the name of the file is missing.")
    asked: dict[str, Any] = {
        "games": options.games(games),
        "policies": policy or (),
        "seconds_per_turn": options.seconds_per_turn(seconds_per_turn),
        "records": records,
        **options.common(players, seed, rules, settings, threads),
    }
    with output.report_folder(game, "simulate", out, json) as folder:
        watching.announce_slow(game, asked["policies"])
        try:
            with watching.progress(no_progress) as on_progress:
                result = simulate(
                    game, **asked, on_progress=on_progress, on_compile=watching.announce_compiling
                )
        except RecordsLost as lost:
            output.show(lost.result.content(), folder, json)
            raise
        output.show(result.content(), folder, json)
        if records is not None and result.partial:
            watching.say(_part_of_the_records(records, str(result.records_written), result.tally.games))
    raise typer.Exit(output.exit_status(result.partial))


def _part_of_the_records(asked: str, written: str, games: int) -> str:
    part = f"the {_games(games)} finished until then"
    if written == str(Path(asked)):
        return f"The records hold {part}."
    return f"{shown(asked)} is of a complete run and was left as it was; {shown(written)} holds {part}."


def _games(number: int) -> str:
    return "one game" if number == 1 else f"{number:,} games"
