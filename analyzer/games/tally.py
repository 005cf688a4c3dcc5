"""Adds up what came of many games: integers only, so that the order of adding does not matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.protocol import Game, Integers, Records, Setup


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
        sums: Sum over games of each measure, shape (1,) or (players,), by the measure's key.
        squares: Sum over games of each measure's square, likewise.
    """

    games: int
    wins: Integers
    wins_squared: Integers
    unfinished: int
    lengths: Integers
    steps: int
    sums: dict[str, Integers]
    squares: dict[str, Integers]

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
            sums=sums,
            squares=squares,
        )

    def add(self, other: "Tally") -> None:
        """Adds another tally of the same set-up to this one."""
        self.games += other.games
        self.wins += other.wins
        self.wins_squared += other.wins_squared
        self.unfinished += other.unfinished
        self.lengths = _sum_of_unequal([self.lengths, other.lengths])
        self.steps += other.steps
        for key, values in other.sums.items():
            self.sums[key] += values
        for key, values in other.squares.items():
            self.squares[key] += values


def play_block(game: Game, setup: Setup, seed: int, first: int, count: int, stop: Integers) -> Tally:
    """Plays a block of games and adds them up; see `Game.play`."""
    return Tally.of(game.play(setup, seed, first, count, stop))


def _sums_and_squares(rows: npt.NDArray[np.integer[Any]]) -> tuple[Integers, Integers]:
    wide = rows.astype(np.int64)
    return wide.sum(axis=1), np.array([row @ row for row in wide], np.int64)


def _sum_of_unequal(histograms: Sequence[Integers]) -> Integers:
    total = np.zeros(max(len(histogram) for histogram in histograms), np.int64)
    for histogram in histograms:
        total[: len(histogram)] += histogram
    return total
