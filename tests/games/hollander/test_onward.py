"""Playing on from a position: the same whatever is played beside it, and always on cards that fit."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analyzer.core.cardset import unpacked
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.hollander.cards import KIND_NAMES
from analyzer.games.hollander.kernel.prepare import prepare_worlds
from analyzer.games.hollander.kernel.state import HIDDEN, TABLE
from analyzer.games.hollander.setup import kernel_input
from analyzer.games.positions import Position
from analyzer.games.protocol import SHARES, PolicyFailed
from analyzer.games.registry import find
from tests.games.hollander.own_policies import compiled_only, write
from tests.games.hollander.positions import as_given, game, play, read, table

pytestmark = pytest.mark.interpreted

WORLDS = 500 if JIT_IS_ON else 3
SWAP = {"hand": "1 5 kraken", "battle": "2 9 10", "battle-of": {0: "3 4 5"}}
TURN = {
    "hand": "5 5 9",
    "battle": "3 8 kraken",
    "pile": "2 4",
    "burned": "1 1 6 7 7",
    "battle-of": {1: "2 7 10", 3: "hollander 9 3"},
    "hand-size-of": {1: 5},
    "known-of": {1: "2 8 8", 0: "9"},
}
MIXED = ("lowest:swap=high", "random", "expert", "counter:swap=random")


def swap_position() -> Position:
    return read("swap", SWAP, 2, table(*MIXED))


def turn_position(*policies: str) -> Position:
    return read("play", TURN, 0, table(*policies or MIXED))


POSITIONS = (swap_position, turn_position)


@pytest.mark.parametrize("position", POSITIONS)
def test_shares_are_a_win_or_nothing_one_for_each_action_and_world(position: Any) -> None:
    asked = position()
    shares = play(asked, WORLDS)
    assert shares.shape == (len(asked.actions), WORLDS)
    assert set(np.unique(shares).tolist()) <= {0, SHARES}


@pytest.mark.parametrize("position", POSITIONS)
def test_what_an_action_wins_does_not_depend_on_the_others(position: Any) -> None:
    asked = position()
    everything = play(asked, WORLDS)
    chosen = [len(asked.actions) - 1, 0, 2]
    assert np.array_equal(play(asked, WORLDS, chosen), everything[chosen])
    assert np.array_equal(play(asked, WORLDS, [1]), everything[[1]])


@pytest.mark.parametrize("position", POSITIONS)
def test_worlds_are_the_same_however_they_are_shared_out(position: Any) -> None:
    asked = position()
    whole = play(asked, WORLDS, first=5)
    cut = [0, 1, WORLDS // 3, WORLDS]
    parts = [play(asked, end - start, first=5 + start) for start, end in pairwise(cut)]
    assert np.array_equal(np.concatenate(parts, axis=1), whole)


@compiled_only
@pytest.mark.parametrize("position", POSITIONS)
def test_threads_share_nothing(position: Any) -> None:
    asked = position()
    alone = play(asked, WORLDS)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: play(asked, WORLDS), range(8)))
    assert all(np.array_equal(shares, alone) for shares in together)


def test_the_canonical_form_is_played_alike() -> None:
    asked = turn_position()
    again = read("play", as_given(asked), 0, table(*MIXED))
    assert np.array_equal(play(again, WORLDS), play(asked, WORLDS))


@compiled_only
def test_another_seed_and_other_numbers_are_other_worlds() -> None:
    asked = turn_position()
    first = play(asked, WORLDS)
    assert not np.array_equal(first, play(asked, WORLDS, seed=2))
    assert not np.array_equal(first, play(asked, WORLDS, first=2**62 - WORLDS))


def test_turns_that_have_been_played_count_towards_the_limit() -> None:
    last = read("play", TURN | {"turn": 1999}, 0, table(*MIXED))
    assert not play(last, WORLDS).any()  # H28


@pytest.mark.parametrize("position", POSITIONS)
def test_no_world_is_begun_once_the_flag_is_set(position: Any) -> None:
    asked = position()
    shares = find("hollander").play_on(asked, [0, 1, 2], 1, 0, WORLDS, np.ones(1, np.int64))  # type: ignore[attr-defined]
    assert shares.shape == (3, 0)


@compiled_only
@pytest.mark.parametrize("position", POSITIONS)
def test_a_flag_set_on_the_way_leaves_an_unbroken_run_of_whole_worlds(position: Any) -> None:
    asked, stop = position(), np.zeros(1, np.int64)
    play(asked, 1)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(game(table()).play_on, asked, [0, 1, 2], 1, 0, 1_000_000, stop)
        while not running.running():
            pass
        stop[0] = 1
        shares = running.result(timeout=20)
    assert shares.shape[0] == 3 and shares.shape[1] < 1_000_000
    if shares.shape[1] > 0:
        assert np.array_equal(shares, play(asked, shares.shape[1], [0, 1, 2]))


# The cards of a world


def worlds_of(position: Position, count: int) -> tuple[Any, Any]:
    """The games with the first action, before they go on."""
    given = kernel_input(position.setup)
    tables, hiddens = np.zeros(count, TABLE), np.zeros(count, HIDDEN)
    start = position.state
    made = prepare_worlds(
        start.observations,
        np.int64(start.unseen_battle),
        given.policies,
        given.plugins,
        given.tables[1:],
        np.ascontiguousarray(start.actions[:1]),
        np.uint64(3),
        np.int64(0),
        tables,
        hiddens,
    )
    assert made == count
    return tables, hiddens


def names(card_set: Any) -> list[str]:
    return [KIND_NAMES[kind] for kind in unpacked(int(card_set))]


def test_known_cards_stay_where_they_are_known_to_be_and_every_card_is_somewhere() -> None:
    position = turn_position()
    deck = Counter(names(position.state.observations[0]["deck"]))
    unknown_hands = set()
    for table_, hidden in zip(*worlds_of(position, max(WORLDS // 10, 3)), strict=True):
        hands = [names(hidden["hands"][seat]) for seat in range(4)]
        assert [len(hand) for hand in hands] == [3, 5, 3, 3]  # seat 0 played a 5 and drew
        assert not Counter(["2", "8", "8"]) - Counter(hands[1])
        battles = [names(table_["battle"][seat]) for seat in range(4)]
        assert battles[0] == ["3", "8", "kraken"]
        assert battles[1] == ["2", "7", "10"] and battles[3] == ["3", "9", "hollander"]
        assert len(battles[2]) == 3
        assert names(table_["burned"]) == ["1", "1", "6", "7", "7"]
        assert names(table_["pile"]) == ["2", "4", "5"]
        places = [*hands, *battles, names(table_["pile"]), names(table_["burned"])]
        places += [[KIND_NAMES[kind] for kind in finals] for finals in hidden["finals"][:4]]
        next_card = int(hidden["next_card"])
        drawn = hidden["deck"][next_card : next_card + int(table_["draw_pile_size"])]
        places.append([KIND_NAMES[kind] for kind in drawn])
        assert Counter(card for cards in places for card in cards) == deck
        unknown_hands.add(tuple(hands[2] + battles[2]))
    assert len(unknown_hands) > 1


def test_before_the_deciding_player_only_those_swap_whose_cards_were_not_given() -> None:
    tables, _ = worlds_of(read("swap", SWAP, 2, table("lowest:swap=high")), max(WORLDS // 10, 3))
    laid = [names(table_["battle"][1]) for table_ in tables]
    assert all(names(table_["battle"][0]) == ["3", "4", "5"] for table_ in tables)
    specials = {"hollander", "wormhole", "pirate", "island", "mutiny", "kraken"}
    if JIT_IS_ON:  # `high` lays specials that other players rarely have among three cards
        assert sum(bool(specials & set(cards)) for cards in laid) > 0.7 * len(laid)


# Policies of users' own


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def failure(position: Position) -> str:
    with pytest.raises(PolicyFailed) as caught:
        play(position, 50)
    message = str(caught.value)
    assert len(message.splitlines()) == 1 and message.startswith("Policy my.py:mine ")
    return message


def test_a_policy_of_ones_own_plays_on_as_the_same_built_in_one() -> None:
    write("return lowest_play(observation)")
    asked = turn_position("expert", "my.py:mine", "lowest", "random")
    built_in = turn_position("expert", "lowest", "lowest", "random")
    assert np.array_equal(play(asked, WORLDS), play(built_in, WORLDS))


def test_a_policy_that_breaks_the_rules_is_named_with_world_and_seat() -> None:
    write("return 15, 9")
    message = failure(turn_position("lowest", "my.py:mine", "lowest", "lowest"))
    assert "broke the rules in world 0 of the position, turn 1, in seat 1: it played kraken x 9" in message


def test_a_policy_that_fails_is_named_with_world_and_seat() -> None:
    write("return observation.battle[observation.turn + 4], 1")
    message = failure(turn_position("lowest", "lowest", "my.py:mine", "lowest"))
    assert "failed in world 0 of the position, turn 2, in seat 2" in message


def test_a_swap_before_the_deciding_player_that_breaks_the_rules_is_told() -> None:
    write("return observation.hand", "swap")
    at = table("lowest", "my.py:mine", "lowest", "lowest", settings=["options.hand_size=2"])
    message = failure(read("swap", {"hand": "1 5", "battle": "2 9 10"}, 2, at))
    assert "broke the rules in world 0 of the position, before the first turn, in seat 1" in message


def test_a_swap_before_the_deciding_player_that_fails_is_told() -> None:
    write("return observation.battle[observation.seat + 9]", "swap")
    message = failure(
        read(
            "swap",
            {"hand": "1 5 6", "battle": "2 9 10"},
            2,
            table("lowest", "my.py:mine", "lowest", "lowest"),
        )
    )
    assert "failed in world 0 of the position, before the first turn, in seat 1" in message


def test_a_policy_that_cannot_be_compiled_is_an_error_of_the_user() -> None:
    write("return observation.nothing, 1")
    with pytest.raises(UserError):
        play(turn_position("lowest", "my.py:mine", "lowest", "lowest"), 5)
