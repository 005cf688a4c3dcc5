"""The folder that a report is written to: checked before anything is played, and complete or not there at all."""

import os
import secrets
import shutil
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.report import summary, tables
from analyzer.report.figures import alternative_text, draw
from analyzer.report.jsontext import json_text
from analyzer.studies import stored
from analyzer.studies.content import Content

HOME = Path("analyzer-runs")
"""Where reports go when nothing else is asked for."""

_LIST = ".report-files"
"""Names the files of a report, so that the next one in the same folder replaces these and no others."""

RESULT = "result.json"
"""The file that all others are made from again."""

COMMAND = "command.txt"
_FOLDERS = ("figures", "tables")
_OWN = ("report.md", "index.html", RESULT, COMMAND, *_FOLDERS)


def prepare_new(game: str, verb: str, now: datetime | None = None) -> "ReportFolder":
    """Prepares a folder that did not exist yet, below the current one.

    Args:
        game: The game's name.
        verb: The command.
        now: The time that is part of the name; the present if left out.

    Returns:
        `analyzer-runs/GAME-VERB-YYYYmmdd-HHMMSS`, with -2, -3 … when there is one already.

    Raises:
        UserError: Nothing can be written there.
    """
    name = f"{game}-{verb}-{now or datetime.now():%Y%m%d-%H%M%S}"
    for number in count(1):
        path = HOME / (name if number == 1 else f"{name}-{number}")
        # Another run may claim the same name at the same time: whoever makes the folder has it.
        with suppress(FileExistsError):
            return prepare(path, new=True)
    raise AssertionError("count ends")


def prepare_again(path: Path, content: Content) -> "ReportFolder":
    """Prepares the folder that a stored result was read from, so that its report is made again in place.

    Args:
        path: The folder.
        content: What its `result.json` holds. A folder whose list of files was lost, as by copying, is taken for its
            report's where `command.txt` says the same.

    Returns:
        The folder, to be written to.

    Raises:
        UserError: It cannot be written, or has other files of these names that no earlier report wrote.
    """
    try:
        same = (path / COMMAND).read_text(encoding="utf-8") == f"{content.command}\n"
    except (OSError, UnicodeDecodeError):
        same = False
    return prepare(path, ours=_OWN if same else (RESULT,))


def prepare(path: Path, *, new: bool = False, ours: Collection[str] = ()) -> "ReportFolder":
    """Makes sure, before anything is played, that a report can be written.

    The folder is made if need be, and the report built in a hidden folder inside it, so nothing is seen there until
    it is complete. Use it as a context manager, so that nothing is left behind when the run fails.

    Args:
        path: The folder; it and those above it need not exist. Files of an earlier report in it will be replaced,
            all others left alone.
        new: Whether the folder must not exist yet.
        ours: Names of what may be replaced although there is no list that says it is of an earlier report.

    Returns:
        The folder, to be written to.

    Raises:
        UserError: It is a file, cannot be written, or has files of these names that no earlier report wrote.
        FileExistsError: It exists, though it is to be new.
    """
    target = path.absolute()
    if new and os.path.lexists(target):
        raise FileExistsError(target)
    _refuse_what_is_in_the_way(path, target, ours)
    made: list[Path] = []
    try:
        return ReportFolder(path, target, _build_place(target, made, new), made)
    except OSError as error:
        _remove_empty(made)
        if new and isinstance(error, FileExistsError):
            raise
        raise UserError(
            f"Cannot write a report to {_short(path)}: {_reason(error)}. Name another folder."
        ) from error


class ReportFolder:
    """A folder that waits for its report."""

    def __init__(self, path: Path, target: Path, build: Path, made: list[Path]) -> None:
        self.path = path
        """The folder as the user named it."""
        self._target = target
        self._build = build
        self._made = made

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    def discard(self) -> None:
        """Removes all traces of a report that was not written. After `write` it does nothing."""
        shutil.rmtree(self._build, ignore_errors=True)
        _remove_empty(self._made)

    def write(self, content: Content, stored_as: bytes | None = None) -> None:
        """Writes a report, and puts it in place when it is complete.

        Args:
            content: The study's result.
            stored_as: The `result.json` that it was read from, which stays as it is; None for a result that is new.

        Raises:
            UserError: Something could not be written; nothing of it is left.
        """
        try:
            _write_files(content, self._build)
            if stored_as is not None:
                (self._build / RESULT).write_bytes(stored_as)
            self._move()
        except OSError as error:
            raise UserError(f"Cannot write the report to {_short(self.path)}: {_reason(error)}.") from error
        finally:
            self.discard()

    def _move(self) -> None:
        """Replaces an earlier report's files, each in one step, and then removes those that are no longer needed."""
        files = [file.relative_to(self._build) for file in sorted(self._build.rglob("*")) if file.is_file()]
        earlier = _listed(self._target)
        (self._build / _LIST).write_text("".join(f"{file.as_posix()}\n" for file in files), encoding="utf-8")
        for file in [*files, Path(_LIST)]:
            (self._target / file).parent.mkdir(exist_ok=True)
            (self._build / file).replace(self._target / file)
        for file in set(earlier) - set(files):
            (self._target / file).unlink(missing_ok=True)


def _write_files(content: Content, folder: Path) -> None:
    # Drawing needs matplotlib, which takes half a second to import: not before there is something to draw.
    from analyzer.report import page, style

    for name in _FOLDERS:
        (folder / name).mkdir()
    for figure in content.figures:
        drawn, text = draw(figure), alternative_text(figure)
        for kind in style.FORMATS:
            style.save(drawn, folder / "figures" / f"{figure.name}.{kind}", figure.title, text)
    for table in content.tables:
        tables.write_csv(table, folder / "tables" / f"{table.name}.csv")
    texts = {
        "index.html": page.html(content),
        "report.md": summary.markdown(content),
        RESULT: json_text(stored.to_json(content)),
        COMMAND: f"{content.command}\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _refuse_what_is_in_the_way(path: Path, target: Path, ours: Collection[str]) -> None:
    try:
        for place in (target, *target.parents):
            what = "it" if place == target else _short(place)
            if place.is_symlink() and not place.exists():
                raise UserError(
                    f"Cannot write a report to {_short(path)}: {what} is a link to nothing. Name another folder."
                )
            if place.exists():
                if not place.is_dir():
                    raise UserError(
                        f"Cannot write a report to {_short(path)}: {what} is no folder. Name another one."
                    )
                break
        earlier = (target / _LIST).is_file()
        foreign = [
            name
            for name in _OWN
            if os.path.lexists(target / name)
            and not ((earlier or name in ours) and (target / name).is_dir() == (name in _FOLDERS))
        ]
    except OSError as error:
        raise UserError(
            f"Cannot write a report to {_short(path)}: {_reason(error)}. Name another folder."
        ) from error
    if foreign:
        raise UserError(
            f"Cannot write a report to {_short(path)}: {foreign[0]} is there and is not of an earlier report. "
            "Name another folder."
        )


def _build_place(target: Path, made: list[Path], new: bool) -> Path:
    """Makes the hidden folder and tries to write in it: permissions alone say little, least of all to root."""
    for place in reversed(target.parents):
        if not place.exists():
            place.mkdir(exist_ok=True)
            made.append(place)
    if new or not target.exists():
        target.mkdir()
        made.append(target)
    build = target / f".report-{secrets.token_hex(4)}"
    build.mkdir()
    try:
        probe = build / "probe"
        probe.write_bytes(b"probe")
        probe.unlink()
    except OSError:
        shutil.rmtree(build, ignore_errors=True)
        raise
    return build


def _listed(target: Path) -> list[Path]:
    """The files of an earlier report; names that lead out of the folder are not believed."""
    try:
        lines = (target / _LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    files = [Path(line) for line in lines if line]
    return [
        file for file in files if not file.is_absolute() and file.parts[0] in _OWN and ".." not in file.parts
    ]


def _remove_empty(folders: list[Path]) -> None:
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()


def _short(path: Path) -> str:
    """A path on one line, of a length that can be read."""
    return shown(str(path))


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
