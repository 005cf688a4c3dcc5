"""The file of records: one row a game, the same however they were cut into blocks, complete or not there at all."""

import errno
import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from analyzer import __version__
from analyzer.errors import UserError
from analyzer.games.policyspec import parse
from analyzer.games.protocol import SHARES, Measure, Records, Setup
from analyzer.games.rulesfile import load
from analyzer.report import records as records_module
from analyzer.report.records import RecordsFile, prepare
from analyzer.studies.request import Table
from tests.studies.toy import Toy

GROUP = 10
"""Rows of a group in these tests."""


class Shared(Toy):
    """Wins can be shared, points are counted for each seat, and a round has several plays."""

    step = "play"
    measures = (Measure("points", "points", per_seat=True), Measure("passes", "passes of the cards"))


def table(game: Toy) -> Table:
    plain = parse("plain", game.policies, game.title)
    return Table(game, Setup("toy", load("standard", game.rules), (plain,) * 3))


def played(first: int, count: int) -> Records:
    """Games by their number: 0 is won by seat 0, 1 by all, 2 by seats 1 and 2, 3 is unfinished, and so on."""
    numbers = np.arange(first, first + count)
    shares = np.array([[60, 20, 0, 0], [0, 20, 30, 0], [0, 20, 30, 0]])[:, numbers % 4]
    return Records(
        shares=shares,
        finished=numbers % 4 != 3,
        lengths=(numbers % 7).astype(np.int16),
        steps=(numbers * 3).astype(np.int32),
        measures={"points": np.stack([numbers, numbers + 1, numbers + 2]), "passes": -numbers},
    )


def in_blocks(path: Path, sizes: list[int], game: Toy | None = None) -> None:
    first = 0
    with prepare(path, table(game or Shared()), games=sum(sizes), seed=5) as file:
        for size in sizes:
            file.add(first, played(first, size))
            first += size
        file.put_in_place()


@pytest.fixture(autouse=True)
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records_module, "_ROWS", GROUP)


# What is written


@pytest.mark.parametrize("games", [1, 9, 10, 11, 20, 35])
def test_every_game_is_a_row_in_order(games: int, tmp_path: Path) -> None:
    in_blocks(tmp_path / "games.parquet", [games])
    found = pd.read_parquet(tmp_path / "games.parquet")
    numbers = list(range(games))
    assert found["game"].tolist() == numbers
    assert found["win_0"].tolist() == [(1.0, 1 / 3, 0.0, 0.0)[n % 4] for n in numbers]
    assert found["win_1"].tolist() == [(0.0, 1 / 3, 0.5, 0.0)[n % 4] for n in numbers]
    assert found["finished"].tolist() == [n % 4 != 3 for n in numbers]
    assert found["length"].tolist() == [n % 7 for n in numbers]
    assert found["plays"].tolist() == [3 * n for n in numbers]
    assert found["points_2"].tolist() == [n + 2 for n in numbers]
    assert found["passes"].tolist() == [-n for n in numbers]
    assert list(found) == [
        *("game", "win_0", "win_1", "win_2", "finished", "length", "plays"),
        *("points_0", "points_1", "points_2", "passes"),
    ]


@pytest.mark.parametrize("sizes", [[1] * 35, [3, 7, 25], [10, 10, 10, 5], [34, 1], [9, 2, 24]])
def test_the_file_does_not_depend_on_the_blocks(sizes: list[int], tmp_path: Path) -> None:
    in_blocks(tmp_path / "whole.parquet", [35])
    in_blocks(tmp_path / "blocks.parquet", sizes)
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "blocks.parquet").read_bytes()


def test_rows_are_in_groups_of_a_fixed_size(tmp_path: Path) -> None:
    in_blocks(tmp_path / "games.parquet", [17, 18])
    found = pq.read_metadata(tmp_path / "games.parquet")
    assert [found.row_group(place).num_rows for place in range(found.num_row_groups)] == [10, 10, 10, 5]
    compressions = {found.row_group(0).column(place).compression for place in range(found.num_columns)}
    assert compressions == {"ZSTD"}


def test_columns_are_as_narrow_as_the_game_counts(tmp_path: Path) -> None:
    in_blocks(tmp_path / "games.parquet", [3])
    kinds = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "games.parquet")}
    assert kinds["game"] == "int64"
    assert kinds["win_0"] == kinds["win_2"] == "double"
    assert kinds["finished"] == "bool"
    assert (kinds["length"], kinds["plays"], kinds["passes"]) == ("int16", "int32", "int64")


def test_numbers_that_a_column_cannot_hold_are_not_cut(tmp_path: Path) -> None:
    wide = played(1, 1)
    wide = Records(wide.shares, wide.finished, wide.lengths.astype(np.int64), wide.steps, wide.measures)
    with prepare(tmp_path / "games.parquet", table(Shared()), games=2, seed=1) as file:
        file.add(0, played(0, 1))
        with pytest.raises(TypeError):
            file.add(1, wide)


def test_the_file_says_what_its_columns_mean(tmp_path: Path) -> None:
    in_blocks(tmp_path / "games.parquet", [3])
    said = {
        field.name: field.metadata[b"description"].decode()
        for field in pq.read_schema(tmp_path / "games.parquet")
    }
    assert said == {
        "game": "number of the game in the run",
        "win_0": "share of the win of seat 0",
        "win_1": "share of the win of seat 1",
        "win_2": "share of the win of seat 2",
        "finished": "whether the game ended by its rules",
        "length": "length of the game in rounds; of one that is not finished, as far as it was played",
        "plays": "plays",
        "points_0": "points, seat 0",
        "points_1": "points, seat 1",
        "points_2": "points, seat 2",
        "passes": "passes of the cards",
    }


def test_the_file_says_what_was_played(tmp_path: Path) -> None:
    in_blocks(tmp_path / "games.parquet", [3])
    said = {
        key.decode(): value.decode()
        for key, value in pq.read_schema(tmp_path / "games.parquet").metadata.items()
    }
    assert json.loads(said.pop("rules")) == table(Shared()).setup.rules.as_dict()
    assert json.loads(said.pop("policies")) == ["plain"] * 3
    assert said == {
        "game": "toy",
        "command": "analyzer simulate toy --players 3 --policy plain --games 3 --seed 5",
        "games": "3",
        "seed": "5",
        "players": "3",
        "version": __version__,
    }
    assert pq.read_metadata(tmp_path / "games.parquet").metadata[b"games_in_file"] == b"3"


def test_steps_that_are_the_length_have_no_column(tmp_path: Path) -> None:
    class InRounds(Shared):
        step = "round"

    in_blocks(tmp_path / "games.parquet", [3], InRounds())
    names = pq.read_schema(tmp_path / "games.parquet").names
    assert "rounds" not in names and "plays" not in names and "passes" in names


def test_steps_that_are_a_measure_have_one_column(tmp_path: Path) -> None:
    class InPasses(Shared):
        step = "passe"

    in_blocks(tmp_path / "games.parquet", [3], InPasses())
    assert pq.read_schema(tmp_path / "games.parquet").names.count("passes") == 1
    assert pd.read_parquet(tmp_path / "games.parquet")["passes"].tolist() == [0, -1, -2]


# Complete or not there at all


def earlier(path: Path, games: int = 4, asked: int = 4) -> bytes:
    """Writes the file of an earlier run."""
    with prepare(path, table(Shared()), games=asked, seed=1) as file:
        file.add(0, played(0, games))
        assert file.put_in_place() == path
    return path.read_bytes()


def seen(place: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in place.iterdir() if not file.name.startswith(".")}


def test_an_earlier_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    before = earlier(path)
    with prepare(path, table(Shared()), games=30, seed=1) as file:
        file.add(0, played(0, 30))
        assert seen(tmp_path) == {"games.parquet": before}
        assert file.put_in_place() == path
        assert len(pd.read_parquet(path)) == 30
    assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.parametrize("games", [0, 3, 25])
def test_of_a_run_that_fails_nothing_is_left(games: int, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    before = earlier(path)

    def fail() -> None:
        with prepare(path, table(Shared()), games=30, seed=1) as file:
            if games:
                file.add(0, played(0, games))
            raise RuntimeError("a policy failed")

    with pytest.raises(RuntimeError, match="a policy failed"):
        fail()
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"games.parquet": before}


def test_a_part_of_the_games_can_be_put_in_place(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with prepare(path, table(Shared()), games=1_000, seed=1) as file:
        file.add(0, played(0, 13))
        assert file.put_in_place() == path
    assert len(pd.read_parquet(path)) == 13
    said = pq.read_metadata(path).metadata
    assert (said[b"games"], said[b"games_in_file"]) == (b"1000", b"13")


def test_a_part_is_put_beside_an_earlier_file_that_is_complete(tmp_path: Path) -> None:
    before = earlier(tmp_path / "games.parquet")
    (tmp_path / "games-partial.parquet").write_text("of somebody else")
    earlier(tmp_path / "games-partial-2.parquet", 7, 7)
    earlier(tmp_path / "games-partial-3.parquet", 3, 7)
    with prepare(tmp_path / "games.parquet", table(Shared()), games=1_000, seed=1) as file:
        file.add(0, played(0, 13))
        assert file.put_in_place() == tmp_path / "games-partial-3.parquet"
    rows = {path.name: pq.read_metadata(path).num_rows for path in tmp_path.glob("*[!l].parquet")}
    assert rows == {"games.parquet": 4, "games-partial-2.parquet": 7, "games-partial-3.parquet": 13}
    assert (tmp_path / "games.parquet").read_bytes() == before
    assert (tmp_path / "games-partial.parquet").read_text() == "of somebody else"
    assert len(list(tmp_path.iterdir())) == 4


def test_a_part_replaces_an_earlier_part(tmp_path: Path) -> None:
    earlier(tmp_path / "games.parquet", 3, 4)
    assert len(earlier(tmp_path / "games.parquet", 2, 4)) > 0
    assert pq.read_metadata(tmp_path / "games.parquet").num_rows == 2
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_others_may_read_it_as_any_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    in_blocks(tmp_path / "games.parquet", [3])
    modes = {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    assert len(modes) == 1


def test_what_a_link_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "games.parquet").symlink_to(tmp_path / "far" / "real.parquet")
    in_blocks(tmp_path / "games.parquet", [3])
    assert (tmp_path / "games.parquet").is_symlink()
    assert len(pd.read_parquet(tmp_path / "far" / "real.parquet")) == 3
    assert [each.name for each in (tmp_path / "far").iterdir()] == ["real.parquet"]


class Full:
    """A file on a disk with room for so many bytes."""

    closed = False

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, data: bytes) -> int:
        self.room -= len(data)
        if self.room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return len(data)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def fill(file: RecordsFile, room: int) -> None:
    file._file.close()
    file._file = Full(room)  # type: ignore[assignment]


@pytest.mark.parametrize("room", [0, 10, 600, 3_000])
def test_a_full_disk_is_said_and_nothing_is_left(
    room: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.parquet"
    before = earlier(path)
    said = r"^Cannot write the records to .*games.parquet: no space left on device\.$"
    with prepare(path, table(Shared()), games=100, seed=1) as file:
        fill(file, room)
        with pytest.raises(UserError, match=said):
            file.add(0, played(0, 100))
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"games.parquet": before}
    del file
    assert capfd.readouterr() == ("", "")


def test_a_disk_that_is_full_at_the_end_is_said_as_well(tmp_path: Path) -> None:
    with prepare(tmp_path / "games.parquet", table(Shared()), games=5, seed=1) as file:
        fill(file, 10)
        file.add(0, played(0, 5))
        with pytest.raises(UserError, match="no space left on device"):
            file.put_in_place()
    assert not list(tmp_path.iterdir())


# Refused before anything is played


def refused(path: Path | str) -> str:
    with pytest.raises(UserError) as raised, prepare(Path(path), table(Shared()), games=1, seed=1):
        pytest.fail("it was not refused")
    text = str(raised.value)
    assert len(text.splitlines()) == 1
    assert text.startswith("Cannot write the records to ")
    return text


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("games", "games.parquet"),
        ("games.csv", "games.parquet"),
        ("games.parquet.gz", "games.parquet.parquet"),
        (".parquet", ".parquet.parquet"),
        ("/dev/null", "/dev/null.parquet"),
        (".", "games.parquet"),
    ],
)
def test_the_name_must_end_as_such_files_do(
    name: str, right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(name).endswith(f": the name of the file must end in .parquet, as in {right}.")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused("a/b/games.parquet") == (
        "Cannot write the records to a/b/games.parquet: there is no folder a/b. Make it, or name another file."
    )
    assert not list(tmp_path.iterdir())


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no such files there")
    os.mkfifo(path)


def a_device(path: Path) -> None:
    if not Path("/dev/null").exists():
        pytest.skip("no such files there")
    path.symlink_to("/dev/null")


def a_text(path: Path) -> None:
    path.write_text("my notes")


def nothing(path: Path) -> None:
    path.touch()


def torn(path: Path) -> None:
    path.write_bytes(b"PAR1" + b"\xff" * 40 + b"\x10\x00\x00\x00PAR1")


def a_table_of_somebody_else(path: Path) -> None:
    pd.DataFrame({"game": [1, 2]}).to_parquet(path)


@pytest.mark.parametrize("foreign", [a_text, nothing, torn, a_table_of_somebody_else])
def test_files_of_others_are_not_replaced(foreign: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    foreign(path)
    before = path.read_bytes()
    assert refused(path).endswith(
        "it is there already, and no file of records that this program wrote. Remove it, or name another file."
    )
    assert [(each, each.read_bytes()) for each in tmp_path.iterdir()] == [(path, before)]


def a_ring_of_links(path: Path) -> None:
    path.symlink_to(path)


def write_protected(path: Path) -> None:
    path.touch()
    path.chmod(0o400)
    if os.access(path, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")


def in_a_folder_that_is_write_protected(path: Path) -> None:
    path.parent.chmod(0o500)
    if os.access(path.parent, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")


@pytest.mark.parametrize(
    ("obstruct", "said"),
    [
        (a_folder, "it is a folder"),
        (a_pipe, "it is not an ordinary file"),
        (a_device, "it is not an ordinary file"),
        (a_ring_of_links, "it is a link that leads nowhere"),
        (write_protected, "it is write-protected"),
        (in_a_folder_that_is_write_protected, "permission denied"),
    ],
)
def test_what_cannot_be_written_is_refused(
    obstruct: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    obstruct(tmp_path / "games.parquet")
    before = sorted(tmp_path.iterdir())
    assert refused(tmp_path / "games.parquet").endswith(f"{said}. Name another file.")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["x" * 300 + ".parquet", "/proc/games.parquet"])
def test_names_that_the_system_does_not_take_are_refused(name: str, tmp_path: Path) -> None:
    if name.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("there is no such file system")
    refused(name if name.startswith("/") else tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_name_that_is_no_text_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "a\udcffb.parquet").endswith("the name is no text.")


def test_below_a_file_there_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused(tmp_path / "file" / "games.parquet")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_shares_are_parts_of_one_win() -> None:
    assert SHARES == 60  # or the records above mean something else
