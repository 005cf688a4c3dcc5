"""Who wins, and how long does a game last? Plays many games with one set-up."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.errors import UserError
from analyzer.games.protocol import SHARES, Measure, Records
from analyzer.games.tally import RecordedTally, Tally, play_block, play_recorded_block
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import work
from analyzer.stats import intervals, ranking
from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import Summary, summarise, whole
from analyzer.studies.commandline import Asked, line_of
from analyzer.studies.conditions import held
from analyzer.studies.content import Content
from analyzer.studies.request import Table, asked_for, check_numbers, first_block

SECONDS_PER_TURN = 10.0
"""How long a step of the game is taken to last if nothing is said."""

MOST_SECONDS_PER_TURN = 3600


@dataclass(frozen=True)
class Simulation:
    """Games played with one set-up, and what they show.

    Attributes:
        table: Game, rules and policies.
        asked: Games that were asked for.
        seed: The run's seed.
        threads: Threads it was played on.
        seconds: Time spent playing.
        tally: What the games add up to.
        seconds_per_turn: How long a step of the game (see `Game.step`) is taken to last at a real table.
        records: Name of the file that each game was to be written to, or None.
        records_written: Name of the file that it became: another one where the run was interrupted and an earlier file
            is complete. None if there is none.
    """

    table: Table
    asked: int
    seed: int
    threads: int
    seconds: float
    tally: Tally
    seconds_per_turn: float = SECONDS_PER_TURN
    records: str | None = None
    records_written: str | None = None

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted."""
        return self.tally.games < self.asked

    @property
    def fair_share(self) -> float:
        """The win rate of every seat if all were alike: the finished games shared out equally."""
        return (self.tally.games - self.tally.unfinished) / self.tally.games / self.table.setup.players

    @cached_property
    def leaders(self) -> list[int]:
        """The seats that may be the one that wins most, the best first: no seat of them is certainly behind it."""
        return ranking.leaders(self.tally.wins.tolist(), self.tally.wins_squared.tolist(), SHARES)

    @cached_property
    def wins(self) -> list[float]:
        """Wins per seat; a shared win counts as its share."""
        return [_whole_if_possible(shares, SHARES) for shares in self.tally.wins.tolist()]

    @cached_property
    def win_rate(self) -> list[Estimate]:
        """Win rate per seat among all games, the unfinished ones included."""
        return [
            intervals.share(shares, squared, self.tally.games, SHARES)
            for shares, squared in zip(
                self.tally.wins.tolist(), self.tally.wins_squared.tolist(), strict=True
            )
        ]

    @cached_property
    def length(self) -> Summary:
        """Lengths of the finished games."""
        return summarise(self.tally.lengths.tolist())

    @cached_property
    def mean_length(self) -> Estimate | None:
        """Mean length of the finished games; None if there is none."""
        counts = whole(self.tally.lengths.tolist())
        games = sum(counts)
        if games == 0:
            return None
        total = sum(length * count for length, count in enumerate(counts))
        squares = sum(length * length * count for length, count in enumerate(counts))
        return intervals.mean(total, squares, games)

    @cached_property
    def minutes(self) -> Summary:
        """Minutes that the finished games would have taken at a real table: their steps, each of the same duration."""
        return summarise(self.tally.finished_steps.tolist()).scaled(self.seconds_per_turn, 60)

    @cached_property
    def measures(self) -> dict[str, list[Estimate]]:
        """Mean per game of what the game counts besides, by key: one estimate, or one per seat."""
        return {measure.key: self._estimates(measure) for measure in self.table.game.measures}

    def _estimates(self, measure: Measure) -> list[Estimate]:
        sums = self.tally.sums[measure.key].tolist()
        if measure.is_rate:
            return [intervals.rate(total, self.tally.games) for total in sums]
        squares = self.tally.squares[measure.key].tolist()
        return [
            intervals.mean(total, squared, self.tally.games)
            for total, squared in zip(sums, squares, strict=True)
        ]

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        setup = self.table.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": setup.players,
            "games": self.tally.games,
            "seed": self.seed,
            "policies": [spec.canonical for spec in setup.policies],
            "wins": self.wins,
            "win_rate": [rate.as_dict() for rate in self.win_rate],
            "unfinished": self.tally.unfinished,
            "length": {"unit": self.table.game.length_unit, **self.length.as_dict()},
            "minutes": {"seconds_per_turn": self.seconds_per_turn, **self.minutes.as_dict()},
        }
        for measure in self.table.game.measures:
            means = [estimate.mean for estimate in self.measures[measure.key]]
            result[measure.key] = means if measure.per_seat else means[0]
        for conditions in self.table.game.conditions:
            result[conditions.key] = [each.as_dict() for each in held(self.tally, conditions)]
        result["seconds"] = self.seconds
        result["games_per_second"] = self.tally.games / self.seconds
        result["threads"] = self.threads
        if self.partial:
            result["partial"] = True
            result["games_asked"] = self.asked
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.simulate_told import told

        return told(self)


def play_table(
    table: Table,
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
    on_records: Callable[[int, Records], None] | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Simulation:
    """Plays many games with one set-up.

    Args:
        table: Game, rules and policies.
        games: Games to play, at least 1.
        seed: 0 to 2**63 - 1; the same seed gives the same figures to the last digit.
        threads: Threads to play on; None for all cores.
        seconds_per_turn: How long a step of the game is taken to last at a real table: above 0, at most an hour.
        on_records: Called with every block of games, in order: the number of the first, and what came of each.
        on_progress: Called with the number of games played so far.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        What the games show.

    Raises:
        UserError: A number makes no sense, or a policy of the user's own failed.
        KeyboardInterrupt: Interrupted before the first game was finished.
    """
    check_numbers(games=games, seed=seed, threads=threads)
    _check_seconds(seconds_per_turn)
    play = work(play_block, table.game, table.setup, seed)
    warm_up(play, on_compile)
    used = threads or playing.available_threads()
    first = first_block(*(spec.name for spec in table.setup.policies), game=table.game)
    run: playing.Run[Tally] | playing.Run[RecordedTally]
    if on_records is None:
        run = playing.play(play, games, threads=used, on_progress=on_progress, first_block=first)
    else:
        run = playing.play(
            work(play_recorded_block, table.game, table.setup, seed),
            games,
            threads=used,
            on_progress=on_progress,
            on_block=lambda number, block: on_records(number, block.records),
            first_block=first,
        )
    if run.tally is None:
        raise KeyboardInterrupt
    return Simulation(table, games, seed, used, run.seconds, run.tally, float(seconds_per_turn))


def asked(
    table: Table,
    *,
    games: int,
    seed: int,
    seconds_per_turn: float = SECONDS_PER_TURN,
    records: str | None = None,
) -> Asked:
    """What the command that plays the same games says; see `Simulation` for the arguments."""
    usual = seconds_per_turn == SECONDS_PER_TURN
    options = {
        "games": games,
        "seed": seed,
        "seconds-per-turn": None if usual else str(seconds_per_turn).removesuffix(".0"),
        "records": records,
    }
    return asked_for("simulate", table, options)


def command(table: Table, *, games: int, seed: int) -> str:
    """The command line that plays the same games."""
    return line_of(asked(table, games=games, seed=seed))


def _check_seconds(seconds: object) -> None:
    number = seconds if isinstance(seconds, int | float) and not isinstance(seconds, bool) else 0
    if not 0 < number <= MOST_SECONDS_PER_TURN:
        raise UserError(
            f"seconds_per_turn must be a number above 0 and at most {MOST_SECONDS_PER_TURN}, not {seconds!r}."
        )


def _whole_if_possible(shares: int, unit: int) -> float:
    whole, rest = divmod(shares, unit)
    return whole if rest == 0 else shares / unit
