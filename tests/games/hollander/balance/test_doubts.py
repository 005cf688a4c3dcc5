"""What the rules leave open: every option, and the deck itself."""

from itertools import product

import pytest

from analyzer.games.balance import HasDoubts
from analyzer.games.hollander.game import Hollander
from analyzer.games.rulesfile import Rules, load, with_settings

GAME = Hollander()
DOUBTED: HasDoubts = GAME


def rules(*settings: str) -> Rules:
    return with_settings(load("standard", GAME.rules), settings, GAME.rules)


def test_every_option_of_the_rules_is_doubted_and_nothing_else() -> None:
    assert [doubt.key for doubt in DOUBTED.doubts(rules(), 4)] == [
        f"options.{key}" for key in rules().options
    ]


@pytest.mark.parametrize(
    "present", [(), ("options.hand_size=4", "options.refill_mid_turn=false", "options.turn_limit=77")]
)
def test_alternatives_change_that_option_and_no_other(present: tuple[str, ...]) -> None:
    at = rules(*present)
    for doubt in DOUBTED.doubts(at, 4):
        assert doubt.alternatives
        values = []
        for words, settings in doubt.alternatives:
            changed = with_settings(at, settings, GAME.rules)
            different = [f"options.{key}" for key in at.options if at.options[key] != changed.options[key]]
            assert different == [doubt.key] and changed.deck == at.deck and words
            values.append(changed.options[doubt.key.removeprefix("options.")])
        assert len(set(values)) == len(values)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("hand_size", [2, 3, 5])
def test_plausible_decks_serve_the_players_and_are_as_the_point_says(players: int, hand_size: int) -> None:
    at = rules(f"options.hand_size={hand_size}", "deck.10=0")
    ranges = DOUBTED.plausible_decks(at, players).dimensions
    for point in product(*((low, high) for _, low, high in ranges)):
        deck = with_settings(at, DOUBTED.plausible_deck(at, players, point), GAME.rules)
        GAME.check(deck, players)
        ranks, copies, *specials = point
        crew = [deck.deck.whole(str(rank)) for rank in range(1, ranks + 1)]
        assert f"{ranks + 1}" not in deck.deck
        assert len(set(crew)) == 1
        enough = players * (6 + hand_size) <= ranks * copies + sum(specials)
        assert crew[0] == copies if enough else crew[0] > copies
        labels = [label.removeprefix("copies of ") for label, _, _ in ranges[2:]]
        assert [deck.deck.whole(name) for name in labels] == specials


def test_plausible_decks_can_do_what_the_source_tells_of() -> None:
    least = {label: low for label, low, _ in DOUBTED.plausible_decks(rules(), 4).dimensions}
    assert least["copies of each crew rank"] >= 4  # H26: four cabin boys
    assert least["copies of hollander"] >= 2  # H21: two played together
    assert least["copies of mutiny"] >= 2  # H19: one on another
