"""What is said of a position, in Python, on the command line and in files, and what is wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import UserError
from analyzer.games import names
from analyzer.studies.decision import question_of, questions_of, set_decision
from analyzer.studies.position_given import as_said


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is among the games, once with positions and once without."""
    monkeypatch.setitem(names.GAMES, "toy", "tests.studies.toy_positions:PositionToy")
    monkeypatch.setitem(names.GAMES, "plain-toy", "tests.studies.toy:Toy")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A position file."""
    place = tmp_path / "position.toml"
    place.write_text('rates = "0.3 0.2"\nplayers = 4\nseat = 2\n[mood-of]\n1 = "blue"\n3 = "red"\n', "utf-8")
    return place


def said(position: Any = None, **given: Any) -> Any:
    return set_decision("toy", "lay", position, given.pop("fields", {}), **given)


def given_of(decision: Any) -> dict[str, Any]:
    return as_said(decision.position.given, decision.position.question)


# Who plays


def test_all_play_the_ordinary_policy_unless_something_else_is_said() -> None:
    found = said({"rates": "0.3"})
    assert [spec.canonical for spec in found.position.setup.policies] == ["aim"] * 3
    assert found.position.seat == 1


def test_the_deciding_player_and_the_others_may_play_differently() -> None:
    found = said({"rates": "0.3"}, play="aim:x=3", against="plain", players=4, seat=2)
    assert [spec.canonical for spec in found.position.setup.policies] == [
        "plain",
        "plain",
        "aim:x=3",
        "plain",
    ]
    assert (found.own.canonical, found.others.canonical) == ("aim:x=3", "plain")


def test_the_usual_seat_gets_the_policy_of_the_deciding_player() -> None:
    found = said({"rates": "0.3"}, play="plain")
    assert [spec.canonical for spec in found.position.setup.policies] == ["aim", "plain", "aim"]


def test_only_the_others_play_something_else() -> None:
    found = said({"rates": "0.3"}, against="plain")
    assert [spec.canonical for spec in found.position.setup.policies] == ["plain", "aim", "plain"]


# Files


def test_a_file_says_the_position_the_players_and_the_seat(file: Path) -> None:
    found = said(str(file))
    assert given_of(found) == {"rates": "0.3 0.2", "shared": "0.5", "mood-of": {"1": "blue", "3": "red"}}
    assert (found.position.setup.players, found.position.seat) == (4, 2)


def test_json_says_the_same(file: Path) -> None:
    other = file.with_suffix(".json")
    content = {"rates": "0.3 0.2", "players": 4, "seat": 2, "mood-of": {"1": "blue", "3": "red"}}
    other.write_text(json.dumps(content), "utf-8")
    assert said(str(other)).position.given == said(str(file)).position.given


def test_the_canonical_form_gives_the_same_position_again(file: Path) -> None:
    found = said(str(file))
    again = file.with_suffix(".json")
    again.write_text(json.dumps({**given_of(found), "players": 4, "seat": 2}), "utf-8")
    assert said(str(again)).position.given == found.position.given


def test_what_is_said_besides_holds_instead_of_the_file(file: Path) -> None:
    found = said(str(file), fields={"rates": "0.7", "mood-of": {3: "green", "0": "grey"}}, players=5, seat=4)
    assert given_of(found) == {
        "rates": "0.7",
        "shared": "0.5",
        "mood-of": {"0": "grey", "1": "blue", "3": "green"},
    }
    assert (found.position.setup.players, found.position.seat) == (5, 4)


FILES: dict[str, tuple[str, str, list[str]]] = {
    "another kind of file": ("a.yaml", "", ["a.yaml", "must end in .toml or .json"]),
    "no TOML": ("a.toml", "rates", ["a.toml", "is not TOML"]),
    "no JSON": ("a.json", "{", ["a.json", "is no JSON", "line 1"]),
    "no number in JSON": ("a.json", '{"shared": NaN}', ["a.json", "NaN"]),
    "a name twice in JSON": ("a.json", '{"shared": 1, "shared": 2}', ["a.json", '"shared" is said twice']),
    "no object": ("a.json", "[1]", ["a.json", "holds no object"]),
    "nested too deep": ("a.json", "[" * 100_000, ["a.json", "nests its values too deeply"]),
    "an unknown name": ("a.toml", 'shared=1\nrats="0.3"', ["a.toml", "line 2", '"rats"', 'Did you mean "rates"?']),
    "a wrong value": ("a.toml", '\nrates="0.3 x"', ["a.toml", "line 2", 'rates: "x" is no number']),
    "a table for a value": ("a.toml", "rates={a=1}", ["a.toml", "rates must be a text", "not a table"]),
    "a date for a value": ("a.toml", "rates=2020-01-01", ["a.toml", "rates must be a text"]),
    "a value for what each seat has": ("a.toml", 'mood-of="blue"', ["a.toml", "mood-of is said for each seat"]),
    "a table for a seat": ("a.toml", "[mood-of.1]\na=1", ["a.toml", "mood-of, seat 1", "not a table"]),
    "players in words": ("a.toml", 'rates="0.3"\nplayers="four"', ["a.toml", "line 2", "players", '"four"']),
    "a negative seat": ("a.toml", 'rates="0.3"\nseat=-1', ["a.toml", "seat must be a whole number from 0"]),
    "a truth value for a seat": ("a.toml", 'rates="0.3"\nseat=true', ["seat must be a whole number"]),
    "a seat too high": ("a.toml", 'rates="0.3"\nseat=3', ["seat 3: the seats are 0 to 2"]),
    "nothing": ("a.toml", "", ["rates", "missing", "--rates"]),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text", "words"), FILES.values(), ids=FILES)
def test_what_is_wrong_with_a_file_is_said_with_its_place(
    name: str, text: str, words: list[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(UserError) as error:
        said(str(tmp_path / name))
    assert all(word in str(error.value) for word in words)
    assert len(str(error.value).splitlines()) <= 2


def test_a_file_is_not_blamed_for_what_is_said_besides(file: Path) -> None:
    with pytest.raises(UserError) as error:
        said(str(file), fields={"rates": "0.3 x"})
    assert str(error.value) == 'rates: "x" is no number from 0 to 1.'


@pytest.mark.parametrize("name", ["nothing.toml", "nothing.json", ""])
def test_a_file_that_is_not_there_is_missed(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no position file" if name else "must end in"):
        said(str(tmp_path / name) if name else "")


# What is unknown

WRONG: dict[str, tuple[dict[str, Any], list[str]]] = {
    "game": ({"game": "toi"}, ['"toi"', 'Did you mean "toy"?']),
    "game without advice": ({"game": "plain-toy"}, ["gives no advice", "toy"]),
    "question": ({"question": "laay"}, ['"laay"', 'Did you mean "lay"?', "lay, go"]),
    "field in Python": ({"position": {"rats": "1"}}, ["position", '"rats"', 'Did you mean "rates"?']),
    "field besides": ({"fields": {"rats": "1"}}, ["lay", '"rats"', 'Did you mean "rates"?']),
    "own policy": ({"play": "plan"}, ['"plan"', 'Did you mean "plain"?']),
    "others' policy": ({"against": "plan"}, ['"plan"', 'Did you mean "plain"?']),
    "rules": ({"rules": "standrd"}, ["standrd"]),
    "seat": ({"seat": 3}, ["seat 3: the seats are 0 to 2"]),
}


@pytest.mark.parametrize(("given", "words"), WRONG.values(), ids=WRONG)
def test_what_is_unknown_is_refused(given: dict[str, Any], words: list[str]) -> None:
    whole = {"game": "toy", "question": "lay", "position": {"rates": "0.3"}, "fields": {}, **given}
    game, question, position, fields = (whole.pop(key) for key in ("game", "question", "position", "fields"))
    with pytest.raises(UserError) as error:
        set_decision(game, question, position, fields, **whole)
    assert all(word in str(error.value) for word in words)


def test_questions_are_found_by_name() -> None:
    assert list(questions_of("toy")) == ["lay", "go"]
    assert question_of("toy", "go") is questions_of("toy")["go"]


@pytest.mark.parametrize("game", ["hollander", "pescado", "cofre"])
def test_no_field_is_called_like_an_option_of_the_command_or_an_argument_of_the_function(game: str) -> None:
    taken = {
        "game", "question", "position", "players", "seat", "play", "against", "rules", "set", "settings", "games",
        "within", "seed", "threads", "json", "out", "no-progress", "on-progress", "on-compile", "help", "policy",
    }  # fmt: skip
    for question in questions_of(game).values():
        fields = [field.name for field in question.fields]
        assert not taken & set(fields)
        assert len(set(fields)) == len(fields)
        assert not any("_" in name for name in fields)
        assert all(field.required or field.default for field in question.fields)
