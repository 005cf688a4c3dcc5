"""The file with one row for every game of a run: checked before anything is played, and put in place at its end.

It is a Parquet file. What is in it depends on the games alone: rows are gathered into groups of a fixed size, however
the games were cut into blocks, and nothing in it tells the time, the machine or the file's name.
"""

import json
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import numpy as np
import numpy.typing as npt

from analyzer import __version__
from analyzer.errors import UserError
from analyzer.games.protocol import SHARES, Game, Records
from analyzer.games.settings import shown
from analyzer.studies import simulate
from analyzer.studies.request import Table

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

ENDING = ".parquet"

_ROWS = 1 << 17
"""Rows of a group, all but the last."""

_ASKED, _WRITTEN = "games", "games_in_file"
"""What the file says of how many games were asked for, and how many are in it."""

_SIGNS = {"game", "command", _ASKED, "seed", "players", "policies", "rules", "version"}
"""What every file of this program says of itself."""

Values = npt.NDArray[Any]


@dataclass(frozen=True)
class _Column:
    """A column: its name, what it means, and its values for a block that begins with a given game."""

    name: str
    meaning: str
    values: Callable[[int, Records], Values]


def prepare(path: Path, table: Table, *, games: int, seed: int) -> "RecordsFile":
    """Makes sure, before anything is played, that the games can be written.

    They are written to a hidden file beside it until they are complete. Use it as a context manager, so that nothing is
    left behind when the run fails.

    Args:
        path: The file, whose name ends in `.parquet`. One that this program wrote earlier is replaced once the new one
            is complete; any other is refused.
        table: Game, rules and policies.
        games: Games that are to be played.
        seed: The run's seed.

    Returns:
        The file, to be written to.

    Raises:
        UserError: Its name will not do, or it cannot be written.
    """
    _check_name(path)
    import pyarrow.parquet  # noqa: F401 - it takes a while, which is not to count as time of playing

    try:
        target = Path(os.path.realpath(path))
        _refuse_what_is_in_the_way(path, target)
        build = target.with_name(f".records-{secrets.token_hex(4)}")
        file = build.open("xb")
    except OSError as error:
        raise UserError(f"{_cannot(path, _reason(error))} Name another file.") from error
    return RecordsFile(path, target, build, file, _columns(table), _about(table, games, seed))


class RecordsFile:
    """A file that waits for its games."""

    def __init__(
        self,
        path: Path,
        target: Path,
        build: Path,
        file: BinaryIO,
        columns: Sequence[_Column],
        about: dict[str, str],
    ) -> None:
        self.path = path
        """The file as the user named it."""
        self._target = target
        self._build = build
        self._file = file
        self._columns = columns
        self._about = about
        self._writer: pq.ParquetWriter | None = None
        self._buffers: list[Values] = []
        self._filled = 0
        self._games = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    def add(self, first: int, records: Records) -> None:
        """Writes a block of games; blocks come in the order of their numbers.

        Args:
            first: Number of the first game.
            records: What came of each.

        Raises:
            UserError: They cannot be written.
        """
        values = [column.values(first, records) for column in self._columns]
        try:
            if self._writer is None:
                self._begin(values)
            done = 0
            while done < records.games:
                taken = min(records.games - done, _ROWS - self._filled)
                for buffer, block in zip(self._buffers, values, strict=True):
                    room = buffer[self._filled : self._filled + taken]
                    np.copyto(room, block[done : done + taken], casting="safe")
                self._filled += taken
                self._games += taken
                done += taken
                if self._filled == _ROWS:
                    self._write_group()
        except OSError as error:
            raise UserError(_cannot(self.path, _reason(error))) from error

    def put_in_place(self) -> Path:
        """Completes the file with the games written so far, at least one, and gives it its name.

        An earlier file that is complete is not replaced by one that is not: then the new one is put beside it, as
        `NAME-partial.parquet`, or `NAME-partial-2.parquet` and so on where that is taken.

        Returns:
            The file that it became, named as the user did.

        Raises:
            UserError: It cannot be written; nothing of it is left, and an earlier file is as it was.
        """
        try:
            self._write_group()
            if self._writer is not None:
                self._writer.add_key_value_metadata({_WRITTEN: str(self._games)})
            self._close()
            target = self._free_target()
            self._build.replace(target)
        except OSError as error:
            raise UserError(_cannot(self.path, _reason(error))) from error
        finally:
            self.discard()
        return self.path if target == self._target else self.path.with_name(target.name)

    def _free_target(self) -> Path:
        """The first name under which nothing lies that is worth more than what was written."""
        if self._games >= int(self._about[_ASKED]) or _is_free(self._target):
            return self._target
        names = (f"{self._target.stem}-partial{f'-{n}' * (n > 1)}{ENDING}" for n in count(1))
        return next(beside for beside in map(self._target.with_name, names) if _is_free(beside))

    def discard(self) -> None:
        """Removes what was not put in place. After `put_in_place` it does nothing."""
        with suppress(OSError, ValueError):  # it cannot be completed, which is why it is discarded
            self._close()
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self._build.unlink()

    def _begin(self, values: Sequence[Values]) -> None:
        """Opens the writer, with columns as wide as those of the first block: the game makes all blocks alike."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._buffers = [np.empty(_ROWS, block.dtype) for block in values]
        schema = pa.schema(
            [
                pa.field(
                    column.name,
                    pa.from_numpy_dtype(block.dtype),
                    nullable=False,
                    metadata={"description": column.meaning},
                )
                for column, block in zip(self._columns, values, strict=True)
            ],
            metadata=self._about,
        )
        # Numbers in a row are stored as steps; in all other columns the same few values come again and again.
        number, *others = (column.name for column in self._columns)
        self._writer = pq.ParquetWriter(
            self._file,
            schema,
            compression="zstd",
            use_dictionary=others,
            column_encoding={number: "DELTA_BINARY_PACKED"},
        )

    def _write_group(self) -> None:
        import pyarrow as pa

        if self._filled and self._writer is not None:
            columns = [_arrow(buffer[: self._filled]) for buffer in self._buffers]
            batch = pa.record_batch(columns, schema=self._writer.schema)
            self._writer.write_batch(batch, row_group_size=_ROWS)
        self._filled = 0

    def _close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        self._file.close()


def _arrow(values: Values) -> "pa.Array":
    """The values as pyarrow has them; its own function for this would first import pandas, in the midst of playing."""
    import pyarrow as pa

    stored = np.packbits(values, bitorder="little") if values.dtype == np.bool_ else values
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(stored)])


def _columns(table: Table) -> list[_Column]:
    game, seats = table.game, range(table.setup.players)
    columns = [
        _Column("game", "number of the game in the run", _numbers),
        *(_Column(f"win_{seat}", f"share of the win of seat {seat}", _share_of(seat)) for seat in seats),
        _Column("finished", "whether the game ended by its rules", lambda _, records: records.finished),
        _Column(
            "length",
            f"length of the game in {game.length_unit}; of one that is not finished, as far as it was played",
            lambda _, records: records.lengths,
        ),
        *_step_columns(game),
    ]
    for measure in game.measures:
        if measure.per_seat:
            columns += [
                _Column(f"{measure.key}_{seat}", f"{measure.label}, seat {seat}", _measure(measure.key, seat))
                for seat in seats
            ]
        else:
            columns.append(_Column(measure.key, measure.label, _measure(measure.key)))
    return columns


def _step_columns(game: Game) -> list[_Column]:
    """The steps of a game, unless they are its length or one of its measures."""
    steps = f"{game.step}s"
    if steps == game.length_unit or steps in [measure.key for measure in game.measures]:
        return []
    return [_Column(steps, steps, lambda _, records: records.steps)]


def _numbers(first: int, records: Records) -> Values:
    return np.arange(first, first + records.games, dtype=np.int64)


def _share_of(seat: int) -> Callable[[int, Records], Values]:
    return lambda _, records: records.shares[seat] / SHARES


def _measure(key: str, seat: int | None = None) -> Callable[[int, Records], Values]:
    return lambda _, records: records.measures[key] if seat is None else records.measures[key][seat]


def _about(table: Table, games: int, seed: int) -> dict[str, str]:
    """What is said of the file as a whole, with the games that were asked for.

    How many of them are in it is added at the end; where these are fewer, the run was interrupted.
    """
    setup = table.setup
    return {
        "game": setup.game,
        "command": simulate.command(table, games=games, seed=seed),
        _ASKED: str(games),
        "seed": str(seed),
        "players": str(setup.players),
        "policies": json.dumps([spec.canonical for spec in setup.policies], ensure_ascii=False),
        "rules": json.dumps(setup.rules.as_dict(), ensure_ascii=False),
        "version": __version__,
    }


def _check_name(path: Path) -> None:
    if not str(path).isascii():
        try:
            str(path).encode()
        except UnicodeEncodeError as error:
            raise UserError(_cannot(path, "the name is no text")) from error
    if path.suffix != ENDING:
        right = shown(str(path.with_suffix(ENDING) if path.name else Path(f"games{ENDING}")))
        raise UserError(_cannot(path, f"the name of the file must end in {ENDING}, as in {right}"))


def _refuse_what_is_in_the_way(path: Path, target: Path) -> None:
    if target.is_symlink():  # though all links were followed
        raise UserError(f"{_cannot(path, 'it is a link that leads nowhere')} Name another file.")
    if target.exists() and not target.is_file():
        what = "it is a folder" if target.is_dir() else "it is not an ordinary file"
        raise UserError(f"{_cannot(path, what)} Name another file.")
    if target.exists() and not os.access(target, os.W_OK):
        raise UserError(f"{_cannot(path, 'it is write-protected')} Name another file.")
    if target.exists() and _earlier(target) is None:
        what = "it is there already, and no file of records that this program wrote"
        raise UserError(f"{_cannot(path, what)} Remove it, or name another file.")
    if not target.parent.exists():
        raise UserError(
            f"{_cannot(path, f'there is no folder {shown(str(path.parent))}')} Make it, or name another file."
        )


@dataclass(frozen=True)
class _Earlier:
    """A file of an earlier run: the games that were asked for, and those that are in it."""

    asked: int
    written: int


def _earlier(path: Path) -> _Earlier | None:
    """What a file says of itself at its end, where a Parquet file does; None if this program did not write it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with path.open("rb") as file, suppress(pa.ArrowException, OSError, ValueError):  # it says something else
        found = pq.read_metadata(file)
        about = {key.decode(): value.decode() for key, value in (found.metadata or {}).items()}
        if about.keys() >= _SIGNS and about["command"].startswith("analyzer "):
            return _Earlier(int(about[_ASKED]), found.num_rows)
    return None


def _is_free(path: Path) -> bool:
    """Whether no file has this name, or one of a run that was interrupted too."""
    if not os.path.lexists(path):
        return True
    earlier = _earlier(path) if path.is_file() else None
    return earlier is not None and earlier.written < earlier.asked


def _cannot(path: Path, reason: str) -> str:
    return f"Cannot write the records to {shown(str(path))}: {reason}."


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
