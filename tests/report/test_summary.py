"""The Markdown page."""

from dataclasses import replace
from html import escape

from markdown_it import MarkdownIt

from analyzer.report import summary
from analyzer.report.figures import alternative_text
from tests.report.examples import CONTENT, LENGTHS, SEATS, WINS


def test_has_all_in_order() -> None:
    text = summary.markdown(replace(CONTENT, date="2026-02-03"))
    parts = [
        "# How often does each seat win?",
        "**Seat 1 wins 26.17 %",
        "](figures/win-rate.png)",
        "## Wins by seat",
        "| 26.08 to 26.26 % |",
        "A shared win counts",
        "](figures/length.png)",
        "## Length",
        "## What was done",
        "- seed: 1",
        "## How to read it",
        "## Make it again",
        CONTENT.command,
        "Made on 2026-02-03.",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.endswith("Made on 2026-02-03.\n")
    assert "interrupted" not in text


def test_a_markdown_reader_finds_figures_and_tables() -> None:
    html = MarkdownIt("commonmark").enable("table").render(summary.markdown(CONTENT))
    assert html.count("<table>") == 2
    assert html.count("<img ") == 2
    for figure in (SEATS, LENGTHS):
        assert f'src="figures/{figure.name}.png" alt="{alternative_text(figure)}"' in html
    assert "2 | [red] *" in html


def test_brackets_in_a_title_do_not_end_the_alternative_text() -> None:
    figure = replace(SEATS, title="Odd ] title [ with \\ signs")
    html = MarkdownIt("commonmark").render(summary.markdown(replace(CONTENT, figures=[figure])))
    assert 'alt="Odd ] title [ with \\ signs.' in html


def test_names_of_others_are_shown_as_they_are_wherever_they_stand() -> None:
    name = "<b>a</b> `x` *y* _z_ [q](r) | &lt;"
    content = replace(
        CONTENT,
        question=f"Q {name}",
        answer=f"A {name}.",
        tables=[replace(WINS, title=f"T {name}", rows=[[f"R {name}", 1, None, None]], note=f"{name} N")],
        figures=[replace(SEATS, title=f"F {name}")],
        method=[(f"L {name}", f"M {name}")],
        how_to_read=[f"{name} H"],
        command=f"C {name}",
        speed=f"S {name}",
    )
    html = MarkdownIt("commonmark").enable("table").render(summary.markdown(content))
    shown = escape(name, quote=False)
    for before, after in [
        ("<h1>Q ", "</h1>"), ("<strong>A ", ".</strong>"), ("<h2>T ", "</h2>"), ("<td>R ", "</td>"), ("<p>", " N</p>"),
        ('alt="F ', "."), ("<li>L ", ": M "), ("<li>", " H</li>"), ("C ", "\n</code>"), ("S ", "."),
    ]:  # fmt: skip
        assert f"{before}{shown}{after}" in html, before


def test_says_when_the_run_was_interrupted() -> None:
    assert summary.PARTIAL in summary.markdown(replace(CONTENT, partial=True))


def test_says_how_fast_it_was() -> None:
    text = summary.markdown(replace(CONTENT, date="2026-02-03", speed="9 games a second"))
    assert text.endswith("Made on 2026-02-03. Speed: 9 games a second.\n")


def test_leaves_out_what_there_is_not() -> None:
    bare = replace(CONTENT, tables=[], figures=[], method=[], how_to_read=[])
    assert summary.markdown(bare).count("\n## ") == 1
