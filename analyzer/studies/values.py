"""Reads what is to be varied: KEY=VALUE|VALUE…, or KEY=0..4 for whole numbers."""

import re

from analyzer.errors import UserError
from analyzer.games.settings import shown

MOST_VALUES = 64

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def read_values(text: str) -> tuple[str, tuple[str, ...]]:
    """Reads "KEY=VALUE|VALUE…", where FIRST..LAST stands for all whole numbers in between.

    Args:
        text: What is varied.

    Returns:
        The key and its values, two or more, all different.

    Raises:
        UserError: It is not of this form.
    """
    key, sign, given = text.partition("=")
    span = _RANGE.fullmatch(given.strip())
    if span is not None:
        first, last = int(span[1]), int(span[2])
        # A range is cut here, and refused below, before it fills the memory.
        values = [str(number) for number in range(first, min(last, first + MOST_VALUES) + 1)]
    else:
        values = [value.strip() for value in split_at("|", given)]
    if not sign or not key.strip() or len(values) < 2 or not all(values):
        raise UserError(
            f'"{shown(text)}": write what is varied as KEY=VALUE|VALUE, or KEY=0..4 for whole numbers; two values or '
            "more."
        )
    if len(set(values)) < len(values):
        raise UserError(f'"{shown(text)}": a value is given twice.')
    if len(values) > MOST_VALUES:
        raise UserError(f'"{shown(text)}": these are more than {MOST_VALUES} values.')
    return key.strip(), tuple(values)


def split_at(separator: str, text: str) -> list[str]:
    """Splits a text at a sign where that stands in no quotes and no brackets.

    Args:
        separator: One sign.
        text: The text.

    Returns:
        The parts, one or more.
    """
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        else:
            depth += (sign in "[{(") - (sign in "]})")
        if sign == separator and not quote and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
