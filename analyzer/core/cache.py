"""Where compiled kernels are kept: one folder for each state of the sources that take part.

numba's own cache looks at the file that holds the cached function and not at what it imports, so after a change in a
helper it would go on giving the old answers. Here the folder's name is a hash of every source that takes part.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import numba
import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent
_KEPT_SECONDS = 30 * 24 * 3600.0
_PREFIX = "analyzer-kernels-"
_unwritable: list[Path] = []


@cache
def folder_for(package: str) -> Path | None:
    """The folder for the kernels of a package, made if need be.

    Args:
        package: Dotted name below `analyzer`, such as "analyzer.games.hollander"; what it shares with others lies in
            `analyzer.core`.

    Returns:
        A folder that can be written, or None if there is none: then kernels are compiled at every start.
    """
    return keyed_folder(package.rpartition(".")[2], fingerprint(package))


def keyed_folder(name: str, key: str) -> Path | None:
    """A folder for compiled code, made if need be; those that nothing has used for a month are removed.

    Args:
        name: What the code is of, for whoever looks into the folder above.
        key: Hash of everything that takes part.

    Returns:
        A folder that can be written, or None if there is none.
    """
    base = Path(numba.config.CACHE_DIR or platformdirs.user_cache_path("analyzer"))
    folder = base / f"{_PREFIX}{name}-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except OSError:
        _unwritable.append(base)
        return None
    _remove_unused(base)
    return folder


def is_kept() -> bool:
    """Whether what is compiled now will be there at the next start."""
    return not _unwritable


def fingerprint(package: str) -> str:
    """Hash of all sources that the kernels of a package are made from, and of what compiles them.

    Args:
        package: See `folder_for`.

    Returns:
        Letters and digits.
    """
    sources = hashlib.sha256()
    checked = bool(numba.config.BOUNDSCHECK)
    sources.update(f"{sys.version} numba {numba.__version__} checked {checked}".encode())
    own = _PACKAGE.joinpath(*package.split(".")[1:])
    for folder in (_PACKAGE / "core", own):
        for path in sorted(folder.rglob("*.py")):
            sources.update(path.relative_to(_PACKAGE).as_posix().encode())
            sources.update(path.read_bytes())
    return sources.hexdigest()[:16]


def _remove_unused(base: Path) -> None:
    oldest = time.time() - _KEPT_SECONDS
    # Another process may clean up at the same time, or still use a folder: both are no reason to fail.
    with contextlib.suppress(OSError):
        for folder in base.glob(f"{_PREFIX}*"):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
