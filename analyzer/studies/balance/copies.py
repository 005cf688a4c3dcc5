"""What a copy more of a card changes: the variant with one more against the one with one fewer."""

from collections.abc import Sequence

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import FIRST_SEAT, LENGTH, Measured
from analyzer.studies.balance.result import Balance
from analyzer.studies.balance.variants import Varied
from analyzer.studies.balance.wording import digits_of
from analyzer.studies.content import Column

_DECK = "deck."


def copy_more(result: Balance) -> dict[str, dict[str, Estimate]]:
    """What a copy more changes, by the card's name and the measure's key.

    Both variants are held against the present rules, with intervals that hold together; so do those of one against the
    other that reach from end to end.

    Args:
        result: The study.

    Returns:
        Only cards of which one copy more and one fewer were both played.
    """
    if result.cards is None:
        return {}
    found = {}
    deck = result.design.base.setup.rules.deck
    for kind, _ in result.cards.question.kinds:
        copies = deck.get(kind)
        if not isinstance(copies, int):
            continue
        ends = _ends(result.design.variants.varied, f"{_DECK}{kind}", copies)
        if ends is not None:
            found[kind] = _changes(result, *ends)
    return {kind: changes for kind, changes in found.items() if changes}


def copy_columns(result: Balance, changes: dict[str, dict[str, Estimate]]) -> dict[str, Column]:
    """Columns for these by the measure's key, as many as there is anything to show of."""
    columns = {}
    for measure in _measures(result):
        known = [each[measure.key] for each in changes.values() if measure.key in each]
        if known:
            digits = digits_of(measure, known)
            label = f"a copy more: {measure.label}"
            key = f"copy_more_{measure.key.replace('.', '_')}"
            columns[measure.key] = Column(key, label, measure.difference_form, digits)
    return columns


def _measures(result: Balance) -> list[Measured]:
    return [measure for measure in result.shown if measure.key in (FIRST_SEAT, LENGTH)]


def _ends(varied: Sequence[Varied], key: str, copies: int) -> tuple[int, int] | None:
    """The variants with a copy more and with one fewer."""
    for each in varied:
        places = {point.number: point.variant for point in each.points}
        more, fewer = places.get(copies + 1), places.get(copies - 1)
        if each.key == key and more is not None and fewer is not None:
            return more, fewer
    return None


def _changes(result: Balance, more: int, fewer: int) -> dict[str, Estimate]:
    changes = {}
    for measure in _measures(result):
        one, other = (result.differences[place].get(measure.key) for place in (more, fewer))
        if one is not None and other is not None:
            changes[measure.key] = Estimate(one.mean - other.mean, one.low - other.high, one.high - other.low)
    return changes
