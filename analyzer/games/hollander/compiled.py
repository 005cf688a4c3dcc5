"""Compiles the policies of users' own, so that the kernel can call them."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games import plugincode, pluginfile, pluginproblem
from analyzer.games.hollander.kernel import adapter
from analyzer.games.hollander.kernel.plugin import SIGNATURE
from analyzer.games.hollander.kernel.state import TABLE
from analyzer.games.plugins import Plugin

_PACKAGE = "analyzer.games.hollander"
_ARGUMENTS = (
    numba.from_dtype(TABLE),
    types.Array(types.float64, 1, "C", readonly=True),
    types.uint64[::1],
)


class _Answer(NamedTuple):
    numbers: int
    words: str


_ANSWERS = {
    "play": _Answer(2, "two whole numbers, kind and count"),
    "wormhole": _Answer(1, "one whole number, a seat"),
    "pirate": _Answer(4, "four whole numbers (other seat, zone, kind given, kind got) or DECLINE"),
    "swap": _Answer(1, "a card set, which is one whole number"),
}
DECISIONS = tuple(_ANSWERS)
"""What a policy can decide, by the names of its functions."""

_lock = threading.Lock()
_ready: dict[tuple[Any, ...], Any] = {}


def decide_function(plugin: Plugin, parameters: int) -> Any:
    """The function through which the kernel asks a policy.

    Args:
        plugin: The policy.
        parameters: How many parameters its functions see.

    Returns:
        A function of the signature `kernel.plugin.SIGNATURE`; the same one for the same functions.

    Raises:
        UserError: It cannot be compiled, or its functions return the wrong things.
    """
    key = (*(plugin.functions.get(name) for name in DECISIONS), parameters)
    with _lock:
        if key not in _ready:
            _ready[key] = _made(plugin, parameters)
        return _ready[key]


def _made(plugin: Plugin, parameters: int) -> Any:
    if JIT_IS_ON:
        parts: dict[str, Any] = {"parameter_count": parameters, **plugin.functions}
        return plugincode.compiled(adapter.decide, SIGNATURE, parts, _PACKAGE, _check_answers)
    guarded = {name: _guarded(name, function) for name, function in plugin.functions.items()}
    plugincode.interpreted(adapter.decide, plugin.functions)
    return plugincode.interpreted(adapter.decide, {"parameter_count": parameters, **guarded})


def _check_answers(parts: Mapping[str, Any]) -> None:
    """Refuses functions that return something else than what they are for."""
    for name, answer in _ANSWERS.items():
        if name in parts:
            function = parts[name]
            function.compile(_ARGUMENTS)
            returned = function.overloads[_ARGUMENTS].signature.return_type
            if not _is_right(returned, answer.numbers):
                what = pluginproblem.type_in_words(returned)
                raise UserError(f"{_place(function)}: {name} returns {what}; it must return {answer.words}.")


def _is_right(returned: Any, numbers: int) -> bool:
    if numbers == 1:
        return isinstance(returned, types.Integer)
    return (
        isinstance(returned, types.BaseTuple)
        and len(returned) == numbers
        and all(isinstance(part, types.Integer) for part in returned)
    )


def _guarded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same check where nothing is compiled: at every answer."""
    answer = _ANSWERS[name]

    def ask(observation: Any, parameters: Any, stream: Any) -> Any:
        with np.errstate(divide="raise"):  # compiled code raises as well
            returned = function(observation, parameters, stream)
        parts = (returned,) if answer.numbers == 1 else returned
        if not isinstance(parts, tuple) or len(parts) != answer.numbers or not all(map(_is_whole, parts)):
            raise UserError(
                f"{_place(function)}: {name} returns {returned!r}; it must return {answer.words}."
            )
        return returned

    return ask


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _place(function: Any) -> str:
    code = plugincode.plain_function(function).__code__
    return pluginfile.place(code.co_filename, code.co_firstlineno)
