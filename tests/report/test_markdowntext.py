"""Whatever a text holds, a reader of Markdown shows its signs."""

import html
import re

import pytest
from markdown_it import MarkdownIt

from analyzer.report.markdowntext import escaped, fenced, paragraph

TEXTS = [
    "<script>alert(1)</script>", "<b>bold</b>", "`code`", "*starred* and **more**", "_low_ and __lower__", "~~gone~~",
    "[text](address)", "![picture](address)", "back\\slash \\* and \\", "&lt; &#60; & and &amp;", "<!-- hidden -->",
    "a < b > c", "<https://some.where>", "x*y_z`", "*", "`", "a|b", "\\|", "$x_1$",
]  # fmt: skip
ORDINARY = [
    "one-at-a-time",
    "lowest:swap=best",
    "1/10",
    "-2",
    "my_policy.py:mine",
    "25.00 %",
    "seat 1, seat 2",
]
BEGINNINGS = [
    "# no heading",
    "- no list",
    "+ none",
    "> no quotation",
    "1. none",
    "12) none",
    "---",
    "===",
    "* none",
]


def shown(line: str) -> str:
    """What a reader shows, with the tags that it put around it."""
    return html.unescape(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(line)).strip()


@pytest.mark.parametrize("text", TEXTS + ORDINARY)
def test_every_sign_is_shown(text: str) -> None:
    assert shown(f"so: {escaped(text)} it is") == f"<p>so: {text} it is</p>"
    assert shown(f"**{escaped(f'so {text}.')}**") == f"<p><strong>so {text}.</strong></p>"
    assert shown(paragraph(text)) == f"<p>{text}</p>"


@pytest.mark.parametrize("text", [text for text in TEXTS if "|" not in text])
def test_every_sign_is_shown_in_a_table(text: str) -> None:
    cell = re.search("<td>(.*)</td>", shown(f"| a |\n| - |\n| {escaped(text)} |"))
    assert cell is not None and cell[1] == text


@pytest.mark.parametrize("text", ORDINARY)
def test_what_means_nothing_is_left_alone(text: str) -> None:
    assert escaped(text) == text


@pytest.mark.parametrize("text", BEGINNINGS)
def test_no_text_begins_a_block(text: str) -> None:
    assert shown(paragraph(text)) == f"<p>{text}</p>"


def test_lines_become_one() -> None:
    assert escaped("a\n\n# b\tc") == "a # b c"


@pytest.mark.parametrize("code", ["a", "a\n```\nb", "`````"])
def test_code_ends_where_it_ends(code: str) -> None:
    text = f"{fenced(code, 'sh')}\n\nafter"
    assert shown(text) == f'<pre><code class="language-sh">{code}\n</code></pre>\n<p>after</p>'
