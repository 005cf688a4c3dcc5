"""The tutorial runs, and shows what it says that it shows."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

from analyzer.core.jit import JIT_IS_ON

pytestmark = [
    pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed"),
    # The notebook's kernel and its client are other people's.
    pytest.mark.filterwarnings("ignore"),
]


def _script(name: str) -> ModuleType:
    """A module of the scripts, which are no package."""
    path = Path(__file__).parents[1] / "scripts" / "lib" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_tutorial_shows_what_it_says() -> None:
    tutorial = _script("tutorial")
    published = nbformat.read(tutorial.TUTORIAL, as_version=4)
    shown = tutorial.shown(published)
    assert len(shown) > 10 and all(shown[-1])
    assert tutorial.shown(tutorial.executed()) == shown
