"""What the code of a policy of the user's own is made of: its file, and all of the user's modules that it imports."""

import ast
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

_PACKAGE = Path(__file__).resolve().parents[1]
_OF_OTHERS = tuple(
    Path(folder).resolve()
    for name, folder in sysconfig.get_paths().items()
    if name in ("stdlib", "platstdlib", "purelib", "platlib")
)

_sources: dict[str, tuple[ModuleType, bytes]] = {}


def imports_digest(source: bytes, package: str = "") -> str:
    """A hash of all modules of the user's own that a source imports, directly or through one another.

    Whatever stands in Python's library, in installed packages or in this one is known by its version, and left out.

    Args:
        source: The source, which has been run: so what it imports is loaded.
        package: Name of the installed package that it belongs to, whose modules all count, and "" otherwise.

    Returns:
        Letters and digits; "" if it imports no such module.
    """
    found: dict[str, bytes] = {}
    _collect(source, "", package, found)
    total = hashlib.sha256()
    for name in sorted(found):
        total.update(f"{name} {len(found[name])}\n".encode())
        total.update(found[name])
    return total.hexdigest() if found else ""


def _collect(source: bytes, module: str, package: str, found: dict[str, bytes]) -> None:
    for name in _imported(ast.parse(source), module):
        file = _file_of(name, package)
        if file is None or name in found:
            continue
        try:
            found[name] = _as_loaded(name, file)
            _collect(found[name], name, package, found)
        except (OSError, SyntaxError, ValueError):
            # What cannot be read any more is taken for other code each time, so that nothing old is taken for it.
            found[name] = os.urandom(16)


def _as_loaded(name: str, file: Path) -> bytes:
    """A module's source when it was first asked for: later changes of the file are not in what is loaded."""
    module = sys.modules[name]
    known = _sources.get(name)
    if known is None or known[0] is not module:
        known = _sources[name] = (module, file.read_bytes())
    return known[1]


def _imported(tree: ast.AST, module: str) -> Iterator[str]:
    """The names of all modules that may be meant by a source's imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield from _and_above(each.name)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                loaded = sys.modules.get(module)
                parts = str(getattr(loaded, "__package__", None) or "").split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
            yield from _and_above(base)
            yield from (f"{base}.{each.name}" for each in node.names)


def _and_above(name: str) -> Iterator[str]:
    """A module, and the packages that it lies in, which are imported with it."""
    parts = name.split(".")
    yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _file_of(name: str, package: str) -> Path | None:
    """The file of a loaded module, if it is one of the user's own."""
    file = getattr(sys.modules.get(name), "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return None
    path = Path(file).resolve()
    if package and name.partition(".")[0] == package:
        return path
    is_others = path.is_relative_to(_PACKAGE) or any(path.is_relative_to(each) for each in _OF_OTHERS)
    return None if is_others else path
