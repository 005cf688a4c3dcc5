import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UserError
from analyzer.games.again import rules_settings
from analyzer.games.cofre.rules import SCHEMA, check_table, types_of
from analyzer.games.rulesfile import Rules, load, render, with_settings
from tests.games.cofre.tables import random_rules

TYPES = ["gold", "rubies", "pearls", "crowns", "swords", "maps"]
STANDARD = load("standard", SCHEMA)


def changed(*settings: str) -> Rules:
    return with_settings(STANDARD, settings, SCHEMA)


def from_text(folder: Path, text: str) -> Rules:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path), SCHEMA)


def test_the_standard_rules_are_those_of_the_rules_page() -> None:
    assert STANDARD.as_dict() == {
        "game": "cofre",
        "name": "standard",
        "deck": {kind: [1, 1, 2, 2, 3, 3] for kind in TYPES},
        "options": {"gold_type": "gold", "speed": 1, "slip": 0},
    }
    assert list(STANDARD.deck) == TYPES


def test_the_packaged_file_is_what_the_rules_command_prints() -> None:
    assert SCHEMA.builtin["standard"].read_text(encoding="utf-8") == render(STANDARD, SCHEMA)


@pytest.mark.parametrize(
    ("option", "rule"),
    [("gold_type", "C1, C8: the type of the gold coins"), ("speed", "C11: "), ("slip", "C12: ")],
)
def test_every_option_is_explained_with_its_rule(option: str, rule: str) -> None:
    comment = re.search(rf"((?:^# .*\n)+){option} = ", render(STANDARD, SCHEMA), re.MULTILINE)
    assert comment is not None
    assert comment[1].startswith(f"# {rule}")


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    players = draw(st.integers(2, 6))
    return changed(*random_rules(draw(st.randoms(use_true_random=False)), players))


@given(rules=any_rules())
def test_rules_read_back_as_they_were_written(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> None:
    again = from_text(tmp_path_factory.mktemp("rules"), render(rules, SCHEMA))
    assert again == rules
    assert list(again.deck) == list(rules.deck)


@given(rules=any_rules())
def test_rules_are_made_again_by_the_settings_that_differ(rules: Rules) -> None:
    again = changed(*rules_settings(SCHEMA, rules))
    assert again == rules
    assert list(again.deck) == list(rules.deck)


# The deck table (C1, C2)


def test_single_types_can_be_changed_added_and_taken_out() -> None:
    rules = changed("deck.gold=[1,1,5]", "deck.emeralds=[1, 2]", "deck.maps=[]", "deck.amber=[0,15]")
    assert dict(rules.deck) == {
        **dict.fromkeys(TYPES[:5], (1, 1, 2, 2, 3, 3)),
        "gold": (1, 1, 5),
        "emeralds": (1, 2),
        "amber": (0, 15),
    }
    assert types_of(rules) == (*TYPES[:5], "amber", "emeralds")
    assert rules.name == "standard, changed"
    assert with_settings(changed("deck.maps=[]"), ["deck.maps=[1,1,2,2,3,3]"], SCHEMA) == STANDARD


def test_the_order_of_the_types_does_not_depend_on_how_they_are_written(tmp_path: Path) -> None:
    rules = from_text(tmp_path, "[deck]\nzinc=[1]\nmaps=[2]\namber=[1]\ngold=[3,1]\n")
    assert list(rules.deck) == ["gold", "maps", "amber", "zinc"]
    assert rules.deck["gold"] == (3, 1)


def test_a_file_with_a_deck_lists_all_its_types(tmp_path: Path) -> None:
    rules = from_text(tmp_path, "[deck]\ngold=[1,2,3]\nrubies=[]\n")
    assert dict(rules.deck) == {"gold": (1, 2, 3)}
    assert from_text(tmp_path, "[options]\nspeed=2\n").deck == STANDARD.deck


def test_whole_numbers_are_kept_as_such() -> None:
    assert changed("options.speed=1.0", "options.slip=0.0") == STANDARD
    assert changed("options.speed=[2.0, 0.5]").as_dict()["options"]["speed"] == [2, 0.5]
    assert str(changed("options.speed=2.0").options["speed"]) == "2"


def test_there_need_be_no_gold_coins() -> None:
    assert changed("options.gold_type=", "deck.gold=[]").options["gold_type"] == ""
    assert changed('options.gold_type=""').options["gold_type"] == ""
    assert changed("options.gold_type=maps").options["gold_type"] == "maps"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["deck.gold=3"], ("deck.gold", "3", "a list of whole numbers from 0 to 15")),
        (["deck.gold=[1,16]"], ("deck.gold", "[1, 16]", "a list of whole numbers from 0 to 15")),
        (["deck.gold=[1,true]"], ("deck.gold", "a list of whole numbers")),
        (["deck.gold=[1,1.5]"], ("deck.gold", "a list of whole numbers")),
        (["deck.gold=[1,-1]"], ("deck.gold", "a list of whole numbers")),
        (["deck.gold=[1"], ("deck.gold", "not TOML", "a list of whole numbers")),
        (["deck.gold=[]"], ('gold_type is "gold"', "no such type", '"" for none', "rubies, pearls", "C1")),
        (["options.gold_type=ruby"], ('"ruby"', 'Did you mean "rubies"?', "C1")),
        (["options.gold_type=3"], ("gold_type", "3", "the name of a type")),
        (["deck.treasure=[1]"], ("deck.treasure", "what the treasure card is called", "C1")),
        (["deck.7seas=[1]"], ("7seas", "must begin with a letter", "C1")),
        (["deck.two words=[1]"], ("two words", "must begin with a letter", "C1")),
        ([f"deck.{'x' * 21}=[1]"], ("at most 20", "C1")),
        ([f"deck.{kind}=[]" for kind in TYPES], ("0 chest cards", "3 to 240", "C3, C9")),
        ([*(f"deck.{kind}=[]" for kind in TYPES[1:]), "deck.gold=[1]"], ("1 chest card;", "3 to 240")),
        (["deck.gold=[" + "1," * 205 + "]"], ("235 chest cards",)),
        (["deck.gold=[" + "1," * 211 + "]"], ("241 chest cards", "3 to 240")),
        ([f"deck.x{number}=[1]" for number in range(11)], ("17 types", "at most 16", "C1")),
        (["options.speed=0"], ("options.speed", "0", "from 0.000001")),
        (["options.speed=-1"], ("options.speed", "-1", "a list of such numbers, one for each seat")),
        (["options.speed=[1,0]"], ("options.speed", "[1, 0]")),
        (["options.speed=[]"], ("options.speed", "[]")),
        (["options.speed=nan"], ("options.speed",)),
        (["options.speed=inf"], ("options.speed",)),
        (["options.speed=true"], ("options.speed", "true")),
        (["options.speed=fast"], ("options.speed", '"fast"')),
        (["options.speed=[1,1,1,1,1,1,1]"], ("options.speed",)),
        (["options.slip=1"], ("options.slip", "1", "at least 0 and less than 1")),
        (["options.slip=-0.1"], ("options.slip", "-0.1")),
        (["options.slip=[0.1,1.5]"], ("options.slip", "[0.1, 1.5]")),
        (["options.slips=0.1"], ('"slips"', 'Did you mean "slip"?', "gold_type, speed, slip")),
    ],
)  # fmt: skip
def test_impossible_rules_are_refused(settings: list[str], words: tuple[str, ...]) -> None:
    if words == ("235 chest cards",):
        assert sum(map(len, changed(*settings).deck.values())) == 235  # type: ignore[arg-type]
        return
    with pytest.raises(UserError) as caught:
        changed(*settings)
    for word in words:
        assert word in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 2


def test_a_wrong_file_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"mine\.toml, line 3: deck\.rubies cannot be \[1, 99\]"):
        from_text(tmp_path, "[deck]\ngold = [1]\nrubies = [1, 99]\n")


# Players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_can_play(players: int) -> None:
    check_table(STANDARD, players)
    check_table(changed(f"options.speed={[1] * players}", f"options.slip={[0.5] * players}"), players)


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(UserError, match=rf"2 to 6 players, not for {players} \(C1\)"):
        check_table(STANDARD, players)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (
            "options.speed=[1,2]",
            ("options.speed is a list of 2 numbers, [1, 2], but 4 play (C11)", "one for each of the 4"),
        ),
        ("options.slip=[0.5]", ("options.slip is a list of 1 number, [0.5], but 4 play (C12)",)),
    ],
)
def test_a_list_must_have_a_number_for_each_seat(setting: str, words: tuple[str, ...]) -> None:
    with pytest.raises(UserError) as caught:
        check_table(changed(setting), 4)
    for word in words:
        assert word in str(caught.value)
