"""Games in which one seat's opening was chosen at random, what they add up to, and what each kind's effect is.

What the seat won is explained, by least squares, from the cards that it laid. As always as many are laid, only the
differences between kinds can be known; they are given relative to the average card of the deck. The choice is random
given the cards that the seat knows, so what it lays less what it would lay on average, given these, hangs together with
nothing but the choice: the estimates are unbiased whatever the cards known do, and taking these and the seat into
account only narrows the intervals. Where the effect of a kind depends on the other cards, it is a mean over the cards
as they are dealt.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.games.openings import OpeningRecords
from analyzer.games.protocol import SHARES, Integers
from analyzer.stats import regression
from analyzer.studies.openings.pairs import PairTally

GROUPS = 200
"""Groups of deals from whose spread the errors come."""


@dataclass
class Experiment:
    """What games add up to in which one seat chose at random.

    Attributes:
        games: Games played, one in each deal.
        unfinished: Games that ended without a winner.
        laid: Cards that a player lays.
        known: Cards that a player knows and chooses from.
        products: For each group of deals, sums of products of the cards laid of each kind, those held of each kind,
            whether it was each seat's choice, and the share of the win.
        pairs: The same games by pairs of cards.
    """

    games: int
    unfinished: int
    laid: int
    known: int
    products: Integers
    pairs: PairTally

    @classmethod
    def of(cls, records: OpeningRecords, first: int, players: int) -> "Experiment":
        """Adds up games.

        Args:
            records: The games.
            first: Number of the first one.
            players: Number of seats.

        Raises:
            ValueError: Not every player lays as many of as many cards.
        """
        laid, held = records.laid.sum(axis=1), records.held.sum(axis=1)
        if (laid != laid[:1]).any() or (held != held[:1]).any():
            raise ValueError("in an opening everybody lays the same number of the same number of cards")
        seats = records.seats[:, np.newaxis] == np.arange(players)
        shares = records.shares[:, np.newaxis]
        values = np.hstack([records.laid, records.held, seats, shares], dtype=np.int8, casting="unsafe")
        return cls(
            records.games,
            records.games - int(np.count_nonzero(records.finished)),
            int(laid[:1].sum()),
            int(laid[:1].sum() + held[:1].sum()),
            # A round of seats goes into one group.
            regression.grouped_products(values, first, GROUPS, together=players),
            PairTally.of(records),
        )

    def add(self, other: "Experiment") -> None:
        """Adds further games of the same experiment."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.products = self.products + other.products
        self.pairs = self.pairs + other.pairs


def fewest_deals(kinds: int, players: int) -> int:
    """Deals from which on there are effects."""
    return regression.ROWS_EACH * (2 * (kinds - 1) + players)


def effects(experiment: Experiment, copies: npt.ArrayLike) -> regression.Fit | None:
    """What laying a card of each kind does, compared with laying the average card of the deck.

    Args:
        experiment: The games.
        copies: How many cards of each kind the deck has: their weights in the average.

    Returns:
        The effects in shares of a win, with their covariance; None if the games are too few.
    """
    weights = np.asarray(copies, np.int64)
    kinds = len(weights)
    columns = experiment.products.shape[1]
    regressors = np.zeros((columns - 3, columns), np.int64)
    for kind in range(kinds - 1):
        # Cards laid less those that are laid on average of the cards known, times the cards known.
        regressors[kind, kind] = experiment.known - experiment.laid
        regressors[kind, kinds + kind] = -experiment.laid
        regressors[kinds - 1 + kind, [kind, kinds + kind]] = 1
    regressors[2 * kinds - 2 :, 2 * kinds : -1] = np.eye(columns - 1 - 2 * kinds)
    found = regression.fit(experiment.products, regressors, columns - 1, experiment.games)
    if found is None:
        return None
    own = slice(0, kinds - 1)
    laid = regression.Fit(found.coefficients[own], found.covariance[own, own], found.degrees)
    return laid.combined(regression.relative_to_mean(weights.tolist()) * experiment.known / SHARES)
