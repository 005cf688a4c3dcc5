"""Tables as text cells for terminal, Markdown and HTML, as CSV files and as pandas frames."""

import csv
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.report import numbers
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import Column, Table, Value

if TYPE_CHECKING:
    import pandas as pd

INTERVAL_HEADING = "95 % interval"
UNDECIDED = "undecided"
"""What is said of an interval that holds the reference."""

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)*)?( ?%)?")


def headings(table: Table, stacked: bool = False) -> list[str]:
    """The headings that belong to `cells`.

    Args:
        table: The table.
        stacked: Whether an estimate and its interval share one cell, for narrow places.

    Returns:
        One heading per cell of a row.
    """
    return [heading for place in range(len(table.columns)) for heading in _heading(table, place, stacked)]


def cells(table: Table, stacked: bool = False) -> list[list[str]]:
    """The table's values as people read them.

    An estimate takes two cells, its value and its interval ("25.12 %", "24.98 to 25.26 %"), and a third one that says
    on which side of the column's reference the interval lies: "above", "below", or "undecided" when it holds it.

    Args:
        table: The table.
        stacked: Whether an estimate's cells are put below each other in one, for narrow places.

    Returns:
        One list of cells per row, each as long as `headings`.
    """
    return [
        [
            cell
            for place, value in enumerate(row)
            for cell in _cell(table.columns[place], value, _has_estimates(table, place), stacked)
        ]
        for row in table.rows
    ]


def numeric(table: Table, stacked: bool = False) -> list[bool]:
    """Whether each cell of a row is a number, to be set against the right edge."""
    sides: list[bool] = []
    for place, column in enumerate(table.columns):
        estimated = _has_estimates(table, place)
        sides += [estimated or column.form != "text"]
        sides += [True, False][: len(_heading(table, place, stacked)) - 1]
    return sides


def spans(table: Table) -> list[int]:
    """How many cells of a row each column takes, when they are not stacked."""
    return [len(_heading(table, place, stacked=False)) for place in range(len(table.columns))]


def markdown(table: Table, escaped: Callable[[str], str] | None = None) -> str:
    """The table in Markdown, with columns padded so that it reads well as plain text too.

    Args:
        table: The table.
        escaped: What is done to every cell so that none of its signs is read as Markdown; left out where the table is
            read as it is.

    Returns:
        Lines, the last one without an end.
    """

    def cell(text: str) -> str:
        line = " ".join(text.split())
        return (escaped(line) if escaped else line).replace("|", "\\|")

    head = [cell(heading) for heading in headings(table)]
    body = [[cell(text) for text in row] for row in cells(table)]
    right = numeric(table)
    widths = [max(3, *(len(row[place]) for row in [head, *body])) for place in range(len(head))]
    rule = [
        ("-" * (width - 1) + ":") if side else "-" * width for width, side in zip(widths, right, strict=True)
    ]
    return "\n".join(_line(row, widths, right) for row in [head, rule, *body])


def flat(table: Table) -> tuple[list[str], list[list[str | int | float | None]]]:
    """The table with every estimate in three columns: key, key_low, key_high.

    Returns:
        The columns' names and the rows, with all digits.
    """
    names: list[str] = []
    rows: list[list[str | int | float | None]] = [[] for _ in table.rows]
    for place, column in enumerate(table.columns):
        estimated = _has_estimates(table, place)
        names += [column.key, f"{column.key}_low", f"{column.key}_high"] if estimated else [column.key]
        for out, row in zip(rows, table.rows, strict=True):
            out += _parts(row[place], estimated)
    return names, rows


def frame(table: Table) -> "pd.DataFrame":
    """The table for a notebook: a tidy frame with every estimate in three columns."""
    import pandas as pd

    names, rows = flat(table)
    return pd.DataFrame(rows, columns=pd.Index(names))


def write_csv(table: Table, path: Path) -> None:
    """Writes the table as CSV: UTF-8, all digits, an empty field where there is no value.

    A text that a spreadsheet would run as a formula gets an apostrophe before it.

    Args:
        table: The table.
        path: The file to write.

    Raises:
        OSError: It cannot be written.
    """
    names, rows = flat(table)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([_harmless(name) for name in names])
        writer.writerows([_harmless(value) for value in row] for row in rows)


def _harmless(value: str | int | float | None) -> str | int | float | None:
    """A value that is no formula; numbers are none, whatever sign they begin with."""
    if isinstance(value, str) and value[:1] in _FORMULA_SIGNS and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def _has_estimates(table: Table, place: int) -> bool:
    return any(isinstance(row[place], Estimate) for row in table.rows)


def _heading(table: Table, place: int, stacked: bool) -> list[str]:
    column = table.columns[place]
    if stacked or not _has_estimates(table, place):
        return [column.label]
    parts = [column.label, INTERVAL_HEADING]
    if column.reference is not None:
        parts.append(f"against {_reference(column, column.reference)}")
    return parts


def _cell(column: Column, value: Value, estimated: bool, stacked: bool) -> list[str]:
    if not estimated:
        return [_plain(column, value)]
    parts = [_plain(column, value), _interval(column, value)]
    if column.reference is not None:
        side = _side(value, column.reference)
        # Stacked, no heading says what the value lies above.
        named = stacked and side not in ("", UNDECIDED)
        parts.append(f"{side} {_reference(column, column.reference)}" if named else side)
    return ["\n".join(part for part in parts if part)] if stacked else parts


def _reference(column: Column, reference: float) -> str:
    """Nothing is nothing, in whatever unit."""
    return "0" if reference == 0 else numbers.single(reference, column.form, column.digits)


def _plain(column: Column, value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Estimate):
        return numbers.single(value.mean, column.form, column.digits)
    if column.form == "text":
        return numbers.MISSING if value is None else str(value)
    return numbers.single(value, column.form, column.digits)


def _interval(column: Column, value: Value) -> str:
    return numbers.interval(value, column.form, column.digits) if isinstance(value, Estimate) else ""


def _side(value: Value, reference: float) -> str:
    if not isinstance(value, Estimate):
        return ""
    if value.low > reference:
        return "above"
    return "below" if value.high < reference else UNDECIDED


def _parts(value: Value, estimated: bool) -> list[str | int | float | None]:
    if isinstance(value, Estimate):
        return [value.mean, value.low, value.high]
    return [value, None, None] if estimated else [value]


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = [
        cell.rjust(width) if side else cell.ljust(width)
        for cell, width, side in zip(row, widths, right, strict=True)
    ]
    return f"| {' | '.join(padded)} |"
