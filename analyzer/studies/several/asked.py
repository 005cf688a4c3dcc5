"""What each of several runs was asked, and short names that tell them apart."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import PurePath

from analyzer.games.settings import shown
from analyzer.studies.commandline import ABOUT, COMMAND, GAME, SET
from analyzer.studies.content import Content

COUNTS = ("games", "deals")
SEED = "seed"
AMOUNTS = (*COUNTS, SEED)
"""Options that say how much is played and not what: always told, and part of a name only where nothing else differs."""

_UNPLAYED = ("records", "seconds-per-turn")
"""Options that change nothing of what is played."""

_RULES_NAME = f"{SET}name"
_FLAG = "yes"

_LONGEST = 40
_LONGEST_TITLE = 100
_DEEPEST = 4
"""Folders of a path that may become part of a name."""

Asked = Mapping[str, str]
"""What was asked by key, see `commandline.Asked`; the values of a key that comes more than once are counted."""


def read(content: Content) -> Asked:
    """What was asked of a run.

    Args:
        content: Its result.

    Returns:
        What was asked, in its order, but for what changes nothing of what is played; nothing where the result does
        not say.
    """
    found: dict[str, list[str]] = {}
    for key, value in content.asked:
        if key not in _UNPLAYED:
            found.setdefault(key, []).append(_FLAG if value is True else str(value))
    return {key: _counted(values) for key, values in found.items()}


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
    differ = _keys_of_names(runs)
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


def question(runs: Sequence[Asked], found: Sequence[str]) -> str:
    """What a comparison of runs asks: what differs between them comes first, as titles are cut off behind.

    Args:
        runs: What each was asked.
        found: Their names.

    Returns:
        A sentence.
    """
    differ = _keys_of_names(runs)
    main = [key for key in differ if key not in AMOUNTS] or differ
    texts = []
    if len(main) == 1 and main[0] not in (COMMAND, GAME, ABOUT):
        rule = main[0].startswith(SET)
        values = dict.fromkeys(run.get(main[0], "" if rule else "none") for run in runs)
        between = " / " if any("," in value for value in values) else ", "
        said = between.join(filter(None, values))
        texts.append(f"What changes with {main[0].removeprefix(SET)}{'=' if rule else ' '}{said}?")
    listed = f"{', '.join(found[:-1])} and {found[-1]}"
    texts.append(f"{listed}: how do these runs differ?")
    if main:
        keys = [key.removeprefix(SET) for key in main]
        texts.append(f"What changes with {', '.join(keys)} in {len(runs)} runs?")
    return next(
        (text for text in texts if len(text) <= _LONGEST_TITLE), f"How do these {len(runs)} runs differ?"
    )


def _keys_of_names(runs: Sequence[Asked]) -> list[str]:
    # Of a run that does not say what was asked, it cannot be said what is missing in it.
    return differing(runs) if all(runs) else []


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
    if key in (COMMAND, GAME, ABOUT):
        return run[key]
    return key if run[key] == _FLAG else f"{key} {run[key]}"
