"""The sizes that figures are drawn in: as a file that stands alone, and for a page's column, wide or narrow."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """How wide a figure is, and what is around it.

    Attributes:
        width: Its width in inches.
        margin: Free space at its edges, in inches.
        alone: Whether it stands alone, with its title and caption; else the page says them beside it.
    """

    width: float
    margin: float
    alone: bool

    @property
    def right(self) -> float:
        """Where its margin on the right begins, in inches from the left edge."""
        return self.width - self.margin

    @property
    def plot_left(self) -> float:
        """Where axes begin at the earliest, as the first label below them reaches beyond."""
        return max(self.margin, OVERHANG)

    @property
    def plot_right(self) -> float:
        """Where axes end at the latest, as the last label below them reaches beyond."""
        return self.width - max(self.margin, OVERHANG)

    @property
    def inside(self) -> float:
        """Width between the margins."""
        return self.width - 2 * self.margin

    @property
    def narrow(self) -> bool:
        """Whether there is no room for texts side by side."""
        return self.width < _NARROW


_NARROW = 5.0
OVERHANG = 0.2
"""How far labels below axes may reach beyond these."""

FILE = Size(7.2, 0.2, alone=True)
"""A picture of its own: 1440 pixels wide as PNG."""

COLUMN = Size(6.8, 0.02, alone=False)
"""The text column of a page."""

PHONE = Size(3.5, 0.02, alone=False)
"""The same on a telephone, where letters of the wide one would be too small."""
