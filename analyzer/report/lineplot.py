"""Values that change from step to step, as lines with their names above."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyzer.report import style
from analyzer.report.layout import Frame, Sheet, block_height, broken, set_ticks, text_width
from analyzer.report.lines import GAP, Legend, draw_line, is_whole, number_of, set_view, ticks_width
from analyzer.report.sizes import Size
from analyzer.studies.content import LineFigure

_HEIGHT = 2.4
"""Height of the axes in inches."""

_MOST_TICKS = 6


def draw_lines(figure: LineFigure, size: Size) -> Figure:
    """Draws the figure; see `figures.draw`."""
    if not figure.lines or not all(
        is_whole(line) and (line.places[0] > 0 or not figure.ratios) for line in figure.lines
    ):
        raise ValueError(f'figure "{figure.name}" needs lines, and points on each')
    frame = Frame.of(size, figure.title, figure.horizontal, figure.caption)
    legend = Legend.of(
        ((number_of(line, place), line.label) for place, line in enumerate(figure.lines)), size
    )
    vertical = broken(figure.vertical, size.inside, style.SMALL_SIZE)
    vertical_top = frame.top + legend.height + GAP
    top = vertical_top + block_height(vertical, style.SMALL_SIZE) + GAP

    sheet = Sheet.of(size, top + _HEIGHT + frame.bottom)
    shown = (figure.lines, figure.scale, figure.reference, _MOST_TICKS)
    left = size.margin + ticks_width(*shown) + GAP
    right = size.plot_right
    frame.write(sheet, left, right)
    sheet.write(vertical, size.margin, vertical_top, style.SMALL_SIZE, style.QUIET)
    axes = sheet.axes(left, top, right - left, _HEIGHT)
    set_view(axes, *shown)
    _set_steps(axes, figure, right - left)
    if figure.reference is not None:
        _draw_reference(axes, figure, figure.reference * figure.scale)
    for place, line in enumerate(figure.lines):
        draw_line(axes, line, number_of(line, place), figure.scale)
    legend.write(sheet, frame.top)
    return sheet.figure


def _set_steps(axes: Axes, figure: LineFigure, width: float) -> None:
    """Sets the horizontal axis: its ends and its ticks."""
    first = min(line.places[0] for line in figure.lines)
    last = max(line.places[-1] for line in figure.lines)
    if not figure.ratios:
        room = max(0.5, (last - first) * 0.02)
        axes.set_xlim(first - room, last + room)
        set_ticks(axes, width, whole=True)
        return
    axes.set_xscale("log")
    factor = max(1.05, (last / first) ** 0.02)
    axes.set_xlim(first / factor, last * factor)
    shown = sorted({place for line in figure.lines for place in line.places})
    while len(shown) > 2 and sum(text_width(f"{place:g}", style.SMALL_SIZE) + GAP for place in shown) > width:
        shown = shown[::2]
    axes.set_xticks(shown, [f"{place:g}" for place in shown])
    axes.minorticks_off()


def _draw_reference(axes: Axes, figure: LineFigure, value: float) -> None:
    axes.axhline(value, color=style.REFERENCE, linestyle=(0, (4, 3)), linewidth=1.1)
    axes.annotate(
        figure.reference_label,
        (1, value),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=style.SMALL_SIZE,
        color=style.REFERENCE_INK,
    )
