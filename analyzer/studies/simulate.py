"""Who wins, and how long does a game last? Plays many games with one set-up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from analyzer import __version__
from analyzer.games.protocol import SHARES
from analyzer.games.tally import Tally, play_block
from analyzer.runs import threads as on_threads
from analyzer.runs.warm_up import warm_up
from analyzer.stats import intervals, ranking
from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import Summary, summarise
from analyzer.studies.content import Column, Content, DistributionFigure, IntervalFigure
from analyzer.studies.content import Table as ContentTable
from analyzer.studies.request import (
    Table,
    check_numbers,
    command_line,
    rules_difference,
    set_table,
    speed_in_words,
)

_SMALLEST_SHOWN = 0.01
"""Per cent; what is smaller is said to be so."""

_FEWEST_FOR_HALF = 4
"""Games below which half of them says nothing."""


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
    """

    table: Table
    asked: int
    seed: int
    threads: int
    seconds: float
    tally: Tally

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
    def measures(self) -> dict[str, list[Estimate]]:
        """Mean per game of what the game counts besides, by key: one estimate, or one per seat."""
        return {
            measure.key: [
                intervals.mean(total, squares, self.tally.games)
                for total, squares in zip(
                    self.tally.sums[measure.key].tolist(),
                    self.tally.squares[measure.key].tolist(),
                    strict=True,
                )
            ]
            for measure in self.table.game.measures
        }

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
        }
        for measure in self.table.game.measures:
            means = [estimate.mean for estimate in self.measures[measure.key]]
            result[measure.key] = means if measure.per_seat else means[0]
        result["seconds"] = self.seconds
        result["games_per_second"] = self.tally.games / self.seconds
        result["threads"] = self.threads
        if self.partial:
            result["partial"] = True
            result["games_asked"] = self.asked
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        return _Telling(self).content()


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    policies: Sequence[str] = (),
    rules: str = "standard",
    settings: Sequence[str] = (),
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Simulation:
    """Plays many games with one set-up.

    Args:
        game: The game's name.
        players: Seats; see `set_table`.
        games: Games to play, at least 1.
        seed: 0 to 2**63 - 1; the same seed gives the same figures to the last digit.
        policies: See `set_table`.
        rules: See `set_table`.
        settings: See `set_table`.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the number of games played so far.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        What the games show.

    Raises:
        UserError: Something that was asked for is unknown or does not fit together.
        KeyboardInterrupt: Interrupted before the first game was finished.
    """
    table = set_table(game, players=players, policies=policies, rules=rules, settings=settings)
    return play_table(
        table, games=games, seed=seed, threads=threads, on_progress=on_progress, on_compile=on_compile
    )


def play_table(
    table: Table,
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Simulation:
    """Plays many games at a table that is set already; see `simulate`."""
    check_numbers(games=games, seed=seed, threads=threads)
    play = partial(play_block, table.game, table.setup, seed)
    warm_up(play, on_compile)
    used = threads or on_threads.available_threads()
    run = on_threads.play(play, games, threads=used, on_progress=on_progress)
    if run.tally is None:
        raise KeyboardInterrupt
    return Simulation(table, games, seed, used, run.seconds, run.tally)


def _whole_if_possible(shares: int, unit: int) -> float:
    whole, rest = divmod(shares, unit)
    return whole if rest == 0 else shares / unit


def _listed(numbers: Sequence[int]) -> str:
    """Numbers as in a sentence: "0, 2 and 3"."""
    *others, last = (str(number) for number in numbers)
    return f"{', '.join(others)} and {last}" if others else last


class _Telling:
    """Puts a simulation into words, tables and figures."""

    def __init__(self, simulation: Simulation) -> None:
        self._result = simulation
        self._game = simulation.table.game
        self._setup = simulation.table.setup
        self._all_alike = len({spec.canonical for spec in self._setup.policies}) == 1

    def content(self) -> Content:
        result = self._result
        return Content(
            question=f"Who wins {self._game.title} with {self._setup.players} players, and how long does a game last?",
            answer=" ".join(filter(None, [self._who_wins(), self._how_long(), self._how_many_unfinished()])),
            tables=[self._win_table(), self._length_table(), self._measure_table()],
            figures=[self._win_figure(), self._length_figure()],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=command_line("simulate", result.table, {"games": result.asked, "seed": result.seed}),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.tally.games, result.seconds, result.threads),
        )

    def _seat_labels(self) -> list[str]:
        names = [f"seat {seat}" for seat in range(self._setup.players)]
        if self._all_alike:
            return names
        return [f"{name}: {spec.canonical}" for name, spec in zip(names, self._setup.policies, strict=True)]

    def _caption(self) -> str:
        seats = [spec.canonical for spec in self._setup.policies]
        who = f"all seats {seats[0]}" if self._all_alike else f"seats {', '.join(seats)}"
        games = self._result.tally.games
        return f"{games:,} {'game' if games == 1 else 'games'}, {self._setup.players} players, {who}"

    def _length_title(self) -> str:
        length = self._result.length
        if length.n < _FEWEST_FOR_HALF:
            return f"How long a game lasts: {self._game.title}"
        return f"Half of all games last {length.p25} to {length.p75} {self._game.length_unit}: {self._game.title}"

    def _leading(self) -> str:
        """Which seat wins most, as far as that is certain."""
        leaders = self._result.leaders
        if len(leaders) == self._setup.players:
            return "No seat can be told from the others"
        if len(leaders) > 1:
            return f"Seats {_listed(sorted(leaders))} win most and cannot be told apart"
        seat = leaders[0]
        return (
            f"Seat {seat} wins most" if self._all_alike else f"Seat {seat} ({self._policy(seat)}) wins most"
        )

    def _policy(self, seat: int) -> str:
        return self._setup.policies[seat].canonical

    def _who_wins(self) -> str:
        fair = f"where the fair share is {100 * self._result.fair_share:.2f} %"
        rates = sorted(
            (self._result.win_rate[seat] for seat in self._result.leaders), key=lambda rate: rate.mean
        )
        if len(rates) == 1:
            rate = rates[0]
            figures = (
                f"{100 * rate.mean:.2f} % of the games ({100 * rate.low:.2f} to {100 * rate.high:.2f} %)"
            )
        else:
            figures = f"{100 * rates[0].mean:.2f} to {100 * rates[-1].mean:.2f} % of the games"
        return f"{self._leading()}: {figures}, {fair}."

    def _how_long(self) -> str:
        length = self._result.length
        unit = self._game.length_unit
        if length.mean is None:
            return "No game was finished."
        which = "finished game" if self._result.tally.unfinished else "game"
        if length.n == 1:
            return f"The one {which} lasted {length.max} {unit}."
        return (
            f"A {which} lasts {length.mean:.1f} {unit} on average; half of all {which}s last {length.p25} to "
            f"{length.p75}."
        )

    def _how_many_unfinished(self) -> str:
        unfinished = self._result.tally.unfinished
        if unfinished == 0:
            return ""
        share = 100 * unfinished / self._result.tally.games
        text = f"{share:.2f} %" if share >= _SMALLEST_SHOWN else f"less than {_SMALLEST_SHOWN} %"
        return f"{unfinished:,} {'game was' if unfinished == 1 else 'games were'} not finished ({text})."

    def _win_table(self) -> ContentTable:
        fair = self._result.fair_share
        columns = [
            Column("seat", "seat", "count"),
            Column("policy", "policy"),
            Column("wins", "wins", "count"),
            Column("win_rate", "win rate", "rate", reference=fair),
        ]
        rows = [
            (seat, self._setup.policies[seat].canonical, self._result.wins[seat], rate)
            for seat, rate in enumerate(self._result.win_rate)
        ]
        note = f"Fair share {100 * fair:.2f} %: the finished games, shared out equally. Each interval is one by itself."
        return ContentTable("win_rate", "Win rate per seat, with 95 % intervals", columns, rows, note)

    def _length_table(self) -> ContentTable:
        length = self._result.length
        unit = self._game.length_unit
        columns = [
            Column("mean", "mean", "number", 1),
            Column("sd", "standard deviation", "number", 1),
            Column("p5", "5 %", "count"),
            Column("p25", "25 %", "count"),
            Column("p50", "median", "count"),
            Column("p75", "75 %", "count"),
            Column("p95", "95 %", "count"),
            Column("max", "longest", "count"),
            Column("unfinished", "unfinished games", "count"),
        ]
        row = (*length.as_dict().values(), self._result.tally.unfinished)
        note = f"In {unit}; finished games only. Of them, 25 % are at most as long as the figure under 25 %, and so on."
        return ContentTable("length", f"Length of a game in {unit}", columns, [row], note)

    def _measure_table(self) -> ContentTable:
        rows = [
            (measure.label + (f", seat {seat}" if measure.per_seat else ""), estimate)
            for measure in self._game.measures
            for seat, estimate in enumerate(self._result.measures[measure.key])
        ]
        columns = [Column("measure", "per game"), Column("mean", "mean", "number", 3)]
        return ContentTable("measures", "What happens in a game, with 95 % intervals", columns, rows)

    def _win_figure(self) -> IntervalFigure:
        fair = self._result.fair_share
        return IntervalFigure(
            name="win_rate",
            title=f"{self._leading()}: {self._game.title}",
            labels=self._seat_labels(),
            estimates=self._result.win_rate,
            axis="win rate, %",
            scale=100,
            reference=fair,
            reference_label=f"fair share {100 * fair:.4g} %",
            caption=f"{self._caption()}; 95 % intervals",
        )

    def _length_figure(self) -> DistributionFigure:
        length = self._result.length
        marks = (
            ()
            if length.mean is None
            else (("median", float(length.p50 or 0)), ("mean", round(length.mean, 1)))
        )
        return DistributionFigure(
            name="length",
            title=self._length_title(),
            counts=self._result.tally.lengths.tolist(),
            axis=f"length, {self._game.length_unit}",
            marks=marks,
            caption=f"{self._caption()}; finished games",
        )

    def _method(self) -> list[tuple[str, str]]:
        result = self._result
        changes = rules_difference(self._game, self._setup.rules)
        rules = self._setup.rules.name + (f": standard but for {', '.join(changes)}" if changes else "")
        return [
            ("game", self._game.title),
            (
                "games",
                f"{result.tally.games:,}" + (f" of {result.asked:,} asked for" if result.partial else ""),
            ),
            ("seed", str(result.seed)),
            ("players", str(self._setup.players)),
            ("policies", ", ".join(spec.canonical for spec in self._setup.policies)),
            ("rules", rules),
            ("version", f"analyzer {__version__}"),
        ]

    def _how_to_read(self) -> list[str]:
        return [
            "An interval covers the true figure in 95 of 100 runs with different seeds.",
            "Which seat wins most is said only where it is certain at 95 %, all pairs of seats considered.",
            f"Length is counted in {self._game.length_unit}.",
            *self._game.how_to_read,
        ]
