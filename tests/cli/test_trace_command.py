"""`analyzer trace`: the games of a run as JSON Lines."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from analyzer.core.jit import JIT_IS_ON
from analyzer.studies.request import set_table
from tests.cli.conftest import ROOT, Run
from tests.reference import hollander as reference

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


def games_of(output: str) -> list[list[dict[str, object]]]:
    games: list[list[dict[str, object]]] = []
    for line in output.splitlines():
        event = json.loads(line)
        if event["event"] == "deal":
            games.append([])
        games[-1].append(event)
    return games


def test_the_first_game_of_the_default_run_is_printed(run: Run) -> None:
    status, output, _ = run("trace", "hollander")
    assert status == 0
    (game,) = games_of(output)
    deal = game[0]
    assert list(deal) == [
        "event", "name", "game", "seed", "players", "rules", "policies", "final", "battle", "hand", "draw_pile",
    ]  # fmt: skip
    assert (deal["name"], deal["game"], deal["seed"], deal["players"]) == ("hollander", 0, 1, 4)
    assert deal["policies"] == ["lowest"] * 4
    assert game[-1]["event"] in ("win", "unfinished")
    reference.check(game)


def test_so_many_games_from_the_given_one_on(run: Run) -> None:
    games = games_of(run("trace", "hollander", "--game", "17", "--count", "3").output)
    assert [game[0]["game"] for game in games] == [17, 18, 19]
    assert games_of(run("trace", "hollander", "--game", "18").output) == [games[1]]
    assert len(games_of(run("trace", "hollander", "--count", "1_0").output)) == 10


@pytest.mark.parametrize("seed", ["0", "1", str(2**63 - 1)])
@pytest.mark.parametrize("players", ["2", "3", "4", "5", "6"])
def test_the_games_are_those_that_simulate_plays_with_the_same_options(
    players: str, seed: str, run: Run
) -> None:
    options = ["--players", players, "--seed", seed, "--policy", "random:swap=high", "--set", "deck.pirate=6"]
    games = games_of(run("trace", "hollander", "--count", "20", *options).output)
    figures = json.loads(run("simulate", "hollander", "--games", "20", "--json", *options).output)
    winners = Counter(game[-1].get("seat") for game in games)
    assert [winners[seat] for seat in range(int(players))] == figures["wins"]
    plays = sum(event["event"] == "play" for game in games for event in game)
    assert plays / 20 == figures["plays"]
    for game in games:
        assert game[0]["rules"] == figures["rules"]
        assert game[0]["policies"] == figures["policies"]
        reference.check(game)


def test_the_lines_are_the_events_of_the_game(run: Run) -> None:
    table = set_table("hollander", players=2, policies=["random", "lowest"])
    words = ["--players=2", "--policy=random", "--policy=lowest", "--seed=5", "--game=9"]
    output = run("trace", "hollander", *words).output
    assert [json.loads(line) for line in output.splitlines()] == table.game.trace(table.setup, 5, 9)


def test_the_last_games_that_can_be_numbered(run: Run) -> None:
    ended = run("trace", "hollander", "--game", str(10**12), "--count", "2")
    assert ended.status == 0
    assert [game[0]["game"] for game in games_of(ended.output)] == [10**12, 10**12 + 1]


def test_the_games_of_the_run_bound_the_games_that_are_traced(run: Run) -> None:
    words = ["trace", "hollander", "--no-progress"]
    ended = run(*words, "--games=20", "--game=18", "--count=2")
    assert [game[0]["game"] for game in games_of(ended.output)] == [18, 19]
    assert ended == run(*words, "--game=18", "--count=2")
    for game, count in (("19", "2"), ("20", "1"), ("0", "21")):
        ended = run(*words, "--games=20", "--game", game, "--count", count)
        assert (ended.status, ended.output) == (2, "")
        assert "a run of --games 20 ends with game 19." in ended.errors
    assert "--games 0" in run(*words, "--games=0").errors


@pytest.mark.parametrize("threads", ["1", "3", "64"])
def test_any_number_of_threads_prints_the_same_lines(threads: str, run: Run) -> None:
    words = ["trace", "hollander", "--count=30", "--policy=random", "--no-progress"]
    assert run(*words, "--threads", threads).output == run(*words, "--threads=2").output


@pytest.mark.parametrize("threads", ["0", "x", "1000"])
def test_wrong_threads_are_refused(threads: str, run: Run) -> None:
    ended = run("trace", "hollander", "--threads", threads)
    assert (ended.status, ended.output) == (2, "")
    assert f"--threads {threads}" in ended.errors


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes there")
def test_a_reader_that_has_enough_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", "trace", "hollander", "--count", "1M"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        assert json.loads(process.stdout.readline())["event"] == "deal"
        process.stdout.close()
        said = process.stderr.read()
        status = process.wait(10)
    finally:
        process.kill()
        process.stderr.close()
    assert status == 0
    assert not [line for line in said.splitlines() if "ompiling" not in line]
