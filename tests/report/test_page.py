"""The page: complete, in order, safe whatever a study hands over, and good without network, scripts or style."""

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analyzer.report import page
from analyzer.report.figures import alternative_text
from analyzer.report.summary import PARTIAL
from analyzer.studies.content import Column, Content, IntervalFigure, Table
from tests.report.examples import CONTENT, LENGTHS, SEATS, around

VOID = {"meta", "link", "wbr", "br"}
CONTENT = replace(CONTENT, date="2026-02-03", speed="9 games a second")
POLICY = "policy:" + ",".join(f"weight-{letter}=0.25" for letter in "abcdefghijklmnopqrstuvwxyz")
EVIL = """<script>alert("1")</script> & 'q' </style>"""


class Reader(HTMLParser):
    """Reads a page as a tree must be read, and gathers what the tests look at."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.words.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.words[tag][-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [found for name, found in self.tags if name == tag]

    def text(self, tag: str) -> list[str]:
        return [" ".join(words.split()) for words in self.words.get(tag, [])]


def read(content: Content) -> Reader:
    return Reader(page.html(content))


class TestPage:
    def test_has_all_in_order(self) -> None:
        text = page.html(CONTENT)
        parts = [
            "<h1>How often does each seat win?</h1>",
            "Seat 1 wins 26.17\N{NO-BREAK SPACE}% of the games (26.08 to 26.26\N{NO-BREAK SPACE}%).",
            "<h2>The first seat wins 1.2 points more than its fair share</h2>",
            "<h2>Wins by seat</h2>",
            "A shared win counts a part for each.",
            "<h2>Half of all things end within 57 turns</h2>",
            "<h2>Length</h2>",
            "What was done",
            "How to read it",
            "Make it again",
            "Made on 2026-02-03. Speed: 9 games a second.",
        ]
        places = [text.index(part, text.index("<body>")) for part in parts]
        assert places == sorted(places)
        assert "interrupted" not in text

    def test_is_one_well_formed_page(self) -> None:
        found = read(CONTENT)
        assert found.all("html") == [{"lang": "en"}]
        assert found.text("title") == [CONTENT.question]
        assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in found.all("meta")
        assert [len(found.all(tag)) for tag in ("h1", "main", "header", "footer")] == [1, 1, 1, 1]
        names = [name for _, attributes in found.tags if (name := attributes.get("id"))]
        assert len(names) == len(set(names))

    def test_fetches_nothing(self) -> None:
        found = read(CONTENT)
        for tag, attributes in found.tags:
            for key in ("src", "srcset", "data", "action"):
                assert key not in attributes, (tag, key)
            for key in ("href", "xlink:href"):
                value = attributes.get(key) or "#"
                assert not re.match(r"[a-z]+:(?!,$)|//", value), value
        text = page.html(CONTENT)
        assert "http" not in text and "@import" not in text
        assert set(re.findall(r"url\((.)", text)) <= {"#"}

    def test_links_to_the_files_beside_it(self) -> None:
        links = {attributes["href"] for attributes in read(CONTENT).all("a")}
        assert links == {
            *(f"figures/{name}.{kind}" for name in ("win-rate", "length") for kind in ("png", "svg")),
            *(f"tables/{name}.csv" for name in ("seats", "length")),
            "result.json",
            "report.md",
        }

    def test_says_of_figures_what_they_show_once_for_each_width(self) -> None:
        images = [found for found in read(CONTENT).all("svg") if found.get("role") == "img"]
        labels = [found["aria-label"] for found in images]
        assert labels == [alternative_text(figure) for figure in (SEATS, LENGTHS) for _ in range(2)]
        widths = [str(found["viewbox"]).split()[2] for found in images]
        assert widths == ["489.6", "252"] * 2
        text = page.html(CONTENT)
        assert re.search(r"\.phone \{ display: none;", text)

    def test_says_what_columns_and_rows_are(self) -> None:
        found = read(replace(CONTENT, tables=CONTENT.tables[:1]))
        heads = [attributes["scope"] for attributes in found.all("th")]
        assert heads == ["col"] * 6 + ["row"] * 4
        assert found.text("caption") == ["Wins by seat"]
        (region,) = [attributes for tag, attributes in found.tags if attributes.get("role") == "region"]
        assert (region["tabindex"], region["aria-label"]) == ("0", "Table: Wins by seat")

    def test_only_tables_of_several_rows_can_be_sorted(self) -> None:
        assert [found.get("class") for found in read(CONTENT).all("table")] == ["sortable", None]
        assert not read(CONTENT).all("button")  # the script makes them, which may not run

    def test_says_when_the_run_was_interrupted(self) -> None:
        assert PARTIAL in page.html(replace(CONTENT, partial=True))

    def test_leaves_out_what_there_is_not(self) -> None:
        found = read(replace(CONTENT, tables=[], figures=[], method=[], how_to_read=[], speed=""))
        assert found.text("h2") == ["Make it again"]
        assert found.text("footer")[0].startswith("Made on 2026-02-03. The same")

    def test_the_command_can_be_copied_as_it_is(self) -> None:
        command = f'analyzer tune some-game --policy {POLICY} --rules "my rules.toml" --deals 20'
        assert read(replace(CONTENT, command=command)).words["code"] == [command]

    def test_same_content_same_bytes(self) -> None:
        assert page.html(CONTENT) == page.html(CONTENT)

    def test_is_small(self) -> None:
        assert len(page.html(CONTENT).encode()) < 200_000


def evil() -> Content:
    """Signs of HTML wherever a study may put words."""
    figure = IntervalFigure("f", EVIL, [EVIL, "b"], [around(0.5, 0.1)] * 2, EVIL, 1, 0.5, EVIL, EVIL, EVIL)
    table = Table(
        "t",
        EVIL,
        [Column("a", EVIL), Column("b", "b", "rate", reference=0.5)],
        [[EVIL, around(0.5, 0.1)]],
        EVIL,
    )
    return Content(
        EVIL,
        EVIL,
        [table],
        [figure],
        [(EVIL, EVIL)],
        [EVIL],
        f"analyzer {EVIL}",
        {},
        True,
        EVIL,
        "2026-02-03",
    )


def test_whatever_a_study_hands_over_is_text() -> None:
    found = read(evil())
    assert len(found.all("script")) == 1
    assert len(found.all("style")) == 1
    assert found.text("h1") == found.text("title") == [EVIL]
    assert "alert" not in found.words["script"][0]
    part = Reader(page.fragment(evil()))
    assert not part.all("script")
    assert EVIL in part.text("strong")


@pytest.mark.parametrize("make", [page.html, page.fragment])
def test_names_of_any_kind_fit_into_links(make: object) -> None:
    figures = [replace(SEATS, name='a b"<&#?')]
    assert callable(make)
    Reader(make(replace(CONTENT, figures=figures)))
    assert 'href="figures/a%20b%22%3C%26%23%3F.png"' in page.html(replace(CONTENT, figures=figures))


class TestLongWords:
    def test_may_be_broken_behind_signs(self) -> None:
        assert page.breakable("lowest") == "lowest"
        assert page.breakable("name:alpha=0.25,beta=0.5") == "name:<wbr>alpha=<wbr>0.25,<wbr>beta=<wbr>0.5"
        assert page.breakable("x" * 20) == f"{'x' * 16}<wbr>{'x' * 4}"

    def test_keep_all_their_signs(self) -> None:
        for word in (POLICY, ",,;;==" * 5, "<&>\"'" * 9, "=" * 30):
            assert Reader(f"<p>{page.breakable(word)}</p>").words["p"] == [word]

    def test_are_never_longer_than_a_phone_is_wide(self) -> None:
        content = replace(CONTENT, tables=[Table("t", "T", [Column("a", POLICY)], [[POLICY], ["W" * 200]])])
        text = page.html(content)
        shown = re.sub(r"<(style|script|svg).*?</\1>", " ", text[text.index("<body>") :], flags=re.S)
        words = re.split(r"<[^>]*>|\s", re.sub(r"<pre>.*?</pre>", "", shown, flags=re.S))
        assert max(map(len, words)) < 30


class TestFragment:
    def test_has_question_answer_main_figure_and_tables(self) -> None:
        found = Reader(page.fragment(CONTENT))
        assert found.tags[0][0] == "div"
        assert found.text("strong")[:2] == [CONTENT.question, SEATS.title]
        assert [image["aria-label"] for image in found.all("svg") if image.get("role")] == [
            alternative_text(SEATS)
        ]
        assert len(found.all("table")) == 2
        assert not found.all("script") and not found.all("a")

    def test_its_style_reaches_nothing_else(self) -> None:
        (rules,) = Reader(page.fragment(CONTENT)).words["style"]
        for selectors in re.findall(r"([^{}]+)\{", rules):
            for selector in selectors.split(","):
                assert ".analyzer-result" in selector

    def test_can_be_read_without_its_style(self) -> None:
        text = page.fragment(CONTENT)
        without = re.sub(r"<style>.*?</style>", "", text, flags=re.S)
        assert re.findall(r"var\(--[a-z0-9-]+\)", without) == [], "a colour must have one to fall back to"

    def test_says_when_the_run_was_interrupted(self) -> None:
        assert PARTIAL in page.fragment(replace(CONTENT, partial=True))


def test_templates_are_loaded_when_a_page_is_made_and_not_before() -> None:
    code = "import sys, analyzer.report.folder\nassert not {'jinja2', 'matplotlib'} & set(sys.modules)\n"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
