"""The version of the sources changes with whatever may change a figure, and with nothing else."""

import shutil
from pathlib import Path

import pytest

from analyzer.runs import version

PACKAGE = Path(__file__).parents[2] / "analyzer"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package whose sources can be edited."""
    copy = tmp_path / "analyzer"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(version, "_PACKAGE", copy)
    return copy


def code_version() -> str:
    """As at the first call of a process."""
    return version.code_version.__wrapped__()


def test_it_is_short_and_the_same_wherever_the_package_lies(copy: Path) -> None:
    assert code_version() == version.code_version()
    assert version.code_version().isalnum() and len(version.code_version()) == 16


@pytest.mark.parametrize(
    "name",
    [
        "core/streams.py",
        "games/tally.py",
        "games/hollander/standard.toml",
        "games/cofre/game.py",
        "stats/sequences.py",
        "studies/balance/play.py",
        "runs/codec.py",
    ],
)
def test_what_may_change_a_figure_changes_it(copy: Path, name: str) -> None:
    before = code_version()
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert code_version() != before


def test_a_new_file_changes_it_and_so_does_another_name(copy: Path) -> None:
    seen = {code_version()}
    new = copy / "core" / "new.py"
    new.touch()
    seen.add(code_version())
    new.rename(new.with_name("newer.py"))
    seen.add(code_version())
    assert len(seen) == 3


@pytest.mark.parametrize(
    "name", ["cli/main.py", "report/page.py", "runs/playing.py", "__init__.py", "core/note.txt"]
)
def test_what_only_shows_or_carries_out_does_not(copy: Path, name: str) -> None:
    before = code_version()
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert code_version() == before


def test_how_lines_end_does_not_matter(copy: Path) -> None:
    before = code_version()
    path = copy / "core" / "streams.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert code_version() == before


def test_compiled_files_do_not_matter(copy: Path) -> None:
    before = code_version()
    (copy / "core" / "__pycache__").mkdir()
    (copy / "core" / "__pycache__" / "streams.cpython-311.pyc").write_bytes(b"compiled")
    assert code_version() == before
