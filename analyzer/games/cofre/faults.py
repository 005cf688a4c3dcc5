"""Tells what a policy of the user's own did wrong in a game: where it failed, or what was legal instead."""

from typing import Any

from analyzer.errors import UserError
from analyzer.games import pluginfaults
from analyzer.games.cofre.cards import TREASURE, TREASURE_NAME
from analyzer.games.cofre.kernel.state import FAULT
from analyzer.games.cofre.policy_list import EVERY_POLICY, POLICY_NUMBERS
from analyzer.games.cofre.rules import SCHEMA, types_of
from analyzer.games.cofre.setup import KernelInput
from analyzer.games.pluginfaults import either, number_in_words
from analyzer.games.protocol import Setup


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
    table = given.tables[0]
    seat = int(table["seat"])
    if isinstance(error, UserError) or (error is not None and setup.policies[seat].name in POLICY_NUMBERS):
        return error
    where = f"in game {game}, round {table['round_number']}, in seat {seat}"
    if error is not None:
        what = f"failed {where}: {_failure(given, setup, seat, error)}"
    elif table["phase"] == FAULT:
        what = (
            f"broke the rules {where}: {_wrong_choice(table, seat, int(given.hiddens[0]['answer']), setup)}"
        )
    else:
        return None
    return pluginfaults.failed(what, SCHEMA, setup, seed, game, seat)


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
