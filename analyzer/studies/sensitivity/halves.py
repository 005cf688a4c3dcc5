"""Which dimension of plausible decks the answer goes with: decks with much of something against decks with little."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.stats import intervals
from analyzer.stats.difference import independent
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import simultaneous_level
from analyzer.studies.sensitivity.result import Found, Sensitivity

_GRAINS = 10**9
"""Means are taken of whole numbers, as sums of squares are then exact: so many grains make 1."""


@dataclass(frozen=True)
class Halves:
    """The plausible decks, parted by one dimension.

    Attributes:
        name: The dimension.
        little: The values of the lower half, in words.
        much: The values of the upper half.
        with_little: The mean answer in the lower half, with an interval over decks.
        with_much: The mean answer in the upper half.
        difference: How much larger it is in the upper half. Intervals of all dimensions hold together.
    """

    name: str
    little: str
    much: str
    with_little: Estimate
    with_much: Estimate
    difference: Estimate


def halves(result: Sensitivity) -> list[Halves]:
    """The plausible decks parted by each dimension; what leaves one of the halves empty is left out.

    All else varies freely in both halves, so what is left besides the dimension itself is in the intervals: decks, not
    deals, are the unit of chance.
    """
    dimensions = result.inquiry.dimensions
    found = []
    for place, (name, low, high) in enumerate(dimensions):
        middle = (low + high) // 2
        known = [each for each in result.decks if each.answer is not None]
        below = [each for each in known if each.deck.point[place] <= middle]
        above = [each for each in known if each.deck.point[place] > middle]
        if not below or not above:
            continue
        level = simultaneous_level(len(dimensions))
        difference = independent(_mean(above, level), _mean(below, level))
        little, much = _span(low, middle), _span(middle + 1, high)
        found.append(Halves(name, little, much, _mean(below), _mean(above), difference))
    return found


def _mean(found: Sequence[Found], level: float = intervals.LEVEL) -> Estimate:
    """The mean answer, with Student's interval over decks."""
    grains = [round(_GRAINS * each.answer.mean) for each in found if each.answer is not None]
    mean = intervals.mean(sum(grains), sum(each * each for each in grains), len(grains), level)
    return Estimate(mean.mean / _GRAINS, mean.low / _GRAINS, mean.high / _GRAINS)


def _span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"
