"""From rules and policies to the records that the kernel reads."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.pescado.cards import CARD_NUMBERS, HAND, LAID_OUT, MOST_PLAYERS, NUMBER_CARDS, set_of
from analyzer.games.pescado.kernel.numbers import PLUGIN
from analyzer.games.pescado.kernel.plugin import nothing
from analyzer.games.pescado.kernel.state import HIDDEN, POLICIES, TABLE
from analyzer.games.pescado.policy_list import EVERY_POLICY, POLICY_NUMBERS
from analyzer.games.pescado.policy_list import POLICIES as POLICIES_BY_NAME
from analyzer.games.pescado.rules import round_size, specials_of
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
            policies[0]["play"][seat] = POLICY_NUMBERS[spec.name]
            _fill_parameters(policies[0], seat, POLICIES_BY_NAME[spec.name].parameters, spec)
        else:
            plugins[seat] = _fill_plugin(policies[0], seat, spec)
    return KernelInput(tables, hiddens, policies, tuple(plugins))


def _fill_rules(table: Any, hidden: Any, rules: Rules, players: int) -> None:
    options = rules.options
    specials = [CARD_NUMBERS[name] for name in specials_of(rules)]
    table["players"] = players
    table["deals"] = (round_size(rules) - LAID_OUT) // (HAND * players)
    table["target"] = options["target"]
    table["round_limit"] = options["round_limit"]
    table["left_out"] = options["left_out"]
    table["specials_in"] = options["specials_in"]
    table["star_scores"] = options["star_scores_as_zero"]
    table["most_needs_one"] = options["most_needs_one"]
    table["deck"] = set_of([*NUMBER_CARDS, *specials])
    hidden["specials"][: len(specials)] = specials
    hidden["special_count"] = len(specials)


def _fill_parameters(policies: Any, seat: int, parameters: tuple[Parameter, ...], spec: PolicySpec) -> None:
    """The parameters reach the kernel as numbers in declared order, a word as its index."""
    for place, (parameter, value) in enumerate(zip(parameters, spec.values, strict=True)):
        number = parameter.words.index(str(value)) if parameter.words else float(value)
        policies["parameters"][seat, place] = number


def _fill_plugin(policies: Any, seat: int, spec: PolicySpec) -> Any:
    """Fills in its parameters; returns the function to call."""
    from analyzer.games.pescado.compiled import DECISIONS  # compiles

    plugin = EVERY_POLICY.playing(spec.name)
    policies["play"][seat] = PLUGIN
    _fill_parameters(policies, seat, plugin.parameters, spec)
    return DECISIONS.function(plugin, len(plugin.parameters))
