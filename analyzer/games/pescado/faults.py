"""Tells what a policy of the user's own did wrong in a game: where it failed, or what was legal instead."""

from collections.abc import Callable
from typing import Any

import numpy as np

from analyzer.errors import UserError
from analyzer.games import pluginfaults
from analyzer.games.pescado.cards import CARD_NAMES, CARDS, STAR, B, J, cards_of, names_of
from analyzer.games.pescado.kernel.state import FAULT, SEATS
from analyzer.games.pescado.policy_list import EVERY_POLICY, POLICY_NUMBERS
from analyzer.games.pescado.rules import SCHEMA
from analyzer.games.pescado.setup import KernelInput
from analyzer.games.pluginfaults import either, number_in_words
from analyzer.games.protocol import PolicyFailed, Setup

_SHOWN_SETS = 4


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
    card, chosen = (int(number) for number in given.hiddens[0]["answer"])
    return failed(f"broke the rules {when}: {_wrong_play(table, card, chosen)}", seat)


def _failure(given: KernelInput, setup: Setup, seat: int, error: Exception) -> str:
    plugin = EVERY_POLICY.playing(setup.policies[seat].name)
    return pluginfaults.failure(
        plugin,
        "play",
        given.tables[:1],
        given.policies["parameters"][0, seat, : len(plugin.parameters)],
        given.hiddens["streams"][0, SEATS + seat],
        error,
    )


def _wrong_play(table: Any, card: int, chosen: int) -> str:
    hand, lying = int(table["hand"]), int(table["table"])
    named = CARD_NAMES[card] if 0 <= card < CARDS else f"card {number_in_words(card)} (there is no such card)"
    own = ", ".join(names_of(hand))
    if not 0 <= card < CARDS or not hand >> card & 1:
        return f"it played {named}, but its hand is {own}"
    captured = _cards(chosen)
    there = f"the table is {_cards(lying)}"
    unknown = chosen % 2**64 >> CARDS
    if unknown or chosen & ~lying:
        outside = "something that is no card" if unknown else _cards(chosen & ~lying)
        return f"it played {named} and captured {outside}, but {there}"
    if card == STAR:
        return f"it played * and captured {captured}, but with * it must take just one card of the table: {there}"
    if card in (J, B):
        return f"it played {named} and captured {captured}, but {named} captures nothing"
    legal = [_cards(each) for each in _captures(lying, card)]
    if not legal:
        return f"it played {named} and captured {captured}, but nothing makes 15 with it: {there}"
    more = [*legal[:_SHOWN_SETS], *(["others"] if len(legal) > _SHOWN_SETS else [])]
    does = "captured nothing" if not chosen else f"captured {captured}"
    return f"it played {named} and {does}, but with {named} it must capture {either(more)}"


def _captures(table: int, card: int) -> list[int]:
    """Some of the sets that a card captures."""
    from analyzer.games.pescado.kernel.listing import list_captures

    sets = np.zeros(_SHOWN_SETS + 1, np.uint64)
    found = list_captures(np.uint64(table), np.int64(card), sets, np.int64(0), np.int64(len(sets)))
    return [int(each) for each in sets[:found]]


def _cards(card_set: int) -> str:
    return " + ".join(CARD_NAMES[card] for card in cards_of(card_set)) or "nothing"
