"""What is printed: within the width on a terminal, plain text elsewhere."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from analyzer.report import tables
from analyzer.report.summary import PARTIAL
from analyzer.report.terminal import show
from analyzer.studies.content import Content, Table
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


@pytest.mark.parametrize("width", [80, 40])
def test_intervals_are_drawn_where_there_is_room_for_it(width: int) -> None:
    table = Table("wins", "Wins", [WINS.columns[0], WINS.columns[2]], [[row[0], row[2]] for row in WINS.rows])
    lines = without_colours(printed(replace(CONTENT, tables=[table]), width)).splitlines()
    # Fair share 25 %: from 24.37 to 26.26 %, it is the fifth of 13 characters.
    (above,) = [line for line in lines if line.rstrip().endswith("above")]
    (below,) = [line for line in lines if line.rstrip().endswith("below")]
    (undecided,) = [line for line in lines if line.rstrip().endswith("undecided")]
    assert "    ┊      ●┤ above" in above
    assert "├●  ┊         below" in below
    assert "   ├●┤        undecided" in undecided
    assert len({line.rindex(" ", 0, len(line.rstrip())) for line in (above, below, undecided)}) == 1
    assert any("against 25.00 %" in line for line in lines)


def test_what_is_put_below_another_ends_in_the_same_place() -> None:
    table = Table("wins", "Wins", [WINS.columns[0], WINS.columns[2]], [[row[0], row[2]] for row in WINS.rows])
    lines = without_colours(printed(replace(CONTENT, tables=[table]), 40)).splitlines()
    begin = lines.index("Wins") + 1
    ends = {part: len(next(line for line in lines[begin:] if part in line).rstrip()) for part in (
        "win rate", "against 25.00 %", "26.17 %", "26.08 to 26.26 %", "n/a", "undecided",
    )}  # fmt: skip
    assert len(set(ends.values())) == 1, ends


def test_drawings_get_smaller_before_anything_is_put_below_another_and_never_go() -> None:
    table = Table("wins", "Wins", [WINS.columns[0], WINS.columns[2]], [[row[0], row[2]] for row in WINS.rows])
    beside, below = [], []
    for width in range(30, 90):
        lines = without_colours(printed(replace(CONTENT, tables=[table]), width)).splitlines()
        (above,) = [line.rstrip() for line in lines if line.rstrip().endswith(" above")]
        size = len(above) - len(" above") - max(above.rfind("%") + 1, 0)
        assert "●" in above
        (beside if "26.26 %" in above else below).append((width, size))
    assert max(width for width, _ in below) < min(width for width, _ in beside)
    sizes = [size for _, size in beside]
    assert sizes == sorted(sizes) and len(set(sizes)) > 2


@pytest.mark.parametrize("width", range(20, 90))
def test_no_line_of_a_sentence_ends_before_a_per_cent_sign(width: int) -> None:
    content = replace(CONTENT, answer=f"{CONTENT.answer} " * 5, tables=[])
    text = without_colours(printed(content, width))
    lines = [line.rstrip() for line in text.splitlines()]
    assert len(lines) > 4 and max(map(len, lines)) <= width
    assert not any(line.lstrip().startswith("%") for line in lines)
    assert " ".join(lines).split() == content.answer.split()
    assert text.isascii()


@pytest.mark.parametrize("width", [30, 80])
def test_what_cannot_be_encoded_is_not_drawn(width: int) -> None:
    with io.TextIOWrapper(io.BytesIO(), encoding="ascii") as file:
        show(CONTENT, Console(file=file, width=width, force_terminal=True))
        file.flush()
        assert isinstance(file.buffer, io.BytesIO)
        text = file.buffer.getvalue().decode("ascii")
    assert ("|" in text and "o" in text) and "\\u" not in text


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
