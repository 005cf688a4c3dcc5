"""Says which state of the sources plays: what one state stored is never mixed with what another one plays."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = ("core", "games", "stats", "studies")
_STORING = ("runs/codec.py",)
_ENDINGS = (".py", ".toml")


@cache
def code_version() -> str:
    """Hash of all sources that decide what comes of a game, what is added up, and how that is stored.

    It is the same on every machine, whatever the versions of Python and of what compiles the kernels: those do not
    change figures.

    Returns:
        Letters and digits.
    """
    sources = hashlib.sha256()
    for path in _sources():
        # A checkout may have its lines end otherwise.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        sources.update(f"{path.relative_to(_PACKAGE).as_posix()} {len(text)}\n".encode())
        sources.update(text)
    return sources.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for folder in _FOLDERS:
        yield from sorted(path for path in (_PACKAGE / folder).rglob("*") if path.suffix in _ENDINGS)
    for name in _STORING:
        yield _PACKAGE / name
