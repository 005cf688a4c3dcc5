"""From sums to figures: what a side shows of each measure, and how far a variant is from the base."""

from collections.abc import Mapping

import numpy as np

from analyzer.games.protocol import SHARES, Integers
from analyzer.stats import replays, spread
from analyzer.stats.difference import independent
from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import DEVIATION, QUANTILES, Measured
from analyzer.studies.balance.precision import Precision, difference, value
from analyzer.studies.balance.tally import Layout, Own, Pair, Part, products_of, sums_of

Figures = Mapping[str, Estimate]
"""Estimates by the measure's key; what nothing is known of is not among them."""


def value_of(
    measure: Measured, layout: Layout, own: Own, precision: Precision, level: float
) -> Estimate | None:
    """What a side shows of a measure.

    Args:
        measure: The measure: one of columns, or of the lengths.
        layout: What was added up.
        own: What the side adds up to.
        precision: How the interval is made.
        level: Its level.

    Returns:
        The value with its interval; None where there is none.
    """
    if not measure.top:
        return _of_lengths(measure.key, own.lengths, precision.errors(own.games, level))
    largest = int(own.largest[layout.columns.index(measure.top)])
    return value(measure, sums_of(layout, own, measure), largest, precision, level)


def difference_of(
    measure: Measured, layout: Layout, pair: Pair, precision: Precision, level: float
) -> Estimate | None:
    """How far a variant is from the base in a measure, on the deals that both have played.

    Args:
        measure: The measure: one of columns, or of the lengths.
        layout: What was added up.
        pair: What the two add up to.
        precision: How the interval is made.
        level: Its level.

    Returns:
        The difference with its interval; None where there is none.
    """
    if not measure.top:
        errors = precision.errors(pair.own.games, level)
        one, other = (_of_lengths(measure.key, side.lengths, errors) for side in (pair.own, pair.base))
        return None if one is None or other is None else independent(one, other)
    place = layout.columns.index(measure.top)
    largest = max(int(side.largest[place]) for side in (pair.own, pair.base))
    sides = sums_of(layout, pair.own, measure), sums_of(layout, pair.base, measure)
    return difference(measure, sides, products_of(layout, pair, measure), largest, precision, level)


def luck_of(own: Own, level: float) -> Estimate | None:
    """The part of the variance of winning that the deal alone decides."""
    return replays.share_of_deal(_twice(own), level) if own.games > 1 else None


def luck_difference(pair: Pair, level: float) -> Estimate | None:
    """How much more of it the deal decides with a variant than with the base."""
    if pair.own.games < 2:
        return None
    return replays.difference(_twice(pair.own), _twice(pair.base), _square(pair.across), level)


def always_alike(part: Part) -> bool:
    """Whether every deal of the base and of all variants was won alike both times it was played.

    Deals that nobody won tell nothing: it is not so where the base or a variant has no others.
    """
    sides = [_twice(own) for own in (part.base, *(pair.own for pair in part.pairs.values()))]
    return all(side.always_alike and side.sums[1] > 0 for side in sides)


def _of_lengths(key: str, lengths: Integers, errors: float) -> Estimate | None:
    counts = [int(count) for count in lengths]
    if key == DEVIATION:
        return spread.deviation(counts, errors)
    return spread.quantile(counts, QUANTILES[key], errors)


def _twice(own: Own) -> replays.Replays:
    return replays.Replays(own.games, own.sums, _square(own.products), SHARES)


def _square(products: Integers) -> Integers:
    """The products of each two columns as a square."""
    side = round(len(products) ** 0.5)
    square: Integers = np.reshape(products, (side, side))
    return square
