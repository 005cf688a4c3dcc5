"""`analyzer sweep`: says what changes, and its command makes the same again."""

import json
import shlex
from pathlib import Path

from tests.cli.conftest import Run


def test_the_report_names_the_command_that_makes_it_again(run: Run, folder: Path) -> None:
    words = [
        "sweep",
        "hollander",
        "deck.kraken=0..2",
        "--games=100",
        "--players=3",
        "--policy=random",
        "--seed=4",
    ]
    status, output, errors = run(*words, "--out=report")
    assert (status, errors) == (0, "")
    first = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    command = shlex.split((folder / "report" / "command.txt").read_text(encoding="utf-8"))
    again = json.loads(run(*command[1:], "--json").output)
    assert [point["wins"] for point in again["points"]] == [point["wins"] for point in first["points"]]
    assert (again["vary"], [point["value"] for point in again["points"]]) == ("deck.kraken", ["0", "1", "2"])
    assert "| deck.kraken" in output
    assert (folder / "report" / "figures" / "win_rate.png").is_file()


def test_mistakes_are_told_in_a_line_or_two(run: Run) -> None:
    for words in (["deck.kraken"], ["deck.krakn=1|2"], ["policy.9=random|lowest"], ["options.x=1|2"]):
        status, output, errors = run("sweep", "hollander", *words)
        assert (status, output) == (2, "")
        assert 1 <= len(errors.splitlines()) <= 2
