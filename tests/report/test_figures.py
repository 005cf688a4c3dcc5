"""Figures: nothing is cut off, nothing overlaps, and the view shows what it must."""

import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import matplotlib as mpl
import matplotlib.figure
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Rectangle, StepPatch
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from analyzer.report import style
from analyzer.report.figures import alternative_text, caption, draw
from analyzer.report.layout import broken
from analyzer.report.sizes import COLUMN, FILE, PHONE, Size
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import DistributionFigure, Figure, IntervalFigure
from tests.report.examples import DISTRIBUTIONS, EXACT, INTERVALS, LENGTHS, SEATS, around

ALL: list[Figure] = [*INTERVALS, *DISTRIBUTIONS]
EXAMPLES = pytest.mark.parametrize("figure", ALL, ids=lambda figure: figure.name)
SIZES = pytest.mark.parametrize("size", [FILE, COLUMN, PHONE], ids=["file", "column", "phone"])
ANY_SIZE = st.sampled_from([FILE, COLUMN, PHONE])
SLACK = 1.0
"""Pixels that rounding may take."""


def boxes(drawn: matplotlib.figure.Figure) -> list[tuple[str, Bbox]]:
    """All texts that are seen, with their places as they are rendered."""
    canvas = FigureCanvasAgg(drawn)
    with style.applied():
        canvas.draw()
        return [
            (text.get_text(), text.get_window_extent(canvas.get_renderer()))
            for text in drawn.findobj(Text)
            if text.get_visible() and text.get_text().strip()
        ]


def mark_lines(drawn: matplotlib.figure.Figure) -> list[tuple[float, float, float]]:
    """Place, lower and upper end of the lines that mark a position and reach out of the axes."""
    axes = drawn.axes[0]
    lines = [line for line in axes.lines if line.get_transform() == axes.get_xaxis_transform()]
    ends = [line.get_transform().transform(line.get_xydata()) for line in lines]
    return [(float(low[0]), float(low[1]), float(high[1])) for low, high in ends]


def assert_well_set(drawn: matplotlib.figure.Figure) -> None:
    texts = boxes(drawn)
    on_ground = {text.get_text() for text in drawn.findobj(Text) if text.get_bbox_patch() is not None}
    page = drawn.bbox
    for text, box in texts:
        assert box.x0 >= page.x0 and box.x1 <= page.x1, f"{text!r} is cut at a side"
        assert box.y0 >= page.y0 and box.y1 <= page.y1, f"{text!r} is cut above or below"
    for (one, a), (other, b) in combinations(texts, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        down = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across <= SLACK or down <= SLACK, f"{one!r} and {other!r} overlap"
    for x, low, high in mark_lines(drawn):
        for text, box in texts:
            if text in on_ground:
                continue
            beside = x < box.x0 + SLACK or x > box.x1 - SLACK
            assert beside or high < box.y0 + SLACK or low > box.y1 - SLACK, f"a line crosses {text!r}"


@SIZES
@EXAMPLES
def test_texts_are_whole_and_apart(figure: Figure, size: Size) -> None:
    assert_well_set(draw(figure, size))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(max_codepoint=0x17F, exclude_categories=["Cc"]), max_size=80),
            st.floats(-1e12, 1e12),
            st.floats(0, 1e9),
        ),
        min_size=1,
        max_size=6,
    ),
    st.none() | st.floats(-1e6, 1e6),
    ANY_SIZE,
)
def test_any_estimates_are_well_set(
    rows: list[tuple[str, float, float]], reference: float | None, size: Size
) -> None:
    labels = [label for label, _, _ in rows]
    estimates = [Estimate(mean, mean - half, mean + half) for _, mean, half in rows]
    figure = IntervalFigure("x", "Any", labels, estimates, "x", 1, reference, "some reference")
    assert_well_set(draw(figure, size))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 10**9), max_size=300),
    st.lists(st.tuples(st.text("ab %", max_size=30), st.integers(0, 320)), max_size=8),
    ANY_SIZE,
)
def test_any_counts_are_well_set(counts: list[int], marks: list[tuple[str, float]], size: Size) -> None:
    assert_well_set(draw(DistributionFigure("x", "Any", counts, "x", marks), size))


def written(drawn: matplotlib.figure.Figure) -> str:
    """All that is written, in its order and without spaces."""
    return "".join("".join(text.split()) for text, _ in boxes(drawn))


def test_no_title_caption_or_axis_is_shortened() -> None:
    figure = next(figure for figure in INTERVALS if figure.name == "long")
    shown = written(draw(figure))
    for text in (figure.axis, figure.title, figure.caption, figure.reference_label):
        assert "".join(text.split()) in shown


class TestLongLabels:
    POLICY = "policy:" + ",".join(f"weight-{letter}=0.25" for letter in "abcdefghijklmnopqrstuvwxyz")

    def labelled(self, *labels: str) -> IntervalFigure:
        return IntervalFigure("x", "X", labels, [around(0.5, 0.1)] * len(labels), "x")

    @SIZES
    def test_lose_their_middle(self, size: Size) -> None:
        shown = [text for text, _ in boxes(draw(self.labelled(self.POLICY, "short"), size))]
        lines = [line for line in shown if "policy:" in line or "weight" in line]
        assert len(lines) == (2 if size == PHONE else 3)
        assert lines[0].startswith("policy:weight-a=0.25,")
        assert lines[-1].startswith("… weight-") and lines[-1].endswith("weight-z=0.25")

    @SIZES
    def test_do_not_look_alike(self, size: Size) -> None:
        labels = (self.POLICY, self.POLICY.replace("m=0.25", "m=0.75"), "short")
        shown = written(draw(self.labelled(*labels), size))
        assert "m=0.25" in shown and "m=0.75" in shown

    @SIZES
    def test_are_set_soon_however_long_they_are(self, size: Size) -> None:
        began = time.perf_counter()
        shown = written(draw(self.labelled("W" * 10_000, "x-" * 5_000, "Wx " * 3_000), size))
        assert time.perf_counter() - began < 10
        assert "WWWW" in shown and len(shown) < 1_000

    def test_are_broken_behind_a_comma(self) -> None:
        lines = broken(f"against {self.POLICY}", 2.5, 9.5).split("\n")
        assert lines[0].startswith("against policy:")
        assert all(line.endswith(",") for line in lines[:-1])


@SIZES
def test_only_a_file_has_its_title_and_caption(size: Size) -> None:
    for figure in (SEATS, LENGTHS):
        shown = written(draw(figure, size))
        assert ("".join(figure.title.split()) in shown) == (size == FILE)
        assert ("1,000,000games" in shown) == (size == FILE)


def test_the_caption_beside_a_figure_says_what_is_not_shown() -> None:
    assert caption(SEATS) == SEATS.caption
    assert caption(LENGTHS).startswith("1,000,000 games with 4 players; seed 1. Not shown, of ")


@pytest.mark.parametrize("figure", INTERVALS, ids=lambda figure: figure.name)
def test_intervals_and_reference_are_in_view(figure: IntervalFigure) -> None:
    low, high = draw(figure).axes[0].get_xlim()
    ends = [end * figure.scale for e in figure.estimates for end in (e.low, e.mean, e.high)]
    if figure.reference is not None:
        ends.append(figure.reference * figure.scale)
    assert all(low < end < high for end in ends if abs(end) < float("inf"))


@pytest.mark.parametrize("figure", INTERVALS, ids=lambda figure: figure.name)
def test_there_is_a_tick(figure: IntervalFigure) -> None:
    labels = [label.get_text() for label in draw(figure).axes[0].get_xticklabels()]
    assert labels
    assert len(set(labels)) == len(labels), "two ticks have the same label"


def test_labels_and_estimates_must_match() -> None:
    with pytest.raises(ValueError, match="one label"):
        draw(IntervalFigure("x", "X", ["a"], [], "x"))
    with pytest.raises(ValueError, match="one label"):
        draw(IntervalFigure("x", "X", [], [], "x"))


def test_the_tail_is_cut_and_counted() -> None:
    drawn = draw(LENGTHS)
    _, right = drawn.axes[0].get_xlim()
    cut = sum(LENGTHS.counts[int(right + 0.5) :])
    assert right < 300
    assert 0 < cut <= sum(LENGTHS.counts) / 1000
    shown = " ".join(" ".join(text.split()) for text, _ in boxes(drawn))
    assert f"{cut:,} (" in shown
    assert "up to 399" in shown


def test_bars_hold_every_game_in_view() -> None:
    for figure in DISTRIBUTIONS:
        n = sum(figure.counts)
        axes = draw(figure).axes[0]
        shown = 0.0
        for patch in axes.patches if n else []:
            assert isinstance(patch, StepPatch | Rectangle)
            heights = patch.get_data()[0] if isinstance(patch, StepPatch) else [patch.get_height()]
            shown += float(sum(heights))
        assert shown == pytest.approx(100 if n else 0, abs=0.21)


def test_each_mark_in_view_has_its_line() -> None:
    assert len(mark_lines(draw(LENGTHS))) == len(LENGTHS.marks)


def test_the_users_own_settings_change_nothing(tmp_path: Path) -> None:
    style.save(draw(SEATS), tmp_path / "a.svg")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": None}):
        style.save(draw(SEATS), tmp_path / "b.svg")
        assert mpl.rcParams["font.size"] == 30
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("kind", style.FORMATS)
def test_same_figure_same_bytes(tmp_path: Path, kind: str) -> None:
    for name in ("a", "b"):
        for figure in (SEATS, LENGTHS):
            style.save(draw(figure), tmp_path / f"{name}-{figure.name}.{kind}", "T", alternative_text(figure))
    for figure in (SEATS, LENGTHS):
        one, other = (tmp_path / f"{name}-{figure.name}.{kind}" for name in ("a", "b"))
        assert one.read_bytes() == other.read_bytes()


def test_svg_stands_alone_and_names_no_date(tmp_path: Path) -> None:
    style.save(draw(SEATS), tmp_path / "a.svg", SEATS.title, alternative_text(SEATS))
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<text" not in text, "letters must be paths: the viewer may lack the font"
    assert "dc:date" not in text
    assert f"<title>{SEATS.title}</title>" in text
    assert "26.17 (26.08 to 26.26)" in text


def test_drawing_loads_no_pyplot_and_words_no_matplotlib() -> None:
    code = (
        "import sys\nfrom tests.report.examples import SEATS\nfrom analyzer.report.figures import *\n"
        "alternative_text(SEATS)\nassert 'matplotlib' not in sys.modules\n"
        "draw(SEATS)\nassert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


class TestAlternativeText:
    @EXAMPLES
    def test_is_one_paragraph(self, figure: Figure) -> None:
        text = alternative_text(figure)
        assert text
        assert "\n" not in text

    def test_exact_values_have_no_intervals(self) -> None:
        assert alternative_text(EXACT) == "Exact. Dots, stars: seat 0 0.667; seat 1 0.900."
        texts = [text for text, _ in boxes(draw(EXACT))]
        assert "0.667" in texts and not any(" to " in text for text in texts)

    def test_says_the_figures(self) -> None:
        text = alternative_text(SEATS)
        assert text.startswith("The first seat wins 1.2 points more than its fair share. ")
        assert "seat 2 24.46 (24.38 to 24.54); " in text
        assert text.endswith("A line marks fair share 25 %.")

    def test_leaves_out_what_nobody_would_listen_to(self) -> None:
        many = next(figure for figure in INTERVALS if figure.name == "rows-40")
        assert "; and 28 more." in alternative_text(many)

    def test_of_a_distribution(self) -> None:
        text = alternative_text(LENGTHS)
        assert "from 12 to 399, most often 33." in text
        assert "median 53" in text
