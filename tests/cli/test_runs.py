"""The store as a user meets it: runs are kept, go on after any end, and can be listed, verified, copied and deleted."""

import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run

OF_THE_RUN = ("seconds", "games_per_second", "threads")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "store.sqlite"
    monkeypatch.setenv("ANALYZER_STORE", str(file))
    return file


def figures(text: str) -> dict[str, Any]:
    found: dict[str, Any] = _without_times(json.loads(text))
    return found


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_times(part) for key, part in value.items() if key not in OF_THE_RUN}
    return [_without_times(part) for part in value] if isinstance(value, list) else value


def asked(run: Run, *words: str) -> dict[str, Any]:
    status, output, errors = run(*words, "--json", "--no-progress")
    assert status == 0, errors
    return figures(output)


def listed(run: Run) -> list[dict[str, Any]]:
    status, output, _ = run("runs", "list", "--json")
    assert status == 0
    found: list[dict[str, Any]] = json.loads(output)["runs"]
    return found


QUESTIONS = [
    ["simulate", "cofre", "--games", "3000"],
    ["compare", "cofre", "stars", "counter", "--deals", "500"],
    ["tournament", "cofre", "--policy", "stars", "--policy", "random", "--deals", "200"],
    ["swaps", "hollander", "--deals", "3000", "--players", "3"],
    ["tips", "cofre", "--deals", "300", "--only", "take-what-lies-open"],
    ["sweep", "cofre", "options.speed=1..2", "--games", "300"],
    ["balance", "pescado", "--games", "300", "--close-deals", "50", "--skill-deals", "20", "--value-deals", "50"],
    ["sensitivity", "cofre", "--deals", "100", "--question", "first-seat"],
    ["tune", "hollander", "--policy", "expert", "--deals", "10", "--generations", "1", "--verdict-deals", "50"],
]  # fmt: skip


@pytest.mark.parametrize("words", QUESTIONS, ids=lambda words: words[0])
def test_the_same_request_again_is_answered_from_the_store(words: list[str], run: Run, store: Path) -> None:
    without = asked(run, *words, "--store", "none")
    assert not store.exists()
    first = asked(run, *words)
    (kept,) = listed(run)
    assert kept["state"] == "complete"
    assert kept["blocks"] > 0
    assert asked(run, *words) == first == without
    (again,) = listed(run)
    assert (again["games"], again["blocks"]) == (kept["games"], kept["blocks"])
    status, output, errors = run("runs", "verify", str(kept["run"]), "--blocks", "4", "--json")
    assert (status, errors) == (0, "")
    verified = json.loads(output)
    assert verified["blocks_stored"] == kept["blocks"]
    assert verified["blocks_checked"] == min(4, kept["blocks"])
    assert (verified["differing"], verified["partial"]) == ([], False)


def test_more_games_play_only_what_is_missing(run: Run, store: Path) -> None:
    asked(run, "simulate", "cofre", "--games", "2000")
    more = asked(run, "simulate", "cofre", "--games", "5000")
    assert more == asked(run, "simulate", "cofre", "--games", "5000", "--store", "none")
    with sqlite3.connect(store) as connection:
        spans = connection.execute("SELECT first, count FROM blocks ORDER BY first").fetchall()
    connection.close()
    assert spans[0][0] == 0
    assert all(first + count == following for (first, count), (following, _) in itertools.pairwise(spans))
    assert sum(count for _, count in spans) == 5000


def test_options_that_change_nothing_make_no_other_run(run: Run, store: Path) -> None:
    asked(run, "simulate", "cofre", "--games", "500")
    asked(run, "simulate", "cofre", "--threads", "1", "--seed", "1", "--games", "500")
    run("simulate", "cofre", "--games", "500", "--json", "--no-progress")
    assert [each["command"] for each in listed(run)] == ["analyzer simulate cofre --games 500"]
    asked(run, "simulate", "cofre", "--games", "500", "--seed", "2")
    assert len(listed(run)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_was_killed_goes_on_with_all_that_was_finished(
    number: int, run: Run, store: Path, folder: Path
) -> None:
    words = ["simulate", "cofre", "--games", "600k", "--policy", "random"]
    child = subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words, "--no-progress", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while _blocks(store) < 2:
        assert child.poll() is None, child.communicate()
        time.sleep(0.05)
    child.send_signal(number)
    output, errors = child.communicate(timeout=20)
    kept = _blocks(store)
    if number == signal.SIGINT:
        assert child.returncode == 130
        assert figures(output)["partial"] is True
        assert "analyzer runs resume 1" in errors
    (row,) = listed(run)
    assert (row["state"], row["blocks"]) == ("interrupted", kept)
    assert 0 < row["games"] < 600_000
    status, output, _ = run("runs", "resume", "1", "--json", "--no-progress")
    assert status == 0
    assert figures(output) == asked(run, *words, "--store", "none")
    (row,) = listed(run)
    assert (row["run"], row["state"], row["games"]) == (1, "complete", 600_000)


def _blocks(store: Path) -> int:
    if not store.exists():
        return 0
    connection = sqlite3.connect(store, timeout=10)
    try:
        return int(connection.execute("SELECT count(*) FROM blocks").fetchone()[0])
    except sqlite3.OperationalError:  # it is being made
        return 0
    finally:
        connection.close()


@pytest.mark.parametrize("words", [["--policy", "a", "--policy", "b"], ["--records", "games.parquet"]])
def test_what_keeps_nothing_leaves_no_run(words: list[str], run: Run, store: Path) -> None:
    run("simulate", "cofre", "--games", "100", *words, "--json")
    assert listed(run) == []


def test_a_file_that_has_changed_makes_another_run(run: Run, store: Path, folder: Path) -> None:
    words = ["simulate", "cofre", "--games", "200", "--rules", "my.toml"]
    rules = run("rules", "cofre").output
    (folder / "my.toml").write_text(rules)
    asked(run, *words)
    (folder / "my.toml").write_text(rules.replace("speed = 1", "speed = [5, 1, 1, 1]"))
    for verb in ("resume", "verify"):
        status, _, errors = run("runs", verb, "1")
        assert status == 2
        assert "my.toml is not what it was" in errors
    changed = asked(run, *words)
    assert changed == asked(run, *words, "--store", "none")
    assert [each["games"] for each in listed(run)] == [200, 200]


def test_a_damaged_store_is_said_to_be_so(run: Run, store: Path) -> None:
    from analyzer.errors import UserError
    from analyzer.runs.store.exporting import export
    from analyzer.runs.store.store import Store

    asked(run, "simulate", "cofre", "--games", "300")
    with sqlite3.connect(store) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    sound, chance, broken = store.read_bytes(), random.Random(1), 0
    for number in range(150):
        data = bytearray(sound)
        for _ in range(20):
            data[chance.randrange(100, len(data))] = chance.randrange(256)
        file = store.with_name(f"broken-{number}.sqlite")
        file.write_bytes(data)
        try:
            with Store.open(file, create=False) as found:
                for row in found.runs():
                    found.uses(row.id)
                    export(found, row.id, file.with_suffix(".json"))
                    found.delete(row.id)
        except UserError:  # and nothing else
            broken += 1
    assert broken > 0


def test_verify_finds_a_wrong_tally(run: Run, store: Path) -> None:
    asked(run, "simulate", "cofre", "--games", "300")
    from analyzer.runs import codec
    from analyzer.runs.store.store import Block, Store

    with Store.open(store) as found:
        (use,) = found.uses(1)
        block = found.block(use.key, found.spans(use.key)[0])
        assert block is not None
        tally = codec.decode(block.tally)
        tally.wins[0] += 60
        found.discard(use.key, block.span)
        wrong = Block(block.key, block.span, codec.encode(tally), block.seconds)
        row = found.run(1)
        from analyzer.runs.store.store import Progress

        found.write(row.request, Progress(row.games, row.seconds, "complete"), [use], [wrong])
    status, output, _ = run("runs", "verify", "1", "--blocks", "100", "--json")
    assert status == 1
    (differing,) = json.loads(output)["differing"]
    assert (differing["first"], differing["count"]) == (block.span.first, block.span.count)


def test_a_copy_goes_on_elsewhere(run: Run, store: Path, tmp_path: Path) -> None:
    first = asked(run, "simulate", "cofre", "--games", "400")
    copy = tmp_path / "copy.sqlite"
    assert run("runs", "export", "1", str(copy)).status == 0
    assert run("runs", "delete", "1").status == 0
    assert listed(run) == []
    status, output, _ = run("runs", "resume", "1", "--store", str(copy), "--json")
    assert (status, figures(output)) == (0, first)
    assert listed(run) == []


def test_numbers_of_all_blocks_are_exported_as_json(run: Run, store: Path, tmp_path: Path) -> None:
    found = asked(run, "simulate", "cofre", "--games", "400")
    file = tmp_path / "blocks.json"
    assert run("runs", "export", "1", str(file)).status == 0
    (work,) = json.loads(file.read_text())["works"]
    assert sum(block["count"] for block in work["blocks"]) == 400
    wins = [sum(block["tally"]["wins"][seat] for block in work["blocks"]) / 60 for seat in range(4)]
    assert wins == pytest.approx(found["wins"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["runs", "show", "7"], "There is no run 7"),
        (["runs", "show", "x"], "RUN"),
        (["runs", "resume", "7"], "There is no run 7"),
        (["runs", "delete", "0"], "RUN"),
        (["runs", "verify", "1", "--blocks", "0"], "--blocks"),
        (["runs", "export", "1", "/nowhere/x.sqlite"], "nowhere"),
        (["simulate", "cofre", "--games", "10", "--store", "/nowhere/x.sqlite"], "there is no folder"),
        (["simulate", "cofre", "--games", "10", "--store", "."], "folder"),
        (["simulate", "cofre", "--games", "10", "--store", ""], "--store"),
        (["simulate", "cofre", "--games", "10", "--executor", "task"], 'Did you mean "dask"?'),
        (["simulate", "cofre", "--games", "10", "--scheduler", "tcp://x:1"], "--executor dask"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], message: str, run: Run, store: Path) -> None:
    asked(run, "simulate", "cofre", "--games", "10")
    status, output, errors = run(*words)
    assert (status, output) == (2, "")
    assert message in errors
    assert "Traceback" not in errors


def test_a_run_of_other_sources_is_listed_and_never_used(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(run, "simulate", "cofre", "--games", "300")
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE runs SET version = 'old'")
        connection.execute("UPDATE works SET version = 'old'")
    connection.close()
    for verb in ("resume", "verify"):
        status, _, errors = run("runs", verb, "1")
        assert status == 2
        assert "other sources" in errors
    assert asked(run, "simulate", "cofre", "--games", "300") == first
    old, new = listed(run)
    assert (old["is_current"], new["is_current"]) == (False, True)
    assert "other version" in run("runs", "list").output


def test_a_store_that_nobody_named_keeps_only_what_takes_a_while(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANALYZER_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    asked(run, "simulate", "cofre", "--games", "300")
    assert listed(run) == []
    assert not list(tmp_path.glob("data/*"))
