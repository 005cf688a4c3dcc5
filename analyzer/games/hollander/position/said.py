"""What was said of a position, read field by field."""

from analyzer.errors import UserError, did_you_mean
from analyzer.games import positionsaid
from analyzer.games.hollander.cardnames import read_cards
from analyzer.games.positions import Given, Question
from analyzer.games.protocol import Setup
from analyzer.games.settings import shown_value


class Said(positionsaid.Said):
    """Reads the fields of a question; what is not said is None, or missing from a mapping by seat."""

    def __init__(self, given: Given, question: Question, setup: Setup) -> None:
        """See `positionsaid.Said`; the deck of the rules says which cards there are."""
        super().__init__(given, question, setup.players)
        self._deck = setup.rules.deck

    def cards(self, name: str) -> list[int] | None:
        """The cards of a field, in the order in which they are written."""
        value = self.value(name)
        return None if value is None else read_cards(value, self._deck, name)

    def cards_by_seat(self, name: str) -> dict[int, list[int]]:
        """The cards of a field with one value for each seat."""
        return {
            seat: read_cards(value, self._deck, f"{name} {seat}")
            for seat, value in self.by_seat(name).items()
        }

    def word(self, name: str, words: tuple[str, ...]) -> str | None:
        """The word of a field, one of those given."""
        value = self.value(name)
        if value is None:
            return None
        folded = value.strip().casefold() if isinstance(value, str) else ""
        if folded not in words:
            hint = did_you_mean(folded, words)
            raise UserError(f"{name} must be one of {', '.join(words)}, not {shown_value(value)}.{hint}")
        return folded
