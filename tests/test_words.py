"""Whatever works for any game names none: no word of a game in the code above `analyzer/games`."""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.games import registry
from analyzer.games.names import GAMES

PACKAGE = Path(__file__).parents[1] / "analyzer"
ABOVE_GAMES = ("cli", "api", "report", "studies", "stats", "runs")

WORDS = {
    "hollander", "pescado", "cofre",
    "kraken", "krakens", "mutiny", "mutinies", "wormhole", "wormholes", "island", "islands", "pirate", "pirates",
    "captain", "captains", "crew", "ghost", "ghosts", "poker", "battle", "battles",
    "tuna", "fish", "swept", "leftover",
    "chest", "chests", "treasure", "treasures", "hook", "hooks", "unhook", "slip", "slips", "stars",
}  # fmt: skip
"""Names of games, and of what lies on their tables; words that also mean something else (hand, final) are left out."""

PYTHONS_OWN = {"object_pairs_hook"}
"""Names that Python's library gives its arguments."""

FILES = [file for layer in ABOVE_GAMES for file in sorted((PACKAGE / layer).rglob("*.py"))]
TEXTS = [
    file
    for layer in ABOVE_GAMES
    for file in sorted((PACKAGE / layer).rglob("*"))
    if file.suffix in (".html", ".css", ".js", ".mplstyle", ".toml")
]


def words_of(text: str) -> Iterator[str]:
    """The words of a text or an identifier, in lower case: snake_case and CamelCase are taken apart."""
    for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text):
        yield word.lower()


def words_in_code(file: Path) -> Iterator[tuple[int, str]]:
    with tokenize.open(file) as source:
        for token in tokenize.generate_tokens(source.readline):
            for word in words_of("" if token.string in PYTHONS_OWN else token.string):
                yield token.start[0], word


def name(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_no_word_of_a_game_stands_above_the_games(file: Path) -> None:
    found = [(line, word) for line, word in words_in_code(file) if word in WORDS]
    assert not found


def test_no_word_of_a_game_stands_in_templates_and_styles() -> None:
    for file in TEXTS:
        found = WORDS.intersection(words_of(file.read_text(encoding="utf-8")))
        assert not found, name(file)


def test_every_layer_is_looked_at() -> None:
    assert {file.relative_to(PACKAGE).parts[0] for file in FILES} == set(ABOVE_GAMES)


def test_every_games_name_is_among_the_words() -> None:
    assert set(GAMES) <= WORDS


def test_special_cards_are_among_the_words() -> None:
    cards = {option.key for option in registry.find("hollander").rules.cards if not option.key.isdigit()}
    assert cards <= WORDS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("first_kraken", ["first", "kraken"]),
        ("KrakenCard", ["kraken", "card"]),
        ("KRAKEN_2", ["kraken"]),
        ("# a kraken's arm", ["a", "kraken", "s", "arm"]),
        ('f"deck.kraken={x}"', ["f", "deck", "kraken", "x"]),
        ("analyzer.games.hollander", ["analyzer", "games", "hollander"]),
    ],
)
def test_words_are_found_in_all_kinds_of_code(text: str, words: list[str]) -> None:
    assert list(words_of(text)) == words
