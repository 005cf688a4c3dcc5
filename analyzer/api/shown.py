"""What every result can do in a notebook: tell its answer, give its tables as frames, and draw its figures."""

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from analyzer.api import arguments
from analyzer.errors import UserError, did_you_mean
from analyzer.games.settings import shown
from analyzer.studies.content import Content

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Shown:
    """A result that can be shown; mixed into the results of the studies."""

    if TYPE_CHECKING:

        def content(self) -> Content:
            """The result as sentences, tables and figures: the study has it."""

    @classmethod
    def of(cls, found: Any) -> Self:
        """The study's result as one that can be shown.

        Args:
            found: A result of the study that the class derives from.

        Returns:
            The same result.
        """
        return cls(**{field.name: getattr(found, field.name) for field in fields(found)})

    @property
    def answer(self) -> str:
        """The answer in one sentence, with its uncertainty."""
        return self.content().answer

    @property
    def tables(self) -> list[str]:
        """Names of the tables that `frame` gives, the most important first."""
        return [table.name for table in self.content().tables]

    @property
    def figures(self) -> list[str]:
        """Names of the figures that `figure` draws, the most important first."""
        return [figure.name for figure in self.content().figures]

    def frame(self, name: str | None = None) -> "pd.DataFrame":
        """A table as a tidy frame: one row a thing, an estimate in three columns (key, key_low, key_high).

        Args:
            name: One of `tables`; the first if left out.

        Returns:
            The table with all digits: rates are fractions, not per cent.

        Raises:
            UserError: There is no such table.
        """
        from analyzer.report import tables

        return tables.frame(_named("table", name, self.content().tables))

    def figure(self, name: str | None = None) -> "Figure":
        """Draws a figure as in the report.

        Args:
            name: One of `figures`; the first if left out.

        Returns:
            A matplotlib figure, to be changed or saved; a notebook shows it as it is.

        Raises:
            UserError: There is no such figure.
        """
        from analyzer.report.figures import draw

        return draw(_named("figure", name, self.content().figures))

    def save(self, folder: str | Path) -> Path:
        """Writes the report: the page, figures, tables, `result.json` and the command that makes it again.

        Args:
            folder: Where to; files of an earlier report there are replaced, all others left alone.

        Returns:
            The folder.

        Raises:
            UserError: It cannot be written.
        """
        from analyzer.report.folder import prepare

        if not arguments.text("folder", folder):
            raise UserError("folder: the name is missing.")
        place = Path(folder)
        with prepare(place) as prepared:
            prepared.write(self.content())
        return place

    def __repr__(self) -> str:
        return self.answer

    def _repr_html_(self) -> str:
        from analyzer.report.page import fragment

        return fragment(self.content())


def _named(what: str, name: str | None, there: Iterable[Any]) -> Any:
    """The table or figure of a name, or the first one."""
    found = {each.name: each for each in there}
    if not found:
        raise UserError(f"This result has no {what}.")
    if name is None:
        return next(iter(found.values()))
    if name not in found:
        text = str(name)
        raise UserError(
            f'There is no {what} "{shown(text)}".{did_you_mean(text, found)} There are: {", ".join(found)}.'
        )
    return found[name]
