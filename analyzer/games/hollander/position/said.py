"""What was said of a position, read field by field."""

import re
from collections.abc import Mapping

from analyzer.errors import UserError, did_you_mean
from analyzer.games.hollander.cardnames import read_cards
from analyzer.games.positions import Given, Question
from analyzer.games.protocol import Setup
from analyzer.games.settings import Whole, shown, shown_value

_DIGITS = re.compile(r"[0-9]{1,9}")


class Said:
    """Reads the fields of a question; what is not said is None, or missing from a mapping by seat."""

    def __init__(self, given: Given, question: Question, setup: Setup) -> None:
        """Refuses fields that there are not, and misses those that there must be.

        Raises:
            UserError: One of them is wrong; says which fields there are.
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
        self._deck = setup.rules.deck
        self._players = setup.players

    def cards(self, name: str) -> list[int] | None:
        """The cards of a field, in the order in which they are written."""
        value = self._given.get(name)
        return None if value is None else read_cards(value, self._deck, name)

    def cards_by_seat(self, name: str) -> dict[int, list[int]]:
        """The cards of a field with one value for each seat."""
        return {
            seat: read_cards(value, self._deck, f"{name} {seat}")
            for seat, value in self._by_seat(name).items()
        }

    def number(self, name: str, low: int, high: int) -> int | None:
        """The whole number of a field."""
        value = self._given.get(name)
        return None if value is None else _number(value, name, low, high)

    def numbers_by_seat(self, name: str, low: int, high: int) -> dict[int, int]:
        """The whole numbers of a field with one value for each seat."""
        return {
            seat: _number(value, f"{name} {seat}", low, high) for seat, value in self._by_seat(name).items()
        }

    def word(self, name: str, words: tuple[str, ...]) -> str | None:
        """The word of a field, one of those given."""
        value = self._given.get(name)
        if value is None:
            return None
        folded = value.strip().casefold() if isinstance(value, str) else ""
        if folded not in words:
            hint = did_you_mean(folded, words)
            raise UserError(f"{name} must be one of {', '.join(words)}, not {shown_value(value)}.{hint}")
        return folded

    def _by_seat(self, name: str) -> dict[int, object]:
        values = self._given.get(name)
        if values is None:
            return {}
        if not isinstance(values, Mapping):
            raise UserError(
                f"{name} is said for each seat apart, as SEAT=VALUE, not as {shown_value(values)}."
            )
        found: dict[int, object] = {}
        for key, value in values.items():
            seat = _number(key, f"the seat of {name}", 0, self._players - 1)
            if seat in found:
                raise UserError(f"{name} is said twice for seat {seat}.")
            found[seat] = value
        return found


def _number(value: object, place: str, low: int, high: int) -> int:
    kind = Whole(low, high)
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        value = int(value)
    number = kind.accept(value)
    if not isinstance(number, int):
        raise UserError(f"{place} must be {kind.right}, not {shown_value(value)}.")
    return number
