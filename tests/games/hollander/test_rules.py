import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UserError
from analyzer.games.hollander.cards import KIND_NAMES
from analyzer.games.hollander.rules import SCHEMA, check_deck
from analyzer.games.rulesfile import Rules, load, render, with_settings

CREW = [str(rank) for rank in range(1, 11)]
SPECIALS = ["hollander", "kraken", "mutiny", "wormhole", "island", "pirate"]
STANDARD = load("standard", SCHEMA)


def changed(*settings: str) -> Rules:
    return with_settings(STANDARD, settings, SCHEMA)


def from_text(folder: Path, text: str) -> Rules:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path), SCHEMA)


def test_the_standard_rules_are_those_of_the_rules_page() -> None:
    assert STANDARD.as_dict() == {
        "game": "hollander",
        "name": "standard",
        "deck": {**dict.fromkeys(CREW, 4), **dict.fromkeys(SPECIALS, 2)},
        "options": {
            "refill_mid_turn": True,
            "wormhole_clears_reference": False,
            "pirate_clears_reference": False,
            "hollander_on_hollander_skips": False,
            "poker_of_specials": True,
            "turn_limit": 2000,
            "hand_size": 3,
            "poker_size": 4,
            "mutiny_first_max": 3,
        },
    }


def test_the_deck_is_listed_crew_first_then_the_specials() -> None:
    assert list(STANDARD.deck) == CREW + SPECIALS
    assert list(changed("deck.kraken=0", "deck.1=7").deck) == CREW + SPECIALS


def test_the_keys_of_the_deck_are_the_kinds_of_the_kernel() -> None:
    assert set(STANDARD.deck) == set(KIND_NAMES)


def test_the_packaged_file_is_what_the_rules_command_prints() -> None:
    assert SCHEMA.builtin["standard"].read_text(encoding="utf-8") == render(STANDARD, SCHEMA)


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ("refill_mid_turn", "H12: if the hand becomes empty in mid-turn"),
        ("wormhole_clears_reference", "H16: "),
        ("pirate_clears_reference", "H16: "),
        ("hollander_on_hollander_skips", "H25: "),
        ("poker_of_specials", "H26: "),
        ("turn_limit", "H28: "),
        ("hand_size", "H33: "),
        ("poker_size", "H33: "),
        ("mutiny_first_max", "H33: "),
    ],
)
def test_every_option_is_explained_with_its_rule(option: str, rule: str) -> None:
    comment = re.search(rf"((?:^# .*\n)+){option} = ", render(STANDARD, SCHEMA), re.MULTILINE)
    assert comment is not None
    assert comment[1].startswith(f"# {rule}")


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    ranks = draw(st.integers(4, 10))
    crew = [f"deck.{rank}={draw(st.integers(1, 15)) if rank <= ranks else 0}" for rank in range(1, 11)]
    specials = [f"deck.{special}={draw(st.integers(0, 15))}" for special in SPECIALS]
    flags = [
        f"options.{flag}={str(draw(st.booleans())).lower()}"
        for flag in (
            "refill_mid_turn",
            "wormhole_clears_reference",
            "pirate_clears_reference",
            "hollander_on_hollander_skips",
            "poker_of_specials",
        )
    ]
    bounds = {
        "turn_limit": (1, 10_000),
        "hand_size": (2, 5),
        "poker_size": (3, 6),
        "mutiny_first_max": (1, 5),
    }
    numbers = [f"options.{option}={draw(st.integers(*ends))}" for option, ends in bounds.items()]
    return changed(*crew, *specials, *flags, *numbers)


@given(rules=any_rules())
def test_rules_read_back_as_they_were_written(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert from_text(tmp_path_factory.mktemp("rules"), render(rules, SCHEMA)) == rules


# The deck table (H1)


def test_a_deck_that_names_crew_is_the_whole_deck(tmp_path: Path) -> None:
    rules = from_text(tmp_path, "[deck]\n4 = 1\n2 = 5\n1 = 15\n3 = 2\n5 = 0\nkraken = 3\n")
    assert dict(rules.deck) == {
        "1": 15, "2": 5, "3": 2, "4": 1,
        "hollander": 0, "kraken": 3, "mutiny": 0, "wormhole": 0, "island": 0, "pirate": 0,
    }  # fmt: skip
    assert list(rules.deck) == ["1", "2", "3", "4", *SPECIALS]


def test_a_deck_without_crew_changes_the_specials_it_names(tmp_path: Path) -> None:
    rules = from_text(tmp_path, "[deck]\nkraken = 0\npirate = 7\n")
    assert dict(rules.deck) == {**STANDARD.deck, "kraken": 0, "pirate": 7}


def test_a_file_without_a_deck_has_the_standard_one(tmp_path: Path) -> None:
    assert from_text(tmp_path, "[options]\nhand_size = 5\n").deck == STANDARD.deck


def test_setting_a_rank_to_zero_takes_it_out() -> None:
    assert list(changed("deck.10=0").deck) == [*CREW[:9], *SPECIALS]
    assert changed("deck.10=0").name == "standard, changed"


def test_a_rank_can_be_put_back() -> None:
    without = changed("deck.10=0")
    assert with_settings(without, ["deck.10=4"], SCHEMA) == STANDARD


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["deck.5=0"], ("--set deck.5=0", "none of rank 5", "consecutive", "H1")),
        (["deck.1=0"], ("none of rank 1", "consecutive", "H1")),
        ([f"deck.{rank}=0" for rank in range(4, 11)], ("only 3 crew ranks", "4 to 10", "H1")),
        ([f"deck.{rank}=0" for rank in range(1, 11)], ("no crew", "4 to 10", "H1")),
        (["deck.kraken=16"], ("deck.kraken", "16", "a whole number from 0 to 15")),
        (["deck.3=-1"], ("deck.3", "-1", "a whole number from 0 to 15")),
        (["deck.3=1.5"], ("deck.3", "1.5", "a whole number from 0 to 15")),
        (["deck.krakn=3"], ('"krakn"', 'Did you mean "kraken"?')),
        (["deck.11=3"], ('"11"', "1, 2, 3", "pirate")),
        (["deck.captain=3"], ('"captain"', "1, 2, 3", "pirate")),
        (["kraken=3"], ('"kraken"', 'Did you mean "deck.kraken"?')),
        (["hand_size=3"], ('"hand_size"', 'Did you mean "options.hand_size"?')),
        (["options.handsize=3"], ('"handsize"', 'Did you mean "hand_size"?')),
        (["options.hand_size=6"], ("options.hand_size", "6", "a whole number from 2 to 5")),
        (["options.poker_size=2"], ("options.poker_size", "2", "a whole number from 3 to 6")),
        (["options.mutiny_first_max=0"], ("mutiny_first_max", "0", "a whole number from 1 to 5")),
        (["options.turn_limit=10001"], ("turn_limit", "10001", "a whole number from 1 to 10000")),
        (["options.refill_mid_turn=1"], ("refill_mid_turn", "1", "true or false")),
    ],
)
def test_impossible_rules_are_refused(settings: list[str], words: tuple[str, ...]) -> None:
    with pytest.raises(UserError) as caught:
        changed(*settings)
    for word in words:
        assert word in str(caught.value)


def test_an_impossible_deck_in_a_file_is_refused_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"mine\.toml.*only 3 crew ranks.*H1"):
        from_text(tmp_path, "[deck]\n1 = 4\n2 = 4\n3 = 4\n")


# Players (H2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_standard_deck_serves_two_to_five(players: int) -> None:
    check_deck(STANDARD, players)


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UserError, match=rf"2 to 6 players, not for {players}.*H2"):
        check_deck(STANDARD, players)


@pytest.mark.parametrize(
    ("settings", "players", "words"),
    [
        ([], 6, ("52 cards", "6 players", "9 each", "2 cards are missing", "enough for 5 players", "H2")),
        (["deck.pirate=3"], 6, ("53 cards", "1 card is missing")),
        (["options.hand_size=5"], 5, ("11 each", "3 cards are missing", "enough for 4 players")),
        (
            [*(f"deck.{rank}={int(rank < 5)}" for rank in range(1, 11)), *(f"deck.{s}=0" for s in SPECIALS)],
            2,
            ("4 cards", "14 cards are missing", "Put more cards in"),
        ),
    ],
)
def test_a_deck_too_small_says_how_many_cards_are_missing(
    settings: list[str], players: int, words: tuple[str, ...]
) -> None:
    with pytest.raises(UserError) as caught:
        check_deck(changed(*settings), players)
    for word in words:
        assert word in str(caught.value)


def test_a_deck_that_is_just_large_enough_is_accepted() -> None:
    check_deck(changed("deck.pirate=4"), 6)
