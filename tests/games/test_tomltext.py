import os
import re
from pathlib import Path

import pytest

from analyzer.games.tomltext import TomlError, line_of, parse, read_text


def written(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    return path


def refused(path: Path, words: str) -> None:
    with pytest.raises(TomlError, match=re.escape(words)):
        read_text(path)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    assert read_text(written(tmp_path, b"\xef\xbb\xbfname = 1\r\n")) == "name = 1\r\n"


@pytest.mark.parametrize("name", ["nothing/here.toml", "a\0b", "\ud800"])
def test_a_path_that_leads_nowhere_is_not_found(name: str) -> None:
    with pytest.raises(FileNotFoundError):
        read_text(Path(name))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, "is a folder")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "not an ordinary file")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
def test_a_device_is_refused() -> None:
    refused(Path("/dev/zero"), "not an ordinary file")


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, b"")

    # The tests may run as a user who can read everything.
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    refused(path, "cannot be read: Permission denied")


def test_a_path_that_is_too_long_is_refused() -> None:
    refused(Path("x" * 5000), "cannot be read")


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    assert len(read_text(written(tmp_path, b"#\n" * (1 << 19)))) == 1 << 20
    refused(written(tmp_path, b"#\n" * (1 << 19) + b"#"), "more than 1 MiB")


def test_another_encoding_is_refused_with_the_line(tmp_path: Path) -> None:
    refused(written(tmp_path, b'game = "toy"\nname = "\xe9toile"\n'), "is not UTF-8 text (line 2)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[options]\nrounds 12\n", "not TOML: .* line 2, column 8"),
        ("x = 1\nx = 2\n", "not TOML: .* line 2"),
        ("name = \0", "not TOML: .* line 1"),
        ("x = " + "[" * 1900, "too deeply"),
        # The parser would need minutes for this one.
        ("x = 1\n" + "a." * 30_000 + "a = 1", "more than 2000 characters on line 2"),
    ],
)
def test_what_is_no_toml_is_refused_with_the_place(text: str, words: str) -> None:
    with pytest.raises(TomlError, match=words):
        parse(text)


def test_a_line_is_found_in_the_right_table_only() -> None:
    text = '[other]\nx = 1\n"y" = 2\n[deck]  # cards\nz = [\n  1,\n]\nx = 2\n'
    assert line_of(text, "deck", "x") == 8
    assert line_of(text, "other", "y") == 3
    assert line_of(text, "", "deck") == 4
    assert line_of(text, "deck", "y") is None
