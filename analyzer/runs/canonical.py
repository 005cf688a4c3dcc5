"""Says in one way, on every machine, what is played: two things are the same if and only if their texts are."""

import dataclasses
import enum
import hashlib
import json
from collections.abc import Mapping, Set
from fractions import Fraction
from pathlib import PurePath
from types import FunctionType
from typing import Any

import numpy as np

from analyzer.games.plugins import code_digest
from analyzer.games.policyspec import PolicySpec


def text_of(value: object) -> str:
    """The canonical text of a value.

    Args:
        value: Numbers, texts, arrays, functions of modules, and dataclasses, other objects and collections of these.

    Returns:
        JSON, in one line.

    Raises:
        TypeError: A part of it has no canonical text: a function within another one, or an object that holds something
            else, such as a file or a lock.
    """
    return json.dumps(_plain(value), ensure_ascii=True, separators=(",", ":"), allow_nan=True)


def digest(text: str) -> str:
    """A short name for a text, which no other text has."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """The value as numbers, texts and lists; whatever could be taken for another kind of thing says what it is."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, enum.Enum):
        return ["enum", _name(type(value)), value.name]
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating):
        return float(value)
    if isinstance(value, Fraction | PurePath):
        return [type(value).__name__, str(value)]
    if isinstance(value, np.ndarray):
        return [
            "array",
            str(value.dtype),
            list(value.shape),
            [_plain(each) for each in value.ravel().tolist()],
        ]
    if isinstance(value, Mapping):
        pairs = [[_plain(key), _plain(each)] for key, each in value.items()]
        return ["mapping", sorted(pairs, key=lambda pair: json.dumps(pair[0]))]
    if isinstance(value, Set):
        return ["set", sorted((_plain(each) for each in value), key=json.dumps)]
    if isinstance(value, list | tuple):
        return ["list", [_plain(each) for each in value]]
    if isinstance(value, FunctionType | type):
        return ["name", _name(value)]
    return _object(value)


def _object(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        parts = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
    elif hasattr(value, "__dict__") and not callable(value):
        parts = vars(value)
    else:
        raise TypeError(f"{value!r} has no canonical text")
    plain = ["object", _name(type(value)), {name: _plain(each) for name, each in sorted(parts.items())}]
    # A policy of the user's own is known by its file's name, and is another one once the file has changed.
    if isinstance(value, PolicySpec) and (source := code_digest(value.name)):
        plain.append(source)
    return plain


def _name(what: Any) -> str:
    if "<" in what.__qualname__:
        raise TypeError(f"{what.__qualname__} stands in no module by itself, so it has no canonical text")
    return f"{what.__module__}:{what.__qualname__}"
