"""A study's result as one Markdown page, `report.md`, that also reads well as plain text."""

from analyzer.report import tables
from analyzer.report.figures import alternative_text
from analyzer.studies.content import Content, Figure, Table

PARTIAL = "The run was interrupted: all figures are of the games finished until then."


def markdown(content: Content) -> str:
    """Writes the page.

    Args:
        content: The study's result.

    Returns:
        Question, answer, main figure, tables, other figures, method, how to read it, command, date and speed.
        Figures are embedded from `figures/NAME.png`.
    """
    blocks = [f"# {_line(content.question)}", f"**{_line(content.answer)}**"]
    if content.partial:
        blocks.append(PARTIAL)
    blocks += [_figure(figure) for figure in content.figures[:1]]
    blocks += [block for table in content.tables for block in _table(table)]
    blocks += [_figure(figure) for figure in content.figures[1:]]
    if content.method:
        lines = [f"- {_line(label)}: {_line(text)}" for label, text in content.method]
        blocks += ["## What was done", "\n".join(lines)]
    if content.how_to_read:
        blocks += ["## How to read it", "\n".join(f"- {_line(text)}" for text in content.how_to_read)]
    blocks += ["## Make it again", f"```sh\n{content.command}\n```"]
    blocks.append(made(content))
    return "\n\n".join(blocks) + "\n"


def made(content: Content) -> str:
    """When it was made, and how fast: all that may differ the next time."""
    speed = f" Speed: {_line(content.speed)}." if content.speed else ""
    return f"Made on {content.date}.{speed}"


def _figure(figure: Figure) -> str:
    text = alternative_text(figure)
    for sign in "\\[]":
        text = text.replace(sign, f"\\{sign}")
    return f"![{text}](figures/{figure.name}.png)"


def _table(table: Table) -> list[str]:
    blocks = [f"## {_line(table.title)}", tables.markdown(table)]
    return [*blocks, _line(table.note)] if table.note else blocks


def _line(text: str) -> str:
    return " ".join(text.split())
