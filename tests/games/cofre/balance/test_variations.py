"""What a designer varies about the chest deck: one thing at a time, and the deck keeps its size."""

import pytest

from analyzer.errors import UserError
from analyzer.games.balance import CanBeBalanced, Variation
from analyzer.games.cofre.game import Cofre
from analyzer.games.rulesfile import Rules, load, with_settings

GAME = Cofre()
DESIGNED: CanBeBalanced = GAME
CHANGED = ("deck.gold=[0, 1, 5]", "deck.maps=[]", "deck.rum=[2, 2, 2, 2]", "options.gold_type=")
NO_GOLD = ("options.gold_type=",)


def rules(*settings: str) -> Rules:
    return with_settings(load("standard", GAME.rules), settings, GAME.rules)


def decks(variation: Variation, at: Rules) -> list[Rules]:
    return [with_settings(at, variant.settings, GAME.rules) for variant in variation.variants]


def stars(at: Rules) -> dict[str, list[int]]:
    found: dict[str, list[int]] = at.as_dict()["deck"]
    return {name: sorted(cards) for name, cards in found.items()}


def named(found: list[Variation], key: str) -> Variation:
    (variation,) = (each for each in found if each.key == key)
    return variation


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("present", [(), NO_GOLD, CHANGED])
@pytest.mark.parametrize("grow", [False, True])
def test_every_variant_can_be_played_and_one_of_them_is_as_it_is(
    players: int, present: tuple[str, ...], grow: bool
) -> None:
    at = rules(*present)
    found = DESIGNED.variations(at, [], 4, grow)
    assert len({variation.key for variation in found}) == len(found)
    for variation in found:
        assert len(variation.variants) > 1
        assert sum(not variant.settings for variant in variation.variants) == 1
        sizes = []
        for changed in decks(variation, at):
            GAME.check(changed, players)
            sizes.append(sum(map(len, stars(changed).values())))
        if grow:
            assert sizes == [sizes[0] + 3 * rounds for rounds in range(5)]
        else:
            assert len(set(sizes)) == 1


def test_the_standard_deck_is_varied_in_six_ways_and_types_that_are_alike_once() -> None:
    keys = [variation.key for variation in DESIGNED.variations(rules(), [], 4, False)]
    assert keys == [
        "deck.gold",
        "deck.rubies",
        "deck.richest",
        "deck.types",
        "deck.stars",
        "options.gold_type",
    ]
    # With no gold coins, all types are alike.
    keys = [variation.key for variation in DESIGNED.variations(rules(*NO_GOLD), [], 4, False)]
    assert keys[:2] == ["deck.gold", "deck.richest"]


def test_a_type_has_as_many_rich_cards_as_is_said_and_no_other_type_changes() -> None:
    (variation,) = DESIGNED.variations(rules(), ["pearls"], 9, False)
    assert [variant.number for variant in variation.variants] == [0, 1, 2, 3, 4, 5, 6]
    for variant, changed in zip(variation.variants, decks(variation, rules()), strict=True):
        cards = stars(changed)
        assert cards["pearls"].count(3) == variant.number and len(cards["pearls"]) == 6
        assert abs(cards["pearls"].count(1) - cards["pearls"].count(2)) <= 1
        assert {**cards, "pearls": []} == {**stars(rules()), "pearls": []}


def test_all_types_are_made_rich_at_once() -> None:
    variation = named([*DESIGNED.variations(rules(), [], 3, False)], "deck.richest")
    for variant, changed in zip(variation.variants, decks(variation, rules()), strict=True):
        assert {cards.count(3) for cards in stars(changed).values()} == {variant.number}


def test_numbers_of_types_share_the_same_stars_and_keep_the_gold_coins() -> None:
    at = rules("options.gold_type=maps")
    variation = named([*DESIGNED.variations(at, [], 4, False)], "deck.types")
    assert [variant.number for variant in variation.variants] == [3, 4, 6, 9]
    for variant, changed in zip(variation.variants, decks(variation, at), strict=True):
        cards = stars(changed)
        assert len(cards) == variant.number and "maps" in cards
        assert sorted(each for one in cards.values() for each in one) == sorted([1, 2, 3] * 12)
        assert len({len(one) for one in cards.values()}) == 1


def test_stars_lie_evenly_or_in_some_types() -> None:
    variation = named([*DESIGNED.variations(rules(), [], 4, False)], "deck.stars")
    even, poor_first, rich_first = map(stars, decks(variation, rules()))
    assert even == stars(rules())
    assert [*poor_first.values()] == [[each] * 6 for each in (1, 1, 2, 2, 3, 3)]
    assert [*rich_first.values()] == [[each] * 6 for each in (3, 3, 2, 2, 1, 1)]


def test_gold_coins_are_taken_away_or_given() -> None:
    for present, other in (((), ""), (NO_GOLD, "gold")):
        at = rules(*present)
        variation = named([*DESIGNED.variations(at, [], 4, False)], "options.gold_type")
        assert [each.options["gold_type"] for each in decks(variation, at)] == [
            at.options["gold_type"],
            other,
        ]


def test_an_unknown_type_is_refused_and_the_nearest_is_named() -> None:
    with pytest.raises(UserError, match=r'no treasure type "pearl" \(C1\).*pearls'):
        DESIGNED.variations(rules(), ["pearl"], 4, False)
