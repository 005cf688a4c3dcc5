"""What a designer aims at: a measure, and the values that will do."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.stats.estimate import Estimate
from analyzer.studies.balance.measures import LUCK, SKILL, Measured, find

_EXAMPLES = '"length.mean=55..65", "first_seat=±0.5%" (or "first_seat=+-0.5%") or "unfinished<=1%"'

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*%?"
_TARGET = re.compile(r"\s*([\w.-]+?)\s*(<=|>=|=)\s*(.+?)\s*")
_RANGE = re.compile(rf"({_NUMBER})\s*\.\.\s*({_NUMBER})")
_AROUND = re.compile(rf"(?:±|\+-)\s*({_NUMBER})")
_ONE = re.compile(_NUMBER)


@dataclass(frozen=True)
class Target:
    """Values of a measure that will do.

    Attributes:
        measure: The measure.
        low: The least of them; endless if there is none.
        high: The greatest of them.
        text: The target as it was asked for.
    """

    measure: Measured
    low: float
    high: float
    text: str

    def verdict(self, found: Estimate | None) -> bool | None:
        """Whether a measure is certainly met (True), or certainly not (False); None if that is open."""
        if found is None:
            return None
        if self.low <= found.low and found.high <= self.high:
            return True
        return False if found.high < self.low or found.low > self.high else None

    def as_json(self) -> dict[str, object]:
        """The public JSON object; null where there is no end."""
        ends = {"low": self.low, "high": self.high}
        return {
            "measure": self.measure.key,
            **{key: end if isfinite(end) else None for key, end in ends.items()},
        }


def read_target(text: str, measures: Sequence[Measured]) -> Target:
    """Reads "MEASURE=LOW..HIGH", "MEASURE=±WIDTH", "MEASURE<=HIGH" or "MEASURE>=LOW".

    Args:
        text: The target; numbers may be per cent.
        measures: What may be aimed at.

    Returns:
        The target.

    Raises:
        UserError: It is not of this form, or the measure is unknown.
    """
    match = _TARGET.fullmatch(text)
    if match is None:
        raise UserError(f'--target "{shown(text)}": write MEASURE=LOW..HIGH, for example {_EXAMPLES}.')
    key, sign, value = match.groups()
    if key in (SKILL, LUCK):
        raise UserError(
            f'--target "{shown(text)}": {key} is measured in deals of its own, and cannot be a target.'
        )
    measure = find(key, measures)
    low, high = _ends(sign, value, text)
    if low > high:
        raise UserError(f'--target "{shown(text)}": the lower end is above the upper one.')
    return Target(measure, low, high, text)


def together(targets: Sequence[Target]) -> list[Target]:
    """The targets, those of one measure as one.

    Raises:
        UserError: Two of them cannot both be met.
    """
    found: dict[str, Target] = {}
    for each in targets:
        other = found.get(each.measure.key)
        if other is None:
            found[each.measure.key] = each
            continue
        low, high = max(each.low, other.low), min(each.high, other.high)
        texts = f"{other.text} and {each.text}"
        if low > high:
            raise UserError(f"--target: no value meets {shown(texts)}.")
        found[each.measure.key] = Target(each.measure, low, high, texts)
    return list(found.values())


def _ends(sign: str, value: str, text: str) -> tuple[float, float]:
    if sign != "=" and _ONE.fullmatch(value):
        return (-inf, _number(value)) if sign == "<=" else (_number(value), inf)
    if sign == "=" and (span := _RANGE.fullmatch(value)):
        return _number(span[1]), _number(span[2])
    if sign == "=" and (around := _AROUND.fullmatch(value)):
        return -_number(around[1]), _number(around[1])
    raise UserError(
        f'--target "{shown(text)}": "{shown(value)}" is no such range; write it as in {_EXAMPLES}.'
    )


def _number(text: str) -> float:
    number = float(text.strip().removesuffix("%"))
    return number / 100 if text.strip().endswith("%") else number
