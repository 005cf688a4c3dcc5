"""Policies of users' own in the hollander game play what they decide, and are offered all that they need."""

import itertools
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity

from analyzer.core.compiling import CompileWatch
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games import pluginfile
from analyzer.games.hollander import compiled
from analyzer.games.hollander import plugin as author
from analyzer.games.hollander.policy_list import SWAP_WORDS
from analyzer.games.protocol import Records
from tests.games.hollander.own_policies import GAMES, LOWEST, compiled_only, play, same, table, write

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# They play what they decide


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("swap", SWAP_WORDS)
def test_a_copy_of_lowest_gives_exactly_its_figures(players: int, swap: str) -> None:
    write(
        """
        kind = lowest_kind(observation.playable)
        return kind, count_of(observation.playable, kind)
        """
    )
    copy = play(table(f"my.py:mine:swap={swap}", players=players))
    assert same(copy, play(table(f"lowest:swap={swap}", players=players)))


def test_a_copy_of_random_draws_the_same_numbers() -> None:
    text = """
        from analyzer.games.hollander.plugin import *
        from analyzer.games.hollander.policies import random as builtin

        def play(observation, parameters, stream):
            rest = observation.playable
            pick = below(stream, size(rest))
            kind = nth_card(rest, pick)
            while lowest_kind(rest) < kind:
                pick -= count_of(rest, lowest_kind(rest))
                rest = without_kind(rest, lowest_kind(rest))
            return kind, pick + 1

        def wormhole(observation, parameters, stream):
            return next_seat(observation, 1 + below(stream, observation.players - 1))

        def pirate(observation, parameters, stream):
            return builtin.pirate(observation, stream)

        mine = policy("mine", summary="as random", play=play, wormhole=wormhole, pirate=pirate, swap="random")
        """
    Path("my.py").write_text(textwrap.dedent(text), encoding="utf-8")
    settings = ("options.turn_limit=300",)
    assert same(play(table("my.py:mine", settings=settings)), play(table("random", settings=settings)))


def test_a_swap_function_lays_the_battle_cards() -> None:
    write("return highest_cards(observation.hand + observation.battle[observation.seat], LAID)", "swap")
    assert same(play(table("my.py:mine")), play(table("lowest:swap=high")))
    with pytest.raises(UserError, match="It has no parameters"):
        table("my.py:mine:swap=low")


def test_different_policies_sit_at_one_table_and_everybody_is_asked_for_their_own() -> None:
    write(LOWEST, name="low.py")
    write(LOWEST, declared='swap="high"', name="high.py")
    mixed = table("low.py:mine", "random", "high.py:mine", "low.py:mine:swap=random")
    assert [str(spec) for spec in mixed.setup.policies] == [
        "low.py:mine", "random", "high.py:mine", "low.py:mine:swap=random",
    ]  # fmt: skip
    assert same(play(mixed), play(table("lowest", "random", "lowest:swap=high", "lowest:swap=random")))


def test_parameters_reach_the_functions_in_declared_order() -> None:
    write(
        """
        kind = lowest_kind(observation.playable)
        if parameters[0] == 2.5 and parameters[1] == 1 and parameters.size == 2:
            return kind, count_of(observation.playable, kind)
        return kind, 1
        """,
        declared='parameters=[Parameter("a", 0, "x"), Parameter("b", "no", "y", words=("no", "yes"))], swap="best"',
    )
    assert same(play(table("my.py:mine:a=2.5,b=yes")), play(table("lowest:swap=best")))
    assert same(play(table("my.py:mine:a=2.5")), play(table("one-at-a-time:swap=best")))
    seats = ["my.py:mine:a=2.5,b=yes", "my.py:mine:b=yes,swap=low", "lowest", "lowest"]
    builtin = ["lowest:swap=best", "one-at-a-time:swap=low", "lowest", "lowest"]
    assert same(play(table(*seats)), play(table(*builtin)))


@compiled_only
def test_another_value_of_a_parameter_compiles_nothing_anew() -> None:
    write(
        """
        kind, count = lowest_play(observation)
        return kind, 1 if below(stream, 1000) < 1000 * parameters[0] else count
        """,
        declared='parameters=[Parameter("a", 0.5, "x", low=0, high=1)]',
    )
    with CompileWatch() as watch:
        first = play(table("my.py:mine"))
    assert watch.seconds > 0
    with CompileWatch() as watch:
        second = play(table("my.py:mine:a=0.6", "my.py:mine:a=0.7", "my.py:mine", "my.py:mine"))
    assert watch.seconds == 0
    assert not same(first, second)


@compiled_only
def test_the_next_process_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    write("kind, count = lowest_play(observation)\nreturn kind, 1 + below(stream, count)", before="\n" * 77)
    first = play(table("my.py:mine"))
    monkeypatch.setattr(compiled.DECISIONS, "_ready", {})
    monkeypatch.setattr(pluginfile, "_loaded", {})
    with CompileWatch() as watch:
        second = play(table("my.py:mine"))
    assert watch.seconds == 0
    assert same(first, second)


def begin_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgets what a process knows of policy files; compiled code is kept."""
    monkeypatch.setattr(compiled.DECISIONS, "_ready", {})
    monkeypatch.setattr(pluginfile, "_loaded", {})
    for name in [name for name in sys.modules if name.startswith("analyzer_policy_file_")]:
        monkeypatch.delitem(sys.modules, name)


@compiled_only
def test_what_is_kept_serves_in_any_order_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.py", "b.py"):
        write("kind, count = lowest_play(observation)\nreturn kind, 1 + below(stream, count)", name=name)
    both = play(table("a.py:mine", "b.py:mine", players=2))
    begin_a_new_process(monkeypatch)
    with CompileWatch() as watch:
        alone = play(table("b.py:mine", players=2))
    assert watch.seconds == 0
    assert same(alone, both)  # the files say the same


@compiled_only
def test_a_remark_in_the_file_leaves_what_is_kept_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    write("kind, count = lowest_play(observation)\nreturn kind, 1 + below(stream, count)", before="\n" * 55)
    first = play(table("my.py:mine"))
    begin_a_new_process(monkeypatch)
    with Path("my.py").open("a", encoding="utf-8") as file:
        file.write("# A remark\n")
    with CompileWatch() as watch:
        second = play(table("my.py:mine"))
    assert watch.seconds == 0
    assert same(first, second)


@compiled_only
def test_what_is_kept_is_not_mixed_up_with_what_is_compiled_now(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_in_a_new_process() -> None:
        """Numba numbers what it compiles, in every process from the same number on."""
        monkeypatch.setattr(FunctionIdentity, "_unique_ids", itertools.count(1_000_000))

    write("kind, count = lowest_play(observation)\nreturn kind, 1", before="\n" * 33, name="one.py")
    write("return lowest_play(observation)", before="\n" * 33, name="lowest.py")
    one, lowest = play(table("one-at-a-time:swap=keep")), play(table("lowest"))
    as_in_a_new_process()
    assert same(play(table("one.py:mine")), one)
    begin_a_new_process(monkeypatch)
    assert same(play(table("one.py:mine")), one)
    as_in_a_new_process()
    assert same(play(table("lowest.py:mine")), lowest)
    assert same(play(table("one.py:mine")), one)


CHANGES = {
    "a number": "most = {n}\ndef limit(): return most\n",
    "an array": "import numpy as np\nmost = np.array([0, {n}])\ndef limit(): return most[1]\n",
    "a tuple": "most = (0, ({n}, 1))\ndef limit(): return most[1][0]\n",
    "a default": "def limit(most={n}): return most\n",
    "a closure": "def make(most):\n    def inner(): return most\n    return inner\nlimit = make({n})\n",
    "a helper's helper": "def inner(): return {n}\ndef limit(): return inner()\n",
    "another module": (
        "import types\nthing = types.ModuleType('thing')\nthing.most = {n}\ndef limit(): return thing.most\n"
    ),
}


@pytest.mark.parametrize("text", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_is_compiled_anew(text: str) -> None:
    body = "kind, count = lowest_play(observation)\nreturn kind, min(count, limit())"
    write(body, before=text.format(n=1))
    first = play(table("my.py:mine"))
    write(body, before=text.format(n=15))
    second = play(table("my.py:mine"))
    assert same(first, play(table("one-at-a-time:swap=keep")))
    assert same(second, play(table("lowest")))


def test_blocks_and_threads_make_no_difference() -> None:
    write("kind, count = lowest_play(observation)\nreturn kind, 1 + below(stream, count)")
    at = table("my.py:mine", "random:swap=keep", "my.py:mine", "my.py:mine")
    whole = play(at, 4 * GAMES)
    parts: dict[int, Records] = {}

    def work(part: int) -> None:
        parts[part] = play(at, GAMES, part * GAMES)

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(np.concatenate([parts[part].lengths for part in range(4)]), whole.lengths)
    assert np.array_equal(np.concatenate([parts[part].shares for part in range(4)], axis=1), whole.shares)


def test_helpers_may_be_plain_jitted_in_a_module_or_a_closure() -> None:
    Path("neighbour_with_helpers.py").write_text(
        "import numba\nLIMIT = 99\n@numba.njit\ndef first(cards):\n    return second(cards)\n"
        "def second(cards):\n    from_here = LIMIT\n    return cards if from_here == 99 else 0\n",
        encoding="utf-8",
    )
    write(
        "return choose(helpers.first(observation.playable))",
        before="""
        import analyzer.games.hollander.plugin as everything
        import neighbour_with_helpers as helpers
        def make(limit):
            def inner(cards):
                kind = everything.lowest_kind(cards)
                return kind, min(limit, everything.count_of(cards, kind))
            return inner
        choose = make(15)
        """,
    )
    assert same(play(table("my.py:mine")), play(table("lowest")))


def test_what_a_plugin_writes_to_the_observation_changes_nothing() -> None:
    write(
        """
        kind, count = lowest_play(observation)
        observation.hand = observation.pile = observation.playable = EMPTY
        observation.phase = 6
        observation.turn = 99
        observation.seat = 1
        observation.players = 2
        observation.battle[0] = observation.deck
        observation.hand_size[1] = observation.finals[2] = 0
        observation.demand = FREE
        return kind, count
        """
    )
    assert same(play(table("my.py:mine")), play(table("lowest")))
    at = table("my.py:mine")
    events = at.game.trace(at.setup, 7, 3)[1:]
    assert events == table("lowest").game.trace(table("lowest").setup, 7, 3)[1:]


def test_a_trace_shows_the_game_that_was_played() -> None:
    write(LOWEST, declared='swap="random"')
    at = table("my.py:mine", "random", "lowest", "lowest")
    records = play(at, 5)
    for game in range(5):
        events = at.game.trace(at.setup, 7, game)
        assert events[0]["policies"][0] == "my.py:mine"
        assert events[-1]["turns"] == records.lengths[game]


# What authors are offered


def test_everything_offered_is_there_and_documented() -> None:
    for name in author.__all__:
        offered = getattr(author, name)
        if callable(offered):
            assert offered.__doc__, name


def test_every_field_of_the_observation_is_documented() -> None:
    from analyzer.games.hollander.kernel.state import TABLE

    described = author.__doc__ or ""
    hidden = {"phase"}
    for field in set(TABLE.names or ()) - hidden:
        assert f"`{field}" in described, field


def test_the_example_plays_and_uses_all_it_says(folder: Path) -> None:
    example = table("lowest").game.example_policy()
    (folder / "my.py").write_text(example, encoding="utf-8")
    at = table("my.py:mine", "my.py:mine:save=5,swap=keep", "lowest", "random")
    assert play(at).games == GAMES
    mine = table("my.py:mine", "lowest", "lowest", "lowest")
    if JIT_IS_ON:
        wins = play(mine, 4000).shares.sum(axis=1)
        assert wins[0] > 1.1 * wins[1:].max()
