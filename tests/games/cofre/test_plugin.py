"""Policies of users' own play what they decide, are offered all that they need, and can break nothing."""

import threading
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.compiling import CompileWatch
from analyzer.core.jit import JIT_IS_ON
from analyzer.games import pluginfile
from analyzer.games.cofre import compiled
from analyzer.games.cofre import plugin as author
from analyzer.games.protocol import PolicyFailed, Records
from tests.games.cofre.own_policies import GAMES, compiled_only, play, refusal, same, table, write

pytestmark = pytest.mark.interpreted

TIMING = """
if holds_treasure(observation) and (is_last_round(observation) or observation.shown_stars >= 3):
    return TREASURE
"""
SETTINGS = ("options.slip=0.2", "deck.gold=[1,5]", "deck.amber=[0,2,2]")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# They play what they decide


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_copy_of_stars_gives_exactly_its_figures(players: int) -> None:
    write(TIMING + "return richest_type(observation)")
    for settings in ((), SETTINGS):
        copy = play(table("my.py:mine", players=players, settings=settings))
        assert same(copy, play(table("stars", players=players, settings=settings)))


def test_a_copy_of_random_draws_the_same_numbers() -> None:
    write(
        """
        choice = below(stream, observation.types + observation.has_treasure[observation.seat])
        return choice if choice < observation.types else TREASURE
        """
    )
    assert same(play(table("my.py:mine", settings=SETTINGS)), play(table("random", settings=SETTINGS)))


def test_different_policies_sit_at_one_table_and_everybody_is_asked_for_their_own() -> None:
    write(TIMING + "return observation.shown_type", name="one.py")
    write(TIMING + "return richest_type(observation)", name="other.py")
    mixed = table("one.py:mine", "random", "other.py:mine", "counter")
    assert same(play(mixed), play(table("shown", "random", "stars", "counter")))


def test_parameters_reach_the_functions_in_declared_order() -> None:
    write(
        """
        if parameters[0] == 2.5 and parameters[1] == 1 and parameters.size == 2:
            return richest_type(observation)
        return observation.shown_type
        """,
        declared='parameters=[Parameter("a", 0, "x"), Parameter("b", "no", "y", words=("no", "yes"))]',
    )
    never = ":treasure-stars=16,treasure-last=no"
    assert same(play(table("my.py:mine:a=2.5,b=yes")), play(table(f"stars{never}")))
    assert same(play(table("my.py:mine:a=2.5")), play(table(f"shown{never}")))


@compiled_only
def test_another_value_of_a_parameter_compiles_nothing_anew() -> None:
    write(
        "return below(stream, 1 + int(parameters[0]))",
        declared='parameters=[Parameter("a", 3, "x", low=0, high=5)]',
    )
    with CompileWatch() as watch:
        first = play(table("my.py:mine"))
    assert watch.seconds > 0
    with CompileWatch() as watch:
        second = play(table("my.py:mine:a=4", "my.py:mine:a=5", "my.py:mine", "my.py:mine"))
    assert watch.seconds == 0
    assert not same(first, second)


@compiled_only
def test_the_next_process_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    write("return below(stream, observation.types)", before="\n" * 77)
    first = play(table("my.py:mine"))
    monkeypatch.setattr(compiled.DECISIONS, "_ready", {})
    monkeypatch.setattr(pluginfile, "_loaded", {})
    with CompileWatch() as watch:
        second = play(table("my.py:mine"))
    assert watch.seconds == 0
    assert same(first, second)


def test_blocks_and_threads_make_no_difference() -> None:
    write("return below(stream, observation.types)")
    at = table("my.py:mine", "random", "my.py:mine", "counter", settings=SETTINGS)
    whole = play(at, 4 * GAMES)
    parts: dict[int, Records] = {}

    def work(part: int) -> None:
        parts[part] = play(at, GAMES, part * GAMES)

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for key, values in whole.measures.items():
        joined = np.concatenate([parts[part].measures[key] for part in range(4)], axis=-1)
        assert np.array_equal(joined, values), key
    assert np.array_equal(np.concatenate([parts[part].shares for part in range(4)], axis=1), whole.shares)


def test_what_a_plugin_writes_to_the_observation_changes_nothing() -> None:
    write(
        TIMING
        + """
kind = observation.shown_type
observation.shown_type = observation.unseen_cards = observation.round_number = 0
observation.phase = 3
observation.seat = 1
observation.players = observation.types = 1
observation.unseen[0, 1] = observation.unseen_stars[1] = observation.has_treasure[0] = 99
observation.speed[0] = observation.slip[0] = 0.5
return kind
"""
    )
    assert same(play(table("my.py:mine", settings=SETTINGS)), play(table("shown", settings=SETTINGS)))
    at = table("my.py:mine")
    events = at.game.trace(at.setup, 7, 3)[1:]
    assert events == table("shown").game.trace(table("shown").setup, 7, 3)[1:]


# What authors are offered


def test_everything_offered_is_there_and_documented() -> None:
    for name in author.__all__:
        offered = getattr(author, name)
        if callable(offered):
            assert offered.__doc__, name


def test_every_field_of_the_observation_is_documented() -> None:
    from analyzer.games.cofre.kernel.state import TABLE

    described = author.__doc__ or ""
    for field in set(TABLE.names or ()) - {"phase"}:
        assert f"`{field}" in described, field


def test_the_fields_are_read_as_they_are_described() -> None:
    write(
        """
        unseen = 0
        for kind in range(observation.types):
            for stars in range(observation.most_stars + 1):
                unseen += observation.unseen[kind, stars]
        right = unseen == observation.unseen_cards and observation.rounds == observation.deck_size // 3
        right = right and observation.last_choice[observation.seat] == (
            NOTHING if observation.round_number == 0 else observation.last_choice[observation.seat])
        right = right and score(observation, 0) == observation.stars[0] - observation.hooks[0]
        right = right and observation.gold_type == 0 and observation.deck_stars[0] == 6 and observation.slip[1] == 0.2
        return observation.shown_type if right else TREASURE
        """
    )
    never = ":treasure-stars=16,treasure-last=no"
    assert same(play(table("my.py:mine", settings=SETTINGS)), play(table(f"shown{never}", settings=SETTINGS)))


def test_the_example_plays_and_beats_the_ordinary_player(folder: Path) -> None:
    example = table("stars").game.example_policy()
    (folder / "my.py").write_text(example, encoding="utf-8")
    at = table("my.py:mine", "my.py:mine:company=1,hidden=0", "stars", "random")
    assert play(at).games == GAMES
    mine = table("my.py:mine", "stars", "stars", "stars")
    if JIT_IS_ON:
        wins = play(mine, 4000).shares.sum(axis=1)
        assert wins[0] > 1.1 * wins[1:].max()


# They can break nothing

ILLEGAL = {
    "a type that is not there": ("return 6", "it chose type 6 (there is no such type), but it may choose 0 (gold), 1"),
    "a negative one": ("return -1", "it chose type -1 (there is no such type), but it may choose 0 (gold), 1 (rubies)"),
    "a huge one": ("return 10**15", "it chose type a huge number (there is no such type)"),
    "with the treasure card": ("return 99", "5 (maps) or 16 (treasure)."),
    "the treasure card twice": ("return TREASURE", "round 1, in seat 0 broke"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "words"), ILLEGAL.values(), ids=ILLEGAL)
def test_what_the_rules_forbid_is_reported_with_the_game_and_what_was_legal(body: str, words: str) -> None:
    write(body)
    first, second = refusal().splitlines()
    assert first.startswith("Policy my.py:mine broke the rules in game 0, round ")
    if body == "return TREASURE":
        assert (
            "round 1, in seat 0: it chose the treasure card, which it has used, but it may choose 0 (gold)"
            in first
        )
        assert first.endswith("4 (swords) or 5 (maps).")
    else:
        assert words in first
    assert second == "To see the game: analyzer trace cofre --game 0 --seed 7 --players 4 --policy my.py:mine"


def test_the_command_that_shows_the_game_names_the_rules() -> None:
    write("return 77")
    settings = ("deck.maps=[]", "deck.amber=[1,2]", "options.speed=[1,2]")
    second = refusal(players=2, settings=settings).splitlines()[1]
    assert second.endswith("--set 'deck.maps=[]' --set 'deck.amber=[1, 2]' --set 'options.speed=[1, 2]'")


FAILING = {
    "an index": ("return 0 * observation.stars[observation.round_number]", "IndexError: index", "line 3"),
    "a division": ("return 0 * (10 // (observation.round_number - 5))", "divi", "line 3"),
    "an error of its own": (
        'if observation.round_number > 5:\n    raise ValueError("no idea")\nreturn 0',
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
    assert first.startswith("Policy my.py:mine failed in game 0, round ")
    assert error in first
    assert first.endswith(f"(my.py, {line}).")
    assert second.startswith("To see the game: analyzer trace cofre --game 0 ")


def test_a_trace_of_a_failing_policy_shows_the_game_up_to_there() -> None:
    write("return 0 if observation.round_number < 3 else 77")
    at = table("stars", "my.py:mine", players=2)
    with pytest.raises(PolicyFailed, match="round 3, in seat 1") as caught:
        at.game.trace(at.setup, 7, 0)
    events = caught.value.events
    assert [event["event"] for event in events if event["event"] == "round"] == ["round"] * 4
    assert events[0]["event"] == "game"
    assert events[-1]["event"] == "round"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 1.5", "must return one whole number: a type, or TREASURE"),
        ("return 1, 2", "must return one whole number: a type, or TREASURE"),
        ("pass", "must return one whole number: a type, or TREASURE"),
    ],
)
def test_functions_that_return_something_else_are_refused(body: str, words: str) -> None:
    write(body)
    message = refusal()
    assert words in message
    assert "my.py" in message
