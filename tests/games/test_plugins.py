"""Policies of users' own as any game finds them: in files and in installed packages; none is compiled here."""

import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import UserError
from analyzer.games import pluginfile, plugins
from analyzer.games.plugins import Plugin, Policies, declare
from analyzer.games.policyspec import Parameter, Policy, parse

BUILTIN = {"plain": Policy("plain", "plays", ())}
ARGUMENTS = ("observation", "parameters", "stream")
HEADER = """\
from analyzer.games.policyspec import Parameter
from tests.games.test_plugins import policy
def play(observation, parameters, stream):
    return 1
"""
"""Four lines, before what a test writes."""

GOOD = 'mine = policy("mine", play=play)\n'


def policy(name: Any, game: str = "toy", **given: Any) -> Plugin:
    """What a game offers authors."""
    functions = {decision: given.get(decision) for decision in ("play", "choose")}
    return declare(
        game,
        name,
        given.get("summary", "plays"),
        given.get("parameters", []),
        functions,
        arguments=ARGUMENTS,
        most_parameters=3,
        further=(Parameter("way", "a", "how", words=("a", "b")),),
    )


@pytest.fixture
def policies() -> Policies:
    return Policies("toy", "Toy", BUILTIN)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str, name: str = "my.py", header: str = HEADER) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(header + text, encoding="utf-8")


def refusal(policies: Policies, text: str = "my.py:mine") -> str:
    with pytest.raises(UserError) as caught:
        parse(text, policies, "Toy")
    message = str(caught.value)
    assert len(message.splitlines()) <= 2
    assert "Traceback" not in message
    return message


# Files


def test_a_policy_is_found_by_its_file_and_shown_as_given(policies: Policies, folder: Path) -> None:
    write(
        'mine = policy("mine", play=play, parameters=[Parameter("risk", 0.5, "how brave", low=0, high=1)])\n'
    )
    for path in ("my.py", "./my.py", str(folder / "my.py")):
        assert str(parse(f"{path}:mine", policies, "Toy")) == f"{path}:mine"
        spec = parse(f"{path}:mine:way=b,risk=.25", policies, "Toy")
        assert str(spec) == f"{path}:mine:risk=0.25,way=b"
        assert spec.values == (0.25, "b")
        assert parse(str(spec), policies, "Toy") == spec
        assert policies.playing(spec.name).game == "toy"
    assert list(policies) == ["plain"]


def test_a_file_may_have_several_policies_and_import_its_neighbours(policies: Policies) -> None:
    write("def helper():\n    return 1\n", "sub/neighbour_of_mine.py", "")
    write(
        'import neighbour_of_mine\nfirst = policy("first", play=play)\npolicy("second", play=play)\n',
        "sub/my.py",
    )
    assert str(parse("sub/my.py:first", policies, "Toy")) == "sub/my.py:first"
    assert str(parse("sub/my.py:second", policies, "Toy")) == "sub/my.py:second"
    assert str(Path("sub").resolve()) not in sys.path


def test_what_a_file_prints_stays_off_the_output(
    policies: Policies, capsys: pytest.CaptureFixture[str]
) -> None:
    write(f'print("hello")\n{GOOD}')
    parse("my.py:mine", policies, "Toy")
    assert capsys.readouterr() == ("", "hello\n")


def test_a_changed_file_is_read_again_but_a_run_keeps_what_it_began_with(policies: Policies) -> None:
    write(GOOD)
    parse("my.py:mine", policies, "Toy")
    first = policies.playing("my.py:mine")
    write('mine = policy("mine", summary="plays better", play=play)\n')
    assert policies.playing("my.py:mine") is first
    parse("my.py:mine", policies, "Toy")
    assert policies.playing("my.py:mine").summary == "plays better"


def test_another_process_finds_the_policy_by_its_name(policies: Policies) -> None:
    write(GOOD)
    assert policies.playing("my.py:mine").name == "my.py:mine"
    with pytest.raises(KeyError):
        policies.playing("nothing")


BROKEN = {
    "syntax error": ("mine = policy(\n", ["my.py, line 5: syntax error", "never closed"]),
    "an error when it is run": ("x = 1\ny = x / 0\n", ["my.py, line 6: ZeroDivisionError: division by zero"]),
    "an error in a helper": ("def f():\n    return {}['a']\nf()\n", ["my.py, line 6: KeyError: 'a'"]),
    "a missing module": ("import nowhere_to_be_found\n", ["my.py, line 5: ModuleNotFoundError", "nowhere"]),
    "it exits": ("import sys\nsys.exit(3)\n", ["my.py, line 6: SystemExit: 3"]),
    "no policy": ("x = 1\n", ["my.py declares no policy", "analyzer policies toy --new"]),
    "wrong name": (
        'policy("mien", play=play)\n',
        ['no policy "mine"', 'Did you mean "mien"?', "Its policies are mien."],
    ),
    "wrong game": (
        'policy("mine", "chess", play=play)\n',
        ["my.py, line 5", '"mine" is for the game chess, not for toy'],
    ),
    "the name of a built-in": (
        f'{GOOD}policy("plain", play=play)\n',
        ["my.py, line 6", '"plain" is the name of a built-in'],
    ),
    "the same name twice": (f"{GOOD}\n{GOOD}", ["my.py, line 7", '"mine" already, in line 5']),
    "too few arguments": (
        'def f(observation, stream): return 1\npolicy("mine", play=f)\n',
        ["my.py, line 5: play must take the arguments (observation, parameters, stream), not (observation, stream)"],
    ),
    "too many arguments": (
        'policy("mine", play=lambda observation, parameters, stream, more: 1)\n',
        ["my.py, line 5: play must take", "not (observation, parameters, stream, more)"],
    ),
    "other names": (
        'def f(a, b, c): return 1\npolicy("mine", play=f)\n',
        ["my.py, line 5: play must take", "not (a, b, c)"],
    ),
    "variable arguments": ('def f(*args): return 1\npolicy("mine", play=f)\n', ["play must take", "not (*args)"]),
    "no function": ('policy("mine", play=3)\n', ['my.py, line 5: policy "mine": play must be a function, not 3']),
    "decides nothing": ('policy("mine")\n', ['my.py, line 5: policy "mine" decides nothing', "play, choose"]),
    "no name": ('policy("my policy", play=play)\n', ['my.py, line 5: "my policy" is no name for a policy']),
    "a number for a name": ("policy(3, play=play)\n", ["my.py, line 5: 3 is no name for a policy"]),
    "no summary": ('policy("mine", summary="", play=play)\n', ['my.py, line 5: policy "mine": its summary must be']),
    "parameters of another kind": ('policy("mine", play=play, parameters={"a": 1})\n', ["must be a list of Parameter"]),
    "a parameter of the game": (
        'policy("mine", play=play, parameters=[Parameter("way", 1, "x")])\n',
        ['my.py, line 5: policy "mine": parameter "way": the game has'],
    ),
    "a parameter twice": (
        'policy("mine", play=play, parameters=[Parameter("a", 1, "x"), Parameter("a", 1, "x")])\n',
        ['parameter "a": there are two'],
    ),
    "a default out of bounds": (
        'policy("mine", play=play, parameters=[Parameter("a", 2, "x", low=0, high=1)])\n',
        ['parameter "a": its default must be a number from 0 to 1, not 2'],
    ),
    "a default that is none of the words": (
        'policy("mine", play=play, parameters=[Parameter("a", "z", "x", words=("b", "c"))])\n',
        ['parameter "a": its default must be one of b, c'],
    ),
    "a fraction for a whole number": (
        'policy("mine", play=play, parameters=[Parameter("a", 0.5, "x", whole=True)])\n',
        ['parameter "a": its default must be a whole number'],
    ),
    "a text for a number": (
        'policy("mine", play=play, parameters=[Parameter("a", "b", "x")])\n',
        ['parameter "a": its default and bounds must be numbers'],
    ),
    "too many parameters": (
        'policy("mine", play=play, parameters=[Parameter(f"p{i}", 1, "x") for i in range(4)])\n',
        ["it has 4 parameters; there is room for 3"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_its_line_and_the_reason(
    text: str, words: list[str], policies: Policies
) -> None:
    write(text)
    message = refusal(policies)
    for word in words:
        assert word in message


def make_nothing() -> None:
    write(GOOD, "mine.py")


def make_a_folder() -> None:
    Path("my.py").mkdir()


def make_latin() -> None:
    Path("my.py").write_bytes(b"# one\n# caf\xe9\n")


def make_zeros() -> None:
    Path("my.py").write_bytes(b"\0\0")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (make_nothing, ["no file my.py", 'Did you mean "mine.py"?']),
        (make_a_folder, ["my.py is a folder"]),
        (make_latin, ["my.py, line 2: the file is not UTF-8"]),
        (make_zeros, ["my.py", "null bytes"]),
    ],
)
def test_what_is_no_python_file_is_refused(
    make: Callable[[], None], words: list[str], policies: Policies
) -> None:
    make()
    message = refusal(policies)
    for word in words:
        assert word in message


def test_a_file_without_a_policys_name_is_asked_for_one(policies: Policies) -> None:
    write(GOOD)
    assert "Write my.py:NAME.\nIts policies are mine." in refusal(policies, "my.py")
    assert "Write my.py:NAME." in refusal(policies, "my.py:")
    assert "write FILE.py:NAME" in refusal(policies, "folder/my")


def test_unneeded_arguments_may_be_marked_with_an_underscore(policies: Policies) -> None:
    write('def f(observation, _parameters, _stream): return 1\npolicy("mine", play=f)\n')
    parse("my.py:mine", policies, "Toy")


def test_places_below_the_current_folder_are_short(folder: Path) -> None:
    assert pluginfile.place(str(folder / "sub" / "my.py"), 3) == str(Path("sub") / "my.py") + ", line 3"
    assert pluginfile.place("/elsewhere/my.py", None) == "/elsewhere/my.py"


# Installed packages


def play(observation: Any, parameters: Any, stream: Any) -> int:
    return 1


clever = policy("clever", play=play)
other_clever = policy("clever", play=play)
chess = policy("chess-player", "chess", play=play)
plain = policy("plain", play=play)
NO_POLICY = 3


class Package:
    """Stands in for an installed distribution."""

    version = "1.0"

    def __init__(self, name: str) -> None:
        self.name = name


def install(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str, str]) -> None:
    """Entry points as (package, name, what it names in this module)."""
    found = []
    for package, name, attribute in points:
        point = metadata.EntryPoint(name, f"{__name__}:{attribute}", plugins.GROUP)
        found.append(point._for(Package(package)))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, __name__, sys.modules[play.__module__])
    monkeypatch.setattr(metadata, "entry_points", lambda **_: metadata.EntryPoints(found))


def test_a_policy_of_an_installed_package_is_found_by_its_name(
    monkeypatch: pytest.MonkeyPatch, policies: Policies
) -> None:
    install(monkeypatch, ("good", "clever", "clever"), ("good", "chess-player", "chess"))
    assert parse("clever:way=b", policies, "Toy").canonical == "clever:way=b"
    assert policies.playing("clever") is clever
    listed, unusable = policies.all()
    assert [(each.policy.name, each.source) for each in listed] == [
        ("plain", "built-in"),
        ("clever", "good 1.0"),
    ]
    assert unusable == []
    assert "The policies are plain, chess-player, clever." in refusal(policies, "nothing")


@pytest.mark.parametrize(
    ("points", "name", "words"),
    [
        (
            [("good", "chess-player", "chess")],
            "chess-player",
            ["good 1.0 is for the game chess, not for toy"],
        ),
        (
            [("good", "clever", "clever"), ("evil", "clever", "other_clever")],
            "clever",
            ["two policies", "evil 1.0", "good 1.0"],
        ),
        ([("bad", "clever", "missing")], "clever", ["bad 1.0 cannot be loaded: AttributeError"]),
        ([("bad", "clever", "NO_POLICY")], "clever", ["bad 1.0 is none"]),
        ([("bad", "wise", "clever")], "wise", ['calls itself "clever"', "the same name"]),
    ],
)
def test_an_installed_policy_that_is_not_right_is_refused_but_holds_nothing_else_up(
    points: list[tuple[str, str, str]],
    name: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    policies: Policies,
) -> None:
    install(monkeypatch, *points)
    message = refusal(policies, name)
    for word in words:
        assert word in message
    assert str(parse("plain", policies, "Toy")) == "plain"
    listed, unusable = policies.all()
    assert [each.policy.name for each in listed] == ["plain"]
    assert [each.name for each in unusable] == ([] if name == "chess-player" else [name])


def test_no_package_takes_the_name_of_a_built_in(monkeypatch: pytest.MonkeyPatch, policies: Policies) -> None:
    install(monkeypatch, ("evil", "plain", "plain"))
    assert policies["plain"] is BUILTIN["plain"]
    _, unusable = policies.all()
    assert "the name of a built-in policy" in unusable[0].reason
