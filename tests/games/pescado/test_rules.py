import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UserError
from analyzer.games.pescado.cards import CARD_NAMES, CARD_NUMBERS, ITEMS, SPECIALS
from analyzer.games.pescado.rules import SCHEMA, check_deck
from analyzer.games.rulesfile import Rules, load, render, with_settings
from tests.games.pescado.tables import random_rules
from tests.reference import pescado as reference

STANDARD = load("standard", SCHEMA)


def changed(*settings: str) -> Rules:
    return with_settings(STANDARD, settings, SCHEMA)


def from_text(folder: Path, text: str) -> Rules:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path), SCHEMA)


def test_the_standard_rules_are_those_of_the_rules_page() -> None:
    assert STANDARD.as_dict() == {
        "game": "pescado",
        "name": "standard",
        "deck": {"specials": ["*", "J", "B", "-2", "-1", "0", "1/10", "11", "12", "13"]},
        "options": {
            "left_out": 2,
            "specials_in": 2,
            "target": 12,
            "star_scores_as_zero": True,
            "most_needs_one": True,
            "round_limit": 200,
        },
    }
    assert STANDARD.as_dict() == reference.standard_rules()


def test_cards_are_called_as_in_the_trace_format() -> None:
    assert set(CARD_NAMES) == {*reference.NUMBER_CARDS, *reference.SPECIALS}
    assert SPECIALS == reference.SPECIALS
    assert ITEMS == reference.ITEMS
    assert [CARD_NUMBERS[name] for name in CARD_NAMES] == list(range(50))


def test_the_packaged_file_is_what_the_rules_command_prints() -> None:
    assert SCHEMA.builtin["standard"].read_text(encoding="utf-8") == render(STANDARD, SCHEMA)


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ("left_out", "P2: number cards that are left out"),
        ("specials_in", "P2: special cards that are shuffled into"),
        ("target", "P14: "),
        ("star_scores_as_zero", "P7: "),
        ("most_needs_one", "P13: "),
        ("round_limit", "P15: "),
    ],
)
def test_every_option_is_explained_with_its_rule(option: str, rule: str) -> None:
    comment = re.search(rf"((?:^# .*\n)+){option} = ", render(STANDARD, SCHEMA), re.MULTILINE)
    assert comment is not None
    assert comment[1].startswith(f"# {rule}")


@given(st.randoms(use_true_random=False), st.sampled_from(reference.PLAYER_COUNTS))
def test_rules_read_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, pick: object, players: int
) -> None:
    rules = changed(*random_rules(pick, players))  # type: ignore[arg-type]
    check_deck(rules, players)
    assert from_text(tmp_path_factory.mktemp("rules"), render(rules, SCHEMA)) == rules


# The specials (P1)


def test_a_list_of_specials_is_the_whole_list_in_its_order(tmp_path: Path) -> None:
    assert from_text(tmp_path, '[deck]\nspecials = ["B", "J"]\n').deck["specials"] == ("B", "J")
    assert from_text(tmp_path, "[options]\ntarget = 5\n").deck == STANDARD.deck


def test_numbers_need_no_quotes_and_one_special_no_list() -> None:
    assert changed("deck.specials=[-2, 0, 13]").deck["specials"] == ("-2", "0", "13")
    assert changed("deck.specials=J", "options.specials_in=1").deck["specials"] == ("J",)
    assert changed("deck.specials=[]", "options.specials_in=0").deck["specials"] == ()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (['deck.specials=["J", "110"]'], ('no special card "110" (P1)', 'Did you mean "1/10"?')),
        (['deck.specials=["J", "K"]'], ('no special card "K" (P1)', "The special cards are *, J, B, -2,")),
        (['deck.specials=["J", "B", "J"]'], ('names "J" twice', "one of each", "P1")),
        (["deck.specials=[1.5]"], ("deck.specials cannot be [1.5]", "must be a list of special cards")),
        (["deck.specials=true"], ("deck.specials cannot be true",)),
        (["deck.specials=[J]"], ("the value is not TOML", "must be a list of special cards, such as")),
        (["deck.specials=J"], ("options.specials_in is 2, but deck.specials has only 1 card", "P2")),
        (["options.specials_in=11"], ("options.specials_in", "11", "a whole number from 0 to 10")),
        (["options.left_out=41"], ("options.left_out", "41", "a whole number from 0 to 40")),
        (["options.left_out=40"], ("a round has 2 cards", "2 players need 10", "fewer than 40", "P3")),
        (["options.target=0"], ("options.target", "0", "a whole number from 1 to 1000")),
        (["options.round_limit=0"], ("round_limit", "a whole number from 1 to 10000")),
        (["options.most_needs_one=1"], ("most_needs_one", "true or false")),
        (["options.star_scores=false"], ('"star_scores"', 'Did you mean "star_scores_as_zero"?')),
        (["deck.special=J"], ('"special"', 'Did you mean "specials"?')),
        (["target=3"], ('"target"', 'Did you mean "options.target"?')),
    ],
)
def test_impossible_rules_are_refused(settings: list[str], words: tuple[str, ...]) -> None:
    with pytest.raises(UserError) as caught:
        changed(*settings)
    assert len(str(caught.value).splitlines()) <= 2
    for word in words:
        assert word in str(caught.value)


# Players (P3)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_standard_round_serves_two_three_four_and_six(players: int) -> None:
    check_deck(STANDARD, players)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UserError, match=rf"2, 3, 4 or 6 players, not for {players}.*P3"):
        check_deck(STANDARD, players)


@pytest.mark.parametrize(
    ("settings", "players", "words"),
    [
        (
            ["options.specials_in=3"],
            2,
            ("40 - 2 + 3 = 41 cards", "37 are dealt", "6 at a time", "P3", "3, 9, 15"),
        ),
        (
            ["options.left_out=8"],
            4,
            ("30 are dealt", "12 at a time", "right for 2 players", "be 2, 14 or 26"),
        ),
        (
            ["options.left_out=20", "options.specials_in=0"],
            6,
            ("16 are dealt", "18 at a time", "must be 0 or 18"),
        ),
        (
            ["options.left_out=2", "options.specials_in=8"],
            3,
            ("42 are dealt", "right for 2", "8, 17, 26 or 35"),
        ),
    ],
)
def test_cards_that_do_not_divide_say_what_would_be_right(
    settings: list[str], players: int, words: tuple[str, ...]
) -> None:
    with pytest.raises(UserError) as caught:
        check_deck(changed(*settings), players)
    assert len(str(caught.value).splitlines()) == 2
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_what_is_said_to_be_right_is_right(players: int) -> None:
    for specials_in in range(11):
        for left_out in range(41):
            if 40 - left_out + specials_in < 10:
                continue
            rules = changed(f"options.left_out={left_out}", f"options.specials_in={specials_in}")
            dealt = 36 - left_out + specials_in
            if dealt >= 3 * players and dealt % (3 * players) == 0:
                check_deck(rules, players)
                continue
            with pytest.raises(UserError) as caught:
                check_deck(rules, players)
            right = re.search(r"left_out must be ([0-9, or]+), or change", str(caught.value))
            assert right is not None
            for number in re.findall(r"\d+", right[1]):
                check_deck(
                    changed(f"options.left_out={number}", f"options.specials_in={specials_in}"), players
                )
