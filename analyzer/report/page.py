"""A study's result as a page of its own, `index.html`, and as part of a notebook.

Only the templates know HTML; whatever a study hands over goes through them as text.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from analyzer.report import inline
from analyzer.report.figures import alternative_text, caption, draw
from analyzer.report.pagetables import PageTable, page_table
from analyzer.report.sizes import COLUMN, PHONE, Size
from analyzer.report.summary import PARTIAL, in_order, made
from analyzer.studies.content import Content, Figure

_LONG_WORD = 16
"""Words of more letters may be broken, best behind a sign."""

_PIECES = re.compile(rf"[^,;:/=_]{{1,{_LONG_WORD}}}[,;:/=_]*|[,;:/=_]+")


@dataclass(frozen=True)
class PageFigure:
    """A figure ready for a template.

    Attributes:
        name: File name without ending.
        title: What it shows.
        caption: What was played.
        wide: It as an SVG element for a wide column, and
        narrow: for a narrow one; "" where there is none.
    """

    name: str
    title: str
    caption: str
    wide: Markup
    narrow: Markup


def html(content: Content) -> str:
    """The page: it needs no other file and no network, and can be read without scripts.

    Args:
        content: The study's result.

    Returns:
        Question, answer, figures and tables, method, how to read it and the command, with links to the other files of
        the report. The same content gives the same text.
    """
    figures = [_figure(figure, narrow=True) for figure in content.figures]
    return _rendered("page.html", content, figures, [page_table(table) for table in content.tables])


def fragment(content: Content) -> str:
    """The part of a page that a notebook shows: question, answer, main figure and tables.

    Args:
        content: The study's result.

    Returns:
        One `<div>` with its own style and without scripts, which can be read without the style, too.
    """
    figures = [_figure(figure, narrow=False) for figure in content.figures[:1]]
    return _rendered("fragment.html", content, figures, [page_table(table) for table in content.tables])


def _rendered(name: str, content: Content, figures: list[PageFigure], tables: list[PageTable]) -> str:
    template = _environment().get_template(name)
    return template.render(
        content=content,
        figures=figures,
        tables=tables,
        parts=in_order(figures, tables),
        partial=PARTIAL,
        made=made(content),
        colours=inline.COLOURS,
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("analyzer.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["breakable"] = breakable
    environment.filters["command"] = command
    environment.filters["number"] = number
    return environment


def _figure(figure: Figure, *, narrow: bool) -> PageFigure:
    return PageFigure(
        figure.name,
        figure.title,
        caption(figure),
        _svg(figure, COLUMN),
        _svg(figure, PHONE) if narrow else Markup(),
    )


def _svg(figure: Figure, size: Size) -> Markup:
    return Markup(inline.svg(draw(figure, size), alternative_text(figure)))


def breakable(text: Any) -> Markup:
    """Text in which long words, such as a policy with many settings, may be broken behind a sign."""
    words = re.split(r"(\s+)", str(text).replace(" %", "\N{NO-BREAK SPACE}%"))
    return Markup().join(_broken(word) if len(word) > _LONG_WORD else escape(word) for word in words)


def command(text: str) -> Markup:
    """A command line that is broken between its words, or behind a sign in long ones, but not within an option."""
    words = re.split(r"(\s+)", text)
    return Markup().join(
        Markup('<span class="option">{}</span>').format(word) if word.startswith("-") else breakable(word)
        for word in words
    )


def number(text: str) -> str:
    """A number that stays with its unit; an interval may be broken before its upper end."""
    return text.replace(" ", "\N{NO-BREAK SPACE}").replace("to\N{NO-BREAK SPACE}", "to ")


def _broken(word: str) -> Markup:
    return Markup("<wbr>").join(_PIECES.findall(word))
