"""Tallies as bytes and back: whole numbers, texts, arrays, and dataclasses and collections of these."""

import dataclasses
import json
import sys
import zlib
from importlib import import_module
from typing import Any

import numpy as np

_CLASS, _FIELDS, _ARRAY, _WIDE, _TUPLE, _PAIRS = "class", "fields", "array", "wide", "tuple", "pairs"
_PACKAGE = "analyzer."


def encode(value: object) -> bytes:
    """A tally as bytes.

    Args:
        value: The tally.

    Raises:
        TypeError: It holds something that is none of what can be kept.
    """
    arrays: list[np.ndarray[Any, Any]] = []
    head = json.dumps(_packed(value, arrays), separators=(",", ":")).encode()
    return zlib.compress(
        len(head).to_bytes(8, "little") + head + b"".join(each.tobytes() for each in arrays), 1
    )


def decode(data: bytes) -> Any:
    """The tally of some bytes.

    Args:
        data: What `encode` gave.

    Raises:
        ValueError: It is not that, or damaged.
    """
    try:
        raw = zlib.decompress(data)
        length = int.from_bytes(raw[:8], "little")
        head, body = json.loads(raw[8 : 8 + length]), raw[8 + length :]
        value, end = _unpacked(head, body, 0)
    except (zlib.error, LookupError, TypeError, AttributeError, ImportError) as error:
        raise ValueError(f"no tally: {error}") from error
    if end != len(body):
        raise ValueError("no tally: it is longer than it says")
    return value


def _packed(value: Any, arrays: list[np.ndarray[Any, Any]]) -> Any:
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iub":
        arrays.append(np.ascontiguousarray(value))
        return {_ARRAY: [value.dtype.str, list(value.shape)]}
    if isinstance(value, np.ndarray) and value.dtype.kind == "O":  # whole numbers of more than 64 bits
        return {_WIDE: [_packed(value.ravel().tolist(), arrays), list(value.shape)]}
    if isinstance(value, tuple):
        return {_TUPLE: [_packed(each, arrays) for each in value]}
    if isinstance(value, list):
        return [_packed(each, arrays) for each in value]
    if isinstance(value, dict):
        return {_PAIRS: [[_packed(key, arrays), _packed(each, arrays)] for key, each in value.items()]}
    if dataclasses.is_dataclass(value):
        kind = type(value)
        fields = {each.name: _packed(getattr(value, each.name), arrays) for each in dataclasses.fields(value)}
        return {_CLASS: f"{kind.__module__}:{kind.__qualname__}", _FIELDS: fields}
    raise TypeError(f"{type(value).__qualname__} cannot be kept")


def _unpacked(head: Any, body: bytes, at: int) -> tuple[Any, int]:
    """A part of the value, and where in the body the arrays go on."""
    if isinstance(head, list):
        return _listed(head, body, at)
    if not isinstance(head, dict):
        return head, at
    if _ARRAY in head:
        dtype, shape = np.dtype(head[_ARRAY][0]), head[_ARRAY][1]
        end = at + dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        if end > len(body):
            raise ValueError("no tally: it ends in the middle")
        return np.frombuffer(body[at:end], dtype).reshape(shape).copy(), end
    if _WIDE in head:
        return np.array(head[_WIDE][0], object).reshape(head[_WIDE][1]), at
    if _TUPLE in head:
        parts, at = _listed(head[_TUPLE], body, at)
        return tuple(parts), at
    if _PAIRS in head:
        pairs, at = _listed(head[_PAIRS], body, at)
        return dict(pairs), at
    fields = {}
    for name, part in head[_FIELDS].items():
        fields[name], at = _unpacked(part, body, at)
    return _class(head[_CLASS])(**fields), at


def _listed(parts: list[Any], body: bytes, at: int) -> tuple[list[Any], int]:
    found = []
    for part in parts:
        value, at = _unpacked(part, body, at)
        found.append(value)
    return found, at


def _class(name: str) -> Any:
    """The dataclass of a name: one of this package, or of a module that is loaded already."""
    module, _, path = name.partition(":")
    found: Any = import_module(module) if module.startswith(_PACKAGE) else sys.modules[module]
    for part in path.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and dataclasses.is_dataclass(found)):
        raise TypeError(f"{name} is no dataclass")
    return found
