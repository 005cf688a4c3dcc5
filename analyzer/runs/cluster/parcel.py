"""Work as bytes that another machine can unpack and play, with the policies of the user's own that it needs.

A policy in a file goes along as the source that this process has run. Where it is unpacked, it becomes a file in a
folder that is named for its contents: so two runs with different files of one name never get into each other's way.
"""

import hashlib
import io
import os
import pickle
import tempfile
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path, PurePath
from typing import Any

from analyzer.errors import UserError
from analyzer.games import pluginfile
from analyzer.games.plugins import source_digest
from analyzer.games.policyspec import PolicySpec
from analyzer.games.settings import shown
from analyzer.runs.work import Work

_SUFFIX = ".py"


def pack(work: Work[Any]) -> bytes:
    """Work as bytes.

    Args:
        work: What is to be played.

    Raises:
        UserError: A policy's file cannot be read any more, or has changed since it was read.
    """
    buffer = io.BytesIO()
    _Packer(buffer).dump((work.function, work.arguments))
    return buffer.getvalue()


class Unpacked:
    """Work from another machine.

    Attributes:
        work: What is to be played.
        was_played: Whether a piece of it was played here, so that all it needs is loaded.
    """

    def __init__(self, parcel: bytes) -> None:
        """Unpacks it.

        Args:
            parcel: What `pack` gave.

        Raises:
            UserError: A policy of an installed package is missing here, or is another one.
        """
        unpacker = _Unpacker(io.BytesIO(parcel))
        self.work: Work[Any] = Work(*unpacker.load())
        self.was_played = False
        self._names = unpacker.names

    def as_sent(self, error: UserError) -> UserError:
        """An error as it would read where the work comes from: with the files' names there."""
        text = str(error)
        for here, there in self._names.items():
            text = text.replace(here, there)
        error.args = (text, *error.args[1:])
        return error


@lru_cache(maxsize=16)
def unpacked(parcel: bytes) -> Unpacked:
    """The work of a parcel; many pieces of it come one after the other."""
    return Unpacked(parcel)


class _Packer(pickle.Pickler):
    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer, protocol=5)

    def persistent_id(self, value: Any) -> tuple[Any, ...] | None:
        if not isinstance(value, PolicySpec):
            return None
        digest = source_digest(value.name)
        if not digest:
            return None
        file, mark, name = value.name.rpartition(f"{_SUFFIX}:")
        if not mark:
            return ("package", value.name, digest, value.values, value.canonical)
        file += _SUFFIX
        where = pluginfile.place(os.path.abspath(file), None)  # noqa: PTH100 - as messages name it
        return (
            "file",
            PurePath(file).name,
            where,
            _source(file, digest),
            name,
            value.values,
            value.canonical,
        )


class _Unpacker(pickle.Unpickler):
    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer)
        self.names: dict[str, str] = {}

    def persistent_load(self, given: Any) -> PolicySpec:
        kind, *rest = given
        make: Callable[..., PolicySpec] = self._in_file if kind == "file" else _installed
        return make(*rest)

    def _in_file(
        self, file: str, where: str, source: bytes, name: str, values: tuple[Any, ...], canonical: str
    ) -> PolicySpec:
        path = _unpacked_file(file, source)
        self.names[pluginfile.place(path, None)] = where
        return PolicySpec(f"{path}:{name}", values, canonical)


@lru_cache(maxsize=16)
def _source(file: str, digest: str) -> bytes:
    """The source of that digest; it is remembered, so that a run goes on while its file is being changed."""
    try:
        source = Path(file).read_bytes()
    except OSError as error:
        raise UserError(f"Cannot read {shown(file)}: {error.strerror}.") from None
    if hashlib.sha256(source).hexdigest() != digest:
        raise UserError(f"{shown(file)} has changed since it was read; start again.")
    return source


def _installed(name: str, digest: str, values: tuple[Any, ...], canonical: str) -> PolicySpec:
    here = source_digest(name)
    if here != digest:
        what = "is another one" if here else "is missing"
        raise UserError(
            f'The policy "{shown(name)}" {what} on a worker: install the package that brings it there too, in the same '
            "version."
        )
    return PolicySpec(name, values, canonical)


@lru_cache(maxsize=64)
def _unpacked_file(file: str, source: bytes) -> str:
    path = _folder(hashlib.sha256(source).hexdigest()[:16]) / file
    if not (path.exists() and path.read_bytes() == source):
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as written:
            written.write(source)
        Path(written.name).replace(path)
    return str(path)


def _folder(digest: str) -> Path:
    from analyzer.core.cache import keyed_folder

    # Always the same one, since compiled code is kept by the path of its source.
    return keyed_folder("sent", digest) or _passing_folder() / digest


@cache
def _passing_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="analyzer-sent-"))
