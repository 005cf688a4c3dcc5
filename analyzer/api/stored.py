"""Results that were kept: a report's folder, read again without playing, and several of them side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.api.shown import Shown
from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.report import reading
from analyzer.studies.content import Content
from analyzer.studies.several import page as several
from analyzer.studies.several.page import Run


@dataclass(frozen=True, repr=False)
class Stored(Shown):
    """A result that was read again.

    Attributes:
        found: What the report shows.
    """

    found: Content

    def content(self) -> Content:
        """The result as sentences, tables and figures."""
        return self.found

    def as_json(self) -> dict[str, Any]:
        """The public JSON object."""
        return self.found.result


def load(run: str | Path) -> Stored:
    """Reads a report again; nothing is played.

    Args:
        run: The report's folder, or its `result.json`.

    Returns:
        The result.

    Raises:
        UserError: There is none, or it cannot be read.
    """
    return Stored(reading.read(str(run)).content)


def compare_runs(runs: Sequence[str | Path]) -> Stored:
    """How do several runs differ? Puts their reports side by side; nothing is played.

    Args:
        runs: Folders of reports, two or more.

    Returns:
        The comparison.

    Raises:
        UserError: One of them is none, or cannot be read, or is given twice, or it is only one.
    """
    if isinstance(runs, str | Path):
        raise UserError(f'The runs must be a list, such as ["{shown(str(runs))}", …].')
    found = [(str(run), reading.read(str(run))) for run in runs]
    for place, (name, run) in enumerate(found):
        if any(earlier.file == run.file for _, earlier in found[:place]):
            raise UserError(f"{shown(name)}: this run is given twice.")
    return Stored(
        several.compare_runs(
            [Run(_printable(name), _printable(str(run.folder)), run.content) for name, run in found]
        )
    )


def _printable(name: str) -> str:
    """A file's name that can be written to any file."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in name)
