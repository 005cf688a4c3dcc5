"""`analyzer rules`: the effective rules, as a rules file and as JSON."""

import json
import tomllib
from pathlib import Path

import pytest

from analyzer.games import registry
from analyzer.games.rulesfile import load
from tests.cli.conftest import Run

SCHEMA = registry.find("hollander").rules
CHANGES = ["--set", "deck.kraken=3", "--set", "deck.10=0", "--set", "options.poker_of_specials=false"]


@pytest.mark.parametrize(
    "changes", [[], CHANGES, ["--set", 'name="ñ «mine»"']], ids=["standard", "changed", "named"]
)
def test_what_is_printed_is_a_rules_file_of_the_same_rules(
    changes: list[str], run: Run, folder: Path
) -> None:
    status, output, errors = run("rules", "hollander", *changes)
    assert (status, errors) == (0, "")
    Path("printed.toml").write_text(output, encoding="utf-8")
    assert run("rules", "hollander", "--rules", "printed.toml") == (0, output, "")
    shown = json.loads(run("rules", "hollander", *changes, "--json").output)
    assert load("printed.toml", SCHEMA).as_dict() == shown


def test_the_standard_rules_are_the_packaged_file(run: Run) -> None:
    assert run("rules", "hollander").output == SCHEMA.builtin["standard"].read_text(encoding="utf-8")
    assert run("rules", "hollander", "--rules", "standard").output == run("rules", "hollander").output


def test_json_is_one_object_with_the_public_keys(run: Run) -> None:
    status, output, errors = run("rules", "hollander", *CHANGES, "--json")
    assert (status, errors) == (0, "")
    rules = json.loads(output)
    assert list(rules) == ["game", "name", "deck", "options"]
    assert rules["game"] == "hollander"
    assert (rules["deck"]["kraken"], rules["deck"]["pirate"]) == (3, 2)
    assert "10" not in rules["deck"]
    assert rules["options"]["poker_of_specials"] is False


def test_every_option_has_a_comment_with_its_rule(run: Run) -> None:
    lines = run("rules", "hollander").output.splitlines()
    options = lines[lines.index("[options]") + 1 :]
    for key in tomllib.loads("\n".join(lines))["options"]:
        place = next(number for number, line in enumerate(options) if line.startswith(f"{key} = "))
        comment = []
        while options[place - 1].startswith("# "):
            place -= 1
            comment.insert(0, options[place])
        assert comment and comment[0].startswith("# H"), key


def test_settings_apply_in_order_on_top_of_the_file(run: Run, folder: Path) -> None:
    Path("mine.toml").write_text("[deck]\nkraken = 9\npirate = 9\n")
    shown = run(
        "rules", "hollander", "--rules=mine.toml", "--set=deck.kraken=1", "--set=deck.kraken=4", "--json"
    )
    deck = json.loads(shown.output)["deck"]
    assert (deck["kraken"], deck["pirate"]) == (4, 9)
    assert json.loads(shown.output)["name"] == "mine, changed"


def test_no_other_locale_spoils_the_output(start: Run) -> None:
    ended = start("rules", "hollander", "--set", 'name="ñ"', "--json", PYTHONIOENCODING="ascii")
    assert (ended.status, ended.errors) == (0, "")
    assert json.loads(ended.output)["name"] == "ñ"
