"""What is printed: within the width on a terminal, plain text elsewhere."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from analyzer.report import tables
from analyzer.report.summary import PARTIAL
from analyzer.report.terminal import show
from analyzer.studies.content import Content
from tests.report.examples import CONTENT, WINS


def printed(content: Content, width: int = 80, terminal: bool = True) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
    )
    show(content, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def without_colours(text: str) -> str:
    console = Console(file=io.StringIO(), width=1000, no_color=True, color_system=None)
    from rich.text import Text

    console.print(Text.from_ansi(text))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [30, 40, 60, 80, 200])
def test_fits_the_terminal_and_cuts_nothing(width: int) -> None:
    text = without_colours(printed(CONTENT, width))
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    assert "…" not in text
    squeezed = "".join(text.split())
    for row in tables.cells(WINS, stacked=True):
        for part in (part for cell in row for part in cell.split("\n")):
            assert "".join(part.split()) in squeezed or part.startswith(("above", "below"))


@pytest.mark.parametrize("terminal", [True, False])
def test_the_answer_comes_first(terminal: bool) -> None:
    lines = without_colours(printed(CONTENT, terminal=terminal)).splitlines()
    assert lines[0].startswith("Seat 1 wins 26.17 %")


@pytest.mark.parametrize("partial", [True, False])
@pytest.mark.parametrize("terminal", [True, False])
def test_a_blank_line_is_before_every_title(terminal: bool, partial: bool) -> None:
    text = printed(replace(CONTENT, partial=partial), width=200, terminal=terminal)
    lines = [line.rstrip() for line in without_colours(text).splitlines()]
    titles = [lines.index(table.title) for table in CONTENT.tables]
    assert len(titles) > 1
    for title in titles:
        assert lines[title - 1] == ""
        assert lines[title - 2] != ""


def test_elsewhere_it_is_plain_text() -> None:
    text = printed(CONTENT, width=20, terminal=False)
    assert "\x1b" not in text
    assert tables.markdown(WINS) in text
    assert CONTENT.answer in text.splitlines()
    assert text.isascii()
    assert "\n\n\n" not in text


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=io.StringIO(), width=80, force_terminal=True)
    show(CONTENT, console)
    assert isinstance(console.file, io.StringIO)
    assert "\x1b[3" not in console.file.getvalue()


def test_markup_of_others_is_text() -> None:
    assert "2 | [red] *" in without_colours(printed(CONTENT))


@pytest.mark.parametrize("terminal", [True, False])
def test_says_when_the_run_was_interrupted(terminal: bool) -> None:
    text = printed(replace(CONTENT, partial=True), width=200, terminal=terminal)
    assert PARTIAL in text
    assert PARTIAL not in printed(CONTENT, width=200, terminal=terminal)


@pytest.mark.parametrize("terminal", [True, False])
def test_without_tables(terminal: bool) -> None:
    text = without_colours(printed(replace(CONTENT, tables=[]), width=200, terminal=terminal))
    assert text.split() == CONTENT.answer.split()
