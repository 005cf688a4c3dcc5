"""Rules by which an opening is chosen, tried one against the other on the same deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from analyzer.games.openings import HasOpening
from analyzer.games.protocol import SHARES, Integers, Setup
from analyzer.stats import intervals, paired
from analyzer.stats.estimate import Estimate
from analyzer.studies.clusters import fixed_mean


@dataclass(frozen=True)
class Rule:
    """A rule by which a player chooses.

    Attributes:
        name: What it is called.
        choice: What the game is told: the name of one of its rules, or all kinds in the order in which they are laid.
    """

    name: str
    choice: str | Sequence[str]


@dataclass
class Trial:
    """What deals add up to in which a seat chose by each of some rules.

    Attributes:
        games: Deals: what a run counts. Each is played once with every rule.
        sums: What was won with each rule, in sixtieths, shape (rules,).
        products: Sums over deals of the products of what was won with any two rules, shape (rules, rules).
    """

    games: int
    sums: Integers
    products: Integers

    def add(self, other: "Trial") -> None:
        """Adds further deals of the same trial."""
        self.games += other.games
        self.sums = self.sums + other.sums
        self.products = self.products + other.products

    def win_rate(self, rule: int) -> Estimate:
        """How often a player wins who chooses by a rule."""
        return intervals.share(int(self.sums[rule]), int(self.products[rule, rule]), self.games, SHARES)

    def difference(self, rule: int, other: int, level: float) -> Estimate:
        """How much more often with one rule than with another one, by the same deals.

        Args:
            rule: The one rule.
            other: The other one.
            level: Confidence level of the interval.
        """
        sums = paired.Sums(
            self.games,
            a=self.sums[rule],
            a_squared=self.products[rule, rule],
            b=self.sums[other],
            b_squared=self.products[other, other],
            product=self.products[rule, other],
        )
        interval = partial(fixed_mean, reach=SHARES, level=level)
        return paired.compare(sums, SHARES, interval=interval).difference


def play_block(
    game: HasOpening, setup: Setup, rules: Sequence[Rule], seed: int, first: int, count: int, stop: Integers
) -> Trial:
    """Plays a block of deals with each rule; none of them counts if it is stopped before all are played."""
    won = np.zeros((len(rules), count))
    for row, rule in enumerate(rules):
        records = game.play_openings(setup, rule.choice, seed, first, count, stop)
        if records.games < count:
            return Trial(0, np.zeros(len(rules), np.int64), np.zeros((len(rules), len(rules)), np.int64))
        won[row] = records.shares
    # Whole numbers below 2**53 are exact as floats, and are multiplied many times faster.
    return Trial(count, won.sum(axis=1).astype(np.int64), (won @ won.T).astype(np.int64))
