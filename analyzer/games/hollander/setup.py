"""From rules and policies to the records and arrays that the kernel reads."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.core.cardset import EVERY_KIND, KINDS, packed
from analyzer.games.hollander.cards import (
    CREW_RANKS,
    HOLLANDER,
    KIND_NAMES,
    KRAKEN,
    MOST_PLAYERS,
    PIRATE,
    WORMHOLE,
)
from analyzer.games.hollander.kernel.numbers import (
    INSIDE_PARAMETERS,
    INSIDE_POLICY,
    INSIDE_SWAP,
    PLAYOUTS,
    PLUGIN,
)
from analyzer.games.hollander.kernel.plugin import nothing
from analyzer.games.hollander.kernel.state import HIDDEN, POLICIES, TABLE
from analyzer.games.hollander.kernel.swaps import SWAP_RULES
from analyzer.games.hollander.policy_list import EVERY_POLICY, POLICY_NUMBERS, SEARCH
from analyzer.games.hollander.policy_list import POLICIES as POLICIES_BY_NAME
from analyzer.games.plugins import Plugin
from analyzer.games.policyspec import PolicySpec
from analyzer.games.protocol import Setup
from analyzer.games.rulesfile import Rules


@dataclass(frozen=True)
class KernelInput:
    """What every call of the kernel takes, made afresh for each call: threads share nothing.

    Attributes:
        tables: TABLE, shape (2,), the rules filled in the first; the second is what plug-ins are shown.
        hiddens: HIDDEN, shape (1,).
        policies: POLICIES, shape (1,).
        plugins: One function per seat, see `kernel.plugin`.
        deck: int8, kinds before shuffling, see `deck_list`.
    """

    tables: npt.NDArray[Any]
    hiddens: npt.NDArray[Any]
    policies: npt.NDArray[Any]
    plugins: tuple[Any, ...]
    deck: npt.NDArray[np.int8]


def kernel_input(setup: Setup) -> KernelInput:
    """Fills in what the kernel reads.

    Args:
        setup: Rules and policies, already checked.

    Returns:
        The records and the deck.
    """
    deck = deck_list(setup.rules, setup.dealt_like)
    tables = np.zeros(2, TABLE)
    hiddens = np.zeros(1, HIDDEN)
    _fill_rules(tables[0], setup.rules, deck)
    tables[0]["players"] = setup.players
    policies = np.zeros(1, POLICIES)
    plugins = [nothing] * MOST_PLAYERS
    for seat, spec in enumerate(setup.policies):
        if spec.name == SEARCH:
            plugins[seat] = _fill_search(policies[0], seat, spec)
        elif spec.name in POLICY_NUMBERS:
            _fill_policy(policies[0], seat, spec)
        else:
            plugins[seat] = _fill_plugin(policies[0], seat, spec)
    return KernelInput(tables, hiddens, policies, tuple(plugins), deck)


def deck_list(rules: Rules, dealt_like: Rules | None = None) -> npt.NDArray[np.int8]:
    """The kinds of all cards of a deck, in the order in which they come to be shuffled (H1).

    Args:
        rules: The rules.
        dealt_like: See `protocol.Setup`.

    Returns:
        int8, shape (cards in the deck,): crew from the lowest rank up, then the specials by number; with `dealt_like`
        that deck's cards, but for those that this one has not, whose places are taken by the cards that it has instead.

    Raises:
        ValueError: The two decks are of different sizes.
    """
    if dealt_like is None:
        return np.repeat(np.arange(KINDS, dtype=np.int8), _copies(rules))
    missing = _copies(rules) - _copies(dealt_like)
    if missing.sum() != 0:
        raise ValueError(f"a deck with {missing.sum():+} cards cannot be dealt like the other one")
    deck = deck_list(dealt_like)
    gone = [
        place for kind in range(KINDS) for place in np.flatnonzero(deck == kind)[: max(-missing[kind], 0)]
    ]
    deck[gone] = np.repeat(np.arange(KINDS, dtype=np.int8), np.maximum(missing, 0))
    return deck


def _copies(rules: Rules) -> npt.NDArray[np.int64]:
    """Copies of each kind, by number."""
    return np.array([rules.deck.get(name, 0) for name in KIND_NAMES], np.int64)


def _fill_rules(table: Any, rules: Rules, deck: npt.NDArray[np.int8]) -> None:
    options = rules.options
    captain = int(deck[deck < CREW_RANKS].max())  # H1
    not_poker = [HOLLANDER, KRAKEN] if options["poker_of_specials"] else range(HOLLANDER, KRAKEN + 1)  # H26
    clearing = [
        kind
        for kind, key in ((WORMHOLE, "wormhole_clears_reference"), (PIRATE, "pirate_clears_reference"))
        if options[key]  # H16
    ]
    table["captain"] = captain
    table["deck"] = packed(deck.tolist())
    table["deck_size"] = len(deck)
    table["hand_goal"] = options["hand_size"]
    table["poker_size"] = options["poker_size"]
    table["poker_kinds"] = EVERY_KIND & ~packed(not_poker)
    table["turn_limit"] = options["turn_limit"]
    table["refills_mid_turn"] = options["refill_mid_turn"]
    table["clearing_kinds"] = packed(clearing)
    table["ghosts_skip_on_ghosts"] = options["hollander_on_hollander_skips"]
    table["mutiny_first_max"] = options["mutiny_first_max"]


def _fill_policy(policies: Any, seat: int, spec: PolicySpec) -> None:
    """The parameters reach the kernel as numbers in declared order, a word as its index; the swap goes its own way."""
    policies["play"][seat] = POLICY_NUMBERS[spec.name]
    place = 0
    for parameter, value in zip(POLICIES_BY_NAME[spec.name].parameters, spec.values, strict=True):
        if parameter.name == "swap":
            policies["swap"][seat] = SWAP_RULES.index(str(value))
            continue
        number = parameter.words.index(str(value)) if parameter.words else float(value)
        policies["parameters"][seat, place] = number
        place += 1


def _fill_search(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in what `search` is told, the policy inside with its default parameters; returns the function to call."""
    from analyzer.games.hollander.kernel.search import decide  # compiles or loads it

    playouts, name, swap = spec.values
    inside = np.zeros(1, POLICIES)
    _fill_policy(inside[0], 0, POLICIES_BY_NAME[str(name)].spec())
    policies["play"][seat] = PLUGIN
    policies["swap"][seat] = PLUGIN if swap == SEARCH else SWAP_RULES.index(str(swap))
    told = policies["parameters"][seat]
    told[PLAYOUTS] = playouts
    told[INSIDE_POLICY] = inside["play"][0, 0]
    told[INSIDE_SWAP] = inside["swap"][0, 0]
    told[INSIDE_PARAMETERS:] = inside["parameters"][0, 0, : len(told) - INSIDE_PARAMETERS]
    return decide


def _fill_plugin(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Its parameters in declared order, a word as its index, but for the swap rule; returns the function to call."""
    from analyzer.games.hollander.compiled import DECISIONS  # compiles

    plugin = EVERY_POLICY.playing(spec.name)
    policies["play"][seat] = policies["swap"][seat] = PLUGIN
    count = own_parameters(plugin)
    for place, value in enumerate(spec.values):
        if place == count:
            policies["swap"][seat] = SWAP_RULES.index(str(value))
            continue
        words = plugin.parameters[place].words
        policies["parameters"][seat, place] = words.index(str(value)) if words else float(value)
    return DECISIONS.function(plugin, count)


def own_parameters(plugin: Plugin) -> int:
    """How many parameters its author declared: all but the last one, if that is the swap rule."""
    return len(plugin.parameters) - ("swap" not in plugin.functions)
