"""Adds up columns of whole numbers over the deals that a base and its variants have in common."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from analyzer.games.protocol import Integers, Records
from analyzer.stats.ratios import Products, Sums
from analyzer.studies.balance.measures import Measured


@dataclass(frozen=True)
class Layout:
    """Which columns are added up, and which products of two of them.

    Attributes:
        columns: The columns' names, in order.
        own: Places of the columns whose products are added up on each side.
        across: Places of the columns, of the variant and of the base, whose products are added up across.
    """

    columns: tuple[str, ...]
    own: tuple[tuple[int, int], ...]
    across: tuple[tuple[int, int], ...]

    @classmethod
    def of_measures(cls, measures: Iterable[Measured]) -> "Layout":
        """All that the measures need that are ratios of two columns, or means of one."""
        pairs = [tuple(filter(None, (each.top, each.bottom))) for each in measures if each.top]
        columns = tuple(dict.fromkeys(column for pair in pairs for column in pair))
        own: dict[tuple[int, int], None] = {}
        across: dict[tuple[int, int], None] = {}
        for pair in pairs:
            places = [columns.index(column) for column in pair]
            own |= dict.fromkeys(combinations_with_replacement(places, 2))
            across |= dict.fromkeys(product(places, places))
        return cls(columns, tuple(own), tuple(across))

    @classmethod
    def of_all(cls, columns: Sequence[str]) -> "Layout":
        """The products of each two columns."""
        places = range(len(columns))
        across = tuple(product(places, places))
        return cls(tuple(columns), across, across)

    def rows(self, columns: Mapping[str, Integers], deals: int) -> Integers:
        """The columns as rows of one array, int64, shape (columns, deals)."""
        rows = np.empty((len(self.columns), deals), np.int64)
        for row, name in zip(rows, self.columns, strict=True):
            row[:] = columns[name][:deals]
        return rows


@dataclass
class Own:
    """What one side adds up to.

    Attributes:
        games: Deals.
        sums: Sum of each column.
        products: Sums of the products of `Layout.own`.
        largest: Largest absolute value in each column.
        lengths: Finished games by their length, shape (longest length + 1,); none where lengths are not asked for.
    """

    games: int
    sums: Integers
    products: Integers
    largest: Integers
    lengths: Integers

    @classmethod
    def of(cls, layout: Layout, rows: Integers, lengths: Integers) -> "Own":
        """Adds up rows, see `Layout.rows`."""
        return cls(
            rows.shape[1],
            rows.sum(axis=1),
            np.array([rows[one] @ rows[other] for one, other in layout.own], np.int64),
            np.abs(rows).max(axis=1, initial=0),
            lengths,
        )

    def __add__(self, other: "Own") -> "Own":
        return Own(
            self.games + other.games,
            self.sums + other.sums,
            self.products + other.products,
            np.maximum(self.largest, other.largest),
            _added(self.lengths, other.lengths),
        )


@dataclass
class Pair:
    """What a variant adds up to, and the base on the same deals.

    Attributes:
        own: The variant.
        base: The base.
        across: Sums of the products of `Layout.across`.
    """

    own: Own
    base: Own
    across: Integers

    @classmethod
    def of(cls, layout: Layout, own: tuple[Integers, Own], base: tuple[Integers, Own]) -> "Pair":
        """Adds up the rows of both, each with what it adds up to by itself."""
        rows, others = own[0], base[0]
        across = np.array([rows[one] @ others[other] for one, other in layout.across], np.int64)
        return cls(own[1], base[1], across)

    def __add__(self, other: "Pair") -> "Pair":
        return Pair(self.own + other.own, self.base + other.base, self.across + other.across)


@dataclass
class Part:
    """What the base and its variants add up to, of one kind of games.

    Attributes:
        layout: What is added up.
        base: The base, over all deals.
        pairs: The variants by their place, each over the deals that it played.
    """

    layout: Layout
    base: Own
    pairs: dict[int, Pair]

    @classmethod
    def of(
        cls, layout: Layout, base: tuple[Integers, Integers], others: Mapping[int, tuple[Integers, Integers]]
    ) -> "Part":
        """Adds up deals.

        Args:
            layout: What is added up.
            base: The base's rows (see `Layout.rows`) and its lengths (see `Own`).
            others: The variants' rows and lengths by their place.
        """
        rows, lengths = base
        own = Own.of(layout, rows, lengths)
        pairs = {
            place: Pair.of(layout, (found, Own.of(layout, found, spread)), (rows, own))
            for place, (found, spread) in others.items()
        }
        return cls(layout, own, pairs)

    def __add__(self, other: "Part") -> "Part":
        """Further deals of the base, and of some of the variants or all."""
        pairs = {
            place: pair + other.pairs[place] if place in other.pairs else pair
            for place, pair in self.pairs.items()
        }
        return Part(self.layout, self.base + other.base, pairs)


def sums_of(layout: Layout, own: Own, measure: Measured) -> Sums:
    """What one side adds up to of a measure; the number of deals stands below the line where nothing else does."""
    top = layout.columns.index(measure.top)
    squared = _product(layout.own, own.products, (top, top))
    if not measure.is_ratio:
        return Sums(own.games, int(own.sums[top]), own.games, squared, int(own.sums[top]), own.games)
    bottom = layout.columns.index(measure.bottom)
    together = _product(layout.own, own.products, (top, bottom))
    below = _product(layout.own, own.products, (bottom, bottom))
    return Sums(own.games, int(own.sums[top]), int(own.sums[bottom]), squared, together, below)


def products_of(layout: Layout, pair: Pair, measure: Measured) -> Products:
    """How a variant and the base hang together in a measure."""
    top = layout.columns.index(measure.top)
    together = _product(layout.across, pair.across, (top, top))
    if not measure.is_ratio:
        return Products(together, int(pair.own.sums[top]), int(pair.base.sums[top]), pair.own.games)
    bottom = layout.columns.index(measure.bottom)
    return Products(
        together,
        _product(layout.across, pair.across, (top, bottom)),
        _product(layout.across, pair.across, (bottom, top)),
        _product(layout.across, pair.across, (bottom, bottom)),
    )


def _product(pairs: Sequence[tuple[int, int]], sums: Integers, places: tuple[int, int]) -> int:
    return int(sums[pairs.index(places)])


def lengths_of(records: Records, deals: int) -> Integers:
    """Finished games by their length."""
    counts: Integers = np.bincount(records.lengths[:deals][records.finished[:deals]], minlength=1)
    return counts


def _added(one: Integers, other: Integers) -> Integers:
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total
