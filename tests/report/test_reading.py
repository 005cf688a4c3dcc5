"""Reading what a run stored: a folder or its file; what cannot be read is refused in words."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.report import reading
from analyzer.report.folder import prepare
from analyzer.report.jsontext import json_text
from analyzer.studies import stored
from tests.report.examples import CONTENT

STORED = replace(CONTENT, figures=[])
"""Drawing takes its time."""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A report."""
    with prepare(tmp_path / "runs" / "report") as folder:
        folder.write(STORED)
    return tmp_path / "runs" / "report"


def refusal(path: Path | str) -> str:
    with pytest.raises(UserError) as refused:
        reading.read(str(path))
    message = str(refused.value)
    assert message.isprintable() and len(message) < 600
    return message


@pytest.mark.parametrize(
    "name",
    [
        lambda run: str(run),
        lambda run: f"{run}/",
        lambda run: str(run / "result.json"),
        lambda run: os.path.relpath(run),
        lambda run: f"{run}/tables/..",
    ],
    ids=["folder", "slash", "file", "relative", "dots"],
)
def test_a_folder_or_its_file_is_read(run: Path, name: Callable[[Path], str]) -> None:
    found = reading.read(name(run))
    assert found.content.answer == CONTENT.answer
    assert found.data == (run / "result.json").read_bytes()
    assert (found.file, found.folder) == (run / "result.json", run)


def test_links_are_followed(run: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").symlink_to(run)
    (tmp_path / "file.json").symlink_to(run / "result.json")
    for name in ("folder", "file.json"):
        assert reading.read(str(tmp_path / name)).file == run / "result.json"


def test_the_page_says_the_same_again(run: Path) -> None:
    found = reading.read(str(run))
    assert json_text(stored.to_json(found.content)).encode() == found.data


@pytest.mark.parametrize("name", ["-", "nowhere", "no/where", "report.md/x"])
def test_what_is_not_there(name: str, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run)
    assert refusal(name) == f"{name}: there is no such folder or file."


def test_the_nearest_report_is_named(run: Path) -> None:
    assert refusal(run.parent / "reprot").endswith('there is no such folder or file. Did you mean "report"?')


def test_without_a_name() -> None:
    assert "missing" in refusal("")


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "\udcff"])
def test_names_that_no_file_has(name: str) -> None:
    assert refusal(name)


def test_a_folder_without_a_result_names_the_reports_below(run: Path) -> None:
    assert refusal(run.parent) == (
        f"{run.parent}: there is no result.json in this folder. Below it are reports: {run}."
    )
    assert refusal(run / "tables").endswith("in this folder. Name the folder of a report.")
    for number in range(4):
        (run.parent / f"r{number}").mkdir()
        (run.parent / f"r{number}" / "result.json").touch()
    assert refusal(run.parent).endswith(f"{run.parent}/r0, {run.parent}/r1, {run.parent}/r2 or 2 more.")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "line 1: this is no JSON (Expecting value)"),
        (b'{\n"a": 1,\n}', "line 3: this is no JSON"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "this is no JSON"),
        (b"\0" * 100, "this is no JSON"),
        (b'{"games": NaN}', "NaN is no number in JSON"),
        (b'{"games": -Infinity}', "-Infinity is no number in JSON"),
        (b'{"games": ' + b"9" * 5_000 + b"}", "this is no JSON"),
        (b"[" * 200_000, "this is no JSON"),
        (b'{"a":' * 2_000 + b"1" + b"}" * 2_000, ""),
        (b"[1, 2]", "this is no result of analyzer"),
        (b'"text"', "this is no result of analyzer"),
        (b'{"name": "left-pad", "version": "1.0.0"}', 'there is no "page" in it'),
        (json_text(CONTENT.result).encode(), 'there is no "page" in it'),
    ],
    ids=range(13),
)
def test_what_is_no_stored_result(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "result.json").write_bytes(data)
    message = refusal(tmp_path)
    assert message.startswith(f"{tmp_path}/result.json: ")
    assert said in message


def test_a_report_of_the_earlier_version_says_how_to_make_it_again(run: Path) -> None:
    (run / "result.json").write_text(json_text(CONTENT.result))
    assert refusal(run) == (
        f'{run}/result.json: there is no "page" in it to be shown again: it is of an earlier version, or was printed '
        f"by --json, or is of another program. Make it again: {CONTENT.command}"
    )
    (run / "command.txt").write_text(f"analyzer {'x' * 5_000}\n")
    assert refusal(run).endswith(f"Make it again with the command in {run}/command.txt.")
    (run / "command.txt").write_text("rm -rf /\n")
    assert refusal(run).endswith("is of another program.")


def test_a_broken_page_says_how_to_make_it_again(run: Path) -> None:
    found = json.loads((run / "result.json").read_text())
    found["page"]["tables"] = 3
    (run / "result.json").write_text(json.dumps(found))
    assert refusal(run).endswith(f"page.tables must be a list, not 3. Make it again: {CONTENT.command}")
    found["page"]["command"] = f"analyzer {'x' * 5_000}"
    (run / "result.json").write_text(json.dumps(found))
    assert refusal(run).endswith('Make it again with the command under "command" in it.')


def test_a_file_too_large_is_not_read(run: Path) -> None:
    with (run / "result.json").open("r+b") as file:
        file.truncate(10**12)
    assert refusal(run).endswith("this is too large to be a result.")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files there")
def test_what_would_never_end_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "result.json")
    for path in (tmp_path, "/dev/zero"):
        assert refusal(path).endswith("this is no file that can be read.")


def test_a_dead_link_is_no_result(tmp_path: Path) -> None:
    (tmp_path / "result.json").symlink_to(tmp_path / "nowhere")
    assert "there is no result.json in this folder" in refusal(tmp_path)


def test_without_permission(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the refusal is played by the file system's own function."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert refusal(run) == f"Cannot read {run}: permission denied."
