"""`analyzer report`: what a run stored becomes a report again, and several runs one page, without playing."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.report.folder import prepare
from analyzer.stats import intervals
from analyzer.studies.content import Column, Content, DistributionFigure, IntervalFigure, Table
from tests.cli.conftest import ROOT, Run

WORDS = ["analyzer", "report"]
PLAYING = """
import json, sys
from analyzer.cli.main import main
sys.argv = json.loads(sys.argv[1])
try:
    main()
finally:
    sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


def result(seed: int, wins: int, game: str = "hollander", verb: str = "simulate") -> Content:
    rate = intervals.rate(wins, 1_000)
    return Content(
        question="Who wins?",
        answer=f"Seat 0 wins {rate.mean:.1%} of the games.",
        tables=[
            Table("wins", "Wins", [Column("seat", "seat"), Column("rate", "rate", "rate")], [("0", rate)])
        ],
        figures=[
            IntervalFigure(
                "win_rate", "Wins", ["seat 0"], [rate], "win rate, %", 100, 0.25, "fair share 25 %"
            ),
            DistributionFigure("length", "Lengths", [0, wins, 3, 1], "length, turns"),
        ],
        method=[("game", "A Game")],
        how_to_read=["Like this."],
        command=f"analyzer {verb} {game} --games 1000 --seed {seed}",
        asked=[("command", verb), ("game", game), ("games", 1_000), ("seed", seed)],
        result={"game": game, "seed": seed, "rate": rate},
        speed="fast",
        date="2020-02-02",
    )


def store(path: Path, content: Content) -> None:
    with prepare(path) as report:
        report.write(content)


def bytes_of(place: Path) -> dict[str, bytes]:
    return {
        file.relative_to(place).as_posix(): file.read_bytes() for file in place.rglob("*") if file.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two reports, drawn only once."""
    place = tmp_path_factory.mktemp("made")
    store(place / "one", result(1, 300))
    store(place / "two", result(2, 500))
    return place


@pytest.fixture
def one(made: Path, folder: Path) -> Path:
    shutil.copytree(made / "one", "one")
    return Path("one")


@pytest.fixture
def two(made: Path, folder: Path) -> Path:
    shutil.copytree(made / "two", "two")
    return Path("two")


# One run


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("one", "one"),
        ("one/", "one"),
        ("one/result.json", "one"),
        ("./one/../one", "one/../one"),
        ("link", "link"),
    ],
)
def test_a_report_is_made_again_in_place_to_the_last_byte(name: str, shown: str, one: Path, run: Run) -> None:
    Path("link").symlink_to(one)
    before = bytes_of(one)
    assert len(before) > 8
    for file in one.iterdir():
        if file.is_dir():
            shutil.rmtree(file)
        elif file.name != "result.json":
            file.unlink()
    ended = run("report", name)
    assert (ended.status, ended.errors) == (0, "")
    assert ended.output == f"Report: {shown}\n"
    assert bytes_of(one) == before


def test_the_result_stays_as_it_is_however_it_is_written(one: Path, run: Run) -> None:
    file = one / "result.json"
    file.write_text(json.dumps(json.loads(file.read_text()), indent=7))
    before = bytes_of(one)
    assert run("report", "one").status == 0
    assert bytes_of(one) == before
    assert run("report", "one", "--out", "other").output == "Report: other\n"
    assert bytes_of(Path("other")) == before


def test_a_link_to_a_result_leads_to_its_folder(one: Path, run: Run) -> None:
    before = bytes_of(one)
    (one / "report.md").unlink()
    Path("latest.json").symlink_to(one / "result.json")
    assert run("report", "latest.json").output == f"Report: {one.absolute()}\n"
    assert bytes_of(one) == before


def test_foreign_files_stay_and_files_no_longer_needed_go(one: Path, run: Run) -> None:
    before = bytes_of(one)
    (one / "notes.txt").write_text("mine")
    (one / "figures" / "photo.png").write_text("mine")
    found = json.loads((one / "result.json").read_text())
    del found["page"]["figures"][1]
    (one / "result.json").write_text(json.dumps(found))
    assert run("report", "one").status == 0
    assert set(bytes_of(one)) == {*before, "notes.txt", "figures/photo.png"} - {
        "figures/length.png", "figures/length.svg",
    }  # fmt: skip


def test_a_report_that_lost_its_list_of_files_is_known_by_its_command(one: Path, run: Run) -> None:
    before = bytes_of(one)
    (one / ".report-files").unlink()
    assert run("report", "one").status == 0
    assert bytes_of(one) == before


def test_pages_of_others_beside_a_result_are_not_replaced(one: Path, run: Run) -> None:
    Path("mine").mkdir()
    (Path("mine") / "result.json").write_bytes((one / "result.json").read_bytes())
    (Path("mine") / "index.html").write_text("mine")
    before = bytes_of(Path("mine"))
    ended = run("report", "mine")
    assert ended.status == 2
    assert "index.html is there and is not of an earlier report" in ended.errors
    assert bytes_of(Path("mine")) == before


def test_a_result_of_another_name_needs_a_folder(one: Path, run: Run) -> None:
    (one / "result.json").rename("kept.json")
    ended = run("report", "kept.json")
    assert ended.status == 2
    assert "Name a folder with --out" in ended.errors
    assert run("report", "kept.json", "--out", "new").status == 0
    assert (Path("new") / "result.json").read_bytes() == Path("kept.json").read_bytes()


def test_json_is_the_public_object_and_writes_nothing(one: Path, run: Run) -> None:
    before = bytes_of(Path())
    ended = run("report", "one", "--json")
    assert (ended.status, ended.errors) == (0, "")
    rate = intervals.rate(300, 1_000).as_dict()
    assert json.loads(ended.output) == {"game": "hollander", "seed": 1, "rate": rate}
    assert bytes_of(Path()) == before
    again = run("report", "one", "--json", "--out", "new")
    assert again.output == ended.output
    assert (Path("new") / "report.md").is_file()


def test_nothing_that_plays_is_loaded(one: Path, two: Path) -> None:
    for words in (["one"], ["one", "two", "--out", "both"], ["one", "two", "--json"]):
        ended = subprocess.run(
            [sys.executable, "-c", PLAYING, json.dumps([*WORDS, *words])],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        modules = set(json.loads(ended.stderr))
        assert "analyzer.studies.stored" in modules
        assert not {"numba", "llvmlite", "pandas", "pyarrow"} & modules
        assert not [name for name in modules if name.startswith(("analyzer.runs", "analyzer.games.registry"))]


# Several runs


def test_several_runs_become_one_page(one: Path, two: Path, run: Run) -> None:
    ended = run("report", "one", "two", "--out", "both")
    assert (ended.status, ended.errors) == (0, "")
    assert ended.output.startswith(
        'In win rate these runs differ in seat 0: 50 % in "seed 2" and 30 % in "seed 1", a difference of +20'
    )
    assert ended.output.endswith("\nReport: both\n")
    assert {
        "result.json",
        "figures/win_rate.png",
        "figures/length.svg",
        "tables/win_rate_differences.csv",
    } <= set(bytes_of(Path("both")))
    assert (Path("both") / "command.txt").read_text() == "analyzer report one two\n"


def test_a_comparison_is_made_again_and_shown_like_any_run(one: Path, two: Path, run: Run) -> None:
    shown = run("report", "one", "two", "--out", "both").output.removesuffix("\nReport: both\n")
    before = bytes_of(Path("both"))
    # Its runs are no longer needed.
    one.rename("gone")
    assert run("report", "both").output == "Report: both\n"
    assert bytes_of(Path("both")) == before
    assert run("show", "both").output == shown


@pytest.mark.parametrize(
    ("game", "name"),
    [("hollander", "hollander-report-"), ("other", "games-report-"), ("../up", "games-report-")],
)
def test_the_folder_is_named_after_the_common_game(game: str, name: str, one: Path, run: Run) -> None:
    store(Path("three"), replace(result(3, 300, game), figures=[]))
    if game == "../up":
        store(Path("one"), replace(result(1, 300, game), figures=[]))
    assert run("report", "one", "three").status == 0
    (made,) = Path("analyzer-runs").iterdir()
    assert made.name.startswith(name)


def test_json_of_several_runs(one: Path, two: Path, run: Run) -> None:
    found = json.loads(run("report", "one", "two", "--json").output)
    assert list(found) == ["runs", "names", "differences"]
    assert [each["seed"] for each in found["runs"]] == [1, 2]
    assert found["differences"][0]["difference"]["mean"] == pytest.approx(0.2)
    assert not Path("analyzer-runs").exists()


def test_runs_of_other_commands_still_make_a_page(one: Path, run: Run) -> None:
    store(Path("other"), replace(result(1, 300, verb="bench"), figures=[], tables=[]))
    ended = run("report", "one", "other", "--out", "both")
    assert ended.status == 0
    assert "no figure of estimates in common" in ended.output
    assert "different commands (simulate, bench)" in ended.output
    assert (Path("both") / "report.md").is_file()


@pytest.mark.parametrize("names", [["one", "one"], ["one", "two", "./one/result.json"], ["one", "link"]])
def test_a_run_is_not_compared_with_itself(names: list[str], one: Path, two: Path, run: Run) -> None:
    Path("link").symlink_to(one)
    ended = run("report", *names)
    assert ended.status == 2
    assert ended.errors == f"analyzer: {names[-1]}: this run is given twice.\n"
    assert not Path("analyzer-runs").exists()


def test_a_name_that_is_no_text_is_shown_in_signs(one: Path, two: Path, run: Run) -> None:
    name = os.fsdecode(b"t\xffwo")
    try:
        two.rename(name)
    except OSError:
        pytest.skip("no such names here")
    assert run("report", "one", name, "--out", "both").status == 0
    assert "udcff" in (Path("both") / "report.md").read_text()


# Mistakes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Missing argument"),
        (["nowhere"], "there is no such folder or file"),
        (["one", "nowhere"], "there is no such folder or file"),
        (["onr"], 'Did you mean "one"?'),
        (["-"], "there is no such folder or file"),
        ([""], "missing"),
        (["."], "Below it are reports: one."),
        (["one", "--out", ""], "--out: the name of the folder is missing"),
        (["one", "--out", "one/result.json"], "is no folder"),
        (["one/command.txt"], "this is no JSON"),
        (["one", "--games", "3"], "No such option"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_mistakes_are_told_in_a_line_or_two(words: list[str], said: str, one: Path, run: Run) -> None:
    before = bytes_of(Path())
    ended = run("report", *words)
    assert ended.status == 2
    assert said in ended.errors
    assert ended.errors.count("\n") <= 2 and ended.output == ""
    assert bytes_of(Path()) == before


def test_a_report_of_the_earlier_version_says_how_to_make_it_again(one: Path, run: Run) -> None:
    found = json.loads((one / "result.json").read_text())
    del found["page"]
    (one / "result.json").write_text(json.dumps(found))
    for verb in ("report", "show"):
        ended = run(verb, "one")
        assert ended.status == 2
        assert "Make it again: analyzer simulate hollander --games 1000 --seed 1" in ended.errors
