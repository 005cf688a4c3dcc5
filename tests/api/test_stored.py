"""Results that were kept, several of them side by side."""

import shutil
from pathlib import Path

import pytest

from analyzer import compare_runs
from analyzer.errors import UserError
from analyzer.report.folder import prepare
from tests.report.examples import CONTENT


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report, drawn only once."""
    path = tmp_path_factory.mktemp("runs") / "one"
    with prepare(path) as report:
        report.write(CONTENT)
    return path


def test_a_run_is_not_compared_with_itself(run: Path) -> None:
    for again in (run, f"{run}/", run / "result.json"):
        with pytest.raises(UserError, match="this run is given twice"):
            compare_runs([run, again])


def test_a_copy_of_a_run_may_be_compared_with_it(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "two")
    found = compare_runs([run, tmp_path / "two"])
    assert found.content().question == "one and two: how do these runs differ?"


def test_one_run_or_a_text_is_no_list_of_runs(run: Path) -> None:
    with pytest.raises(UserError, match="needs two runs or more"):
        compare_runs([run])
    for text in (run, str(run)):
        with pytest.raises(UserError, match="must be a list"):
            compare_runs(text)  # type: ignore[arg-type]
