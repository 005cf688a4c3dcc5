"""Which weights make a policy win most? Searches for them, and tests what it found on deals that it never saw."""

from collections.abc import Callable
from pathlib import Path

from analyzer.errors import UserError
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import work
from analyzer.studies.clusters import block_seconds
from analyzer.studies.tuning import state as kept
from analyzer.studies.tuning.deals import Generation, PairedSums, Verdict, play_generation, play_verdict
from analyzer.studies.tuning.plan import Plan, make_plan
from analyzer.studies.tuning.result import Tuning
from analyzer.studies.tuning.search import Search, Values, digest
from analyzer.studies.tuning.state import State, Told

Report = Callable[[int], None]


def tune(
    plan: Plan,
    *,
    threads: int | None = None,
    file: Path | None = None,
    earlier: State | None = None,
    on_progress: Report | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tuning:
    """Searches for better weights by CMA-ES, and compares what it found with the start on held-out deals.

    Ctrl-C ends it within a second, with what the finished generations found.

    Args:
        plan: What is to be done, see `make_plan`.
        threads: Threads to play on; None for all cores. They change nothing in the result.
        file: Where the search is kept after every generation, to go on from; None to keep nothing.
        earlier: A search to go on with, see `resume`.
        on_progress: Called with the number of games played so far.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        The result.

    Raises:
        UserError: A policy of the user's own failed, the file cannot be written, or the earlier search is not that of
            this program.
        KeyboardInterrupt: Interrupted before the first game.
    """
    run = _Run(plan, threads or playing.available_threads(), file, earlier, on_progress)
    warm_up(work(play_generation, Generation.of(plan, 0, [plan.start])), on_compile)
    return run.run()


def resume(file: Path, generations: int | None = None) -> tuple[Plan, State]:
    """Reads a search that was interrupted.

    Args:
        file: Where it was kept.
        generations: Generations in all, those that are finished included; None for as many as it was begun with.

    Returns:
        What `tune` needs to go on with it.

    Raises:
        UserError: It cannot be read, or has more generations already.
    """
    found = kept.load(file)
    try:
        plan = make_plan(**{**found.request, "generations": generations or found.request["generations"]})
    except (TypeError, KeyError):
        raise UserError(f"--resume: {file} is no file of a search.") from None
    if len(found.told) > plan.generations:
        raise UserError(
            f"--generations {plan.generations}: the search in {file} has {len(found.told)} finished already."
        )
    return plan, found


class _Run:
    def __init__(
        self,
        plan: Plan,
        threads: int,
        file: Path | None,
        earlier: State | None,
        on_progress: Report | None,
    ) -> None:
        self._plan = plan
        self._threads = threads
        self._file = file
        self._on_progress = on_progress
        self._told: list[Told] = []
        self._earlier = earlier.told if earlier else ()
        self._seconds = earlier.seconds if earlier else 0.0
        self._values: Values = tuple(
            int(weight.start) if weight.parameter.whole else weight.start for weight in plan.weights
        )
        self._verdict: PairedSums | None = None

    def run(self) -> Tuning:
        try:
            finished = self._search() and self._judge()
        except KeyboardInterrupt:  # between two runs of games; within one it sets a flag
            finished = False
        return Tuning(
            self._plan,
            self._told,
            self._values,
            self._verdict,
            self._threads,
            self._seconds,
            partial=not finished,
        )

    def _search(self) -> bool:
        plan = self._plan
        search = Search(plan.weights, plan.population, plan.seed)
        while len(self._told) < plan.generations and not search.ended:
            number = len(self._told)
            candidates = search.candidates()
            if number < len(self._earlier):
                told = self._again(number, candidates)
            elif played := self._play(number, candidates):
                told = played
            else:
                return False
            unit = plan.unit(len(plan.places)) * plan.deals
            search.tell([score / unit for score in told.scores])
            self._told, self._values = [*self._told, told], search.centre
            if number >= len(self._earlier):
                self._keep()
        return True

    def _again(self, number: int, candidates: list[Values]) -> Told:
        told = self._earlier[number]
        if told.candidates != digest(candidates) or len(told.scores) != len(candidates):
            raise UserError(
                f"--resume: the kept search has other candidates in generation {number + 1} than this program would "
                "try: another version of cma or numpy, or changed bounds. Begin anew."
            )
        return told

    def _play(self, number: int, candidates: list[Values]) -> Told | None:
        """Plays a generation; None if it was interrupted."""
        plan = self._plan
        generation = Generation.of(plan, number, [plan.spec(values) for values in candidates])
        run = playing.play(
            work(play_generation, generation),
            generation.games,
            threads=self._threads,
            on_progress=self._report_from(number * plan.generation_games),
        )
        if not run.complete or run.tally is None:
            return None
        self._seconds += run.seconds
        return Told(digest(candidates), tuple(int(score) for score in run.tally.totals))

    def _judge(self) -> bool:
        """Plays the verdict; False if it was interrupted."""
        plan = self._plan
        games_per_deal = 2 * plan.seats
        run = playing.play(
            work(play_verdict, Verdict.of(plan, plan.spec(self._values))),
            plan.verdict_deals,
            threads=self._threads,
            on_progress=self._report_from(plan.generations * plan.generation_games, games_per_deal),
            block_seconds=block_seconds(games_per_deal),
        )
        self._seconds += run.seconds
        self._verdict = run.tally
        if not run.complete:
            return False
        self._keep(done=True)
        return True

    def _keep(self, done: bool = False) -> None:
        if self._file is not None:
            state = State(self._plan.as_request(), tuple(self._told), self._seconds, done)
            kept.save(state, self._file)

    def _report_from(self, before: int, games_each: int = 1) -> Report | None:
        """Turns the progress of a part into that of the whole."""
        report = self._on_progress
        return None if report is None else lambda done: report(before + done * games_each)
