"""What does it win a player to play A instead of B? Two policies in one seat, on the same deals, seat by seat."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from analyzer.games.policyspec import PolicySpec, parse
from analyzer.games.protocol import Integers, Records, Setup
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import work
from analyzer.stats import sequences
from analyzer.stats.equivalence import judge
from analyzer.studies.clusters import LengthTally, block_seconds, scaled
from analyzer.studies.comparison import LONG, PILOT, Comparison, Forecast, Plan, Sides, Tally, summary
from analyzer.studies.request import check_numbers, first_block, set_table

DEALS = 100_000
MOST_DEALS = 10_000_000
"""Deals that are played where nothing else is asked for: at a fixed number, and at most when a run may stop early."""


def set_sides(
    game: str,
    a: str,
    b: str,
    *,
    field: str | None = None,
    players: int | None = None,
    rules: str = "standard",
    settings: Sequence[str] = (),
    paired: bool = True,
) -> Sides:
    """Finds the game and the policies, and loads the rules.

    Args:
        game: The game's name.
        a: The one policy.
        b: The other one.
        field: What all others play; B if not given.
        players: Seats; None for the game's usual number.
        rules: Name of built-in rules, or a TOML file.
        settings: Changes to the rules, "KEY=VALUE".
        paired: Whether both sides play the same deals.

    Returns:
        What is to be compared.

    Raises:
        UserError: Something of that is unknown or does not fit together.
    """
    others = b if field is None else field
    table = set_table(game, players=players, policies=[others], rules=rules, settings=settings)
    one, other = (parse(text, table.game.policies, table.game.title) for text in (a, b))
    return Sides(table, one, other, paired)


def compare(
    sides: Sides,
    plan: Plan,
    *,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_pilot: Callable[[Forecast], None] | None = None,
) -> Comparison:
    """Plays deals on both sides until the plan is fulfilled.

    Where a run may stop early, it looks at its figures only after numbers of deals that the plan fixes, so what it
    finds depends on nothing but what was asked.

    Args:
        sides: What is to be compared.
        plan: How long.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the number of games played so far.
        on_compile: Called if kernels have to be compiled first.
        on_pilot: Called once in a long run, with what the first deals say of the rest.

    Returns:
        What the deals show.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first deal was finished.
    """
    check_numbers(games=plan.deals, seed=plan.seed, threads=threads)
    warm_up(partial(play_block, sides, plan.seed), on_compile)
    used = threads or playing.available_threads()
    names = (spec.name for spec in (sides.a, sides.b, sides.field))
    first = first_block(*names, game=sides.table.game)
    tally: Tally | None = None
    seconds, stopped, interrupted = 0.0, "games", False
    forecast_due = plan.deals > LONG and not sides.alike
    try:
        for look in plan.looks:
            done = 0 if tally is None else tally.games
            block = round(done / (seconds * used) * block_seconds(sides.games_per_deal)) if done else first
            stage = _run_stage(sides, plan.seed, (done, look), used, block, on_progress)
            seconds += stage.seconds
            tally = _together(tally, stage.tally)
            interrupted = not stage.complete
            if interrupted or tally is None:
                break
            stopped = _reason_to_stop(sides, plan, tally)
            if stopped != "games":
                break
            if forecast_due and look >= PILOT and on_pilot is not None:
                on_pilot(_forecast(sides, plan, tally))
                forecast_due = False
    except KeyboardInterrupt:  # Between two stages: what is added up so far is an unbroken run of deals.
        interrupted = True
    if tally is None:
        raise KeyboardInterrupt
    return Comparison(sides, plan, used, seconds, tally, stopped, partial=interrupted)


def play_block(sides: Sides, seed: int, first: int, deals: int, stop: Integers) -> Tally:
    """Plays a block of deals on both sides, or the first of them until stopped."""
    game, players = sides.table.game, sides.players
    apart = 1 if sides.paired else 2
    played: dict[tuple[PolicySpec, ...], Records] = {}

    def records(setup: Setup) -> Records:
        if setup.policies not in played:
            played[setup.policies] = game.play(setup, seed, apart * first, apart * deals, stop)
        return played[setup.policies]

    sat = [[records(sides.seating(policy, seat)) for seat in range(players)] for policy in (sides.a, sides.b)]
    common = min(each.games for each in played.values()) // apart
    won = np.zeros((2, players + 1, common), np.int64)
    lengths = []
    for side, seats in enumerate(sat):
        # Unpaired, the one side has the games of even numbers and the other one those of odd numbers.
        numbers = slice(0 if sides.paired else side, apart * common, apart)
        for seat, each in enumerate(seats):
            won[side, seat] = each.shares[seat, numbers]
        tables = {id(each): each for each in seats}.values()
        lengths.append(
            LengthTally.of([(each.lengths[numbers], each.finished[numbers]) for each in tables], common)
        )
    won[:, players] = won[:, :players].sum(axis=1)
    a, b = won
    products = [(a, None), (a, a), (b, None), (b, b), (a, b)]
    sums = [one.sum(axis=1) if two is None else np.einsum("sd,sd->s", one, two) for one, two in products]
    return Tally(common, np.stack(sums), (lengths[0], lengths[1]))


def _run_stage(
    sides: Sides,
    seed: int,
    deals: tuple[int, int],
    threads: int,
    first_block: int | None,
    on_progress: Callable[[int], None] | None,
) -> playing.Run[Tally]:
    """Plays the deals from the first number up to, not including, the second one."""
    first, end = deals

    def report(done: int) -> None:
        if on_progress is not None:
            on_progress((first + done) * sides.games_per_deal)

    return playing.play(
        work(play_block, sides, seed),
        end - first,
        threads=threads,
        start=first,
        on_progress=report,
        block_seconds=block_seconds(sides.games_per_deal),
        first_block=first_block,
    )


def _together(before: Tally | None, further: Tally | None) -> Tally | None:
    """Both, as a tally of its own: an interrupt in the middle leaves the one before as it was."""
    if before is None or further is None:
        return before or further
    total = Tally(before.games, before.sums, before.lengths)
    total.add(further)
    return total


def _reason_to_stop(sides: Sides, plan: Plan, tally: Tally) -> str:
    if not plan.may_stop:
        return "games"
    found = summary(sides, plan, tally, seat=-1).difference
    if plan.decide and sequences.decides_sign(found) != 0:
        return "decide"
    if plan.smallest is not None and judge(found, plan.smallest).settled:
        return "decide"
    narrow = plan.until is not None and found.high - found.low <= 2 * plan.until
    return "until" if narrow else "games"


def _forecast(sides: Sides, plan: Plan, tally: Tally) -> Forecast:
    sums, unit, interval = tally.of_seat(-1), sides.unit, plan.interval(sides.unit)
    seen = (sums.difference, sums.difference_squared, sums.deals)
    whole = interval(*scaled(*seen, plan.deals), plan.deals)
    needed = None if plan.until is None else sequences.needed(*seen, plan.until * unit, interval)
    if needed is not None:  # The run can end where it looks only.
        needed = next((look for look in plan.looks if look >= needed), needed)
    half_width = (whole.high - whole.low) / 2 / unit
    return Forecast(plan, sums.deals, sides.games_per_deal, half_width, needed)
