"""`analyzer policies`, and what the commands say and do about policies of users' own."""

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.hollander.policy_list import POLICIES
from tests.cli.conftest import ROOT, Ended, Run

HEADER = "from analyzer.games.hollander.plugin import *\n"
LOWEST = "def play(observation, parameters, stream):\n    return lowest_play(observation)\n"
DECLARED = 'mine = policy("mine", summary="tries something", play=play)\n'


def write(text: str, name: str = "my.py") -> None:
    Path(name).write_text(HEADER + text, encoding="utf-8")


def plays(body: str) -> str:
    """A policy whose play is this, in line 3."""
    return f"def play(observation, parameters, stream):\n    {body}\n{DECLARED}"


# The list


def test_all_policies_are_listed_with_their_parameters(run: Run) -> None:
    status, output, errors = run("policies", "hollander")
    assert (status, errors) == (0, "")
    for policy in POLICIES.values():
        assert f"\n{policy.name}: {policy.summary}\n" in f"\n{output}"
        for parameter in policy.parameters:
            assert f"    {parameter.name}={parameter.default}  " in output
        assert policy.slow.partition(":")[0] in output
    assert "analyzer policies hollander --new my_policy.py" in output


def test_the_list_as_json(run: Run) -> None:
    status, output, errors = run("policies", "hollander", "--json")
    assert (status, errors) == (0, "")
    told = json.loads(output)
    assert told["game"] == "hollander"
    assert [policy["name"] for policy in told["policies"]] == list(POLICIES)
    lowest = told["policies"][0]
    assert lowest["summary"] == POLICIES["lowest"].summary
    assert lowest["source"] == "built-in"
    assert lowest["parameters"][0]["name"] == "swap"
    assert lowest["parameters"][0]["default"] == "keep"
    assert "high" in lowest["parameters"][0]["words"]
    assert {policy["name"]: policy.get("slow", "") for policy in told["policies"]} == {
        name: policy.slow for name, policy in POLICIES.items()
    }


def test_one_policy_is_shown(run: Run, folder: Path) -> None:
    status, output, errors = run("policies", "hollander", "random")
    assert (status, errors) == (0, "")
    assert output.startswith(f"random: {POLICIES['random'].summary}\n")
    assert "swap=random" in output and "lowest" not in output
    text = 'parameters=[Parameter("risk", 0.5, "how brave", low=0), Parameter("n", 1, "how many", 0, 5, whole=True)]'
    write(f'{LOWEST}mine = policy("mine", summary="tries something", play=play, {text})\n')
    status, output, errors = run("policies", "hollander", "my.py:mine")
    assert (status, errors) == (0, "")
    assert output.startswith("my.py:mine: tries something\n")
    assert "risk=0.5  how brave; a number of at least 0" in output
    assert "n=1  how many; a whole number from 0 to 5" in output
    shown = json.loads(run("policies", "hollander", "my.py:mine", "--json").output)
    assert shown["name"] == "my.py:mine"
    assert shown["parameters"][0] == {
        "name": "risk", "default": 0.5, "meaning": "how brave", "low": 0, "high": None, "whole": False,
    }  # fmt: skip


def test_the_list_goes_on_when_an_installed_policy_is_broken(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import metadata

    broken = metadata.EntryPoint("clever", "nowhere_to_be_found:clever", "analyzer.policies")
    monkeypatch.setattr(metadata, "entry_points", lambda **_: metadata.EntryPoints([broken]))
    status, output, errors = run("policies", "hollander")
    assert (status, errors) == (0, "")
    assert "clever cannot be used: " in output and "ModuleNotFoundError" in output
    assert "lowest: " in output
    told = json.loads(run("policies", "hollander", "--json").output)
    assert told["unusable"][0]["name"] == "clever"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], ["GAME", "hollander"]),
        (["chess"], ['no game "chess"']),
        (["hollander", "lowst"], ['no policy "lowst"', 'Did you mean "lowest"?']),
        (["hollander", "my.py:mine"], ["no file my.py"]),
        (["--new", "my.txt"], ["must end in .py"]),
        (["--new", "nowhere/my.py"], ["Cannot write nowhere", "No such file or directory"]),
        (["chess", "--new", "my.py"], ['no game "chess"']),
    ],
)
def test_what_cannot_be_listed_is_said(words: list[str], said: list[str], run: Run, folder: Path) -> None:
    check(run("policies", *words), said)
    assert not list(folder.iterdir())


# An example to begin with


@pytest.mark.parametrize("words", [["--new", "my.py"], ["hollander", "--new", "my.py"]], ids=" ".join)
def test_a_new_policy_compiles_and_plays_as_it_is(words: list[str], run: Run, folder: Path) -> None:
    status, output, errors = run("policies", *words)
    assert (status, errors) == (0, "")
    command = output.partition("Try it: analyzer ")[2].split()
    assert command == ["simulate", "hollander", "--policy", "my.py:mine"]
    status, output, errors = run(*command, "--games", "40" if JIT_IS_ON else "2", "--json")
    assert status == 0
    assert json.loads(output)["policies"] == ["my.py:mine"] * 4
    assert (folder / "my.py").read_text(encoding="utf-8").startswith('"""A policy of my own')
    assert run("trace", "hollander", "--policy", "my.py:mine").status == 0
    assert run("trace", "hollander", "--policy", "my.py:mine:save=20,swap=low").status == 0


def test_what_to_try_can_be_pasted_whatever_the_file_is_called(run: Run) -> None:
    output = run("policies", "--new", "p (1).py").output
    command = shlex.split(output.partition("Try it: ")[2])
    assert command == ["analyzer", "simulate", "hollander", "--policy", "p (1).py:mine"]


def test_no_file_is_overwritten(run: Run, folder: Path) -> None:
    (folder / "my.py").write_text("precious")
    check(run("policies", "--new", "my.py"), ["my.py is there already"])
    assert (folder / "my.py").read_text() == "precious"


# What is wrong with a policy is said in one or two lines, with status 2


def check(ended: Ended, words: list[str]) -> None:
    assert (ended.status, ended.output) == (2, "")
    lines = [line for line in ended.errors.splitlines() if not line.startswith("compiling ")]
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("analyzer: ")
    assert "Traceback" not in ended.errors
    for word in words:
        assert word in ended.errors


TEN: dict[str, tuple[Callable[[], object], list[str]]] = {
    "syntax error": (lambda: write("def play(:\n"), ["my.py, line 2: syntax error"]),
    "wrong name": (lambda: write(LOWEST + DECLARED.replace('"mine"', '"mime"')), ['Did you mean "mime"?']),
    "wrong signature": (
        lambda: write(f"def play(observation):\n    return 0, 1\n{DECLARED}"),
        ["my.py, line 2: play must take the arguments (observation, parameters, stream), not (observation)"],
    ),
    "unsupported Python": (
        lambda: write(plays('return len(open("x").read()), 1')),
        ['my.py, line 3: "open" cannot be used in compiled code.'],
    ),
    "illegal play": (
        lambda: write(plays("return 15, 15")),
        ["my.py:mine broke the rules in game 0, turn 0, in seat 0: it played kraken x 15, but it may play ", "trace"],
    ),
    "nonsense": (
        lambda: write(plays('return "kraken"')),
        ["my.py, line 2: play returns", "it must return two whole numbers, kind and count"],
    ),
    "wrong game": (
        lambda: Path("my.py").write_text(
            "from analyzer.games.plugins import declare\n"
            "def play(observation): return 1\n"
            "def policy():\n"
            '    return declare("chess", "mine", "x", [], {"play": play},'
            ' arguments=["observation"], most_parameters=0)\n'
            "policy()\n"
        ),
        ["my.py, line 5", "for the game chess, not for hollander"],
    ),
    "duplicate name": (lambda: write(LOWEST + DECLARED + DECLARED), ["my.py, line 5", "already, in line 4"]),
    "the name of a built-in": (
        lambda: write(LOWEST + DECLARED + DECLARED.replace('"mine"', '"lowest"')),
        ['my.py, line 5: "lowest" is the name of a built-in policy'],
    ),
    "missing file": (lambda: write(LOWEST + DECLARED, "mine.py"), ["There is no file my.py.", "mine.py"]),
    "a failure in a game": (
        lambda: write(plays("return 0, observation.finals[observation.turn + 6] + 1")),
        ["failed in game 0, turn 0, in seat 0: IndexError", "(my.py, line 3)", "trace hollander --game 0"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "words"), TEN.values(), ids=TEN)
@pytest.mark.parametrize("verb", ["simulate", "bench"])
def test_a_broken_policy_gives_the_promised_message(
    verb: str, make: Callable[[], object], words: list[str], run: Run, folder: Path
) -> None:
    make()
    before = set(folder.iterdir())
    if not JIT_IS_ON and "compiled code" in str(words):
        pytest.skip("is about compiled code")
    check(run(verb, "hollander", "--policy", "my.py:mine", "--games", "20"), words)
    assert set(folder.iterdir()) == before


def test_a_trace_ends_with_what_went_wrong(run: Run, folder: Path) -> None:
    write(plays("return (0, 77) if observation.turn == 9 else lowest_play(observation)"))
    failed = run("simulate", "hollander", "--policy", "my.py:mine", "--games", "20", "--json")
    command = failed.errors.partition("To see the game: analyzer ")[2].split()
    status, output, errors = run(*command)
    assert status == 2
    events = [json.loads(line) for line in output.splitlines()]
    assert events[0]["event"] == "deal"
    assert [event["turn"] for event in events if event["event"] == "turn"][-1] == 9
    assert "broke the rules in game" in errors


def test_an_error_ends_the_process_with_status_2(start: Run, folder: Path) -> None:
    write(plays("return 15, 15"))
    check(start("simulate", "hollander", "--policy", "my.py:mine", "--json"), ["broke the rules in game 0"])


# One that never ends

SIGN = "77777"
LOOP = f"    print({SIGN})\n        while observation.turn >= 0:\n            stream[0] += stream[1]\n"
ENDLESS = plays(f"if observation.turn >= 0:\n    {LOOP}    return 0, 1")
LATER = plays(f"if observation.turn > 120:\n    {LOOP}    return lowest_play(observation)")
MOST_SECONDS = 2.0
REACHED_SECONDS = 6.0
CASES = {
    "the first game": (ENDLESS, ["simulate", "hollander"]),
    "the first trace": (ENDLESS, ["trace", "hollander"]),
    "a later game": (LATER, ["simulate", "hollander"]),
    "a later game of bench": (LATER, ["bench", "hollander"]),
    "a later trace": (LATER, ["trace", "hollander", "--count=1000"]),
}


@pytest.mark.skipif(not JIT_IS_ON, reason="is about compiled code")
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize(
    ("case", "number"),
    [
        *((case, signal.SIGINT) for case in CASES),
        ("the first game", signal.SIGTERM),
        ("a later game", signal.SIGTERM),
    ],
)
def test_a_policy_that_loops_for_ever_can_be_stopped(case: str, number: int, folder: Path) -> None:
    text, words = CASES[case]
    write(text)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "analyzer", *words, "--policy", "my.py:mine"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        # What compiled code prints may wait in a buffer: after so long the loop is reached in any case.
        select.select([process.stdout], [], [], REACHED_SECONDS)
        time.sleep(0.2)
        sent = time.monotonic()
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
        assert time.monotonic() - sent < MOST_SECONDS
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == (130 if number == signal.SIGINT else 143)
    assert "Traceback" not in errors


@pytest.mark.parametrize("words", [["hollander", "lowest"], ["--json"]])
def test_an_example_is_all_that_is_written(words: list[str], run: Run, folder: Path) -> None:
    status, output, errors = run("policies", *words, "--new", "mine.py")
    assert (status, output) == (2, "")
    assert words[-1] in errors
    assert not Path("mine.py").exists()


def test_the_list_is_in_the_help(run: Run) -> None:
    assert re.search(r"\bpolicies\b", run("--help").output)
    assert all(option in run("policies", "--help").output for option in ("--new", "--json", "GAME", "NAME"))
