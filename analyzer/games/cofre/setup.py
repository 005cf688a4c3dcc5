"""From rules and policies to the records that the kernel reads."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.cofre.cards import LINE, MOST_PLAYERS, card
from analyzer.games.cofre.kernel.numbers import EQUILIBRIUM, PLUGIN
from analyzer.games.cofre.kernel.plugin import nothing
from analyzer.games.cofre.kernel.state import HIDDEN, NOBODY, POLICIES, TABLE
from analyzer.games.cofre.policy_list import EVERY_POLICY, POLICY_NUMBERS
from analyzer.games.cofre.policy_list import POLICIES as POLICIES_BY_NAME
from analyzer.games.cofre.rules import per_seat, stars_of, types_of
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
    _fill_rules(tables[0], hiddens[0], setup.rules, setup.players)
    policies = np.zeros(1, POLICIES)
    plugins = [nothing] * MOST_PLAYERS
    for seat, spec in enumerate(setup.policies):
        if spec.name in POLICY_NUMBERS:
            policies[0]["policy"][seat] = POLICY_NUMBERS[spec.name]
            _fill_parameters(policies[0], seat, POLICIES_BY_NAME[spec.name].parameters, spec)
        else:
            plugins[seat] = _fill_plugin(policies[0], seat, spec)
    if EQUILIBRIUM in policies[0]["policy"][: setup.players]:
        from analyzer.games.cofre.equilibrium import equilibrium  # imports scipy

        policies[0]["strategy"] = equilibrium(setup.rules, setup.players)
    return KernelInput(tables, hiddens, policies, tuple(plugins))


def _fill_rules(table: Any, hidden: Any, rules: Rules, players: int) -> None:
    types = types_of(rules)
    cards = [card(kind, stars) for kind, name in enumerate(types) for stars in stars_of(rules, name)]
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


def _fill_parameters(policies: Any, seat: int, parameters: tuple[Parameter, ...], spec: PolicySpec) -> None:
    """The parameters reach the kernel as numbers in declared order, a word as its index."""
    for place, (parameter, value) in enumerate(zip(parameters, spec.values, strict=True)):
        number = parameter.words.index(str(value)) if parameter.words else float(value)
        policies["parameters"][seat, place] = number


def _fill_plugin(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in its parameters; returns the function to call."""
    from analyzer.games.cofre.compiled import DECISIONS  # compiles

    plugin = EVERY_POLICY.playing(spec.name)
    policies["policy"][seat] = PLUGIN
    _fill_parameters(policies, seat, plugin.parameters, spec)
    return DECISIONS.function(plugin, len(plugin.parameters))
