"""Plays a study of sensitivity: the present rules and all changed ones, side by side on the same deals."""

from collections.abc import Callable

from analyzer.games.protocol import Integers
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.studies.balance.stages import Clock, Report, Stages
from analyzer.studies.request import check_numbers
from analyzer.studies.sensitivity.plan import Inquiry
from analyzer.studies.sensitivity.result import Sensitivity


def play(
    inquiry: Inquiry,
    *,
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Sensitivity:
    """Plays what is asked.

    Args:
        inquiry: The question, the rules and the number of deals.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and all to expect.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        What the games show; of an interrupted run the deals that all rules have played until then.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first deal was finished by all.
    """
    check_numbers(games=inquiry.deals, seed=inquiry.seed, threads=threads)
    question, setups, base = inquiry.question, inquiry.setups, inquiry.base.setup
    player = question.player(inquiry.base.game, inquiry.seed)

    def play_one(first: int, count: int, stop: Integers) -> None:
        player(base, first, count, stop)

    warm_up(play_one, on_compile)
    clock = Clock([inquiry.deals * inquiry.games_per_deal * (1 + len(setups))], on_progress)
    stages = Stages(base, setups, threads or playing.available_threads(), clock, {})
    clock.next_stage()
    stages.play(player, question.layouts, [inquiry.deals], games_per_deal=inquiry.games_per_deal)
    if question.part not in stages.parts:
        raise KeyboardInterrupt
    return Sensitivity(
        inquiry,
        stages.threads,
        clock.games,
        clock.seconds,
        stages.parts[question.part],
        partial=stages.interrupted,
    )
