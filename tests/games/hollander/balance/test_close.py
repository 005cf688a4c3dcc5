"""Closely watched games are the same games; what is counted in them is counted again in plain Python from traces."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.balance import CanBeBalanced
from analyzer.games.hollander.game import Hollander
from analyzer.games.protocol import PolicyFailed, Records, Setup
from tests.games.hollander.own_policies import LOWEST, same, table, write
from tests.reference import hollander as reference

SEED, FIRST = 7, 5
GAMES = 300 if JIT_IS_ON else 3
GAME: CanBeBalanced = Hollander()

SHORT = ("options.turn_limit=150",)
OTHERWISE = (
    *SHORT,
    "options.refill_mid_turn=false",
    "options.hand_size=4",
    "options.poker_size=3",
    "options.hollander_on_hollander_skips=true",
)
TABLES = [
    (("lowest",), 4, ()),
    (("random",), 2, SHORT),
    (("random:swap=random", "expert", "lowest:swap=high"), 3, OTHERWISE),
    (("random", "expert"), 2, OTHERWISE),
]


def watched(setup: Setup, games: int = GAMES, first: int = FIRST, again: int = 0, stop: int = 0) -> Records:
    return GAME.play_closely(setup, SEED, first, games, np.array([stop]), again)


class Watcher(reference.Recorded):
    """Feeds a recorded game to the reference engine, and looks at its table."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        super().__init__(events)
        self.legal_plays: list[int] = []
        self.leaders: list[int | None] = []
        self.played = reference.Game(events[0], self, observer=self.look)

    def play(self, seat: int, game: reference.Game, legal: list[reference.Play]) -> reference.Play:
        self.legal_plays.append(len(set(legal)))
        return super().play(seat, game, legal)

    def look(self, event: dict[str, Any]) -> None:
        if event["event"] != "turn":
            return
        game = self.played
        left = [
            sum(len(cards[seat]) for cards in (game.hand, game.battle, game.final))
            for seat in range(game.players)
        ]
        ahead = [seat for seat in range(game.players) if left[seat] == min(left)]
        before = self.leaders[-1] if self.leaders else None
        self.leaders.append(ahead[0] if len(ahead) == 1 else before)

    def counted(self) -> dict[str, int]:
        last = self.played.run()[-1]
        led = [leader for leader in self.leaders if leader is not None]
        behind = [turn for turn, leader in enumerate(self.leaders, start=1) if leader != last.get("seat")]
        return {
            "lead_changes": sum(one != other for one, other in pairwise(led)),
            "behind": max(behind, default=0) if last["event"] == "win" else 0,
            "turns": last["turns"],
            "decisions": len(self.legal_plays),
            "legal_plays": sum(self.legal_plays),
            "forced": self.legal_plays.count(1),
        }


@pytest.mark.interpreted
@pytest.mark.parametrize(("policies", "players", "settings"), TABLES)
def test_watched_games_are_the_games_that_are_played(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    plain = Hollander().play(setup, SEED, FIRST, GAMES, np.zeros(1, np.int64))
    assert same(plain, watched(setup))


@pytest.mark.interpreted
@pytest.mark.parametrize(("policies", "players", "settings"), TABLES)
def test_what_is_counted_is_what_the_reference_engine_sees(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    found = watched(setup)
    for game in range(GAMES):
        expected = Watcher(Hollander().trace(setup, SEED, FIRST + game)).counted()
        assert {key: found.measures[key][game] for key in expected} == expected


@pytest.mark.interpreted
def test_every_close_measure_is_counted_and_shares_lie_between_0_and_1() -> None:
    found = watched(table("lowest").setup)
    for measure in GAME.close_measures:
        counted = found.measures[measure.counted]
        if measure.is_rate:
            assert (counted >= 0).all() and (counted <= found.measures[measure.of]).all()


@pytest.mark.interpreted
def test_where_nothing_is_left_to_chance_games_played_again_are_the_same() -> None:
    # Nobody comes to a final card within so few turns, and nobody decides at random.
    setup = table("lowest", settings=("options.turn_limit=20",)).setup
    assert same(watched(setup), watched(setup, again=1))


def test_games_played_again_have_their_deal_and_other_chances() -> None:
    setup = table("random", players=3, settings=SHORT).setup
    one, other, third = (watched(setup, 200, again=again) for again in range(3))
    decided = [each.measures["legal_plays"] for each in (one, other, third)]
    assert np.mean(decided[0] == decided[1]) < 0.2
    assert np.mean(decided[1] == decided[2]) < 0.2
    assert same(other, watched(setup, 200, again=1))


def test_the_deal_decides_alike_however_often_it_is_played_again() -> None:
    # With final cards alone left to chance, most games of a deal have one winner.
    setup = table("lowest", players=2).setup
    one, other = (watched(setup, 2_000, again=again) for again in range(2))
    assert 0.6 < np.mean(one.shares[0] == other.shares[0]) < 1
    unlike = watched(setup, 2_000, first=FIRST + 2_000, again=1)
    assert np.mean(one.shares[0] == unlike.shares[0]) < 0.6


@pytest.mark.interpreted
def test_a_stop_begins_no_game_and_games_do_not_depend_on_how_they_are_cut() -> None:
    setup = table("random", settings=SHORT).setup
    assert watched(setup, 5, stop=1).games == 0
    whole = watched(setup, 6, again=3)
    parts = [watched(setup, 2, again=3), watched(setup, 4, FIRST + 2, again=3)]
    for key, values in whole.measures.items():
        assert values.tolist() == [each for part in parts for each in part.measures[key].tolist()]


@pytest.mark.parametrize(
    ("again", "told"), [(0, "To see the game: analyzer trace"), (1, "No command shows this game")]
)
def test_a_policy_that_breaks_the_rules_is_told_of(
    again: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("if observation.turn == 1:\n    return 0, 0\n" + LOWEST)
    with pytest.raises(PolicyFailed, match=rf"in game \d+, turn 1, in seat 1.*\n{told}"):
        watched(table("lowest", "my.py:mine", "lowest", "lowest").setup, 40, again=again)


@pytest.mark.interpreted
def test_a_variant_is_watched_in_the_deals_of_its_base() -> None:
    base = table("lowest").setup
    variant = table("lowest", settings=("deck.kraken=3", "deck.6=3")).setup
    like = replace(variant, dealt_like=base.rules)
    plain = Hollander().play(like, SEED, FIRST, GAMES, np.zeros(1, np.int64))
    assert same(plain, watched(like))
