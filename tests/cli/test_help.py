"""What the command tells about itself, and how little it needs for that."""

import json
import subprocess
import sys

import pytest

from analyzer import __version__
from analyzer.games.names import GAMES
from tests.cli.conftest import ROOT, Run

VERBS = (
    "simulate",
    "compare",
    "tournament",
    "advise",
    "swaps",
    "tips",
    "balance",
    "sensitivity",
    "tune",
    "exact",
    "trace",
    "watch",
    "rules",
    "policies",
    "bench",
)
HEAVY = {
    "numba",
    "llvmlite",
    "dask",
    "distributed",
    "numpy",
    "pandas",
    "matplotlib",
    "scipy",
    "pyarrow",
    "jinja2",
    "cma",
}
IMPORTED = """
import json, sys
from analyzer.cli.main import main
sys.argv = ["analyzer", *json.loads(sys.argv[1])]
try:
    main()
finally:
    sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        [],
        ["--version"],
        ["simulate", "--help"],
        ["simulate", "--gams", "3"],
        ["advise", "--help"],
    ],
    ids=" ".join,
)
def test_help_and_early_errors_import_nothing_heavy(words: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-c", IMPORTED, json.dumps(words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    modules = set(json.loads(result.stderr.splitlines()[-1]))
    assert "analyzer.cli.main" in modules
    assert not modules & HEAVY


@pytest.mark.parametrize("words", [["--help"], ["-h"], []], ids=" ".join)
def test_help_names_every_verb(words: list[str], run: Run) -> None:
    status, output, errors = run(*words)
    assert (status, errors) == (0, "")
    for verb in (*VERBS, "report", "show", "runs"):
        assert f" {verb} " in output
    assert "--version" in output


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_names_its_options_and_the_games(verb: str, run: Run) -> None:
    status, output, errors = run(verb, "--help")
    assert (status, errors) == (0, "")
    assert "GAME" in output
    assert all(game in output for game in GAMES)
    everywhere = {"--rules", "--set"}
    table = everywhere | {"--players", "--seed", "--policy"}
    options = {
        "compare": everywhere
        | {"--players", "--seed", "--field", "--deals", "--until", "--decide", "--unpaired"},
        "tournament": table | {"--deals", "--threads", "--json", "--out", "--no-progress"},
        "advise": everywhere | {"--position", "--seat", "--against", "--play", "--games", "--within"},
        "tune": table | {"--weights", "--field", "--deals", "--generations", "--resume", "--out"},
        "balance": table
        | {
            "--card",
            "--up-to",
            "--grow",
            "--vary",
            "--against",
            "--target",
            "--decks",
            "--games",
            "--until",
            "--close-deals",
            "--skill-deals",
            "--no-skill",
            "--no-luck",
            "--json",
            "--out",
        },
        "sensitivity": table
        | {"--question", "--follow", "--ignore", "--field", "--deals", "--decks", "--out"},
        "exact": everywhere | {"--players", "--shown", "--strategy", "--json", "--out"},
        "tips": everywhere
        | {
            "--only",
            "--tip",
            "--follow",
            "--ignore",
            "--players",
            "--field",
            "--deals",
            "--smallest",
            "--list",
        },
        "swaps": table | {"--deals", "--threads", "--json", "--out", "--no-progress"},
        "sweep": table | {"--games", "--threads", "--json", "--out", "--no-progress"},
        "policies": {"--new", "--json"},
        "simulate": table | {"--games", "--threads", "--json", "--out", "--no-progress"},
        "trace": table | {"--game", "--count", "--games", "--threads", "--no-progress"},
        "watch": table | {"--game", "--games", "--seat", "--from", "--all"},
        "rules": everywhere | {"--json"},
        "bench": table | {"--games", "--threads", "--json", "--out", "--no-progress"},
    }
    assert all(option in output for option in options[verb])


@pytest.mark.parametrize(("verb", "options"), [("report", {"--out", "--json"}), ("show", {"--json"})])
def test_help_of_what_takes_runs_names_its_options(verb: str, options: set[str], run: Run) -> None:
    status, output, errors = run(verb, "--help")
    assert (status, errors) == (0, "")
    assert "RUN…" in output and "GAME " not in output
    assert all(option in output for option in options)


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version") == (0, f"analyzer {__version__}\n", "")


def test_the_package_runs_as_a_module(start: Run) -> None:
    assert start("--version") == (0, f"analyzer {__version__}\n", "")


# Shell completion

ASKED = {
    "bash": lambda words: {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)},
    "zsh": lambda words: {"_TYPER_COMPLETE_ARGS": " ".join(words)},
    "fish": lambda words: {
        "_TYPER_COMPLETE_ARGS": " ".join(words),
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    },
}


@pytest.mark.parametrize("shell", ASKED)
@pytest.mark.parametrize(
    ("words", "offered", "others"),
    [
        (["analyzer", "si"], ["simulate"], ["trace", "rules"]),
        (["analyzer", "simulate", "hol"], ["hollander"], ["--games", "trace"]),
        (["analyzer", "rules", ""], list(GAMES), ["simulate"]),
        (["analyzer", "bench", "hollander", "--thr"], ["--threads"], ["--games"]),
    ],
)
def test_shells_complete_verbs_games_and_options(
    shell: str,
    words: list[str],
    offered: list[str],
    others: list[str],
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in ASKED[shell](words).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("_ANALYZER_COMPLETE", f"complete_{shell}")
    status, output, errors = run()
    assert (status, errors) == (0, "")
    assert all(word in output for word in offered)
    assert not any(word in output for word in others)


@pytest.mark.parametrize("shell", ASKED)
def test_shells_get_a_script_that_asks_for_completions(
    shell: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_ANALYZER_COMPLETE", f"source_{shell}")
    status, output, errors = run()
    assert (status, errors) == (0, "")
    assert f"_ANALYZER_COMPLETE=complete_{shell}" in output
    assert "analyzer" in output
