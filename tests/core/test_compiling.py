"""The watch notices every compilation, and nothing else."""

import importlib.util
import time
from pathlib import Path
from types import ModuleType

import numba
import pytest

from analyzer.core.compiling import CompileWatch
from analyzer.core.jit import JIT_IS_ON

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="nothing is compiled")


def test_a_compilation_is_announced_before_it_starts_and_timed() -> None:
    @numba.njit
    def double(number):
        return 2 * number

    compiled_before = []
    started = time.perf_counter()
    with CompileWatch(lambda: compiled_before.append(len(double.signatures))) as watch:
        assert double(4) == 8
    assert compiled_before == [0]
    assert len(double.signatures) == 1
    assert 0 < watch.seconds <= time.perf_counter() - started


def test_it_is_announced_once_however_much_is_compiled() -> None:
    @numba.njit
    def double(number):
        return 2 * number

    announced = []
    with CompileWatch(lambda: announced.append(1)) as watch:
        double(1)
        first = watch.seconds
        double(1.0)
    assert announced == [1]
    assert watch.seconds > first


def test_what_is_compiled_on_the_way_is_not_timed_twice() -> None:
    @numba.njit
    def inner(number):
        return number + 1

    @numba.njit
    def middle(number):
        return inner(number) + inner(number)

    @numba.njit
    def outer(number):
        return middle(number)

    started = time.perf_counter()
    with CompileWatch() as watch:
        assert outer(1) == 4
    wall = time.perf_counter() - started
    assert 0.5 * wall < watch.seconds <= wall


def test_what_is_compiled_already_is_not_announced() -> None:
    @numba.njit
    def double(number):
        return 2 * number

    double(1)
    with CompileWatch(lambda: pytest.fail("announced")) as watch:
        double(2)
    assert watch.seconds == 0


def loaded(path: Path) -> ModuleType:
    """The module of a file, anew: as in another process."""
    spec = importlib.util.spec_from_file_location("cached_module", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_comes_from_the_disk_is_not_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "cached_module.py"
    file.write_text(
        "import numba\n@numba.njit('i8(i8)', cache=True)\ndef double(number):\n    return 2 * number\n"
    )
    announced = []
    with CompileWatch(lambda: announced.append(1)):
        loaded(file)
    assert announced == [1]
    with CompileWatch(lambda: announced.append(2)) as watch:
        assert loaded(file).double(4) == 8
    assert announced == [1]
    assert watch.seconds == 0


def test_after_its_block_the_watch_sees_nothing() -> None:
    @numba.njit
    def double(number):
        return 2 * number

    announced = []
    with CompileWatch(lambda: announced.append(1)) as watch:
        pass
    double(1)
    assert not announced
    assert watch.seconds == 0


def test_an_error_while_compiling_ends_the_watch_too() -> None:
    @numba.njit
    def broken(number):
        return number.nothing_of_that_name

    @numba.njit
    def double(number):
        return 2 * number

    announced = []
    watch = CompileWatch(lambda: announced.append(1))
    with pytest.raises(numba.TypingError), watch:
        broken(1)
    seconds = watch.seconds
    assert announced == [1]
    double(1)
    assert watch.seconds == seconds > 0
