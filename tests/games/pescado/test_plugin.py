"""Policies of users' own play what they decide, can break nothing, and are told in plain words what is wrong."""

import threading
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.compiling import CompileWatch
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games import pluginfile
from analyzer.games.pescado import compiled
from analyzer.games.pescado import plugin as author
from analyzer.games.pescado.kernel.state import TABLE
from analyzer.games.protocol import PolicyFailed, Records
from tests.games.pescado.own_policies import GAMES, compiled_only, play, refusal, same, table, write

pytestmark = pytest.mark.interpreted

GREEDY = "return greedy_play(observation)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# They play what they decide


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_copy_of_a_built_in_policy_gives_exactly_its_figures(players: int) -> None:
    write(GREEDY)
    copy = play(table("my.py:mine", players=players))
    assert same(copy, play(table("greedy-points", players=players)))


def test_a_copy_of_random_draws_the_same_numbers() -> None:
    write("return nth_play(observation, below(stream, count_plays(observation)))")
    assert same(play(table("my.py:mine")), play(table("random")))


def test_different_policies_sit_at_one_table() -> None:
    write(GREEDY)
    mixed = table("my.py:mine", "random", "my.py:mine", players=3)
    assert same(play(mixed), play(table("greedy-points", "random", "greedy-points", players=3)))


def test_parameters_come_in_declared_order() -> None:
    write(
        "if parameters[1] > 0.5:\n    return greedy_play(observation)\nreturn nth_play(observation, 0)",
        declared='parameters=[Parameter("a", "x", "words", words=("x", "y")), Parameter("b", 1, "a number")]',
    )
    assert same(play(table("my.py:mine:a=y")), play(table("greedy-points")))
    assert not same(play(table("my.py:mine:b=0")), play(table("greedy-points")))


@compiled_only
def test_the_next_process_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    write("return nth_play(observation, 0)", before="\n" * 77)
    first = play(table("my.py:mine"))
    monkeypatch.setattr(compiled.DECISIONS, "_ready", {})
    monkeypatch.setattr(pluginfile, "_loaded", {})
    with CompileWatch() as watch:
        second = play(table("my.py:mine"))
    assert watch.seconds == 0
    assert same(first, second)


def test_what_a_plugin_writes_to_the_observation_changes_nothing() -> None:
    write(
        """
        card, captured = greedy_play(observation)
        observation.hand = observation.table = EMPTY
        observation.seat = 1
        observation.phase = 3
        observation.players = 6
        observation.captured[0] = observation.deck
        observation.scores[1] = observation.deals = 0
        observation.last_capturer = 1
        return card, captured
        """
    )
    assert same(play(table("my.py:mine")), play(table("greedy-points")))
    at = table("my.py:mine")
    events = at.game.trace(at.setup, 7, 1)
    assert events[0]["policies"] == ["my.py:mine"] * 2
    assert events[1:] == table("greedy-points").game.trace(table("greedy-points").setup, 7, 1)[1:]


def test_blocks_and_threads_make_no_difference() -> None:
    write("return nth_play(observation, below(stream, count_plays(observation)))")
    at = table("my.py:mine", "random")
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


# They can break nothing

ILLEGAL = {
    "a card that it does not have": (
        "return J, EMPTY",
        ["it played J, but its hand is tuna-1, tuna-3, c-10"],
    ),
    "no card at all": (
        "return 77, EMPTY",
        ["it played card 77 (there is no such card), but its hand is tuna-1"],
    ),
    "a negative card": ("return -7, EMPTY", ["it played card -7 (there is no such card)"]),
    "a huge card": ("return 10**15, EMPTY", ["it played card a huge number (there is no such card)"]),
    "a capture left out": (
        "return lowest(observation.hand), EMPTY",
        ["it played tuna-1 and captured nothing, but with tuna-1 it must capture c-6 + b-8"],
    ),
    "a wrong sum": (
        "return lowest(observation.hand), observation.table",
        ["captured tuna-5 + c-6 + b-8 + b-10, but with tuna-1 it must capture c-6 + b-8"],
    ),
    "cards from elsewhere": (
        "return lowest(observation.hand), observation.hand",
        ["captured tuna-1 + tuna-3 + c-10, but the table is tuna-5 + c-6 + b-8 + b-10"],
    ),
    "nonsense": (
        "return lowest(observation.hand), bit(60)",
        ["captured something that is no card, but the table is"],
    ),
    "where nothing captures": (
        "return highest(observation.hand), observation.table & ~bit(lowest(observation.table))",
        ["it played c-10 and captured c-6 + b-8 + b-10, but with c-10 it must capture tuna-5"],
    ),
}


@pytest.mark.parametrize(("body", "words"), ILLEGAL.values(), ids=ILLEGAL)
def test_what_the_rules_forbid_is_reported_with_the_game_and_what_was_legal(
    body: str, words: list[str]
) -> None:
    # In game 0 of seed 1 the table is 5, 6, 8 and 10, and seat 0 holds 1, 3 and 10.
    write(body)
    at = table("my.py:mine")
    with pytest.raises(PolicyFailed) as caught:
        at.game.play(at.setup, 1, 0, 5, np.zeros(1, np.int64))
    first, second = str(caught.value).splitlines()
    assert first.startswith("Policy my.py:mine broke the rules in game 0, round 0, in seat 0: ")
    for word in words:
        assert word in first
    assert (
        second == "To see the game: analyzer trace pescado --game 0 --seed 1 --players 2 --policy my.py:mine"
    )


SPECIAL = {
    "a star that takes nothing": (
        "if observation.hand & bit(STAR) and observation.table:\n    return STAR, EMPTY\n" + GREEDY,
        "it played * and captured nothing, but with * it must take just one card of the table",
    ),
    "a star that takes two": (
        (
            "if observation.hand & bit(STAR) and popcount(observation.table) > 1:\n    return STAR, observation.table\n"
            "return greedy_play(observation)"
        ),
        "but with * it must take just one card of the table",
    ),
    "a J that captures": (
        (
            "if observation.hand & bit(J) and observation.table:\n    return J, observation.table\n"
            "return greedy_play(observation)"
        ),
        "but J captures nothing",
    ),
    "a J in a sum": (
        ("card, captured = greedy_play(observation)\nreturn card, taken_by(observation, captured)"),
        " + J, but with ",
    ),
    "a capture that there is not": (
        (
            "card, captured = greedy_play(observation)\nif captured == EMPTY and observation.table and card < J:\n"
            "    return card, bit(lowest(observation.table))\nreturn card, captured"
        ),
        ", but nothing makes 15 with it: the table is ",
    ),
}


@pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")
@pytest.mark.parametrize(("body", "words"), SPECIAL.values(), ids=SPECIAL)
def test_special_cards_have_their_own_words(body: str, words: str) -> None:
    write(body)
    assert words in refusal("my.py:mine", "random", games=400)


FAILING = {
    "an index": (
        "return greedy_play(observation)[0] + observation.scores[99], EMPTY",
        "IndexError: index",
        3,
    ),
    "a parameter that is not there": (
        "return 0, EMPTY if parameters[0] > 0 else EMPTY",
        "IndexError: index",
        3,
    ),
    "a card out of range": ("x = 0\nreturn value(observation.seat + 50), EMPTY", "IndexError: index", 4),
    "an error of its own": (
        'if observation.round_number == 1:\n    raise ValueError("no idea")\nreturn greedy_play(observation)',
        "ValueError: no idea",
        4,
    ),
}


@pytest.mark.parametrize(("body", "error", "line"), FAILING.values(), ids=FAILING)
def test_what_fails_in_a_game_is_reported_with_the_game_and_the_line(
    body: str, error: str, line: int
) -> None:
    write(body)
    first, second = refusal(players=3).splitlines()
    assert first.startswith("Policy my.py:mine failed in game 0, round ")
    assert error in first
    assert first.endswith(f"(my.py, line {line}).")
    assert (
        second == "To see the game: analyzer trace pescado --game 0 --seed 7 --players 3 --policy my.py:mine"
    )


@compiled_only
def test_the_first_game_that_fails_is_the_one_reported_and_traced() -> None:
    write("if observation.round_number == 4:\n    return 77, EMPTY\nreturn greedy_play(observation)")
    games = 200
    lengths = play(table("greedy-points"), games).lengths
    game = int(np.argmax(lengths > 4))
    assert 0 < game < games and lengths[game] > 4
    at = table("my.py:mine")
    assert play(at, game).games == game
    with pytest.raises(PolicyFailed, match=rf"in game {game}, round 4, in seat \d") as played:
        play(at, games)
    with pytest.raises(PolicyFailed) as traced:
        at.game.trace(at.setup, 7, game)
    assert str(traced.value) == str(played.value)
    events = traced.value.events
    assert events[0]["event"] == "game"
    assert [event["round"] for event in events if event["event"] == "round"] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return lowest(observation.hand)", "play returns"),
        (
            "return lowest(observation.hand), 0.5",
            "it must return two whole numbers: a card, and the card set",
        ),
    ],
)
def test_a_wrong_answer_is_refused(body: str, words: str) -> None:
    write(body)
    assert words in refusal()


def test_a_policy_of_another_game_is_refused() -> None:
    Path("other.py").write_text(
        "from analyzer.games.hollander.plugin import *\n"
        'mine = policy("mine", summary="x", play=lowest_play and (lambda observation, parameters, stream: (0, 1)))\n',
        encoding="utf-8",
    )
    with pytest.raises(UserError, match="is for the game hollander, not for pescado"):
        table("other.py:mine")


# What authors are offered


def test_everything_offered_is_there_and_documented() -> None:
    for name in author.__all__:
        offered = getattr(author, name)
        if callable(offered):
            assert offered.__doc__, name


def test_every_field_of_the_observation_is_documented() -> None:
    described = author.__doc__ or ""
    for field in set(TABLE.names or ()) - {"phase"}:
        assert f"`{field}" in described, field


@compiled_only
def test_all_that_is_offered_can_be_called() -> None:
    write(
        """
        card, captured = nth_play(observation, count_plays(observation) - 1)
        after = table_after(observation, card, captured)
        total = chance_held(observation, takers(after)) + expected_in_play(observation, unseen_cards(observation))
        total += unknown_in_play(observation) + plays_left(observation) + cards_of_next(observation)
        total += popcount(seen_cards(observation)) + next_seat(observation, 1) + value(card)
        if can_capture(observation.table, card):
            best, worth = best_capture(observation.table, card, WORTHS)
            total += worth + is_capture(card, best) + count_captures(observation.table, card)
            captured = nth_capture(observation.table, card, 0)
        total += popcount(nth_card(observation.hand, 0)) + highest(observation.hand)
        total += popcount((NUMBERS | SPECIAL_CARDS | TUNA | SEVENS | SEVEN_OF_TUNA) & without_lowest(after))
        if total < 0:
            return lowest(observation.hand), EMPTY
        return card, captured
        """
    )
    assert play(table("my.py:mine", players=4)).games == GAMES


def test_the_example_plays_and_uses_all_it_says(folder: Path) -> None:
    example = table("random").game.example_policy()
    (folder / "my.py").write_text(example, encoding="utf-8")
    assert play(table("my.py:mine", "my.py:mine:fear=2", "random", players=3)).games == GAMES
    if JIT_IS_ON:
        wins = play(table("my.py:mine", "greedy-points"), 4000).shares.sum(axis=1, dtype=np.int64)
        assert wins[0] > 1.1 * wins[1]
