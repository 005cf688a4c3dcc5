"""What a user gets wrong is said in one or two lines, with status 2, and nothing is begun."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.report import folder as report_folder
from analyzer.studies import bench as bench_study
from analyzer.studies import simulate as simulate_study
from tests.cli.conftest import ROOT, Ended, Run

TABLE_ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "unknown game": (["holander"], ['no game "holander"', 'Did you mean "hollander"?', "The games are"]),
    "a game that is nothing like one": (["chess"], ['no game "chess"', "hollander"]),
    "empty game": ([""], ['no game ""', "hollander"]),
    "unknown policy": (["hollander", "--policy", "lowst"], ['"lowst"', 'Did you mean "lowest"?', "lowest, random"]),
    "unknown parameter": (["hollander", "--policy", "lowest:swp=keep"], ['"swp"', 'Did you mean "swap"?']),
    "unknown word": (["hollander", "--policy", "lowest:swap=hihg"], ['"hihg"', "keep, high", 'mean "high"?']),
    "parameter without value": (["hollander", "--policy", "lowest:swap"], ["swap needs a value", "keep, high"]),
    "nothing after the colon": (["hollander", "--policy", "lowest:"], ["a parameter is missing"]),
    "a parameter twice": (["hollander", "--policy", "lowest:swap=low,swap=high"], ["sets swap twice"]),
    "empty policy": (["hollander", "--policy", ""], ["policy's name is missing", "lowest, random"]),
    "three policies for four": (
        ["hollander", "--players", "4", *["--policy", "lowest"] * 3],
        ["3 policies", "4 seats", "one for all seats, or one per seat"],
    ),
    "one player": (["hollander", "--players", "1"], ["2 to 6 players, not for 1"]),
    "seven players": (["hollander", "--players", "7"], ["2 to 6 players, not for 7"]),
    "no players": (["hollander", "--players", "0"], ["--players 0", "whole number"]),
    "negative players": (["hollander", "--players", "-4"], ["--players -4", "whole number"]),
    "players in words": (["hollander", "--players", "four"], ["--players four", "whole number"]),
    "half a player": (["hollander", "--players", "2.5"], ["--players 2.5", "whole number"]),
    "huge players": (["hollander", "--players", "9" * 30], ["--players 999", "whole number"]),
    "a deck for five": (["hollander", "--players", "6"], ["52 cards", "2 cards are missing", "5 players"]),
    "a deck for nobody": (
        ["hollander", "--set", "options.hand_size=5", *[f"--set=deck.{rank}=1" for rank in range(1, 11)]],
        ["cards are missing"],
    ),
    "negative seed": (["hollander", "--seed", "-1"], ["--seed -1", "from 0 to 9223372036854775807"]),
    "huge seed": (["hollander", "--seed", str(2**63)], [f"--seed {2**63}", "from 0 to 9223372036854775807"]),
    "fractional seed": (["hollander", "--seed", "1.5"], ["--seed 1.5", "whole number"]),
    "unknown rules": (["hollander", "--rules", "standrad"], ['"standrad"', 'Did you mean "standard"?']),
    "empty rules": (["hollander", "--rules", ""], ['""', "standard"]),
    "unknown card": (["hollander", "--set", "deck.krakn=3"], ['"krakn"', 'Did you mean "kraken"?']),
    "unknown option": (["hollander", "--set", "options.hand=3"], ['no key "hand"', "hand_size"]),
    "unknown table": (["hollander", "--set", "rules.kraken=3"], ['"rules.kraken"', "deck.CARD or options.OPTION"]),
    "setting without value": (["hollander", "--set", "deck.kraken"], ["must be KEY=VALUE"]),
    "too many copies": (["hollander", "--set", "deck.kraken=16"], ["deck.kraken", "16", "from 0 to 15"]),
    "negative copies": (["hollander", "--set", "deck.kraken=-1"], ["deck.kraken", "-1", "from 0 to 15"]),
    "copies in words": (["hollander", "--set", "deck.kraken=two"], ["deck.kraken", "two", "from 0 to 15"]),
    "no truth": (["hollander", "--set", "options.refill_mid_turn=maybe"], ["maybe", "true or false"]),
    "a gap in the crew": (["hollander", "--set", "deck.5=0"], ["none of rank 5", "consecutive"]),
    "control characters": (["hollander", "--policy", "a\x1b[31m\nb"], ["a\\x1b[31m\\nb"]),
}  # fmt: skip

GAMES_ERRORS: dict[str, tuple[list[str], list[str]]] = {
    f"games {text}": (
        ["hollander", "--games", text],
        [f"--games {text}", "whole number from 1", "200k or 5M"],
    )
    for text in ("0", "-5", "1.5", "many", "nan", "1e12", "2e500", "5m", "1,000")
}
THREAD_ERRORS: dict[str, tuple[list[str], list[str]]] = {
    f"threads {text}": (["hollander", "--threads", text], [f"--threads {text}", "from 1 to"])
    for text in ("0", "-1", "1.5", "all", "10000", "1e2")
}
USAGE_ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "unknown option name": (["hollander", "--polcy", "lowest"], ["--polcy", "--policy"]),
    "option without value": (["hollander", "--seed"], ["--seed"]),
    "no game": ([], ["GAME"]),
    "two games": (["hollander", "hollander"], ["hollander"]),
}


@pytest.fixture(autouse=True)
def nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        pytest.fail("games were played")

    monkeypatch.setattr(simulate_study, "play_table", fail)
    monkeypatch.setattr(bench_study, "bench", fail)


def check(ended: Ended, words: list[str]) -> None:
    assert ended.status == 2
    assert ended.output == ""
    lines = ended.errors.splitlines()
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("analyzer: ")
    assert all(line.isprintable() and len(line) < 400 for line in lines)
    assert "Traceback" not in ended.errors
    for word in words:
        assert word in ended.errors


def cases(*groups: dict[str, tuple[list[str], list[str]]]) -> pytest.MarkDecorator:
    together = {name: case for group in groups for name, case in group.items()}
    return pytest.mark.parametrize(("given", "words"), together.values(), ids=list(together))


@cases(TABLE_ERRORS, GAMES_ERRORS, THREAD_ERRORS, USAGE_ERRORS)
@pytest.mark.parametrize("json", [False, True], ids=["table", "json"])
def test_simulate_refuses(given: list[str], words: list[str], json: bool, run: Run, folder: Path) -> None:
    check(run("simulate", *given, *["--json"] * json), words)
    assert not list(folder.iterdir())


@cases(TABLE_ERRORS, GAMES_ERRORS, THREAD_ERRORS, USAGE_ERRORS)
def test_bench_refuses(given: list[str], words: list[str], run: Run) -> None:
    check(run("bench", *given), words)


@cases(TABLE_ERRORS, USAGE_ERRORS)
def test_trace_refuses(given: list[str], words: list[str], run: Run) -> None:
    check(run("trace", *given), words)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--game", "-1"], ["--game -1", "from 0 to"]),
        (["--game", "1k"], ["--game 1k", "from 0 to"]),
        (["--game", str(2**64)], [f"--game {2**64}", "from 0 to"]),
        (["--count", "0"], ["--count 0", "from 1 to"]),
        (["--count", "-1"], ["--count -1", "from 1 to"]),
        (["--count", "x"], ["--count x", "from 1 to"]),
    ],
)
def test_trace_refuses_wrong_numbers_of_games(given: list[str], words: list[str], run: Run) -> None:
    check(run("trace", "hollander", *given), words)


RULES_ERRORS = {
    name: case
    for name, case in TABLE_ERRORS.items()
    if {"--set", "--rules"} & set(case[0]) or len(case[0]) == 1
}


@cases(
    {name: case for name, case in RULES_ERRORS.items() if name != "a deck for nobody"},
    {"no game": ([], ["GAME"])},
)
def test_rules_refuses(given: list[str], words: list[str], run: Run) -> None:
    check(run("rules", *given), words)


@pytest.mark.parametrize(
    ("word", "right"), [("simulat", "simulate"), ("--versoin", "--version"), ("play", "")]
)
def test_an_unknown_verb_is_refused_with_the_nearest(word: str, right: str, run: Run) -> None:
    check(run(word), [word, right])


# Rules files


def write(content: bytes) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(content)


def pipe(file: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("no such files there")
    os.mkfifo(file)


FILES: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "missing": (lambda _: None, ["no file of the name"]),
    "a folder": (lambda file: file.mkdir(), ["is a folder"]),
    "a pipe": (pipe, ["is not an ordinary file"]),
    "not TOML": (write(b"[deck]\nkraken = = 2\n"), ["is not TOML", "line 2"]),
    "not UTF-8": (write(b"[deck]\n# caf\xe9\nkraken = 2\n"), ["is not UTF-8", "line 2"]),
    "a picture": (write(bytes(range(256)) * 20), ["mine.toml"]),
    "huge": (write(b"#" * 2_000_000), ["more than 1 MiB"]),
    "deeply nested": (write(b"x = " + b"[" * 900 + b"]" * 900), ["mine.toml"]),
    "unknown key": (write(b"[deck]\n1 = 4\nkrakn = 2\n"), ["line 3", '"krakn"', 'Did you mean "kraken"?']),
    "unknown option": (
        write(b"\n\n[options]\nhandsize = 2\n"),
        ["line 4", '"handsize"', 'mean "hand_size"?'],
    ),
    "unknown table": (write(b"[decks]\n1 = 4\n"), ["line 1", '"decks"', 'Did you mean "deck"?']),
    "a key outside its table": (write(b"kraken = 2\n"), ["line 1", "It belongs below [deck]"]),
    "a wrong value": (write(b"[options]\nturn_limit = 0\n"), ["line 2", "turn_limit", "from 1 to 10000"]),
    "a table that is none": (write(b"deck = 3\n"), ["line 1", "must be a table"]),
    "another game": (write(b'game = "pescado"\n'), ["line 1", '"pescado"', '"hollander"']),
    "a wrong name": (write(b"name = 3\n"), ["line 1", "name"]),
    "too few cards": (write(b"[deck]\n1=1\n2=1\n3=1\n4=1\n"), ["32 cards are missing"]),
    "too few ranks": (write(b"[deck]\n1=9\n2=9\n3=9\n"), ["only 3 crew ranks"]),
}


@pytest.mark.parametrize(("make", "words"), FILES.values(), ids=FILES)
def test_rules_files_are_refused_with_what_is_wrong_and_where(
    make: Callable[[Path], object], words: list[str], run: Run, tmp_path: Path, folder: Path
) -> None:
    file = tmp_path / "mine.toml"
    make(file)
    check(
        run("simulate", "hollander", "--rules", str(file)),
        [*words, "mine.toml"] if words != ["32 cards are missing"] else words,
    )
    assert not list(folder.iterdir())


# The folder of the report, which is looked at before anything is played


def a_file(target: Path) -> None:
    target.write_text("precious")


def below_a_file(target: Path) -> None:
    target.parent.write_text("precious")


def a_link_to_nothing(target: Path) -> None:
    target.symlink_to(target.with_name("nowhere"))


def somebody_elses_report(target: Path) -> None:
    target.mkdir()
    (target / "report.md").write_text("precious")


def not_writable(target: Path) -> None:
    target.mkdir()
    target.chmod(0o500)
    if os.access(target, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")


@pytest.mark.parametrize("json", [False, True], ids=["table", "json"])
@pytest.mark.parametrize(
    "obstruct", [a_file, below_a_file, a_link_to_nothing, somebody_elses_report, not_writable]
)
def test_a_folder_that_cannot_be_written_is_found_before_playing(
    obstruct: Callable[[Path], None], json: bool, run: Run, folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "above" / "report" if obstruct is below_a_file else tmp_path / "report"
    obstruct(target)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    check(
        run("simulate", "hollander", "--out", str(target), *["--json"] * json), ["Cannot write", str(target)]
    )
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert not list(folder.iterdir())


@pytest.mark.parametrize("out", ["x" * 300, "new/" + "x" * 300, "/proc/nothing/here"])
def test_a_folder_that_cannot_be_made_is_found_before_playing(out: str, run: Run, folder: Path) -> None:
    if out.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("there is no such file system")
    ended = run("simulate", "hollander", "--out", out)
    assert (ended.status, ended.output) == (2, "")
    assert ended.errors.startswith("analyzer: Cannot write a report to ")
    assert len(ended.errors.splitlines()) <= 2
    assert not list(folder.iterdir())


def test_the_usual_folder_is_looked_at_as_well(run: Run, folder: Path) -> None:
    (folder / report_folder.HOME).write_text("a file")
    check(run("simulate", "hollander"), ["Cannot write", str(report_folder.HOME)])


# In a process of its own


def test_an_error_ends_the_process_with_status_2_and_no_traceback(start: Run) -> None:
    check(start("simulate", "hollander", "--policy", "lowst", "--json"), ['Did you mean "lowest"?'])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("verb", ["rules", "trace"])
def test_output_that_cannot_be_written_is_said(verb: str, folder: Path) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "analyzer", verb, "hollander"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stderr.splitlines()[-1] == "analyzer: Cannot write: No space left on device."
