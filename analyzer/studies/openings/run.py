"""Plays an experiment on openings: deals with a choice at random, then the rules found from them on fresh deals."""

from collections.abc import Callable

from analyzer.games.openings import HasOpening
from analyzer.games.protocol import Integers
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import Work, work
from analyzer.studies.clusters import block_seconds
from analyzer.studies.openings import trial
from analyzer.studies.openings.experiment import Experiment
from analyzer.studies.openings.plan import Place, Plan
from analyzer.studies.openings.result import Openings, Outcome
from analyzer.studies.request import check_numbers

RANDOM = "random"

_BLOCK_SECONDS = 0.2
"""Shortest time that a block is to take: putting one together costs as much as some thousand games."""

Report = Callable[[int, int], None]


def run(
    plan: Plan,
    *,
    threads: int | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Openings:
    """Plays an experiment.

    Args:
        plan: What is asked.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the games played so far, and about how many there are in all.
        on_compile: Called if the game has to be compiled first.

    Returns:
        What the games show.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first game was finished.
    """
    check_numbers(games=plan.deals, seed=plan.seed, threads=threads)
    for place in plan.places:
        warm_up(work(_play_random, place, plan.seed), on_compile)
    return _Run(plan, threads or playing.available_threads(), on_progress).run()


def _play_random(place: Place, seed: int, first: int, count: int, stop: Integers) -> Experiment:
    """Plays a block of deals in which one seat chooses at random."""
    game: HasOpening = place.game
    records = game.play_openings(place.table.setup, RANDOM, seed, first, count, stop)
    return Experiment.of(records, first, place.players)


class _Run:
    def __init__(self, plan: Plan, threads: int, on_progress: Report | None) -> None:
        self._plan = plan
        self._threads = threads
        self._on_progress = on_progress
        self._seconds = 0.0
        self._done = 0

    def run(self) -> Openings:
        found: list[Outcome] = []
        finished = True
        try:
            for place in self._plan.places:
                finished = self._play_place(place, found)
                if not finished:
                    break
        except KeyboardInterrupt:  # between two runs of games; within one it sets a flag
            finished = False
        if not found:
            raise KeyboardInterrupt
        return Openings(self._plan, found, self._threads, self._seconds, partial=not finished)

    def _play_place(self, place: Place, found: list[Outcome]) -> bool:
        """Plays at one place and adds what comes of it, step by step; False if it was interrupted."""
        plan = self._plan
        halves: list[Experiment] = []
        for start, end in ((0, plan.half), (plan.half, plan.deals)):
            half = self._play(work(_play_random, place, plan.seed), range(start, end))
            if half.tally is not None:
                halves.append(half.tally)
                found[:] = [
                    *(each for each in found if each.place is not place),
                    Outcome(place, tuple(halves), None),
                ]
            if not half.complete:
                return False
        outcome = found[-1]
        rules = outcome.rules
        trying = work(trial.play_block, place.game, place.table.setup, rules, plan.seed)
        tried = self._play(trying, range(plan.deals, plan.deals + plan.fresh), len(rules))
        found[-1] = Outcome(place, outcome.halves, tried.tally)
        return tried.complete

    def _play(self, played: Work[playing.T], deals: range, games_per_deal: int = 1) -> playing.Run[playing.T]:
        before = self._done

        def report(done: int) -> None:
            if self._on_progress is not None:
                self._on_progress(before + done * games_per_deal, self._total)

        run = playing.play(
            played,
            len(deals),
            threads=self._threads,
            start=deals.start,
            on_progress=report,
            block_seconds=max(_BLOCK_SECONDS, block_seconds(games_per_deal)),
        )
        self._seconds += run.seconds
        self._done += len(deals) * games_per_deal
        return run

    @property
    def _total(self) -> int:
        """Games in all; a rule in short is one more, if there is one."""
        plan = self._plan
        return sum(plan.deals + plan.fresh * (2 + len(place.opening.rules_of_thumb)) for place in plan.places)
