"""Closely watched games are the same games; what is counted in them is counted again in plain Python from traces."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games.balance import CanBeBalanced
from analyzer.games.cofre.game import Cofre
from analyzer.games.protocol import Event, PolicyFailed, Records, Setup
from tests.games.cofre.own_policies import same, table, write

SEED, FIRST = 7, 5
GAMES = 300 if JIT_IS_ON else 10
GAME: CanBeBalanced = Cofre()

NO_TYPES = tuple(f"deck.{name}=[]" for name in ("pearls", "crowns", "swords", "maps"))
SLIPPERY = ("options.slip=[0.2, 0, 0.5]", "options.speed=[1, 2, 0.5]")
FEW_TYPES = (*NO_TYPES, "deck.gold=[0, 1, 1]", "deck.rubies=[2, 1, 3]")
ONE_TYPE = (*NO_TYPES, "deck.rubies=[]", "deck.gold=[1, 2, 3, 0, 1, 2, 3, 0]", "options.slip=0.3")
TABLES = [
    (("stars",), 4, ()),
    (("random", "expert", "counter"), 3, SLIPPERY),
    (("random",), 6, FEW_TYPES),
    (("random", "stars"), 2, ONE_TYPE),
]


def watched(setup: Setup, games: int = GAMES, first: int = FIRST, again: int = 0, stop: int = 0) -> Records:
    return GAME.play_closely(setup, SEED, first, games, np.array([stop]), again)


def scores_by_round(events: list[Event], players: int) -> Iterator[list[int]]:
    """The scores after each round."""
    scores = [0] * players
    for event in events[2:]:
        match event["event"]:
            case "round" | "win":
                yield [*scores]
            case "gain":
                scores[event["seat"]] += sum(int(card.rpartition("-")[2]) for card in event["cards"])
            case "hook":
                scores[event["seat"]] -= 1
            case "unhook":
                scores[event["seat"]] += event["count"]


def counted(events: list[Event], players: int) -> dict[str, int]:
    """The close measures of a game, from its trace alone."""
    leaders: list[int | None] = [None]
    for scores in scores_by_round(events, players):
        ahead = [seat for seat in range(players) if scores[seat] == max(scores)]
        leaders.append(ahead[0] if len(ahead) == 1 else leaders[-1])
    winners = events[-1]["seats"]
    without = [
        number for number, leader in enumerate(leaders[:-1], 1) if any(seat != leader for seat in winners)
    ]
    types = len(events[0]["rules"]["deck"])
    options, used = [], set()
    for event in events:
        if event["event"] == "choose":
            options += [types + (seat not in used) for seat in range(players)]
            used |= {seat for seat in range(players) if event["choices"][seat] == "treasure"}
    led = [leader for leader in leaders if leader is not None]
    return {
        "lead_changes": sum(one != other for one, other in pairwise(led)),
        "behind": max(without),
        "rounds": len(leaders) - 1,
        "decisions": len(options),
        "legal_choices": sum(options),
        "forced": options.count(1),
    }


@pytest.mark.interpreted
@pytest.mark.parametrize(("policies", "players", "settings"), TABLES)
def test_watched_games_are_the_games_that_are_played(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    plain = Cofre().play(setup, SEED, FIRST, GAMES, np.zeros(1, np.int64))
    assert same(plain, watched(setup))


@pytest.mark.interpreted
@pytest.mark.parametrize(("policies", "players", "settings"), TABLES)
def test_what_is_counted_is_what_the_traces_tell(
    policies: tuple[str, ...], players: int, settings: tuple[str, ...]
) -> None:
    setup = table(*policies, players=players, settings=settings).setup
    found = watched(setup)
    for game in range(min(GAMES, 100)):
        expected = counted(Cofre().trace(setup, SEED, FIRST + game), players)
        assert {key: found.measures[key][game] for key in expected} == expected


def test_the_tables_have_games_with_forced_choices_shared_wins_and_changes_of_the_lead() -> None:
    forced = watched(table(*TABLES[3][0], players=2, settings=ONE_TYPE).setup)
    assert forced.measures["forced"].max() > 0
    many = watched(table("random", players=6, settings=FEW_TYPES).setup)
    assert ((many.shares > 0).sum(axis=0) > 1).any()
    assert watched(table("stars").setup).measures["lead_changes"].max() > 1


@pytest.mark.interpreted
def test_every_close_measure_is_counted_and_shares_lie_between_0_and_1() -> None:
    found = watched(table("random").setup)
    for measure in GAME.close_measures:
        values = found.measures[measure.counted]
        if measure.is_rate:
            assert (values >= 0).all() and (values <= found.measures[measure.of]).all()


@pytest.mark.interpreted
def test_where_nothing_is_left_to_chance_games_played_again_are_the_same() -> None:
    # A player a thousand times as fast as another one comes first, and `stars` and `shown` decide by what they see.
    setup = table("stars", "shown", players=2, settings=("options.speed=[1000000, 0.000001]",)).setup
    assert same(watched(setup), watched(setup, again=1))


def test_games_played_again_have_their_deal_and_other_chances() -> None:
    setup = table("random", players=3).setup
    one, other, third = (watched(setup, 200, again=again).measures["scores"] for again in range(3))
    assert np.mean((one == other).all(axis=0)) < 0.1
    assert np.mean((other == third).all(axis=0)) < 0.1
    assert np.array_equal(other, watched(setup, 200, again=1).measures["scores"])


def test_orders_of_speed_and_slips_are_drawn_anew_and_the_deal_is_not() -> None:
    # All lay the type of the face-up card: so the stars won depend on the deal alone, and who wins them on speed.
    setup = table("shown:treasure-from=240,treasure-last=no", players=3).setup
    one, other = (watched(setup, 200, again=again).measures["scores"] for again in range(2))
    assert np.array_equal(one.sum(axis=0), other.sum(axis=0))
    assert np.mean((one == other).all(axis=0)) < 0.1
    slippery = table(
        "shown", players=2, settings=("options.slip=0.5", "options.speed=[1000000, 0.000001]")
    ).setup
    slips, slips_again = (watched(slippery, 200, again=again).measures["slips"] for again in range(2))
    assert np.mean(slips == slips_again) < 0.5


@pytest.mark.interpreted
def test_a_stop_begins_no_game_and_games_do_not_depend_on_how_they_are_cut() -> None:
    setup = table("random").setup
    assert watched(setup, 5, stop=1).games == 0
    whole = watched(setup, 6, again=3)
    parts = [watched(setup, 2, again=3), watched(setup, 4, FIRST + 2, again=3)]
    for key, values in whole.measures.items():
        joined = np.concatenate([part.measures[key] for part in parts], axis=-1)
        assert np.array_equal(values, joined)


@pytest.mark.parametrize(
    ("again", "told"), [(0, "To see the game: analyzer trace"), (1, "its deal played again, round 3")]
)
def test_a_policy_that_breaks_the_rules_is_told_of(
    again: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("if observation.round_number == 3:\n    return 99\nreturn 0")
    with pytest.raises(PolicyFailed, match=r"game 5, .*round 3, in seat 1") as caught:
        watched(table("stars", "my.py:mine", "stars", "stars").setup, 40, again=again)
    assert told in str(caught.value)
