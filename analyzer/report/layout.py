"""Setting text in figures: measuring, breaking into lines, and the frame of title, axes and caption.

Sizes are in inches and places are measured from the top left corner, as one reads. Matplotlib's own layout engines
do not break lines and cut long labels off, so places are computed from the measured text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import MaxNLocator

from analyzer.report import numbers, style
from analyzer.report.sizes import OVERHANG, Size

LINE = 1.35
"""Distance of two lines of text, in font sizes."""

_ASCENT = 0.928
"""How far below its upper edge a line's letters stand, in font sizes."""

_SIGNS = ",;:/"
"""Long words, as specifications such as name:key=value, are best broken behind one of these, and"""

_LESSER_SIGNS = "=_-"
"""else behind one of these."""

_LONGEST = 1000
"""Most characters of a text that is set in a figure; of a longer one, the middle is left out."""

_NARROWEST = 0.25
"""Hardly any letter is narrower, in font sizes."""

_TICK_SPACE = 0.15
"""Least free space between the labels of two ticks."""

_EACH_VALUE = 16
"""Up to so many whole numbers are each given a tick."""

_DPI = 200
_RENDERER = RendererAgg(1, 1, _DPI)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of one line of text."""
    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    width, _, _ = _RENDERER.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / _DPI


def block_height(text: str, size: float) -> float:
    """Height that lines of text take, with the space between lines."""
    return len(text.split("\n")) * line_height(size) if text else 0.0


def line_height(size: float) -> float:
    """Height that one line takes."""
    return size * LINE / 72


def broken(text: str, width: float, size: float, bold: bool = False, most: int = 0) -> str:
    """Breaks text into lines.

    Args:
        text: The text; its own line breaks count as spaces. Of a very long one, the middle is left out.
        width: The longest line.
        size: Font size in points.
        bold: Whether it is set in bold.
        most: Most lines; what goes beyond is left out and an ellipsis says so. 0 for no limit.

    Returns:
        The lines. Words longer than a line are broken too.
    """
    lines: list[str] = []
    line = ""
    for space, piece in _pieces(_without_far_middle(text), width, size, bold):
        longer = f"{line}{space}{piece}" if line else piece
        if line and text_width(longer, size, bold) > width:
            lines.append(line)
            line = piece
        else:
            line = longer
    lines.append(line)
    if most and len(lines) > most:
        lines = [*lines[: most - 1], _shortened(lines[most - 1] + " …", width, size, bold)]
    return "\n".join(lines)


def label_lines(labels: Sequence[str], width: float, size: float, most: int) -> list[str]:
    """Breaks labels into lines, and leaves out the middle of long ones: tables have all of them.

    Args:
        labels: The labels.
        width: The longest line.
        size: Font size in points.
        most: Most lines of each.

    Returns:
        The lines of each label. Those that would look the same as another one keep more of their middle.
    """
    whole = [broken(label, width, size) for label in labels]
    short = [_without_middle(lines, width, size, most) for lines in whole]
    return [
        lines
        if any(other == few and full != lines for other, full in zip(short, whole, strict=True))
        else few
        for lines, few in zip(whole, short, strict=True)
    ]


def _without_far_middle(text: str) -> str:
    """A text whose measuring does not take long: a figure has no room for more, and tables have all of it."""
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}…{text[-half:]}"


def _without_middle(text: str, width: float, size: float, most: int) -> str:
    lines = text.split("\n")
    if len(lines) <= most:
        return text
    end = lines[-1]
    while len(end) > 1 and text_width(f"… {end}", size) > width:
        end = re.sub(rf"^[^{_SIGNS} ]+[{_SIGNS} ]+(?=.)|^.", "", end, count=1)
    return "\n".join([*lines[: most - 1], f"… {end}"])


def evenly_broken(text: str, width: float, size: float, bold: bool = False) -> str:
    """Breaks text into as few lines as it needs, and these into about the same length."""
    best = broken(text, width, size, bold)
    for part in (0.9, 0.8, 0.7, 0.6, 0.5):
        narrower = broken(text, width * part, size, bold)
        if narrower.count("\n") > best.count("\n") or "\n" not in best:
            break
        best = narrower
    return best


def _pieces(text: str, width: float, size: float, bold: bool) -> list[tuple[str, str]]:
    """The parts of a text that are not to be broken, each with the space before it."""
    pieces = []
    for word in text.split():
        parts = [word]
        if text_width(word, size, bold) > width:
            whole = re.findall(rf"[^{_SIGNS}]*[{_SIGNS}]+|[^{_SIGNS}]+", word)
            parts = [piece for part in whole for piece in _cut(part, width, size, bold)]
        pieces += [("" if number else " ", part) for number, part in enumerate(parts)]
    return pieces


def _cut(part: str, width: float, size: float, bold: bool) -> list[str]:
    """Cuts what has no room in a line, behind a sign unless that leaves a short line."""
    pieces: list[str] = []
    most = ceil(width / (size / 72 * _NARROWEST)) + 1
    while len(part) > most or (len(part) > 1 and text_width(part, size, bold) > width):
        begin = part[:most]
        end = max(1, int(len(begin) * width / max(text_width(begin, size, bold), width)))
        while end > 1 and text_width(part[:end], size, bold) > width:
            end -= 1
        sign = max(part.rfind(sign, 0, end) for sign in _LESSER_SIGNS) + 1
        end = sign if sign > end / 2 else end
        pieces.append(part[:end])
        part = part[end:]
    return [*pieces, part]


def _shortened(line: str, width: float, size: float, bold: bool) -> str:
    while len(line) > 1 and text_width(line, size, bold) > width:
        line = line.removesuffix("…").rstrip()[:-1].rstrip() + "…"
    return line


@dataclass
class Sheet:
    """A figure of fixed width and the height that its parts need.

    Attributes:
        figure: The figure.
        width: Its width.
        height: Its height.
    """

    figure: Figure
    width: float
    height: float

    @classmethod
    def of(cls, size: Size, height: float) -> "Sheet":
        """An empty sheet."""
        return cls(style.Picture(figsize=(size.width, height)), size.width, height)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Adds axes that fill a rectangle."""
        rectangle = (
            left / self.width,
            1 - (top + height) / self.height,
            width / self.width,
            height / self.height,
        )
        return self.figure.add_axes(rectangle)

    def write(
        self,
        text: str,
        left: float,
        top: float,
        size: float = style.LABEL_SIZE,
        color: str = style.INK,
        bold: bool = False,
        side: str = "left",
        ground: str | None = None,
    ) -> None:
        """Writes lines of text.

        Args:
            text: The lines.
            left: Where they begin; with side "right" where they end, with "center" their middle.
            top: Upper edge of the first line.
            size: Font size in points.
            color: Their colour.
            bold: Whether they are set in bold.
            side: "left", "right" or "center".
            ground: Colour of what they stand on and what is behind them does not show through; None for nothing.
        """
        for number, line in enumerate(text.split("\n")):
            # By its upper edge, a line would stand higher or lower with the letters that it has.
            baseline = top + number * line_height(size) + size * _ASCENT / 72
            self.figure.text(
                left / self.width,
                1 - baseline / self.height,
                line,
                size=size,
                color=color,
                weight="bold" if bold else "normal",
                ha=side,
                va="baseline",
                bbox={"facecolor": ground, "edgecolor": "none", "pad": 1.0} if ground and line else None,
            )


_TICKS_HEIGHT = 0.26
"""Height of an axis' ticks and their labels."""


@dataclass(frozen=True)
class Frame:
    """Title above, axis' name and caption below what a figure shows.

    Attributes:
        size: The figure's size.
        title: The title's lines.
        axis: The lines of the horizontal axis' name.
        caption: The caption's lines.
    """

    size: Size
    title: str
    axis: str
    caption: str

    @classmethod
    def of(cls, size: Size, title: str, axis: str, caption: str) -> "Frame":
        """Breaks all of them to the figure's width; title and caption only where the figure stands alone."""
        return cls(
            size,
            evenly_broken(title, size.inside, style.TITLE_SIZE, bold=True) if size.alone else "",
            evenly_broken(axis, size.inside, style.LABEL_SIZE),
            broken(caption, size.inside, style.SMALL_SIZE) if caption and size.alone else "",
        )

    @property
    def top(self) -> float:
        """Where the title ends and the rest begins."""
        space = 0.1 if self.size.alone else 0.0
        return self.size.margin + block_height(self.title, style.TITLE_SIZE) + space

    @property
    def bottom(self) -> float:
        """Height of all below the axes."""
        return _TICKS_HEIGHT + block_height(self.axis, style.LABEL_SIZE) + self._foot

    @property
    def _foot(self) -> float:
        space = 0.12 if self.caption else 0.0
        return space + block_height(self.caption, style.SMALL_SIZE) + self.size.margin

    def write(self, sheet: Sheet, left: float, right: float) -> None:
        """Writes all on a sheet, the axis' name below axes with these edges."""
        margin = self.size.margin
        if self.title:
            sheet.write(self.title, margin, margin, style.TITLE_SIZE, bold=True)
        widest = max(text_width(line, style.LABEL_SIZE) for line in self.axis.split("\n"))
        centre = clamped((left + right) / 2, widest, margin, self.size.right)
        axis_top = sheet.height - self.bottom + _TICKS_HEIGHT
        sheet.write(self.axis, centre, axis_top, color=style.QUIET, side="center")
        if self.caption:
            top = sheet.height - self._foot + 0.12
            sheet.write(self.caption, margin, top, style.SMALL_SIZE, style.QUIET)


def clamped(centre: float, width: float, left: float, right: float) -> float:
    """The centre nearest to the wanted one that keeps something of that width between two edges."""
    return max(left + width / 2, min(right - width / 2, centre))


def set_ticks(axes: Axes, width: float, whole: bool = False) -> None:
    """Puts as many round ticks on the horizontal axis as their labels leave room for.

    Args:
        axes: Axes whose view is set.
        width: Their width.
        whole: Whether only whole numbers mean anything.
    """
    low, high = axes.get_xlim()
    all_values = (_EACH_VALUE,) if whole and high - low <= _EACH_VALUE else ()
    places: list[float] = []
    labels: list[str] = []
    missing = 1.0
    for most in (*all_values, 6, 5, 4, 3, 2, 1):
        places, step = _round_places(low, high, most, whole)
        digits = numbers.decimals_for(step, 9)
        labels = [numbers.plotted(place, digits) for place in places]
        widest = max((text_width(label, style.SMALL_SIZE) for label in labels), default=0.0)
        missing = (widest + _TICK_SPACE) / (width * step / (high - low))
        if missing < 1:
            break
    # The locator gives more than it was asked for where few digits are round.
    each = max(1, ceil(missing))
    axes.set_xticks(*_whole(places[each // 2 :: each], labels[each // 2 :: each], axes, width))


def _round_places(low: float, high: float, most: int, whole: bool) -> tuple[list[float], float]:
    """Round values in view, about as many as asked for, and their distance."""
    locator = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10], integer=whole)
    places = [float(place) for place in locator.tick_values(low, high) if low <= place <= high]
    # Asked for whole numbers, the locator still gives others where few are in view.
    places = [place for place in places if not whole or place == round(place)]
    return places, places[1] - places[0] if len(places) > 1 else high - low


def _whole(places: list[float], labels: list[str], axes: Axes, width: float) -> tuple[list[float], list[str]]:
    """The ticks whose labels do not reach out of the figure."""
    low, high = axes.get_xlim()
    kept = []
    for place, label in zip(places, labels, strict=True):
        beyond = text_width(label, style.SMALL_SIZE) / 2 - OVERHANG
        if beyond <= (place - low) / (high - low) * width <= width - beyond:
            kept.append((place, label))
    return [place for place, _ in kept], [label for _, label in kept]
