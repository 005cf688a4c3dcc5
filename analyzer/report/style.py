"""The look of all figures, and saving them so that the same data gives the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from analyzer.report.import_matplotlib import mpl

# isort: split
# Only now: whatever imports matplotlib first decides whose settings it takes.
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442", "#000000")
"""Colours that all common kinds of colour vision tell apart, in the order in which series take them.

Source: M. Okabe, K. Ito, "Color universal design" (2002), https://jfly.uni-koeln.de/color/.
"""

MAIN = PALETTE[0]
REFERENCE = PALETTE[1]
REFERENCE_INK = "#A84900"
"""The same for letters, which must be darker to be read."""

INK = "#222222"
QUIET = "#5F5F5F"
FAINT = "#E6E6E6"
PAPER = "#FFFFFF"

DARK_PAPER = "#15181C"
"""What figures stand on where a page is dark."""

SCALE = LinearSegmentedColormap.from_list("even", [REFERENCE, PAPER, MAIN])
DARK_SCALE = LinearSegmentedColormap.from_list("even", ["#F0914D", "#3B4149", "#62ADE6"])
"""Colours from one side to the other, over one where neither is ahead; step by step their counterparts on dark pages.
"""

TITLE_SIZE = 12.0
LABEL_SIZE = 9.5
SMALL_SIZE = 8.5

FORMATS = ("png", "svg")

_SHEET = Path(__file__).with_name("analyzer.mplstyle")
_NO_DATE: dict[str, dict[str, str | None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
}


LETTERS = {
    (False, False): "#030303",
    (False, True): "#020202",
    (True, False): "#FDFDFD",
    (True, True): "#FEFEFE",
}
"""Colour of letters on a coloured ground, by whether they are light, and whether they are so on a dark page: hardly
different to the eye, but enough for a page to know what to turn them into."""


def series_colour(place: int) -> str:
    """Colour of the series at a place: seats and kinds keep theirs, whatever others are shown beside them."""
    return PALETTE[place % len(PALETTE)]


def letters_on(position: float) -> str:
    """The colour of `LETTERS` that is best read on both scales.

    Args:
        position: Where on the scales the ground lies, from 0 to 1.

    Returns:
        A colour with a contrast of 4.5 or more, on either ground.
    """
    return LETTERS[_needs_light(SCALE(position)), _needs_light(DARK_SCALE(position))]


def luminance(colour: Any) -> float:
    """Relative luminance as the Web Content Accessibility Guidelines define it, 0 for black and 1 for white."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _needs_light(ground: Any) -> bool:
    """Whether white letters have more contrast than black ones."""
    return (luminance(ground) + 0.05) ** 2 < 1.05 * 0.05


class Picture(Figure):
    """A figure that a notebook shows at the end of a cell."""

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        with applied():
            self.savefig(file, format="png", metadata=_NO_DATE["png"])
        return file.getvalue()


@contextmanager
def applied() -> Iterator[None]:
    """Matplotlib's defaults with this program's style, whatever the user's own settings are, until left."""
    with mpl.rc_context(rc=_settings()):
        yield


def save(figure: Figure, path: Path, title: str = "", alternative: str = "") -> None:
    """Writes a figure in the format that the path's ending names, without date or version.

    Args:
        figure: The figure.
        path: The file, ending in one of `FORMATS`.
        title: Its title, and
        alternative: what the figure shows, in words; both go into the file where programs look for them.

    Raises:
        OSError: It cannot be written.
    """
    kind = path.suffix[1:]
    words = {"Title": title, "Description": alternative}
    metadata = {key: text for key, text in words.items() if text} | _NO_DATE[kind]
    with applied():
        figure.savefig(path, format=kind, metadata=metadata)


def svg_text(figure: Figure) -> str:
    """A figure as the text of an SVG file, for a page that says in its own words what it shows."""
    file = BytesIO()
    nothing: dict[str, str | None] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with applied():
        figure.savefig(file, format="svg", metadata=nothing)
    return file.getvalue().decode()


@cache
def _settings() -> Any:  # matplotlib's own type for it differs from version to version
    settings: dict[Any, Any] = dict(mpl.rc_params_from_file(_SHEET, use_default_template=True))
    # Nothing here draws on a screen, and naming a back end would load it.
    for key in list(settings):
        if key.startswith("backend") or key in ("interactive", "toolbar", "timezone"):
            del settings[key]
    return settings
