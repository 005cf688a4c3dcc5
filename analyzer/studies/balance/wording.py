"""How the figures of a study of balance are written in sentences and in cells."""

from collections.abc import Iterable, Sequence
from math import floor, isfinite, log10

from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import Measured
from analyzer.wording import listed

_LEAST_DIGITS, _MOST_DIGITS, _FURTHER_DIGITS = 1, 4, 2

_MOST_NAMED = 3
"""Most things that a sentence names."""

PRESENT = "present rules"
"""What the base is called."""


def digits_of(measure: Measured, found: Iterable[Estimate]) -> int:
    """Decimals that show two digits of an interval's half width, in the unit in which the measure is written.

    There are up to two more where rounding would turn the end of an interval into 0 that does not hold 0.
    """
    estimates = list(found)
    halves = [measure.scale * (each.high - each.low) / 2 for each in estimates]
    known = sorted(half for half in halves if isfinite(half) and half > 0)
    if not known:
        return 2
    digits = min(_MOST_DIGITS, max(_LEAST_DIGITS, 1 - floor(log10(known[len(known) // 2]))))
    # What is certainly more or less is to be seen to be.
    nearest = [min(abs(each.low), abs(each.high)) for each in estimates if each.low * each.high > 0]
    for further in range(_FURTHER_DIGITS):
        if all(round(measure.scale * end, digits + further) for end in nearest):
            return digits + further
    return digits + _FURTHER_DIGITS


def number(measure: Measured, value: float, digits: int, sign: bool = False) -> str:
    """A value in the unit in which the measure is written, without the unit."""
    # Adding 0.0 turns the -0.0 of a small negative number into 0.0.
    rounded = round(measure.scale * value, digits) + 0.0
    return f"{rounded:+,.{digits}f}" if sign else f"{rounded:,.{digits}f}"


def with_unit(measure: Measured, value: float, digits: int, length_unit: str) -> str:
    """A value with its unit, for a sentence."""
    units = {"rate": " %", "difference": " points", "number": f" {length_unit}"}
    unit = units[measure.form] if measure.form != "number" or measure.key.startswith("length.") else ""
    return f"{number(measure, value, digits, measure.is_gap)}{unit}"


def percent(part: float) -> str:
    """A part, for a sentence."""
    return f"{100 * part:.1f}".removesuffix(".0") + " %"


def bound(found: Estimate) -> float:
    """How large a difference may be at most, either way."""
    return max(abs(found.low), abs(found.high))


def change_in_words(measure: Measured, found: Estimate | None, sign: int | None, digits: int) -> str:
    """Whether something changed, for a cell."""
    if found is None:
        return ""
    if sign:
        return "more" if sign > 0 else "less"
    if not isfinite(bound(found)):
        return "not known"
    return f"no change larger than {number(measure, bound(found), digits)}"


def named(labels: Sequence[str]) -> str:
    """Some things by their labels, not more than a sentence can hold."""
    names = [f"“{label}”" for label in labels[:_MOST_NAMED]]
    more = len(labels) - len(names)
    return listed([*names, f"{more} more"] if more else names)
