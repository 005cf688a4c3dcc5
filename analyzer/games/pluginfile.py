"""Runs a user's Python file to see what it declares, and says in a line what is wrong with it if it cannot."""

import contextlib
import hashlib
import linecache
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from analyzer.errors import UserError
from analyzer.games.settings import shown

_PACKAGE = Path(__file__).parents[1]
_LIBRARIES = {"numba", "numpy"}

_lock = threading.RLock()
_collecting: list[list[object]] = []


@dataclass(frozen=True)
class _Loaded:
    source: bytes
    declared: tuple[object, ...]


_loaded: dict[str, _Loaded] = {}


def collect(declared: object) -> None:
    """Takes note of something that the file being run declares."""
    if _collecting:
        _collecting[-1].append(declared)


def load(given: str) -> tuple[object, ...]:
    """What a file declares. It is run once, and again when it has changed.

    Args:
        given: Its path, as the user wrote it.

    Returns:
        What was collected while it ran.

    Raises:
        UserError: It cannot be read or run; says where and why.
    """
    with _lock:
        source = _read(given)
        path = os.path.abspath(given)  # noqa: PTH100 - as Python does for a script, without following links
        known = _loaded.get(path)
        if known is None or known.source != source:
            known = _loaded[path] = _Loaded(source, _run(given, path, source))
        return known.declared


def source(given: str) -> bytes:
    """A file as it was when it was last run, even if it has changed since.

    Args:
        given: Its path, as the user wrote it.

    Raises:
        UserError: It has not been run, and cannot be read.
    """
    with _lock:
        known = _loaded.get(os.path.abspath(given))  # noqa: PTH100 - as in `load`
        return _read(given) if known is None else known.source


def digest(given: str) -> str:
    """A hash of what `source` gives."""
    return hashlib.sha256(source(given)).hexdigest()


def place(file: str, line: int | None) -> str:
    """File and line as they stand in messages: the file from the current folder on, if it lies below."""
    path = Path(file)
    with contextlib.suppress(ValueError, OSError):
        path = path.relative_to(Path.cwd())
    return f"{shown(str(path))}, line {line}" if line else shown(str(path))


def described(error: BaseException) -> str:
    """An exception in a line: its type, and what it says."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {shown(text)}" if text else type(error).__name__


def last_place(error: BaseException) -> str:
    """The last line of a user's file that an exception came through; nothing if it came through none."""
    places = [
        place(frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not _LIBRARIES & set(Path(frame.f_code.co_filename).parts)
        and not Path(frame.f_code.co_filename).is_relative_to(_PACKAGE)
    ]
    return places[-1] if places else ""


def line_in(error: BaseException, file: str) -> int | None:
    """The last line of a file that an exception came through, if it did."""
    lines = [
        line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == file
    ]
    return lines[-1] if lines else None


def _read(given: str) -> bytes:
    path = Path(given)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"There is no file {shown(given)}.{_similar_file(path)}") from None
    except IsADirectoryError:
        raise UserError(f"{shown(given)} is a folder, not a Python file.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"Cannot read {shown(given)}: {reason}.") from None


def _similar_file(path: Path) -> str:
    from analyzer.errors import did_you_mean

    with contextlib.suppress(OSError, ValueError):
        names = [each.name for each in path.parent.iterdir() if each.suffix == ".py"]
        return did_you_mean(path.name, names)
    return ""


def _run(given: str, path: str, source: bytes) -> tuple[object, ...]:
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise UserError(f"{place(path, line)}: the file is not UTF-8 text.") from None
    linecache.checkcache(path)
    try:
        code = compile(text, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise UserError(f"{place(path, error.lineno)}: syntax error: {shown(error.msg)}.") from None
    except (ValueError, MemoryError, RecursionError, OverflowError) as error:
        raise UserError(f"{shown(given)} is no Python program: {described(error)}.") from None
    module = ModuleType(_module_name(path))
    module.__file__ = path
    sys.modules[module.__name__] = module  # where dataclasses, for one, look for it
    declared: list[object] = []
    _collecting.append(declared)
    try:
        # What it prints must not get between the figures. Its neighbours can be imported, but hide no other module.
        with contextlib.redirect_stdout(sys.stderr), _on_the_path(str(Path(path).parent)):
            exec(code, module.__dict__)
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        line_number = line_in(error, path)
        raise UserError(f"{place(path, line_number)}: {described(error)}") from error
    finally:
        _collecting.pop()
    return tuple(declared)


def _module_name(path: str) -> str:
    """The same in every process: compiled code that is kept looks for its module by this name.

    It does not depend on what is in the file: a change that leaves a function as it was leaves its compiled code too.
    """
    return f"analyzer_policy_file_{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}"


@contextlib.contextmanager
def _on_the_path(folder: str) -> Iterator[None]:
    sys.path.append(folder)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            sys.path.remove(folder)
