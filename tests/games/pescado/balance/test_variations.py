"""What a designer varies, what the rules leave open, and plausible decks: all of it can be played."""

import random

import pytest

from analyzer.errors import UserError
from analyzer.games.balance import CanBeBalanced, HasDoubts, Variation
from analyzer.games.pescado.game import Pescado
from analyzer.games.pescado.rules import round_size, specials_of
from analyzer.games.rulesfile import Rules, load, with_settings
from tests.reference.pescado import PLAYER_COUNTS, SPECIALS

GAME = Pescado()
BALANCED: CanBeBalanced = GAME
DOUBTED: HasDoubts = GAME
OTHERS = (
    'deck.specials=["13", "*", "J"]',
    "options.specials_in=3",
    "options.left_out=3",
    "options.target=15",
)


def rules(*settings: str) -> Rules:
    return with_settings(load("standard", GAME.rules), settings, GAME.rules)


def variations(at: Rules, *cards: str, up_to: int = 4) -> dict[str, Variation]:
    return {each.key: each for each in BALANCED.variations(at, cards, up_to, False)}


def numbers(variation: Variation) -> list[int]:
    return [int(variant.value.split()[0]) for variant in variation.variants]


def test_every_special_is_there_or_not_and_their_number_in_a_round_varies() -> None:
    found = variations(rules())
    assert list(found) == [*(f"deck.{name}" for name in SPECIALS), "options.specials_in"]
    assert all(numbers(found[f"deck.{name}"]) == [0, 1] for name in SPECIALS)
    assert numbers(found["options.specials_in"]) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("present", [(), OTHERS])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_variants_change_what_they_say_and_can_be_played(present: tuple[str, ...], players: int) -> None:
    at = rules(*present)
    for key, variation in {**variations(at, *SPECIALS), **variations(at)}.items():
        assert sum(not variant.settings for variant in variation.variants) == 1
        for variant, number in zip(variation.variants, numbers(variation), strict=True):
            changed = with_settings(at, variant.settings, GAME.rules)
            GAME.check(changed, players)
            assert round_size(changed) == round_size(at)
            if key == "options.specials_in":
                assert changed.options[key.removeprefix("options.")] == variant.number == number
                assert changed.deck == at.deck
            else:
                name = key.removeprefix("deck.")
                assert (name in specials_of(changed)) == number
                assert set(specials_of(changed)) ^ set(specials_of(at)) <= {name}
                assert changed.options == at.options


def test_no_special_can_be_taken_away_if_all_come_in() -> None:
    found = variations(rules(*OTHERS), "13", "B")
    assert numbers(found["deck.13"]) == [1] and "none can be taken away" in found["deck.13"].note
    assert numbers(found["deck.B"]) == [0, 1]


def test_no_copies_at_all_can_be_asked_for() -> None:
    assert numbers(variations(rules(), "J", up_to=0)["deck.J"]) == [0, 1]
    assert numbers(variations(rules(*OTHERS), "B", up_to=0)["deck.B"]) == [0]


@pytest.mark.parametrize(
    ("card", "told"),
    [("tuna-7", "number card"), ("1/1", 'Did you mean "1/10"'), ("joker", "The special cards are")],
)
def test_other_cards_are_refused(card: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        variations(rules(), card)


def test_growing_is_refused_in_words() -> None:
    with pytest.raises(UserError, match="--grow") as caught:
        BALANCED.variations(rules(), (), 4, True)
    assert len(str(caught.value).splitlines()) <= 2


@pytest.mark.parametrize("present", [(), OTHERS, ("options.round_limit=77", "options.most_needs_one=false")])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_alternatives_change_that_option_and_can_be_played(present: tuple[str, ...], players: int) -> None:
    at = rules(*present)
    for doubt in DOUBTED.doubts(at, players):
        assert doubt.alternatives
        values = []
        for words, settings in doubt.alternatives:
            changed = with_settings(at, settings, GAME.rules)
            GAME.check(changed, players)
            different = {f"options.{key}" for key in at.options if at.options[key] != changed.options[key]}
            assert different - {"options.left_out"} == {doubt.key} and changed.deck == at.deck and words
            values.append(changed.options[doubt.key.removeprefix("options.")])
        assert len(set(values)) == len(values)


def test_every_option_of_the_rules_is_doubted() -> None:
    doubted = {doubt.key for doubt in DOUBTED.doubts(rules(), 2)}
    assert doubted == {f"options.{key}" for key in rules().options} - {"options.left_out"}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_plausible_decks_serve_the_players_and_are_as_the_point_says(players: int) -> None:
    pick = random.Random(players)
    ranges = DOUBTED.plausible_decks(rules(), players).dimensions
    names = [label.removeprefix("copies of ") for label, _, _ in ranges[2:]]
    assert names == [*SPECIALS]
    points = [[pick.randint(low, high) for _, low, high in ranges] for _ in range(100)]
    for point in [*points, [4, 10, *[0] * 10], [4, 15, *[1] * 10]]:
        deck = with_settings(
            rules(*OTHERS), DOUBTED.plausible_deck(rules(*OTHERS), players, point), GAME.rules
        )
        GAME.check(deck, players)
        specials_in, target, *copies = point
        there = [name for name, count in zip(names, copies, strict=True) if count]
        assert list(specials_of(deck)) == there
        assert deck.options["target"] == target
        assert deck.options["specials_in"] == deck.options["left_out"] == min(specials_in, len(there))
