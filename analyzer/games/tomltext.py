"""Reading TOML that a user wrote.

Whatever the file is, there is an answer in words, never a traceback or an endless wait.
"""

import re
import stat
import tomllib
from pathlib import Path
from typing import Any

_MOST_BYTES = 1 << 20
_MOST_CHARACTERS_A_LINE = 2000


class TomlError(Exception):
    """Why a text is no usable TOML, to follow the name of the file."""


def read_text(path: Path) -> str:
    """Reads a text file.

    Args:
        path: The file.

    Returns:
        What it holds.

    Raises:
        FileNotFoundError: There is no such file, or the path cannot be one's name.
        TomlError: It is no ordinary file, too large, not UTF-8, or cannot be read.
    """
    try:
        _refuse_special(path)
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise
    except ValueError:
        # The path holds a character that no file's name can hold.
        raise FileNotFoundError(path) from None
    except OSError as error:
        raise TomlError(f"cannot be read: {error.strerror or error}.") from None
    if len(content) > _MOST_BYTES:
        raise TomlError("has more than 1 MiB; that is no rules file.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise TomlError(f"is not UTF-8 text (line {line}): save it as UTF-8.") from None


def parse(text: str) -> dict[str, Any]:
    """Reads TOML.

    Args:
        text: A TOML document.

    Returns:
        Its tables and values.

    Raises:
        TomlError: It is none; the message says where, as far as the parser knows.
    """
    # The parser takes minutes for a single long line of dotted keys.
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _MOST_CHARACTERS_A_LINE:
            raise TomlError(f"has more than {_MOST_CHARACTERS_A_LINE} characters on line {number}.")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("nests its values too deeply.") from None
    except ValueError as error:
        raise TomlError(f"is not TOML: {error}.") from None


def line_of(text: str, table: str, key: str) -> int | None:
    """Finds the line that sets a key, by its looks, for messages only.

    Args:
        text: A TOML document.
        table: The table that holds the key; "" for the top level.
        key: The key, or with table "" also the name of a table.

    Returns:
        The number of the line, from 1, or None if it was not found.
    """
    quoted = rf"""["']?{re.escape(key)}["']?\s*"""
    below = re.compile(rf"\s*{quoted}[=.]")
    dotted = re.compile(rf"\s*{table}\s*\.\s*{quoted}[=.]|\s*{table}\s*=.*[{{,]\s*{quoted}=")
    header = re.compile(r"\s*\[\[?([^\]]*)\]")
    current = ""
    for number, line in enumerate(text.split("\n"), 1):
        if head := header.match(line):
            current = head[1].strip(" \t\"'")
            if not table and current.split(".")[0] == key:
                return number
        elif (current == table and below.match(line)) or (table and not current and dotted.match(line)):
            return number
    return None


def _refuse_special(path: Path) -> None:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise TomlError("is a folder; a TOML file is wanted.")
    # Reading a pipe or a device could wait for ever.
    if not stat.S_ISREG(mode):
        raise TomlError("is not an ordinary file.")
