"""One function a question: it finds the game, checks what is asked, plays, and returns a result that can be shown."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.api import results
from analyzer.api.limits import MOST_GAMES
from analyzer.errors import UserError
from analyzer.games.protocol import Event, Records
from analyzer.studies import bench as benching
from analyzer.studies import compare as comparing
from analyzer.studies import simulate as simulating
from analyzer.studies import tournament as competing
from analyzer.studies import tune as tuning
from analyzer.studies.comparison import Forecast, Plan
from analyzer.studies.request import Table, set_table
from analyzer.studies.simulate import SECONDS_PER_TURN
from analyzer.studies.tournament_field import set_field
from analyzer.studies.trace import trace as tracing
from analyzer.studies.tuning.plan import make_plan

if TYPE_CHECKING:
    from analyzer.report.records import RecordsFile

Report = Callable[[int, int], None]
"""Called again and again with the number of games played so far, and of all that are to be played."""


class RecordsLost(UserError):
    """The file with a row for each game could not be completed.

    Attributes:
        result: What the games show, all the same.
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
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
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
        settings: Changes to the rules, "KEY=VALUE".
        threads: Threads to play on; None for all cores.
        seconds_per_turn: How long a turn takes at a real table, from which the length in minutes follows.
        records: A file that ends in `.parquet`, for one row a game; it is put in place once it is complete.
        on_records: Called with every block of games, in order: the number of the first and what came of each.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together, or the file cannot be written.
        RecordsLost: The file could not be completed after the last game.
        KeyboardInterrupt: Interrupted before the first game was finished; later it gives a partial result.
    """
    table = set_table(game, players=players, policies=policies, rules=rules, settings=settings)
    with _records_file(records, table, games, seed) as file:
        takers = [each for each in (on_records, None if file is None else file.add) if each is not None]
        found = simulating.play_table(
            table,
            games=games,
            seed=seed,
            threads=threads,
            seconds_per_turn=seconds_per_turn,
            on_records=partial(_to_all, takers) if takers else None,
            on_progress=_of(games, on_progress),
            on_compile=on_compile,
        )
        result = results.Simulation.of(replace(found, records=None if records is None else str(records)))
        if file is not None:
            try:
                file.put_in_place()
            except UserError as error:
                raise RecordsLost(str(error), result) from error
    return result


def compare(
    game: str,
    a: str,
    b: str,
    *,
    field: str | None = None,
    players: int | None = None,
    deals: int | None = None,
    games: int | None = None,
    until: float | None = None,
    decide: bool = False,
    paired: bool = True,
    seed: int = 1,
    rules: str = "standard",
    settings: Sequence[str] = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
    on_pilot: Callable[[Forecast], None] | None = None,
) -> results.Comparison:
    """What does it win a player to play A instead of B? Both in every seat, on the same deals.

    Args:
        game: The game's name.
        a: A policy, and
        b: the one it is compared with.
        field: What all other seats play; B if left out.
        players: Seats; None for the game's usual number.
        deals: Deals to play, each with every seat and both policies; at most so many if the run may stop early.
        games: Instead of `deals`: games to play in all.
        until: Stop when the interval of the difference is so wide to either side (0.002 for 0.2 points).
        decide: Stop as soon as it is certain, at 95 %, which one wins more.
        paired: Whether both play the same deals.
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.
        on_pilot: Called once in a long run, with what the first deals say of the rest.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first deal was finished; later it gives a partial result.
    """
    sides = comparing.set_sides(
        game, a, b, field=field, players=players, rules=rules, settings=settings, paired=paired
    )
    usual = comparing.MOST_DEALS if decide or until is not None else comparing.DEALS
    plan = Plan(_deals(deals, games, sides.games_per_deal, usual), seed, until, decide)
    found = comparing.compare(
        sides,
        plan,
        threads=threads,
        on_progress=_of(plan.deals * sides.games_per_deal, on_progress),
        on_compile=on_compile,
        on_pilot=on_pilot,
    )
    return results.Comparison.of(found)


def tournament(
    game: str,
    policies: Sequence[str],
    *,
    players: int | None = None,
    deals: int | None = None,
    games: int | None = None,
    seed: int = 1,
    rules: str = "standard",
    settings: Sequence[str] = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Tournament:
    """Which policy is strongest? All of them at balanced tables, every seating on the same deals.

    Args:
        game: The game's name.
        policies: The competitors, two or more.
        players: Seats at a table; None for the game's usual number.
        deals: Deals to play, each at all tables and in all seatings.
        games: Instead of `deals`: games to play in all.
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first deal was finished; later it gives a partial result.
    """
    field = set_field(game, policies, players=players, seed=seed, rules=rules, settings=settings)
    wanted = _deals(deals, games, field.games_per_deal, competing.DEALS)
    found = competing.play(
        field,
        deals=wanted,
        threads=threads,
        on_progress=_of(wanted * field.games_per_deal, on_progress),
        on_compile=on_compile,
    )
    return results.Tournament.of(found)


def tune(
    game: str,
    *,
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
    **plan: Any,
) -> results.Tuning:
    """Which weights make a policy win most? A search by CMA-ES, and a verdict on deals that it never saw.

    Args:
        game: The game's name.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.
        **plan: What is tuned, against whom and for how long: the arguments of
            `analyzer.studies.tuning.plan.make_plan`.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first game; later it gives a partial result.
    """
    made = make_plan(game, **plan)
    total = made.generations * made.generation_games + made.verdict_games
    found = tuning.tune(made, threads=threads, on_progress=_of(total, on_progress), on_compile=on_compile)
    return results.Tuning.of(found)


def bench(
    game: str,
    *,
    players: int | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Bench:
    """How fast is the game played? The best of three runs; the arguments are those of `simulate`."""
    table = set_table(game, players=players, policies=policies, rules=rules, settings=settings)
    found = benching.bench(
        table,
        games=games,
        seed=seed,
        threads=threads,
        on_progress=_of(games * benching.REPETITIONS, on_progress),
        on_compile=on_compile,
    )
    return results.Bench.of(found)


def trace(
    game: str,
    number: int = 0,
    *,
    players: int | None = None,
    seed: int = 1,
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
) -> list[Event]:
    """What happens in a game of the run that `simulate` plays with the same arguments?

    Args:
        game: The game's name.
        number: The game's number in the run, from 0.
        players: Seats; None for the game's usual number.
        seed: The run's seed.
        policies: As for `simulate`.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".

    Returns:
        The events in order, as objects of the public trace format.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
    """
    table = set_table(game, players=players, policies=policies, rules=rules, settings=settings)
    return next(tracing(table, seed=seed, first=number, count=1))


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


def _to_all(takers: Sequence[Callable[[int, Records], None]], first: int, records: Records) -> None:
    for take in takers:
        take(first, records)


def _of(total: int, report: Report | None) -> Callable[[int], None] | None:
    """Tells all games besides those played."""
    return None if report is None else lambda done: report(done, total)


def _deals(deals: int | None, games: int | None, games_per_deal: int, usual: int) -> int:
    """How many deals to play; a part of a deal is none, but there is at least one."""
    if deals is not None and games is not None:
        raise UserError("deals and games: only one of them can say how much is played.")
    if games is not None:
        return max(1, games // games_per_deal)
    if deals is None:
        return usual
    if deals > MOST_GAMES // games_per_deal:
        raise UserError(f"{deals:,} deals are too many: {MOST_GAMES // games_per_deal:,} at most.")
    return deals
