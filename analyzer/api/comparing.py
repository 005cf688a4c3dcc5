"""What is asked of several policies, as functions: which of them wins more, and with which numbers."""

from collections.abc import Callable, Sequence

from analyzer.api import arguments, progress, results
from analyzer.api.arguments import Settings
from analyzer.api.limits import MOST_CANDIDATES, MOST_DEALS, MOST_GENERATIONS
from analyzer.api.progress import Report
from analyzer.studies import compare as comparing
from analyzer.studies import sweep as sweeping
from analyzer.studies import tournament as competing
from analyzer.studies import tune as tuning
from analyzer.studies.comparison import Forecast, Plan
from analyzer.studies.tournament_field import set_field
from analyzer.studies.tuning.plan import DEALS, GENERATIONS, VERDICT_DEALS, make_plan


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
    wanted = arguments.deals(deals, games, sides.games_per_deal, usual)
    plan = Plan(wanted, arguments.whole("seed", seed, 0), width, decide)
    found = comparing.compare(
        sides,
        plan,
        threads=arguments.threads(threads),
        on_progress=progress.with_total(plan.deals * sides.games_per_deal, on_progress),
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
    wanted = arguments.deals(deals, games, field.games_per_deal, competing.DEALS)
    found = competing.play(
        field,
        deals=wanted,
        threads=arguments.threads(threads),
        on_progress=progress.with_total(wanted * field.games_per_deal, on_progress),
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
        made,
        threads=arguments.threads(threads),
        on_progress=progress.with_total(total, on_progress),
        on_compile=on_compile,
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
        games=arguments.games(games),
        seed=arguments.whole("seed", seed, 0),
        threads=arguments.threads(threads),
        on_progress=on_progress,
        on_compile=on_compile,
        **arguments.table(game, players, policies, rules, settings),
    )
    return results.Sweep.of(found)
