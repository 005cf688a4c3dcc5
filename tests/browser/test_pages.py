"""Every kind of report, opened in a real browser: on a desktop and on a phone, in light and dark, without network."""

from pathlib import Path

import numpy as np
import pytest

from analyzer.core.jit import JIT_IS_ON
from tests.browser.conftest import DESKTOP, NARROW_PHONE, PHONE, SCREENS, Browser, Screen
from tests.browser.kinds import KINDS

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")

# For each figure that is seen: how many marks and letters it has, and how many of them lie outside it.
_MARKS = """
const seen = [...document.querySelectorAll("figure svg")].filter(svg => svg.getBoundingClientRect().width > 0);
return seen.map(svg => {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("use, path")].filter(each => !each.closest("defs, clipPath"))
        .map(each => each.getBoundingClientRect());
    const outside = boxes.filter(box =>
        box.left < frame.left - 1 || box.top < frame.top - 1 ||
        box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
    return [boxes.length, outside.length];
});
"""

_COLUMN = """
const [table, place] = arguments;
const rows = [...document.querySelectorAll("table")[table].tBodies[0].rows];
return rows.map(row => row.cells[place].dataset.value ?? row.cells[place].textContent.trim());
"""


_WIDE = """
const wide = [...document.querySelectorAll(".scroll")].find(each => each.scrollWidth > each.clientWidth + 50);
wide.scrollLeft = arguments[0] * wide.scrollWidth;
const box = wide.getBoundingClientRect();
return [box.left + scrollX, box.right + scrollX, box.top + scrollY, box.bottom + scrollY].map(Math.round);
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report of every kind."""
    folder = tmp_path_factory.mktemp("reports")
    for name, make in KINDS.items():
        make(folder / name)
    return folder


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("kind", KINDS)
def test_opens_without_a_complaint_and_without_asking_the_network(
    browser: Browser, reports: Path, kind: str, screen: Screen
) -> None:
    browser.open(reports / kind / "index.html", screen)
    browser.keep_screenshot(f"{kind}-{screen.name}")
    assert browser.complaints() == []
    assert browser.requests() == []
    assert browser.run("return document.title")
    assert browser.run("return document.querySelector('h1').innerText").endswith("?")


@pytest.mark.parametrize("screen", [*SCREENS, NARROW_PHONE], ids=lambda screen: screen.name)
@pytest.mark.parametrize("kind", KINDS)
def test_is_never_wider_than_the_screen(browser: Browser, reports: Path, kind: str, screen: Screen) -> None:
    browser.open(reports / kind / "index.html", screen)
    assert browser.run("return document.documentElement.scrollWidth") <= screen.width


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_is_there_once_and_nothing_of_it_is_cut(
    browser: Browser, reports: Path, kind: str, screen: Screen
) -> None:
    browser.open(reports / kind / "index.html", screen)
    figures = browser.run(_MARKS)
    assert len(figures) == browser.run("return document.querySelectorAll('figure').length") > 0
    for marks, outside in figures:
        assert marks > 0
        assert outside == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_click_on_a_heading_sorts_by_value_and_another_one_the_other_way(
    browser: Browser, reports: Path, kind: str
) -> None:
    browser.open(reports / kind / "index.html", DESKTOP)
    tables = browser.run(
        "return [...document.querySelectorAll('table')].map(t => t.tHead.rows[0].cells.length)"
    )
    clicked = 0
    for table, columns in enumerate(tables):
        for place in range(columns):
            heading = f"document.querySelectorAll('table')[{table}].tHead.rows[0].cells[{place}]"
            if not browser.run(f"return !!{heading}.querySelector('button')"):
                continue
            before = browser.run(_COLUMN, table, place)
            orders = []
            for _ in range(2):
                browser.run(f"{heading}.querySelector('button').click()")
                orders.append((browser.run(f"return {heading}.ariaSort"), browser.run(_COLUMN, table, place)))
            clicked += 1
            assert {order for order, _ in orders} == {"ascending", "descending"}
            for order, values in orders:
                assert sorted(values) == sorted(before)
                assert _is_sorted(values, order == "descending"), (kind, table, place, values)
    assert clicked
    assert browser.complaints() == []


def _is_sorted(values: list[str], falling: bool) -> bool:
    """Whether numbers are in order and missing ones come last; words are the browser's to order."""
    there = [value for value in values if value]
    if values != there + [""] * (len(values) - len(there)):
        return False
    try:
        numbers = [float(value) for value in there]
    except ValueError:
        return True
    return numbers == sorted(numbers, reverse=falling)


def test_sorting_works_with_the_keyboard(browser: Browser, reports: Path) -> None:
    browser.open(reports / "tournament" / "index.html", DESKTOP)
    browser.press("table th button", "\ue007")  # Enter
    assert browser.run("return document.querySelector('th[aria-sort]').ariaSort") in (
        "ascending",
        "descending",
    )


def test_without_scripts_nothing_is_shown_that_does_not_work(browser: Browser, reports: Path) -> None:
    page = reports / "simulate" / "index.html"
    browser.open(page, DESKTOP)
    buttons = browser.run("return document.querySelectorAll('button').length")
    browser.open(page, DESKTOP, script=False)
    assert buttons > 0
    assert browser.count("button") == 0
    assert browser.count("table") > 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_keeps_people_from_reading_it(
    axe: Browser, reports: Path, kind: str, screen: Screen, dark: bool
) -> None:
    axe.open(reports / kind / "index.html", screen, dark=dark)
    if dark:
        axe.keep_screenshot(f"{kind}-{screen.name}-dark")
    findings = axe.accessibility_findings()
    assert findings == [], [(each["id"], each["nodes"][0]["html"]) for each in findings]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_shade_shows_on_which_side_a_table_goes_on(browser: Browser, reports: Path, dark: bool) -> None:
    from matplotlib.image import imread

    browser.open(reports / "simulate" / "index.html", PHONE, dark=dark)
    shaded = []
    for part in (0.0, 1.0):
        left, right, top, bottom = browser.run(_WIDE, part)
        page = imread(browser.keep_screenshot(f"shade-{'dark' if dark else 'light'}-{part:.0f}"))[:, :, :3]
        inside = page[top + 5 : bottom - 5]
        shaded.append(
            [bool(abs(np.median(inside[:, x], axis=0) - page[2, 2]).max() > 0.05) for x in (left, right - 1)]
        )
    assert shaded == [[False, True], [True, False]]


def test_prints(browser: Browser, reports: Path) -> None:
    browser.open(reports / "compare" / "index.html", PHONE)
    assert browser.printed().startswith(b"%PDF")
