"""A study's result as one Markdown page, `report.md`, that also reads well as plain text."""

from collections.abc import Sequence
from typing import TypeVar

from analyzer.report import tables
from analyzer.report.figures import alternative_text
from analyzer.report.markdowntext import escaped, fenced, paragraph
from analyzer.studies.content import Content, Figure, Table

_AnyFigure = TypeVar("_AnyFigure")
_AnyTable = TypeVar("_AnyTable")

PARTIAL = "The run was interrupted: all figures are of the games finished until then."


def markdown(content: Content) -> str:
    """Writes the page.

    Args:
        content: The study's result.

    Returns:
        Question, answer, figures and tables, method, how to read it, command, date and speed.
        Figures are embedded from `figures/NAME.png`. Of the texts, no sign is read as Markdown or HTML.
    """
    blocks = [f"# {escaped(content.question)}", f"**{escaped(content.answer)}**"]
    if content.partial:
        blocks.append(PARTIAL)
    for part in in_order(content.figures, content.tables):
        blocks += _table(part) if isinstance(part, Table) else [_figure(part)]
    if content.method:
        lines = [f"- {paragraph(label)}: {escaped(text)}" for label, text in content.method]
        blocks += ["## What was done", "\n".join(lines)]
    if content.how_to_read:
        blocks += ["## How to read it", "\n".join(f"- {paragraph(text)}" for text in content.how_to_read)]
    blocks += ["## Make it again", fenced(content.command, "sh")]
    blocks.append(escaped(made(content)))
    return "\n\n".join(blocks) + "\n"


def in_order(figures: Sequence[_AnyFigure], tables: Sequence[_AnyTable]) -> list[_AnyFigure | _AnyTable]:
    """The order in which a page shows what a study has to say.

    Args:
        figures: The figures, the main one first.
        tables: The tables, the main one first.

    Returns:
        The main figure and the main table, what the second figure shows, the other tables, the other figures.
    """
    return [*figures[:1], *tables[:1], *figures[1:2], *tables[1:], *figures[2:]]


def made(content: Content) -> str:
    """When it was made, and how fast: all that may differ the next time."""
    speed = f" Speed: {_line(content.speed)}." if content.speed else ""
    return f"Made on {content.date}.{speed}"


def _figure(figure: Figure) -> str:
    return f"![{escaped(alternative_text(figure))}](figures/{figure.name}.png)"


def _table(table: Table) -> list[str]:
    blocks = [f"## {escaped(table.title)}", tables.markdown(table, escaped)]
    return [*blocks, paragraph(table.note)] if table.note else blocks


def _line(text: str) -> str:
    return " ".join(text.split())
