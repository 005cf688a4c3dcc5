"""Figures inside a page: names of their own, no rule that reaches beyond them, and colours that a page can change."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from analyzer.report import inline, style
from analyzer.report.figures import draw
from analyzer.report.sizes import COLUMN, PHONE
from analyzer.studies.content import Figure
from tests.report.examples import LENGTHS, SEATS
from tests.report.test_heatplot import HEATS, contrast
from tests.report.test_lineplot import SEARCH

GRID = next(figure for figure in HEATS if figure.name == "grid")
FIGURES: list[Figure] = [SEATS, LENGTHS, HEATS[2], GRID, SEARCH]
EXAMPLES = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)


def svg(figure: Figure, label: str = "label") -> ElementTree.Element:
    return ElementTree.fromstring(inline.svg(draw(figure, COLUMN), label))


def names(element: ElementTree.Element) -> list[str]:
    return [name for each in element.iter() if (name := each.get("id"))]


@EXAMPLES
def test_is_one_image_with_its_text(figure: Figure) -> None:
    text = inline.svg(draw(figure, COLUMN), 'a <b> & "c"')
    found = ElementTree.fromstring(text)
    assert (found.tag, found.get("role"), found.get("aria-label")) == ("svg", "img", 'a <b> & "c"')
    assert found.get("width") is None and re.fullmatch(r"0 0 489\.6 [0-9.]+", found.get("viewBox", ""))
    for foreign in ("<?xml", "<!DOCTYPE", "<!--", "metadata", "<style", "<title", "xmlns", "ns0:"):
        assert foreign not in text


@EXAMPLES
def test_every_reference_has_its_target_and_every_name_its_use(figure: Figure) -> None:
    found = svg(figure)
    used = set()
    for element in found.iter():
        for key, value in element.attrib.items():
            if key == "href":
                used.add(value.removeprefix("#"))
            used.update(re.findall(r"url\(#([^)]+)\)", value))
    assert used == set(names(found))
    assert len(names(found)) == len(set(names(found)))


def test_no_two_figures_share_a_name() -> None:
    drawn = [svg(figure) for figure in FIGURES]
    drawn.append(ElementTree.fromstring(inline.svg(draw(SEATS, PHONE), "")))
    for one, other in combinations(drawn, 2):
        assert not set(names(one)) & set(names(other))


@EXAMPLES
def test_every_colour_is_the_pages_or_has_one_for_dark_pages(figure: Figure) -> None:
    for element in svg(figure).iter():
        parts = dict(part.split(":", 1) for part in element.get("style", "").split(";") if part)
        for key in ("fill", "stroke"):
            value = parts.get(key, "none")
            if element.get("class") == "scaled" and key == "fill" and value.startswith("#"):
                assert re.fullmatch("#[0-9a-f]{6}", parts["--dark"])
                continue
            assert value == "none" or re.fullmatch(r"var\(--[a-z0-9-]+,#[0-9a-f]{6}\)", value), value


def test_cells_and_their_letters_change_together() -> None:
    grounds = {"cells": 0, "letters": 0}
    for element in svg(HEATS[2]).iter():
        if element.get("class") == "scaled":
            grounds["cells" if element.tag == "path" else "letters"] += 1
    assert grounds["cells"] > 5 * 4 and grounds["letters"] == 5 * 4


def test_same_figure_same_text() -> None:
    assert inline.svg(draw(LENGTHS, PHONE), "x") == inline.svg(draw(LENGTHS, PHONE), "x")


class TestColours:
    def test_letters_have_the_contrast_that_guidelines_ask_for(self) -> None:
        for name in ("ink", "quiet", "reference-ink"):
            light, dark = inline.COLOURS[name]
            assert contrast(light, style.PAPER) >= 4.5
            assert contrast(dark, style.DARK_PAPER) >= 4.5

    def test_series_are_seen_on_dark_pages(self) -> None:
        for number in range(len(style.PALETTE)):
            assert contrast(inline.COLOURS[f"series-{number}"][1], style.DARK_PAPER) >= 3
