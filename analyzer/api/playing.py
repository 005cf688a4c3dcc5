"""What is asked of one table, as functions: what its games come to, how fast, what happens in one, what is exact."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.api import arguments, progress, results
from analyzer.api.arguments import Settings
from analyzer.api.progress import Report
from analyzer.errors import UserError
from analyzer.games.protocol import Event, Records
from analyzer.runs.playing import Enough
from analyzer.studies import bench as benching
from analyzer.studies import exact as reckoning
from analyzer.studies import simulate as simulating
from analyzer.studies.request import Table, set_table
from analyzer.studies.simulate import SECONDS_PER_TURN
from analyzer.studies.trace import trace as tracing

if TYPE_CHECKING:
    from analyzer.report.records import RecordsFile


class RecordsLost(UserError):
    """The file with a row for each game could not be written to its end.

    Attributes:
        result: What the games show, all the same: those that were played until then.
    """

    def __init__(self, message: str, result: results.Simulation) -> None:
        super().__init__(message)
        self.result = result


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
    records: str | Path | None = None,
    on_records: Callable[[int, Records], None] | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Simulation:
    """Who wins, and how long does a game last? Plays many games with one set-up.

    Args:
        game: The game's name.
        players: Seats; None for the game's usual number.
        games: Games to play, at least 1.
        seed: 0 to 2**63 - 1; the same seed gives the same figures to the last digit.
        policies: No policy (the game's ordinary player in every seat), one for all seats, or one for each.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        seconds_per_turn: How long a turn takes at a real table, from which the length in minutes follows.
        records: A file that ends in `.parquet`, for one row a game; it is put in place at the end. An earlier one that
            is complete is not replaced by one of an interrupted run: see `records_written` of the result.
        on_records: Called with every block of games, in order: the number of the first and what came of each.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together, or the file cannot be written.
        RecordsLost: The file could not be written to its end, as on a full disk; no further game was played then.
        KeyboardInterrupt: Interrupted before the first game was finished; later it gives a partial result.
    """
    table = set_table(**arguments.table(game, players, policies, rules, settings))
    games, seed = arguments.games(games), arguments.whole("seed", seed, 0)
    with _records_file(records, table, games, seed) as file:
        sink = None if file is None else _Sink(file)
        takers = [each for each in (on_records, None if sink is None else sink.add) if each is not None]
        found = simulating.play_table(
            table,
            games=games,
            seed=seed,
            threads=arguments.threads(threads),
            seconds_per_turn=seconds_per_turn,
            on_records=partial(_to_all, takers) if takers else None,
            on_progress=progress.with_total(games, on_progress),
            on_compile=on_compile,
        )
        result = results.Simulation.of(replace(found, records=None if records is None else str(records)))
        return result if sink is None else sink.finish(result)


def bench(
    game: str,
    *,
    players: int | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Bench:
    """How fast is the game played? The best of three runs.

    Args:
        game: The game's name.
        players: Seats; None for the game's usual number.
        games: Games of each run, at least 1.
        seed: 0 to 2**63 - 1.
        policies: As for `simulate`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before all runs were finished.
    """
    table = set_table(**arguments.table(game, players, policies, rules, settings))
    wanted = arguments.games(games)
    found = benching.bench(
        table,
        games=wanted,
        seed=arguments.whole("seed", seed, 0),
        threads=arguments.threads(threads),
        on_progress=progress.with_total(wanted * benching.REPETITIONS, on_progress),
        on_compile=on_compile,
    )
    return results.Bench.of(found)


def exact(
    game: str,
    *,
    players: int | None = None,
    shown: str | None = None,
    strategies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
) -> results.Exact:
    """What happens exactly, by reckoning instead of playing? Only games that are small enough can tell.

    Args:
        game: The game's name.
        players: Seats; None for the game's usual number.
        shown: The card that lies open, by its name; None for any.
        strategies: No strategy (the game's usual one in all seats), one for all seats, or one for each.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.

    Returns:
        The result.

    Raises:
        UserError: The game gives no exact answers, or something that was asked for is unknown or does not fit together.
    """
    found = reckoning.work_out(
        arguments.text("game", game),
        players=arguments.whole_or_none("players", players, 1, 99),
        shown=None if shown is None else arguments.text("shown", shown),
        strategies=arguments.texts("strategies", strategies),
        rules=arguments.text("rules", rules),
        settings=arguments.settings(settings),
    )
    return results.Exact.of(found)


def trace(
    game: str,
    number: int = 0,
    *,
    players: int | None = None,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
) -> list[Event]:
    """What happens in a game of the run that `simulate` plays with the same arguments?

    Args:
        game: The game's name.
        number: The game's number in the run, from 0.
        players: Seats; None for the game's usual number.
        seed: The run's seed.
        policies: As for `simulate`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.

    Returns:
        The events in order, as objects of the public trace format.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
    """
    table = set_table(**arguments.table(game, players, policies, rules, settings))
    first = arguments.whole("number", number, 0)
    return next(tracing(table, seed=arguments.whole("seed", seed, 0), first=first, count=1))


@contextmanager
def _records_file(
    path: str | Path | None, table: Table, games: int, seed: int
) -> "Iterator[RecordsFile | None]":
    """The file for the records, checked before anything is played; None where none is wanted."""
    if path is None:
        yield None
        return
    from analyzer.report import records

    with records.prepare(Path(path), table, games=games, seed=seed) as prepared:
        yield prepared


class _Sink:
    """Writes records for as long as they can be written; that they cannot ends the run, but costs no figures."""

    def __init__(self, file: "RecordsFile") -> None:
        self._file = file
        self._error: UserError | None = None

    def add(self, first: int, records: Records) -> None:
        try:
            self._file.add(first, records)
        except UserError as error:
            self._error = error
            raise Enough from error

    def finish(self, result: results.Simulation) -> results.Simulation:
        """The result with the name of the file, which is put in place."""
        try:
            if self._error is not None:
                raise self._error
            return replace(result, records_written=str(self._file.put_in_place()))
        except UserError as error:
            raise RecordsLost(str(error), result) from error


def _to_all(takers: Sequence[Callable[[int, Records], None]], first: int, records: Records) -> None:
    for take in takers:
        take(first, records)
