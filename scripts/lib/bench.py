"""Measures speed and size, as the README's table states them.

The kernel is timed beside a plain C program of the same rules if one is named, in interleaved runs, and medians are
compared: machines vary more from minute to minute than the two differ.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from analyzer.games.tally import play_block
from analyzer.runs import playing
from analyzer.runs.warm_up import warm_up
from analyzer.runs.work import never
from analyzer.studies.request import Table, set_table

SECONDS = 0.6
"""How long one run is to take, about."""

KERNELS: dict[str, tuple[int, dict[str, int]]] = {
    "hollander": (4, {"lowest": 0, "random:swap=keep": 1}),
    "pescado": (2, {"greedy-cards": 0, "random": 1}),
    "cofre": (4, {"counter": 2}),
}
"""For each game: seats, and the policies that are measured with what a C program calls them."""

ANALYZER = [sys.executable, "-P", "-m", "analyzer"]


def games_per_second(table: Table, games: int, threads: int) -> float:
    """Speed of the kernel on so many threads."""
    run = playing.play(partial(play_block, table.game, table.setup, 1), games, threads=threads)
    return games / run.seconds


def yardstick_games_per_second(program: Path, players: int, games: int, policy: int) -> float:
    """Speed of the C program, as it prints it."""
    command = [str(program), str(players), str(games), str(policy)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"games/s (\d+)", printed)
    if found is None:
        raise SystemExit(f"{program} printed no games/s: {printed}")
    return float(found[1])


def build(source: Path, folder: Path) -> Path:
    """Compiles the C program."""
    program = folder / "yardstick"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source), "-lm"], check=True)
    return program


def interleaved(runs: int, measurements: Sequence[Callable[[], float]]) -> list[float]:
    """The median of each measurement over so many rounds."""
    rounds = [[measure() for measure in measurements] for _ in range(runs)]
    return [median(column) for column in zip(*rounds, strict=True)]


def seconds(command: Sequence[str], folder: Path) -> float:
    """Wall time of a command."""
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return time.perf_counter() - started


def measure_kernel(game: str, yardstick: Path | None, runs: int, folder: Path) -> None:
    """Prints the speed of each policy on one thread and two, beside the C program's."""
    program = build(yardstick, folder) if yardstick else None
    players, policies = KERNELS[game]
    head = f"{players} players"
    print(f"{head:18} {'games/s':>10} {'ns/step':>8} {'2 threads':>10} {'plain C':>10} {'of plain C':>10}")
    for policy, number in policies.items():
        table = set_table(game, policies=[policy], players=players)
        warm_up(partial(play_block, table.game, table.setup, 1))
        steps = play_block(table.game, table.setup, 1, 0, 20_000, never()).steps / 20_000
        games = int(SECONDS * games_per_second(table, 20_000, 1))
        measurements = [partial(games_per_second, table, games, threads) for threads in (1, 2)]
        if program:
            measurements.append(partial(yardstick_games_per_second, program, players, games, number))
        one, two, *plain = interleaved(runs, measurements)
        text = f"{policy:18} {one:10,.0f} {1e9 / one / steps:8.1f} {two / one:9.2f}x"
        print(text + (f" {plain[0]:10,.0f} {one / plain[0]:10.2f}" if plain else ""), flush=True)


def measure_commands(game: str, runs: int, folder: Path) -> None:
    """Prints the wall time of whole commands."""
    for arguments in (["--help"], ["simulate", game, "--no-progress"]):
        command = [*ANALYZER, *arguments]
        seconds(command, folder)
        print(
            f"analyzer {' '.join(arguments)}: {median(seconds(command, folder) for _ in range(runs)):.2f} s"
        )


def measure_compiling(game: str, folder: Path) -> None:
    """Prints how long the first run takes that finds nothing compiled."""
    with tempfile.TemporaryDirectory() as empty:
        os.environ["NUMBA_CACHE_DIR"] = empty
        took = seconds([*ANALYZER, "simulate", game, "--games", "1", "--json"], folder)
        del os.environ["NUMBA_CACHE_DIR"]
    print(f"first run, with compiling: {took:.1f} s")


def measure_memory(game: str, folder: Path) -> None:
    """Prints the largest memory of a run of 50 million games."""
    subprocess.run(
        [*ANALYZER, "simulate", game, "--games", "50M", "--json"],
        check=True,
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"50 million games: at most {peak / (1024 if sys.platform == 'linux' else 1024**2):.0f} MB")


def main() -> None:
    """Reads the options and measures."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("--game", choices=list(KERNELS), default="hollander", help="the game (hollander)")
    parser.add_argument(
        "--yardstick", type=Path, metavar="FILE.c", help="a C program of the same rules to compare with"
    )
    parser.add_argument(
        "--runs", type=int, default=7, metavar="N", help="runs of which the median counts (7)"
    )
    parser.add_argument(
        "--memory", action="store_true", help="also play 50 million games and print the memory used"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure_kernel(arguments.game, arguments.yardstick, arguments.runs, folder)
        measure_commands(arguments.game, arguments.runs, folder)
        # Before compiling, which takes more memory than playing: the system only tells the most of all children.
        if arguments.memory:
            measure_memory(arguments.game, folder)
        measure_compiling(arguments.game, folder)


if __name__ == "__main__":
    main()
