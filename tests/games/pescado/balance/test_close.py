"""Closely watched games are the same games; what is counted in them is counted again in plain Python from traces."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.balance import CanBeBalanced
from analyzer.games.pescado.game import Pescado
from analyzer.games.protocol import Event, PolicyFailed, Records, Setup
from tests.games.pescado.own_policies import same, table, write
from tests.reference.pescado import legal_plays

SEED, FIRST = 7, 5
GAMES = 200 if JIT_IS_ON else 2
TOLD = 60 if JIT_IS_ON else 2
GAME: CanBeBalanced = Pescado()

SHORT = ("options.round_limit=4",)
MANY_SPECIALS = ("options.specials_in=8", "options.left_out=8", "options.most_needs_one=false")
TABLES = [
    (("expert",), 2, ()),
    (("random", "greedy-points", "careful"), 3, MANY_SPECIALS),
    (("random",), 4, SHORT),
    (("greedy-cards",), 6, ("options.target=2",)),
]


def watched(setup: Setup, games: int = GAMES, first: int = FIRST, again: int = 0, stop: int = 0) -> Records:
    return GAME.play_closely(setup, SEED, first, games, np.array([stop]), again)


def counted(events: list[Event]) -> dict[str, int]:
    """The close figures of one game, from what its trace tells."""
    players, winners = events[0]["players"], events[-1].get("seats", [])
    options: list[int] = []
    leaders: list[int | None] = [None]
    hands: list[set[str]] = []
    lying: set[str] = set()
    for event in events:
        match event["event"]:
            case "round":
                lying = set(event["table"])
            case "deal":
                hands = [set(hand) for hand in event["hands"]]
            case "play":
                options.append(len(legal_plays(hands[event["seat"]], lying)))
                hands[event["seat"]].remove(event["card"])
                lying = lying - set(event["captured"]) if event["captured"] else lying | {event["card"]}
            case "score":
                most = max(event["totals"])
                ahead = [seat for seat in range(players) if event["totals"][seat] == most]
                leaders.append(ahead[0] if len(ahead) == 1 else leaders[-1])
    led = [leader for leader in leaders if leader is not None]
    behind = [
        number for seat in winners for number, leader in enumerate(leaders[:-1], start=1) if leader != seat
    ]
    return {
        "lead_changes": sum(one != other for one, other in pairwise(led)),
        "behind": max(behind, default=0),
        "rounds": events[-1]["rounds"],
        "plays": len(options),
        "legal_plays": sum(options),
        "forced": options.count(1),
    }


@pytest.mark.interpreted
@pytest.mark.parametrize(("policies", "players", "settings"), TABLES)
def test_watched_games_are_the_games_that_are_played(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    plain = Pescado().play(setup, SEED, FIRST, GAMES, np.zeros(1, np.int64))
    assert same(plain, watched(setup))


@pytest.mark.interpreted
@pytest.mark.parametrize(("policies", "players", "settings"), TABLES)
def test_what_is_counted_is_what_the_traces_tell(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    found = watched(setup, TOLD)
    for game in range(TOLD):
        expected = counted(Pescado().trace(setup, SEED, FIRST + game))
        assert {key: found.measures[key][game] for key in expected} == expected


@pytest.mark.interpreted
def test_every_close_measure_is_counted_and_shares_lie_between_0_and_1() -> None:
    found = watched(table("expert").setup)
    for measure in GAME.close_measures:
        values = found.measures[measure.counted]
        if measure.is_rate:
            assert (values >= 0).all() and (values <= found.measures[measure.of]).all()


@pytest.mark.interpreted
def test_where_nothing_is_left_to_chance_games_played_again_are_the_same() -> None:
    setup = table("expert", "greedy-points").setup
    assert same(watched(setup), watched(setup, again=1))


def test_games_played_again_have_their_deals_and_other_chances() -> None:
    setup = table("random", players=3).setup
    one, other, third = (watched(setup, 200, again=again) for again in range(3))
    assert np.array_equal(one.conditions["first_round"], other.conditions["first_round"])
    assert np.mean((one.measures["points"] == other.measures["points"]).all(axis=0)) < 0.1
    assert np.mean((third.measures["points"] == other.measures["points"]).all(axis=0)) < 0.1
    assert same(other, watched(setup, 200, again=1))


@pytest.mark.interpreted
def test_a_stop_begins_no_game_and_games_do_not_depend_on_how_they_are_cut() -> None:
    setup = table("random", settings=SHORT).setup
    assert watched(setup, 5, stop=1).games == 0
    whole = watched(setup, 6, again=3)
    parts: list[Any] = [watched(setup, 2, again=3), watched(setup, 4, FIRST + 2, again=3)]
    for key, values in whole.measures.items():
        cut = np.concatenate([part.measures[key] for part in parts], axis=-1)
        assert values.tolist() == cut.tolist()


@pytest.mark.parametrize(
    ("again", "told"),
    [
        (0, r"in game 5, round 0, in seat 1.*\nTo see the game: analyzer trace"),
        (1, "in game 5, its deals played"),
    ],
)
def test_a_policy_that_breaks_the_rules_is_told_of(
    again: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("return 99, 0")
    with pytest.raises(PolicyFailed, match=told):
        watched(table("expert", "my.py:mine").setup, 40, again=again)


@pytest.mark.interpreted
def test_a_special_that_stands_in_for_another_one_comes_up_at_its_places() -> None:
    base = table("expert", settings=('deck.specials=["*", "J", "13"]',)).setup
    variant = table("expert", settings=('deck.specials=["B", "13", "J"]',)).setup
    like = replace(variant, dealt_like=base.rules)
    for game in range(5):
        before, after = (Pescado().trace(setup, SEED, game)[1]["deck"] for setup in (base, like))
        assert ["B" if card == "*" else card for card in before] == after
