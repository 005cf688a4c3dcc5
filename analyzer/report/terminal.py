"""Shows a study's result on the terminal: the answer and its tables."""

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from analyzer.report import tables
from analyzer.report.summary import PARTIAL
from analyzer.studies.content import Content, Table

_SIDES = {"above": "green", "below": "magenta", tables.UNDECIDED: "dim"}
"""Colours of the words that say where an interval lies; the words carry the meaning, the colours only help."""

_ENDLESS = 10_000


def show(content: Content, console: Console) -> None:
    """Prints a result.

    On a terminal, tables are drawn to fit its width: estimates and intervals side by side, else below each other,
    else a list for each row. Elsewhere (a pipe, a file) they are plain text in Markdown, as wide as they are. Colours
    are the console's matter, which leaves them out under NO_COLOR.

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
    console.print(Text(text, style=look), soft_wrap=not console.is_terminal)


def _draw(table: Table, console: Console) -> None:
    for stacked in (False, True):
        drawn = _grid(table, stacked)
        # Without room to spare, rich would measure the table as if its cells were already cut.
        if Measurement.get(console, console.options.update(width=_ENDLESS), drawn).maximum <= console.width:
            console.print(drawn)
            return
    names = tables.headings(table)
    for row in tables.cells(table):
        console.print(Padding(_record(names, row), (0, 0, 1, 0)))


def _grid(table: Table, stacked: bool) -> RichTable:
    drawn = RichTable(
        box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_lines=False, header_style="bold"
    )
    for heading, right in zip(tables.headings(table, stacked), tables.numeric(table, stacked), strict=True):
        drawn.add_column(Text(heading), justify="right" if right else "left", no_wrap=True)
    for row in tables.cells(table, stacked):
        drawn.add_row(*(_cell(cell) for cell in row), end_section=stacked)
    return drawn


def _record(names: list[str], row: list[str]) -> RichTable:
    """One row as a list of names and values, for tables that are wider than the terminal."""
    drawn = RichTable.grid(padding=(0, 2))
    drawn.add_column(style="dim")
    drawn.add_column(overflow="fold")
    for name, cell in zip(names, row, strict=True):
        drawn.add_row(Text(name), _cell(cell))
    return drawn


def _cell(cell: str) -> Text:
    return Text(cell, style=_SIDES.get(cell, ""))
