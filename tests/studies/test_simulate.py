"""Simulations: the figures are those of the games, whatever they were played on."""

import copy
import math
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer import simulate
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games.protocol import SHARES, Records
from analyzer.runs import playing
from analyzer.stats.estimate import Estimate
from analyzer.studies.request import set_table
from analyzer.studies.simulate import SECONDS_PER_TURN, Simulation, play_table
from tests.studies.toy import Toy

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

KEYS = [
    "game", "rules", "players", "games", "seed", "policies", "wins", "win_rate", "unfinished", "length",
    "minutes", "takes", "burns", "plays", "seconds", "games_per_second", "threads",
]  # fmt: skip
TIMES = ("seconds", "games_per_second", "threads")

TABLES: dict[str, dict[str, Any]] = {
    "standard": {},
    "two at random": {"players": 2, "policies": ["random"]},
    "five, mixed": {
        "players": 5,
        "policies": ["lowest", "random:swap=keep", "lowest:swap=specials", "random:swap=high", "lowest:swap=crew"]
    },
    "six, large deck": {"players": 6, "policies": ["random:swap=low"], "settings": ["deck.1=9", "deck.pirate=9"]},
    "other rules": {
        "players": 3,
        "policies": ["random", "lowest:swap=random", "lowest:swap=low"],
        "settings": [
            "options.refill_mid_turn=false",
            "options.wormhole_clears_reference=true",
            "options.pirate_clears_reference=true",
            "options.hollander_on_hollander_skips=true",
            "options.poker_of_specials=false",
            "options.poker_size=3",
            "options.hand_size=5",
            "deck.hollander=6",
        ],
    },
    "many unfinished": {"players": 2, "policies": ["random"], "settings": ["options.turn_limit=300"]},
    "all unfinished": {"settings": ["options.turn_limit=1"]},
}  # fmt: skip


@pytest.fixture(params=TABLES.values(), ids=TABLES)
def table(request: pytest.FixtureRequest) -> dict[str, Any]:
    return request.param


def without_times(simulation: Simulation) -> dict[str, Any]:
    return {key: value for key, value in simulation.as_json().items() if key not in TIMES}


def test_any_number_of_threads_gives_the_same_figures(table: dict[str, Any]) -> None:
    one, two, five = (simulate("hollander", games=20_000, threads=threads, **table) for threads in (1, 2, 5))
    assert without_times(one) == without_times(two) == without_times(five)
    assert [run.as_json()["threads"] for run in (one, two, five)] == [1, 2, 5]


@pytest.mark.parametrize(("first", "largest"), [(1, 1), (64, 64), (1000, 7)])
def test_any_blocks_add_up_to_the_same_figures(
    table: dict[str, Any], first: int, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = without_times(simulate("hollander", games=600, seed=7, **table))
    monkeypatch.setattr(playing, "_FIRST_BLOCK", first)
    monkeypatch.setattr(playing, "_LARGEST_BLOCK", largest)
    assert without_times(simulate("hollander", games=600, seed=7, **table)) == whole


def test_another_seed_gives_other_figures() -> None:
    tables = [without_times(simulate("hollander", games=500, seed=seed)) for seed in (0, 1, 2**63 - 1)]
    assert len({tuple(table["wins"]) for table in tables}) == 3


# Against the traces of the same games


def seen_in_traces(table: dict[str, Any], seed: int, games: int) -> dict[str, Any]:
    """What the traces of the same games show, counted one by one."""
    at = set_table("hollander", **table)
    wins = [0] * at.setup.players
    lengths, unfinished = [], 0
    counts: list[Counter[str]] = []
    for game in range(games):
        events = at.game.trace(at.setup, seed, game)
        counts.append(Counter(event["event"] for event in events))
        last = events[-1]
        if last["event"] == "win":
            wins[last["seat"]] += 1
            lengths.append(last["turns"])
        else:
            assert last["event"] == "unfinished"
            unfinished += 1
        assert counts[-1]["turn"] == last["turns"]
    return {"wins": wins, "unfinished": unfinished, "lengths": lengths, "counts": counts}


def test_the_figures_are_those_of_the_traces_of_the_same_games(table: dict[str, Any]) -> None:
    games, seed = 200, 11
    seen = seen_in_traces(table, seed, games)
    found = simulate("hollander", games=games, seed=seed, **table)
    figures = found.as_json()
    assert figures["wins"] == seen["wins"]
    assert figures["unfinished"] == seen["unfinished"]
    for measure, event in (("takes", "take"), ("burns", "burn"), ("plays", "play")):
        per_game = [count[event] for count in seen["counts"]]
        assert figures[measure] == sum(per_game) / games
        spread = np.std(per_game, ddof=1) / np.sqrt(games)
        estimate = found.measures[measure][0]
        assert estimate.high - estimate.mean == pytest.approx(1.972 * spread, rel=1e-3)  # t, 199 degrees
    lengths = seen["lengths"]
    length = figures["length"]
    if lengths:
        assert length["mean"] == sum(lengths) / len(lengths)
        assert length["max"] == max(lengths)
        assert length["sd"] == pytest.approx(np.std(lengths, ddof=1))
        quantiles = np.quantile(lengths, [0.05, 0.25, 0.5, 0.75, 0.95], method="inverted_cdf")
        assert [length[key] for key in ("p5", "p25", "p50", "p75", "p95")] == quantiles.tolist()
        in_minutes = np.array(lengths) * 10 / 60
        minutes = found.minutes
        assert minutes.mean == pytest.approx(in_minutes.mean())
        assert minutes.sd == pytest.approx(in_minutes.std(ddof=1))
        quantiles = np.quantile(in_minutes, [0.05, 0.25, 0.5, 0.75, 0.95, 1], method="inverted_cdf")
        assert [minutes.p5, minutes.p25, minutes.p50, minutes.p75, minutes.p95, minutes.max] == list(
            quantiles
        )
        assert figures["minutes"] == {"seconds_per_turn": 10.0, **minutes.as_dict()}
    else:
        assert set(length.values()) == {"turns", None}
        assert set(figures["minutes"].values()) == {10.0, None}
    assert found.tally.steps == sum(count["turn"] for count in seen["counts"])


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_extreme_seeds_play_the_games_of_their_traces(seed: int) -> None:
    seen = seen_in_traces({}, seed, 50)
    assert simulate("hollander", games=50, seed=seed).wins == seen["wins"]
    assert len(set(seen["lengths"])) > 10


# What is said


@cache
def ordinary() -> Simulation:
    return simulate("hollander", games=20_000, policies=("lowest",))


def test_the_json_object_has_the_public_keys() -> None:
    figures = ordinary().as_json()
    assert list(figures) == KEYS
    assert list(figures["rules"]) == ["game", "name", "deck", "options"]
    assert list(figures["length"]) == ["unit", "mean", "sd", "p5", "p25", "p50", "p75", "p95", "max"]
    assert all(list(rate) == ["mean", "low", "high"] for rate in figures["win_rate"])
    assert (figures["game"], figures["players"], figures["games"], figures["seed"]) == (
        "hollander",
        4,
        20_000,
        1,
    )
    assert figures["policies"] == ["lowest"] * 4
    assert figures["length"]["unit"] == "turns"
    assert figures["rules"]["name"] == "standard"
    assert figures["games_per_second"] == pytest.approx(20_000 / figures["seconds"])


@pytest.mark.parametrize("players", range(2, 7))
def test_every_game_is_won_by_one_seat_or_unfinished(players: int) -> None:
    changes = ["deck.pirate=6", "options.turn_limit=200"]
    figures = simulate(
        "hollander", players=players, games=5_000, policies=["random"], settings=changes
    ).as_json()
    assert sum(figures["wins"]) + figures["unfinished"] == 5_000
    assert len(figures["wins"]) == len(figures["win_rate"]) == len(figures["policies"]) == players
    assert 0 < figures["unfinished"] < 5_000
    assert figures["length"]["max"] <= 200
    for wins, rate in zip(figures["wins"], figures["win_rate"], strict=True):
        assert rate["mean"] == wins / 5_000  # of all games, the unfinished ones included
        assert rate["low"] < rate["mean"] < rate["high"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("games", 0), ("games", -5), ("games", 1.5), ("seed", -1), ("seed", 2**63), ("threads", 0)],
)
def test_numbers_with_which_nothing_can_be_played_are_refused(name: str, value: Any) -> None:
    with pytest.raises(UserError, match=f"^{name} must be a whole number from "):
        simulate("hollander", **{"games": 10, name: value})


def test_one_text_is_no_list_of_policies() -> None:
    with pytest.raises(UserError, match=r'\["random"\]'):
        set_table("hollander", policies="random")


def test_the_fair_share_is_one_seats_part() -> None:
    assert ordinary().fair_share == 0.25
    assert simulate("hollander", players=2, games=5).fair_share == 0.5


def test_the_fair_share_is_that_of_the_finished_games() -> None:
    found = simulate(
        "hollander", players=2, games=1_000, policies=["random"], settings=["options.turn_limit=300"]
    )
    assert 100 < found.tally.unfinished < 900
    assert found.fair_share == pytest.approx(sum(found.wins) / 2 / 1_000)
    assert f"where the fair share is {100 * found.fair_share:.2f} %." in found.content().answer
    table = found.content().tables[0]
    assert table.columns[3].reference == found.fair_share
    assert table.note.startswith(f"Fair share {100 * found.fair_share:.2f} %: the finished games, shared out")
    assert found.content().figures[0].reference == found.fair_share


def test_no_finished_game_is_said_and_shown_as_such() -> None:
    simulation = simulate("hollander", games=100, settings=["options.turn_limit=1"])
    figures = simulation.as_json()
    assert figures["unfinished"] == figures["games"] == 100
    assert figures["wins"] == [0] * 4
    assert all(rate["mean"] == rate["low"] == 0 < rate["high"] < 0.1 for rate in figures["win_rate"])
    assert figures["length"] == {"unit": "turns"} | dict.fromkeys(
        ("mean", "sd", "p5", "p25", "p50", "p75", "p95", "max")
    )
    content = simulation.content()
    assert content.answer == (
        "No seat can be told from the others: 0.00 to 0.00 % of the games, where the fair share is 0.00 %. "
        "No game was finished. 100 games were not finished (100.00 %)."
    )
    assert content.figures[1].title == "How long a game lasts: The Flying Hollander"
    lengths = next(each for each in content.tables if each.name == "length")
    assert lengths.rows[0] == ("turns", *[None] * 8)
    assert lengths.rows[1] == ("minutes", *[None] * 8)
    assert "(unfinished: 100)" in lengths.note


def test_a_single_game_gives_figures() -> None:
    simulation = simulate("hollander", games=1)
    figures = simulation.as_json()
    assert sorted(figures["wins"]) == [0, 0, 0, 1]
    assert figures["length"]["sd"] is None
    assert figures["length"]["mean"] == figures["length"]["p5"] == figures["length"]["max"]
    assert all(0 <= rate["low"] <= rate["mean"] <= rate["high"] <= 1 for rate in figures["win_rate"])
    content = simulation.content()
    assert content.answer == (
        "No seat can be told from the others: 0.00 to 100.00 % of the games, where the fair share is 25.00 %. "
        f"The one game lasted {figures['length']['max']} turns."
    )
    assert content.figures[1].title == "How long a game lasts: The Flying Hollander"
    assert [figure.caption for figure in content.figures] == [
        "1 game, 4 players, all seats lowest; 95 % intervals",
        "1 game, 4 players, all seats lowest; finished games",
    ]


def counted(
    wins: list[int],
    unfinished: int = 0,
    lengths: dict[int, int] | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
) -> Simulation:
    """What would be said if the games had ended so."""
    table = set_table("hollander", players=len(wins))
    games = sum(wins) + unfinished
    found = play_table(table, games=1, seed=1)
    tally = copy.deepcopy(found.tally)
    tally.games, tally.unfinished = games, unfinished
    tally.wins[:] = np.array(wins) * SHARES
    tally.wins_squared[:] = np.array(wins) * SHARES**2
    lengths = lengths or {50: sum(wins)}
    tally.lengths = np.bincount(list(lengths), list(lengths.values())).astype(np.int64)
    tally.finished_steps = tally.lengths
    return Simulation(table, games, 1, 1, 1.0, tally, seconds_per_turn)


def interval(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.2f} to {100 * estimate.high:.2f} %"


FAIR = "where the fair share is 25.00 %. "


def test_the_seat_that_certainly_wins_most_is_named() -> None:
    found = counted([261_000, 245_000, 248_000, 246_000])
    assert found.leaders == [0]
    content = found.content()
    assert content.answer.startswith(
        f"Seat 0 wins most: 26.10 % of the games ({interval(found.win_rate[0])}), {FAIR}"
    )
    assert content.figures[0].title == "Seat 0 wins most: The Flying Hollander"
    assert interval(found.win_rate[0]) == "26.01 to 26.19 %"


def test_seats_that_cannot_be_told_apart_are_named_together() -> None:
    content = counted([260_000, 240_000, 240_500, 259_500]).content()
    assert content.answer.startswith(
        f"Seats 0 and 3 win most and cannot be told apart: 25.95 to 26.00 % of the games, {FAIR}"
    )
    assert content.figures[0].title == "Seats 0 and 3 win most and cannot be told apart: The Flying Hollander"
    # The one with the most wins comes first among the leaders, but seats are named in order.
    content = counted([255_000, 235_000, 254_900, 255_100]).content()
    assert content.answer.startswith(
        "Seats 0, 2 and 3 win most and cannot be told apart: 25.49 to 25.51 % of the games, "
    )


def test_no_seat_is_named_where_none_can_be_told_from_the_others() -> None:
    content = counted([2_443, 2_500, 2_447, 2_610]).content()
    assert content.answer.startswith(
        f"No seat can be told from the others: 24.43 to 26.10 % of the games, {FAIR}"
    )
    assert content.figures[0].title == "No seat can be told from the others: The Flying Hollander"


def test_an_edge_over_the_fair_share_alone_is_not_called_the_most() -> None:
    """Both seats lie wholly above the fair share, and neither certainly above the other."""
    found = counted([300_000, 300_100, 200_000, 199_900])
    assert all(found.win_rate[seat].low > found.fair_share for seat in (0, 1))
    assert found.content().answer.startswith("Seats 0 and 1 win most and cannot be told apart: ")


@pytest.mark.parametrize(
    ("unfinished", "said"),
    [
        (1, "1 game was not finished (less than 0.01 %)."),
        (99, "99 games were not finished (less than 0.01 %)."),
        (100, "100 games were not finished (0.01 %)."),
        (1_234, "1,234 games were not finished (0.12 %)."),
        (500_000, "500,000 games were not finished (50.00 %)."),
    ],
)
def test_games_without_an_end_are_told_from_the_finished_ones(unfinished: int, said: str) -> None:
    finished = 1_000_000 - unfinished
    lengths = {40: finished // 2, 60: finished - finished // 2}
    content = counted([finished, 0, 0, 0], unfinished, lengths).content()
    assert content.answer.endswith(
        " A finished game lasts 50.0 turns on average (about 8 minutes at 10 seconds a turn); half of all finished "
        "games last 40 to 60. " + said
    )


def test_where_all_games_end_none_is_said_not_to() -> None:
    content = counted([500, 500, 0, 0], 0, {40: 500, 60: 500}).content()
    assert content.answer.endswith(
        " A game lasts 50.0 turns on average (about 8 minutes at 10 seconds a turn); half of all games last 40 to 60."
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.05, "less than 0.1 minutes at 0.05 seconds a turn"),
        (0.07, "about 0.1 minutes at 0.07 seconds a turn"),
        (1, "about 0.8 minutes at 1 second a turn"),
        (1.2, "about 1 minute at 1.2 seconds a turn"),
        (5, "about 4.2 minutes at 5 seconds a turn"),
        (6, "about 5 minutes at 6 seconds a turn"),
        (7.5, "about 6 minutes at 7.5 seconds a turn"),
        (3600, "about 3,000 minutes at 3600 seconds a turn"),
    ],
)
def test_minutes_are_said_as_exactly_as_they_are_known(seconds: float, said: str) -> None:
    content = counted([500, 500, 0, 0], 0, {40: 500, 60: 500}, seconds).content()
    assert f"lasts 50.0 turns on average ({said}); half" in content.answer


@pytest.mark.parametrize(("seconds", "form"), [(10, "count"), (1, "number")])
def test_the_length_table_gives_the_minutes_below_the_turns(seconds: float, form: str) -> None:
    found = counted([500, 500, 0, 0], 0, {40: 500, 60: 500}, seconds)
    table = found.content().tables[1]
    assert [column.key for column in table.columns] == [
        *("unit", "mean", "sd", "p5", "p25", "p50", "p75", "p95", "max")
    ]
    sd = np.std([40] * 500 + [60] * 500, ddof=1)
    pace = seconds / 60
    mean = table.rows[0][1]
    half = stats.t.ppf(0.975, 999) * sd / math.sqrt(1_000)
    assert isinstance(mean, Estimate)
    assert (mean.mean, mean.low, mean.high) == pytest.approx((50, 50 - half, 50 + half))
    assert table.rows[0][2:] == (pytest.approx(sd), 40, 40, 40, 60, 60, 60)
    assert table.rows[1] == (
        "minutes",
        pytest.approx(50 * pace),
        pytest.approx(sd * pace),
        *(pytest.approx(value * pace) for value in (40, 40, 40, 60, 60, 60)),
    )
    assert {column.form for column in table.columns[3:]} == {form}
    assert table.title == (
        f"Length of a game in turns, and in minutes at {seconds} {'second' if seconds == 1 else 'seconds'} a turn"
    )


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 3601, True, "10", None])
def test_a_pace_that_is_none_is_refused(seconds: Any) -> None:
    with pytest.raises(UserError, match=r"^seconds_per_turn must be a number above 0 and at most 3600, not "):
        simulate("hollander", games=10, seconds_per_turn=seconds)


def test_the_pace_changes_the_minutes_alone() -> None:
    slow, usual = (simulate("hollander", games=500, seconds_per_turn=pace) for pace in (20, 10))
    assert slow.minutes.p50 == 2 * (usual.minutes.p50 or 0) > 0
    assert slow.length == usual.length
    assert slow.content().command.endswith(" --games 500 --seed 1 --seconds-per-turn 20")
    assert usual.content().command.endswith(" --games 500 --seed 1")


def test_minutes_are_those_of_the_steps_and_not_of_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a round has several plays, it is the plays that take time."""
    monkeypatch.setattr("analyzer.studies.request.registry.find", lambda _: InPlays())
    found = simulate("toy", games=100)
    assert found.length.mean == 3
    assert found.minutes.mean == pytest.approx(found.minutes.max) == pytest.approx(12 * 10 / 60)
    assert "All games lasted 3 rounds (about 2 minutes at 10 seconds a play)." in found.content().answer


class InPlays(Toy):
    """Three rounds of four plays."""

    step = "play"
    how_to_read = ()

    def play(self, *given: Any) -> Records:
        played = super().play(*given)
        return replace(played, steps=played.lengths * 4)


@pytest.mark.parametrize("threads", [1, 3])
def test_records_come_game_by_game_in_order(table: dict[str, Any], threads: int) -> None:
    wins, lengths, games = np.zeros(10), [], []

    def on_records(first: int, records: Records) -> None:
        assert first == len(games)
        games.extend(range(first, first + records.games))
        wins[: len(records.shares)] += records.shares.sum(axis=1) / SHARES
        lengths.extend(records.lengths[records.finished])

    found = simulate("hollander", games=5_000, threads=threads, on_records=on_records, **table)
    assert games == list(range(5_000))
    assert wins[: len(found.wins)].tolist() == found.wins
    assert np.bincount(lengths, minlength=1).tolist() == found.tally.lengths.tolist()
    assert without_times(found) == without_times(simulate("hollander", games=5_000, **table))


def test_one_finished_game_has_a_length_and_no_average() -> None:
    assert "The one finished game lasted 50 turns. 2 games were" in counted([1, 0], 2).content().answer


def test_half_of_the_games_are_spoken_of_from_four_on() -> None:
    lengths = ({50: 2, 51: 1}, {50: 2, 51: 2})
    titles = [counted([sum(each.values()), 0], 0, each).content().figures[1].title for each in lengths]
    assert titles == [
        "How long a game lasts: The Flying Hollander",
        "Half of all games last 50 to 51 turns: The Flying Hollander",
    ]


def test_where_some_are_unfinished_the_finished_games_are_meant() -> None:
    title = counted([4, 0], 1, {50: 2, 51: 2}).content().figures[1].title
    assert title == "Half of all finished games last 50 to 51 turns: The Flying Hollander"
    same = counted([4, 0], 1, {50: 4}).content()
    assert same.figures[1].title == "All finished games lasted 50 turns: The Flying Hollander"
    assert "All finished games lasted 50 turns (about 8 minutes at 10 seconds a turn)." in same.answer


def test_the_answer_names_the_seat_that_wins_most() -> None:
    simulation = ordinary()
    best = max(range(4), key=lambda seat: simulation.wins[seat])
    assert simulation.leaders[0] == best
    mean = simulation.win_rate[best].mean
    said = simulation.content().answer.split(", where")[0]
    assert f"{100 * mean:.2f} %" in said
    if len(simulation.leaders) == 1:
        assert said.startswith(f"Seat {best} wins most: ")


def test_with_different_policies_the_answer_names_the_policy() -> None:
    content = simulate(
        "hollander", players=2, games=20_000, policies=["random", "lowest:swap=high"]
    ).content()
    assert content.answer.startswith("Seat 1 (lowest:swap=high) wins most: ")
    assert content.figures[0].title == "Seat 1 (lowest:swap=high) wins most: The Flying Hollander"
    assert list(content.figures[0].labels) == ["seat 0: random", "seat 1: lowest:swap=high"]
    assert content.figures[0].caption == (
        "20,000 games, 2 players, seats random, lowest:swap=high; 95 % intervals"
    )


@pytest.mark.parametrize(
    ("settings", "rules"),
    [
        ([], "standard"),
        (["deck.pirate=3"], "standard, changed: standard but for deck.pirate=3"),
        (
            ["options.turn_limit=300", "deck.10=0", 'name="mine"'],
            "mine: standard but for deck.10=0, options.turn_limit=300",
        ),
    ],
)
def test_the_method_says_which_rules_were_played(settings: list[str], rules: str) -> None:
    method = dict(simulate("hollander", games=1, settings=settings).content().method)
    assert method["rules"] == rules


def test_notes_say_what_the_tables_show() -> None:
    tables = {table.name: table for table in ordinary().content().tables}
    assert tables["win_rate"].note == (
        "Fair share 25.00 %: the finished games, shared out equally. Each interval is one by itself."
    )
    assert tables["length"].note == (
        "Finished games only (unfinished: 0). Of them, 25 % are at most as long as the figure under 25 %, and so on. "
        "Spread is the standard deviation. The interval of the mean holds 95 %."
    )


def test_the_tables_hold_the_figures_of_the_json_object() -> None:
    simulation = ordinary()
    content, figures = simulation.content(), simulation.as_json()
    assert content.result == figures
    assert not content.partial
    tables = {each.name: each for each in content.tables}
    assert [row[2] for row in tables["win_rate"].rows] == figures["wins"]
    assert [row[3].as_dict() for row in tables["win_rate"].rows] == figures["win_rate"]
    mean, *spread = tables["length"].rows[0][1:]
    assert isinstance(mean, Estimate)
    assert [mean.mean, *spread] == list(figures["length"].values())[1:]
    assert list(tables["length"].rows[1][1:]) == list(figures["minutes"].values())[1:]
    assert [row[1].mean for row in tables["measures"].rows] == [
        figures[key] for key in ("takes", "burns", "plays")
    ]
    assert all(len(row) == len(each.columns) for each in content.tables for row in each.rows)
    assert sum(content.figures[1].counts) == 20_000 - figures["unfinished"]


def test_unfinished_games_are_said_with_their_share() -> None:
    simulation = simulate(
        "hollander", players=2, games=1_000, policies=["random"], settings=["options.turn_limit=300"]
    )
    unfinished = simulation.as_json()["unfinished"]
    share = f"({unfinished / 10:.2f} %)"
    assert f" {unfinished:,} games were not finished {share}." in simulation.content().answer


def test_a_run_that_was_cut_short_says_so() -> None:
    whole = ordinary()
    cut = Simulation(whole.table, 30_000, whole.seed, whole.threads, whole.seconds, whole.tally)
    figures = cut.as_json()
    assert figures["partial"] is True
    assert figures["games"] == 20_000
    assert list(figures)[: len(KEYS)] == KEYS
    content = cut.content()
    assert content.partial
    assert ("games", "20,000 of 30,000 asked for") in list(content.method)
    assert "--games 30000" in content.command


def test_progress_reaches_the_number_of_games() -> None:
    reports: list[int] = []
    play_table(set_table("hollander"), games=5_000, seed=1, threads=2, on_progress=reports.append)
    assert reports == sorted(reports)
    assert reports[-1] == 5_000
