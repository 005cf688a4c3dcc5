"""Cards as people write them: by rank or name, in English, Spanish and French, "1 5 la isla" or "3x kraken, 9"."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from analyzer.errors import UserError, did_you_mean
from analyzer.games.hollander.cards import CREW_RANKS, KIND_NAMES, KIND_NUMBERS, SPECIALS
from analyzer.games.settings import Table, shown, shown_value

NO_CARDS = "none"
"""How it is written that there are no cards."""

_SPECIAL_NAMES = {
    "hollander": (
        "hollander", "flying hollander", "dutchman", "flying dutchman", "ghost",
        "holandés", "holandés errante", "fantasma", "carta fantasma",
        "hollandais", "hollandais volant", "fantôme",
    ),
    "wormhole": ("wormhole", "worm hole", "agujero de gusano", "agujero", "gusano", "trou de ver"),
    "pirate": ("pirate", "pirata"),
    "island": ("island", "isla", "île", "l'île"),
    "mutiny": ("mutiny", "motín", "mutinerie"),
    "kraken": ("kraken",),
}  # fmt: skip
_TITLES = {
    "1": ("cabin boy", "grumete", "mousse"),
    "2": ("mechanic", "mecánico", "mécanicien"),
    "3": ("boatswain", "contramaestre", "maître d'équipage"),
}
"""What the lowest crew ranks are called (H1)."""

_CAPTAIN_NAMES = ("captain", "capitán", "capitaine")
_ARTICLES = ("the", "el", "la", "le")
_NONE = ("", "-", NO_CARDS)

_COUNTED = 3
"""From so many cards of a kind on they are written with their number."""

_LONGEST_NAME = 4
"""Words of the longest name, its article included."""

_TIMES = re.compile(r"(?<![^\s,;])([0-9]+)\s*[xX×]\s*(?=[^\s,;])")
_STAR = re.compile(r"\s*\*\s*")
_COUNT_FIRST = re.compile(r"([0-9]+)(?:x|\*(?=[^0-9]))(.+)", re.DOTALL)
_COUNT_LAST = re.compile(r"(.+)\*([0-9]+)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,3}")
_APOSTROPHES = re.compile(r"[’ʼ´`']")
_JOINTS = re.compile(r"(?<=[^\W\d])[-_‐‑](?=[^\W\d])")
_QUOTES = re.compile(r"[\"“”«»„]")


def read_cards(given: object, deck: Table, place: str) -> list[int]:
    """Reads cards.

    Cards are written with blanks or commas between them. A bare number is a crew rank; "3x kraken" and "kraken*3" are
    three of a kind, and so "3x5" and "5*3" are three 5s. Names of several words are written as they are spoken or with
    hyphens, with or without the article; neither case nor accents matter.

    Args:
        given: A text, a number, or a list of these; "none" or nothing at all for no cards.
        deck: Copies of each kind in the deck, by name.
        place: Where the cards are said to be, for messages ("hand").

    Returns:
        One kind per card, in the order in which they are written.

    Raises:
        UserError: A card is unknown, or is not in this deck; says what it is nearest to.
    """
    text = _text(given, place)
    if _folded(text) in _NONE:
        return []
    return [kind for part in _parts(text) for kind in _Part(part.split(), deck, place, text).cards()]


def written(kinds: Sequence[int]) -> str:
    """Cards as `read_cards` reads them.

    Args:
        kinds: One kind per card.

    Returns:
        Their names with blanks between them, in the given order; three or more in a row of a kind as "3x5".
    """
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    several = [
        f"{count}x{KIND_NAMES[kind]}" if count >= _COUNTED else " ".join([KIND_NAMES[kind]] * count)
        for kind, count in runs
    ]
    return " ".join(several) or NO_CARDS


class _Part:
    """Words of a text that no comma parts."""

    def __init__(self, words: list[str], deck: Table, place: str, text: str) -> None:
        self._words = words
        self._deck = deck
        self._place = place
        self._text = text
        self._names = _names(deck)

    def cards(self) -> Iterator[int]:
        """The kind of each card, in order."""
        place = 0
        while place < len(self._words):
            length, count, kind = self._entry(place)
            place += length
            yield from [kind] * count

    def _entry(self, place: int) -> tuple[int, int, int]:
        """The cards that the words from a place on begin with: how many words, how many cards, and of which kind."""
        words = self._words[place : place + _LONGEST_NAME]
        first = _COUNT_FIRST.fullmatch(words[0])
        if first:
            words[0] = first[2]
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            last = None if first else _COUNT_LAST.fullmatch(name)
            kind = self._kind(last[1] if last else name)
            if kind is not None:
                digits = first[1] if first else last[2] if last else "1"
                return length, self._count(digits, name), kind
        raise self._wrong(f'there is no card "{shown(words[0])}".{did_you_mean(words[0], _every_name())}')

    def _kind(self, name: str) -> int | None:
        """The kind of a name; None if it is nobody's."""
        folded = _folded(name)
        if _NUMBER.fullmatch(folded):
            return self._rank(int(folded))
        article, _, rest = folded.partition(" ")
        found = self._names.get(folded) or (self._names.get(rest) if article in _ARTICLES else None)
        if found is None:
            return None
        if not self._deck.get(found):
            raise self._wrong(f'"{shown(name)}" is the {found}, and this deck has none (deck.{found} = 0).')
        return KIND_NUMBERS[found]

    def _rank(self, rank: int) -> int:
        highest = _captain(self._deck)
        if not 1 <= rank <= highest:
            beyond = "" if highest == CREW_RANKS else " of this deck"
            raise self._wrong(f'there is no card "{rank}": the crew ranks{beyond} are 1 to {highest}.')
        return rank - 1

    def _count(self, digits: str, name: str) -> int:
        total = sum(self._deck.whole(kind) for kind in self._deck)
        if len(digits) > len(str(total)) or not 1 <= int(digits) <= total:
            raise self._wrong(f'"{shown(name)}" cannot lie there {shown(digits)} times.')
        return int(digits)

    def _wrong(self, what: str) -> UserError:
        crew = f"crew as 1 to {_captain(self._deck)}"
        return UserError(
            f'{self._place}, in "{shown(self._text)}": {what}\n'
            f"Cards are written with blanks or commas between them: {crew}, and {', '.join(SPECIALS)}."
        )


def _text(given: object, place: str) -> str:
    parts = given if isinstance(given, (list, tuple)) else [given]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (str, int)):
            raise UserError(
                f'{place}: cards are written as a text, as in "1 5 kraken", not as {shown_value(part)}.'
            )
    return ", ".join(part if isinstance(part, str) else shown_value(part) for part in parts)


def _parts(text: str) -> list[str]:
    """The parts of a text between commas; counts stick to their cards."""
    glued = _STAR.sub("*", _TIMES.sub(r"\1x", _QUOTES.sub(" ", text)))
    return re.split("[,;]", glued)


def _folded(text: str) -> str:
    """A name without case, accents, hyphens and apostrophes."""
    plain = "".join(
        each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each)
    )
    return " ".join(_JOINTS.sub(" ", _APOSTROPHES.sub(" ", plain)).split())


def _captain(deck: Mapping[str, object]) -> int:
    """The highest crew rank of a deck (H1)."""
    return max(rank for rank in range(1, CREW_RANKS + 1) if deck.get(str(rank)))


def _names(deck: Table) -> dict[str, str]:
    """The kind that each folded name means in a deck."""
    meanings = {**_SPECIAL_NAMES, **_TITLES}
    names = {_folded(name): kind for kind, all_names in meanings.items() for name in all_names}
    return names | {_folded(name): str(_captain(deck)) for name in _CAPTAIN_NAMES}


def _every_name() -> list[str]:
    """All names of all kinds."""
    return [
        *(name for names in (*_SPECIAL_NAMES.values(), *_TITLES.values()) for name in names),
        *_CAPTAIN_NAMES,
    ]
