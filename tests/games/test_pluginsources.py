"""A policy is other code once any module of the user's own that it imports has changed."""

import hashlib
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from analyzer.games.policyspec import PolicySpec
from analyzer.runs import canonical

ROOT = Path(__file__).parents[2]

POLICY = """
{imports}
from analyzer.games.hollander.plugin import declare

def play(observation, legal, parameters, stream):
    return 0
"""

PROBE = """
import sys
sys.path.insert(0, sys.argv[2])
exec(compile(open(sys.argv[1]).read().partition("from analyzer")[0], sys.argv[1], "exec"))
from analyzer.games.pluginsources import imports_digest
print(imports_digest(open(sys.argv[1], "rb").read()))
"""


def digest(folder: Path) -> str:
    """What a fresh process says of the policy in a folder."""
    result = subprocess.run(
        [sys.executable, "-c", PROBE, str(folder / "policy.py"), str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.strip()


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))


@pytest.mark.parametrize(
    "imports",
    [
        "import helper",
        "from helper import most",
        "import helper as other, math",
        "def f():\n    import helper\nf()",
    ],
)
def test_a_change_in_what_is_imported_is_noticed(imports: str, tmp_path: Path) -> None:
    write(tmp_path, policy=POLICY.format(imports=imports), helper="most = 1")
    before = digest(tmp_path)
    assert before
    assert digest(tmp_path) == before
    write(tmp_path, helper="most = 2")
    assert digest(tmp_path) != before


def test_so_is_one_in_what_that_imports(tmp_path: Path) -> None:
    write(
        tmp_path,
        policy=POLICY.format(imports="from kit.play import most"),
        kit____init__="",
        kit__play="from .numbers import most",
        kit__numbers="most = 1",
    )
    before = digest(tmp_path)
    write(tmp_path, kit__numbers="most = 2")
    assert digest(tmp_path) != before


def test_libraries_and_other_files_do_not_count(tmp_path: Path) -> None:
    write(tmp_path, policy=POLICY.format(imports="import json\nimport numpy as np"), helper="most = 1")
    assert digest(tmp_path) == ""


def test_what_was_loaded_counts_and_not_what_the_file_has_become(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyzer.games.pluginsources import imports_digest

    monkeypatch.syspath_prepend(str(tmp_path))
    name = "helper_" + hashlib.sha256(str(tmp_path).encode()).hexdigest()[:8]
    write(tmp_path, **{name: "most = 1"})
    source = f"import {name}".encode()
    __import__(name)
    before = imports_digest(source)
    write(tmp_path, **{name: "most = 2"})
    assert imports_digest(source) == before != ""


def test_what_cannot_be_read_any_more_is_never_taken_for_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyzer.games.pluginsources import imports_digest

    monkeypatch.syspath_prepend(str(tmp_path))
    name = "gone_" + hashlib.sha256(str(tmp_path).encode()).hexdigest()[:8]
    write(tmp_path, **{name: "most = 1"})
    __import__(name)
    (tmp_path / f"{name}.py").unlink()
    source = f"import {name}".encode()
    assert imports_digest(source) != imports_digest(source)


def test_other_code_is_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = PolicySpec("my.py:mine", (), "my.py:mine")
    texts = set()
    for digest in ("one", "two"):
        monkeypatch.setattr("analyzer.runs.canonical.code_digest", lambda _, digest=digest: digest)
        texts.add(canonical.text_of(spec))
    assert len(texts) == 2
