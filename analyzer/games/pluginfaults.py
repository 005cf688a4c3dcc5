"""Tells what a policy of the user's own did wrong in a game; the words for its decisions are the game's."""

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from analyzer.games import plugincode, pluginfile
from analyzer.games.again import rules_difference, trace_command
from analyzer.games.plugins import Plugin
from analyzer.games.protocol import PolicyFailed, Setup
from analyzer.games.rulesfile import RulesSchema
from analyzer.games.settings import shown

_SHOWN_NUMBER = 1000


def failed(what: str, schema: RulesSchema, setup: Setup, seed: int, game: int, seat: int) -> PolicyFailed:
    """The error for the user.

    Args:
        what: What the policy of that seat did, in words.
        schema: What rules the game has.
        setup: Rules and policies.
        seed: The run's seed.
        game: The game's number.
        seat: The policy's seat.

    Returns:
        An error that names policy and fault, and how to see the game, or why no command shows it.
    """
    how = f"To see the game: {trace_command(schema, setup, seed, game)}"
    if setup.dealt_like is not None:
        # A command that names the changed rules would deal other cards.
        changes = ", ".join(rules_difference(schema, setup.rules))
        how = (
            f"No command shows this game: its rules{f' ({changes})' if changes else ''} were dealt the cards of other "
            "rules that they are held against."
        )
    return PolicyFailed(f"Policy {shown(setup.policies[seat].canonical)} {what}.\n{how}")


def failed_elsewhere(what: str, setup: Setup, seat: int) -> PolicyFailed:
    """The same for a game that no command shows.

    Args:
        what: What the policy of that seat did, in words.
        setup: Rules and policies.
        seat: The policy's seat.

    Returns:
        An error that names policy and fault.
    """
    return PolicyFailed(f"Policy {shown(setup.policies[seat].canonical)} {what}.")


def failure(
    plugin: Plugin, decision: str, observation: Any, parameters: Any, stream: Any, error: Exception
) -> str:
    """An error that a policy's function raised, with its place.

    Args:
        plugin: The policy.
        decision: The name of its function.
        observation: What it was shown: an array of one record.
        parameters: float64, the parameters that its functions see.
        stream: Its random stream as it was left.
        error: What came out of the kernel.

    Returns:
        A few words.
    """
    function = plugin.functions[decision]
    code = plugincode.plain_function(function).__code__
    place = pluginfile.last_place(error) or _place_in_python(function, observation, parameters, stream, error)
    return f"{pluginfile.described(error)} ({place or f'{decision}, {pluginfile.place(code.co_filename, None)}'})"


def _place_in_python(function: Any, observation: Any, parameters: Any, stream: Any, error: Exception) -> str:
    """Compiled code does not say in which line an index was out of bounds; the same in plain Python does."""
    with warnings.catch_warnings(), np.errstate(divide="raise", over="ignore"):
        warnings.simplefilter("ignore")
        try:
            plugincode.in_python(function)(observation.copy()[0], parameters.copy(), stream.copy())
        except Exception as again:  # whatever the user's code does
            alike = isinstance(again, (type(error), FloatingPointError))
            return pluginfile.last_place(again) if alike else ""
    return ""


def number_in_words(number: int) -> str:
    """A number as it can stand in a message, however large."""
    return str(number) if abs(number) < _SHOWN_NUMBER else "a huge number"


def either(words: Iterable[str]) -> str:
    """Words as a choice: "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
