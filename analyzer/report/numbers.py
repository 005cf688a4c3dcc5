"""How figures are written for people, in one place: "25.12 %", "24.98 to 25.26 %", "+0.30 points", "1,234"."""

from math import ceil, floor, isfinite, log10

from analyzer.stats.estimate import Estimate

MISSING = "n/a"
"""What stands where there is no value."""

ESTIMATES = ("number", "rate", "difference", "change")
"""The forms that an estimate can take."""

_FACTOR = {"rate": 100.0, "difference": 100.0}
_UNIT = {"rate": " %", "difference": " points"}
_SIGNED = ("difference", "change")

_MORE_DIGITS = 2
"""Decimals beyond the first that a round step can need: 0.25 has one."""

_LARGE = 1e7
"""From here on a figure has no room for all digits."""


def single(value: float | None, form: str, digits: int) -> str:
    """One number with its unit.

    Args:
        value: The number, or None.
        form: "count", "number", "rate", "difference" or "change", see `Column.form`.
        digits: Decimals shown; a count has none.

    Returns:
        For example "25.12 %", "+0.30 points" or "1,234"; "n/a" where there is no finite value.
    """
    if value is None or not isfinite(value):
        return MISSING
    if form == "count":
        return f"{value:,.0f}"
    return bare(value, form, digits) + _UNIT.get(form, "")


def interval(estimate: Estimate, form: str, digits: int) -> str:
    """An estimate's interval with its unit, for example "24.98 to 25.26 %"; "n/a" when it has no finite ends."""
    if not (isfinite(estimate.low) and isfinite(estimate.high)):
        return MISSING
    ends = f"{bare(estimate.low, form, digits)} to {bare(estimate.high, form, digits)}"
    return ends + _UNIT.get(form, "")


def bare(value: float, form: str, digits: int) -> str:
    """A finite number in the unit of its form, with a sign where the form has one, but without the unit's name."""
    # Adding 0.0 turns the -0.0 of a small negative number into 0.0.
    rounded = round(value * _FACTOR.get(form, 1.0), digits) + 0.0
    return f"{rounded:+,.{digits}f}" if form in _SIGNED else f"{rounded:,.{digits}f}"


def plotted(value: float, digits: int) -> str:
    """A number as it stands in a figure: with a true minus sign, and large ones as 1.2e9, for room."""
    if not isfinite(value):
        return MISSING
    if abs(value) < _LARGE:
        return bare(value, "number", digits).replace("-", "−")
    return f"{value:.4g}".replace("e+", "e").replace("e0", "e").replace("-", "−")


def short(value: float) -> str:
    """A number without needless decimals: 63 for 63.0, 0.25, 12,345."""
    if not isfinite(value):
        return MISSING
    return f"{value:,.0f}" if value == int(value) else f"{value:,.6g}"


def decimals_for(step: float, most: int = 6) -> int:
    """Decimals that show numbers `step` apart as they are: 0 for 5, 1 for 2.5 and 0.2, 2 for 0.05.

    A step that is not round gets as many as make its multiples look different.
    """
    if not isfinite(step) or step <= 0:
        return 0
    least = max(0, ceil(-log10(step) - 1e-9))
    for digits in range(least, least + _MORE_DIGITS):
        scaled = step * 10**digits
        if abs(scaled - round(scaled)) < 1e-6 * scaled:
            return min(most, digits)
    return min(most, least)


def decimals_of_interval(half: float, most: int = 4) -> int:
    """Decimals that show an interval's half width with one or two digits: 2 for 0.09, 1 for 0.4."""
    if not isfinite(half) or half <= 0:
        return 2
    return min(most, max(0, -floor(log10(half / 2))))
