"""Which policy is strongest? All competitors at balanced tables, on common deals, ranked by a fitted strength."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.policyspec import PolicySpec
from analyzer.games.protocol import SHARES, Integers, Records
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import work
from analyzer.stats import intervals, paired, strength
from analyzer.stats.estimate import Estimate
from analyzer.studies.clusters import block_seconds, fixed_mean
from analyzer.studies.content import Content
from analyzer.studies.request import check_numbers
from analyzer.studies.seatings import Seating
from analyzer.studies.tournament_field import Field

DEALS = 20_000
"""Deals that are played where nothing else is asked for."""

_FEWEST_DEALS = 10
"""Deals for each competitor from which on the spread over deals is trusted to give standard errors."""

_FIRST_GAMES = 1024
"""Games of the first blocks; policies may be slow."""

_ROUNDING = 1e-6
"""No strength is taken to be surer than this."""


@dataclass
class Tally:
    """What the deals of a tournament add up to.

    A competitor's score at a table is what it won there, in sixtieths, times `Field.even` over the seats that it had.

    Attributes:
        games: Deals played: what a run counts.
        won: Sum of the sixtieths that each competitor won in the games of each gathering, shape (gatherings,
            competitors).
        scores: Sum over deals of the row's score in all games with the column; in all its games, on the diagonal.
        squares: Sum over deals of its square.
        products: Sum over deals of it times the column's score in these games.
        deviations: Sum over deals of the products of what two things came to in a deal: first what each competitor won,
            then what was won in the games of each gathering.
    """

    games: int
    won: Integers
    scores: Integers
    squares: Integers
    products: Integers
    deviations: Integers

    def add(self, other: "Tally") -> None:
        """Adds further deals of the same tournament."""
        self.games += other.games
        self.won += other.won
        self.scores += other.scores
        self.squares += other.squares
        self.products += other.products
        self.deviations += other.deviations


@dataclass(frozen=True)
class Rank:
    """A competitor's place.

    Attributes:
        competitor: Which one, counted from 0 in the order in which they were named.
        policy: Its policy.
        strength: Logarithm of its fitted strength; the mean of all is 0.
        se: Standard error of that.
        win_rate: Share of the games that each of its seats won.
        group: Those with the same number cannot be told apart; the strongest are in group 1.
    """

    competitor: int
    policy: PolicySpec
    strength: float
    se: float
    win_rate: Estimate
    group: int

    def as_dict(self) -> dict[str, Any]:
        """The public JSON object."""
        return {
            "policy": self.policy.canonical,
            "strength": self.strength,
            "se": self.se,
            "win_rate": self.win_rate.as_dict(),
            "group": self.group,
        }


@dataclass(frozen=True)
class Tournament:
    """Deals played at all tables, and what they show.

    Attributes:
        field: Who competed.
        asked: Deals that were asked for.
        threads: Threads it was played on.
        seconds: Time spent playing.
        tally: What the deals add up to.
    """

    field: Field
    asked: int
    threads: int
    seconds: float
    tally: Tally

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted."""
        return self.tally.games < self.asked

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.tally.games

    @property
    def games(self) -> int:
        """Games played."""
        return self.deals * self.field.games_per_deal

    @cached_property
    def strengths(self) -> strength.Strengths:
        """Fitted strengths; the deal is the unit of chance for their errors, if there are enough deals.

        The games of a deal hang together, so the errors that suppose them independent would be wrong. Instead they come
        from how what each competitor won in a deal spreads around what the strengths make expect (the sandwich
        estimator). With few deals, and where strengths are not finite, the supposed ones are kept.

        Source:
            H. White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982), 1-25.
        """
        size, gatherings = len(self.field.competitors), self.field.gatherings
        tables = [
            strength.Table(
                list(table),
                _to_seats(table, self.tally.won[row].tolist()),
                self.deals * self.field.games_per_deal,
            )
            for row, table in enumerate(gatherings)
        ]
        fitted = strength.fit(tables, size, SHARES)
        if not fitted.finite or self.deals < _FEWEST_DEALS * size:
            return fitted
        chances = np.array([_chances(table, fitted.log) for table in gatherings])
        off = np.hstack([np.eye(size), -chances.T])
        scatter = off @ self.tally.deviations @ off.T / SHARES**2 * self.deals / (self.deals - 1)
        return strength.Strengths(
            fitted.log, fitted.covariance @ scatter @ fitted.covariance, finite=fitted.finite
        )

    @cached_property
    def ranking(self) -> list[Rank]:
        """All competitors, the strongest first."""
        found = self.strengths
        # Policies that cannot but win the same differ by nothing but rounding, and are not told apart by that.
        groups = strength.groups(found.log, found.covariance + _ROUNDING**2 * np.eye(len(found.log)))
        ranks = [
            Rank(place, policy, float(found.log[place]), float(error), self.win_rate(place, place), group)
            for place, (policy, error, group) in enumerate(
                zip(self.field.competitors, found.standard_errors, groups, strict=True)
            )
        ]
        return sorted(ranks, key=lambda rank: -rank.strength)

    @property
    def fair_share(self) -> float:
        """The win rate of every seat if all were alike: the finished games shared out equally."""
        return int(self.tally.won.sum()) / (SHARES * self.games * self.field.players)

    @cached_property
    def differences(self) -> list[list[Estimate | None]]:
        """Rows against columns, in the order in which the competitors were named; None where two never met.

        How much more often a seat of the row wins than one of the column, in the games in which both sit. Games that
        were not finished are games that nobody won.
        """
        return self._matrix(self._difference)

    @cached_property
    def table(self) -> list[list[Estimate | None]]:
        """With two players, how often the row wins its games with the column; with more, the differences."""
        return self._matrix(self.win_rate) if self.field.players == 2 else self.differences

    def _matrix(self, cell: Callable[[int, int], Estimate]) -> list[list[Estimate | None]]:
        met = self.field.meetings
        size = range(len(self.field.competitors))
        return [
            [cell(row, column) if row != column and met[row, column] else None for column in size]
            for row in size
        ]

    def _difference(self, row: int, column: int) -> Estimate:
        sums = paired.Sums(
            self.deals,
            a=self.tally.scores[row, column],
            a_squared=self.tally.squares[row, column],
            b=self.tally.scores[column, row],
            b_squared=self.tally.squares[column, row],
            product=self.tally.products[row, column],
        )
        unit = self._unit(row, column)
        return paired.compare(sums, unit, interval=partial(fixed_mean, reach=unit)).difference

    def win_rate(self, row: int, column: int) -> Estimate:
        """Win rate of a seat of the row, in its games with the column; in all its games, if that is the same one."""
        scores, squares = int(self.tally.scores[row, column]), int(self.tally.squares[row, column])
        return intervals.share(scores, squares, self.deals, self._unit(row, column))

    def _unit(self, row: int, column: int) -> int:
        """What the score of a deal would be if the row won every game with the column by each of its seats."""
        return SHARES * self.field.even * int(self.field.meetings[row, column])

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        setup = self.field.table.setup
        result: dict[str, Any] = {
            "game": setup.game,
            "rules": setup.rules.as_dict(),
            "players": self.field.players,
            "deals": self.deals,
            "games": self.games,
            "seed": self.field.seed,
            "policies": [policy.canonical for policy in self.field.competitors],
            "ranking": [rank.as_dict() for rank in self.ranking],
            "table": _cells_as_json(self.table),
            "table_shows": "win rate" if self.field.players == 2 else "difference",
            "differences": _cells_as_json(self.differences),
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds,
            "threads": self.threads,
        }
        if self.partial:
            result["partial"] = True
            result["deals_asked"] = self.asked
        return result

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        from analyzer.studies.tournament_told import told

        return told(self)


def play(
    field: Field,
    *,
    deals: int,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Tournament:
    """Plays a tournament.

    Args:
        field: Who competes.
        deals: Deals to play, at least 1, each in all seatings.
        threads: Threads to play on; None for all cores.
        on_progress: Called with the number of games played so far.
        on_compile: Called if kernels have to be compiled first.

    Returns:
        What the deals show.

    Raises:
        UserError: A policy of the user's own failed, or a number makes no sense.
        KeyboardInterrupt: Interrupted before the first deal was finished.
    """
    check_numbers(games=deals, seed=field.seed, threads=threads)
    block = work(play_block, field)
    warm_up(block, on_compile)
    used = threads or playing.available_threads()

    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(done * field.games_per_deal)

    run = playing.play(
        block,
        deals,
        threads=used,
        on_progress=report,
        block_seconds=block_seconds(field.games_per_deal),
        first_block=_FIRST_GAMES // field.games_per_deal,
    )
    if run.tally is None:
        raise KeyboardInterrupt
    return Tournament(field, deals, used, run.seconds, run.tally)


def play_block(field: Field, first: int, deals: int, stop: Integers) -> Tally:
    """Plays a block of deals in all seatings; none of them counts if it is stopped before all are played."""
    sums = _Sums(field, deals)
    for seating, setup in zip(field.seatings, field.setups, strict=True):
        records = field.table.game.play(setup, field.seed, first, deals, stop)
        if records.games < deals:
            return _Sums(field, 0).tally()
        sums.add(seating, records)
    return sums.tally()


class _Sums:
    """Adds up seating by seating what was won in each deal of a block."""

    def __init__(self, field: Field, deals: int) -> None:
        size, gatherings = len(field.competitors), len(field.gatherings)
        self._deals, self._size, self._even = deals, size, field.even
        self._row = {table: row for row, table in enumerate(field.gatherings)}
        self._won = np.zeros((gatherings, size), np.int64)
        self._scores = np.zeros((size, size, deals), np.int64)
        self._parts = np.zeros((size + gatherings, deals))

    def add(self, seating: Seating, records: Records) -> None:
        """Adds the games of one seating."""
        row = self._row[tuple(sorted(seating))]
        there = Counter(seating)
        for one, times in there.items():
            seats = [seat for seat, other in enumerate(seating) if other == one]
            won = records.shares[seats].sum(axis=0, dtype=np.int64)
            self._won[row, one] += won.sum()
            self._parts[one] += won
            self._parts[self._size + row] += won
            won *= self._even // times
            for other in there:
                self._scores[one, other] += won

    def tally(self) -> Tally:
        """The sums over deals."""
        scores = self._scores
        return Tally(
            games=self._deals,
            won=self._won,
            scores=scores.sum(axis=2),
            squares=np.einsum("rcd,rcd->rc", scores, scores),
            products=np.einsum("rcd,crd->rc", scores, scores),
            # Whole numbers below 2**53 are exact as floats, and are multiplied many times faster.
            deviations=(self._parts @ self._parts.T).astype(np.int64),
        )


def _cells_as_json(cells: list[list[Estimate | None]]) -> list[list[dict[str, float] | None]]:
    return [[None if cell is None else cell.as_dict() for cell in row] for row in cells]


def _to_seats(table: Seating, won: list[int]) -> list[int]:
    """What competitors won, at the first seat that each of them has."""
    return [0 if one in table[:seat] else won[one] for seat, one in enumerate(table)]


def _chances(table: Seating, log: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How likely each competitor wins a game of these, by the fitted strengths."""
    weights = np.exp(log - log.max()) * np.bincount(table, minlength=len(log))
    chances: npt.NDArray[np.float64] = weights / weights.sum()
    return chances
