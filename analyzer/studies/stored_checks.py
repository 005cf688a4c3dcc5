"""What must fit together in a result, besides each part being of the right type, so that it can be shown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import pairwise
from math import isfinite

from analyzer.games.settings import shown
from analyzer.studies.content import (
    Content,
    DistributionFigure,
    Figure,
    HeatFigure,
    IntervalFigure,
    Line,
    Panel,
    PanelsFigure,
    Table,
)

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_MOST_DIGITS = 20
_LONGEST_TEXT = 10_000
"""Most characters of a text of a figure; names of files and long lists of policies are shorter."""

_MOST_TEXTS = 1_000
"""Most labels of a figure, or marks, or lines."""

_LONGEST_SIGN = 10
"""Most characters of a sign in a cell."""


def fault(content: Content) -> str | None:
    """The first thing in a result that keeps it from being shown.

    Args:
        content: A result whose parts are of the right types.

    Returns:
        Where it is and what is wrong ("tables[0].name …"), or None.
    """
    return next(_faults(content), None)


def _faults(content: Content) -> Iterator[str]:
    for number, table in enumerate(content.tables):
        yield from (f"tables[{number}].{wrong}" for wrong in _of_table(table))
    for number, figure in enumerate(content.figures):
        yield from (f"figures[{number}].{wrong}" for wrong in _of_figure(figure))
    for what, things in (("tables", content.tables), ("figures", content.figures)):
        names = [thing.name for thing in things]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield f'{what}[{number}].name is "{name}", as is that of an earlier one'


def _of_name(name: str) -> Iterator[str]:
    # It becomes the name of a file, and must not lead out of the report's folder.
    if not _FILE_NAME.fullmatch(name):
        yield f'name is "{shown(name)}", and must consist of letters, digits, "-", "_" and "."'


def _of_table(table: Table) -> Iterator[str]:
    yield from _of_name(table.name)
    if not table.columns:
        yield "columns is empty"
    for number, column in enumerate(table.columns):
        if not 0 <= column.digits <= _MOST_DIGITS:
            yield f"columns[{number}].digits must be a whole number from 0 to {_MOST_DIGITS}"
    for number, row in enumerate(table.rows):
        if len(row) != len(table.columns):
            yield f"rows[{number}] has {len(row)} values, for {len(table.columns)} columns"
    yield from _of_keys(table.keys, len(table.rows))


def _of_keys(keys: Sequence[str], rows: int) -> Iterator[str]:
    if keys and (len(keys) != rows or len(set(keys)) < rows):
        yield "keys must be none, or one for each row, no two alike"


def _of_texts(figure: Figure | Panel) -> Iterator[str]:
    # They are measured before they are drawn, which takes its time.
    for part in fields(figure):
        value = getattr(figure, part.name)
        several = part.name in ("labels", "marks", "lines", "panels", "columns", "groups")
        if several and len(value) > _MOST_TEXTS:
            yield f"{part.name} are more than {_MOST_TEXTS:,}"
        for text in map(_label, value) if several else (value,):
            if isinstance(text, str) and len(text) > _LONGEST_TEXT:
                yield f"{part.name} holds a text of more than {_LONGEST_TEXT:,} characters"


def _label(thing: str | tuple[str, float] | Line | Panel) -> str:
    """The text of one of several things: a label is one, all others have one."""
    if isinstance(thing, Line):
        return thing.label
    if isinstance(thing, Panel):
        return thing.title
    return thing if isinstance(thing, str) else thing[0]


def _of_figure(figure: Figure) -> Iterator[str]:
    yield from _of_name(figure.name)
    yield from _of_texts(figure)
    if isinstance(figure, DistributionFigure):
        if any(count < 0 for count in figure.counts):
            yield "counts holds a number below 0"
        return
    if isinstance(figure, PanelsFigure):
        yield from _of_panels(figure)
        return
    if not isfinite(figure.scale):
        yield "scale must be a finite number"
    if isinstance(figure, IntervalFigure):
        if not figure.estimates or len(figure.labels) != len(figure.estimates):
            yield "estimates must not be empty, and labels must be as many"
        if figure.reference is not None and not isfinite(figure.reference):
            yield "reference must be a finite number or null"
        yield from _of_keys(figure.keys, len(figure.labels))
        if len(figure.places) not in (0, len(figure.labels)):
            yield "places must be none, or as many as labels"
    elif isinstance(figure, HeatFigure):
        yield from _of_heat(figure)
    else:
        yield from _of_lines(figure.lines, figure.ratios)


def _of_heat(figure: HeatFigure) -> Iterator[str]:
    rows, columns = len(figure.labels), len(figure.columns or figure.labels)
    if not rows or [len(row) for row in figure.estimates] != [columns] * rows:
        yield "estimates must have as many rows as there are labels, and each row as many cells as there are columns"
    if figure.groups and sum(size for _, size in figure.groups) != columns:
        yield "groups must be none, or hold all columns together"
    if any(size < 1 for _, size in figure.groups):
        yield "groups holds one without a column"
    if figure.signs and [len(row) for row in figure.signs] != [columns] * rows:
        yield "signs must be none, or one for each cell"
    if any(len(sign) > _LONGEST_SIGN for row in figure.signs for sign in row):
        yield f"signs holds one of more than {_LONGEST_SIGN} characters"
    if not isfinite(figure.even):
        yield "even must be a finite number"
    if figure.reach is not None and not (isfinite(figure.reach) and figure.reach > 0):
        yield "reach must be a number above 0 or null"


def _of_panels(figure: PanelsFigure) -> Iterator[str]:
    if not figure.panels:
        yield "panels is empty"
    for number, panel in enumerate(figure.panels):
        wrong = [*_of_texts(panel), *_of_lines(panel.lines, ratios=False)]
        if not isfinite(panel.scale):
            wrong.append("scale must be a finite number")
        if panel.reference is not None and not isfinite(panel.reference):
            wrong.append("reference must be a finite number or null")
        yield from (f"panels[{number}].{each}" for each in wrong)


def _of_lines(lines: Sequence[Line], ratios: bool) -> Iterator[str]:
    if not lines:
        yield "lines is empty"
    for number, line in enumerate(lines):
        if not line.places or len(line.places) != len(line.values):
            yield f"lines[{number}].places must not be empty, and values must be as many"
        if len(line.bounds) not in (0, len(line.values)):
            yield f"lines[{number}].bounds must be none, or as many as values"
        if ratios and line.places and line.places[0] <= 0:
            yield f"lines[{number}].places must be above 0"
        if any(later <= earlier for earlier, later in pairwise(line.places)):
            yield f"lines[{number}].places must be ascending"
