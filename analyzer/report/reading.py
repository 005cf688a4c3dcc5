"""Reads what an earlier run stored: a report's folder, or the `result.json` in it."""

import json
import stat
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NoReturn

from analyzer.errors import UserError, did_you_mean
from analyzer.games.settings import shown
from analyzer.report.folder import COMMAND, RESULT
from analyzer.studies import stored
from analyzer.studies.content import Content

_LARGEST_BYTES = 50_000_000
_MOST_LOOKED_AT = 1000
_MOST_NAMED = 3
_LONGEST_COMMAND = 400


@dataclass(frozen=True)
class StoredRun:
    """A result that was read again.

    Attributes:
        file: Its file, with links followed.
        data: What the file holds.
        content: The result.
    """

    file: Path
    data: bytes
    content: Content

    @property
    def folder(self) -> Path:
        """The folder that the file lies in."""
        return self.file.parent


def read(run: str) -> StoredRun:
    """Reads a stored result.

    Args:
        run: A report's folder, or its `result.json`, as the user named it.

    Returns:
        The result.

    Raises:
        UserError: There is none, or it cannot be read or shown.
    """
    if not run:
        raise UserError("RUN: the name of the report's folder is missing.")
    path = Path(run)
    try:
        return _read(path)
    except (OSError, ValueError) as error:
        # A ValueError says that no file has such a name.
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UserError(f"Cannot read {shown(run)}: {reason.lower()}.") from error


def _read(path: Path) -> StoredRun:
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(
            f"{shown(str(path))}: there is no such folder or file.{_did_you_mean(path)}"
        ) from None
    file = path / RESULT if stat.S_ISDIR(mode) else path
    if not file.exists():
        raise UserError(f"{shown(str(path))}: there is no {RESULT} in this folder.{_runs_below(path)}")
    if not file.is_file():
        raise UserError(f"{shown(str(file))}: this is no file that can be read.")
    if file.stat().st_size > _LARGEST_BYTES:
        raise UserError(f"{shown(str(file))}: this is too large to be a result.")
    data = file.read_bytes()
    try:
        content = stored.from_json(_parsed(data))
    except stored.Unreadable as error:
        raise UserError(f"{shown(str(file))}: {error}.{_make_it_again(file, error.command)}") from None
    return StoredRun(file.resolve(), data, content)


def _parsed(data: bytes) -> object:
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise stored.Unreadable(f"line {error.lineno}: this is no JSON ({error.msg})") from None
    except (ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise stored.Unreadable(f"this is no JSON ({shown(reason)})") from None


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


def _did_you_mean(path: Path) -> str:
    """The report beside a misspelt one; nothing if the folders above are not there either."""
    try:
        names = [place.name for place in islice(path.parent.iterdir(), _MOST_LOOKED_AT) if _is_run(place)]
    except OSError:
        return ""
    return did_you_mean(path.name, names)


def _runs_below(path: Path) -> str:
    runs = sorted(
        str(place)
        for place in islice(path.iterdir(), _MOST_LOOKED_AT)
        if _is_run(place) and str(place).isprintable()
    )
    if not runs:
        return " Name the folder of a report."
    more = f" or {len(runs) - _MOST_NAMED} more" if len(runs) > _MOST_NAMED else ""
    return f" Below it are reports: {', '.join(shown(run) for run in runs[:_MOST_NAMED])}{more}."


def _is_run(place: Path) -> bool:
    return (place / RESULT).is_file()


def _make_it_again(file: Path, command: str) -> str:
    """What to do: the command that makes the result again, from the file itself or from the one beside it."""
    if not command and file.name == RESULT:
        try:
            with file.with_name(COMMAND).open(encoding="utf-8") as beside:
                command = beside.read(_LONGEST_COMMAND + 2).removesuffix("\n")
        except (OSError, UnicodeDecodeError):
            command = ""
        if len(command) > _LONGEST_COMMAND:
            return f" Make it again with the command in {shown(str(file.with_name(COMMAND)))}."
    if not command.startswith("analyzer ") or not command.isprintable():
        return ""
    if len(command) > _LONGEST_COMMAND:
        return ' Make it again with the command under "command" in it.'
    return f" Make it again: {command}"
