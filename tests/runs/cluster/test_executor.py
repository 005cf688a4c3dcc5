"""On worker processes: the same figures as on threads, whatever dies, and clear words where it cannot go on."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path

import dask
import numpy as np
import pytest

from analyzer.errors import UserError
from analyzer.games import registry
from analyzer.games.protocol import PolicyFailed
from analyzer.games.tally import Tally, play_block
from analyzer.runs import playing, running
from analyzer.runs.cluster import executor as cluster
from analyzer.runs.cluster import worker
from analyzer.runs.cluster.executor import DaskExecutor, connected
from analyzer.runs.cluster.local import LocalWorkers
from analyzer.runs.playing import Run
from analyzer.runs.pools import Piece
from analyzer.runs.work import Work, never, work
from analyzer.studies.request import set_table
from tests.runs.cluster import games
from tests.runs.cluster.games import Numbers

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0
"""For what takes a second or two on an idle machine."""


@pytest.fixture(scope="module")
def two_workers() -> Iterator[DaskExecutor]:
    with connected(None, 2) as executor:
        yield executor


def play(executor: DaskExecutor, played: Work[Numbers], games_asked: int) -> Run[Numbers]:
    with running.using(running.Place(executor)):
        return playing.play(played, games_asked, threads=1)


def in_order(run: Run[Numbers]) -> bool:
    return run.tally is not None and run.tally.played == list(range(run.tally.games))


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Nobody may have waited for it yet.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("name", ["hollander", "cofre"])
def test_a_game_has_the_same_figures_as_on_threads(name: str, two_workers: DaskExecutor) -> None:
    table = set_table(name)
    played = work(play_block, table.game, table.setup, 7)
    here = playing.play(played, 20_011, threads=2)
    with running.using(running.Place(two_workers)):
        there = playing.play(played, 20_011, threads=2)
    assert there.complete
    assert as_lists(there.tally) == as_lists(here.tally)


def as_lists(tally: Tally | None) -> dict[str, object]:
    assert tally is not None
    plain: dict[str, object] = {}
    for key, value in vars(tally).items():
        if isinstance(value, dict):
            plain[key] = {
                name: vars(part) if key == "conditions" else part.tolist() for name, part in value.items()
            }
        else:
            plain[key] = value.tolist() if isinstance(value, np.ndarray) else value
    return plain


def test_the_games_are_an_unbroken_run_and_shared_out_among_all_workers(two_workers: DaskExecutor) -> None:
    assert two_workers.workers == 2
    assert in_order(play(two_workers, work(games.slow, 0.0), 10_007))
    run = play(two_workers, work(games.processes, 0.003), 300)
    assert run.tally is not None
    assert len(set(run.tally.played)) == 2
    assert os.getpid() not in run.tally.played


def test_an_error_of_the_user_arrives_as_it_was_and_is_not_tried_again(two_workers: DaskExecutor) -> None:
    with pytest.raises(UserError) as caught:
        play(two_workers, work(games.wrong, 100), 1_000)
    assert type(caught.value) is UserError
    assert str(caught.value) == "Game 100 cannot be played."


def test_a_passing_trouble_of_a_worker_is_got_over(two_workers: DaskExecutor, tmp_path: Path) -> None:
    assert in_order(play(two_workers, work(games.failing_twice, str(tmp_path)), 50))
    assert len(list(tmp_path.iterdir())) == 2


POLICY = """
from analyzer.games.cofre.plugin import Parameter, policy


def choose(observation, parameters, stream):
    if parameters[0] > 0:
        raise ValueError("on purpose")
    return observation.shown_type


mine = policy("mine", summary="a test", parameters=[Parameter("fails", 0, "whether", low=0, high=1)], choose=choose)
"""


def test_a_policy_of_the_users_own_is_sent_along(
    two_workers: DaskExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # which is not where the workers are
    file = Path("mine.py")
    file.write_text(POLICY)
    game = registry.find("cofre")
    right = set_table("cofre", policies=["mine.py:mine"]).setup
    failing = set_table("cofre", policies=["mine.py:mine:fails=1"]).setup
    played = [work(play_block, game, setup, 3) for setup in (right, failing)]
    here = playing.play(played[0], 2_000, threads=1)
    with pytest.raises(PolicyFailed) as caught_here:
        playing.play(played[1], 2_000, threads=1)
    with running.using(running.Place(two_workers)):
        there = playing.play(played[0], 2_000, threads=1)
        with pytest.raises(PolicyFailed) as caught_there:
            playing.play(played[1], 2_000, threads=1)
    assert as_lists(there.tally) == as_lists(here.tally)
    assert str(caught_there.value) == str(caught_here.value)
    assert "mine.py, line 7" in str(caught_here.value)


def test_a_worker_that_dies_in_mid_run_changes_nothing(two_workers: DaskExecutor, tmp_path: Path) -> None:
    mark = tmp_path / "died"
    run = play(two_workers, work(games.deadly_once, 500, str(mark)), 2_000)
    assert mark.exists(), str(run)[-300:]
    assert run.complete and in_order(run)
    assert eventually(lambda: two_workers.workers == 2), "it was not replaced"


def test_a_game_that_kills_whoever_plays_it_is_given_up() -> None:
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        connected(None, 2) as executor,
        pytest.raises(UserError, match=r"^2 workers ended while they played the games 0 to 63, .*memory"),
    ):
        play(executor, work(games.deadly, 30), 64)


def test_what_is_given_up_takes_nothing_of_others_along(two_workers: DaskExecutor) -> None:
    """Dask fetches results together; a run that ends while some are on their way must not end the next one's."""
    for late in range(30):
        pool = two_workers.pool(work(games.slow, 0.0), 1, never())
        pieces = [pool.submit(Piece(number, 1, 1)) for number in range(40)]
        wait(pieces, timeout=late / 100)
        pool.close()
        run = play(two_workers, work(games.slow, 0.0), 100)
        assert run.complete and in_order(run)


def test_other_versions_are_refused_before_the_start(
    two_workers: DaskExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "code_version", lambda: "of another day")
    with (
        pytest.raises(
            UserError, match=r"The worker tcp://127\S+ has other versions: analyzer .*not .*another day"
        ),
        connected(two_workers.address),
    ):
        pass


def test_a_worker_that_joins_later_with_other_versions_is_refused(
    two_workers: DaskExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(two_workers, "_environment", {**two_workers._environment, "numba": "0.1"})
    with pytest.raises(UserError, match=r"other versions: numba \S+, not 0.1"):
        play(two_workers, work(games.slow, 0.0), 100)


def test_two_clients_share_a_cluster(two_workers: DaskExecutor) -> None:
    with connected(two_workers.address) as other:
        assert other.workers == 2
        assert in_order(play(other, work(games.slow, 0.0), 1_000))
    assert in_order(play(two_workers, work(games.slow, 0.0), 1_000)), "it ended with the other one"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "nonsense://127.0.0.1:9", "tcp://"])
def test_nothing_at_the_address_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.5)
    with pytest.raises(UserError, match="Nothing that can be used answers at") as caught, connected(address):
        pass
    assert address in str(caught.value)
    assert "dask scheduler" in str(caught.value)


def test_something_else_at_the_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:  # it takes connections, and says nothing
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(UserError, match="Nothing that can be used answers at"), connected(address):
            pass


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    with pytest.raises(UserError, match=r'pip install "analyzer\[dask\]"'), connected(None):
        pass


class Scheduler:
    """A scheduler in a process of its own."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        command = [sys.executable, "-P", "-m", "distributed.cli.dask_scheduler", "--no-dashboard"]
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port), "--dashboard-address", "127.0.0.1:0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    started = Scheduler()
    try:
        yield started
    finally:
        started.kill()


def test_a_lost_scheduler_is_told_within_seconds(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", PATIENCE)
    monkeypatch.setattr(cluster, "_FIRST_WORKER_SECONDS", 0.1)
    no_workers = pytest.raises(UserError, match=r"has no workers after .*dask worker tcp://127")
    with no_workers, connected(scheduler.address):
        pass
    monkeypatch.setattr(cluster, "_FIRST_WORKER_SECONDS", PATIENCE)
    workers = LocalWorkers(scheduler.address, 1)
    try:
        with connected(scheduler.address) as executor:
            killed = []

            def kill() -> None:
                time.sleep(0.5)
                killed.append(time.monotonic())
                scheduler.kill()

            killing = threading.Thread(target=kill)
            killing.start()
            with pytest.raises(UserError, match=r"connection to the scheduler at tcp://\S+ is lost.*store"):
                play(executor, work(games.slow, 0.01), 10**6)
            assert time.monotonic() - killed[0] < 15
            killing.join()
            with pytest.raises(UserError, match="is lost"):
                play(executor, work(games.slow, 0.01), 10)
    finally:
        workers.close()


def test_a_cluster_without_workers_is_given_up_in_the_end(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", PATIENCE)
    monkeypatch.setattr(cluster, "_FIRST_WORKER_SECONDS", PATIENCE)
    monkeypatch.setattr(cluster, "_NO_WORKER_SECONDS", 1.0)
    workers = LocalWorkers(scheduler.address, 1)
    ending = threading.Timer(0.5, workers.close)
    try:
        with connected(scheduler.address) as executor:
            ending.start()
            with pytest.raises(UserError, match=r"has had no workers for 1 second"):
                play(executor, work(games.slow, 0.01), 10**6)
    finally:
        ending.cancel()
        workers.close()


CHILD = textwrap.dedent(
    """
    import sys, time
    from analyzer.runs import playing, running
    from analyzer.runs.cluster.executor import connected
    from analyzer.runs.work import work
    from tests.runs.cluster import games

    def tell(done):
        if not told:
            told.append(print("playing", flush=True))

    told = []
    with connected(None, 2) as executor:
        print(*executor._local.pids(), flush=True)
        with running.using(running.Place(executor)):
            run = playing.play(work(games.slow, 0.001), 10**8, threads=2, on_progress=tell)
        ended = time.time()
        print(run.tally.played == list(range(run.tally.games)), run.tally.games, run.complete, ended, flush=True)
    print(time.time(), flush=True)
    """
)


@pytest.fixture
def child(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """A process that plays on two workers, and the numbers of their processes."""
    started = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with started:
        try:
            assert started.stdout is not None
            pids = [int(pid) for pid in started.stdout.readline().split()]
            assert started.stdout.readline() == "playing\n"
            yield started, pids
        finally:
            started.kill()


def test_an_interrupt_ends_it_within_a_second_with_the_games_so_far(
    child: tuple["subprocess.Popen[str]", list[int]],
) -> None:
    process, pids = child
    time.sleep(0.4)
    sent = time.time()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all processes of its group
    output, complaints = process.communicate(timeout=PATIENCE)
    unbroken, played, complete, ended, left = output.split()
    assert complaints == ""
    assert process.returncode == 0
    assert (unbroken, complete) == ("True", "False")
    assert int(played) > 0
    # It takes less than one second and four, on a machine that is not busy.
    assert float(ended) - sent < 5
    assert float(left) - sent < 15
    assert not any(is_alive(pid) for pid in pids)


def test_workers_end_when_who_started_them_is_killed(
    child: tuple["subprocess.Popen[str]", list[int]],
) -> None:
    process, pids = child
    assert len(pids) == 2 and all(is_alive(pid) for pid in pids)
    process.kill()
    assert eventually(lambda: not any(is_alive(pid) for pid in pids))
