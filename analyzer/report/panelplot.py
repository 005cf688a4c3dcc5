"""Several measures over the same steps, in small panels side by side, with the names of their lines above all of them.

Source: E. R. Tufte, "The visual display of quantitative information", 2nd edition (2001), pages 170-175, on small
multiples: what has been read in one panel is known in all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyzer.report import style
from analyzer.report.layout import Frame, Sheet, block_height, broken, set_ticks
from analyzer.report.lines import GAP, Legend, draw_line, is_whole, number_of, set_view, ticks_width
from analyzer.report.sizes import Size
from analyzer.studies.content import Panel, PanelsFigure

_HEIGHT = 1.15
"""Height of a panel's axes in inches."""

_SIDE_BY_SIDE, _SIDE_BY_SIDE_NARROW = 3, 2
"""Panels beside each other at most."""

_BETWEEN = 0.22
"""Free space between two panels, in inches."""

_STEPS_HEIGHT = 0.26
"""Height of the ticks below a panel, with their labels."""

_LABELS_PART = 0.5
"""Largest part of a panel's width that the labels of its ticks may take, else fewer stand side by side."""

_TITLE_SPACE = 0.05
_MOST_TICKS = 4


@dataclass(frozen=True)
class _Grid:
    """Where panels stand.

    Attributes:
        columns: Panels beside each other.
        lefts: Where each column begins, in inches.
        width: Width of a panel with the labels of its ticks.
        labels: Room for these labels in each column.
        titles: The lines of each panel's title.
        heights: Height of the titles of each row.
    """

    columns: int
    lefts: Sequence[float]
    width: float
    labels: Sequence[float]
    titles: Sequence[str]
    heights: Sequence[float]

    @classmethod
    def of(cls, panels: Sequence[Panel], size: Size) -> "_Grid":
        widest = GAP + max(_labels_width(panel) for panel in panels)
        columns = min(_SIDE_BY_SIDE_NARROW if size.narrow else _SIDE_BY_SIDE, len(panels))
        while columns > 1 and widest > _LABELS_PART * _width_of_each(size, columns):
            columns -= 1
        width = _width_of_each(size, columns)
        titles = [broken(panel.title, width - GAP, style.SMALL_SIZE, bold=True) for panel in panels]
        return cls(
            columns,
            [size.margin + column * (width + _BETWEEN) for column in range(columns)],
            width,
            [
                GAP + max(_labels_width(panel) for panel in panels[column::columns])
                for column in range(columns)
            ],
            titles,
            [
                max(block_height(title, style.SMALL_SIZE) for title in titles[first : first + columns])
                for first in range(0, len(panels), columns)
            ],
        )

    @property
    def height(self) -> float:
        """Height of all rows, but for the ticks below the last one."""
        return self.down_to(len(self.heights)) - _STEPS_HEIGHT - _BETWEEN

    def down_to(self, row: int) -> float:
        """Height of the rows above one."""
        space = _TITLE_SPACE + _HEIGHT + _STEPS_HEIGHT + _BETWEEN
        return sum(self.heights[:row]) + row * space

    def add_axes(self, sheet: Sheet, top: float, place: int) -> tuple[Axes, float]:
        """Adds a panel's axes with its title above.

        Args:
            sheet: Where to.
            top: Where the first row begins.
            place: The panel's place.

        Returns:
            The axes, and their width.
        """
        row, column = divmod(place, self.columns)
        left, labels, title = self.lefts[column], self.labels[column], self.titles[place]
        # Titles of a row end on the same line, right above the axes.
        bottom = top + self.down_to(row) + self.heights[row]
        sheet.write(title, left, bottom - block_height(title, style.SMALL_SIZE), style.SMALL_SIZE, bold=True)
        width = self.width - labels
        return sheet.axes(left + labels, bottom + _TITLE_SPACE, width, _HEIGHT), width


def draw_panels(figure: PanelsFigure, size: Size) -> Figure:
    """Draws the figure; see `figures.draw`."""
    lines = [line for panel in figure.panels for line in panel.lines]
    if not lines or not all(panel.lines for panel in figure.panels) or not all(map(is_whole, lines)):
        raise ValueError(f'figure "{figure.name}" needs panels, lines in each, and points on each line')
    frame = Frame.of(size, figure.title, figure.horizontal, figure.caption)
    looks = _looks(figure)
    legend = Legend.of(((number, label) for label, number in looks.items()), size)
    grid = _Grid.of(figure.panels, size)
    top = frame.top + legend.height + GAP
    sheet = Sheet.of(size, top + grid.height + frame.bottom)
    frame.write(sheet, size.margin, size.plot_right)
    legend.write(sheet, frame.top)
    first, last = min(line.places[0] for line in lines), max(line.places[-1] for line in lines)
    room = max(0.25, (last - first) * 0.04)
    for place, panel in enumerate(figure.panels):
        axes, width = grid.add_axes(sheet, top, place)
        set_view(axes, panel.lines, panel.scale, panel.reference, _MOST_TICKS)
        axes.set_xlim(first - room, last + room)
        set_ticks(axes, width, whole=True)
        _draw_panel(axes, panel, looks)
    return sheet.figure


def _draw_panel(axes: Axes, panel: Panel, looks: dict[str, int]) -> None:
    if panel.reference is not None:
        # Grey, as the colours are those of the lines.
        place = panel.reference * panel.scale
        axes.axhline(place, color=style.QUIET, linestyle=(0, (1, 1.5)), linewidth=1.1, zorder=3)
    for line in panel.lines:
        draw_line(axes, line, looks[line.label], panel.scale)


def _width_of_each(size: Size, columns: int) -> float:
    """Width of each of so many panels side by side."""
    return (size.plot_right - size.margin - (columns - 1) * _BETWEEN) / columns


def _labels_width(panel: Panel) -> float:
    return ticks_width(panel.lines, panel.scale, panel.reference, _MOST_TICKS)


def _looks(figure: PanelsFigure) -> dict[str, int]:
    """The number that decides the look of each line, by its label: the same in all panels."""
    looks: dict[str, int] = {}
    for panel in figure.panels:
        for line in panel.lines:
            looks.setdefault(line.label, number_of(line, len(looks)))
    return looks
