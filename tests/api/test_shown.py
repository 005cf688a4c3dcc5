"""Results in a notebook: sentences, frames and figures, the same as in the report."""

from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure

from analyzer import compare, load, simulate
from analyzer.api.results import Comparison, Simulation
from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError

pytestmark = pytest.mark.skipif(not JIT_IS_ON, reason="takes the kernel's speed")


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return simulate("hollander", games=400, policies=["lowest:swap=high", "lowest", "random", "lowest"])


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare("hollander", "lowest:swap=high", "lowest", deals=100)


def test_a_frame_has_a_row_a_seat_and_every_interval_in_columns(simulation: Simulation) -> None:
    frame = simulation.frame()
    assert frame["seat"].tolist() == [0, 1, 2, 3]
    for seat, rate in enumerate(simulation.win_rate):
        row = frame.loc[seat]
        assert (row["win_rate"], row["win_rate_low"], row["win_rate_high"]) == (
            rate.mean,
            rate.low,
            rate.high,
        )
        assert rate.mean * 400 == pytest.approx(row["wins"])


def test_every_table_and_figure_is_there_by_its_name(simulation: Simulation, comparison: Comparison) -> None:
    for result in (simulation, comparison):
        assert all(isinstance(result.frame(name), pd.DataFrame) for name in result.tables)
        assert all(isinstance(result.figure(name), Figure) for name in result.figures)
        assert result.tables and result.figures


def test_an_unknown_name_is_told_with_the_nearest_one(simulation: Simulation) -> None:
    with pytest.raises(UserError, match='Did you mean "length"'):
        simulation.frame("lenght")
    with pytest.raises(UserError, match='Did you mean "win_rate"'):
        simulation.figure("winrate")


@pytest.mark.parametrize("place", ["", None, 3])
def test_a_report_is_saved_nowhere_else(simulation: Simulation, place: object) -> None:
    with pytest.raises(UserError):
        simulation.save(place)  # type: ignore[arg-type]
    with pytest.raises(UserError):
        simulation.frame(3)  # type: ignore[arg-type]


def test_it_is_shown_as_its_answer_and_as_a_page(simulation: Simulation) -> None:
    assert repr(simulation) == simulation.answer == simulation.content().answer
    page = simulation._repr_html_()
    assert "<svg" in page and "<table" in page
    # Part of a notebook's page, not a page of its own.
    assert "<html" not in page and "<!doctype" not in page.lower()


def test_a_notebook_shows_a_figure_as_a_picture(simulation: Simulation) -> None:
    assert simulation.figure()._repr_png_().startswith(b"\x89PNG")  # type: ignore[attr-defined]


def test_saved_and_loaded_it_is_the_same(simulation: Simulation, tmp_path: Path) -> None:
    folder = simulation.save(tmp_path / "report")
    again = load(folder)
    assert again.answer == simulation.answer
    assert again.tables == simulation.tables
    for name in simulation.tables:
        pd.testing.assert_frame_equal(again.frame(name), simulation.frame(name))
    assert again._repr_html_() == simulation._repr_html_()
    assert (folder / "index.html").is_file()
