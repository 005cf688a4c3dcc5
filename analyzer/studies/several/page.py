"""The comparison of several runs, as one more result: what each was asked, what it answered, how they differ.

It reads results that are finished and plays nothing. It knows no study and no game: what runs share are tables and
figures of the same name that measure the same.
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from analyzer.errors import UserError
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
from analyzer.studies.several.joined import free, join_distributions, join_intervals, join_tables, join_texts
from analyzer.studies.several.rows import Difference, Shared, differences, digits_of, quantity_of, share

_Thing = TypeVar("_Thing", bound=Table | Figure)


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


def common_game(runs: Sequence[Run]) -> str | None:
    """The game of all runs, or None if they are of several."""
    games = {asked.read(run.content.command).get(asked.GAME) for run in runs}
    return games.pop() if len(games) == 1 else None


class _Telling:
    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._contents = [run.content for run in runs]
        self._asked = [asked.read(content.command) for content in self._contents]
        self._names = asked.names(self._asked, [run.folder for run in runs])

    def content(self) -> Content:
        return Content(
            question=f"How do these {len(self._runs)} runs differ?",
            answer=" ".join(filter(None, [self._answer(), self._what_is_not_alike()])),
            tables=self._tables(),
            figures=[*self._interval_figures.values(), *self._line_figures],
            method=self._method(),
            how_to_read=self._how_to_read(),
            command=shlex.join(["analyzer", "report", *(run.given for run in self._runs)]),
            result={
                "runs": [content.result for content in self._contents],
                "names": self._names,
                "differences": [
                    {
                        "figure": shared.first.name,
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
        )

    # What the runs share

    @cached_property
    def _shared(self) -> list[tuple[Shared, list[Difference]]]:
        """The interval figures that several runs have, with the differences between the runs."""
        groups = self._groups(
            lambda content: [figure for figure in content.figures if isinstance(figure, IntervalFigure)],
            lambda figure: (figure.axis, figure.scale),
        )
        found = [share(runs, figures) for runs, figures in groups]
        return [(shared, differences(shared)) for shared in found]

    @cached_property
    def _interval_figures(self) -> dict[str, IntervalFigure]:
        figures = {}
        for shared, found in self._shared:
            figure = join_intervals(self._names, shared, self._title(shared, found))
            if figure is not None:
                figures[shared.first.name] = figure
        return figures

    @cached_property
    def _line_figures(self) -> list[LineFigure]:
        groups = self._groups(
            lambda content: [figure for figure in content.figures if isinstance(figure, DistributionFigure)],
            lambda figure: (figure.axis, figure.things),
        )
        joined = [join_distributions([self._names[run] for run in runs], group) for runs, group in groups]
        return [figure for figure in joined if figure is not None]

    def _groups(
        self, things_of: Callable[[Content], list[_Thing]], measured: Callable[[_Thing], object]
    ) -> list[tuple[list[int], list[_Thing]]]:
        """Things of the same name, of the same game and measuring the same, that two runs or more have."""
        groups: dict[tuple[object, ...], tuple[list[int], list[_Thing]]] = {}
        for run, content in enumerate(self._contents):
            game = self._asked[run].get(asked.GAME)
            for thing in things_of(content):
                runs, things = groups.setdefault((thing.name, game, measured(thing)), ([], []))
                runs.append(run)
                things.append(thing)
        return _named_apart([group for group in groups.values() if len(group[0]) > 1])

    # The answer

    def _answer(self) -> str:
        if not self._shared:
            return (
                "These runs have no figure of estimates in common, so no difference can be told: the table says what "
                "each of them answers."
            )
        shared, found = self._shared[0]
        if not found:
            return f"These runs have no row of {shared.quantity} in common: the tables say what each of them found."
        certain = [each for each in found if each.certain]
        most = self._largest(certain or found)
        if not certain:
            considered = f", all {len(found)} differences considered" if len(found) > 1 else ""
            return (
                f"These runs cannot be told apart in {shared.quantity}{considered}. The largest difference is in "
                f"{most.row}: {self._in_words(shared, most)}."
            )
        answer = f"In {shared.quantity} these runs differ most in {most.row}: {self._in_words(shared, most)}."
        if len(found) > 1:
            counted = "All" if len(certain) == len(found) else f"{len(certain)} of"
            answer += (
                f" {counted} {len(found)} differences {'is' if len(certain) == 1 else 'are'} certain (95 %)."
            )
        return answer

    def _in_words(self, shared: Shared, found: Difference) -> str:
        """The two figures and their difference, in the axis' unit."""
        estimate, scale = found.difference, shared.first.scale
        digits = digits_of([estimate], scale)
        # Adding 0.0 turns the -0.0 of a small negative number into 0.0.
        mean, low, high = (
            f"{round(scale * part, digits) + 0.0:+,.{digits}f}"
            for part in (estimate.mean, estimate.low, estimate.high)
        )
        unit = {"rate": " %", "difference": " points"}.get(shared.form, "")
        one, other = (f"{scale * each.mean:,.{digits}f}{unit}" for each in (found.one, found.other))
        points = " points" if shared.of_rates else ""
        return (
            f'{one} in "{self._names[found.run]}" and {other} in "{self._names[found.base]}", a difference of '
            f"{mean}{points} ({low} to {high}, 95 %)"
        )

    def _largest(self, found: Sequence[Difference]) -> Difference:
        # What is no number is the smallest.
        return max(found, key=lambda each: (abs(each.difference.mean) >= 0, abs(each.difference.mean)))

    def _title(self, shared: Shared, found: Sequence[Difference]) -> str:
        certain = [each for each in found if each.certain]
        side_by_side = f"{quantity_of(shared.first.axis, capital=True)} in {len(shared.runs)} runs"
        if not found:
            return side_by_side
        if not certain:
            return f"{side_by_side}: no difference is certain"
        return f"{side_by_side}: they differ most in {self._largest(certain).row}"

    def _what_is_not_alike(self) -> str:
        """Says so if the runs are of several commands or games."""
        parts = []
        for key, word in ((asked.COMMAND, "commands"), (asked.GAME, "games")):
            values = dict.fromkeys(run[key] for run in self._asked if run.get(key))
            if len(values) > 1:
                parts.append(f"different {word} ({', '.join(values)})")
        return f"They are of {' and '.join(parts)}." if parts else ""

    # Tables

    def _tables(self) -> list[Table]:
        groups = self._groups(
            lambda content: list(content.tables),
            lambda table: tuple((column.key, column.form) for column in table.columns),
        )
        tables = [
            self._asked_table(),
            *(self._difference_table(shared, found) for shared, found in self._shared if found),
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

    def _difference_table(self, shared: Shared, found: Sequence[Difference]) -> Table:
        form, factor = shared.form, shared.factor
        digits = digits_of([each.difference for each in found], shared.first.scale)
        base = self._names[shared.runs[0]]
        columns = [
            Column("where", "where"),
            Column("run", "run"),
            Column("value", shared.quantity, form, digits),
            Column("first", "first run", form, digits),
            Column("difference", "difference", "difference" if shared.of_rates else "change", digits),
            Column("certain", "certain"),
        ]
        rows: list[tuple[Value, ...]] = [
            (
                each.row,
                self._names[each.run],
                factor * each.one.mean,
                factor * each.other.mean,
                _times(each, factor),
                ("more" if each.difference.mean > 0 else "less") if each.certain else "no",
            )
            for each in found
        ]
        return Table(
            f"{shared.first.name}_differences",
            f'{quantity_of(shared.first.axis, capital=True)} against "{base}", with 95 % intervals',
            columns,
            rows,
            " ".join(
                filter(None, [_how_certain(len(found)), self._shared_deals(shared), self._lines(shared)])
            ),
        )

    def _lines(self, shared: Shared) -> str:
        """Says so if what the runs' own figures are seen against is not the same."""
        if len({(figure.reference, figure.reference_label) for figure in shared.figures}) == 1:
            return ""
        names = [self._names[run] for run in shared.runs]
        return join_texts(names, [f"{figure.reference_label or 'no line'}." for figure in shared.figures])

    def _shared_deals(self, shared: Shared) -> str:
        seeds = [seed for run in shared.runs if (seed := self._asked[run].get("seed")) is not None]
        if len(set(seeds)) == len(seeds):
            return ""
        return (
            "Runs with the same seed may share deals; the true interval of their difference is as a rule narrower than "
            "the one shown."
        )

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
            method.append(("version", join_texts(self._names, [f"{version}." for version in versions])))
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
            "two differ."
        )
        common = [
            text
            for text in self._contents[0].how_to_read
            if all(text in content.how_to_read for content in self._contents)
        ]
        return [*([own] if any(found for _, found in self._shared) else []), *common]


def _times(found: Difference, factor: float) -> Value:
    estimate = found.difference
    return type(estimate)(factor * estimate.mean, factor * estimate.low, factor * estimate.high)


def _form(key: str) -> str:
    return "count" if key in asked.COUNTS else "text"


def _value(run: asked.Asked, key: str) -> Value:
    """What was asked, as a table holds it; a count that is none stays a text."""
    text = run.get(key)
    if text is None:
        return "standard" if key.startswith(asked.SET) else None
    return int(text) if key in asked.COUNTS and text.isdecimal() else text


def _how_certain(comparisons: int) -> str:
    each = "Each interval holds 95 % by itself, not all of them together."
    if comparisons == 1:
        return ""
    return (
        f"{each} Certain is what Holm's correction for all {comparisons} differences leaves at 95 %, with each "
        "interval read as that of a normal estimate."
    )


def _named_apart(groups: list[tuple[list[int], list[_Thing]]]) -> list[tuple[list[int], list[_Thing]]]:
    """Of groups that share a name only the first: the name is that of a file."""
    seen: set[str] = set()
    kept = []
    for runs, things in groups:
        if things[0].name not in seen:
            seen.add(things[0].name)
            kept.append((runs, things))
    return kept
