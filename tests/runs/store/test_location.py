"""Where the store is: where the user says, or else in the user's folder for data."""

from pathlib import Path

import platformdirs
import pytest

from analyzer.runs.store.location import Location, locate, make_folder
from analyzer.runs.store.troubles import StoreError


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANALYZER_STORE", raising=False)


def test_a_named_file_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_STORE", "other.sqlite")
    assert locate(Path("mine.sqlite")) == Location(Path("mine.sqlite"), is_named=True)


def test_or_else_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYZER_STORE", "other.sqlite")
    assert locate() == Location(Path("other.sqlite"), is_named=True)


@pytest.mark.parametrize("said", [None, ""])
def test_or_else_that_of_everyday(monkeypatch: pytest.MonkeyPatch, said: str | None) -> None:
    if said is not None:
        monkeypatch.setenv("ANALYZER_STORE", said)
    found = locate()
    assert not found.is_named
    assert found.path.name == "runs.sqlite"
    assert found.path.parent == platformdirs.user_data_path("analyzer", appauthor=False)


def test_its_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "runs.sqlite"
    make_folder(path)
    make_folder(path)
    assert path.parent.is_dir() and not path.exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(StoreError, match="its folder cannot be made"):
        make_folder(tmp_path / "a" / "b" / "runs.sqlite")
