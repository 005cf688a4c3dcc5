"""`analyzer report`."""

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import options
from analyzer.errors import UserError
from analyzer.games import names
from analyzer.games.settings import shown

if TYPE_CHECKING:
    from analyzer.report.reading import StoredRun

_SEVERAL_GAMES = "games"

Runs = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN…", help="Folders of reports, or the result.json in them.", show_default=False
    ),
]


def command(
    runs: Runs,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder for the report.",
            show_default="the run's own; for several runs analyzer-runs/GAME-report-…, none with --json",
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Make a report again from what a run stored, without playing; several runs are compared on one page."""
    if len(runs) == 1:
        from analyzer.report import reading

        _make_again(reading.read(runs[0]), runs[0], out, json)
    else:
        _compare(runs, out, json)


def _make_again(run: "StoredRun", given: str, out: str | None, json: bool) -> None:
    from pathlib import Path

    from analyzer.cli import output
    from analyzer.report import folder

    if out == "":
        raise UserError("--out: the name of the folder is missing.")
    if json:
        output.print_json(run.content.result)
        if out is None:
            return
    elif out is None and run.file.name != folder.RESULT:
        raise UserError(
            f"{shown(given)}: a report is made where its {folder.RESULT} lies, and this file has another name. Name a "
            "folder with --out."
        )
    named = Path(given)
    # Where a link leads to a file, the report is beside the file.
    place = named if named.is_dir() else run.folder if named.is_symlink() else named.parent
    with folder.prepare(Path(out)) if out else folder.prepare_again(place, run.content) as prepared:
        prepared.write(run.content, run.data)
    if not json:
        output.print_text(output.where(prepared))


def _compare(runs: list[str], out: str | None, json: bool) -> None:
    from analyzer.api import stored
    from analyzer.cli import output
    from analyzer.studies.several.page import game_of

    found = stored.compare_runs(runs).content()
    game = game_of(found)
    with output.report_folder(game if game in names.GAMES else _SEVERAL_GAMES, "report", out, json) as folder:
        output.show(found, folder, json)
