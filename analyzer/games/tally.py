"""Adds up what came of many games: integers only, so that the order of adding does not matter."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import Game, Integers, Records, Setup


@dataclass
class ConditionTally:
    """What the games add up to in which each of some conditions holds; see `protocol.Conditions`.

    Attributes:
        games: Games in which it holds, by the condition's bit, shape (bits,).
        wins: Shares of wins in them per seat, in sixtieths, shape (bits, players).
        wins_squared: Sum over them of the squared shares, shape (bits, players).
        finished: Finished games among them, shape (bits,).
        lengths: Sum of the lengths of those, shape (bits,).
        lengths_squared: Sum of the squared lengths, shape (bits,).
    """

    games: Integers
    wins: Integers
    wins_squared: Integers
    finished: Integers
    lengths: Integers
    lengths_squared: Integers

    @classmethod
    def of(cls, bits: npt.NDArray[np.integer[Any]], records: Records) -> "ConditionTally":
        """Adds up games, by the bits of each of them."""
        finished = records.finished.astype(np.int64)
        lengths = records.lengths * finished
        shares = records.shares.astype(np.int64)
        return cls(
            games=_by_bit(bits, np.ones_like(finished)),
            wins=np.stack([_by_bit(bits, row) for row in shares], axis=1),
            wins_squared=np.stack([_by_bit(bits, row * row) for row in shares], axis=1),
            finished=_by_bit(bits, finished),
            lengths=_by_bit(bits, lengths),
            lengths_squared=_by_bit(bits, lengths * lengths),
        )

    def add(self, other: "ConditionTally") -> None:
        """Adds another tally of the same conditions to this one."""
        for name, values in vars(other).items():
            getattr(self, name).__iadd__(values)


@dataclass
class Tally:
    """What a number of games add up to.

    Attributes:
        games: Games played, the unfinished ones included.
        wins: Shares of wins per seat, in sixtieths, shape (players,).
        wins_squared: Sum over games of the squared shares, in sixtieths squared, shape (players,).
        unfinished: Games that ended without a winner.
        lengths: Finished games by their length, shape (longest length + 1,).
        steps: Steps played in all games, the unfinished ones included; see `Game.step`.
        finished_steps: Finished games by their steps, shape (most steps + 1,).
        sums: Sum over games of each measure, shape (1,) or (players,), by the measure's key.
        squares: Sum over games of each measure's square, likewise.
        conditions: What the games add up to in which conditions hold, by the key of the `Conditions`.
    """

    games: int
    wins: Integers
    wins_squared: Integers
    unfinished: int
    lengths: Integers
    steps: int
    finished_steps: Integers
    sums: dict[str, Integers]
    squares: dict[str, Integers]
    conditions: dict[str, ConditionTally] = field(default_factory=dict)

    @classmethod
    def of(cls, records: Records) -> "Tally":
        """Adds up games."""
        sums, squares = {}, {}
        for key, values in records.measures.items():
            sums[key], squares[key] = _sums_and_squares(np.atleast_2d(values))
        wins, wins_squared = _sums_and_squares(records.shares)
        return cls(
            games=records.games,
            wins=wins,
            wins_squared=wins_squared,
            unfinished=records.games - int(np.count_nonzero(records.finished)),
            lengths=np.bincount(records.lengths[records.finished], minlength=1),
            steps=int(records.steps.sum(dtype=np.int64)),
            finished_steps=np.bincount(records.steps[records.finished], minlength=1),
            sums=sums,
            squares=squares,
            conditions={key: ConditionTally.of(bits, records) for key, bits in records.conditions.items()},
        )

    def add(self, other: "Tally") -> None:
        """Adds another tally of the same set-up to this one."""
        self.games += other.games
        self.wins += other.wins
        self.wins_squared += other.wins_squared
        self.unfinished += other.unfinished
        self.lengths = _sum_of_unequal([self.lengths, other.lengths])
        self.steps += other.steps
        self.finished_steps = _sum_of_unequal([self.finished_steps, other.finished_steps])
        for key, values in other.sums.items():
            self.sums[key] += values
        for key, values in other.squares.items():
            self.squares[key] += values
        for key, tally in other.conditions.items():
            self.conditions[key].add(tally)


@dataclass(kw_only=True)
class RecordedTally(Tally):
    """What a block of games adds up to, and the games one by one; what is added to it is added to the sums alone.

    Attributes:
        records: What came of each game of the block.
    """

    records: Records


def play_block(game: Game, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Tally:
    """Plays a block of games and adds them up; see `Game.play`."""
    return Tally.of(game.play(setup, seed, first, count, stop))


def play_recorded_block(
    game: Game, setup: Setup, seed: int, first: int, count: int, stop: Integers
) -> RecordedTally:
    """Plays a block of games, adds them up and keeps them; see `Game.play`."""
    records = game.play(setup, seed, first, count, stop)
    return RecordedTally(**vars(Tally.of(records)), records=records)


_BITS = 12
_HAS_BIT = np.array([np.arange(1 << _BITS) >> bit & 1 for bit in range(_BITS)], np.int64)


def _by_bit(bits: npt.NDArray[np.integer[Any]], values: Integers) -> Integers:
    """Sums of some values over the games that have each bit, shape (_BITS,)."""
    # By way of fractional numbers, which are exact here: blocks are far too small for sums of 2**53.
    sums = np.bincount(bits, weights=values, minlength=1 << _BITS)
    return _HAS_BIT @ np.rint(sums).astype(np.int64)


def _sums_and_squares(rows: npt.NDArray[np.integer[Any]]) -> tuple[Integers, Integers]:
    wide = rows.astype(np.int64)
    return wide.sum(axis=1), np.array([row @ row for row in wide], np.int64)


def _sum_of_unequal(histograms: Sequence[Integers]) -> Integers:
    total = np.zeros(max(len(histogram) for histogram in histograms), np.int64)
    for histogram in histograms:
        total[: len(histogram)] += histogram
    return total
