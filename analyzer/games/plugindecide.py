"""Makes the functions of a user's own policy into the one function through which a game's kernel asks it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from analyzer.core.jit import JIT_IS_ON
from analyzer.errors import UserError
from analyzer.games import plugincode, pluginfile, pluginproblem
from analyzer.games.plugins import Plugin


@dataclass(frozen=True)
class Answer:
    """What a function of an author must return.

    Attributes:
        numbers: How many whole numbers.
        words: The same in words, to follow "it must return".
    """

    numbers: int
    words: str


class Decisions:
    """The decisions of a game that policies of users' own can make; each policy is compiled once.

    Attributes:
        answers: What each decision's function returns, by the decisions' names.
    """

    def __init__(
        self,
        adapter: Callable[..., Any],
        signature: Any,
        observation: np.dtype[Any],
        package: str,
        answers: Mapping[str, Answer],
    ) -> None:
        """Knows how a game's kernel asks.

        Args:
            adapter: The function that the kernel calls; the decisions' functions are globals of its module.
            signature: Its numba signature.
            observation: The record that the decisions' functions are given.
            package: The game's package: its sources are part of what is compiled.
            answers: See above.
        """
        self.answers = answers
        self._adapter = adapter
        self._signature = signature
        self._package = package
        self._arguments = (
            numba.from_dtype(observation),
            types.Array(types.float64, 1, "C", readonly=True),
            types.uint64[::1],
        )
        self._lock = threading.Lock()
        self._ready: dict[tuple[Any, ...], Any] = {}

    def function(self, plugin: Plugin, parameters: int) -> Any:
        """The function through which the kernel asks a policy.

        Args:
            plugin: The policy.
            parameters: How many parameters its functions see.

        Returns:
            A function of the adapter's signature; the same one for the same functions.

        Raises:
            UserError: It cannot be compiled, or its functions return the wrong things.
        """
        key = (*(plugin.functions.get(name) for name in self.answers), parameters)
        with self._lock:
            if key not in self._ready:
                self._ready[key] = self._made(plugin, parameters)
            return self._ready[key]

    def _made(self, plugin: Plugin, parameters: int) -> Any:
        if JIT_IS_ON:
            parts: dict[str, Any] = {"parameter_count": parameters, **plugin.functions}
            return plugincode.compiled(
                self._adapter, self._signature, parts, self._package, self._check_answers
            )
        guarded = {
            name: _guarded(name, function, self.answers[name]) for name, function in plugin.functions.items()
        }
        plugincode.interpreted(self._adapter, plugin.functions)
        return plugincode.interpreted(self._adapter, {"parameter_count": parameters, **guarded})

    def _check_answers(self, parts: Mapping[str, Any]) -> None:
        """Refuses functions that return something else than what they are for."""
        for name, answer in self.answers.items():
            if name in parts:
                function = parts[name]
                function.compile(self._arguments)
                returned = function.overloads[self._arguments].signature.return_type
                if not _is_right(returned, answer.numbers):
                    what = pluginproblem.type_in_words(returned)
                    raise UserError(
                        f"{_place(function)}: {name} returns {what}; it must return {answer.words}."
                    )


def _is_right(returned: Any, numbers: int) -> bool:
    if numbers == 1:
        return isinstance(returned, types.Integer)
    return (
        isinstance(returned, types.BaseTuple)
        and len(returned) == numbers
        and all(isinstance(part, types.Integer) for part in returned)
    )


def _guarded(name: str, function: Callable[..., Any], answer: Answer) -> Callable[..., Any]:
    """The same check where nothing is compiled: at every answer."""

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
