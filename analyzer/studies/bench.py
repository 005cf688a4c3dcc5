"""How fast does the kernel play?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from analyzer import __version__
from analyzer.games.tally import play_block
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.studies.commandline import line_of
from analyzer.studies.content import Column, Content, Table
from analyzer.studies.request import Table as GameTable
from analyzer.studies.request import asked_for

REPETITIONS = 3


@dataclass(frozen=True)
class Bench:
    """The best of several timed runs.

    Attributes:
        table: Game, rules and policies.
        seed: The runs' seed.
        threads: Threads it was played on.
        games: Games of one run.
        steps: Steps (turns, plays, rounds: what the game counts) of one run.
        seconds: Playing time of the best run.
        compile_seconds: Time spent compiling before; 0 if all came from the cache.
    """

    table: GameTable
    seed: int
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
        return {
            "game": self.table.game.name,
            "players": self.table.setup.players,
            "policy": self._who(),
            "threads": self.threads,
            "games": self.games,
            "turns": self.steps,
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "ns_per_turn": self.nanoseconds_per_step,
            "compile_seconds": self.compile_seconds,
        }

    def _who(self) -> str:
        seats = [spec.canonical for spec in self.table.setup.policies]
        return seats[0] if len(set(seats)) == 1 else ", ".join(seats)

    def content(self) -> Content:
        """The figures as a sentence and a table."""
        game = self.table.game
        columns = [
            Column("games", "games", "count"),
            Column(f"{game.step}s", f"{game.step}s", "count"),
            Column("seconds", "seconds", "number", 3),
            Column("games_per_second", "games a second", "count"),
            Column("ns_per_step", f"ns a {game.step}", "number", 1),
            Column("compile_seconds", "seconds compiling", "number", 1),
        ]
        speed = self.games / self.seconds
        options = {"games": self.games, "seed": self.seed, "threads": self.threads}
        asked = asked_for("bench", self.table, options)
        row = (self.games, self.steps, self.seconds, speed, self.nanoseconds_per_step, self.compile_seconds)
        return Content(
            question=f"How fast is {game.title} played?",
            answer=(
                f"{speed:,.0f} games a second, {self.nanoseconds_per_step:.1f} ns a {game.step}: {game.title}, "
                f"{self.table.setup.players} players, {self._who()}, threads: {self.threads}."
            ),
            tables=[Table("bench", f"The best of {REPETITIONS} runs", columns, [row])],
            figures=[],
            method=[
                ("game", game.title),
                ("players", str(self.table.setup.players)),
                ("policies", self._who()),
                ("threads", str(self.threads)),
                ("seed", str(self.seed)),
                ("version", f"analyzer {__version__}"),
            ],
            how_to_read=["The time is that of playing alone: no compiling, no start-up, no report."],
            command=line_of(asked),
            result=self.as_json(),
            asked=asked,
        )


def bench(
    table: GameTable,
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
    used = threads or playing.available_threads()
    best: Bench | None = None
    for repetition in range(REPETITIONS):
        before = repetition * games
        report = None if on_progress is None else lambda done, before=before: on_progress(before + done)
        run = playing.play(play, games, threads=used, on_progress=report)
        if not run.complete or run.tally is None:
            raise KeyboardInterrupt
        if best is None or run.seconds < best.seconds:
            best = Bench(table, seed, used, games, run.tally.steps, run.seconds, compile_seconds)
    if best is None:
        raise AssertionError("no repetition was played")
    return best
