"""The look of all figures, and saving them so that the same data gives the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.report.import_matplotlib import mpl

# isort: split
# Only now: whatever imports matplotlib first decides whose settings it takes.
from matplotlib.figure import Figure

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442", "#000000")
"""Colours that all common kinds of colour vision tell apart, in the order in which series take them.

Source: M. Okabe, K. Ito, "Color universal design" (2002), https://jfly.uni-koeln.de/color/.
"""

MAIN = PALETTE[0]
REFERENCE = PALETTE[1]
INK = "#222222"
QUIET = "#5F5F5F"
FAINT = "#E6E6E6"

TITLE_SIZE = 12.0
LABEL_SIZE = 9.5
SMALL_SIZE = 8.5

WIDTH = 7.2
"""Width of a figure in inches: a text column of a page, and 1440 pixels as PNG."""

MARGIN = 0.2
"""Free space at the edges of a figure, in inches."""

FORMATS = ("png", "svg")

_SHEET = Path(__file__).with_name("analyzer.mplstyle")
_NO_DATE: dict[str, dict[str, str | None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
}


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


@cache
def _settings() -> Any:  # matplotlib's own type for it differs from version to version
    settings: dict[Any, Any] = dict(mpl.rc_params_from_file(_SHEET, use_default_template=True))
    # Nothing here draws on a screen, and naming a back end would load it.
    for key in list(settings):
        if key.startswith("backend") or key in ("interactive", "toolbar", "timezone"):
            del settings[key]
    return settings
