"""`analyzer runs`: what the store holds of earlier runs, and what can be done with it."""

import contextlib
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli import options, placed
from analyzer.cli.numbers import read_whole
from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.wording import counted

if TYPE_CHECKING:
    from analyzer.api.kept import RunRow, Store

app = typer.Typer(help="List, resume, verify, delete or export the runs of the store.", no_args_is_help=True)

_MOST_RUNS = 10**9
_MOST_BLOCKS = 10**6
_LONG_SECONDS = 100

Number = Annotated[
    str, typer.Argument(metavar="RUN", help="The run's number, as `analyzer runs list` shows it.")
]
StoreFile = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="The store's file.",
        show_default="$ANALYZER_STORE, or the one in the user's data folder",
    ),
]


@app.command("list")
def list_runs(store: StoreFile = None, json: options.Json = False) -> None:
    """List the runs: number, state, finished games (or whole deals), the time that they took, and the command."""
    from analyzer.cli import output

    with _open(store) as found:
        rows = [] if found is None else found.runs()
        if json:
            output.print_json({"store": str(_path(store)), "runs": [_as_json(row) for row in rows]})
            return
        if not rows:
            output.print_text(f"No run is kept in {output.one_line(str(_path(store)))} yet.\n")
            return
        lines = [("run", "state", "finished", "time", "last stored", "command")]
        lines += [
            (str(row.id), _state(row), f"{row.games:,}", _duration(row.seconds), _time(row), _command(row))
            for row in rows
        ]
        output.print_text(_columns(lines))


@app.command("show")
def show_run(run: Number, store: StoreFile = None, json: options.Json = False) -> None:
    """Show what is known of a run."""
    from analyzer.cli import output

    with _open_existing(store) as found:
        row = found.run(_number(run))
    if json:
        output.print_json(_as_json(row))
        return
    lines = [
        ("run", str(row.id)),
        ("state", _state(row)),
        ("command", _command(row)),
        ("folder", output.one_line(row.request.folder)),
        ("finished", f"{row.games:,} games, or deals where whole deals are played"),
        ("time", f"{_duration(row.seconds)} of playing"),
        ("begun", f"{row.created.astimezone():%Y-%m-%d %H:%M:%S}"),
        ("last stored", f"{row.updated.astimezone():%Y-%m-%d %H:%M:%S}"),
        ("kept", f"blocks {row.blocks:,}, kinds of games {row.works:,}, bytes {row.bytes:,}"),
        ("process", f"{row.owner.process} on {row.owner.host}"),
        ("played by", f"analyzer {row.analyzer}, sources {row.version}" + _other_version(row)),
    ]
    output.print_text(_columns(lines))


@app.command("resume")
def resume_run(
    run: Number,
    store: StoreFile = None,
    threads: options.Threads = None,
    executor: placed.Executor = "threads",
    scheduler: placed.Scheduler = None,
    json: options.Json = False,
    out: options.Out = None,
    no_progress: options.NoProgress = False,
) -> None:
    """Go on with a run: what is stored is not played again, and the report is that of the whole run.

    Without --out, the report goes where the run was begun.
    """
    with _open_existing(store) as found:
        row = found.usable_run(_number(run))
    words = [*_words(row), "--store", str(_path(store).absolute()), "--executor", executor]
    for name, value in (("--threads", threads), ("--scheduler", scheduler)):
        words += [] if value is None else [name, value]
    words += [] if out is None else ["--out", out and str(Path(out).absolute())]
    words += [name for name, said in (("--json", json), ("--no-progress", no_progress)) if said]
    _run_again(row, words)


@app.command("verify")
def verify_run(
    run: Number,
    store: StoreFile = None,
    blocks: Annotated[
        str, typer.Option("--blocks", metavar="N", help="Blocks to play again, chosen at random.")
    ] = "20",
    seed: Annotated[
        str, typer.Option("--seed", metavar="N", help="Another number chooses other blocks.")
    ] = "1",
    json: options.Json = False,
) -> None:
    """Play a random sample of a run's blocks again, and compare what they add up to with what is stored."""
    from analyzer.api.kept import verify
    from analyzer.cli import output

    sample, number = read_whole("--blocks", blocks, 1, _MOST_BLOCKS), options.seed(seed)
    with _open_existing(store) as found:
        row = found.usable_run(_number(run))
        words = [*_words(row), "--json", "--no-progress"]
        result = verify(found, row, lambda: _run_silently(row, words), sample, number)
    if json:
        output.print_json(result.as_json())
    else:
        output.print_text(f"{result.told()}\n")
    if result.differing:
        raise typer.Exit(1)


@app.command("delete")
def delete_run(run: Number, store: StoreFile = None) -> None:
    """Delete a run, and those of its blocks that no other run uses."""
    from analyzer.cli import output

    with _open_existing(store) as found:
        row = found.run(_number(run))
        found.delete(row.id)
    output.print_text(f"Run {row.id} is deleted: {_command(row)}\n")


@app.command("export")
def export_run(
    run: Number,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Ends in .json: its blocks' figures; else a store of its own, to go on elsewhere.",
        ),
    ],
    store: StoreFile = None,
) -> None:
    """Write a run to a file of its own."""
    from analyzer.api.kept import export
    from analyzer.cli import output

    if not file:
        raise UserError("The name of the file is missing.")
    with _open_existing(store) as found:
        row = found.run(_number(run))
        export(found, row.id, Path(file))
    output.print_text(f"Wrote run {row.id} to {output.one_line(file)}: {counted(row.blocks, 'block')}.\n")


@contextmanager
def _open(store: str | None) -> "Iterator[Store | None]":
    """The store, or None if there is none yet."""
    from analyzer.api.kept import Store

    path = _path(store)
    if not path.exists():
        yield None
        return
    with Store.open(path, create=False) as found:
        yield found


@contextmanager
def _open_existing(store: str | None) -> "Iterator[Store]":
    with _open(store) as found:
        if found is None:
            raise UserError(
                f"There is no store {shown(str(_path(store)))}; the first run that is kept makes it."
            )
        yield found


def _path(store: str | None) -> Path:
    from analyzer.api.places import store_path

    return store_path(store)


def _number(text: str) -> int:
    return read_whole("RUN", text, 1, _MOST_RUNS)


def _words(row: "RunRow") -> Sequence[str]:
    """The command's words, if there was one."""
    if not row.request.words:
        raise UserError(f"Run {row.id} was begun in Python: ask for the same there, with the same store.")
    return row.request.words


def _run_again(row: "RunRow", words: Sequence[str]) -> None:
    """Runs a run's command in the folder where it was begun."""
    from analyzer.cli.main import run_command

    try:
        os.chdir(row.request.folder)
    except OSError as error:
        raise UserError(
            f"Run {row.id} was begun in {shown(row.request.folder)}, which cannot be entered: {error.strerror}. "
            f"Make it again, or ask elsewhere, where the same blocks are found: {row.title}"
        ) from None
    status = run_command(words)
    if status:
        raise typer.Exit(status)


def _run_silently(row: "RunRow", words: Sequence[str]) -> None:
    """Runs a run's command and lets go of what it prints."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(typer.Exit, KeyboardInterrupt):
        _run_again(row, words)


def _as_json(row: "RunRow") -> dict[str, Any]:
    return {
        "run": row.id,
        "state": row.state,
        "command": row.title if row.request.words else None,
        "folder": row.request.folder,
        "games": row.games,
        "seconds": row.seconds,
        "created": row.created.isoformat(),
        "updated": row.updated.isoformat(),
        "works": row.works,
        "blocks": row.blocks,
        "bytes": row.bytes,
        "analyzer": row.analyzer,
        "sources": row.version,
        "is_current": row.is_current,
    }


def _state(row: "RunRow") -> str:
    return row.state if row.is_current else f"{row.state}, other version"


def _other_version(row: "RunRow") -> str:
    return "" if row.is_current else " (other ones than here: never mixed with what is played here)"


def _command(row: "RunRow") -> str:
    from analyzer.cli import output

    return output.one_line(row.title) if row.request.words else "(in Python)"


def _time(row: "RunRow") -> str:
    return f"{row.updated.astimezone():%Y-%m-%d %H:%M}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if seconds < _LONG_SECONDS:
        return f"{seconds:.1f} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def _columns(lines: Sequence[tuple[str, ...]]) -> str:
    """Lines with their parts below one another; the last part of each is as long as it is."""
    widths = [max(map(len, column)) for column in list(zip(*lines, strict=True))[:-1]]
    texts = []
    for *parts, last in lines:
        texts.append(
            "  ".join([*(part.ljust(width) for part, width in zip(parts, widths, strict=True)), last])
        )
    return "".join(f"{text.rstrip()}\n" for text in texts)
