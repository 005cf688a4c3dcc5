"""What the rules leave open: every choice of the rules page, and the deck itself."""

from itertools import product

import pytest

from analyzer.games.balance import HasDoubts
from analyzer.games.cofre.game import Cofre
from analyzer.games.rulesfile import Rules, load, with_settings

GAME = Cofre()
DOUBTED: HasDoubts = GAME


def rules(*settings: str) -> Rules:
    return with_settings(load("standard", GAME.rules), settings, GAME.rules)


def test_every_choice_of_the_rules_is_doubted() -> None:
    keys = [doubt.key for doubt in DOUBTED.doubts(rules(), 4)]
    assert keys == ["deck.types", "deck.cards", *(f"options.{key}" for key in rules().options)]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize(
    "present",
    [
        (),
        ("options.gold_type=", "options.slip=0.05", "options.speed=3", "deck.gold=[]"),
        ("deck.rum=[1, 2, 2]", "options.gold_type=rum", "options.slip=0.1"),
    ],
)
def test_alternatives_can_be_played_and_change_that_choice_and_no_other(
    players: int, present: tuple[str, ...]
) -> None:
    at = rules(*present)
    for doubt in DOUBTED.doubts(at, players):
        assert doubt.alternatives
        seen = [(at.deck, at.options)]
        for words, settings in doubt.alternatives:
            changed = with_settings(at, settings, GAME.rules)
            GAME.check(changed, players)
            different = [f"options.{key}" for key in at.options if at.options[key] != changed.options[key]]
            assert words and (changed.deck, changed.options) not in seen
            if doubt.key.startswith("options."):
                assert different == [doubt.key] and changed.deck == at.deck
            else:
                assert not different and changed.deck != at.deck
            seen.append((changed.deck, changed.options))


def test_one_seat_is_faster_and_what_is_already_so_is_no_alternative() -> None:
    def values(key: str, *settings: str) -> list[object]:
        (doubt,) = (each for each in DOUBTED.doubts(rules(*settings), 3) if each.key == f"options.{key}")
        return [with_settings(rules(), each, GAME.rules).options[key] for _, each in doubt.alternatives]

    assert values("speed") == values("speed", "options.speed=[4, 4, 4]") == [(2, 1, 1)]
    assert values("speed", "options.speed=[2, 1, 1]") == [1]
    assert values("slip") == [0.05, 0.1, (0.1, 0, 0)]
    assert values("slip", "options.slip=[0.1, 0.1, 0.1]") == [0, 0.05, (0.1, 0, 0)]


@pytest.mark.parametrize(
    "present", [(), ("options.gold_type=maps", "deck.rum=[1, 2, 2]"), ("options.gold_type=",)]
)
def test_plausible_decks_can_be_played_and_are_as_the_point_says(present: tuple[str, ...]) -> None:
    at = rules(*present)
    for players in (2, 3, 4, 6):
        ranges = DOUBTED.plausible_decks(at, players).dimensions
        for point in product(*((low, high) for _, low, high in ranges)):
            deck = with_settings(at, DOUBTED.plausible_deck(at, players, point), GAME.rules)
            GAME.check(deck, players)
            cards: dict[str, list[int]] = deck.as_dict()["deck"]
            assert len(cards) == point[0]
            assert {len(each) for each in cards.values()} == {point[1]}
            assert {max(each) for each in cards.values()} == {point[2]}
            assert {min(each) for each in cards.values()} == {1}
            assert deck.options == at.options
