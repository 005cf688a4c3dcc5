"""What is kept of a search: the request, and what each generation was told.

The search is deterministic, so nothing of its inside needs to be saved: it is made again from its seed and told the
same scores. The file is JSON, and reading one can do no harm.
"""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer import __version__
from analyzer.errors import UserError

NAME = "tuning.json"
_FORMAT = 1
_KEYS = ("game", "policy", "weights", "fields", "players", "settings", "step", "seed", "deals", "generations")


@dataclass(frozen=True)
class Told:
    """One finished generation.

    Attributes:
        candidates: `search.digest` of its candidates.
        scores: Score of each candidate, a whole number, see `Plan.unit`.
    """

    candidates: str
    scores: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A search as far as it has come.

    Attributes:
        request: `Plan.as_request` of what was asked for.
        told: Its finished generations.
        seconds: Time spent playing so far.
        done: Whether the verdict has been played, too.
    """

    request: dict[str, Any]
    told: tuple[Told, ...] = ()
    seconds: float = 0.0
    done: bool = False


def save(state: State, path: Path) -> None:
    """Writes the file, in one step: whenever the program is killed, the old or the new one is there.

    Raises:
        UserError: It cannot be written.
    """
    data = {
        "format": _FORMAT,
        "version": __version__,
        "request": state.request,
        "told": [{"candidates": each.candidates, "scores": list(each.scores)} for each in state.told],
        "seconds": state.seconds,
        "done": state.done,
    }
    new = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with new.open("w", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(data, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"Cannot write {path}: {(error.strerror or str(error)).lower()}.") from error


def load(path: Path) -> State:
    """Reads the file.

    Args:
        path: The file.

    Returns:
        What is in it.

    Raises:
        UserError: There is none, or it is no such file, or one of another version.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"--resume: there is no {path}; a search that has begun leaves it there.") from None
    except OSError as error:
        raise UserError(f"--resume: cannot read {path}: {(error.strerror or str(error)).lower()}.") from None
    except ValueError:
        raise UserError(f"--resume: {path} is no file of a search.") from None
    try:
        if data["format"] != _FORMAT or data["version"] != __version__:
            raise UserError(
                f"--resume: {path} was written by analyzer {data['version']}, and this is {__version__}: "
                "its games may be others, so begin anew."
            )
        told = tuple(
            Told(str(each["candidates"]), tuple(int(score) for score in each["scores"]))
            for each in data["told"]
        )
        request = {str(key): value for key, value in data["request"].items()}
        if not all(key in request for key in _KEYS):
            raise KeyError
        return State(request, told, float(data["seconds"]), bool(data["done"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UserError(f"--resume: {path} is no file of a search.") from None
