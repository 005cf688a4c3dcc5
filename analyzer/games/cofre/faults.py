"""Tells what a policy of the user's own did wrong in a game: where it failed, or what was legal instead."""

from collections.abc import Callable
from typing import Any

from analyzer.errors import UserError
from analyzer.games import pluginfaults
from analyzer.games.cofre.cards import TREASURE, TREASURE_NAME
from analyzer.games.cofre.kernel.state import FAULT
from analyzer.games.cofre.policy_list import EVERY_POLICY, POLICY_NUMBERS
from analyzer.games.cofre.rules import SCHEMA, types_of
from analyzer.games.cofre.setup import KernelInput
from analyzer.games.pluginfaults import either, number_in_words
from analyzer.games.protocol import PolicyFailed, Setup


def found(
    given: KernelInput, setup: Setup, seed: int, game: int, error: Exception | None = None
) -> Exception | None:
    """What went wrong in the last game that the kernel played, if something did.

    Args:
        given: What the kernel was given, as it left it.
        setup: Rules and policies.
        seed: The run's seed.
        game: The game's number.
        error: What came out of the kernel, if something did.

    Returns:
        The error to raise: one for the user if a policy of their own is to blame, else `error`; or None.
    """
    return _fault(
        given,
        setup,
        f"game {game}",
        error,
        lambda what, seat: pluginfaults.failed(what, SCHEMA, setup, seed, game, seat),
    )


def found_elsewhere(
    given: KernelInput, setup: Setup, where: str, error: Exception | None = None
) -> Exception | None:
    """What went wrong in a game that no command shows, if something did.

    Args:
        given: What the kernel was given, with that game's records as the kernel left them.
        setup: Rules and policies.
        where: Which game it is, in words ("world 3 of the position").
        error: What came out of the kernel, if something did.

    Returns:
        As `found`.
    """
    return _fault(
        given,
        setup,
        where,
        error,
        lambda what, seat: pluginfaults.failed_elsewhere(what, setup, seat),
    )


def _fault(
    given: KernelInput,
    setup: Setup,
    where: str,
    error: Exception | None,
    failed: Callable[[str, int], PolicyFailed],
) -> Exception | None:
    """The error to raise, see `found`; `failed` makes one of what a policy did, and of its seat."""
    table = given.tables[0]
    seat = int(table["seat"])
    if isinstance(error, UserError) or (error is not None and setup.policies[seat].name in POLICY_NUMBERS):
        return error
    when = f"in {where}, round {table['round_number']}, in seat {seat}"
    if error is not None:
        return failed(f"failed {when}: {_failure(given, setup, seat, error)}", seat)
    if table["phase"] != FAULT:
        return None
    wrong = _wrong_choice(table, seat, int(given.hiddens[0]["answer"]), setup)
    return failed(f"broke the rules {when}: {wrong}", seat)


def _failure(given: KernelInput, setup: Setup, seat: int, error: Exception) -> str:
    plugin = EVERY_POLICY.playing(setup.policies[seat].name)
    return pluginfaults.failure(
        plugin,
        "choose",
        given.tables[:1],
        given.policies["parameters"][0, seat, : len(plugin.parameters)],
        given.hiddens["streams"][0, seat],
        error,
    )


def _wrong_choice(table: Any, seat: int, choice: int, setup: Setup) -> str:
    types = types_of(setup.rules)
    legal = [f"{number} ({name})" for number, name in enumerate(types)]
    if choice == TREASURE:
        return f"it chose the treasure card, which it has used, but it may choose {either(legal)}"
    if table["has_treasure"][seat]:
        legal.append(f"{TREASURE} ({TREASURE_NAME})")
    return (
        f"it chose type {number_in_words(choice)} (there is no such type), but it may choose {either(legal)}"
    )
