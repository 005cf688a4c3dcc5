"""Tells what a policy of the user's own did wrong in a game: where it failed, or what was legal instead."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from analyzer.core.cardset import unpacked
from analyzer.errors import UserError
from analyzer.games import plugincode, pluginfaults
from analyzer.games.hollander.cards import KIND_NAMES, LAID
from analyzer.games.hollander.kernel.reading import shared_zones
from analyzer.games.hollander.kernel.state import (
    FAULT,
    PIRATE_CHOICE,
    PLAY,
    SEATS,
    SWAP,
    WORMHOLE_CHOICE,
)
from analyzer.games.hollander.policy_list import EVERY_POLICY, POLICY_NUMBERS
from analyzer.games.hollander.rules import SCHEMA
from analyzer.games.hollander.setup import KernelInput, own_parameters
from analyzer.games.pluginfaults import either, number_in_words
from analyzer.games.protocol import PolicyFailed, Setup

_DECISIONS = {SWAP: "swap", PLAY: "play", WORMHOLE_CHOICE: "wormhole", PIRATE_CHOICE: "pirate"}
_ZONES = ("hand", "battle", "final")


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


def found_in_world(
    given: KernelInput, setup: Setup, world: int, error: Exception | None = None
) -> Exception | None:
    """What went wrong in a game that went on from a position, if something did.

    Args:
        given: What the kernel was given, with that game's records as the kernel left them.
        setup: Rules and policies.
        world: The number of the position's world.
        error: What came out of the kernel, if something did.

    Returns:
        As `found`.
    """
    return _fault(
        given,
        setup,
        f"world {world} of the position",
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
    if error is not None:
        return failed(f"failed {_when(table, where, seat)}: {_failure(given, setup, seat, error)}", seat)
    if table["phase"] != FAULT:
        return None
    seen = given.tables[1]  # as it was before the answer
    answer = [int(number) for number in given.hiddens[0]["answer"]]
    broken = _BROKEN[int(seen["phase"])](seen, answer)
    return failed(f"broke the rules {_when(seen, where, seat)}: {broken}", seat)


def _when(table: Any, where: str, seat: int) -> str:
    turn = "before the first turn" if table["phase"] == SWAP else f"turn {table['turn']}"
    return f"in {where}, {turn}, in seat {seat}"


def _failure(given: KernelInput, setup: Setup, seat: int, error: Exception) -> str:
    plugin = EVERY_POLICY.playing(setup.policies[seat].name)
    return pluginfaults.failure(
        plugin,
        _DECISIONS[int(given.tables[0]["phase"])],
        given.tables[:1],
        given.policies["parameters"][0, seat, : own_parameters(plugin)],
        given.hiddens["streams"][0, SEATS + seat],
        error,
    )


def _wrong_play(seen: Any, answer: list[int]) -> str:
    kind, count = answer[:2]
    playable = Counter(unpacked(int(seen["playable"])))
    legal = [
        f"{KIND_NAMES[each]} x 1" + (f" to {most}" if most > 1 else "") for each, most in playable.items()
    ]
    return f"it played {_kind(kind)} x {number_in_words(count)}, but it may play {either(legal)}"


def _wrong_swap(seen: Any, answer: list[int]) -> str:
    seat = int(seen["seat"])
    own = _cards(int(seen["battle"][seat]) + int(seen["hand"]))
    laid = _cards(answer[0] % 2**64)
    return f"it laid {laid or 'nothing'} as battle cards, but it must lay {LAID} of its cards {own}"


def _wrong_wormhole(seen: Any, answer: list[int]) -> str:
    others = [str(seat) for seat in range(int(seen["players"])) if seat != int(seen["seat"])]
    return f"it named seat {number_in_words(answer[0])}, but it may name {either(others)}"


def _wrong_pirate(seen: Any, answer: list[int]) -> str:
    other, zone, gives, gets = answer
    own = int(seen["seat"])
    zone_name = _ZONES[zone] if 0 <= zone < len(_ZONES) else f"zone {number_in_words(zone)}"
    legal = []
    for seat in range(int(seen["players"])):
        zones = 0 if seat == own else int(plugincode.in_python(shared_zones)(seen, seat))
        names = [name for index, name in enumerate(_ZONES) if zones >> index & 1]
        if names:
            legal.append(f"{either(names)} with seat {seat}")
    cards = f"its hand is {_cards(int(seen['hand']))}, its battle cards {_cards(int(seen['battle'][own])) or 'none'}"
    if 0 <= other < int(seen["players"]) and other != own:
        cards += f", theirs {_cards(int(seen['battle'][other])) or 'none'}"
    what = f"it exchanged {_kind(gives)} for {_kind(gets)} in {zone_name} with seat {number_in_words(other)}"
    return f"{what}, but it may exchange in {'; '.join(legal)}; or decline; {cards}"


_BROKEN = {
    PLAY: _wrong_play,
    SWAP: _wrong_swap,
    WORMHOLE_CHOICE: _wrong_wormhole,
    PIRATE_CHOICE: _wrong_pirate,
}


def _kind(kind: int) -> str:
    return (
        KIND_NAMES[kind]
        if 0 <= kind < len(KIND_NAMES)
        else f"kind {number_in_words(kind)} (there is no such kind)"
    )


def _cards(card_set: int) -> str:
    cards = [KIND_NAMES[kind] for kind in unpacked(card_set)]
    return " ".join(cards) if len(cards) <= 2 * LAID else f"{len(cards)} cards"
