"""Cards as people write them: "3 tuna-7 J 1/10", with or without a suit where the suit does not matter."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.errors import UserError, did_you_mean
from analyzer.games.pescado.cards import (
    CARD_NAMES,
    CARD_NUMBERS,
    HIGHEST_NUMBER,
    NUMBER_CARDS,
    SPECIALS,
    SUITS,
)
from analyzer.games.settings import shown, shown_value

NO_CARDS = "none"
"""How it is written that there are no cards."""

_TUNA = SUITS[0]
_OTHER_SUITS = len(SUITS) - 1
_SUIT_NAMES = {
    **{suit: suit for suit in SUITS},
    **dict.fromkeys(("blue", "thon", "bleu", "atun", "azul"), _TUNA),
}
"""Suits by what they are called in English, French and Spanish; tuna is the blue one."""

_SPECIAL_NAMES = {
    **{name.casefold(): name for name in SPECIALS},
    **dict.fromkeys(("•", "star", "etoile", "estrella"), "*"),
    **dict.fromkeys(("hammerhead", "marteau", "martillo"), "0"),
}

_NUMBER = rf"(?P<number>[1-9]|{HIGHEST_NUMBER})"
_SUIT = rf"(?P<suit>{'|'.join(_SUIT_NAMES)})"
_FORMS = tuple(map(re.compile, (_NUMBER, rf"{_SUIT}-?{_NUMBER}", rf"{_NUMBER}-?{_SUIT}")))
_OF = re.compile(rf"\b([1-9]|{HIGHEST_NUMBER})\s+(?:of|de|du)\s+(?={'|'.join(_SUIT_NAMES)})")
_BETWEEN = re.compile(r"[\s,;]+")
_DASHES = str.maketrans("−–‐‑", "----")


@dataclass(frozen=True)
class Written:
    """A card as it was written.

    Attributes:
        card: Its number; of a card without a suit that of the lowest one that it may be.
        any_suit: Whether it has no suit: it may be of any but tuna.
    """

    card: int
    any_suit: bool = False


def read_cards(given: object, place: str) -> list[Written]:
    """Reads cards.

    Args:
        given: Text, a whole number, or a list of these: the cards with blanks or commas between them; "none" or nothing
            at all for no cards. Neither case nor accents matter.
        place: What is read, for messages.

    Returns:
        The cards in the order in which they are written.

    Raises:
        UserError: Something is no card; says what it is nearest to.
    """
    text = _text(given, place)
    if text in ("", "-", NO_CARDS):
        return []
    return [_card(word, place) for word in _BETWEEN.split(text) if word]


def written(cards: Iterable[int]) -> str:
    """Cards as `read_cards` reads them, each by its whole name; "none" if there are none.

    Args:
        cards: Numbers of cards.

    Returns:
        Their names with blanks between them, from the lowest up.
    """
    return " ".join(CARD_NAMES[card] for card in sorted(cards)) or NO_CARDS


def in_short(card: int) -> str:
    """A card as players call it: without its suit if it is not tuna, for the others are all the same.

    Args:
        card: The card's number.

    Returns:
        Its name.
    """
    number, suit = divmod(card, len(SUITS))
    return str(number) if card in NUMBER_CARDS and suit != 0 else CARD_NAMES[card]


def named(places: Sequence[tuple[str, Sequence[Written]]]) -> list[list[int]]:
    """Finds out which cards are meant, each but once.

    Args:
        places: What is written of each place: its name for messages, and the cards.

    Returns:
        The numbers of the cards of each place, in the same order. Cards without a suit are the lowest that are free.

    Raises:
        UserError: A card is written twice, or there are not so many of a kind.
    """
    taken: dict[int, str] = {}
    for place, cards in places:
        for each in cards:
            if not each.any_suit:
                _take(each.card, place, taken)
    found: list[list[int]] = []
    for place, cards in places:
        found.append([])
        for each in cards:
            card = _free(each.card, places, taken) if each.any_suit else each.card
            taken[card] = place
            found[-1].append(card)
    return found


def _take(card: int, place: str, taken: dict[int, str]) -> None:
    if card in taken:
        where = f"in {place}" if taken[card] == place else f"in {taken[card]} and in {place}"
        raise UserError(f"{place}: {CARD_NAMES[card]} is there twice, {where}; each card is there once (P1).")
    taken[card] = place


def _free(lowest: int, places: Sequence[tuple[str, Sequence[Written]]], taken: dict[int, str]) -> int:
    """The lowest card that is free of those that differ from a card in their suit, tuna left out."""
    suits = range(lowest, lowest + _OTHER_SUITS)
    free = next((card for card in suits if card not in taken), None)
    if free is not None:
        return free
    number = lowest // len(SUITS)
    counts = {place: sum(each.card in suits for each in cards) for place, cards in places}
    told = ", ".join(f"{count} in {place}" for place, count in counts.items() if count)
    raise UserError(
        f"There are {_OTHER_SUITS} cards {number} besides {_TUNA}-{number}, but {sum(counts.values())} are told of: "
        f"{told}.\nThe {number} of {_TUNA} is written {_TUNA}-{number}."
    )


def _text(given: object, place: str) -> str:
    parts = given if isinstance(given, list | tuple) else [given]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, str | int):
            raise UserError(
                f'{place}: cards are written as a text, as in "3 tuna-7 J", not as {shown_value(part)}.'
            )
    text = " ".join(part if isinstance(part, str) else shown_value(part) for part in parts)
    plain = unicodedata.normalize("NFKD", text.translate(_DASHES).casefold())
    folded = "".join(each for each in plain if not unicodedata.combining(each)).strip()
    return _OF.sub(r"\1-", folded)


def _card(word: str, place: str) -> Written:
    if word in _SPECIAL_NAMES:
        return Written(CARD_NUMBERS[_SPECIAL_NAMES[word]])
    for form in _FORMS:
        match = form.fullmatch(word)
        if match:
            number, suit = int(match["number"]), match.groupdict().get("suit")
            if suit is None:
                return Written(len(SUITS) * number + 1, any_suit=True)
            return Written(CARD_NUMBERS[f"{_SUIT_NAMES[suit]}-{number}"])
    raise UserError(
        f'{place}: there is no card "{shown(word)}".{did_you_mean(word, _every_name())}\n'
        f"Cards are written with blanks or commas between them: 1 to {HIGHEST_NUMBER} for one of any suit but tuna, "
        f"tuna-1 to tuna-{HIGHEST_NUMBER}, and {' '.join(SPECIALS)}."
    )


def _every_name() -> list[str]:
    return [*_SPECIAL_NAMES, *(name.casefold() for name in CARD_NAMES)]
