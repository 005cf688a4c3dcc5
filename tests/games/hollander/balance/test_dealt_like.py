"""A variant of a deck is dealt like its base: every card that both have comes up in the same place."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from analyzer.games import pluginfaults
from analyzer.games.hollander.game import Hollander
from analyzer.games.protocol import Setup
from tests.games.hollander.own_policies import table

GAMES = 40

VARIANTS = [
    (("deck.kraken=3", "deck.6=3"), 1),
    (("deck.kraken=0", "deck.3=5", "deck.8=5"), 2),
    (("deck.pirate=15", "deck.island=0", *(f"deck.{rank}=3" for rank in range(1, 11)), "deck.mutiny=1"), 13),
    (("deck.10=0", "deck.9=8"), 4),
    (("options.poker_of_specials=false",), 0),
]
"""Changes of the rules, and how many cards are replaced by them."""


def like(setup: Setup, base: Setup) -> Setup:
    return replace(setup, dealt_like=base.rules)


def dealt(setup: Setup, game: int) -> list[str]:
    """All cards in the order of their places."""
    deal = Hollander().trace(setup, 3, game)[0]
    zones = [cards for zone in ("final", "battle", "hand") for cards in deal[zone]]
    return [card for cards in (*zones, deal["draw_pile"]) for card in cards]


@pytest.mark.interpreted
@pytest.mark.parametrize(("settings", "replaced"), VARIANTS)
def test_only_replaced_cards_differ(settings: tuple[str, ...], replaced: int) -> None:
    base, variant = table("lowest").setup, table("lowest", settings=settings).setup
    for game in range(GAMES if not replaced else 5):
        before, after = dealt(base, game), dealt(like(variant, base), game)
        assert sum(one != other for one, other in zip(before, after, strict=True)) == replaced
        copies = Counter({kind: variant.rules.deck.whole(kind) for kind in variant.rules.deck})
        assert +copies == Counter(after)


@pytest.mark.interpreted
def test_a_deck_that_is_not_dealt_like_another_one_is_shuffled_in_its_own_order() -> None:
    base, variant = table("lowest").setup, table("lowest", settings=VARIANTS[0][0]).setup
    assert any(dealt(variant, game) != dealt(like(variant, base), game) for game in range(5))


def test_games_of_a_variant_go_like_those_of_its_base() -> None:
    base, variant = table("lowest").setup, table("lowest", settings=VARIANTS[0][0]).setup
    own, alike, apart = (
        Hollander().play(setup, 3, 0, 4_000, np.zeros(1, np.int64)).shares[0].astype(float)
        for setup in (base, like(variant, base), variant)
    )
    assert np.corrcoef(own, alike)[0, 1] > max(0.3, np.corrcoef(own, apart)[0, 1] + 0.1)


def test_only_decks_of_one_size_dealt_to_hands_of_one_size_are_dealt_alike() -> None:
    base = table("lowest").setup.rules

    def alike(*settings: str) -> bool:
        return Hollander().deals_alike(table("lowest", settings=settings).setup.rules, base)

    assert all(alike(*settings) for settings, _ in VARIANTS)
    assert alike("options.poker_size=3", "options.turn_limit=500")
    assert not alike("deck.kraken=3")
    # With larger hands the next seat's cards come from other places of the deck.
    assert not alike("options.hand_size=4")


def test_a_game_that_no_command_deals_is_not_said_to_be_seen_by_one() -> None:
    base, variant = table("lowest").setup, table("lowest", settings=VARIANTS[0][0]).setup

    def told(setup: Setup) -> str:
        return str(pluginfaults.failed("failed", Hollander.rules, setup, 1, 2, 0))

    assert "To see the game: analyzer trace hollander --game 2" in told(variant)
    assert "trace" not in told(like(variant, base))
    assert "No command shows this game: its rules (deck.6=3, deck.kraken=3)" in told(like(variant, base))


@pytest.mark.interpreted
def test_decks_of_different_sizes_are_refused() -> None:
    base, variant = table("lowest").setup, table("lowest", settings=("deck.kraken=3",)).setup
    with pytest.raises(ValueError, match=r"\+1 card"):
        dealt(like(variant, base), 0)
