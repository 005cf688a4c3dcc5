"""The comparison of several runs, as one more result: what each was asked, what it answered, how they differ.

It reads results that are finished and plays nothing. It knows no study and no game: what runs share are tables and
figures of the same name that measure the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from analyzer.errors import UserError
from analyzer.studies.commandline import ABOUT, COMMAND, GAME, SET, Asked, line_of
from analyzer.studies.content import (
    Column,
    Content,
    DistributionFigure,
    Figure,
    IntervalFigure,
    LineFigure,
    Table,
    Value,
)
from analyzer.studies.several import asked
from analyzer.studies.several.answer import answer, title
from analyzer.studies.several.differences import difference_table
from analyzer.studies.several.joined import free, join_distributions, join_intervals, join_tables
from analyzer.studies.several.rows import (
    Difference,
    Measured,
    Shared,
    differences,
    measured_in,
    quantity_of,
    share,
)
from analyzer.studies.several.same import Common, common

_Thing = TypeVar("_Thing", bound=Table | Figure | Measured)


@dataclass(frozen=True)
class Run:
    """A finished run.

    Attributes:
        given: Its folder or file, as the user named it.
        folder: The folder that it lies in, in full.
        content: Its result.
    """

    given: str
    folder: str
    content: Content


def compare_runs(runs: Sequence[Run]) -> Content:
    """Puts several runs side by side.

    Args:
        runs: Two or more, the one that all others are compared with first.

    Returns:
        Their comparison, ready to be shown and stored.

    Raises:
        UserError: It is only one run.
    """
    if len(runs) < 2:
        raise UserError("A comparison needs two runs or more.")
    return _Telling(runs).content()


def game_of(content: Content) -> str | None:
    """The game that a result is of, or None if it is of several or does not say."""
    game = dict(content.asked).get(GAME, content.result.get("game"))
    return game if isinstance(game, str) else None


class _Telling:
    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._contents = [run.content for run in runs]
        self._asked = [asked.read(content) for content in self._contents]
        self._games = [game_of(content) for content in self._contents]
        self._names = asked.names(self._asked, [run.folder for run in runs])

    def content(self) -> Content:
        return Content(
            question=asked.question(self._asked, self._names),
            answer=" ".join(
                filter(
                    None,
                    [
                        self._answer(),
                        *self._not_compared(),
                        self._what_is_not_alike(),
                        self._stored_earlier(),
                    ],
                )
            ),
            tables=self._tables(),
            figures=[*self._interval_figures.values(), *self._line_figures],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=line_of([(COMMAND, "report"), *((ABOUT, run.given) for run in self._runs)]),
            result={
                "runs": [content.result for content in self._contents],
                "names": self._names,
                "differences": [
                    {
                        "of": shared.first.name,
                        "where": found.row,
                        "run": self._names[found.run],
                        "less": self._names[found.base],
                        "difference": found.difference,
                        "certain": found.certain,
                    }
                    for shared, each in self._shared
                    for found in each
                ],
            },
            asked=self._said(),
        )

    def _said(self) -> Asked:
        """What the comparison itself was asked; of a game only if all runs are of that one."""
        games = set(self._games)
        game = games.pop() if len(games) == 1 else None
        return [
            (COMMAND, "report"),
            *([] if game is None else [(GAME, game)]),
            *((ABOUT, run.given) for run in self._runs),
        ]

    # What the runs share

    @cached_property
    def _measured(self) -> list[list[Measured]]:
        return [measured_in(content) for content in self._contents]

    @cached_property
    def _common(self) -> Common:
        return common(self._asked, self._measured)

    @cached_property
    def _shared(self) -> list[tuple[Shared, list[Difference]]]:
        """What several runs measured from the same zero, with the differences between the runs."""
        groups = _named_apart(self._groups(self._measured, _what_is_measured, _whence))
        found = [share(runs, each) for runs, each in groups]
        return [(shared, differences(shared, self._common.copies)) for shared in found]

    @cached_property
    def _interval_figures(self) -> dict[str, IntervalFigure]:
        figures = {}
        for shared, found in self._shared:
            figure = (
                join_intervals(self._names, shared, title(shared, found)) if shared.first.figure else None
            )
            if figure is not None:
                figures[shared.first.name] = figure
        return figures

    @cached_property
    def _line_figures(self) -> list[LineFigure]:
        groups = _named_apart(
            self._groups(
                [
                    [figure for figure in content.figures if isinstance(figure, DistributionFigure)]
                    for content in self._contents
                ],
                lambda figure: (figure.axis, figure.things),
            )
        )
        joined = [join_distributions([self._names[run] for run in runs], group) for runs, group in groups]
        return [figure for figure in joined if figure is not None]

    def _groups(
        self, things: Sequence[Sequence[_Thing]], *measured: Callable[[_Thing], object]
    ) -> list[tuple[list[int], list[_Thing]]]:
        """Things of the same name, of the same game and measuring the same, that two runs or more have."""
        groups: dict[tuple[object, ...], tuple[list[int], list[_Thing]]] = {}
        for run, each in enumerate(things):
            for thing in each:
                key = (thing.name, self._games[run], *(what(thing) for what in measured))
                runs, group = groups.setdefault(key, ([], []))
                runs.append(run)
                group.append(thing)
        return [group for group in groups.values() if len(group[0]) > 1]

    # The answer

    def _answer(self) -> str:
        # Where all that is alike is measured from different things, the next sentences say so.
        if not self._shared and self._not_compared():
            return "No difference can be told: the table says what each of the runs answers."
        return answer(self._names, self._shared, self._common)

    def _not_compared(self) -> list[str]:
        """What looks alike and is not compared, with the reason."""
        compared = {shared.first.name: shared.runs for shared, _ in self._shared}
        sentences = []
        for runs, each in self._groups(self._measured, _what_is_measured):
            if len({_whence(one) for one in each}) == 1:
                continue
            zero = next(one.relative_to for one in each if one.relative_to)
            which = "is not compared between all runs" if each[0].name in compared else "is not compared"
            names = f" ({', '.join(self._names[run] for run in runs)})" if len(runs) < len(self._runs) else ""
            sentences.append(
                f"{quantity_of(each[0].axis, capital=True)} {which}{names}: it is relative to {zero}, which is not the "
                "same in all runs."
            )
        return sentences

    def _what_is_not_alike(self) -> str:
        """Says so if the runs are of several commands or games."""
        parts = []
        commands = [run.get(COMMAND) for run in self._asked]
        for found, word in ((commands, "commands"), (self._games, "games")):
            values = dict.fromkeys(value for value in found if value)
            if len(values) > 1:
                parts.append(f"different {word} ({', '.join(values)})")
        return f"They are of {' and '.join(parts)}." if parts else ""

    def _stored_earlier(self) -> str:
        """Says so of runs that do not say what was asked."""
        if all(self._asked):
            return ""
        return (
            "An earlier version of analyzer stored some of these runs: once they are made again with their commands, "
            "more can be compared."
        )

    # Tables

    def _tables(self) -> list[Table]:
        groups = self._groups(
            [content.tables for content in self._contents],
            lambda table: tuple((column.key, column.form) for column in table.columns),
        )
        groups = _named_apart(groups)
        tables = [
            self._asked_table(),
            *(difference_table(self._names, shared, each) for shared, each in self._shared if each),
            self._answer_table(),
            *(join_tables([self._names[run] for run in runs], group) for runs, group in groups),
        ]
        names: list[str] = []
        for table in tables:
            names.append(free(table.name, names))
        return [
            Table(name, table.title, table.columns, table.rows, table.note)
            for name, table in zip(names, tables, strict=True)
        ]

    def _asked_table(self) -> Table:
        amounts = [key for key in asked.AMOUNTS if any(key in run for run in self._asked)]
        keys = [*(key for key in asked.differing(self._asked) if key not in amounts), *amounts]
        columns = [Column(key.replace(" ", "_"), key, _form(key)) for key in keys]
        rows: list[tuple[Value, ...]] = [
            (name, *(_value(run, key) for key in keys), given.given)
            for name, run, given in zip(self._names, self._asked, self._runs, strict=True)
        ]
        return Table(
            "runs",
            "What was asked",
            [Column("run", "run"), *columns, Column("folder", "folder")],
            rows,
            "Options that are the same in all runs are left out.",
        )

    def _answer_table(self) -> Table:
        alike = len({content.question for content in self._contents}) == 1
        columns = [Column("run", "run"), Column("question", "question"), Column("answer", "answer")]
        rows = [
            (name, *([] if alike else [content.question]), content.answer)
            for name, content in zip(self._names, self._contents, strict=True)
        ]
        note = self._contents[0].question if alike else ""
        return Table("answers", "What each run answers", [columns[0], *columns[1 + alike :]], rows, note)

    # Method

    def _method(self) -> list[tuple[str, str]]:
        methods = [dict(content.method) for content in self._contents]
        alike = [
            (label, text)
            for label, text in methods[0].items()
            if all(method.get(label) == text for method in methods)
        ]
        method = [("runs", f'{len(self._runs)}, all compared with "{self._names[0]}"'), *alike]
        versions = [each.get("version", "") for each in methods]
        if len(set(versions)) > 1:
            told = [f"{name}: {version}" for name, version in zip(self._names, versions, strict=True)]
            method.append(("version", "; ".join(told)))
        method += [
            (f"run {name}", content.command)
            for name, content in zip(self._names, self._contents, strict=True)
        ]
        left = self._figures_left_out()
        if left:
            method.append(("figures in the runs' own reports only", ", ".join(left)))
        return method

    def _figures_left_out(self) -> list[str]:
        shown = {*self._interval_figures, *(figure.name for figure in self._line_figures)}
        names = dict.fromkeys(figure.name for content in self._contents for figure in content.figures)
        return [name for name in names if name not in shown]

    def _how_to_read(self) -> list[str]:
        own = (
            "A difference is the run's figure less that of the first run. Its interval is reckoned from the two "
            "intervals alone, as for runs on different deals (Newcombe's method, MOVER): where it leaves out 0, the "
            "two differ. Each interval holds 95 % by itself, not all of them together; certain is what Holm's "
            "correction for all differences of the table leaves, with each interval read as that of a normal estimate."
        )
        common = [
            text
            for text in self._contents[0].how_to_read
            if all(text in content.how_to_read for content in self._contents)
        ]
        return [*([own] if any(found for _, found in self._shared) else []), *common]


def _what_is_measured(measured: Measured) -> object:
    return measured.figure is None, measured.axis, measured.scale


def _whence(measured: Measured) -> object:
    """What values are measured from: only those from the same may be subtracted."""
    return measured.relative_to, tuple(measured.among)


def _form(key: str) -> str:
    return "count" if key in asked.COUNTS else "text"


def _value(run: asked.Asked, key: str) -> Value:
    """What was asked, as a table holds it; a count that is none stays a text."""
    text = run.get(key)
    if text is None:
        return "standard" if key.startswith(SET) else None
    return int(text) if key in asked.COUNTS and text.isdecimal() else text


def _named_apart(groups: list[tuple[list[int], list[_Thing]]]) -> list[tuple[list[int], list[_Thing]]]:
    """Of groups that share a name only the first: the name is that of a file."""
    seen: set[str] = set()
    kept = []
    for runs, things in groups:
        if things[0].name not in seen:
            seen.add(things[0].name)
            kept.append((runs, things))
    return kept
