"""Copies one run out of a store: into a store of its own, or as numbers that anything can read."""

import dataclasses
import json
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import UserError
from analyzer.games.settings import shown
from analyzer.runs import codec
from analyzer.runs.store.rows import RunRow, State
from analyzer.runs.store.store import Block, Damaged, Progress, Store, Use
from analyzer.runs.store.troubles import explained

_JSON = ".json"


def export(store: Store, number: int, path: Path) -> None:
    """Writes one run to a file of its own.

    Args:
        store: Where the run is.
        number: The run's number; it may have been played by other sources if the file is a store.
        path: The new file. A name that ends in `.json` gives the request, and the numbers of each block; any other
            gives a store with this run alone, from which it can be resumed.

    Raises:
        UserError: There is no such run, the file is there already, or it cannot be written.
    """
    run = store.usable_run(number) if path.suffix == _JSON else store.run(number)
    if path.exists():
        raise UserError(f"{shown(str(path))} is there already. Delete it, or name another file.")
    build = path.with_name(f".export-{secrets.token_hex(4)}")
    source = Store(store.database, run.version)
    try:
        if path.suffix == _JSON:
            with explained(store.path, reading=True):
                numbers = json.dumps(_in_numbers(source, run))
            build.write_text(numbers + "\n", encoding="utf-8")
        else:
            _copy(source, run, build)
        build.replace(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UserError(f"Cannot write {shown(str(path))}: {reason}. Name another file.") from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                build.with_name(build.name + ending).unlink()


def _copy(source: Store, run: RunRow, path: Path) -> None:
    is_whole = True
    with Store.open(path, version=run.version) as copy:
        for use in source.uses(run.id):
            blocks = list(_blocks(source, use))
            is_whole = is_whole and None not in blocks
            sound = [each for each in blocks if each is not None]
            copy.write(run.request, Progress(0, 0.0, "interrupted"), [use], sound)
        state: State = "complete" if is_whole and run.state == "complete" else "interrupted"
        copy.write(run.request, Progress(run.games, run.seconds, state))
        copy.database.as_one_file()


def _in_numbers(source: Store, run: RunRow) -> dict[str, Any]:
    works = [
        {
            "key": use.key,
            "work": json.loads(use.text),
            "blocks": [
                {
                    "first": each.span.first,
                    "count": each.span.count,
                    "seconds": each.seconds,
                    "tally": _numbers(codec.decode(each.tally)),
                }
                for each in _blocks(source, use)
                if each is not None
            ],
        }
        for use in source.uses(run.id)
    ]
    return {
        "command": run.title,
        "folder": run.request.folder,
        "state": run.state,
        "games": run.games,
        "seconds": run.seconds,
        "created": run.created.isoformat(),
        "updated": run.updated.isoformat(),
        "analyzer": run.analyzer,
        "sources": run.version,
        "works": works,
    }


def _blocks(source: Store, use: Use) -> Iterator[Block | None]:
    """The blocks that a run can use; None for one that is damaged."""
    for span in sorted(source.spans(use.key), key=lambda each: (each.first, each.count)):
        if use.first <= span.first and span.end <= use.until:
            try:
                yield source.block(use.key, span)
            except Damaged:
                yield None


def _numbers(value: Any) -> Any:
    """A tally, or a part of one, as JSON has it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_numbers(each) for each in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _numbers(each) for key, each in value.items()}
        return [[_numbers(key), _numbers(each)] for key, each in value.items()]
    if dataclasses.is_dataclass(value):
        return {each.name: _numbers(getattr(value, each.name)) for each in dataclasses.fields(value)}
    return value
