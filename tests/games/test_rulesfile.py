"""Rules files in general, on a toy game whose deck has a list and free names, as later games have."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UserError
from analyzer.games.rulesfile import Rules, RulesSchema, load, render, with_settings
from analyzer.games.settings import Boolean, Name, Option, Table, Value, Whole


@dataclass(frozen=True)
class Stars:
    """A kind that a game brings along: a list of whole numbers."""

    @property
    def right(self) -> str:
        return "a list of stars from 0 to 9"

    def accept(self, value: object) -> Value | None:
        if not isinstance(value, list):
            return None
        stars = tuple(star for star in value if isinstance(star, int) and 0 <= star <= 9)
        return stars if len(stars) == len(value) else None


def complete(given: Mapping[str, Value]) -> dict[str, Value]:
    return dict(sorted(given.items())) if given else {"gold": (1, 2), "night maps": (3,)}


def check(rules: Rules) -> None:
    if len(rules.deck) > 3:
        raise UserError(f"the deck has {len(rules.deck)} types; it must have at most 3 (T1).")


@pytest.fixture
def schema(tmp_path: Path) -> RulesSchema:
    (tmp_path / "packaged.toml").write_text('game = "toy"\nname = "standard"\n')
    return RulesSchema(
        game="toy",
        title="Toy",
        builtin={"standard": tmp_path / "packaged.toml"},
        deck_rule="T1: the stars of each type.",
        cards=(Option("gold", (1, 2), Stars(), "T2", "coins"),),
        other_cards=Stars(),
        complete=complete,
        options=(
            Option("brave", True, Boolean(), "T3", "whether players are brave"),
            Option("rounds", 12, Whole(1, 20), "T4", "rounds that are played, " + "and played, " * 12),
            Option("label", "x", Name(), "T5", "what stands on the box"),
        ),
        check=check,
    )


def written(tmp_path: Path, content: str | bytes, name: str = "mine.toml") -> str:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def refusal(name_or_file: str, schema: RulesSchema) -> str:
    with pytest.raises(UserError) as caught:
        load(name_or_file, schema)
    return short(str(caught.value))


def refused_setting(setting: str, schema: RulesSchema) -> str:
    with pytest.raises(UserError) as caught:
        with_settings(load("standard", schema), [setting], schema)
    return short(str(caught.value))


def short(message: str) -> str:
    assert len(message.splitlines()) <= 2
    assert all(line.isprintable() and len(line) < 400 for line in message.splitlines())
    return message


# Reading


def test_built_in_rules_are_complete(schema: RulesSchema) -> None:
    assert load("standard", schema).as_dict() == {
        "game": "toy",
        "name": "standard",
        "deck": {"gold": [1, 2], "night maps": [3]},
        "options": {"brave": True, "rounds": 12, "label": "x"},
    }


def test_a_file_changes_what_it_names(schema: RulesSchema, tmp_path: Path) -> None:
    file = written(tmp_path, 'game = "toy"\nname = "mine"\n[deck]\npearls = [4]\n[options]\nrounds = 3\n')
    rules = load(file, schema)
    assert rules.name == "mine"
    assert dict(rules.deck) == {"pearls": (4,)}
    assert dict(rules.options) == {"brave": True, "rounds": 3, "label": "x"}


def test_a_file_without_a_name_is_called_after_itself(schema: RulesSchema, tmp_path: Path) -> None:
    assert load(written(tmp_path, "", "long night.toml"), schema).name == "long night"


def test_a_file_may_begin_with_a_byte_order_mark(schema: RulesSchema, tmp_path: Path) -> None:
    assert load(written(tmp_path, b'\xef\xbb\xbfname = "mine"\r\n'), schema).name == "mine"


def test_rules_can_be_hashed_copied_and_sent_and_are_equal_by_content(schema: RulesSchema) -> None:
    rules = load("standard", schema)
    again = pickle.loads(pickle.dumps(copy.deepcopy(rules)))
    assert again == rules
    assert hash(again) == hash(rules)
    assert replace(rules, name="other") != rules
    assert with_settings(rules, ["options.rounds=1", "name=standard"], schema) != rules


# Files that cannot be read


def test_an_unknown_name_gets_the_nearest(schema: RulesSchema) -> None:
    message = refusal("standrad", schema)
    assert "no built-in rules and no file" in message
    assert '"standrad". Did you mean "standard"?' in message


@pytest.mark.parametrize("depth", [200, 300, 320, 400, 480, 900])
def test_deeply_nested_values_are_refused(depth: int, schema: RulesSchema, tmp_path: Path) -> None:
    message = refusal(written(tmp_path, "[options]\nrounds = " + "[" * depth + "]" * depth), schema)
    assert "mine.toml" in message
    refused_setting("options.rounds=" + "[" * depth + "]" * depth, schema)


@pytest.mark.parametrize("name", ["", "nothing/here.toml", "a\0b", "\ud800"])
def test_what_is_no_file_is_said_to_be_none(name: str, schema: RulesSchema) -> None:
    message = refusal(name, schema)
    assert "no file" in message
    assert "standard" in message


def test_a_file_that_cannot_be_read_is_named_with_the_reason(schema: RulesSchema, tmp_path: Path) -> None:
    message = refusal(str(tmp_path), schema)
    assert tmp_path.name in message
    assert "is a folder" in message


def test_a_file_that_is_no_toml_is_named_with_line_and_column(schema: RulesSchema, tmp_path: Path) -> None:
    message = refusal(written(tmp_path, "[options]\nrounds 12\n"), schema)
    assert "mine.toml" in message
    assert "not TOML" in message
    assert "line 2, column 8" in message


@given(
    content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
)
def test_no_file_brings_anything_but_a_user_error(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    schema = RulesSchema("toy", "Toy", {}, "", (), Stars(), complete, (), check)
    try:
        load(written(folder, content), schema)
    except UserError as error:
        short(str(error))


# Files that say something wrong


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('game = "pescado"', ("line 1", '"pescado"', '"toy"')),
        ("game = 3", ("line 1", "3", '"toy"')),
        ('\nname = ""', ("line 2", "name", '""', "text on one line")),
        ("name = 5", ("line 1", "name", "5", "text on one line")),
        ('name = "a\\nb"', ("line 1", "name", "text on one line")),
        ("deck = 5", ("line 1", "deck must be a table", "[deck]")),
        ("[[options]]", ("line 1", "options must be a table", "[options]")),
        ('nme = "x"', ("line 1", '"nme"', 'Did you mean "name"?', "[deck]")),
        ("\n[optoins]\nrounds = 3", ("line 2", '"optoins"', 'Did you mean "options"?')),
        ("rounds = 3", ("line 1", '"rounds"', "belongs below [options]")),
        ("gold = [1]", ("line 1", '"gold"', "belongs below [deck]")),
        ("[options]\nbrave=true\nruonds = 3", ("line 3", "[options]", '"ruonds"', 'Did you mean "rounds"?')),
        ("[options]\nquux = 3", ("line 2", '"quux"', "brave, rounds, label")),
        ("options.ruonds = 3", ("line 1", '"ruonds"', 'Did you mean "rounds"?')),
        ("options = {brave = true, ruonds = 3}", ("line 1", '"ruonds"')),
        ("[options]\nrounds = 21", ("line 2", "options.rounds", "21", "a whole number from 1 to 20")),
        ("[options]\nrounds = 0", ("line 2", "options.rounds", "0", "a whole number from 1 to 20")),
        ("[options]\nrounds = 3.0", ("line 2", "options.rounds", "3.0", "a whole number from 1 to 20")),
        ("[options]\nrounds = true", ("line 2", "options.rounds", "true", "a whole number from 1 to 20")),
        ("[options]\nrounds = 0x" + "f" * 1900, ("line 2", "options.rounds", "huge number")),
        ("[options]\nrounds = 2024-01-31", ("line 2", "options.rounds", "2024-01-31", "whole number")),
        ("[options]\nbrave = 1", ("line 2", "options.brave", "1", "true or false")),
        ('[options]\nbrave = "true"', ("line 2", "options.brave", '"true"', "true or false")),
        ("[options.brave]\nx = 1", ("options.brave", "a table", "true or false")),
        ("[deck]\ngold = 3", ("line 2", "deck.gold", "3", "a list of stars")),
        ("[deck]\npearls = [1, 10]", ("line 2", "deck.pearls", "[1, 10]", "a list of stars")),
        ('[deck]\n"" = [1]', ("line 2", "[deck]", '""', "gold")),
        ("[deck]\na=[]\nb=[]\nc=[]\nd=[]", ("mine.toml", "4 types", "at most 3", "T1")),
    ],
)
def test_wrong_content_is_named_with_its_place_and_what_would_be_right(
    content: str, words: tuple[str, ...], schema: RulesSchema, tmp_path: Path
) -> None:
    message = refusal(written(tmp_path, content), schema)
    assert "mine.toml" in message
    for word in words:
        assert word in message


# Single settings


def test_settings_change_single_values_and_the_name(schema: RulesSchema) -> None:
    rules = with_settings(
        load("standard", schema),
        ["options.rounds=3", "options.brave = false", "options.label=two words", "deck.pearls=[5]"],
        schema,
    )
    assert dict(rules.options) == {"brave": False, "rounds": 3, "label": "two words"}
    assert dict(rules.deck) == {"gold": (1, 2), "night maps": (3,), "pearls": (5,)}
    assert rules.name == "standard, changed"


def test_the_last_of_equal_settings_holds(schema: RulesSchema) -> None:
    rules = with_settings(load("standard", schema), ["options.rounds=3", "options.rounds=4"], schema)
    assert rules.options["rounds"] == 4


def test_rules_are_called_changed_once(schema: RulesSchema) -> None:
    once = with_settings(load("standard", schema), ["options.rounds=3"], schema)
    twice = with_settings(once, ["options.brave=false"], schema)
    assert twice.name == "standard, changed"


def test_rules_that_are_as_the_built_in_ones_have_their_name(schema: RulesSchema) -> None:
    standard = load("standard", schema)
    assert with_settings(standard, [], schema) == standard
    assert with_settings(standard, ["options.rounds=12"], schema) == standard
    changed = with_settings(standard, ["options.rounds=3"], schema)
    assert with_settings(changed, ["options.rounds=12"], schema) == standard


def test_a_name_that_is_set_stays_as_it_is(schema: RulesSchema) -> None:
    rules = with_settings(load("standard", schema), ["options.rounds=3", "name=short game"], schema)
    assert rules.name == "short game"
    assert with_settings(rules, ["options.rounds=4"], schema).name == "short game, changed"


def test_a_changed_name_is_never_too_long_to_be_read_again(schema: RulesSchema) -> None:
    rules = replace(load("standard", schema), name="n" * 100)
    name = with_settings(rules, ["options.rounds=4"], schema).name
    assert name.endswith("n, changed")
    assert Name().accept(name) == name


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("options.rounds", ("KEY=VALUE", "options.brave=true")),
        ("", ("KEY=VALUE",)),
        ("=3", ("no setting", "deck.CARD")),
        ("rounds=3", ('"rounds"', 'Did you mean "options.rounds"?')),
        ("option.rounds=3", ('"option.rounds"', 'Did you mean "options.rounds"?')),
        ("game=other", ('"game"', "name, deck.CARD or options.OPTION")),
        ("deck=3", ('"deck"', "deck.CARD")),
        ("options.ruonds=3", ('"ruonds"', 'Did you mean "rounds"?', "brave, rounds, label")),
        ("options.rounds=30", ("options.rounds", "30", "a whole number from 1 to 20")),
        ("options.rounds=", ("options.rounds", '""', "a whole number from 1 to 20")),
        ("options.rounds=three", ("options.rounds", '"three"', "a whole number from 1 to 20")),
        ("options.brave=yes", ("options.brave", '"yes"', "true or false")),
        ("options.brave=True", ("options.brave", '"True"', "true or false")),
        ("options.brave={a=1}", ("options.brave", "a table", "true or false")),
        ("options.rounds=3\ny=4", ("options.rounds", "a whole number from 1 to 20")),
        ("options.rounds=" + "9" * 5000, ("options.rounds", "a whole number from 1 to 20")),
        ("options.rounds=" + "[" * 1900, ("options.rounds", "not TOML", "a whole number from 1 to 20")),
        ("deck.gold=[1,", ("deck.gold", "not TOML", "a list of stars")),
        ("deck.gold=['1']", ("deck.gold", '["1"]', "a list of stars")),
        ("deck.a\tb=[1]", ("[deck]", "gold")),
        ("name=", ("name", "a text on one line")),
        ("name=" + "x" * 101, ("name", "at most 100")),
        ("name=\x1b[31m", ("name", "a text on one line")),
    ],
)
def test_wrong_settings_are_named_with_what_would_be_right(
    setting: str, words: tuple[str, ...], schema: RulesSchema
) -> None:
    message = refused_setting(setting, schema)
    assert "--set" in message
    for word in words:
        assert word in message


def test_settings_that_do_not_fit_together_are_refused(schema: RulesSchema) -> None:
    with pytest.raises(UserError, match=r"--set deck.a=\[1\] --set deck.b=\[1\]: .*4 types.*at most 3"):
        with_settings(load("standard", schema), ["deck.a=[1]", "deck.b=[1]"], schema)


@given(setting=st.text(max_size=40) | st.text(max_size=40).map(lambda text: f"options.label={text}"))
def test_no_setting_brings_anything_but_a_user_error(setting: str) -> None:
    label = Option("label", "x", Name(), "T5", "what stands on the box")
    schema = RulesSchema("toy", "Toy", {}, "", (), Stars(), complete, (label,), check)
    rules = Rules("toy", "mine", Table(complete({})), Table({"label": "x"}))
    try:
        with_settings(rules, [setting], schema)
    except UserError as error:
        short(str(error))


# Writing


def test_written_rules_explain_every_setting(schema: RulesSchema) -> None:
    text = render(load("standard", schema), schema)
    assert "# T1: the stars of each type.\n[deck]\ngold = [1, 2]  # T2: coins\n" in text
    assert "# T3: whether players are brave (true or false)\nbrave = true\n" in text
    assert '"night maps" = [3]\n' in text
    assert max(map(len, text.splitlines())) <= 110


NAMES = st.text(min_size=1, max_size=100).filter(lambda text: Name().accept(text) is not None)
STARS = st.lists(st.integers(0, 9), max_size=8).map(tuple)


@given(
    name=NAMES,
    deck=st.dictionaries(NAMES, STARS, min_size=1, max_size=3),
    brave=st.booleans(),
    rounds=st.integers(1, 20),
    label=NAMES,
)
def test_written_rules_read_back_the_same(
    name: str,
    deck: dict[str, Value],
    brave: bool,
    rounds: int,
    label: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("round")
    options = (
        Option("brave", True, Boolean(), "T3", "whether players are brave"),
        Option("rounds", 12, Whole(1, 20), "T4", "rounds that are played"),
        Option("label", "x", Name(), "T5", "what stands on the box"),
    )
    schema = RulesSchema("toy", "Toy", {}, "T1: stars.", (), Stars(), complete, options, check)
    settings: dict[str, Value] = {"brave": brave, "rounds": rounds, "label": label}
    rules = Rules("toy", name, Table(complete(deck)), Table(settings))
    assert load(written(folder, render(rules, schema)), schema) == rules


def test_reading_rules_loads_nothing_heavy() -> None:
    code = (
        "import sys, analyzer.games.hollander.rules, analyzer.games.policyspec\n"
        "print([name for name in ('numba', 'numpy', 'pandas', 'scipy') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
