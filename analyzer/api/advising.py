"""What players ask, as functions: what to do here, whether a tip is true, and which cards to lay."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.api import arguments, progress, results
from analyzer.api.arguments import Settings
from analyzer.api.limits import MOST_DEALS
from analyzer.api.progress import Report
from analyzer.studies import advice as advising
from analyzer.studies import tips as trying
from analyzer.studies.advise import advise as seek_advice
from analyzer.studies.decision import set_decision
from analyzer.studies.openings import plan as opening
from analyzer.studies.openings.run import run as try_openings


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
    wanted, precision = arguments.games(games), arguments.part("within", within)
    found = seek_advice(
        decision,
        advising.Plan(
            wanted, arguments.whole("seed", seed, 0), advising.WITHIN if precision is None else precision
        ),
        threads=arguments.threads(threads),
        on_progress=progress.with_total(wanted, on_progress),
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
        threads=arguments.threads(threads),
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
    found = try_openings(
        made, threads=arguments.threads(threads), on_progress=on_progress, on_compile=on_compile
    )
    return results.Swaps.of(found)
