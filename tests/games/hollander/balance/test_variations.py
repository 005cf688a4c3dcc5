"""What designers vary: copies of a kind, the deck's size kept by crew cards that make room and fill gaps."""

import pytest

from analyzer.errors import UserError
from analyzer.games.balance import CanBeBalanced, Variation
from analyzer.games.hollander.game import Hollander
from analyzer.games.rulesfile import Rules, load, with_settings

GAME = Hollander()
DESIGNED: CanBeBalanced = GAME
SPECIALS = {"hollander", "kraken", "mutiny", "wormhole", "island", "pirate"}


def rules(*settings: str) -> Rules:
    return with_settings(load("standard", GAME.rules), settings, GAME.rules)


def decks(at: Rules, variation: Variation) -> list[dict[str, int]]:
    """Copies by kind of each variant, without kinds that are not there."""
    changed = [with_settings(at, variant.settings, GAME.rules) for variant in variation.variants]
    return [{kind: each.deck.whole(kind) for kind in each.deck if each.deck.whole(kind)} for each in changed]


def vary(at: Rules, card: str, up_to: int = 4, grow: bool = False) -> Variation:
    (variation,) = DESIGNED.variations(at, [card], up_to, grow)
    return variation


def mean_rank(deck: dict[str, int]) -> float:
    crew = {int(kind): count for kind, count in deck.items() if kind not in SPECIALS}
    return sum(rank * count for rank, count in crew.items()) / sum(crew.values())


def test_all_specials_are_varied_if_none_is_named() -> None:
    found = DESIGNED.variations(rules(), [], 4, False)
    assert {variation.key for variation in found} == {f"deck.{name}" for name in SPECIALS}
    assert all([variant.number for variant in each.variants] == [0, 1, 2, 3, 4] for each in found)


@pytest.mark.parametrize("card", [*sorted(SPECIALS), "1", "5", "10"])
@pytest.mark.parametrize("up_to", [4, 9])
def test_the_deck_keeps_its_size_and_the_crew_its_ranks_and_mean(card: str, up_to: int) -> None:
    at = rules()
    variation = vary(at, card, up_to)
    for variant, deck in zip(variation.variants, decks(at, variation), strict=True):
        assert deck.get(card, 0) == variant.number
        assert sum(deck.values()) == 52
        others = {kind: count for kind, count in deck.items() if kind != card}
        crew = [count for kind, count in others.items() if kind not in SPECIALS]
        assert len(crew) == (10 if card in SPECIALS else 9)
        assert max(crew) - min(crew) <= 1
        assert all(others[special] == 2 for special in SPECIALS - {card})
        if card in SPECIALS:
            assert mean_rank(deck) == pytest.approx(5.5, abs=0.1)


def test_the_present_copies_are_among_the_variants_and_change_nothing() -> None:
    for variation in (
        vary(rules("deck.kraken=7"), "kraken"),
        vary(rules("deck.kraken=7"), "kraken", grow=True),
    ):
        assert [variant.number for variant in variation.variants] == [0, 1, 2, 3, 4, 7]
        assert [not variant.settings for variant in variation.variants] == [False] * 5 + [True]


def test_a_deck_that_grows_changes_in_nothing_else() -> None:
    at = rules()
    variation = vary(at, "pirate", 3, grow=True)
    assert [list(variant.settings) for variant in variation.variants] == [
        ["deck.pirate=0"],
        ["deck.pirate=1"],
        [],
        ["deck.pirate=3"],
    ]
    assert "size" in variation.note


def test_ranks_with_more_copies_give_first_and_those_with_fewer_are_filled_first() -> None:
    at = rules("deck.2=6", "deck.9=2")
    zero, _, _, three, four = decks(at, vary(at, "kraken"))
    assert (four["2"], four["9"], sum(four.values())) == (4, 2, 52)
    assert (three["2"], three["9"]) == (5, 2)
    assert (zero["2"], zero["9"]) == (6, 4)


def test_what_the_crew_cannot_make_room_for_is_left_out() -> None:
    few = rules(
        *(f"deck.{rank}=1" for rank in range(1, 11)), "deck.5=2", *(f"deck.{each}=8" for each in SPECIALS)
    )
    variation = vary(few, "kraken", 12)
    assert [variant.number for variant in variation.variants] == [*range(10)]
    assert "3 of the numbers are left out" in variation.note


def test_crew_keeps_at_least_one_copy_of_a_rank() -> None:
    assert [variant.number for variant in vary(rules(), "10", 3).variants] == [1, 2, 3, 4]


def test_a_card_that_is_named_twice_is_varied_once() -> None:
    assert len(DESIGNED.variations(rules(), ["kraken", "pirate", "kraken"], 4, False)) == 2


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("krakn", 'There is no card "krakn". Did you mean "kraken"?'),
        ("11", 'There is no card "11".'),
        ("10", "The deck has no crew of rank 10: its ranks are 1 to 9"),
    ],
)
def test_a_card_that_is_not_there_is_refused(card: str, told: str) -> None:
    with pytest.raises(UserError) as caught:
        vary(rules("deck.10=0"), card)
    assert str(caught.value).startswith(told)
    assert len(str(caught.value).splitlines()) <= 2
