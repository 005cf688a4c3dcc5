"""How a study's result leaves the program: as JSON, or on the terminal with a report folder beside it."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli import watching
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.report.folder import ReportFolder
    from analyzer.studies.content import Content

INTERRUPTED = 130


def print_json(result: Mapping[str, Any]) -> None:
    """Prints one object on standard output; what is not a finite number is null."""
    from analyzer.report.jsontext import json_text

    print_text(json_text(result))


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
        yield None
        return
    from analyzer.report import folder

    with folder.prepare(Path(out)) if out else folder.prepare_new(game, verb) as prepared:
        yield prepared


def show(content: "Content", folder: "ReportFolder | None", as_json: bool) -> None:
    """Prints a result, then writes its report: whatever happens to that, the figures are there.

    Of a run that was interrupted, only what it found so far is printed.

    Args:
        content: The result.
        folder: Where the report goes, or None.
        as_json: Whether to print JSON.
    """
    if as_json:
        print_json(content.result)
    else:
        from rich.console import Console

        from analyzer.report import terminal

        console = Console()
        with console.capture() as shown:
            terminal.show(content, console)
        print_text(shown.get())
    if folder is None:
        return
    if content.partial:
        watching.say("No report was written: the run was interrupted.")
        return
    folder.write(content)
    if not as_json:
        print_text(f"\n{where(folder)}")


def where(folder: "ReportFolder") -> str:
    """The line that says where a report is."""
    return f"Report: {one_line(str(folder.path))}\n"


def print_text(text: str) -> None:
    """Prints; that nobody reads it any more (`| head`) is no error, and what is still to be written is written."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_line(text: str) -> str:
    """A text that prints as it is and can be written to any file."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def exit_status(partial: bool) -> int:
    """The status to exit with after a run: 0, or 130 if it was interrupted."""
    return INTERRUPTED if partial else 0
