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
from analyzer.stats import intervals
from analyzer.stats.estimate import Estimate
from analyzer.stats.histogram import Summary, summarise
from analyzer.studies.content import Column, Content, DistributionFigure, IntervalFigure
from analyzer.studies.content import Table as ContentTable
from analyzer.studies.request import Table, command_line, rules_difference, set_table


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
        """The win rate of every seat if all were alike and every game had a winner."""
        return 1 / self.table.setup.players

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
            answer=f"{self._who_wins()} {self._how_long()}",
            tables=[self._win_table(), self._length_table(), self._measure_table()],
            figures=[self._win_figure(), self._length_figure()],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=command_line("simulate", result.table, {"games": result.asked, "seed": result.seed}),
            result=result.as_json(),
            partial=result.partial,
        )

    def _seat_labels(self) -> list[str]:
        names = [f"seat {seat}" for seat in range(self._setup.players)]
        if self._all_alike:
            return names
        return [f"{name}: {spec.canonical}" for name, spec in zip(names, self._setup.policies, strict=True)]

    def _caption(self) -> str:
        who = f"all seats {self._setup.policies[0].canonical}" if self._all_alike else "policies as shown"
        return f"{self._result.tally.games:,} games, {self._setup.players} players, {who}; 95 % intervals"

    def _who_wins(self) -> str:
        fair = self._result.fair_share
        rates = self._result.win_rate
        apart = [seat for seat, rate in enumerate(rates) if rate.low > fair]
        if not apart:
            return (
                f"No seat wins clearly more than its fair share of {100 * fair:.2f} % "
                f"in {self._result.tally.games:,} games."
            )
        best = max(apart, key=lambda seat: rates[seat].mean)
        rate = rates[best]
        label = f"Seat {best}" if self._all_alike else f"Seat {best} ({self._setup.policies[best].canonical})"
        return (
            f"{label} wins most: {100 * rate.mean:.2f} % of games ({100 * rate.low:.2f} to {100 * rate.high:.2f} %), "
            f"where the fair share is {100 * fair:.2f} %."
        )

    def _how_long(self) -> str:
        length = self._result.length
        unit = self._game.length_unit
        if length.mean is None:
            return "No game was finished."
        text = f"A game lasts {length.mean:.1f} {unit} on average; half of all games last {length.p25} to {length.p75}."
        unfinished = self._result.tally.unfinished
        if unfinished:
            share = 100 * unfinished / self._result.tally.games
            text += f" {unfinished:,} games ({share:.2g} %) were not finished."
        return text

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
        note = f"Fair share {100 * fair:.2f} %. Unfinished games count as won by nobody."
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
        note = f"In {unit}; finished games only. Below the value under p % lie p % of the games."
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
            title=f"Win rate per seat: {self._game.title}",
            labels=self._seat_labels(),
            estimates=self._result.win_rate,
            axis="win rate, %",
            scale=100,
            reference=fair,
            reference_label=f"fair share {100 * fair:.4g} %",
            caption=self._caption(),
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
            title=f"How long a game lasts: {self._game.title}",
            counts=self._result.tally.lengths.tolist(),
            axis=f"length, {self._game.length_unit}",
            marks=marks,
            caption=self._caption().replace("; 95 % intervals", "; finished games"),
        )

    def _method(self) -> list[tuple[str, str]]:
        result = self._result
        changes = rules_difference(self._game, self._setup.rules)
        speed = result.tally.games / result.seconds
        return [
            ("game", self._game.title),
            (
                "games",
                f"{result.tally.games:,}" + (f" of {result.asked:,} asked for" if result.partial else ""),
            ),
            ("seed", str(result.seed)),
            ("players", str(self._setup.players)),
            ("policies", ", ".join(spec.canonical for spec in self._setup.policies)),
            ("rules", "standard" if not changes else "standard but for " + ", ".join(changes)),
            (
                "speed",
                f"{speed:,.0f} games a second on {result.threads} threads, {result.seconds:.2f} s in all",
            ),
            ("version", f"analyzer {__version__}"),
        ]

    def _how_to_read(self) -> list[str]:
        unit = self._game.length_unit
        return [
            "Seat 0 starts; play runs clockwise.",
            "An interval covers the true figure in 95 of 100 runs with different seeds.",
            "Where a seat's interval lies wholly above or below the fair share, it has an edge or a handicap.",
            f"Length is counted in {unit}. A game that reaches the limit is unfinished: it counts, and nobody wins it.",
        ]
