"""Puts a simulation into words, tables and figures."""

from analyzer import __version__
from analyzer.studies.commandline import line_of
from analyzer.studies.content import Column, Content, DistributionFigure, IntervalFigure, Table
from analyzer.studies.request import rules_difference, speed_in_words
from analyzer.studies.simulate import Simulation, asked
from analyzer.studies.simulate_parts import Shown, groups, shown_conditions, shown_group
from analyzer.wording import listed

_SMALLEST_SHOWN = 0.01
"""Per cent; what is smaller is said to be so."""

_FEWEST_FOR_HALF = 4
"""Games below which half of them says nothing."""

_WHOLE_MINUTES = 5
"""From here on parts of a minute are not shown."""


def told(result: Simulation) -> Content:
    """The simulation, ready to be shown."""
    return _Telling(result).content()


class _Telling:
    def __init__(self, simulation: Simulation) -> None:
        self._result = simulation
        self._game = simulation.table.game
        self._setup = simulation.table.setup
        self._all_alike = len({spec.canonical for spec in self._setup.policies}) == 1

    def content(self) -> Content:
        result = self._result
        parts = self._parts()
        said = asked(
            result.table,
            games=result.asked,
            seed=result.seed,
            seconds_per_turn=result.seconds_per_turn,
            records=result.records,
        )
        return Content(
            question=f"Who wins {self._game.title} with {self._setup.players} players, and how long does a game last?",
            answer=" ".join(filter(None, [self._who_wins(), self._how_long(), self._how_many_unfinished()])),
            tables=[
                self._win_table(),
                self._length_table(),
                self._measure_table(),
                *(part[0] for part in parts),
            ],
            figures=[
                self._win_figure(),
                self._length_figure(),
                *(figure for _, figure in parts if figure is not None),
            ],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of(said),
            result=result.as_json(),
            partial=result.partial,
            speed=speed_in_words(result.tally.games, result.seconds, result.threads),
            asked=said,
        )

    def _parts(self) -> list[Shown]:
        """What this game counts besides."""
        result, caption = self._result, self._caption()
        return [
            *(shown_group(result, title, measures, caption) for title, measures in groups(result)),
            *(shown_conditions(result, conditions, caption) for conditions in self._game.conditions),
        ]

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
        length, unit = self._result.length, self._game.length_unit
        if length.n < _FEWEST_FOR_HALF:
            return f"How long a game lasts: {self._game.title}"
        which = "finished games" if self._result.tally.unfinished else "games"
        if length.sd == 0:
            return f"All {which} lasted {length.max} {unit}: {self._game.title}"
        return f"Half of all {which} last {length.p25} to {length.p75} {unit}: {self._game.title}"

    def _leading(self) -> str:
        """Which seat wins most, as far as that is certain."""
        leaders = self._result.leaders
        if len(leaders) == self._setup.players:
            return "No seat can be told from the others"
        if len(leaders) > 1:
            return f"Seats {listed(sorted(leaders))} win most and cannot be told apart"
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
        if length.sd == 0:
            return f"All {which}s lasted {length.max} {unit} ({self._about_minutes()})."
        return (
            f"A {which} lasts {length.mean:.1f} {unit} on average ({self._about_minutes()}); half of all {which}s "
            f"last {length.p25} to {length.p75}."
        )

    def _about_minutes(self) -> str:
        minutes = self._result.minutes.mean or 0
        text = f"{minutes:,.{0 if minutes >= _WHOLE_MINUTES else 1}f}".removesuffix(".0")
        known = "less than 0.1" if text == "0" else f"about {text}"
        return f"{known} {'minute' if text == '1' else 'minutes'} {self._pace()}"

    def _pace(self) -> str:
        """How long a step is taken to last: "at 10 seconds a turn"."""
        seconds = f"{self._result.seconds_per_turn:g}"
        return f"at {seconds} {'second' if seconds == '1' else 'seconds'} a {self._game.step}"

    def _how_many_unfinished(self) -> str:
        unfinished = self._result.tally.unfinished
        if unfinished == 0:
            return ""
        share = 100 * unfinished / self._result.tally.games
        text = f"{share:.2f} %" if share >= _SMALLEST_SHOWN else f"less than {_SMALLEST_SHOWN} %"
        return f"{unfinished:,} {'game was' if unfinished == 1 else 'games were'} not finished ({text})."

    def _win_table(self) -> Table:
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
        return Table("win_rate", "Win rate per seat, with 95 % intervals", columns, rows, note)

    def _length_table(self) -> Table:
        minutes = self._result.minutes
        unit = self._game.length_unit
        form = "count" if minutes.p50 is None or minutes.p50 >= _WHOLE_MINUTES else "number"
        quantiles = {
            "p5": "5 %",
            "p25": "25 %",
            "p50": "median",
            "p75": "75 %",
            "p95": "95 %",
            "max": "longest",
        }
        columns = [
            Column("unit", "unit"),
            Column("mean", "mean", "number", 1),
            Column("sd", "spread", "number", 1),
            *(Column(key, label, form, 1) for key, label in quantiles.items()),
        ]
        rows = [
            (unit, *{**self._result.length.as_dict(), "mean": self._result.mean_length}.values()),
            ("minutes", *minutes.as_dict().values()),
        ]
        note = (
            f"Finished games only (unfinished: {self._result.tally.unfinished:,}). Of them, 25 % are at most as long "
            "as the figure under 25 %, and so on. Spread is the standard deviation. The interval of the mean holds "
            "95 %."
        )
        title = f"Length of a game in {unit}, and in minutes {self._pace()}"
        return Table(
            "length",
            title,
            columns,
            rows,
            note,
            quantity=f"mean length, {unit}",
            keys=["all games", "minutes"],
        )

    def _measure_table(self) -> Table:
        rows = [
            (measure.label + (f", seat {seat}" if measure.per_seat else ""), estimate)
            for measure in self._game.measures
            if not measure.group
            for seat, estimate in enumerate(self._result.measures[measure.key])
        ]
        columns = [Column("measure", "per game"), Column("mean", "mean", "number", 3)]
        return Table(
            "measures", "What happens in a game, with 95 % intervals", columns, rows, quantity="mean per game"
        )

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
            keys=[f"seat {seat}" for seat in range(self._setup.players)],
            reference_name="fair share",
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
            f"Length is counted in {self._game.length_unit}; minutes are reckoned {self._pace()}, not measured.",
            *self._game.how_to_read,
        ]
