"""How fast does the kernel play?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from analyzer.games.tally import play_block
from analyzer.runs import threads as on_threads
from analyzer.runs.warm_up import warm_up
from analyzer.studies.request import Table

REPETITIONS = 3


@dataclass(frozen=True)
class Bench:
    """The best of several timed runs.

    Attributes:
        table: Game, rules and policies.
        threads: Threads it was played on.
        games: Games of one run.
        steps: Steps (turns, plays, rounds: what the game counts) of one run.
        seconds: Playing time of the best run.
        compile_seconds: Time spent compiling before; 0 if all came from the cache.
    """

    table: Table
    threads: int
    games: int
    steps: int
    seconds: float
    compile_seconds: float

    @property
    def nanoseconds_per_step(self) -> float:
        """Wall time per step of all threads together."""
        return 1e9 * self.seconds / self.steps

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        seats = [spec.canonical for spec in self.table.setup.policies]
        return {
            "game": self.table.game.name,
            "players": self.table.setup.players,
            "policy": seats[0] if len(set(seats)) == 1 else ", ".join(seats),
            "threads": self.threads,
            "games": self.games,
            "turns": self.steps,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "ns_per_turn": self.nanoseconds_per_step,
            "compile_seconds": self.compile_seconds,
        }

    def sentence(self) -> str:
        """The figures in a sentence."""
        seats = [spec.canonical for spec in self.table.setup.policies]
        who = seats[0] if len(set(seats)) == 1 else ", ".join(seats)
        text = (
            f"{self.games / self.seconds:,.0f} games a second, {self.nanoseconds_per_step:.1f} ns a "
            f"{self.table.game.step}: {self.games:,} games of {self.table.game.title}, {self.table.setup.players} "
            f"players, {who}, threads: {self.threads}, {self.seconds:.2f} s, the best of {REPETITIONS} runs."
        )
        return text + (f" Compiling took {self.compile_seconds:.1f} s." if self.compile_seconds else "")


def bench(
    table: Table,
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Bench:
    """Plays the same games three times and keeps the best time.

    Args:
        table: Game, rules and policies.
        games: Games of each run.
        seed: The runs' seed.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the number of games played so far in all runs.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        The figures.

    Raises:
        KeyboardInterrupt: Interrupted before all runs were finished.
    """
    play = partial(play_block, table.game, table.setup, seed)
    compile_seconds = warm_up(play, on_compile)
    used = threads or on_threads.available_threads()
    best: Bench | None = None
    for repetition in range(REPETITIONS):
        before = repetition * games
        report = None if on_progress is None else lambda done, before=before: on_progress(before + done)
        run = on_threads.play(play, games, threads=used, on_progress=report)
        if not run.complete or run.tally is None:
            raise KeyboardInterrupt
        if best is None or run.seconds < best.seconds:
            best = Bench(table, used, games, run.tally.steps, run.seconds, compile_seconds)
    if best is None:
        raise AssertionError("no repetition was played")
    return best
