"""What each of several runs was asked, and short names that tell them apart."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePath

from analyzer.games.settings import shown

COMMAND, GAME, ARGUMENTS = "command", "game", "about"
"""Keys of what stands before the options."""

COUNTS = ("games", "deals")
AMOUNTS = (*COUNTS, "seed")
"""Options that say how much is played and not what: always told, and part of a name only where nothing else differs."""

SET = "set "
"""What the key of a changed rule begins with."""

_RULES_NAME = f"{SET}name"
_FLAG = "yes"
_SHOWS_AGAIN = "report"
"""The command without a game: what follows it are runs."""

_LONGEST = 40
_DEEPEST = 4
"""Folders of a path that may become part of a name."""

Asked = Mapping[str, str]
"""What was asked by key: "command", "game", "about" (policies named without an option), options without their dashes,
and "set KEY" for each rule that was changed."""


def read(command: str) -> Asked:
    """Takes a command line apart.

    Args:
        command: "analyzer VERB GAME … --option value …", as a result holds it.

    Returns:
        What was asked, in its order; nothing where the line cannot be read.
    """
    try:
        words = shlex.split(command)[1:]
    except ValueError:
        return {}
    first = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    verb, *rest = words[:first] or [""]
    asked = {COMMAND: verb}
    if rest and verb != _SHOWS_AGAIN:
        asked[GAME], *rest = rest
    if rest:
        asked[ARGUMENTS] = ", ".join(rest)
    options: dict[str, list[str]] = {}
    for name, value in _options(words[first:]):
        options.setdefault(name, []).append(value)
    return asked | {name: _counted(values) for name, values in options.items()}


def differing(runs: Sequence[Asked]) -> list[str]:
    """The keys of what was not asked of all runs alike, in the order in which they come up."""
    keys = dict.fromkeys(key for run in runs for key in run)
    return [key for key in keys if len({run.get(key) for run in runs}) > 1]


def names(runs: Sequence[Asked], folders: Sequence[str]) -> list[str]:
    """Short names that tell runs apart.

    Args:
        runs: What each was asked.
        folders: The folder that each lies in.

    Returns:
        What differs between their commands ("players 3", "policy random", "set deck.ace=3"); where that is too long,
        what differs from the first run; or else the names of their folders, or else "run 1", "run 2" …; no two are
        alike.
    """
    differ = differing(runs)
    main = [key for key in differ if key not in AMOUNTS]
    for keys in [main, differ]:
        full = [_name(run, keys) for run in runs]
        changes = [
            full[0],
            *(_name(run, [key for key in keys if run.get(key) != runs[0].get(key)]) for run in runs[1:]),
        ]
        for found in (full, changes):
            if _good(found):
                return found
    for depth in range(1, _DEEPEST + 1):
        found = [shown("/".join(PurePath(folder).parts[-depth:])) for folder in folders]
        if _good(found):
            return found
    return [f"run {number}" for number in range(1, len(runs) + 1)]


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and value of each option; each changed rule is an option of its own."""
    for place, word in enumerate(words):
        if not word.startswith("--"):
            continue
        following = words[place + 1 : place + 2]
        value = following[0] if following and not following[0].startswith("--") else _FLAG
        if word == "--set":
            key, _, value = value.partition("=")
            yield f"{SET}{key}", value
        else:
            yield word[2:], value


def _counted(values: Sequence[str]) -> str:
    """Values in a row, those that repeat counted: "a, b ×3"."""
    groups = [(value, len(list(group))) for value, group in groupby(values)]
    return ", ".join(f"{value} ×{times}" if times > 1 else value for value, times in groups)


def _good(found: Sequence[str]) -> bool:
    return len(set(found)) == len(found) and all(0 < len(name) <= _LONGEST for name in found)


def _name(run: Asked, keys: Sequence[str]) -> str:
    rules = [key for key in keys if key.startswith(SET)]
    parts = [_part(run, key) for key in keys if key not in rules]
    # The rules' name says less than what was changed.
    changed = [key for key in rules if key in run and key != _RULES_NAME]
    changed = changed or [key for key in rules if key in run]
    if changed:
        parts.append(SET + ", ".join(f"{key.removeprefix(SET)}={run[key]}" for key in changed))
    elif rules:
        parts.append("set nothing else" if any(key.startswith(SET) for key in run) else "standard rules")
    return ", ".join(parts)


def _part(run: Asked, key: str) -> str:
    if key not in run:
        return f"no {key}"
    if key in (COMMAND, GAME, ARGUMENTS):
        return run[key]
    return key if run[key] == _FLAG else f"{key} {run[key]}"
