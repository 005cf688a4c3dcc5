"""JSON that people read too: what fits on a line stands on one, and long lists are wrapped like words."""

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from analyzer.stats.estimate import Estimate

_WIDTH = 110
_STEP = 2


def json_text(result: Mapping[str, Any]) -> str:
    """A study's public object as JSON.

    Args:
        result: The object; estimates in it are written as {"mean", "low", "high"}.

    Returns:
        JSON with the keys in the order given, each key of the object on a line of its own. Below that, lists and
        objects that fit on a line stand on one; longer lists of numbers and texts fill lines. What is not a finite
        number is written as null, since JSON has no word for it.
    """
    return _broken(_plain(result), 0) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        value = value.as_dict()
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _text(value: Any, indent: int, taken: int) -> str:
    """A value whose first line has `taken` columns left of it; lines below are indented by at least `indent`."""
    if not isinstance(value, dict | list) or not value:
        return _line(value)
    # What has more parts than a line has room for need not be written out to see that it is too long.
    if len(value) * _STEP < _WIDTH:
        line = _line(value)
        if taken + len(line) < _WIDTH:
            return line
    return _broken(value, indent)


def _broken(value: Any, indent: int) -> str:
    if not value:
        return _line(value)
    inner = indent + _STEP
    if isinstance(value, dict):
        keys = [f"{_line(key)}: " for key in value]
        parts = [
            key + _text(part, inner, inner + len(key)) for key, part in zip(keys, value.values(), strict=True)
        ]
    elif any(isinstance(part, dict | list) for part in value):
        parts = [_text(part, inner, inner) for part in value]
    else:
        return _framed("[]", _filled([_line(part) for part in value], inner), indent)
    return _framed("{}" if isinstance(value, dict) else "[]", [f"{part}," for part in parts], indent)


def _filled(words: Sequence[str], indent: int) -> list[str]:
    """Puts as many words on each line as fit, with a comma behind each."""
    lines: list[str] = []
    line: list[str] = []
    length = indent
    for word in words:
        if line and length + len(word) + 1 > _WIDTH:
            lines.append(" ".join(line))
            line, length = [], indent
        line.append(f"{word},")
        length += len(word) + 2
    return [*lines, " ".join(line)]


def _framed(signs: str, lines: Sequence[str], indent: int) -> str:
    """Lines with their commas, the last one's taken away, between two brackets."""
    space = " " * (indent + _STEP)
    body = "\n".join(space + line for line in lines).removesuffix(",")
    return f"{signs[0]}\n{body}\n{' ' * indent}{signs[1]}"
