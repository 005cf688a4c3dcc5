"""Compiled kernels are kept in a folder for each state of their sources: a stale one is never found."""

import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numba
import platformdirs
import pytest

from analyzer.cli.watching import announce_compiling
from analyzer.core import cache
from analyzer.core.jit import JIT_IS_ON

PACKAGE = Path(__file__).parents[2] / "analyzer"
HOLLANDER = "analyzer.games.hollander"
DAY = 24 * 3600


def folder_for(package: str) -> Path | None:
    """As at the first call of a process."""
    return cache.folder_for.__wrapped__(package)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the folders are made."""
    base = tmp_path / "caches"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(base))
    monkeypatch.setattr(cache, "_unwritable", [])
    return base


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package whose sources can be edited."""
    copy = tmp_path / "copied" / "analyzer"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "_PACKAGE", copy)
    return copy


def test_the_same_sources_have_the_same_folder(base: Path, copy: Path) -> None:
    folder = folder_for(HOLLANDER)
    assert folder is not None
    assert folder.is_dir() and folder.parent == base
    assert folder_for(HOLLANDER) == folder
    assert cache.is_kept()


def append(path: Path) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("# edited\n")


EDITS: dict[str, Callable[[Path], object]] = {
    "a helper of the core": lambda copy: append(copy / "core" / "bits.py"),
    "the random streams": lambda copy: append(copy / "core" / "streams.py"),
    "how things are compiled": lambda copy: append(copy / "core" / "jit.py"),
    "the engine": lambda copy: append(copy / "games" / "hollander" / "kernel" / "engine.py"),
    "a policy": lambda copy: append(copy / "games" / "hollander" / "policies" / "lowest.py"),
    "constants of the game": lambda copy: append(copy / "games" / "hollander" / "cards.py"),
    "a new file": lambda copy: (copy / "games" / "hollander" / "policies" / "new.py").touch(),
    "a file that is gone": lambda copy: (copy / "games" / "hollander" / "policies" / "lowest.py").unlink(),
    "a file of another name": lambda copy: (copy / "core" / "bits.py").rename(copy / "core" / "bits2.py"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_the_folder_changes_with_every_source_that_takes_part(
    base: Path, copy: Path, edit: Callable[[Path], object]
) -> None:
    before = folder_for(HOLLANDER)
    edit(copy)
    assert folder_for(HOLLANDER) != before


@pytest.mark.parametrize("source", ["cli/main.py", "runs/playing.py", "report/style.py", "errors.py"])
def test_the_folder_stays_when_other_sources_change(base: Path, copy: Path, source: str) -> None:
    before = folder_for(HOLLANDER)
    append(copy / source)
    assert folder_for(HOLLANDER) == before


def test_another_game_has_a_folder_of_its_own(base: Path, copy: Path) -> None:
    shutil.copytree(copy / "games" / "hollander", copy / "games" / "other")
    assert folder_for("analyzer.games.other") != folder_for(HOLLANDER)
    before = folder_for(HOLLANDER)
    append(copy / "games" / "other" / "cards.py")
    assert folder_for(HOLLANDER) == before


@pytest.mark.parametrize(
    ("what", "name", "value"),
    [(numba, "__version__", "99.0"), (sys, "version", "4.0"), (numba.config, "BOUNDSCHECK", 1)],
)
def test_the_folder_changes_with_the_tools(
    base: Path, what: object, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folder_for(HOLLANDER)
    monkeypatch.setattr(what, name, value)
    assert folder_for(HOLLANDER) != before


def test_kernels_import_nothing_that_the_folder_does_not_depend_on() -> None:
    checked = 0
    for file in [*PACKAGE.glob("games/*/kernel/*.py"), *PACKAGE.glob("games/*/policies/*.py")]:
        own = f"analyzer.games.{file.relative_to(PACKAGE).parts[1]}"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else []
            modules += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                if module and module.split(".")[0] == "analyzer":
                    assert f"{module}.".startswith((f"{own}.", "analyzer.core.")), f"{file}: {module}"
                    checked += 1
    assert checked > 20
    for file in PACKAGE.glob("core/*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("analyzer"):
                assert f"{node.module}.".startswith("analyzer.core."), file


# Where it lies


def test_without_a_setting_it_lies_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / name)
    folder = folder_for(HOLLANDER)
    assert folder is not None
    assert folder.parent == tmp_path / "analyzer"


def in_the_way(base: Path) -> None:
    base.write_text("a file")


def above_in_the_way(base: Path) -> None:
    base.with_name("above").write_text("a file")
    base.symlink_to(base.with_name("above") / "caches")


def folder_in_the_way(base: Path) -> None:
    folder = folder_for(HOLLANDER)
    assert folder is not None
    folder.rmdir()
    folder.write_text("a file")


def read_only(base: Path) -> None:
    base.mkdir()
    base.chmod(0o500)
    if os.access(base, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")


@pytest.mark.parametrize("obstruct", [in_the_way, above_in_the_way, folder_in_the_way, read_only])
def test_where_nothing_can_be_written_nothing_is_kept_and_the_user_is_told(
    base: Path, obstruct: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    obstruct(base)
    assert folder_for(HOLLANDER) is None
    assert not cache.is_kept()
    announce_compiling()
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.splitlines()) == 1
    assert "at every start" in errors and "once" not in errors


def test_where_it_is_kept_the_user_is_told_that_it_happens_once(
    base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder_for(HOLLANDER)
    announce_compiling()
    assert "this happens once" in capsys.readouterr().err


# Cleaning up


def aged(folder: Path, days: float) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.nbc").touch()
    then = time.time() - days * DAY
    os.utime(folder, (then, then))
    return folder


def test_folders_that_were_not_used_for_a_month_are_removed_and_no_others(base: Path) -> None:
    old = [
        aged(base / "analyzer-kernels-hollander-0123456789abcdef", 31),
        aged(base / "analyzer-kernels-other-0123", 400),
    ]
    kept = [
        aged(base / "analyzer-kernels-hollander-fedc", 29),
        aged(base / "numba-own", 400),
        aged(base / "x", 31),
    ]
    folder_for(HOLLANDER)
    assert not any(folder.exists() for folder in old)
    assert all((folder / "kernel.nbc").exists() for folder in kept)


def test_a_folder_that_is_used_is_never_too_old(base: Path) -> None:
    folder = folder_for(HOLLANDER)
    assert folder is not None
    aged(folder, 400)
    folder_for(HOLLANDER)
    assert (folder / "kernel.nbc").exists()
    assert folder.stat().st_mtime > time.time() - DAY


# With numba, from one process to the next

KERNEL = """
from numba import types
from analyzer.core.jit import entry
from analyzer.core.help import shared
from analyzer.games.tiny.help import own

@entry(types.int64(types.int64))
def answer(number):
    return shared(number) + own(number)
"""
HELP = """
from analyzer.core.jit import helper

@helper
def {name}(number):
    return number * {factor}
"""
RUN = """
from analyzer.cli.watching import announce_compiling
from analyzer.core.compiling import CompileWatch
with CompileWatch(announce_compiling) as watch:
    from analyzer.games.tiny.kernel import answer
print(answer(1), watch.seconds > 0)
"""


class Tiny:
    """A game in a copy of the package whose kernel is compiled in no time."""

    def __init__(self, copy: Path, base: Path) -> None:
        self.copy = copy
        self.base = base
        own = copy / "games" / "tiny"
        own.mkdir()
        (own / "__init__.py").touch()
        (own / "kernel.py").write_text(KERNEL)
        self.help("core", "shared", 1)
        self.help("games/tiny", "own", 10)

    def help(self, place: str, name: str, factor: int) -> None:
        (self.copy / place / "help.py").write_text(HELP.format(name=name, factor=factor))

    def run(self) -> tuple[str, str]:
        """The answer, and what is said on standard error."""
        result = subprocess.run(
            [sys.executable, "-c", RUN],
            cwd=self.copy.parent,
            env={**os.environ, "NUMBA_CACHE_DIR": str(self.base), "PYTHONPATH": str(self.copy.parent)},
            capture_output=True,
            text=True,
            check=True,
        )
        return result.stdout.strip(), result.stderr


@pytest.fixture
def tiny(copy: Path, base: Path) -> Tiny:
    return Tiny(copy, base)


@pytest.mark.skipif(not JIT_IS_ON, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("place", "name", "answer"), [("core", "shared", "510"), ("games/tiny", "own", "501")]
)
def test_the_next_start_finds_the_kernel_unless_a_helper_has_changed(
    tiny: Tiny, place: str, name: str, answer: str
) -> None:
    assert tiny.run()[0] == "11 True"
    assert tiny.run() == ("11 False", "")
    tiny.help(place, name, 500)
    assert tiny.run()[0] == f"{answer} True"
    assert tiny.run()[0] == f"{answer} False"
    assert len(list(tiny.base.glob("analyzer-kernels-tiny-*"))) == 2
    assert not list(tiny.copy.rglob("*.nbi"))


@pytest.mark.skipif(not JIT_IS_ON, reason="nothing is compiled")
def test_without_a_folder_every_start_compiles_and_says_so(tiny: Tiny) -> None:
    tiny.base.write_text("a file")
    for _ in range(2):
        answer, said = tiny.run()
        assert answer == "11 True"
        assert len(said.splitlines()) == 1
        assert "at every start" in said
    assert not list(tiny.copy.rglob("*.nbi"))
