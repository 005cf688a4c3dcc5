"""A variant of a deck is dealt like its base: every card that both have comes up in the same place."""

from collections import Counter
from dataclasses import replace

import pytest

from analyzer.games.cofre.game import Cofre
from analyzer.games.protocol import Setup
from tests.games.cofre.own_policies import table

VARIANTS = [
    (("deck.gold=[3, 1, 2, 1, 3, 3]",), 1),
    (("deck.rubies=[1, 2, 3, 3, 3, 3]", "deck.maps=[1, 1, 1, 1, 2, 2]"), 4),
    (("deck.gold=[]", "deck.emeralds=[1, 1, 2, 2, 3, 3]", "options.gold_type="), 6),
    (
        (
            "deck.swords=[]",
            "deck.gold=[1, 1, 2, 2, 3, 3, 1, 1]",
            "deck.rubies=[1, 1, 2, 2, 3, 3, 3, 3, 3, 0]",
        ),
        6,
    ),
    (("options.gold_type=maps",), 0),
]
"""Changes of the rules, and how many cards are replaced by them."""


def like(setup: Setup, base: Setup) -> Setup:
    return replace(setup, dealt_like=base.rules)


def dealt(setup: Setup, game: int) -> list[str]:
    """All cards in the order of their places."""
    cards: list[str] = Cofre().trace(setup, 3, game)[0]["deck"]
    return cards


@pytest.mark.interpreted
@pytest.mark.parametrize(("settings", "replaced"), VARIANTS)
def test_only_replaced_cards_differ(settings: tuple[str, ...], replaced: int) -> None:
    base, variant = table("stars").setup, table("stars", settings=settings).setup
    cards = Counter(
        f"{name}-{each}" for name, stars in variant.rules.as_dict()["deck"].items() for each in stars
    )
    for game in range(5):
        before, after = dealt(base, game), dealt(like(variant, base), game)
        assert sum(one != other for one, other in zip(before, after, strict=True)) == replaced
        assert Counter(after) == cards


@pytest.mark.interpreted
def test_a_deck_that_is_not_dealt_like_another_one_is_shuffled_in_its_own_order() -> None:
    base, variant = table("stars").setup, table("stars", settings=VARIANTS[3][0]).setup
    assert any(dealt(variant, game) != dealt(like(variant, base), game) for game in range(5))


def test_only_decks_of_one_size_are_dealt_alike() -> None:
    base = table("stars").setup.rules

    def alike(*settings: str) -> bool:
        return Cofre().deals_alike(table("stars", settings=settings).setup.rules, base)

    assert all(alike(*settings) for settings, _ in VARIANTS)
    assert alike("options.slip=0.1", "options.speed=[2, 1, 1, 1]")
    assert not alike("deck.gold=[1, 1, 2, 2, 3, 3, 1, 2, 3]")


@pytest.mark.interpreted
def test_decks_of_different_sizes_are_refused() -> None:
    base, variant = table("stars").setup, table("stars", settings=("deck.gold=[1, 1, 2, 2, 3, 3, 3]",)).setup
    with pytest.raises(ValueError, match=r"\+1 card"):
        dealt(like(variant, base), 0)
