"""Shows a study's result on the terminal: the answer and its tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from analyzer.report import glyphs, tables
from analyzer.report.summary import PARTIAL
from analyzer.studies.content import Content, Table

_SIDES = {"above": "green", "below": "magenta", tables.UNDECIDED: "dim"}
"""Colours of the words that say where an interval lies; the words carry the meaning, the colours only help."""

_ENDLESS = 10_000

_GAP = 3
_SIZES = ((glyphs.CELLS, _GAP), (glyphs.CELLS, 2), (11, 2), (9, 2), (7, 2))
"""Characters of a drawing, and blanks between two columns: the most that there is room for."""

_PERCENT = re.compile(r"(?<=\d) (?=%)")
_KEPT = "\ue000"
"""Stands for a space that no line may end at: rich breaks lines at a no-break space too. It means nothing by itself."""


def show(content: Content, console: Console) -> None:
    """Prints a result.

    On a terminal, tables are drawn to fit its width: estimates and intervals side by side, else below each other,
    else a list for each row. Intervals that are seen against a reference are also drawn, smaller where there is less
    room. No line of a sentence ends between a number and its per cent sign.
    Elsewhere (a pipe, a file) tables are plain text in Markdown, as wide as they are. Colours are the console's matter,
    which leaves them out under NO_COLOR.

    Args:
        content: The study's result.
        console: Where to print.
    """
    rich = console.is_terminal
    _say(console, content.answer, "bold" if rich else "")
    if content.partial:
        _say(console, PARTIAL, "yellow" if rich else "")
    for table in content.tables:
        console.print()
        _say(console, table.title, "underline" if rich else "")
        if rich:
            _draw(table, console)
        else:
            _say(console, f"\n{tables.markdown(table)}\n")
        if table.note:
            _say(console, table.note, "dim" if rich else "")


def _say(console: Console, text: str, look: str = "") -> None:
    # Text of others is never read as markup.
    if not console.is_terminal:
        console.print(Text(text), soft_wrap=True)
        return
    lines = Text(_PERCENT.sub(_KEPT, text)).wrap(console, console.width)
    console.print(Text("\n".join(line.plain.rstrip().replace(_KEPT, " ") for line in lines), style=look))


def _draw(table: Table, console: Console) -> None:
    marks = glyphs.marks_for(console.encoding)
    for layout in _layouts(table, marks):
        drawn = _grid(layout)
        if _width(drawn, console) <= console.width:
            console.print(drawn)
            return
    names = tables.headings(table)
    rows = [_record(names, row) for row in _drawn_rows(table, marks)]
    if any(_width(row, console) > console.width for row in rows):
        rows = [_record(names, row) for row in _rows(table)]
    for row in rows:
        console.print(Padding(row, (0, 0, 1, 0)))


def _width(drawn: RichTable, console: Console) -> int:
    # Without room to spare, rich would measure the table as if its cells were already cut.
    return Measurement.get(console, console.options.update(width=_ENDLESS), drawn).maximum


@dataclass(frozen=True)
class _Layout:
    """A way to draw a table.

    Attributes:
        headings: One heading per cell of a row.
        rows: The cells.
        right: Which cells are set against the right edge.
        stacked: Whether a row has several lines.
        gap: Blanks between two columns.
    """

    headings: list[str]
    rows: list[list[Text]]
    right: list[bool]
    stacked: bool
    gap: int


def _layouts(table: Table, marks: glyphs.Marks) -> Iterator[_Layout]:
    """The ways to draw a table, from the widest to the narrowest; only the last one leaves drawings out."""
    headings, right = tables.headings(table), tables.numeric(table)
    for cells, gap in _SIZES:
        yield _Layout(headings, _drawn_rows(table, marks, cells), right, False, gap)
    headings, right = tables.headings(table, stacked=True), tables.numeric(table, stacked=True)
    for cells, gap in _SIZES:
        yield _stack(table, _drawn_rows(table, marks, cells), right, gap)
    yield _Layout(headings, _rows(table, stacked=True), right, True, gap)


def _rows(table: Table, stacked: bool = False) -> list[list[Text]]:
    return [[_cell(cell) for cell in row] for row in tables.cells(table, stacked)]


def _drawn_rows(table: Table, marks: glyphs.Marks, cells: int = glyphs.CELLS) -> list[list[Text]]:
    """The table's cells, with each interval drawn before the word that says where it lies."""
    rows = _rows(table)
    end = 0
    for place, (column, span) in enumerate(zip(table.columns, tables.spans(table), strict=True)):
        end += span
        if span > 1 and column.reference is not None:
            words = max(len(row[end - 1]) for row in rows)
            drawings = glyphs.drawings([row[place] for row in table.rows], column.reference, marks, cells)
            for row, drawing in zip(rows, drawings, strict=True):
                row[end - 1] = _before(drawing, row[end - 1], words, marks)
    return rows


def _before(drawing: str, word: Text, width: int, marks: glyphs.Marks) -> Text:
    if not drawing:
        return word
    drawn = Text(drawing, style=word.style)
    drawn.highlight_words([marks.reference], "dim")
    return Text.assemble(drawn, " ", word, " " * (width - len(word)))


def _stack(table: Table, rows: list[list[Text]], right: list[bool], gap: int) -> _Layout:
    """The layout with an estimate, its interval and the drawing below each other in one cell."""
    groups = [_grouped(table, [Text(heading) for heading in tables.headings(table)])]
    groups += [_grouped(table, row) for row in rows]
    for group in groups[0]:
        del group[1:2]  # an interval needs no heading
    columns = [
        _set_right(column) if side else column
        for column, side in zip(zip(*groups, strict=True), right, strict=True)
    ]
    head, *body = [[Text("\n").join(cell) for cell in row] for row in zip(*columns, strict=True)]
    return _Layout([heading.plain for heading in head], body, [False] * len(head), True, gap)


def _grouped(table: Table, row: list[Text]) -> list[list[Text]]:
    """The lines of each column's cell; empty ones are left out."""
    cells = iter(row)
    groups = [[next(cells) for _ in range(span)] for span in tables.spans(table)]
    return [[group[0], *(line for line in group[1:] if line.plain)] for group in groups]


def _set_right(cells: Sequence[list[Text]]) -> list[list[Text]]:
    """The same lines, all ending in the same place: rich would leave out the blanks at the end of a drawing."""
    width = max(len(line) for lines in cells for line in lines)
    return [[Text.assemble(" " * (width - len(line)), line) for line in lines] for lines in cells]


def _grid(layout: _Layout) -> RichTable:
    drawn = RichTable(
        box=box.SIMPLE_HEAD,  # whose edge between columns is a blank itself
        padding=(0, layout.gap - 2, 0, 1),
        show_edge=False,
        pad_edge=False,
        show_lines=False,
        header_style="bold",
    )
    for heading, right in zip(layout.headings, layout.right, strict=True):
        drawn.add_column(Text(heading), justify="right" if right else "left", vertical="top", no_wrap=True)
    for row in layout.rows:
        drawn.add_row(*row, end_section=layout.stacked)
    return drawn


def _record(names: list[str], row: list[Text]) -> RichTable:
    """One row as a list of names and values, for tables that are wider than the terminal."""
    drawn = RichTable.grid(padding=(0, 2))
    drawn.add_column(style="dim")
    drawn.add_column(overflow="fold")
    for name, cell in zip(names, row, strict=True):
        drawn.add_row(Text(name), cell)
    return drawn


def _cell(cell: str) -> Text:
    return Text(cell, style=_SIDES.get(cell, ""))
