"""Setting text in figures: measuring, breaking into lines, and the frame of title, axes and caption.

Sizes are in inches and places are measured from the top left corner, as one reads. Matplotlib's own layout engines
do not break lines and cut long labels off, so places are computed from the measured text.
"""

from dataclasses import dataclass
from functools import lru_cache

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from analyzer.report import numbers, style

LINE = 1.35
"""Distance of two lines of text, in font sizes."""

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
        text: The text; its own line breaks count as spaces.
        width: The longest line.
        size: Font size in points.
        bold: Whether it is set in bold.
        most: Most lines; what goes beyond is left out and an ellipsis says so. 0 for no limit.

    Returns:
        The lines. Words longer than a line are broken too.
    """
    lines: list[str] = []
    line = ""
    for word in (part for whole in text.split() for part in _pieces(whole, width, size, bold)):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    if most and len(lines) > most:
        lines = [*lines[: most - 1], _shortened(lines[most - 1] + " …", width, size, bold)]
    return "\n".join(lines)


def evenly_broken(text: str, width: float, size: float, bold: bool = False) -> str:
    """Breaks text into as few lines as it needs, and these into about the same length."""
    best = broken(text, width, size, bold)
    for part in (0.9, 0.8, 0.7, 0.6, 0.5):
        narrower = broken(text, width * part, size, bold)
        if narrower.count("\n") > best.count("\n") or "\n" not in best:
            break
        best = narrower
    return best


def _pieces(word: str, width: float, size: float, bold: bool) -> list[str]:
    pieces: list[str] = []
    while text_width(word, size, bold) > width and len(word) > 1:
        end = max(1, int(len(word) * width / text_width(word, size, bold)))
        while end > 1 and text_width(word[:end], size, bold) > width:
            end -= 1
        # Specifications such as name:key=value are best broken behind a sign, unless that leaves a short line.
        sign = max(word.rfind(sign, 0, end) for sign in ",:;=/_-") + 1
        end = sign if sign > end / 2 else end
        pieces.append(word[:end])
        word = word[end:]
    return [*pieces, word]


def _shortened(line: str, width: float, size: float, bold: bool) -> str:
    while len(line) > 1 and text_width(line, size, bold) > width:
        line = line.removesuffix("…").rstrip()[:-1].rstrip() + "…"
    return line


@dataclass
class Sheet:
    """A figure of fixed width and the height that its parts need.

    Attributes:
        figure: The figure.
        height: Its height.
    """

    figure: Figure
    height: float

    @classmethod
    def of(cls, height: float) -> "Sheet":
        """An empty sheet."""
        return cls(Figure(figsize=(style.WIDTH, height)), height)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Adds axes that fill a rectangle."""
        rectangle = (
            left / style.WIDTH,
            1 - (top + height) / self.height,
            width / style.WIDTH,
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
    ) -> Text:
        """Writes lines of text.

        Args:
            text: The lines.
            left: Where they begin; with side "right" where they end, with "center" their middle.
            top: Upper edge of the first line.
            size: Font size in points.
            color: Their colour.
            bold: Whether they are set in bold.
            side: "left", "right" or "center".

        Returns:
            What was added to the figure.
        """
        return self.figure.text(
            left / style.WIDTH,
            1 - top / self.height,
            text,
            size=size,
            color=color,
            weight="bold" if bold else "normal",
            ha=side,
            va="top",
            linespacing=LINE / 1.16,  # DejaVu's own line is 1.16 font sizes high
        )


_TICKS_HEIGHT = 0.26
"""Height of an axis' ticks and their labels."""


@dataclass(frozen=True)
class Frame:
    """Title above, axis' name and caption below what a figure shows.

    Attributes:
        title: The title's lines.
        axis: The lines of the horizontal axis' name.
        caption: The caption's lines.
    """

    title: str
    axis: str
    caption: str

    @classmethod
    def of(cls, title: str, axis: str, caption: str) -> "Frame":
        """Breaks all of them to the figure's width."""
        width = style.WIDTH - 2 * style.MARGIN
        return cls(
            evenly_broken(title, width, style.TITLE_SIZE, bold=True),
            evenly_broken(axis, width, style.LABEL_SIZE),
            broken(caption, width, style.SMALL_SIZE) if caption else "",
        )

    @property
    def top(self) -> float:
        """Where the title ends and the rest begins."""
        return style.MARGIN + block_height(self.title, style.TITLE_SIZE) + 0.1

    @property
    def bottom(self) -> float:
        """Height of all below the axes."""
        return _TICKS_HEIGHT + block_height(self.axis, style.LABEL_SIZE) + self._foot

    @property
    def _foot(self) -> float:
        space = 0.12 if self.caption else 0.0
        return space + block_height(self.caption, style.SMALL_SIZE) + style.MARGIN

    def write(self, sheet: Sheet, left: float, right: float) -> None:
        """Writes all on a sheet, the axis' name below axes with these edges."""
        sheet.write(self.title, style.MARGIN, style.MARGIN, style.TITLE_SIZE, bold=True)
        widest = max(text_width(line, style.LABEL_SIZE) for line in self.axis.split("\n"))
        centre = clamped((left + right) / 2, widest, style.MARGIN, style.WIDTH - style.MARGIN)
        axis_top = sheet.height - self.bottom + _TICKS_HEIGHT
        sheet.write(self.axis, centre, axis_top, color=style.QUIET, side="center")
        if self.caption:
            top = sheet.height - self._foot + 0.12
            sheet.write(self.caption, style.MARGIN, top, style.SMALL_SIZE, style.QUIET)


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
    places: list[float] = []
    labels: list[str] = []
    each = (_EACH_VALUE,) if whole and high - low <= _EACH_VALUE else ()
    for most in (*each, 6, 5, 4, 3, 2, 1):
        locator = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10], integer=whole)
        places = [float(place) for place in locator.tick_values(low, high) if low <= place <= high]
        # Asked for whole numbers, the locator still gives others where few are in view.
        places = [place for place in places if not whole or place == round(place)]
        step = places[1] - places[0] if len(places) > 1 else high - low
        digits = numbers.decimals_for(step, 9)
        labels = [numbers.plotted(place, digits) for place in places]
        widest = max((text_width(label, style.SMALL_SIZE) for label in labels), default=0.0)
        if widest + 0.15 < width * step / (high - low):
            break
    axes.set_xticks(places, labels)
