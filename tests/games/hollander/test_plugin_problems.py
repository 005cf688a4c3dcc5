"""Policies of users' own in the hollander game can break nothing, and are told in plain words what is wrong."""

import re
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.protocol import PolicyFailed
from tests.games.hollander.own_policies import LOWEST, compiled_only, play, refusal, table, write

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# They can break nothing

ILLEGAL = {
    "a kind that it does not have": ("play", "return KRAKEN, 15", ["it played kraken x 15, but it may play "]),
    "too many": ("play", "k, c = lowest_play(observation)\nreturn k, c + 1", ["it played", "but it may play "]),
    "none": ("play", "return lowest_kind(observation.playable), 0", [" x 0, but it may play "]),
    "nonsense": ("play", "return -7, 10**15", ["kind -7 (there is no such kind) x a huge number"]),
    "itself": ("wormhole", "return observation.seat", ["it named seat", "but it may name "]),
    "nobody": ("wormhole", "return observation.players", ["it named seat 4, but it may name "]),
    "a card of another": (
        "pirate",
        "return next_seat(observation, 1), HAND, 99, 0",
        ["it exchanged kind 99 (there is no such kind) for 1 in hand with seat", "or decline", "its hand is"],
    ),
    "another zone": ("pirate", "return 77, 8, KRAKEN, 99", ["in zone 8 with seat 77", "or decline"]),
    "six battle cards": (
        "swap",
        "return observation.hand + observation.battle[observation.seat]",
        ["game 0, before the first turn", "as battle cards, but it must lay 3 of its cards "],
    ),
    "cards from nowhere": ("swap", "return cards(KRAKEN, 3)", ["it laid kraken kraken kraken", "it must lay 3 of its"]),
}  # fmt: skip


@pytest.mark.parametrize(("decision", "body", "words"), ILLEGAL.values(), ids=ILLEGAL)
def test_what_the_rules_forbid_is_reported_with_the_game_and_what_was_legal(
    decision: str, body: str, words: list[str]
) -> None:
    write(body, decision)
    message = refusal()
    first, second = message.splitlines()
    assert first.startswith("Policy my.py:mine broke the rules in game ")
    assert ", in seat " in first
    for word in words:
        assert word in first
    assert second.startswith("To see the game: analyzer trace hollander --game ")
    assert second.endswith(" --seed 7 --players 4 --policy my.py:mine")


FAILING = {
    "an index": (
        "k, c = lowest_play(observation)\nreturn k, c + 0 * observation.hand_size[observation.turn]",
        "IndexError: index",
        "line 4",
    ),
    "a parameter that is not there": (
        "return 0, 1 if parameters[0] > 0 else 2",
        "IndexError: index",
        "line 3",
    ),
    "a division": (
        "k, c = lowest_play(observation)\nreturn k, c + 0 * (10 // (observation.turn - 5))",
        "divi",
        "line 4",
    ),
    "an error of its own": (
        'if observation.turn > 5:\n    raise ValueError("no idea")\nreturn lowest_play(observation)',
        "ValueError: no idea",
        "line 4",
    ),
}


@pytest.mark.parametrize(("body", "error", "line"), FAILING.values(), ids=FAILING)
def test_what_fails_in_a_game_is_reported_with_the_game_and_the_line(
    body: str, error: str, line: str
) -> None:
    write(body)
    first, second = refusal(players=3).splitlines()
    assert first.startswith("Policy my.py:mine failed in game 0, turn ")
    assert error in first
    assert first.endswith(f"(my.py, {line}).")
    assert (
        second
        == "To see the game: analyzer trace hollander --game 0 --seed 7 --players 3 --policy my.py:mine"
    )


def test_the_first_game_that_fails_is_the_one_reported_and_traced() -> None:
    write("if observation.turn == 90:\n    return 0, 77\nreturn lowest_play(observation)")
    lengths = play(table("lowest"), 60).lengths
    game = int(np.argmax(lengths > 90))
    assert 0 < game < 60 and lengths[game] > 90
    at = table("my.py:mine")
    assert play(at, game).games == game
    with pytest.raises(PolicyFailed, match=rf"in game {game}, turn 90, in seat \d") as played:
        play(at, 60)
    with pytest.raises(PolicyFailed) as traced:
        at.game.trace(at.setup, 7, game)
    assert str(traced.value) == str(played.value)
    assert played.value.events == ()
    events = traced.value.events
    assert events[0]["event"] == "deal"
    assert [event["turn"] for event in events if event["event"] == "turn"] == list(range(91))


def test_the_command_names_the_whole_table() -> None:
    write("return 0, 77")
    at = table("lowest", "my.py:mine:swap=low", players=2, settings=("deck.kraken=3",))
    with pytest.raises(UserError) as caught:
        play(at)
    assert str(caught.value).endswith(
        "--players 2 --policy lowest --policy my.py:mine:swap=low --set deck.kraken=3"
    )


@compiled_only
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return below(np.empty(1, np.uint64), 3), 1", 8),
        ("observation.battle[observation.seat + 10**6] = EMPTY\nreturn 0, 1", 8),
        ("stream[10**6] = EMPTY\nreturn 0, 1", 8),
        ("return reach(np.zeros(3), 10**6), 1", 6),
        ("return 0, reach(parameters, -1)", 6),
    ],
)
def test_indices_are_checked_in_helpers_and_in_what_is_jitted_already(body: str, line: int) -> None:
    before = "import numba\nimport numpy as np\n@numba.njit(boundscheck=False)\ndef reach(array, index):\n"
    write(body, before=before + "    return int(array[index])\n")
    assert re.search(rf"in game 0, turn 0, .*IndexError.*\(my\.py, line {line}\)", refusal())


# What cannot be compiled

UNSUPPORTED: dict[str, tuple[str, str, str, str]] = {
    "an unknown field": ("", "return observation.hnd, 1", "line 3", 'nothing called "hnd". Did you mean "hand"?'),
    "an unknown name": (
        "",
        "return lowst_play(observation)",
        "line 3",
        'nothing called "lowst_play". Did you mean "lowest_play"?',
    ),
    "a file": ("", 'open("x")\nreturn 0, 1', "line 3", '"open" cannot be used in compiled code'),
    "a dict of the file": ("T = {1: 2}\n", "return T[1], 1", "line 4", '"T", a dict, cannot be used'),
    "text and number": ("", 'x = "a" + 1\nreturn 0, 1', "line 3", '"+" does not work with a text and a whole number'),
    "two kinds of things": (
        "",
        'if observation.turn > 3:\n    x = 1\nelse:\n    x = "a"\nreturn x, 1',
        "line",
        "x is sometimes a whole number and sometimes a text",
    ),
    "two kinds of ends": (
        "",
        "if observation.turn > 3:\n    return 1, 1\nreturn 1",
        "line",
        "the function returns in line 4 (a whole number, a whole number) and in line 5 a whole number",
    ),
    "an import inside": ("", "import os\nreturn 0, 1", "line 3", "import inside a function cannot be compiled"),
    "a class inside": ("", "class A: pass\nreturn 0, 1", "line 3", "a class inside a function cannot be compiled"),
    "a caught exception": (
        "",
        "try:\n    x = 1\nexcept KeyError as error:\n    x = 2\nreturn 0, x",
        "line",
        "exception",
    ),
    "a global that changes": ("n = 0\n", "global n\nn += 1\nreturn 0, n", "line 5", "changing a global variable"),
    "a written parameter": ("", "parameters[0] = 1\nreturn 0, 1", "line 3", "this array must not be changed"),
    "a helper used wrongly": (
        "",
        "return 0, count_of(observation, 1)",
        "line 3",
        "count_of cannot be called like this",
    ),
    "a helper with too little": (
        "",
        "return 0, count_of(observation.hand)",
        "line 3",
        "count_of takes (card_set, kind)",
    ),
    "an error in a helper": (
        "def helper(x):\n    return x.nonsense\n",
        "return helper(parameters), 1",
        "line 3",
        'an array has no "nonsense"',
    ),
    "another library": ("import datetime\n", "return datetime.date.today().day, 1", "line 4", 'datetime has no "date"'),
    "a name before its value": ("", "return y, 1\ny = 3", "line 3", "y is used before it has a value"),
    "numpy's random numbers": (
        "import numpy as np\n",
        "return np.random.randint(3), 1",
        "line 4",
        "must come from the stream",
    ),
    "python's random numbers": ("from random import randint\n", "return randint(0, 3), 1", "line 4", "from the stream"),
    "unchecked memory": (
        "import numpy as np\n",
        "a = np.zeros(3)\nreturn int(a.flat[10**9]), 1",
        "line 5",
        "must not use flat",
    ),
    "unchecked memory by another name": (
        "from numba import carray as view\n",
        "return view(0, 3), 1",
        "line 4",
        "must not use carray",
    ),
    "a function that calls itself": (
        "def f(n):\n    return f(n - 1) if n > 0 else 0\n",
        "return f(3), 1",
        "line 2",
        "f calls itself",
    ),
}  # fmt: skip
ALWAYS_SEEN = (
    "an unknown name",
    "numpy's random numbers",
    "python's random numbers",
    "unchecked memory",
    "unchecked memory by another name",
    "a function that calls itself",
)


@pytest.mark.parametrize("case", UNSUPPORTED)
def test_what_cannot_be_compiled_is_told_with_its_line(case: str) -> None:
    if not JIT_IS_ON and case not in ALWAYS_SEEN:
        pytest.skip("is about compiled code")
    before, body, line, reason = UNSUPPORTED[case]
    write(body, before=before)
    message = refusal()
    assert len(message.splitlines()) == 1
    assert message.startswith(f"my.py, {line}")
    assert reason in message


WRONG: dict[str, tuple[str, str, str]] = {
    "a fraction": ("play", "return 0.5, 1", "two whole numbers, kind and count"),
    "one number": ("play", "return 3", "two whole numbers, kind and count"),
    "three numbers": ("play", "return 1, 2, 3", "two whole numbers, kind and count"),
    "truth": ("play", "return True, 1", "two whole numbers, kind and count"),
    "a text": ("play", 'return "kraken", 1', "two whole numbers, kind and count"),
    "nothing": ("play", "x = 1", "two whole numbers, kind and count"),
    "a seat too many": ("wormhole", "return 1, 2", "one whole number, a seat"),
    "half an exchange": ("pirate", "return 1, HAND", "four whole numbers"),
    "cards in a list": ("swap", "return [1, 2, 3]", "a card set"),
}


@pytest.mark.parametrize(("decision", "body", "right"), WRONG.values(), ids=WRONG)
def test_what_returns_the_wrong_things_is_told_what_to_return(decision: str, body: str, right: str) -> None:
    write(body, decision)
    message = refusal(players=2)
    assert message.startswith(f"my.py, line 2: {decision} returns ")
    assert f"; it must return {right}" in message


@compiled_only
def test_what_sometimes_returns_nothing_is_told_so() -> None:
    write("if observation.turn < 10**6:\n    return lowest_play(observation)")
    assert "or, at some ends, nothing; it must return two whole numbers" in refusal()


@pytest.mark.parametrize("swap", ["hihg", ""])
def test_a_swap_rule_that_does_not_exist_is_refused(swap: str) -> None:
    write(LOWEST, declared=f'swap="{swap}"')
    message = refusal()
    assert (
        'my.py, line 4: policy "mine": parameter "swap": its default must be one of keep, high, low'
        in message
    )
