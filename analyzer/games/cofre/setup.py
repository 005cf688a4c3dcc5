"""From rules and policies to the records that the kernel reads."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.cofre.cards import LINE, MOST_PLAYERS, card
from analyzer.games.cofre.kernel.numbers import (
    EQUILIBRIUM,
    INSIDE_PARAMETERS,
    INSIDE_POLICY,
    PLAYOUTS,
    PLUGIN,
)
from analyzer.games.cofre.kernel.plugin import nothing
from analyzer.games.cofre.kernel.state import HIDDEN, NOBODY, POLICIES, TABLE
from analyzer.games.cofre.policy_list import EVERY_POLICY, POLICY_NUMBERS, SEARCH
from analyzer.games.cofre.policy_list import POLICIES as POLICIES_BY_NAME
from analyzer.games.cofre.rules import cards_of, per_seat, stars_of, types_of
from analyzer.games.policyspec import Parameter, PolicySpec
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
    """

    tables: npt.NDArray[Any]
    hiddens: npt.NDArray[Any]
    policies: npt.NDArray[Any]
    plugins: tuple[Any, ...]


def kernel_input(setup: Setup) -> KernelInput:
    """Fills in what the kernel reads.

    Args:
        setup: Rules and policies, already checked.

    Returns:
        The records.
    """
    tables = np.zeros(2, TABLE)
    hiddens = np.zeros(1, HIDDEN)
    fill_rules(tables[0], hiddens[0], setup.rules, setup.players, setup.dealt_like)
    policies = np.zeros(1, POLICIES)
    plugins = [nothing] * MOST_PLAYERS
    for seat, spec in enumerate(setup.policies):
        if spec.name == SEARCH:
            plugins[seat] = _fill_search(policies[0], seat, spec)
        elif spec.name in POLICY_NUMBERS:
            policies[0]["policy"][seat] = POLICY_NUMBERS[spec.name]
            _fill_parameters(policies[0], seat, POLICIES_BY_NAME[spec.name].parameters, spec)
        else:
            plugins[seat] = _fill_plugin(policies[0], seat, spec)
    if EQUILIBRIUM in policies[0]["policy"][: setup.players]:
        from analyzer.games.cofre.equilibrium import equilibrium  # imports scipy

        policies[0]["strategy"] = equilibrium(setup.rules, setup.players)
    return KernelInput(tables, hiddens, policies, tuple(plugins))


def deck_list(rules: Rules, dealt_like: Rules | None = None) -> tuple[int, ...]:
    """The chest cards in the order in which they come to be shuffled (C2).

    Args:
        rules: The rules.
        dealt_like: See `protocol.Setup`.

    Returns:
        The number of each card, type after type; with `dealt_like` that deck's cards, known by type and stars, but for
        those that this one has not, whose places are taken by the cards that it has instead.

    Raises:
        ValueError: The two decks are of different sizes.
    """
    if dealt_like is None:
        return cards_of(rules)
    own, like = _named_cards(rules), _named_cards(dealt_like)
    if len(own) != len(like):
        raise ValueError(f"a deck with {len(own) - len(like):+} cards cannot be dealt like the other one")
    coming = Counter(own) - Counter(like)
    going = Counter(like) - Counter(own)
    instead = iter([*coming.elements()])
    numbers = {name: kind for kind, name in enumerate(types_of(rules))}
    cards = []
    for each in like:
        is_gone = going[each] > 0
        going[each] -= is_gone
        name, stars = next(instead) if is_gone else each
        cards.append(card(numbers[name], stars))
    return tuple(cards)


def _named_cards(rules: Rules) -> list[tuple[str, int]]:
    """Type and stars of each card, type after type: the same in all decks, whatever their types' numbers."""
    return [(name, stars) for name in types_of(rules) for stars in stars_of(rules, name)]


def fill_rules(table: Any, hidden: Any, rules: Rules, players: int, dealt_like: Rules | None = None) -> None:
    """Fills in the rules of a run.

    Args:
        table: TABLE record, changed.
        hidden: HIDDEN record, changed.
        rules: The effective rules.
        players: Number of seats.
        dealt_like: See `protocol.Setup`.
    """
    types = types_of(rules)
    cards = deck_list(rules, dealt_like)
    gold = str(rules.options["gold_type"])
    table["players"] = players
    table["types"] = len(types)
    table["rounds"] = len(cards) // LINE
    table["deck_size"] = len(cards)
    table["gold_type"] = types.index(gold) if gold else NOBODY
    for kind, name in enumerate(types):
        table["deck_of"][kind] = len(stars_of(rules, name))
        table["deck_stars"][kind] = sum(stars_of(rules, name))
        for stars in stars_of(rules, name):
            hidden["deck_counts"][kind, stars] += 1
            table["most_stars"] = max(int(table["most_stars"]), stars)
    table["speed"][:players] = per_seat(rules, "speed", players)
    table["slip"][:players] = per_seat(rules, "slip", players)
    hidden["deck"][: len(cards)] = cards
    hidden["card_count"] = len(cards)
    hidden["speeds_differ"] = len(set(per_seat(rules, "speed", players))) > 1
    hidden["can_slip"] = any(per_seat(rules, "slip", players))


def _fill_parameters(
    policies: Any, seat: int, parameters: tuple[Parameter, ...], spec: PolicySpec, first: int = 0
) -> None:
    """The parameters reach the kernel as numbers in declared order, from a place on; a word as its index."""
    for place, (parameter, value) in enumerate(zip(parameters, spec.values, strict=True), first):
        number = parameter.words.index(str(value)) if parameter.words else float(value)
        policies["parameters"][seat, place] = number


def _fill_search(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in what `search` is told, the policy inside with its default parameters; returns the function to call."""
    from analyzer.games.cofre.kernel.search import decide  # compiles or loads it

    playouts, name = spec.values
    inside = POLICIES_BY_NAME[str(name)]
    policies["policy"][seat] = POLICY_NUMBERS[SEARCH]
    policies["parameters"][seat, PLAYOUTS] = playouts
    policies["parameters"][seat, INSIDE_POLICY] = POLICY_NUMBERS[inside.name]
    _fill_parameters(policies, seat, inside.parameters, inside.spec(), INSIDE_PARAMETERS)
    return decide


def _fill_plugin(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in its parameters; returns the function to call."""
    from analyzer.games.cofre.compiled import DECISIONS  # compiles

    plugin = EVERY_POLICY.playing(spec.name)
    policies["policy"][seat] = PLUGIN
    _fill_parameters(policies, seat, plugin.parameters, spec)
    return DECISIONS.function(plugin, len(plugin.parameters))
