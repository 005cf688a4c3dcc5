"""Games in which one seat's swap is tried out are those of a policy that swaps so, and tell what it laid and held."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.hollander import openings
from analyzer.games.hollander.game import Hollander
from analyzer.games.openings import HasOpening, OpeningRecords
from analyzer.games.protocol import PolicyFailed
from analyzer.studies.request import Table
from tests.games.hollander.own_policies import LOWEST, table, write
from tests.games.hollander.test_bounds import checked
from tests.reference.hollander import LOW_FIRST, SWAPS

SEED, FIRST = 7, 5
GAMES = 300 if JIT_IS_ON else 5
HIGH_FIRST = LOW_FIRST[::-1]
GAME: HasOpening = Hollander()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def opened(
    at: Table, rule: str | Sequence[str], games: int = GAMES, first: int = FIRST, stop: int = 0
) -> OpeningRecords:
    return GAME.play_openings(at.setup, rule, SEED, first, games, np.array([stop]))


def shares_of_choosers(tables: Sequence[Table], games: int = GAMES) -> list[int]:
    """What the choosing seat of each game wins, where the table of a seat is the one at which it swaps by a rule."""
    players = len(tables)
    played = [
        at.game.play(at.setup, SEED, FIRST, games, np.zeros(1, np.int64)).shares[seat]
        for seat, at in enumerate(tables)
    ]
    return [int(played[(FIRST + game) % players][game]) for game in range(games)]


def tables_with(seated: str, others: str, players: int, settings: tuple[str, ...] = ()) -> list[Table]:
    """One table for each seat, in which a policy sits there and another one in all other seats."""
    return [
        table(
            *(seated if each == seat else others for each in range(players)),
            players=players,
            settings=settings,
        )
        for seat in range(players)
    ]


@pytest.mark.interpreted
@pytest.mark.parametrize("rule", [*SWAPS, "best"])
@pytest.mark.parametrize(("policy", "players"), [("lowest", 3), ("random:swap=random", 4), ("expert", 5)])
def test_games_are_those_of_a_policy_that_swaps_by_the_rule(policy: str, players: int, rule: str) -> None:
    short = ("options.turn_limit=120",)
    found = opened(table(policy, players=players, settings=short), rule)
    seated = f"{policy.partition(':')[0]}:swap={rule}"
    assert found.shares.tolist() == shares_of_choosers(tables_with(seated, policy, players, short))
    assert found.shares.any() or not JIT_IS_ON  # few games then
    assert found.seats.tolist() == [(FIRST + game) % players for game in range(GAMES)]
    assert found.games == GAMES


@pytest.mark.parametrize("rule", sorted({*SWAPS} - {"random"}))
def test_what_is_laid_and_held_is_what_the_rules_page_says_of_the_cards_dealt(rule: str) -> None:
    at = table("lowest", players=4)
    found = opened(at, rule, 40)
    kinds = GAME.opening(at.setup).kinds
    for game in range(40):
        deal = at.game.trace(at.setup, SEED, FIRST + game)[0]
        seat = int(found.seats[game])
        battle, hand = deal["battle"][seat], deal["hand"][seat]
        laid = Counter(SWAPS[rule](battle, hand, Random(0)))
        held = Counter([*battle, *hand]) - laid
        assert found.laid[game].tolist() == [laid[kind] for kind in kinds]
        assert found.held[game].tolist() == [held[kind] for kind in kinds]


@pytest.mark.interpreted
def test_an_order_lays_the_cards_that_come_first_in_it() -> None:
    at = table("lowest", players=4)
    high, by_order = opened(at, "high"), opened(at, HIGH_FIRST)
    for name in ("laid", "held", "shares", "finished"):
        assert np.array_equal(getattr(high, name), getattr(by_order, name))
    mixed = Random(1).sample(LOW_FIRST, len(LOW_FIRST))
    found, kinds = opened(at, mixed, 5), GAME.opening(at.setup).kinds
    for laid, held in zip(found.laid.tolist(), found.held.tolist(), strict=True):
        cards = [
            kind
            for counts in (laid, held)
            for kind, count in zip(kinds, counts, strict=True)
            for _ in range(count)
        ]
        first = Counter(sorted(cards, key=mixed.index)[:3])
        assert laid == [first[kind] for kind in kinds]


@pytest.mark.interpreted
def test_an_order_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="each of"):
        opened(table("lowest"), HIGH_FIRST[1:], 1)


def test_games_do_not_depend_on_how_they_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("random")
    whole = opened(at, "random", 100)
    monkeypatch.setattr(openings, "_TOGETHER", 7)
    parts = [opened(at, "random", 30, FIRST), opened(at, "random", 70, FIRST + 30)]
    for name in ("seats", "laid", "held", "shares", "finished"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(getattr(whole, name), joined)


@pytest.mark.interpreted
def test_a_stop_begins_no_game() -> None:
    found = opened(table("lowest"), "random", 20, stop=1)
    assert found.games == 0 and found.laid.shape == (0, 16)


@pytest.mark.interpreted
def test_unfinished_games_are_won_by_nobody() -> None:
    found = opened(table("lowest", settings=("options.turn_limit=3",)), "high", 20)
    assert not found.finished.any() and not found.shares.any()


@pytest.mark.interpreted
def test_kinds_without_a_card_are_left_out_and_hands_may_be_larger() -> None:
    at = table("lowest", settings=("deck.pirate=0", "deck.10=0", "options.hand_size=4", "deck.kraken=1"))
    opening = GAME.opening(at.setup)
    assert opening.kinds == [*map(str, range(1, 10)), "hollander", "wormhole", "island", "mutiny", "kraken"]
    assert opening.copies == [4] * 9 + [2] * 4 + [1]
    assert opening.groups == [("crew", 9), ("specials", 5)]
    found = opened(at, "random", 20)
    assert found.laid.shape == (20, 14)
    assert (found.laid.sum(axis=1) == 3).all() and (found.held.sum(axis=1) == 4).all()


@pytest.mark.interpreted
def test_the_rules_of_thumb_are_swap_rules_and_the_one_that_is_told_comes_first() -> None:
    opening = GAME.opening(table("lowest").setup)
    assert set(opening.rules_of_thumb) <= set(SWAPS)
    assert opening.rules_of_thumb[0] == "high"
    assert opening.untouched == "keep" and "keep" in opening.rules_of_thumb


# Policies of users' own


AFTER_THE_OTHERS = """
both = observation.hand + observation.battle[observation.seat]
seen = observation.battle[0]
if observation.seat != 0 and count_of(seen, highest_kind(both)) == 0:
    return highest_cards(both, 3)
return observation.battle[observation.seat]
"""
"""A swap that depends on what seat 0 has laid before."""

IMPORTS = "from analyzer.games.hollander.kernel.swaps import highest_cards\n"


@pytest.mark.interpreted
@pytest.mark.parametrize("rule", ["high", "low", "random"])
def test_swaps_of_plug_ins_see_what_earlier_seats_laid(rule: str) -> None:
    write(AFTER_THE_OTHERS, "swap", before=IMPORTS)
    found = opened(table("my.py:mine", players=3), rule)
    tables = tables_with(f"lowest:swap={rule}", "my.py:mine", 3)
    assert found.shares.tolist() == shares_of_choosers(tables)


@pytest.mark.interpreted
def test_a_plug_in_that_breaks_the_rules_in_its_swap_is_told_of_with_its_game() -> None:
    write(
        "return observation.hand if observation.seat == 2 else observation.battle[observation.seat]", "swap"
    )
    write("return observation.hand | observation.battle[observation.seat]", "swap", name="wrong.py")
    at = table("lowest", "lowest", "wrong.py:mine", "lowest")
    with pytest.raises(
        PolicyFailed, match=r"in game 5, before the first turn, in seat 2: it laid .*\n.*trace"
    ) as told:
        opened(at, "high")
    command = str(told.value).partition("analyzer trace ")[2]
    assert "--game 5" in command and "--seed 7" in command and "--policy lowest:swap=high" in command


@pytest.mark.interpreted
def test_a_plug_in_that_fails_later_is_told_of_with_the_first_game_in_which_it_does() -> None:
    write("if observation.turn == 3:\n    return 0, 0\n" + LOWEST)
    at = table("my.py:mine", players=2)
    with pytest.raises(UserError) as at_a_table:
        at.game.play(at.setup, SEED, FIRST, 20, np.zeros(1, np.int64))
    with pytest.raises(PolicyFailed) as told:
        opened(at, "keep", 20)
    first_line = str(at_a_table.value).partition("\n")[0].partition(" in game ")[2]
    assert str(told.value).partition("\n")[0].partition(" in game ")[2] == first_line


@pytest.mark.interpreted
def test_a_game_that_no_command_can_show_is_not_said_to_be_shown() -> None:
    write("return 0, 0")
    with pytest.raises(PolicyFailed) as told:
        opened(table("my.py:mine"), HIGH_FIRST, 5)
    lines = str(told.value).splitlines()
    assert len(lines) == 2 and "trace" not in lines[1] and "tried out" in lines[1]


# Bounds


def figures() -> list[str]:
    """What games of extreme tables come to."""
    full = tuple(f"deck.{kind}=15" for kind in LOW_FIRST)
    few = (*(f"deck.{rank}=0" for rank in range(5, 11)), *(f"deck.{special}=0" for special in LOW_FIRST[10:]))
    found = []
    for settings, players in (
        ((*full, "options.hand_size=5"), 6),
        ((*few, "options.hand_size=2", "options.turn_limit=200"), 2),
    ):
        at = table("lowest:swap=random", players=players, settings=settings)
        kinds = GAME.opening(at.setup).kinds
        for rule in ("random", "high", "low", "specials", "crew", "keep", "best", kinds[::-1]):
            records = opened(at, rule, 200)
            figures = np.concatenate([records.laid.ravel(), records.held.ravel(), records.shares])
            found.append(hashlib.sha256(figures.astype(np.int64).tobytes()).hexdigest())
    return found


@pytest.mark.skipif(not JIT_IS_ON, reason="Python checks every index anyway")
def test_extreme_tables_stay_within_bounds_and_give_the_same_figures() -> None:
    code = "__import__('tests.games.hollander.test_openings', fromlist=['figures']).figures()"
    assert checked(code) == figures()
