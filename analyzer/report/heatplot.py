"""Coloured cells with figures inside: things against each other as a square, or things under several conditions.

Colours run from orange over white, where neither is ahead, to blue: all common kinds of colour vision tell them apart,
and the darker a cell, the larger the difference. What is certain is set in bold.
"""

from dataclasses import dataclass
from itertools import zip_longest
from math import ceil, isfinite

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from analyzer.report import numbers, style
from analyzer.report.layout import (
    Frame,
    Sheet,
    block_height,
    broken,
    label_lines,
    line_height,
    set_ticks,
    text_width,
)
from analyzer.report.sizes import Size
from analyzer.stats.estimate import Estimate
from analyzer.studies.content import HeatFigure

_MOST_LABEL = 2.5
_MANY_LABEL = 2.0
_NARROW_LABEL = 1.2
"""Widest column of labels, in inches; where there are many columns; and in a narrow figure."""

_MANY = 8

_NARROW_CELL = 0.4
"""Cells of a narrow figure that would be narrower with labels beside them have a list of these above."""

_WIDEST_CELL = 1.5
_LOWEST_CELL = 0.24
_FLATNESS = 0.42
_HIGHEST_CELL = 0.45
"""Height of a cell, in its widths and in inches, where labels do not need more."""

_SIZES = (style.LABEL_SIZE, style.SMALL_SIZE, 7.5, 6.5, 5.5)
"""Sizes of the letters in cells: the largest that fits is taken, or there are none."""

_MOST_LINES = 3
"""Most lines of a label. Columns have their labels above if these need no more, else their numbers."""

_GAP = 0.12
_INSIDE = 0.04
"""Free space on either side of what is written in a cell, or above a column."""

_ROW_SPACE = 0.1
_LIST_SPACE = 0.1
_KEY_SPACE = 0.2
_KEY_HEIGHT = 0.11
_KEY_WIDTH = 2.6

_BETWEEN_GROUPS = 3.0
"""Width of the line between two groups of columns, in points."""


@dataclass(frozen=True)
class _Grid:
    """Where cells and labels stand, in inches from the figure's left edge.

    Attributes:
        labels: The lines of each row's label.
        headings: What stands above each column.
        groups: The lines of each title above several columns, the number of the first column, and of the columns.
        numbered: Whether the rows' numbers stand before the rows' labels: because they are the headings of the columns,
            or because the labels are listed.
        listed: Whether the labels stand in a list above, and only numbers beside the rows.
        label_left: Where the labels begin.
        left: Left edge of the cells.
        width: Width of a cell.
        height: Height of a cell.
    """

    labels: list[str]
    headings: list[str]
    groups: list[tuple[str, int, int]]
    numbered: bool
    listed: bool
    label_left: float
    left: float
    width: float
    height: float

    @classmethod
    def of(cls, figure: HeatFigure, size: Size) -> "_Grid":
        """Gives labels the room that they need, and cells the rest."""
        labels, many = figure.labels, len(figure.columns or figure.labels)
        most = _NARROW_LABEL if size.narrow else _MANY_LABEL if many > _MANY else _MOST_LABEL
        rows = label_lines(labels, most, style.LABEL_SIZE, _MOST_LINES)
        widest = max(_width(row, style.LABEL_SIZE) for row in rows)
        left, width = _cells_beside(size.margin + widest, many, size)
        headings = _headings(figure, width)
        numbered = not headings or (size.narrow and bool(figure.columns) and width < _NARROW_CELL)
        label_left = size.margin
        listed = False
        if numbered:
            label_left += text_width(str(len(labels)), style.LABEL_SIZE) + _GAP
            left, width = _cells_beside(label_left + widest, many, size)
            if size.narrow and width < _NARROW_CELL:
                listed = True
                left, width = _cells_beside(label_left - _GAP, many, size)
                rows = label_lines(labels, size.right - label_left, style.LABEL_SIZE, _MOST_LINES)
            headings = _headings(figure, width) if figure.columns else _numbers(many, width)
        high = " " if listed else max(rows, key=lambda row: row.count("\n")) or " "
        height = block_height(high, style.LABEL_SIZE) + _ROW_SPACE
        height = max(height, _LOWEST_CELL, min(width * _FLATNESS, _HIGHEST_CELL))
        if figure.signs:
            height = max(height, 2 * line_height(style.LABEL_SIZE) + 2 * _INSIDE)
        groups = _groups(figure, width)
        return cls(rows, headings, groups, numbered, listed, label_left, left, width, height)

    @property
    def list_height(self) -> float:
        """Height of the list of labels above all, if there is one."""
        if not self.listed:
            return 0.0
        return sum(block_height(row or " ", style.LABEL_SIZE) for row in self.labels) + _LIST_SPACE

    @property
    def heading_height(self) -> float:
        """Height of what stands above the columns."""
        return max(block_height(heading, style.SMALL_SIZE) for heading in self.headings) + _INSIDE

    @property
    def group_height(self) -> float:
        """Height of the titles above several columns, if there are any."""
        return max(
            (block_height(title, style.SMALL_SIZE) + _INSIDE for title, _, _ in self.groups), default=0.0
        )


def draw_heat(figure: HeatFigure, size: Size) -> Figure:
    """Draws the figure; see `figures.draw`."""
    rows, columns = len(figure.labels), len(figure.columns or figure.labels)
    if rows == 0 or len(figure.estimates) != rows or any(len(row) != columns for row in figure.estimates):
        raise ValueError(f'figure "{figure.name}" needs labels, and a row and a column of cells for each')
    grid = _Grid.of(figure, size)
    frame = Frame.of(size, figure.title, figure.axis, figure.caption)
    top = frame.top + grid.list_height + grid.group_height + grid.heading_height
    key_top = top + rows * grid.height + _KEY_SPACE

    sheet = Sheet.of(size, key_top + _KEY_HEIGHT + frame.bottom)
    key_width = min(max(columns * grid.width, _KEY_WIDTH), size.plot_right - grid.left)
    frame.write(sheet, grid.left, grid.left + key_width)
    means = np.array([[_mean(cell, figure.scale) for cell in row] for row in figure.estimates])
    even = figure.even * figure.scale
    colours = _colours(means, even, None if figure.reach is None else figure.reach * abs(figure.scale))
    axes = sheet.axes(grid.left, top, columns * grid.width, rows * grid.height)
    _draw_cells(axes, means, colours)
    _part_groups(axes, grid)
    if grid.listed:
        _write_list(sheet, grid, frame.top)
    _write_labels(sheet, grid, top)
    _write_cells(sheet, grid, figure, colours, top)
    _draw_key(sheet.axes(grid.left, key_top, key_width, _KEY_HEIGHT), colours, key_width)
    return sheet.figure


def _cells_beside(labels_end: float, many: int, size: Size) -> tuple[float, float]:
    """Left edge and width of cells."""
    left = max(labels_end + _GAP, size.plot_left)
    return left, min((size.right - left) / many, _WIDEST_CELL)


def _width(lines: str, size: float) -> float:
    return max(text_width(line, size) for line in lines.split("\n"))


def _headings(figure: HeatFigure, width: float) -> list[str]:
    """What is written above the columns; nothing where the rows' labels cannot be read there."""
    if figure.columns:
        return label_lines(figure.columns, width - 2 * _INSIDE, style.SMALL_SIZE, _MOST_LINES)
    found = [broken(label, width - 2 * _INSIDE, style.SMALL_SIZE) for label in figure.labels]
    return found if all(_reads_well(*pair) for pair in zip(figure.labels, found, strict=True)) else []


def _groups(figure: HeatFigure, width: float) -> list[tuple[str, int, int]]:
    """The titles above several columns, see `_Grid.groups`."""
    found, first = [], 0
    for title, size in figure.groups:
        (lines,) = label_lines([title], size * width - 2 * _INSIDE, style.SMALL_SIZE, _MOST_LINES)
        found.append((lines, first, size))
        first += size
    return found


def _reads_well(label: str, heading: str) -> bool:
    """Whether a label was broken into few lines, and no word of it was."""
    return heading.count("\n") < _MOST_LINES and heading.split() == label.split()


def _numbers(size: int, width: float) -> list[str]:
    """The columns' numbers, as many of them as there is room for."""
    step = ceil((text_width(str(size), style.SMALL_SIZE) + 2 * _INSIDE) / width)
    return [str(number) if (number - 1) % step == 0 else "" for number in range(1, size + 1)]


def _mean(cell: Estimate | None, scale: float) -> float:
    return cell.mean * scale if cell is not None and isfinite(cell.mean) else np.nan


def _colours(means: "np.typing.NDArray[np.float64]", even: float, reach: float | None) -> Normalize:
    """From as far below the middle to as far above it as is said, or as any cell lies."""
    known = means[np.isfinite(means)]
    if reach is None:
        reach = float(np.abs(known - even).max()) if known.size else 0.0
    reach = max(reach, 1e-6 * abs(even)) or 1.0
    return Normalize(even - reach, even + reach)


def _draw_cells(axes: Axes, means: "np.typing.NDArray[np.float64]", colours: Normalize) -> None:
    rows, columns = means.shape
    axes.set_facecolor(style.FAINT)
    axes.pcolormesh(
        np.arange(columns + 1),
        np.arange(rows + 1),
        np.ma.masked_invalid(means),
        cmap=style.SCALE,
        norm=colours,
        edgecolors="white",
        linewidth=1.0,
    )
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines["bottom"].set_visible(False)


def _part_groups(axes: Axes, grid: _Grid) -> None:
    for _, first, _ in grid.groups[1:]:
        axes.axvline(first, color=style.PAPER, linewidth=_BETWEEN_GROUPS)


def _write_list(sheet: Sheet, grid: _Grid, top: float) -> None:
    for place, label in enumerate(grid.labels):
        _write_number(sheet, grid, place, top)
        sheet.write(label, grid.label_left, top)
        top += block_height(label or " ", style.LABEL_SIZE)


def _write_labels(sheet: Sheet, grid: _Grid, top: float) -> None:
    for place, (label, heading) in enumerate(zip_longest(grid.labels, grid.headings)):
        if label is not None:
            _write_label(sheet, grid, place, label, top + (place + 0.5) * grid.height)
        if heading is not None:
            _write_heading(sheet, heading, grid.left + (place + 0.5) * grid.width, top)
    for title, first, size in grid.groups:
        centre = grid.left + (first + size / 2) * grid.width
        title_top = top - grid.heading_height - _INSIDE - block_height(title, style.SMALL_SIZE)
        sheet.write(title, centre, title_top, style.SMALL_SIZE, side="center")


def _write_label(sheet: Sheet, grid: _Grid, place: int, label: str, middle: float) -> None:
    if not grid.listed:
        sheet.write(label, grid.label_left, middle - block_height(label, style.LABEL_SIZE) / 2)
    if grid.numbered:
        _write_number(sheet, grid, place, middle - line_height(style.LABEL_SIZE) / 2)


def _write_heading(sheet: Sheet, heading: str, centre: float, top: float) -> None:
    heading_top = top - _INSIDE - block_height(heading, style.SMALL_SIZE)
    sheet.write(heading, centre, heading_top, style.SMALL_SIZE, style.QUIET, side="center")


def _write_number(sheet: Sheet, grid: _Grid, place: int, top: float) -> None:
    sheet.write(str(place + 1), grid.label_left - _GAP, top, color=style.QUIET, side="right")


def _write_cells(sheet: Sheet, grid: _Grid, figure: HeatFigure, colours: Normalize, top: float) -> None:
    texts, size = _fitting(figure, grid.width - 2 * _INSIDE)
    if size is None:
        return
    lines = 2 if figure.signs else 1
    for row, cells in enumerate(figure.estimates):
        for column, cell in enumerate(cells):
            if not texts[row][column]:
                continue
            centre = grid.left + (column + 0.5) * grid.width
            cell_top = top + (row + 0.5) * grid.height - lines * line_height(size) / 2
            colour = _letters(_mean(cell, figure.scale), colours)
            bold = cell is not None and not cell.low <= figure.even <= cell.high
            sheet.write(texts[row][column], centre, cell_top, size, colour, bold=bold, side="center")
            if figure.signs and figure.signs[row][column]:
                sheet.write(
                    figure.signs[row][column],
                    centre,
                    cell_top + line_height(size),
                    size,
                    colour,
                    bold=bold,
                    side="center",
                )


def _fitting(figure: HeatFigure, width: float) -> tuple[list[list[str]], float | None]:
    """What is written in each cell, and in which size: fewer digits rather than nothing."""
    known = [cell for row in figure.estimates for cell in row if cell is not None]
    halves = [(cell.high - cell.low) / 2 * figure.scale for cell in known]
    most = numbers.decimals_of_interval(min(filter(isfinite, halves), default=0.0), most=1)
    signs = max((text_width(sign, 10.0, bold=True) for row in figure.signs for sign in row), default=0.0)
    texts: list[list[str]] = []
    for digits in range(most, -1, -1):
        texts = [
            [
                _text(figure, cell, digits, itself=row == column and not figure.columns)
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(figure.estimates)
        ]
        widest = max(signs, *(text_width(text, 10.0, bold=True) for row in texts for text in row)) / 10
        for size in _SIZES:
            if widest * size <= width:
                return texts, size
    return texts, None


def _text(figure: HeatFigure, cell: Estimate | None, digits: int, itself: bool) -> str:
    """What is written in a cell; nothing where a thing meets itself."""
    mean = _mean(cell, figure.scale)
    if not isfinite(mean):
        return "" if itself else numbers.MISSING
    sign = "+" if figure.even == 0 and round(mean, digits) > 0 else ""
    return sign + numbers.plotted(mean, digits)


def _letters(mean: float, colours: Normalize) -> str:
    """The colour that is best read on a cell."""
    return style.letters_on(float(colours(mean))) if isfinite(mean) else style.QUIET


def _draw_key(axes: Axes, colours: Normalize, width: float) -> None:
    """What the colours mean, above the axis' name."""
    low, high = float(colours.vmin or 0.0), float(colours.vmax or 0.0)
    edges = np.linspace(low, high, 129)
    axes.pcolormesh(edges, [0, 1], (edges[:-1] + edges[1:])[np.newaxis] / 2, cmap=style.SCALE, norm=colours)
    axes.set_xlim(low, high)
    axes.set_yticks([])
    set_ticks(axes, width)
