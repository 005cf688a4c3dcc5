"""`analyzer swaps`: what to lay before the first turn; its command makes the same again."""

import json
import shlex
from pathlib import Path

from tests.cli.conftest import Run

PUBLIC = ("effects", "order", "check")


def unexpected(errors: str) -> list[str]:
    """What stands on standard error besides that the game is compiled, should it be."""
    return [line for line in errors.splitlines() if "ompiling" not in line]


def test_json_is_the_public_object(run: Run) -> None:
    status, output, errors = run("swaps", "hollander", "--deals=2k", "--players=3", "--json", "--no-progress")
    assert status == 0 and not unexpected(errors)
    found = json.loads(output)
    kinds = [each["kind"] for each in found["effects"]]
    assert set(found["order"]) == set(kinds) == {*map(str, range(1, 11))} | {
        "hollander", "wormhole", "pirate", "island", "mutiny", "kraken",
    }  # fmt: skip
    assert {"high", "specials", "crew", "keep", "low"} < {each["rule"] for each in found["check"]}
    assert all(set(each["win_rate"]) == {"mean", "low", "high"} for each in found["check"])
    assert all(set(each["effect"]) == {"mean", "low", "high"} for each in found["effects"])
    assert (found["players"], found["policy"]) == (3, "lowest")


def test_the_report_names_the_command_that_makes_it_again(run: Run, folder: Path) -> None:
    words = [
        "swaps",
        "hollander",
        "--players=2,3",
        "--deals=2000",
        "--policy=expert",
        "--set",
        "deck.kraken=3",
    ]
    status, output, errors = run(*words, "--seed=4", "--out=report")
    assert status == 0 and not unexpected(errors)
    assert "crew 10" in output and "order found" in output
    first = json.loads((folder / "report" / "result.json").read_text(encoding="utf-8"))
    command = shlex.split((folder / "report" / "command.txt").read_text(encoding="utf-8"))
    again = json.loads(run(*command[1:], "--json").output)
    for one, other in zip(first["tables"], again["tables"], strict=True):
        assert all(one[key] == other[key] for key in PUBLIC)
    assert [part["players"] for part in again["tables"]] == again["players"] == [2, 3]
    for name in ("effects", "effects_crew", "effects_specials", "rules"):
        assert (folder / "report" / "figures" / f"{name}.png").is_file()


def test_players_can_be_given_once_for_each(run: Run) -> None:
    status, output, _ = run("swaps", "hollander", "--players=2", "--players=4", "--deals=2000", "--json")
    assert status == 0 and json.loads(output)["players"] == [2, 4]


def test_mistakes_are_told_in_a_line_or_two(run: Run) -> None:
    for words, said in (
        (["pescado"], "this can be asked of hollander"),
        (["hollander", "--deals=100"], "it takes 1,"),
        (["hollander", "--players=3,3"], "3 is given twice"),
        (["hollander", "--players=3,"], "is missing"),
        (["hollander", "--players=9"], "not for 9"),
        (["hollander", "--policy=lowset"], 'Did you mean "lowest"?'),
    ):
        status, output, errors = run("swaps", *words)
        assert (status, output) == (2, "")
        assert 1 <= len(errors.splitlines()) <= 2
        assert said in errors
