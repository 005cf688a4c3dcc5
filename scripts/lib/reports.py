"""Makes the published reports again, each by the command that stands in it, and shows whether anything changed.

Date and speed change from run to run, and everything that is played does not: so each file is compared with these
left out. With --write, what was made takes the place of what was published.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
import tutorial

REPORTS = Path(__file__).resolve().parents[2] / "reports"
ANALYZER = [sys.executable, "-P", "-m", "analyzer"]
LONG_SECONDS = 900
"""A report that took longer to play is made again only if it is named."""

OF_THE_RUN = ("date", "speed", "seconds", "games_per_second", "threads")
"""Keys of what differs from run to run, wherever they stand in a JSON file."""


def published(names: Sequence[str]) -> list[Path]:
    """The folders of the reports: all, or those named."""
    found = sorted(file.parent for file in REPORTS.glob("*/command.txt"))
    # A report of reports is made from those before it.
    found.sort(key=lambda folder: shlex.split(command_of(folder))[1] == "report")
    if unknown := set(names) - {folder.name for folder in found}:
        raise SystemExit(f"There is no report {', '.join(sorted(unknown))} in {REPORTS}.")
    if names:
        return [folder for folder in found if folder.name in names]
    for folder in found:
        if is_long(folder):
            print(f"{folder.name}: takes long, so it is made again only if it is named", flush=True)
    return [folder for folder in found if not is_long(folder)]


def is_long(folder: Path) -> bool:
    """Whether playing it took so long that it is not done in passing."""
    seconds = json.loads((folder / "result.json").read_text(encoding="utf-8")).get("seconds", 0)
    return bool(seconds > LONG_SECONDS)


def command_of(folder: Path) -> str:
    """The command that makes a report."""
    return (folder / "command.txt").read_text(encoding="utf-8").strip()


def make(folder: Path, out: Path) -> float:
    """Makes a report again.

    Args:
        folder: The published one.
        out: Where to.

    Returns:
        The seconds that it took.
    """
    words = shlex.split(command_of(folder))
    started = time.perf_counter()
    run = subprocess.run(
        [*ANALYZER, *words[1:], "--out", str(out)],
        cwd=REPORTS,
        # Played anew, and not looked up.
        env={**os.environ, "ANALYZER_STORE": "none"},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SystemExit(f"{folder.name}: {shlex.join(words)} failed:\n{run.stderr}")
    return time.perf_counter() - started


def changed_files(before: Path, after: Path) -> list[str]:
    """The files that differ in more than date and speed, or are in one of the folders only."""
    files = {path.relative_to(top) for top in (before, after) for path in top.rglob("*") if path.is_file()}
    old, new = passing(before), passing(after)
    return sorted(
        str(file)
        for file in files
        if not ((before / file).is_file() and (after / file).is_file())
        or lasting(before / file, old) != lasting(after / file, new)
    )


def passing(folder: Path) -> list[str]:
    """The words of a report that hold for one run only: its date and its speed."""
    page = json.loads((folder / "result.json").read_text(encoding="utf-8")).get("page", {})
    return [page[key] for key in ("date", "speed") if page.get(key)]


def lasting(file: Path, words: Sequence[str]) -> Any:
    """What a file says but for date and speed."""
    if file.suffix == ".json":
        return without(json.loads(file.read_text(encoding="utf-8")))
    content = file.read_bytes()
    if file.suffix in (".html", ".md"):
        text = content.decode()
        for word in words:
            text = text.replace(word, "…")
        return text
    return content


def without(value: Any) -> Any:
    """A JSON value but for the keys of the run."""
    if isinstance(value, dict):
        return {key: without(part) for key, part in value.items() if key not in OF_THE_RUN}
    return [without(part) for part in value] if isinstance(value, list) else value


def put_in_place(made: Path, folder: Path) -> None:
    """Replaces a published report."""
    shutil.rmtree(folder)
    shutil.copytree(made, folder)


def run_tutorial(write: bool) -> bool:
    """Runs the tutorial, and tells whether its cells still show the same."""
    started = time.perf_counter()
    before, after = nbformat.read(tutorial.TUTORIAL, as_version=4), tutorial.executed()
    same = bool(tutorial.shown(before) == tutorial.shown(after))
    told = "nothing changed" if same else "changed"
    print(f"{tutorial.TUTORIAL.name}: {told} ({time.perf_counter() - started:.1f} s)", flush=True)
    if write:
        nbformat.write(after, tutorial.TUTORIAL)
    return same


def main() -> None:
    """Makes the reports, and ends with status 1 if any of them changed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="reports to make; all if none is named")
    parser.add_argument("--write", action="store_true", help="publish what was made")
    arguments = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory() as place:
        for folder in published(arguments.names):
            made = Path(place) / folder.name
            seconds = make(folder, made)
            changed = changed_files(folder, made)
            differing += bool(changed)
            told = f"changed: {', '.join(changed)}" if changed else "nothing changed but date and speed"
            print(f"{folder.name}: {told} ({seconds:.1f} s)", flush=True)
            if arguments.write:
                put_in_place(made, folder)
    if not arguments.names:
        differing += not run_tutorial(arguments.write)
    sys.exit(bool(differing) and not arguments.write)


if __name__ == "__main__":
    main()
