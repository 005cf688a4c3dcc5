"""One function a question: it finds the game, checks what is asked, plays, and returns a result that can be shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.api import arguments, results
from analyzer.api.arguments import Settings
from analyzer.api.designing import balance as balance
from analyzer.api.designing import find_decks as find_decks
from analyzer.api.designing import sensitivity as sensitivity
from analyzer.api.limits import MOST_CANDIDATES, MOST_DEALS, MOST_GAMES, MOST_GENERATIONS, MOST_THREADS
from analyzer.errors import UserError
from analyzer.games.protocol import Event, Records
from analyzer.runs.playing import Enough
from analyzer.studies import advice as advising
from analyzer.studies import bench as benching
from analyzer.studies import compare as comparing
from analyzer.studies import exact as reckoning
from analyzer.studies import simulate as simulating
from analyzer.studies import sweep as sweeping
from analyzer.studies import tips as trying
from analyzer.studies import tournament as competing
from analyzer.studies import tune as tuning
from analyzer.studies.advise import advise as seek_advice
from analyzer.studies.comparison import Forecast, Plan
from analyzer.studies.decision import set_decision
from analyzer.studies.openings import plan as opening
from analyzer.studies.openings.run import run as try_openings
from analyzer.studies.request import Table, set_table
from analyzer.studies.simulate import SECONDS_PER_TURN
from analyzer.studies.tournament_field import set_field
from analyzer.studies.trace import trace as tracing
from analyzer.studies.tuning.plan import DEALS, GENERATIONS, VERDICT_DEALS, make_plan

if TYPE_CHECKING:
    from analyzer.report.records import RecordsFile

Report = Callable[[int, int], None]
"""Called again and again with the number of games played so far, and of all that are to be played."""


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
    games, seed = _games(games), arguments.whole("seed", seed, 0)
    with _records_file(records, table, games, seed) as file:
        sink = None if file is None else _Sink(file)
        takers = [each for each in (on_records, None if sink is None else sink.add) if each is not None]
        found = simulating.play_table(
            table,
            games=games,
            seed=seed,
            threads=_threads(threads),
            seconds_per_turn=seconds_per_turn,
            on_records=partial(_to_all, takers) if takers else None,
            on_progress=_of(games, on_progress),
            on_compile=on_compile,
        )
        result = results.Simulation.of(replace(found, records=None if records is None else str(records)))
        return result if sink is None else sink.finish(result)


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
    settings: Settings = (),
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
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
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
        arguments.text("game", game),
        arguments.text("a", a),
        arguments.text("b", b),
        field=None if field is None else arguments.text("field", field),
        players=arguments.whole_or_none("players", players, 1, 99),
        rules=arguments.text("rules", rules),
        settings=arguments.settings(settings),
        paired=paired,
    )
    width = arguments.part("until", until)
    usual = comparing.MOST_DEALS if decide or width is not None else comparing.DEALS
    wanted = _deals(deals, games, sides.games_per_deal, usual)
    plan = Plan(wanted, arguments.whole("seed", seed, 0), width, decide)
    found = comparing.compare(
        sides,
        plan,
        threads=_threads(threads),
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
    settings: Settings = (),
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
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first deal was finished; later it gives a partial result.
    """
    number = arguments.whole("seed", seed, 0)
    field = set_field(**arguments.table(game, players, policies, rules, settings), seed=number)
    wanted = _deals(deals, games, field.games_per_deal, competing.DEALS)
    found = competing.play(
        field,
        deals=wanted,
        threads=_threads(threads),
        on_progress=_of(wanted * field.games_per_deal, on_progress),
        on_compile=on_compile,
    )
    return results.Tournament.of(found)


def tune(
    game: str,
    *,
    policy: str | None = None,
    weights: str | Sequence[str] = (),
    fields: str | Sequence[str] = (),
    players: int | Sequence[int] = (),
    step: float | None = None,
    deals: int = DEALS,
    generations: int = GENERATIONS,
    population: int | None = None,
    verdict_deals: int = VERDICT_DEALS,
    seed: int = 1,
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Tuning:
    """Which weights make a policy win most? A search by CMA-ES, and a verdict on deals that it never saw.

    Args:
        game: The game's name.
        policy: What is tuned; the search begins with its values. None for the game's ordinary player.
        weights: Names of the numbers to tune; none for all that the policy has.
        fields: Who plays the other seats, one after the other; none for the game's ordinary player.
        players: Seats, one number or several; none for the game's usual number.
        step: How far the first candidates spread around the start; None for a quarter of the bounds.
        deals: Deals that a candidate plays in each seat, with each number of players, against each field.
        generations: Generations of the search, at least 1.
        population: Candidates a generation, at least 4; None for a number that suits the weights.
        verdict_deals: Deals of the verdict, at least 2.
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first game; later it gives a partial result.
    """
    counts = list(players) if isinstance(players, Sequence) else [players]
    made = make_plan(
        arguments.text("game", game),
        policy=None if policy is None else arguments.text("policy", policy),
        weights=arguments.texts("weights", weights),
        fields=arguments.texts("fields", fields),
        players=[arguments.whole("players", count, 1, 99) for count in counts],
        rules=arguments.text("rules", rules),
        settings=arguments.settings(settings),
        step=arguments.positive("step", step),
        seed=arguments.whole("seed", seed, 0),
        deals=arguments.whole("deals", deals, 1, MOST_DEALS),
        generations=arguments.whole("generations", generations, 1, MOST_GENERATIONS),
        population=arguments.whole_or_none("population", population, 4, MOST_CANDIDATES),
        verdict_deals=arguments.whole("verdict_deals", verdict_deals, 2, MOST_DEALS),
    )
    total = made.generations * made.generation_games + made.verdict_games
    found = tuning.tune(
        made, threads=_threads(threads), on_progress=_of(total, on_progress), on_compile=on_compile
    )
    return results.Tuning.of(found)


def sweep(
    game: str,
    vary: str,
    *,
    players: int | None = None,
    games: int = sweeping.GAMES,
    seed: int = 1,
    policies: str | Sequence[str] = (),
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Sweep:
    """What does one thing change? The same games with each of several values of a rule, or of what a seat plays.

    Args:
        game: The game's name.
        vary: "KEY=VALUE|VALUE" or "KEY=0..4": a rule ("options.NAME", "deck.CARD"), "policy" for what all seats play,
            "policy.0" for what seat 0 plays.
        players: Seats; None for the game's usual number.
        games: Games with each value, at least 1.
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
        KeyboardInterrupt: Interrupted before the first game was finished; later it gives a partial result.
    """
    found = sweeping.sweep(
        vary=arguments.text("vary", vary),
        games=_games(games),
        seed=arguments.whole("seed", seed, 0),
        threads=_threads(threads),
        on_progress=on_progress,
        on_compile=on_compile,
        **arguments.table(game, players, policies, rules, settings),
    )
    return results.Sweep.of(found)


def advise(
    game: str,
    question: str,
    position: Mapping[str, Any] | str | Path | None = None,
    *,
    players: int | None = None,
    seat: int | None = None,
    play: str | None = None,
    against: str | None = None,
    rules: str = "standard",
    settings: Settings = (),
    games: int = advising.GAMES,
    within: float = advising.WITHIN,
    seed: int = 1,
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
    **fields: Any,
) -> results.Advice:
    """What to do now? Tries all actions on the same hidden cards, and tells the best one, with how sure that is.

    Args:
        game: The game's name.
        question: One of the decisions on which the game gives advice: `analyzer advise GAME` lists them.
        position: What is known, by the names of the question's fields (`analyzer advise GAME QUESTION --help` lists
            them; for what is said for each seat, values by the seats' numbers), or a TOML or JSON file that says it.
            It may also say `players` and `seat`.
        players: Seats; None for what `position` says, or the game's usual number.
        seat: The deciding player's seat; None for what `position` says, or the question's usual one.
        play: How the deciding player goes on afterwards; None for the game's ordinary player.
        against: What all others play; None for the game's ordinary player.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        games: Games to play at most.
        within: By how much less the advised action may win than the best one (0.003 for 0.3 points).
        seed: 0 to 2**63 - 1.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and the most that may be played.
        on_compile: Called if the game has to be compiled first.
        fields: Fields of the position by their names, with _ for a dash; they hold instead of what `position` says.

    Returns:
        The result.

    Raises:
        UserError: The game gives no advice, or something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first world was finished; later it gives a partial result.
    """
    decision = set_decision(
        arguments.text("game", game),
        arguments.text("question", question),
        arguments.position(position),
        arguments.fields(fields),
        players=arguments.whole_or_none("players", players, 1, 99),
        seat=arguments.whole_or_none("seat", seat, 0, 98),
        play=None if play is None else arguments.text("play", play),
        against=None if against is None else arguments.text("against", against),
        rules=arguments.text("rules", rules),
        settings=arguments.settings(settings),
    )
    wanted, precision = _games(games), arguments.part("within", within)
    found = seek_advice(
        decision,
        advising.Plan(
            wanted, arguments.whole("seed", seed, 0), advising.WITHIN if precision is None else precision
        ),
        threads=_threads(threads),
        on_progress=_of(wanted, on_progress),
        on_compile=on_compile,
    )
    return results.Advice.of(found)


def tips(
    game: str,
    *,
    only: str | Sequence[str] = (),
    tip: str | None = None,
    follow: str | None = None,
    ignore: str | None = None,
    players: int | Sequence[int] = (),
    fields: str | Sequence[str] = (),
    deals: int = trying.DEALS,
    smallest: float = trying.SMALLEST,
    seed: int = 1,
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Tips:
    """Which tips are true? Tries each with several numbers of players, against several fields, until it is certain.

    Args:
        game: The game's name.
        only: Names of the game's tips that are tried; none for all of them.
        tip: A tip of your own that is tried instead, in a sentence, with
        follow: the policy that follows it, and
        ignore: the policy that ignores it.
        players: Seats, one number or several; none for those that the game names.
        fields: Who plays the other seats, one after the other; none for those that the game names.
        deals: Deals that each verdict may take at most, each played in every seat.
        smallest: The smallest difference of win rates that matters (0.005 for 0.5 points).
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and with how many it will be at most.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first verdict; later it gives a partial result.
    """
    counts = list(players) if isinstance(players, Sequence) else [players]
    width = arguments.part("smallest", smallest)
    asked = trying.set_trials(
        arguments.text("game", game),
        tip=trying.own_tip(
            *(
                None if value is None else arguments.text(name, value)
                for name, value in (("tip", tip), ("follow", follow), ("ignore", ignore))
            )
        ),
        only=arguments.texts("only", only),
        players=[arguments.whole("players", count, 1, 99) for count in counts],
        fields=arguments.texts("fields", fields),
        rules=arguments.text("rules", rules),
        settings=arguments.settings(settings),
    )
    found = trying.try_tips(
        asked,
        deals=arguments.whole("deals", deals, 1, MOST_DEALS),
        smallest=trying.SMALLEST if width is None else width,
        seed=arguments.whole("seed", seed, 0),
        threads=_threads(threads),
        on_progress=on_progress,
        on_compile=on_compile,
    )
    return results.Tips.of(found)


def swaps(
    game: str,
    *,
    players: int | Sequence[int] = (),
    policy: str | None = None,
    deals: int = opening.DEALS,
    seed: int = 1,
    rules: str = "standard",
    settings: Settings = (),
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> results.Swaps:
    """What should a player lay before the first turn? An experiment on kinds of cards, and rules on fresh deals.

    In each deal of the experiment one seat chooses at random. From what it wins follows what laying a card of each kind
    does, and an order in which to lay them; this order, a short form of it and the game's own rules of thumb are then
    tried on further deals.

    Args:
        game: The game's name; it must be one in which something is chosen before the first turn.
        players: Seats, one number or several, each with an experiment of its own; none for the game's usual number.
        policy: What all seats play; None for the game's ordinary player.
        deals: Deals of each experiment. The rules are tried on a fifth as many more.
        seed: 0 to 2**63 - 1.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules: "KEY=VALUE", or {KEY: VALUE}.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and about how many it will be.
        on_compile: Called if the game has to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together, or the deals are too few.
        KeyboardInterrupt: Interrupted before the first deal was finished; later it gives a partial result.
    """
    counts = list(players) if isinstance(players, Sequence) else [players]
    made = opening.make_plan(
        arguments.text("game", game),
        players=[arguments.whole("players", count, 1, 99) for count in counts],
        policy=None if policy is None else arguments.text("policy", policy),
        deals=arguments.whole("deals", deals, 1, MOST_DEALS),
        seed=arguments.whole("seed", seed, 0),
        rules=arguments.text("rules", rules),
        settings=arguments.settings(settings),
    )
    found = try_openings(made, threads=_threads(threads), on_progress=on_progress, on_compile=on_compile)
    return results.Swaps.of(found)


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
    wanted = _games(games)
    found = benching.bench(
        table,
        games=wanted,
        seed=arguments.whole("seed", seed, 0),
        threads=_threads(threads),
        on_progress=_of(wanted * benching.REPETITIONS, on_progress),
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


def _of(total: int, report: Report | None) -> Callable[[int], None] | None:
    """Tells all games besides those played."""
    return None if report is None else lambda done: report(done, total)


def _games(games: object) -> int:
    return arguments.whole("games", games, 1, MOST_GAMES)


def _threads(threads: object) -> int | None:
    return arguments.whole_or_none("threads", threads, 1, MOST_THREADS)


def _deals(deals: object, games: object, games_per_deal: int, usual: int) -> int:
    """How many deals to play; a part of a deal is none, but there is at least one."""
    if deals is not None and games is not None:
        raise UserError("deals and games: only one of them can say how much is played.")
    if games is not None:
        return max(1, _games(games) // games_per_deal)
    return arguments.whole("deals", usual if deals is None else deals, 1, MOST_GAMES // games_per_deal)
