"""How a study's result leaves the program: as JSON, or on the terminal with a report folder beside it."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.report.folder import ReportFolder
    from analyzer.studies.content import Content

INTERRUPTED = 130


def print_json(result: Mapping[str, Any]) -> None:
    """Prints one object on standard output; what is not a finite number is null."""
    from analyzer.report.folder import json_text

    sys.stdout.write(json_text(result))
    sys.stdout.flush()


@contextmanager
def report_folder(game: str, verb: str, out: str | None, as_json: bool) -> "Iterator[ReportFolder | None]":
    """The folder for a report, checked before anything is played; None where none is wanted.

    Args:
        game: The game's name.
        verb: The command's name.
        out: What --out says.
        as_json: Whether the result is printed as JSON: then there is a report only if --out asks for it.

    Yields:
        The folder.
    """
    if out == "":
        raise UserError("--out: the name of the folder is missing.")
    if as_json and out is None:
        with nullcontext():
            yield None
        return
    from analyzer.report import folder

    with folder.prepare(Path(out) if out else folder.default_path(game, verb)) as prepared:
        yield prepared


def show(content: "Content", folder: "ReportFolder | None", as_json: bool) -> None:
    """Prints a result and writes its report; of a run that was interrupted, only what it found so far is printed.

    Args:
        content: The result.
        folder: Where the report goes, or None.
        as_json: Whether to print JSON.
    """
    written = None
    if folder is not None and not content.partial:
        folder.write(content)
        written = folder.path
    if as_json:
        print_json(content.result)
        return
    from rich.console import Console

    from analyzer.report import terminal

    terminal.show(content, Console(), written)


def exit_status(partial: bool) -> int:
    """The status to exit with after a run: 0, or 130 if it was interrupted."""
    return INTERRUPTED if partial else 0
