"""Reads what was said of a position, field by field; a game adds how it reads its cards."""

import re
from collections.abc import Mapping

from analyzer.errors import UserError, did_you_mean
from analyzer.games.positions import Given, Question
from analyzer.games.settings import Whole, shown, shown_value

_DIGITS = re.compile(r"-?[0-9]{1,9}")
YES, NO = "yes", "no"


class Said:
    """Reads the fields of a question; what is not said is None, or missing from a mapping by seat."""

    def __init__(self, given: Given, question: Question, players: int) -> None:
        """Refuses fields that there are not, and misses those that there must be.

        Args:
            given: What was said.
            question: What it was said for.
            players: Number of seats.

        Raises:
            UserError: One of the fields is wrong; says which there are.
        """
        fields = [field.name for field in question.fields]
        for name in given:
            if name not in fields:
                raise UserError(
                    f'Nothing of the name "{shown(str(name))}" can be said of this position.'
                    f"{did_you_mean(str(name), fields)}\nWhat can be said: {', '.join(fields)}."
                )
        for field in question.fields:
            if field.required and given.get(field.name) is None:
                raise UserError(f"{field.name} is missing: {field.meaning}.\nAs in: {question.example}")
        self._given = given
        self._players = players

    def value(self, name: str) -> object:
        """A field as it was said."""
        return self._given.get(name)

    def number(self, name: str, low: int, high: int) -> int | None:
        """The whole number of a field."""
        value = self.value(name)
        return None if value is None else whole_number(value, name, low, high)

    def answer(self, name: str) -> bool | None:
        """Yes or no, or a truth value."""
        value = self.value(name)
        return None if value is None else yes_or_no(value, name)

    def answers_by_seat(self, name: str) -> dict[int, bool]:
        """Yes or no, or truth values, of a field with one value for each seat."""
        return {seat: yes_or_no(value, f"{name} {seat}") for seat, value in self.by_seat(name).items()}

    def numbers_by_seat(self, name: str, low: int, high: int) -> dict[int, int]:
        """The whole numbers of a field with one value for each seat."""
        return {
            seat: whole_number(value, f"{name} {seat}", low, high)
            for seat, value in self.by_seat(name).items()
        }

    def by_seat(self, name: str) -> dict[int, object]:
        """A field with one value for each seat."""
        values = self.value(name)
        if values is None:
            return {}
        if not isinstance(values, Mapping):
            raise UserError(
                f"{name} is said for each seat apart, as SEAT=VALUE, not as {shown_value(values)}."
            )
        found: dict[int, object] = {}
        for key, value in values.items():
            seat = whole_number(key, f"{name}: the seat", 0, self._players - 1)
            if seat in found:
                raise UserError(f"{name} is said twice for seat {seat}.")
            found[seat] = value
        return found


def yes_or_no(value: object, place: str) -> bool:
    """Yes or no, or a truth value.

    Args:
        value: What was said.
        place: Where, for messages.

    Returns:
        Whether it is yes.

    Raises:
        UserError: It is neither.
    """
    if isinstance(value, bool):
        return value
    word = value.strip().casefold() if isinstance(value, str) else ""
    if word not in (YES, NO):
        raise UserError(f"{place} must be {YES} or {NO}, not {shown_value(value)}.")
    return word == YES


def whole_number(value: object, place: str, low: int, high: int) -> int:
    """A whole number, or its text.

    Args:
        value: What was said.
        place: Where, for messages.
        low: The least that is right.
        high: The most that is right.

    Returns:
        The number.

    Raises:
        UserError: It is none, or out of bounds.
    """
    kind = Whole(low, high)
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        value = int(value)
    number = kind.accept(value)
    if not isinstance(number, int):
        raise UserError(f"{place} must be {kind.right}, not {shown_value(value)}.")
    return number
