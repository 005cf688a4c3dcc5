"""The figures of many games are those of their traces, in blocks of any size."""

from collections import Counter

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.games import registry
from analyzer.games.pescado.cards import ITEMS, SPECIALS
from analyzer.games.protocol import SHARES, Records
from analyzer.games.tally import Tally, play_block
from analyzer.studies.request import set_table

pytestmark = pytest.mark.interpreted

GAMES = 120 if JIT_IS_ON else 6
TABLES = [
    (2, ["random", "greedy-points"], []),
    (3, ["greedy-cards"], ["options.target=4"]),
    (4, ["random"], ["options.round_limit=2"]),
    (6, ["careful"], ["options.most_needs_one=false", "options.target=2"]),
]


def play(table, count, first=0, stop=0):
    return table.game.play(table.setup, 9, first, count, np.full(1, stop, np.int64))


@pytest.mark.parametrize(("players", "policies", "changes"), TABLES)
def test_records_are_what_the_traces_tell(players, policies, changes):
    table = set_table("pescado", players=players, policies=policies, settings=changes)
    records = play(table, GAMES)
    labels = {each.key: each.labels for each in table.game.conditions}
    for game in range(GAMES):
        events = table.game.trace(table.setup, 9, game)
        last = events[-1]
        winners = last.get("seats", [])
        scores = [event for event in events if event["event"] == "score"]
        rounds = [event for event in events if event["event"] == "round"]
        totals = scores[-1]["totals"]
        assert records.finished[game] == bool(winners)
        assert records.shares[:, game].tolist() == [
            SHARES // len(winners) if seat in winners else 0 for seat in range(players)
        ]
        assert records.lengths[game] == last["rounds"] == len(rounds)
        measured = {key: values[..., game].tolist() for key, values in records.measures.items()}
        plays = sum(event["event"] == "play" for event in events)
        assert records.steps[game] == measured["plays"] == plays
        assert measured["pescados"] == sum(event.get("pescado", False) for event in events)
        assert measured["points"] == totals
        for item in ITEMS:
            brought = [sum(event["items"][seat][item] for event in scores) for seat in range(players)]
            assert measured[f"points_from_{item}"] == sum(brought)
            without = [total - points for total, points in zip(totals, brought, strict=True)]
            others = [seat for seat in range(players) if without[seat] == max(without)]
            assert measured[f"decided_by_{item}"] == bool(winners and others != winners)
        for key, seen in (("first_round", rounds[:1]), ("any_round", rounds)):
            bits = int(records.conditions[key][game])
            there = {name for bit, name in enumerate(labels[key]) if bits >> bit & 1}
            assert there == {name for event in seen for name in event["specials"]}
    total = sum(records.measures[f"points_from_{item}"] for item in ITEMS)
    assert np.array_equal(total, records.measures["points"].sum(axis=0))


def test_blocks_make_no_difference():
    table = set_table("pescado", players=2, policies=["random", "expert"])
    whole = Tally.of(play(table, GAMES))
    parts = None
    for first in range(0, GAMES, GAMES // 3):
        tally = play_block(table.game, table.setup, 9, first, GAMES // 3, np.zeros(1, np.int64))
        if parts is None:
            parts = tally
        else:
            parts.add(tally)
    assert parts.games == whole.games == GAMES
    assert np.array_equal(parts.lengths, whole.lengths)
    for key, values in whole.sums.items():
        assert np.array_equal(parts.sums[key], values)
    for key, tally in whole.conditions.items():
        for name, values in vars(tally).items():
            assert np.array_equal(getattr(parts.conditions[key], name), values)


def test_a_stopped_run_gives_the_games_before():
    table = set_table("pescado", players=2, policies=["random"])
    assert play(table, 10, stop=1).games == 0
    assert Tally.of(play(table, 10, stop=1)).games == 0


def test_conditions_add_up_games_wins_and_lengths():
    records = Records(
        shares=np.array([[60, 0, 30, 0], [0, 60, 30, 0]], np.int8),
        finished=np.array([True, True, True, False]),
        lengths=np.array([3, 4, 5, 9], np.int32),
        steps=np.array([1, 1, 1, 1], np.int32),
        measures={},
        conditions={"some": np.array([0b01, 0b11, 0b10, 0b01], np.int32)},
    )
    tally = Tally.of(records)
    tally.add(Tally.of(records))
    found = tally.conditions["some"]
    assert found.games[:3].tolist() == [6, 4, 0]
    assert found.finished[:3].tolist() == [4, 4, 0]
    assert found.wins[:2].tolist() == [[120, 120], [60, 180]]
    assert found.wins_squared[:2].tolist() == [[7200, 7200], [1800, 9000]]
    assert found.lengths[:2].tolist() == [14, 18]
    assert found.lengths_squared[:2].tolist() == [50, 82]


def test_the_registry_knows_the_game_and_its_parts():
    game = registry.find("pescado")
    assert game.default_policy in game.policies
    assert len({measure.key for measure in game.measures}) == len(game.measures)
    for conditions in game.conditions:
        assert Counter(conditions.labels) == Counter(SPECIALS)
