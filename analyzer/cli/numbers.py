"""Reads the numbers that users write: 200000, 200_000, 2e5, 200k, 5M."""

import re
from fractions import Fraction

from analyzer.errors import UserError

_COUNT = re.compile(r"(?P<number>[0-9]+(_[0-9]+)*(\.[0-9]+)?([eE]\+?[0-9]{1,3})?)(?P<suffix>[kM]?)")
_WHOLE = re.compile(r"[0-9]+(_[0-9]+)*")
_PART = re.compile(r"(?P<number>([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?) ?(?P<percent>%?)")
_NUMBER = re.compile(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_LONGEST = 40
_FACTORS = {"": 1, "k": 1_000, "M": 1_000_000}


def read_count(option: str, text: str, most: int) -> int:
    """A number of things to play.

    Args:
        option: The option it was given to, for the message.
        text: What was written.
        most: The greatest number that can be asked for.

    Returns:
        1 up to `most`.

    Raises:
        UserError: It is not a whole number, or too small or too large.
    """
    match = _COUNT.fullmatch(text) if len(text) <= _LONGEST else None
    number = Fraction(match["number"].replace("_", "")) * _FACTORS[match["suffix"]] if match else None
    if number is None or (number <= most and number != int(number)) or not 1 <= number <= most:
        raise UserError(
            f"{option} {_short(text)}: this must be a whole number from 1 to {most:,}, "
            "for example 200000, 200_000, 2e5, 200k or 5M."
        )
    return int(number)


def read_whole(option: str, text: str, least: int, most: int) -> int:
    """A whole number without suffix.

    Args:
        option: The option it was given to, for the message.
        text: What was written.
        least: The smallest number that will do.
        most: The greatest number that will do.

    Returns:
        `least` up to `most`.

    Raises:
        UserError: It is not such a number.
    """
    number = int(text) if len(text) <= _LONGEST and _WHOLE.fullmatch(text) else None
    if number is None or not least <= number <= most:
        raise UserError(f"{option} {_short(text)}: this must be a whole number from {least} to {most}.")
    return number


def read_part(option: str, text: str, most: Fraction) -> float:
    """A part of the whole, as 0.2% or 0.002.

    Args:
        option: The option it was given to, for the message.
        text: What was written.
        most: The greatest part that makes sense.

    Returns:
        Above 0 and up to `most`.

    Raises:
        UserError: It is not such a part.
    """
    match = _PART.fullmatch(text) if len(text) <= _LONGEST else None
    part = Fraction(match["number"]) / (100 if match["percent"] else 1) if match else None
    if part is None or not 0 < part <= most:
        raise UserError(
            f"{option} {_short(text)}: this must be above 0 and at most {float(100 * most):g}%, "
            "for example 0.2% or 0.002."
        )
    return float(part)


def read_positive(option: str, text: str, most: float, example: str) -> float:
    """A number above 0.

    Args:
        option: The option it was given to, for the message.
        text: What was written.
        most: The greatest number that makes sense.
        example: One that will do.

    Returns:
        Above 0 and up to `most`.

    Raises:
        UserError: It is not such a number.
    """
    number = float(text) if len(text) <= _LONGEST and _NUMBER.fullmatch(text) else None
    if number is None or not 0 < number <= most:
        raise UserError(
            f"{option} {_short(text)}: this must be a number above 0 and at most {most:g}, for example {example}."
        )
    return number


def _short(text: str) -> str:
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return cut if cut.isprintable() and cut else repr(cut)
